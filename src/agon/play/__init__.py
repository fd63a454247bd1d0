"""Tables, matches and positions: everything between a game's rules and those who play it."""

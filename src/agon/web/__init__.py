"""The server: lobby, tables, friends and bots in the browser. It knows games, tables and scenes, but no single game."""

"""What the browser has no compiled module for, as plain Python; laid at the root of the bundle."""

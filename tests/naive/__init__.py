"""The numbers of an observation a second time, slow and plain. They must agree with each game's features.py."""

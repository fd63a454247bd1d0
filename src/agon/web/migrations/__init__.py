"""The changes of the database, one file each; applied in order when a server starts."""

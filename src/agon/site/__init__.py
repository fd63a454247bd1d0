"""The games without a server: a folder of static files in which the browser runs the same Python."""

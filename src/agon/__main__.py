"""python -m agon"""

from agon.cli import command

command()

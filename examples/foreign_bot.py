"""A bot in 20 lines that could be written in any language: JSON lines in, JSON lines out.

agon match hellas_2016 --bots "cmd:python examples/foreign_bot.py,random"
"""

from __future__ import annotations

import json
import sys


def main() -> None:
    """Build where one can, else take what brings most; the first legal action will do."""
    for line in sys.stdin:
        question = json.loads(line)
        legal: list[str] = question["legal"]
        wanted = [a for a in legal if a.startswith(("palace", "column", "house", "take quarry"))]
        print(json.dumps({"action": (wanted or legal)[0]}), flush=True)


if __name__ == "__main__":
    main()

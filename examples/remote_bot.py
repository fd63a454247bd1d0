"""A remote bot, playing a whole game over the JSON API: python remote_bot.py http://127.0.0.1:8000 [TABLE]"""

import json
import random
import sys
from typing import Any
from urllib.request import Request, urlopen


def play(server: str, table: str = "") -> None:
    headers = {"content-type": "application/json"}

    def ask(path: str, body: dict[str, Any] | None = None) -> Any:
        with urlopen(Request(f"{server}/api{path}", json.dumps(body).encode() if body else None, headers)) as answer:
            return json.load(answer)

    headers["authorization"] = "Bearer " + ask("/identity", {"name": "Remote bot", "bearer": True})["token"]
    table = table or ask("/tables", {"game": "hellas_2016", "seats": ["me", "random"]})["id"]
    ask(f"/tables/{table}/seats", {"any": True})  # the first free seat, or the one we have
    with urlopen(Request(f"{server}/api/tables/{table}/events", headers=headers)) as events:
        for _ in filter(lambda line: line.startswith(b"data:"), events):
            seen = ask(f"/tables/{table}/observation")
            if seen["over"]:
                break
            if seen["legal"]:  # our turn: any legal action will do
                ask(f"/tables/{table}/plies", {"ply": seen["ply"], "action": random.choice(seen["legal"])["action"]})
    print(f"Seat {seen['seat']} has played to the end, ply {seen['ply']}.")


play(*sys.argv[1:]) if sys.argv[1:] else print(__doc__)

"""Two exports of one position agree: the rows of numbers for learning, and the JSON under the specification's names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from agon.core.state import OVER, State
from agon.games import attika, game, hellas_2002, hellas_2016, olympos
from agon.games.attika.parts import BUILDINGS, KINDS, LETTERS, PETALS
from agon.games.hellas_2002.parts import CARDS as GOD_CARDS
from agon.games.hellas_2002.parts import GODS as CARD_GODS
from agon.games.hellas_2002.parts import WINDOWS
from agon.games.olympos.parts import CARDS as DESTINY
from agon.games.olympos.parts import CHOICES, COLUMNS, DISCOVERIES, GODS, RESOURCES

Told = dict[str, Any]
Rows = dict[str, list[float]]


def flags(whole: list[Any], some: Any) -> list[float]:
    """1 for each of all that is among some."""
    return [float(one in some) for one in whole]


def attika_rows(told: Told, turned: list[int]) -> Rows:
    parts = attika.GAME.parts
    board, players, turn = told["board"], [told["players"][seat] for seat in turned], told["turn"]
    slots = range(PETALS * len(parts.faces))
    spaces = [board[s] if s < len(board) else {} for s in slots]
    buildings = [*parts.buildings, *([None] * (BUILDINGS - len(parts.buildings)))]
    rows = {
        "space": [float(bool(space)) for space in spaces],
        "q": [space.get("at", [0, 0])[0] / 50 for space in spaces],
        "r": [space.get("at", [0, 0])[1] / 50 for space in spaces],
        "built": [x for p in players for x in flags(buildings, p["built"])],
        "stored": [x for p in players for x in flags(buildings, p["storage"])],
        "unseen": [x for p in players for x in flags(buildings, p["unrevealed"])],
        "stacks": [height / 8 for p in players for height in p["stacks"]],
        "awarded": [x for p in players for x in flags(list(parts.groups), p["groupsAwarded"])],
        "amphorae": [p["amphorae"] for p in players],
        "settlements": [p["settlements"] / 5 for p in players],
        "cards": [p["handSize"] / 10 for p in players],
        "hand": [players[0]["hand"][kind] / 5 for kind in LETTERS[:KINDS]],
        "paid": list(told["paid"].values()),
        "discard": [n / 15 for n in told["discard"].values()],
        "deck": [told["deckSize"] / 60],
        "pile": flags(list(parts.faces), told["tilePile"]),
        "tile": flags(list(parts.faces), [told["tileInHand"]]),
        "in_hand": flags(buildings[: len(parts.buildings)], [told["buildingInHand"]]),
        "supply": [told["amphoraSupply"] / 15],
        "mode": flags(["none", "reveal", "build"], [turn["mode"]]),
        "left": [turn["left"]],
        "drawing": [turn["drawing"]],
        "starter": flags(turned, [told["startPlayer"]]),
    }
    for kind, letter in enumerate(LETTERS[:KINDS]):
        rows[f"symbol_{kind}"] = [float(space.get("symbol") == letter) for space in spaces]
    for place, seat in enumerate(turned):
        rows[f"own_{place}"] = [float(space.get("owner") == seat) for space in spaces]
    return rows


def hellas_2002_rows(told: Told, turned: list[int]) -> Rows:
    parts = hellas_2002.GAME.parts
    players, laid = [told["players"][seat] for seat in turned], {tile["id"]: tile for tile in told["tiles"]}
    tiles = [laid.get(name, {}) for name in parts.tiles]
    copies = [max(1, int(n)) for n in parts.copies]
    hands = [Counter(p["hand"]) for p in players]
    locked = [Counter(p["locked"]) for p in players]
    edge = {"L": 1.0, "W": -1.0}
    return {
        "owner": [float(tile.get("owner") == seat) for seat in turned for tile in tiles],
        "greeks": [tile.get("greeks", 0) / int(parts.most_greeks) for tile in tiles],
        "ships": [tile.get("ships", 0) / int(parts.most_ships) for tile in tiles],
        "sent": [tile.get("greeksSent", 0) / int(parts.most_greeks) for tile in tiles],
        "q": [tile.get("at", [0, 0])[0] / parts.radius for tile in tiles],
        "r": [tile.get("at", [0, 0])[1] / parts.radius for tile in tiles],
        "laid": [float(bool(tile)) for tile in tiles],
        "edges": [edge.get(letter, 0.0) for tile in tiles for letter in tile.get("edges", "......")],
        "under_stack": flags(list(parts.tiles), told["stack"]["under"]),
        "revealed": flags(list(parts.tiles), told["revealed"]),
        "tile": flags(list(parts.tiles), [told["tileInHand"]]),
        "target": flags(list(parts.tiles), [(told["battle"] or {}).get("target")]),
        "new_cities": flags(list(parts.tiles), told["newCities"]),
        "supply": [p["greeks"] / 15 for p in players] + [p["ships"] / 10 for p in players],
        "hand": [hand[card] / n for hand in hands for card, n in zip(GOD_CARDS, copies, strict=True)],
        "hand_free": [
            (hand[card] - kept[card]) / n
            for hand, kept in zip(hands, locked, strict=True)
            for card, n in zip(GOD_CARDS, copies, strict=True)
        ],
        "discards": [told["discards"].get(card, 0) / n for card, n in zip(GOD_CARDS, copies, strict=True)],
        "decks": [told["decks"][god] / 16 for god in CARD_GODS],
        "in_force": flags(list(GOD_CARDS), told["inForce"]),
        "chain_depth": [len(told["chain"])],
        "window": flags([*WINDOWS, ""], [told["window"]]) if told["window"] else [],
        "turn": [told["turn"] / int(parts.last_turn), told["extraTurn"]],
    }


def hellas_2016_rows(told: Told, turned: list[int]) -> Rows:
    parts = hellas_2016.GAME.parts
    players = [told["players"][seat] for seat in turned]
    standing = {(piece["kind"], piece["seat"], piece["space"]) for piece in told["pieces"]}
    tiles = range(1, parts.tiles + 1)
    rows = {
        "quarry_number": [(quarry["top"] or 0) / parts.tiles for quarry in told["quarries"]],
        "quarry_marble": [quarry["marble"] for quarry in told["quarries"]],
        "quarry_closed": [quarry["state"] == "closed" for quarry in told["quarries"]],
        "worker": [quarry["id"] == told["worker"] for quarry in told["quarries"]],
        "stack": flags(list(tiles), told["stack"]),
        "tile": [(told["tile"] or 0) / parts.tiles],
        "columns": [temple["columns"] / temple["places"] for temple in told["temples"]],
        "marble": [p["marble"] / 10 for p in players],
        "rings": [p["rings"] / 5 for p in players],
        "stones": [p["stones"] / 6 for p in players],
        "supply": [p[kind] for p in players for kind in ("houses", "palaces", "squares")],
        "bar": [told["bar"].get(name) is not None for name in parts.bar],
        "starter": flags(turned, [told["startPlayer"]]),
        "next_starter": flags(turned, [told["nextStartPlayer"]]),
        "todo": [told["columnsToRaise"]],
        "phase": flags(list(range(1, int(parts.phases) + 1)), [told["phase"]]) if told["places"] is None else [],
    }
    for kind in ("house", "palace", "square"):
        rows[f"{kind}s"] = flags([(kind, seat, cell) for seat in turned for cell in parts.cells], standing)
    return rows


def olympos_rows(told: Told, turned: list[int]) -> Rows:
    parts = olympos.GAME.parts
    players = [told["players"][seat] for seat in turned]
    land, cells = told["territory"].values(), [told["cells"][name] for name in parts.cells]
    holders = [cell["bonuses"].get(str(place + 1), {}).get("player") for cell in cells for place in range(CHOICES)]
    wonders = [told["wonderAt"][column] for column in COLUMNS]
    gods_on = ("athenaStar", "aresSwords", "siren", "keres", "erinyes")
    looked = told["lookedAt"] or {}
    return {
        "controls": [float(there["stack"][-1:] == [seat]) for seat in turned for there in land],
        "beaten": [there["stack"][:-1].count(seat) for seat in turned for there in land],
        "tribes": [there["tribe"] for there in land],
        "blocked": [there["blocked"] for there in land],
        "tile": [float(cell["tile"] == name) for cell in cells for name in DISCOVERIES],
        "copies": [cell["copiesLeft"] for cell in cells],
        "bonus": [float(holder == seat) for seat in turned for holder in holders],
        "wonder": [float(wonder == name) for wonder in wonders for name in parts.wonders],
        "wonder_of": [float(wonder in p["wonders"]) for p in players for wonder in wonders],
        "space": [p["pos"] / int(parts.cross) for p in players],
        "order": [told["turnOrder"].index(seat) if seat in told["turnOrder"] else 0 for seat in turned],
        "finished": [p["finished"] for p in players],
        "stock": [p["stock"] for p in players],
        "cubes": [p["cubes"][resource] for p in players for resource in RESOURCES],
        "tiles": [p["territoryTiles"][resource] for p in players for resource in RESOURCES],
        "stars": [p["starTiles"] for p in players],
        "hourglasses": [p["hourglasses"] for p in players],
        "prestige": [p["prestige"] / 10 for p in players],
        "points": [told["scores"][seat]["total"] / 50 for seat in turned],
        "discovered": [x for p in players for x in flags(list(DISCOVERIES), p["discoveries"])],
        "discounts": [x for p in players for x in flags(list(RESOURCES), p["discountResources"])],
        "markers": [p["bonusMarkers"][column] for p in players for column in COLUMNS],
        "hand": [(players[0]["hand"] or {}).get(card, 0) for card in DESTINY],
        "hand_size": [p["handSize"] for p in players],
        "gods_on": [p[name] for name in gods_on for p in players],
        "deck_size": [told["destinyDeckSize"] / 22],
        "discards": [told["destinyDiscard"].get(card, 0) for card in DESTINY],
        "looked": [looked.get(card, 0) for card in DESTINY],
        "gods_left": flags(list(GODS), told["olymposLeft"]),
        "reached": [x for seats in told["reached"].values() for x in flags(turned, seats)],
        "god": flags(list(GODS), [told["god"]]),
        "symbols": [p["zeusSymbols"] for p in players],
        "owed": [told["price"] / 10],
        "last_turn": [told["lastTurn"]],
        "goal": flags(list(parts.territories), [told["goal"]]),
        "cell": flags(list(parts.cells), [told["cell"]]),
    }


READ: dict[str, Callable[[Told, list[int]], Rows]] = {
    "attika": attika_rows,
    "hellas_2002": hellas_2002_rows,
    "hellas_2016": hellas_2016_rows,
    "olympos": olympos_rows,
}


def positions(game_id: str) -> Iterator[State]:
    """Some of a random game, and its end."""
    rng = Random(5)
    found = game(game_id)
    state = found.new(3 if 3 in found.seats else 2)
    every = {"attika": 41, "hellas_2002": 17}.get(game_id, 13)
    ply = 0
    while state.actor() != OVER:
        if ply % every == 0:
            yield state
        state.apply(state.random_action(rng))
        ply += 1
    yield state


@pytest.mark.parametrize("game_id", READ)
def test_the_rows_say_of_every_seat_what_the_json_says(game_id: str) -> None:
    here = game(game_id)
    for state in positions(game_id):
        for seat in range(state.seats()):
            seen = state.observe(seat)
            rows, told = here.features(seen, seat), dict[str, Any](here.facts(seen))
            turned = [(seat + i) % state.seats() for i in range(state.seats())]
            expected = READ[game_id](told, turned)
            expected["actor"] = flags(turned, [told["actor"]])
            if "active" in rows:
                expected["active"] = flags(turned, [told["activePlayer"]])
            for name, row in expected.items():
                assert not row or [float(x) for x in row] == pytest.approx(rows[name][: len(row)]), (name, seat)
                assert not any(rows[name][len(row) :]) or not row, name

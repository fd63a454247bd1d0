"""The first page: the games with their covers, and the tables one plays at, could join or could watch."""

from __future__ import annotations

from typing import Any, Final

from markupsafe import Markup

from agon.bots import kinds
from agon.core.game import Game
from agon.draw.scene import COLOURS, MARKS
from agon.games import game, game_ids
from agon.play.lessons import lessons
from agon.web.checks import now
from agon.web.clocks import HURRY, PACES, told
from agon.web.covers import cover, heroes
from agon.web.hub import Lobby
from agon.web.identity import Identity
from agon.web.kept import Summary
from agon.web.present import names_of
from agon.web.shown import Clocked
from agon.web.words import join, levels, say, strength

LATELY: Final = 6  # finished games on the first page; the others are on one's own
FRIENDLY: Final = 3  # how many play in a one-click game, where the game allows it

Values = dict[str, Any]


def all_games() -> list[Game]:
    """Every game, in the order of the covers."""
    return sorted((game(i) for i in game_ids()), key=lambda g: (g.order, g.id))


def usual_seats(found: Game) -> int:
    """How many play unless one chooses."""
    return FRIENDLY if FRIENDLY in found.seats else found.seats[0]


def card(found: Game, lang: str) -> Values:
    """What a cover says about its game."""
    first, last = found.seats[0], found.seats[-1]
    title = found.title[lang]
    return {
        "id": found.id,
        "name": title,
        "title": title.removesuffix(f" ({found.year})"),
        "year": found.year,
        "author": found.author,
        "seats": str(first) if first == last else f"{first}–{last}",
        "counts": list(found.seats),
        "usual": usual_seats(found),
        "minutes": found.minutes,
        "weight": found.weight,
        "about": found.about[lang],
        "howto": found.has_howto(),
        "course": bool(lessons(found)),
        "cover": Markup(cover(found.id)),
        "options": [
            {
                "name": o.name,
                "about": _sentence(o.about[lang]),
                "choices": [(choice, o.called(choice, lang)) for choice in o.choices],
            }
            for o in found.options
        ],
    }


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def strengths(lang: str) -> list[Values]:
    """The bots a player can choose from, weakest first."""
    return [{"id": level, "name": strength(lang, level)} for level in levels(kinds())]


def crowd(here: int, lobby: Lobby, lang: str) -> str:
    """How many people are here, and how many of the others wait for a game."""
    waiting = len({seat.owner for table in lobby.open for seat in table.seats if seat.owner})
    told = [say(lang, "people_here", n=here)] if here > 1 else []
    told += [say(lang, "people_wait" if waiting > 1 else "person_waits", n=waiting)] if waiting else []
    return " · ".join(told) or say(lang, "only_you_here")


def lobby_values(lobby: Lobby, who: Identity, lang: str, strong: dict[str, int]) -> Values:
    """Everything the first page shows."""
    mine = [_row(s, who, lang) for s in lobby.mine]
    return {
        "page": "lobby",
        "games": [card(found, lang) for found in all_games()],
        "levels": strengths(lang),
        "heroes": Markup(heroes(say(lang, "hero_picture"))),
        "name": who.name,
        "mine": mine,
        "waiting": sum(1 for row in mine if row["mine"]),
        "waiting_others": [row for row in mine if not row["mine"] and row["turn"]],
        "open": [_row(s, who, lang) | {"points": strong.get(s.id, 0)} for s in lobby.open],
        "finished": [_row(s, who, lang) for s in lobby.finished],
        "lately": LATELY,
        "running": [_row(s, who, lang) for s in lobby.running],
    }


def asked_first(mine: list[Summary], who: Identity) -> list[Summary]:
    """My games that wait for me: the least time first, live before slow before no hurry."""
    asked = [summary for summary in mine if summary.waits_for(who.id)]
    return sorted(asked, key=lambda summary: (summary.due is None, summary.due or summary.updated))


def clocked(table: Summary, lang: str) -> Clocked | None:
    """The time of whoever decides."""
    if table.due is None:
        return None
    live, left = PACES[table.pace].is_live, (table.due - now()).total_seconds()
    return Clocked(told(left, live, lang), round(table.due.timestamp() * 1000), live, left < HURRY)


def _people(table: Summary, lang: str) -> list[Values]:
    names = names_of(table.id, table.seats, lang)
    return [
        {"kind": seat.kind, "colour": COLOURS[i], "mark": MARKS[i], "name": names[i]}
        for i, seat in enumerate(table.seats)
    ]


def turn_card(table: Summary, who: Identity, asked: str, lang: str) -> Values:
    """A game that waits for me: what is asked, how it stands, how much time there is."""
    people, own = _people(table, lang), table.seat_of(who.id)
    return {
        "game": game(table.game).title[lang],
        "asked": asked,
        "me": people[own],
        "others": [person for i, person in enumerate(people) if i != own],
        "clock": clocked(table, lang),
        "href": f"/tables/{table.id}",
        "board": f"/tables/{table.id}/board.svg?v={table.version}",
    }


def watchers(table: Summary, present: frozenset[str]) -> int:
    """How many look on."""
    return len(present - {seat.owner for seat in table.seats})


def watch_cards(running: list[Summary], eyes: dict[str, int], strong: dict[str, int], lang: str) -> list[Values]:
    """Games to watch: of people before those of bots alone, the strongest first, then those with the most eyes."""
    order = sorted(
        running,
        key=lambda s: (all(seat.kind == "bot" for seat in s.seats), -strong.get(s.id, 0), -eyes[s.id]),
    )
    return [
        {
            "game": game(table.game).title[lang],
            "names": join(lang, [person["name"] for person in _people(table, lang)]),
            "eyes": eyes[table.id],
            "points": strong.get(table.id, 0),
            "ply": table.ply,
            "pace": table.pace,
            "rated": table.rated,
            "href": f"/tables/{table.id}",
            "board": f"/tables/{table.id}/board.svg?v={table.version}",
        }
        for table in order
    ]


def _row(table: Summary, who: Identity, lang: str) -> Values:
    """One table in a list: its game, who sits there, how it stands, and what one can do."""
    names = names_of(table.id, table.seats, lang)
    own = next((i for i, seat in enumerate(table.seats) if seat.owner == who.id), -1)
    is_mine = table.started and not table.over and own >= 0 and table.actor == own and not table.seats[own].standing_in
    others = [name for i, name in enumerate(names) if i != own and table.seats[i].kind != "open"]
    text, chip, key = join(lang, others), "", "open"
    missing = sum(1 for seat in table.seats if seat.kind == "open")
    if table.over or table.imported:
        text, chip, key = _outcome(table, names, lang), say(lang, "is_finished") if table.over else "", "replay"
    elif not table.started:
        chip, key = say(lang, "waiting_for", n=missing), "join" if own < 0 else "open"
    elif is_mine:
        chip, key = say(lang, "your_move"), "play"
    else:
        chip, key = say(lang, "turn_of", name=names[table.actor]), "watch" if own < 0 else "open"
    place = "/replay" if key == "replay" else ""
    people = _people(table, lang)
    return {
        "game": game(table.game).title[lang],
        "seats": people,
        "turn": people[table.actor] if table.started and not table.over and 0 <= table.actor < len(people) else None,
        "clock": clocked(table, lang) if own >= 0 else None,
        "pace": table.pace,
        "live": PACES[table.pace].is_live if table.pace in PACES else False,
        "rated": table.rated,
        "over": table.over,
        "text": text,
        "chip": chip,
        "mine": is_mine,
        "joins": key == "join",
        "points": 0,
        "action": say(lang, key),
        "href": f"/tables/{table.id}{place}",
    }


def _outcome(table: Summary, names: list[str], lang: str) -> str:
    """Who won."""
    winners = [name for name, place in zip(names, table.result, strict=False) if place == 1]
    if not winners:
        return join(lang, names)
    key = "won" if len(winners) == 1 else "won_shared"
    return say(lang, key, name=winners[0], names=join(lang, winners))

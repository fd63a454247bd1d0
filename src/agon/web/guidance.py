"""What helps a player to decide, as plain values for the page: goal, threats, deeds of the others, groups, drafts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from agon.core.errors import AgonError
from agon.core.guide import Outlook
from agon.draw.grades import Worth, graded
from agon.play.seen import Seen
from agon.web.errors import refused
from agon.web.live import Live
from agon.web.shown import Aim, Choice, Deed, Drafted, Group, Key, Warned
from agon.web.story import story
from agon.web.words import say

TILES: Final = 6  # deeds of the others that are shown, at most
FEW: Final = 12  # choices whose headings are all open
NUMBER: Final = re.compile(r"[+-]?\d+")
MORE: Final = 12  # questions that follow by themselves in a draft, at most


def worth_of(choice: Choice) -> Worth:
    """What grades the place of a choice."""
    o = choice.outlook
    return Worth(o.benefit, o.cost, o.badge, bool(o.warning))


def grouped(choices: Sequence[Choice]) -> list[Group]:
    """The choices under their headings, best or cheapest first; the first heading is open, and all where few are."""
    groups: dict[str, list[Choice]] = {}
    for choice in sorted(choices, key=_order):
        groups.setdefault(choice.outlook.group, []).append(choice)
    few = len(choices) <= FEW
    out = []
    for number, (name, rows) in enumerate(groups.items()):
        prices = {row.outlook.price for row in rows}
        price = prices.pop() if len(prices) == 1 else ""
        least = min(rows, key=lambda row: row.outlook.cost).outlook.price
        symbols = {row.outlook.symbol for row in rows}
        rows = _alike(rows)
        out.append(Group(name, symbols.pop() if len(symbols) == 1 else "", rows, price, least, few or number == 0))
    return out


def _alike(rows: list[Choice]) -> list[Choice]:
    """Rows that say the same are one row for all of them: which of three spaces is taken makes no difference."""
    said: dict[tuple[str, Outlook], int] = {}
    for row in rows:
        said[row.label, row.outlook] = said.get((row.label, row.outlook), 0) + 1
    return [replace(row, alike=said.pop((row.label, row.outlook), 0)) for row in rows]


def _order(choice: Choice) -> tuple[bool, float, float]:
    o = choice.outlook
    return bool(o.warning), -o.benefit, o.cost


def key_of(choices: Sequence[Choice], words: Sequence[str] | None, lang: str) -> list[Key]:
    """What the grades of the places stand for, in the game's words; nothing where all are the same."""
    worths = [worth_of(choice) for choice in choices]
    grades = graded(worths)
    if len(set(grades)) < 2:
        return []
    told = {grade: _range(worths, grades, grade) for grade in sorted(set(grades))}
    ends = [end for pair in told.values() if pair for end in pair]
    is_told = all(told.values()) and ends in (sorted(ends), sorted(ends, reverse=True))
    names = {grade: words[grade - 1] if words else say(lang, f"grade_{grade}") for grade in told}
    spans = {grade: _span(pair, lang) if pair and is_told else "" for grade, pair in told.items()}
    prices = _prices(choices, grades, lang)
    return [Key(grade, ": ".join(filter(None, (names[grade], spans[grade] or prices.get(grade))))) for grade in told]


def _prices(choices: Sequence[Choice], grades: Sequence[int], lang: str) -> dict[int, str]:
    """From the cheapest to the dearest of each grade, where no price belongs to two grades."""
    found: dict[int, dict[float, str]] = {}
    for choice, grade in zip(choices, grades, strict=True):
        found.setdefault(grade, {})[choice.outlook.cost] = choice.outlook.price
    costs = [cost for prices in found.values() for cost in prices]
    if len(costs) != len(set(costs)) or not all(price for prices in found.values() for price in prices.values()):
        return {}
    ends = {grade: (prices[min(prices)], prices[max(prices)]) for grade, prices in found.items()}
    return {g: low if low == high else _from_to(low, high, lang) for g, (low, high) in ends.items()}


def _from_to(low: str, high: str, lang: str) -> str:
    """From a price to another; what they are counted in is said once: "2 to 3 cards"."""
    number, _, unit = low.partition(" ")
    same = number.isdigit() and high.partition(" ")[2] == unit
    return say(lang, "from_to", low=number if same else low, high=high)


def _range(worths: Sequence[Worth], grades: Sequence[int], grade: int) -> tuple[float, float] | None:
    """The numbers on the places of a grade, from the worst to the best; None where they bear none."""
    found = [worth for worth, g in zip(worths, grades, strict=True) if g == grade and not worth.vain]
    if not found or not all(NUMBER.fullmatch(worth.badge) for worth in found):
        return None
    numbers = [float(worth.badge) for worth in sorted(found, key=lambda worth: worth.order)]
    return numbers[0], numbers[-1]


def _span(pair: tuple[float, float], lang: str) -> str:
    low, high = sorted(pair)
    return f"{low:g}" if low == high else say(lang, "from_to", low=f"{low:g}", high=f"{high:g}")


def aim(seen: Seen, mine: int, names: Sequence[str], lang: str) -> Aim | None:
    """How one wins, and how far everybody is; the viewer first."""
    goal = seen.goal(lang)
    if goal is None:
        return None
    order = sorted(range(len(goal.standing)), key=lambda seat: seat != mine)
    who = (f"{say(lang, 'you') if seat == mine else names[seat]} {goal.standing[seat]}" for seat in order)
    return Aim(goal.text, " · ".join(who), goal.paragraph)


def warned(seen: Seen, mine: int, lang: str) -> list[Warned]:
    """Who is about to win or to take something."""
    return [Warned(t.text, t.seat == mine, " ".join(t.places), t.symbol) for t in seen.threats(lang)]


def deeds(live: Live, mine: int, names: list[str], lang: str) -> list[Deed]:
    """What the others did since the viewer's last decision, one tile a step, the newest last."""
    plies = live.table.record.plies
    if mine < 0 or not live.started:
        return []
    last = next((n for n in range(len(plies), 0, -1) if plies[n - 1].actor == mine), 0)
    if last == 0:
        return []
    lines = story(live.id, live.table, names, lang, mine, False)
    out: list[Deed] = []
    game = live.table.game
    runs_on = False
    for number, heard in enumerate(live.table.heard(mine, last), last + 1):
        seat = heard.ply.actor
        sentence = lines[number - 1].sentence
        if seat < 0:
            out[-1:] = [replace(deed, ply=number) for deed in out[-1:]]
            continue
        state, action = heard.seen.state, heard.action
        part, symbol = game.part(state, action), game.symbol(state, action)
        if not (out and out[-1].seat == seat and (runs_on or part == "closes")):
            out.append(Deed(seat, sentence, number - 1, number, symbol))
        elif part == "closes":
            out[-1] = replace(out[-1], ply=number)
        else:
            out[-1] = replace(out[-1], ply=number, sentence=sentence, symbol=symbol or out[-1].symbol)
        runs_on = part == "opens" or (action >= 0 and game.begins(state, action))
    return out[-TILES:]


def try_draft(live: Live, mine: int, answers: tuple[str, ...], lang: str) -> tuple[Drafted, Seen]:
    """Answers that are not played yet, with those that follow by themselves, and what the seat would see after them.

    What is told of them is the last that the seat chose itself. Where an answer would show something hidden, the seat
    sees what it sees now.
    """
    table = live.table
    given = list(answers)
    told: tuple[Seen, int] | None = None
    while True:
        try:
            before = table.drafted(mine, given[:-1])
            action = before.game.space.parse(given[-1])
            told = told or (before, action)
            after = table.drafted(mine, given)
        except AgonError as error:
            if not _shows(error):
                raise refused(error) from error
            return _drafted(*(told or (before, action)), given, False, lang), before
        more = before.begins(action) and after.actor() == mine
        if not more or len(after.legal()) != 1 or len(given) >= MORE:
            return _drafted(*told, given, more, lang), after
        given.append(after.game.space.text(after.legal()[0]))


def _shows(error: AgonError) -> bool:
    """Whether an answer was only refused because what follows is hidden."""
    inner = error.facts.get("error", error)
    return isinstance(inner, AgonError) and inner.key == "answer_shows"


def _drafted(before: Seen, action: int, answers: list[str], more: bool, lang: str) -> Drafted:
    outlook, title = before.outlook(action, lang), before.label(action, lang)
    quiet = [outlook.warning, outlook.reason, outlook.gain]
    if outlook.price not in title:
        quiet.insert(2, outlook.price)
    return Drafted(tuple(answers), more, title, " · ".join(filter(None, quiet)))

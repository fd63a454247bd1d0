"""What one visitor may see of a table, as plain values for the page and its scripts.

Everything here is made from what the table lets a seat (-1: a spectator) see and hear: a `Seen`, never a `State`. Only
a game that is over, or a record somebody brought, may be shown through other eyes or with everything open.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from cachetools import LRUCache

from agon.core.game import SEAT_NAMES, Prompt
from agon.core.guide import Account, Count
from agon.draw import scene as drawn
from agon.draw.grades import Worth, graded, mark
from agon.draw.scene import COLOURS, MARKS, Scene, Shape
from agon.draw.svg import picture, sheet_svg
from agon.play.seen import Seen
from agon.web.chances import chances_of
from agon.web.checks import now
from agon.web.clocks import DAY, HURRY, told
from agon.web.drafting import (
    choices_of,
    elsewhere,
    ghosts_of,
    one_row_a_place,
    placing_at,
    placing_values,
    scene_of,
    with_places,
)
from agon.web.guidance import aim, deeds, grouped, key_of, try_draft, warned, worth_of
from agon.web.identity import Identity
from agon.web.live import ChatLine, Live
from agon.web.onlookers import is_behind
from agon.web.packkept import played_id
from agon.web.seats import Seat, called_at
from agon.web.shown import Asking, ChatText, Choice, Clocked, Panel, Placed, Result, Sheet, View
from agon.web.story import story
from agon.web.words import join, say, strength

_FIELD: Final = re.compile(r'^<rect [^>]*?fill="(#\w{3,8}|var\(--[\w-]+\))"')

WIDE: Final = 2.6  # a further sheet at least this much wider than high lies below the board, any other beside it
BASELINES: Final = 200  # remembered pictures of "my last turn"


def view(
    live: Live,
    who: Identity | None,
    lang: str,
    ply: int | None = None,
    seat: int | None = None,
    open_all: bool = False,
    since: int = 0,
    draft: tuple[str, ...] = (),
    muted: frozenset[str] = frozenset(),
) -> View:
    """The table as `who` may see it, at a ply (else now), in a language.

    `seat` asks for other eyes (-1: a spectator's) and `open_all` for everything; both are granted only where nothing
    is secret any more. `since` leaves out the log up to that ply. `draft` are answers of the visitor that are not
    played yet: the picture shows them as ghosts. What those say whom the visitor has `muted` is not told.
    """
    table = live.table
    mine = live.seat_of(who.id) if who is not None else -1
    is_open = live.is_open_to_all
    eyes = mine if seat is None or not is_open else max(-1, min(seat, table.record.seats - 1))
    if not live.is_dealt:
        eyes = -1
    bare = open_all and is_open
    at = table.ply if ply is None else max(0, min(ply, table.ply))
    is_now = at == table.ply
    now = None if is_now else at
    seen = table.opened(now, eyes) if bare else table.seen(eyes, now)
    asked = is_now and _is_asked(live, mine) and eyes == mine and not bare
    drafted = try_draft(live, mine, draft, lang) if draft and asked else None
    now_seen, offers, draft_shown, laid = seen, asked, None, None
    if drafted is not None:
        (draft_shown, seen), offers = drafted, drafted[0].more
    scene = scene_of(seen, lang)
    ghosts = ghosts_of(scene_of(now_seen, lang), scene) if draft_shown is not None else set()
    choices = choices_of(seen, scene, lang) if offers else []
    worths = {choice.text: worth_of(choice) for choice in choices}
    others: set[tuple[str, str]] = set()
    if asked:
        answers = draft_shown.answers if draft_shown is not None else ()
        laid = placing_at(table, mine, answers, lang)
        if laid is None and scene.placing is not None:
            laid = len(answers), scene.placing
        found = None if offers else elsewhere(table, mine, answers, lang, laid[0] if laid else None)
        if found is not None and draft_shown is not None:
            with_places(scene, found, ghosts)
            worths, others = found.worths, set(found.shapes)
            draft_shown = replace(draft_shown, kept=found.kept)
    on_board = {action for shape in scene.sheets[0].shapes if shape.legal for action in shape.actions}
    ends = set(table.game.decisive(table.opened().state)) if table.record.result and is_now and live.is_over else set()
    changed = _changed(live, mine, lang) if is_now and eyes == mine and not bare else set()
    names = names_of(live.id, live.seats, lang)
    title = table.game.title[lang]
    return View(
        table=live.id,
        game=table.game.id,
        title=title,
        caption=scene.caption.removeprefix(f"{title}, "),
        counts=scene.counts or say(lang, "points"),
        ground=ground_of(scene.sheets[0]),
        lang=lang,
        version=live.version,
        ply=at,
        plies=table.ply,
        is_now=is_now,
        started=live.is_dealt,
        over=live.is_over,
        open=is_open,
        imported=live.imported,
        public=live.public,
        seat=mine,
        eyes=eyes,
        open_all=bare,
        asked=asked,
        actor=table.actor() if is_now and live.is_over else seen.actor(),
        prompt=_prompt(live, seen, lang, asked, is_now),
        sheets=[
            _sheet(
                sheet,
                Marks(offers, changed, ghosts, ends if n == 0 else set(), others, worths),
                n,
                len(names),
            )
            for n, sheet in enumerate(scene.sheets)
        ],
        panels=_panels(live, scene, names, lang, seen.actor() if live.started else -1, mine),
        actions=choices,
        log=story(live.id, table, names, lang, eyes, bare)[since:],
        chat=[_line(line, names, lang, who.id if who is not None else "", muted) for line in live.heard(mine)],
        is_host=who is not None and live.host == who.id,
        missing=sum(1 for s in live.seats if s.kind == "open"),
        standing_in=mine >= 0 and live.seats[mine].standing_in,
        undo=is_now and live.may_take_back(mine),
        hint=asked and live.allow_hints,
        result=_result(live, names, lang) if live.is_over and is_now else None,
        rematch=live.rematch if mine >= 0 else None,
        has_strips=any(panel.goods for panel in scene.panels),
        groups=grouped(_rows(choices, scene, lang)),
        pace=live.pace,
        rated=live.rated,
        behind=is_behind(live, mine),
        resign=live.may_resign(mine),
        pack=table.game.pack if table.game.own_pack else "",
        pack_at=f"/packs/{played_id(table.game.id, table.game.pack_hash)}" if table.game.own_pack else "",
        holiday=mine >= 0 and live.started and not live.is_over and live.clock.pace.days > 0,
        goal=aim(now_seen, mine, names, lang) if live.is_dealt else None,
        threats=warned(now_seen, mine, lang) if live.started and is_now and not live.is_over else [],
        since_turn=deeds(live, mine, names, lang) if is_now and not live.is_over and eyes == mine else [],
        draft=draft_shown,
        suggested=now_seen.suggest() if asked and draft_shown is None else [],
        placing=placing_values(laid[1], draft_shown.answers[: laid[0]] if draft_shown else ()) if laid else None,
        key=key_of(
            [choice for choice in choices if choice.text in on_board], seen.grades(lang) if choices else None, lang
        ),
    )


def _is_asked(live: Live, mine: int) -> bool:
    """Whether the visitor has to decide now."""
    return mine >= 0 and live.started and not live.imported and live.actor == mine and not live.bot_to_move()


def names_of(table_id: str, seats: Sequence[Seat], lang: str) -> list[str]:
    """What the seats are called at a table: nicknames, bots by Greek names, free seats by their colour.

    Whoever has deleted their account was somebody.
    """
    called = zip(called_at(table_id, seats), seats, SEAT_NAMES[lang], strict=False)
    return [name or (say(lang, "somebody") if seat.kind == "person" else colour) for name, seat, colour in called]


# ---- the picture ----


def small_board(live: Live, lang: str) -> str:
    """The board as everybody sees it, as a picture that needs nothing else."""
    board = scene_of(live.seen(-1), lang).sheets[0]
    quiet = replace(board, shapes=[replace(shape, legal=False, actions=()) for shape in board.shapes])
    return picture(Scene([quiet]), rim=False)


def ground_of(board: drawn.Sheet) -> str:
    """The colour the board lies on, for the room around it: that of its first painted field, or ""."""
    found = _FIELD.search(board.shapes[0].body) if board.shapes else None
    return found[1] if found else ""


@dataclass(frozen=True)
class Marks:
    """What is marked on a picture: each a set of (sheet, shape), but for the shapes that decided the game."""

    asked: bool
    changed: set[tuple[str, str]]
    ghosts: set[tuple[str, str]]
    decisive: set[str]
    others: set[tuple[str, str]]  # places where a draft could go instead
    worths: dict[str, Worth]  # by action


def _sheet(sheet: drawn.Sheet, marks: Marks, number: int, seats: int) -> Sheet:
    """A sheet as SVG; where nothing is asked, nothing glows and nothing can be clicked."""
    shapes = _graded([_shape(shape, marks, (sheet.name, shape.id)) for shape in sheet.shapes], marks.worths)
    family, _, owner = sheet.name.partition("-")
    return Sheet(
        name=sheet.name,
        title=sheet.title,
        place="board" if number == 0 else "foot" if sheet.low or sheet.width >= WIDE * sheet.height else "side",
        height=sheet.height / sheet.width,
        family=family,
        owner=int(owner) if owner.isdigit() and int(owner) < seats else None,
        legal=sum(1 for shape in shapes if shape.legal),
        tab=sheet.tab,
        calls=sheet.calls,
        doubles=sheet.doubles,
        svg=sheet_svg(replace(sheet, shapes=shapes), f"{sheet.name}-"),
    )


def _shape(shape: Shape, marks: Marks, key: tuple[str, str]) -> Shape:
    is_other = key in marks.others and shape.legal
    if not marks.asked and shape.actions and not is_other:
        shape = replace(shape, legal=False, actions=())
    classes = [shape.cls, "elsewhere" if is_other else ""]
    if key in marks.changed:
        classes.append("changed")
    if key in marks.ghosts:
        classes.append("ghost")
    if marks.decisive:
        classes.append("decisive" if shape.id in marks.decisive else "pale" if shape.label else "")
    return replace(shape, cls=" ".join(filter(None, classes)))


def _graded(shapes: list[Shape], worths: dict[str, Worth]) -> list[Shape]:
    """The legal places in their grades, by the best that can be done at each."""
    best = {
        shape.id: max((worths[a] for a in shape.actions), key=lambda worth: (not worth.vain, *worth.order))
        for shape in shapes
        if shape.legal and all(a in worths for a in shape.actions)
    }
    grades = dict(zip(best, graded(list(best.values())), strict=True))
    return [
        mark(shape, grades[shape.id], best[shape.id].badge, best[shape.id].vain) if shape.id in best else shape
        for shape in shapes
    ]


_Look = dict[tuple[str, str], tuple[str, float, float]]
_BASELINES: LRUCache[tuple[str, int, int, str], _Look] = LRUCache(BASELINES)


def _look(seen: Seen, lang: str) -> _Look:
    """Each named shape with its label and place."""
    scene = scene_of(seen, lang)
    return {
        (sheet.name, shape.id): (shape.label, round(shape.x, 1), round(shape.y, 1))
        for sheet in scene.sheets
        for shape in sheet.shapes
        if shape.label
    }


def _changed(live: Live, mine: int, lang: str) -> set[tuple[str, str]]:
    """What all see new or other than after the visitor's last decision; until it is one's first turn, nothing."""
    plies = live.table.record.plies
    decided = next((n for n in range(len(plies), 0, -1) if plies[n - 1].actor == mine), 0)
    while decided and decided < len(plies) and plies[decided].actor < 0:
        decided += 1  # what was drawn upon one's own decision was seen at once
    if mine < 0 or not decided or decided == len(plies):
        return set()
    before = _baseline(live, decided, lang)
    return {key for key, look in _look(live.table.seen(-1), lang).items() if before.get(key) != look}


def changed_by(live: Live, mine: int, first: int, ply: int, lang: str) -> list[str]:
    """The shapes that look otherwise after a ply than at an earlier one, to the eyes of a seat."""
    table = live.table
    if not (live.is_dealt and 0 <= first < ply <= table.ply):
        return []
    before, after = (_look(table.seen(mine, n), lang) for n in (first, ply))
    return [f"{sheet}-{shape}" for (sheet, shape), look in after.items() if before.get((sheet, shape)) != look]


def _baseline(live: Live, ply: int, lang: str) -> _Look:
    """How it looked after a ply; remembered, as it is asked for again and again until one moves."""
    key = (live.id, ply, id(live.table.record.plies[ply - 1]), lang)
    if key not in _BASELINES:
        _BASELINES[key] = _look(live.table.seen(-1, ply), lang)
    return _BASELINES[key]


# ---- the words ----


def _prompt(live: Live, seen: Seen, lang: str, asked: bool, is_now: bool) -> Asking:
    """What is asked of whom, with the paragraph that governs it."""
    prompt = seen.prompt(lang) if live.is_dealt else waiting(live, lang)
    if live.table.resigned >= 0 and is_now:
        prompt = given_up(live, lang)
    return Asking(prompt.title, prompt.text, prompt.paragraph, seen.actor() if live.is_dealt else -1, asked)


def view_prompt(live: Live, who: Identity, lang: str) -> str:
    """What is asked of somebody, in a few words."""
    return live.seen(live.seat_of(who.id)).prompt(lang).title if live.is_dealt else waiting(live, lang).title


def given_up(live: Live, lang: str) -> Prompt:
    """What is said of a game that somebody has given up."""
    names = names_of(live.id, live.seats, lang)
    verdict = _verdict(lang, [names[1 - live.table.resigned]])
    return Prompt(verdict, say(lang, "told_resign", name=names[live.table.resigned]), "")


def waiting(live: Live, lang: str) -> Prompt:
    """What is said while a seat is open: nothing is dealt yet."""
    missing = sum(1 for s in live.seats if s.kind == "open")
    return Prompt(say(lang, "waiting_title"), say(lang, "waiting_text", n=missing), "")


def _line(line: ChatLine, names: list[str], lang: str, reader: str, muted: frozenset[str]) -> ChatText:
    """A line of chat; what happened to a seat is told as a sentence, a phrase in the reader's language."""
    by, at = line.name or say(lang, "somebody"), line.at.isoformat()
    if line.kind not in ("say", "phrase"):
        text = say(lang, f"told_{line.kind}", name=names[line.seat], by=by, lost=line.text)
        return ChatText("", line.seat, text, at, True, line.number)
    is_muted = line.who in muted
    text = say(lang, f"phrase_{line.text}") if line.kind == "phrase" else line.text
    own = bool(reader) and line.who == reader
    return ChatText(by, line.seat, "" if is_muted else text, at, False, line.number, own, line.is_aside, is_muted)


def _rows(choices: list[Choice], scene: Scene, lang: str) -> list[Choice]:
    """What the list shows: one row a place, where a piece can be turned there."""
    return one_row_a_place(choices, scene.placing, lambda n: say(lang, "ways", n=n))


def _panels(live: Live, scene: Scene, names: list[str], lang: str, actor: int, mine: int) -> list[Panel]:
    """The players in turn order with everything public about them."""
    known = {panel.seat: panel for panel in scene.panels}
    out = []
    for i, seat in enumerate(live.seats):
        public = known.get(i, drawn.Panel(i))
        out.append(
            Panel(
                seat=i,
                name=names[i],
                colour=COLOURS[i],
                mark=MARKS[i],
                kind=seat.kind,
                you=i == mine,
                bot=strength(lang, seat.bot) if seat.is_played_by_bot else "",
                standing_in=seat.standing_in,
                host=seat.owner is not None and seat.owner == live.host,
                turn=i == actor,
                facts=public.facts,
                score=public.score,
                note=public.note,
                goods=public.goods,
                finds=public.finds,
                at=public.at,
                clock=clock_of(live, i, lang),
            )
        )
    return out


def clock_of(live: Live, seat: int, lang: str) -> Clocked | None:
    """The time a person has left; none where there is no hurry."""
    pace = live.clock.pace
    if not pace.id or not live.started or live.is_over or live.seats[seat].is_played_by_bot:
        return None
    due = live.due if seat == live.actor else None
    left = live.clock.left[seat] if pace.is_live else float(pace.days * DAY)
    if due is not None:
        left = (due - now()).total_seconds()
    until = round(due.timestamp() * 1000) if due is not None else 0
    return Clocked(told(left, pace.is_live, lang), until, pace.is_live, left < HURRY)


def _result(live: Live, names: list[str], lang: str) -> Result:
    """Who won and how, and everybody's points by category, the best first."""
    table = live.table
    end, drawn_chances = replace(table.opened(), names=tuple(names)), chances_of(table)
    places, told = table.places(), end.account(lang) or _counted(end, lang)
    order = sorted(range(len(places)), key=lambda seat: (places[seat], -told.total.by_seat[seat], seat))
    winners = [seat for seat in order if places[seat] == 1]
    verdict, prompt = _verdict(lang, [names[seat] for seat in winners]), end.prompt(lang)
    if table.resigned >= 0:
        told, prompt = replace(told, title=verdict, text=""), given_up(live, lang)
    return Result(
        title=told.title or verdict,
        text=told.text or prompt.text,
        winners=winners,
        categories=[row.name for row in told.rows],
        total=told.total.name,
        rows=[
            Placed(
                seat=seat,
                place=places[seat],
                name=names[seat],
                colour=COLOURS[seat],
                mark=MARKS[seat],
                points=[row.by_seat[seat] for row in told.rows],
                shown=[row.told(seat) for row in told.rows],
                total=told.total.told(seat),
            )
            for seat in order
        ],
        chances=drawn_chances,
        last=max(1, drawn_chances[0].last),
    )


def _counted(end: Seen, lang: str) -> Account:
    """The points of a game that does not tell how it was won."""
    scores = end.scores()
    rows = {name: Count(end.game.category(name, lang), tuple(row[name] for row in scores)) for name in scores[0]}
    total = rows.pop("total", Count(say(lang, "total"), (0,) * len(scores)))
    return Account("", "", tuple(rows.values()), replace(total, name=say(lang, "total")))


def _verdict(lang: str, winners: list[str]) -> str:
    if len(winners) > 1:
        return say(lang, "share_victory", names=join(lang, winners))
    return say(lang, "wins", name=winners[0])

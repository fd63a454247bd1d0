"""What the pages of the puzzles show: a position on the real board, the verdict, and why."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

from markupsafe import Markup

from agon.core.errors import AgonError
from agon.core.game import Game, seat_name
from agon.draw.scene import COLOURS, MARKS, Scene, Shape
from agon.draw.svg import picture, sheet_svg
from agon.games import game as find_game
from agon.play.lessons import ON, REFUSED, RIGHT, WRONG
from agon.play.puzzle_words import Reason, Row, also_right, in_the_game, listed, refutation, task, why
from agon.play.puzzles import Attempt, Puzzle, puzzles, theme_name, themes
from agon.web import clocks
from agon.web.learnpage import Sheet
from agon.web.lobbypage import all_games, card
from agon.web.present import ground_of
from agon.web.progress import Share, Standing, Try, week
from agon.web.words import say

LONGEST: Final = 40  # plies of an answer that are believed
LIVES: Final = 3
AHEAD: Final = 25.0  # a next puzzle is so much harder than the solver is good
SHOWN: Final = "shown"


@dataclass(frozen=True)
class Shown:
    """A puzzle as the page shows it after somebody's plies."""

    puzzle: Puzzle
    title: str
    more: str
    colour: str
    mark: str
    name: str  # of the seat that decides
    prompt: str  # what is asked now
    sheets: list[Sheet]
    plies: tuple[str, ...]
    choices: list[tuple[str, str]]
    buttons: list[tuple[str, str]]
    outcome: str  # "", of lessons.py, or SHOWN
    said: list[str]
    is_final: bool  # nothing can be added to the answer: it waits for its judgement
    why: list[Reason]
    also: str
    rows: list[Row]
    in_the_game: str

    @property
    def is_told(self) -> bool:
        """Whether the solution is on the page."""
        return bool(self.why)


def shown(
    game: Game,
    puzzle: Puzzle,
    lang: str,
    plies: Collection[str] = (),
    said: str = "",
    final: bool = False,
    tell: bool = False,
) -> Shown:
    """The puzzle after an answer: an action more, a judgement, or the solution."""
    attempt = _resumed(game, puzzle, puzzle.answer.line if tell else list(plies)[:LONGEST])
    outcome, text = (SHOWN if tell else ""), list[str]()
    if said and attempt.is_open() and not tell:
        refused = _said(attempt, said, lang)
        if refused:
            outcome, text = REFUSED, [refused]
    ended = puzzle.is_exact and bool(attempt.plies) and not attempt.is_open()
    if not tell and not outcome and (final or ended):
        verdict = attempt.verdict()
        outcome = RIGHT if verdict.kind == RIGHT else WRONG
        if outcome == WRONG:
            found = None if verdict.kind == ON else verdict.refuted
            text = refutation(game, puzzle, attempt.plies, found, lang)
            attempt = Attempt(game, puzzle)
    told = outcome in (RIGHT, SHOWN)
    title, more = task(game, puzzle, lang)
    seen = attempt.seen()
    scene = seen.scene(lang)
    assert isinstance(scene, Scene)
    asked = attempt.is_open() and not told
    moves = seen.choices(lang) if asked else []
    return Shown(
        puzzle=puzzle,
        title=title,
        more=more,
        colour=COLOURS[attempt.me],
        mark=MARKS[attempt.me],
        name=seat_name(attempt.me, lang),
        prompt=seen.prompt(lang).title if asked else "",
        sheets=sheets_of(scene, attempt.me, asked, _new(attempt, scene, lang) if told else ()),
        plies=tuple(attempt.plies) if not told else (),
        choices=moves,
        buttons=[(action, label) for action, label in moves if action in scene.buttons],
        outcome=outcome,
        said=text,
        is_final=bool(attempt.plies) and not told and not attempt.is_open(),
        why=why(game, puzzle, lang) if told else [],
        also=also_right(game, puzzle, lang) if told else "",
        rows=listed(game, puzzle, lang) if told else [],
        in_the_game=in_the_game(puzzle, lang) if told else "",
    )


def _resumed(game: Game, puzzle: Puzzle, plies: Sequence[str]) -> Attempt:
    """The puzzle where it was left; from the beginning where that cannot be."""
    try:
        return Attempt(game, puzzle, plies)
    except AgonError:
        return Attempt(game, puzzle)


def _said(attempt: Attempt, said: str, lang: str) -> str:
    """Play an action in words; the sentence of a refusal, or nothing."""
    try:
        refused = attempt.play(said)
    except AgonError as error:
        return error.message(lang)
    return "" if refused is None or refused.text is None else refused.text[lang]


def _new(attempt: Attempt, after: Scene, lang: str) -> set[tuple[str, str]]:
    """What the answer has brought to the table, or changed."""
    before = attempt.before.scene(lang)
    assert isinstance(before, Scene)
    old = {(sheet.name, s.id): (s.label, s.x, s.y) for sheet in before.sheets for s in sheet.shapes}
    return {
        (sheet.name, s.id)
        for sheet in after.sheets
        for s in sheet.shapes
        if s.label and old.get((sheet.name, s.id)) != (s.label, s.x, s.y)
    }


def sheets_of(scene: Scene, me: int, asked: bool, new: Collection[tuple[str, str]] = ()) -> list[Sheet]:
    """The board, what is common, and what lies before a seat."""
    out = []
    for number, sheet in enumerate(scene.sheets):
        owner = sheet.name.partition("-")[2]
        offers = asked and any(shape.legal for shape in sheet.shapes)
        if number and owner.isdigit() and int(owner) != me and not offers:
            continue
        shapes = [_still(s, asked, (sheet.name, s.id) in new) for s in sheet.shapes]
        svg = Markup(sheet_svg(replace(sheet, shapes=shapes), f"{sheet.name}-"))
        out.append(Sheet(sheet.name, sheet.title, ground_of(sheet), svg))
    return out


def _still(shape: Shape, asked: bool, is_new: bool) -> Shape:
    """A shape that offers nothing where nothing is asked, lit where it is new."""
    if not asked and shape.actions:
        shape = replace(shape, legal=False, actions=())
    return replace(shape, cls=f"{shape.cls} lit".strip()) if is_new else shape


def small_puzzle(puzzle: Puzzle) -> str:
    """The board of a puzzle as a picture that needs nothing else."""
    scene = Attempt(game_of(puzzle), puzzle).seen().scene("en")
    assert isinstance(scene, Scene)
    board = scene.sheets[0]
    quiet = replace(board, shapes=[replace(shape, legal=False, actions=()) for shape in board.shapes])
    return picture(Scene([quiet]), rim=False)


# ---- around it ----


def about(game: Game, puzzle: Puzzle, lang: str, rating: float, share: Share) -> dict[str, Any]:
    """What is told of a puzzle beside it."""
    told = (
        say(lang, "puzzle_share", share=f"{round(100 * share.solved / share.people)} %", n=share.people)
        if share.people
        else say(lang, "puzzle_nobody")
    )
    if share.median:
        told += " " + say(lang, "puzzle_median", time=clocks.told(share.median, True, lang))
    return {
        "game": game.id,
        "of": say(lang, "puzzle_of", game=game.title[lang], n=puzzle.seats, ply=len(puzzle.plies)),
        "rating": round(rating),
        "share": told,
        "grade": say(lang, f"puzzle_grade_{puzzle.grade}"),
        "themes": [(theme, theme_name(game, theme, lang)) for theme in themes(game, puzzle)],
    }


def days_row(days: dict[date, bool], today: date, lang: str) -> list[dict[str, Any]]:
    """The last week of daily puzzles."""
    names = {"en": "Mon Tue Wed Thu Fri Sat Sun", "de": "Mo Di Mi Do Fr Sa So"}[lang].split()
    keys = {True: "puzzle_solved", False: "puzzle_unsolved", None: "puzzle_open"}
    return [
        {
            "name": names[day.weekday()],
            "state": "now" if day == today and day not in days else {True: "yes", False: "no", None: ""}[days.get(day)],
            "said": say(lang, keys[days.get(day)]),
        }
        for day in week(today)
    ]


def next_puzzle(rating: Standing | None, tries: Sequence[Try], game: str = "", theme: str = "") -> Puzzle | None:
    """Of those not tried yet, the one that is a little harder than the solver is good."""
    known = {t.puzzle for t in tries}
    wanted = (rating.rating if rating is not None else 1200.0) + AHEAD
    rows = [p for p in chosen(game, theme) if p.id not in known]
    return min(rows, key=lambda p: (abs(p.rating - wanted), p.id), default=None)


def chosen(game: str = "", theme: str = "") -> list[Puzzle]:
    """All puzzles, of a game or a theme."""
    games = [found for found in all_games() if not game or found.id == game]
    return [p for found in games for p in puzzles(found) if not theme or theme in themes(found, p)]


def of_the_run(solved: int, lives: int) -> Puzzle:
    """The next of a streak: each one harder than the last, from the easiest tenth to the hardest puzzle."""
    rows = sorted(chosen(), key=lambda p: (p.rating, p.id))
    step = max(1, len(rows) // 40)
    return rows[min(len(rows) - 1, (solved + LIVES - lives) * step)]


def map_values(tries: Sequence[Try], lang: str) -> dict[str, Any]:
    """The games with their puzzles, by theme."""
    known = {t.puzzle: t.solved for t in tries}
    games = []
    for found in all_games():
        rows = puzzles(found)
        if not rows:
            continue
        names = {theme: theme_name(found, theme, lang) for p in rows for theme in themes(found, p)}
        counts = {theme: sum(theme in themes(found, p) for p in rows) for theme in names}
        games.append(
            {
                **card(found, lang),
                "count": say(lang, "puzzle_count", n=len(rows), exact=sum(p.is_exact for p in rows)),
                "tried": sum(p.id in known for p in rows),
                "solved": sum(known.get(p.id, False) for p in rows),
                "all": len(rows),
                "themes": [(theme, names[theme], counts[theme]) for theme in sorted(names, key=lambda t: -counts[t])],
            }
        )
    return {"page": "puzzles", "games": games}


def game_of(puzzle: Puzzle) -> Game:
    return find_game(puzzle.game)

"""What is said about a puzzle, in both languages: the task, why the answer is right, and what refutes another.

The words of the game say it: its log, its prompts and outlooks, with the paragraph that governs each action.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from agon.bots.protocol import Step
from agon.core.game import Game, seat_name, seat_names
from agon.core.state import CHANCE, OVER, State
from agon.play.hint import percent, result, tell_line
from agon.play.puzzles import Attempt, Puzzle, Refutation
from agon.play.seen import Seen

PAY: Final = "pay"  # the verb of every game that pays card by card
WORDS: Final[dict[str, dict[str, str]]] = {
    "en": {
        "win": "{name} to move: win this turn.",
        "best": "{name} to move: find the best action.",
        "missed": "In the game the bot missed it.",
        "found": "In the game the bot found it.",
        "at_once": "{name} wins at once.",
        "worth": "{name} then: {chance}.",
        "expects": "The search expects:",
        "after": "After {action}:",
        "no_win": "No way of playing on wins this turn any more.",
        "less": "The search gives it {chance} at most; the best action has {best}.",
        "then": "{name} then: {chance}.",
        "exact": "exact: every way to play this turn was tried",
        "liked": "the search alone liked it best",
        "played": "played in the game",
        "also": "Also right: {actions}.",
    },
    "de": {
        "win": "{name} ist am Zug: Gewinne in diesem Zug.",
        "best": "{name} ist am Zug: Finde die beste Aktion.",
        "missed": "In der Partie hat der Bot es übersehen.",
        "found": "In der Partie hat der Bot es gefunden.",
        "at_once": "{name} gewinnt sofort.",
        "worth": "{name} danach: {chance}.",
        "expects": "Die Suche erwartet:",
        "after": "Nach {action}:",
        "no_win": "So lässt sich in diesem Zug nicht mehr gewinnen.",
        "less": "Die Suche gibt ihr höchstens {chance}; die beste Aktion hat {best}.",
        "then": "{name} danach: {chance}.",
        "exact": "exakt: Jede Fortsetzung dieses Zuges wurde probiert",
        "liked": "der Suche allein gefiel es am besten",
        "played": "in der Partie gespielt",
        "also": "Ebenso richtig: {actions}.",
    },
}


@dataclass(frozen=True)
class Reason:
    """A sentence, what comes of it, and the paragraph behind it."""

    text: str
    more: str
    paragraph: str


@dataclass(frozen=True)
class Row:
    """An action of the search's list."""

    label: str
    worth: str  # "77 %"
    share: float
    note: str
    is_right: bool


def task(game: Game, puzzle: Puzzle, lang: str) -> tuple[str, str]:
    """What is asked, and a word on it."""
    attempt = Attempt(game, puzzle)
    title = WORDS[lang][puzzle.kind].format(name=seat_name(attempt.me, lang))
    asked = attempt.seen().prompt(lang).title
    return title, asked if asked.endswith(("?", ".")) else f"{asked}."


def in_the_game(puzzle: Puzzle, lang: str) -> str:
    """Whether it was played when the position arose; nothing where nobody knows."""
    if not puzzle.played:
        return ""
    return WORDS[lang]["found" if puzzle.played in puzzle.answer.firsts else "missed"]


def why(game: Game, puzzle: Puzzle, lang: str) -> list[Reason]:
    """The answer in sentences with their paragraphs, and how it goes on."""
    attempt = Attempt(game, puzzle)
    state, me = attempt.state, attempt.me
    out: list[Reason] = []
    for text in puzzle.answer.line:
        action = game.space.parse(text)
        reason = _reason(game, state.observe(me), action, lang)
        if not _is_paying(game, action, reason.text):
            out.append(reason)
        state.apply(action)
    if state.actor() == OVER:
        end = game.prompt(state, me, lang)
        sentence = WORDS[lang]["at_once"].format(name=seat_name(me, lang))
        out.append(Reason(sentence, end.text, end.paragraph))
        return out
    then = _line(game, puzzle, [puzzle.answer.line[0]], puzzle.answer.then, lang)[1:]
    if then:
        out.append(Reason(WORDS[lang]["expects"], " ".join(then), ""))
    chance = result(lang, puzzle.answer.worth, puzzle.seats)
    out.append(Reason(WORDS[lang]["worth"].format(name=seat_name(me, lang), chance=chance), "", ""))
    return out


def _reason(game: Game, seen: State, action: int, lang: str) -> Reason:
    outlook = game.outlook(seen, action, lang)
    more = " · ".join(filter(None, (outlook.reason, outlook.price, outlook.gain)))
    sentence = game.log(seen, action, seat_names(lang), lang)
    return Reason(sentence, f"({more})" if more else "", game.space.verb(action).paragraph)


def also_right(game: Game, puzzle: Puzzle, lang: str) -> str:
    """The other ways to begin."""
    seen = Attempt(game, puzzle).before
    others = [t for t in puzzle.answer.firsts if t != puzzle.answer.line[0]]
    if not others:
        return ""
    labels = "; ".join(seen.label(game.space.parse(text), lang) for text in others)
    return WORDS[lang]["also"].format(actions=labels)


def refutation(game: Game, puzzle: Puzzle, plies: Sequence[str], found: Refutation | None, lang: str) -> list[str]:
    """Why a wrong answer is wrong."""
    words, me = WORDS[lang], Attempt(game, puzzle).me
    if found is not None and len(plies) == 1:
        told = _line(game, puzzle, plies, found.line, lang)[1:]
        worth = words["then"].format(name=seat_name(me, lang), chance=result(lang, found.worth, puzzle.seats))
        return [*([words["no_win"]] if puzzle.is_exact else []), *told, worth]
    if puzzle.is_exact:
        return [words["no_win"]]
    wrong = [r.worth for r in puzzle.rivals if r.action not in puzzle.answer.firsts]
    best = result(lang, puzzle.answer.worth, puzzle.seats)
    return [words["less"].format(chance=result(lang, max(wrong), puzzle.seats), best=best)]


def _line(game: Game, puzzle: Puzzle, plies: Sequence[str], then: Sequence[str], lang: str) -> list[str]:
    """Own plies and what the search expects after them, as far as it can be told."""
    attempt = Attempt(game, puzzle)
    steps = [Step(attempt.me, game.space.parse(text)) for text in plies]
    for expected in then:
        who, _, text = expected.partition(" ")
        steps.append(Step(CHANCE if who == "*" else int(who), game.space.parse(text)))
    observation = attempt.state.observe(attempt.me)
    told = tell_line(game, observation, steps, seat_names(lang), lang)
    return [t.sentence for t, step in zip(told, steps, strict=False) if not _is_paying(game, step.action, t.sentence)]


def _is_paying(game: Game, action: int, sentence: str) -> bool:
    """A payment of which nothing comes yet; that the price is paid is said with what was bought."""
    return game.space.verb(action).name == PAY and ". " not in sentence


def listed(game: Game, puzzle: Puzzle, lang: str) -> list[Row]:
    """The search's list; of an exact puzzle what it thought without the proof, behind the answer."""
    words, seen = WORDS[lang], Attempt(game, puzzle).before
    rows: list[Row] = []
    if puzzle.is_exact:
        rows.append(Row(_label(game, seen, puzzle.answer.line[0], lang), percent(1.0), 1.0, words["exact"], True))
    for place, rival in enumerate(puzzle.rivals):
        right = rival.action in puzzle.answer.firsts
        if puzzle.is_exact and right:
            continue
        notes = [words["liked"]] if puzzle.is_exact and place == 0 else []
        notes += [words["played"]] if rival.action == puzzle.played else []
        label = _label(game, seen, rival.action, lang)
        if not notes and any((row.label, row.worth) == (label, percent(rival.worth)) for row in rows):
            continue  # the same words twice: a space of the bar like another
        rows.append(Row(label, percent(rival.worth), rival.worth, ", ".join(notes), right))
    return rows


def _label(game: Game, seen: Seen, text: str, lang: str) -> str:
    return seen.label(game.space.parse(text), lang)

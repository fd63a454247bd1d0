"""A puzzle in a terminal: the position, an answer in words, and why it is right or wrong."""

from __future__ import annotations

from typing import Final

from agon.core.errors import AgonError
from agon.core.game import Game
from agon.play.lessons import ON, RIGHT
from agon.play.puzzle_words import also_right, in_the_game, listed, refutation, task, why
from agon.play.puzzles import Attempt, Puzzle, theme_name, themes
from agon.terminal.learn import Ask, Out

WORDS: Final[dict[str, dict[str, str]]] = {
    "en": {
        "head": "Puzzle {id} · {game} · {about} · rating {rating}",
        "help": "Answer in words. ? lists what is possible, undo takes back, show tells the solution, quit ends.",
        "final": "Enter: that is my answer. undo: another one.",
        "right": "Found it.",
        "wrong": "No.",
        "again": "The position stays open: try again.",
        "list": "What the search thought:",
        "nothing": "There is nothing to take back.",
    },
    "de": {
        "head": "Aufgabe {id} · {game} · {about} · Wertung {rating}",
        "help": "Antworte in Worten. ? zeigt, was möglich ist, undo nimmt zurück, show nennt die Lösung, quit beendet.",
        "final": "Eingabetaste: Das ist meine Antwort. undo: eine andere.",
        "right": "Gefunden.",
        "wrong": "Nein.",
        "again": "Die Stellung bleibt offen: Versuch es noch einmal.",
        "list": "Was die Suche dachte:",
        "nothing": "Es gibt nichts zurückzunehmen.",
    },
}


def solve(game: Game, puzzle: Puzzle, lang: str, ask: Ask, out: Out) -> bool:
    """Ask until it is solved, shown or left; True where the first answer was right."""
    words = WORDS[lang]
    about = ", ".join(theme_name(game, theme, lang) for theme in themes(game, puzzle))
    rating = round(puzzle.rating)
    out(words["head"].format(id=puzzle.id, game=game.title[lang], about=about, rating=rating))
    out(Attempt(game, puzzle).seen().sketch(lang))
    out("\n".join(task(game, puzzle, lang)))
    out(words["help"])
    attempt, first = Attempt(game, puzzle), True
    while True:
        try:
            said = ask("> ").strip()
        except EOFError:
            return False
        if said in ("quit", "q"):
            return False
        if said == "show":
            _tell(game, puzzle, lang, out)
            return False
        if said == "?":
            for action, label in attempt.seen().choices(lang) if attempt.is_open() else ():
                out(f"  {action}: {label}")
        elif said == "undo":
            if not attempt.plies:
                out(words["nothing"])
            attempt = Attempt(game, puzzle, attempt.plies[:-1])
        elif said:
            _play(attempt, said, lang, out)
        elif attempt.plies:
            verdict = attempt.verdict()
            if verdict.kind == RIGHT:
                out(words["right"])
                _tell(game, puzzle, lang, out)
                return first
            first = False
            wrong = refutation(game, puzzle, attempt.plies, verdict.refuted, lang) if verdict.kind != ON else []
            out(" ".join([words["wrong"], *wrong, words["again"]]))
            attempt = Attempt(game, puzzle)


def _play(attempt: Attempt, said: str, lang: str, out: Out) -> None:
    words = WORDS[lang]
    if not attempt.is_open():
        out(words["final"])
        return
    try:
        refused = attempt.play(said)
    except AgonError as error:
        out(error.message(lang))
        return
    if refused is not None and refused.text is not None:
        out(refused.text[lang])
    elif attempt.is_open():
        out(attempt.seen().prompt(lang).title)
    else:
        out(words["final"])


def _tell(game: Game, puzzle: Puzzle, lang: str, out: Out) -> None:
    """Why the answer is right, and the search's list."""
    for number, reason in enumerate(why(game, puzzle, lang), 1):
        more = f" ({reason.more})" if reason.more else ""
        out(f"  {number}. {reason.text}{more} {reason.paragraph}".rstrip())
    for line in (also_right(game, puzzle, lang), in_the_game(puzzle, lang)):
        if line:
            out(line)
    out(WORDS[lang]["list"])
    for row in listed(game, puzzle, lang):
        out(f"  {row.worth:>6}  {row.label}" + (f" – {row.note}" if row.note else ""))

"""What owners of a game ask, answered by games of strong bots: what beginning is worth, ways to win, points.

`agon study --page` writes the answers into the game's folder (study.json); its page on a server and in the
documentation tells them, in English and German.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from agon.core.game import Game

FILE: Final = "study.json"
FORMAT: Final = 1
RARE: Final = 0.005  # ways that so few winners went are not told
WORDS: Final[dict[str, dict[str, str]]] = {
    "en": {
        "title": "What games have shown",
        "lead": "The search has played against itself: {tables}. In brackets: where the true share lies with 95 % "
        "certainty. Better play than this may shift it.",
        "table": "{games} games with {seats} players ({tries} tries a decision)",
        "players": "{seats} players",
        "turns": "How much is the turn worth?",
        "helps": "With {seats} players who begins wins {share} of the games; {fair} would be even.",
        "even": "With {seats} players no turn is seen to be better than another.",
        "later": "With {seats} players the best turn is the {turn}: {share} of the victories; {fair} would be even.",
        "victories": "victories",
        "ways": "Ways to win",
        "ways_are": "By what the winner is most ahead of the others' mean, in % of the games.",
        "way": "ahead by",
        "points": "Points",
        "points_are": "The mean of those who won / of the others.",
        "category": "for",
        "turn_1": "first",
        "turn_2": "second",
        "turn_3": "third",
        "turn_4": "fourth",
        "turn_5": "fifth",
        "point": ".",
        "thousands": ",",
    },
    "de": {
        "title": "Was Partien gezeigt haben",
        "lead": "Die Suche hat gegen sich selbst gespielt: {tables}. In Klammern: wo der wahre Anteil mit 95 % "
        "Sicherheit liegt. Besseres Spiel als dieses mag ihn verschieben.",
        "table": "{games} Partien zu {seats} ({tries} Versuche je Entscheidung)",
        "players": "zu {seats}",
        "turns": "Was ist die Reihenfolge wert?",
        "helps": "Zu {seats} gewinnt, wer beginnt, {share} der Partien; ausgeglichen wären {fair}.",
        "even": "Zu {seats} ist keine Stelle der Reihenfolge als besser zu erkennen.",
        "later": "Zu {seats} ist die beste Stelle die {turn}: {share} der Siege; ausgeglichen wären {fair}.",
        "victories": "Siege",
        "ways": "Wege zum Sieg",
        "ways_are": "Worin, wer gewinnt, dem Mittel der anderen am weitesten voraus ist, in % der Partien.",
        "way": "voraus durch",
        "points": "Punkte",
        "points_are": "Im Mittel: wer gewonnen hat / die anderen.",
        "category": "für",
        "turn_1": "erste",
        "turn_2": "zweite",
        "turn_3": "dritte",
        "turn_4": "vierte",
        "turn_5": "fünfte",
        "point": ",",
        "thousands": ".",
    },
}
Share = list[float]  # a share and its interval


@dataclass(frozen=True)
class Findings:
    """Answers for one number of seats."""

    seats: int
    games: int
    bot: str
    command: str
    date: str
    turns: list[Share]  # victories of who began, who was next, and so on
    ways: dict[str, Share]  # by what the winner was most ahead
    points: dict[str, list[float]]  # by category: of those who won, and of the others

    def tries(self) -> int:
        """Iterations a decision."""
        return int(self.bot.partition("iterations=")[2].partition(",")[0] or 0)

    def best(self) -> int | None:
        """The turn that wins more than its share for certain; None: none is seen to."""
        turn = max(range(self.seats), key=lambda n: self.turns[n][0])
        return turn if self.turns[turn][1] > 1.0 / self.seats else None


def of_study(seats: int, told: dict[str, Any], date: str) -> Findings:
    """What a study has found (agon.play.study_report.summary)."""
    kept = {name: told[name] for name in ("games", "bot", "command", "ways", "points")}
    return Findings(seats=seats, date=date, turns=told["wins by turn"], **kept)


def findings(game: Game) -> list[Findings]:
    """The answers for a game, by number of seats; none for an owner's components, of which nobody knows them."""
    text = game.study_text() if game.pack == "default" else ""
    return [Findings(**table) for table in json.loads(text)["tables"]] if text else []


def merged(known: Iterable[Findings], fresh: Findings) -> str:
    """The file with one table more, in the place of what was known of as many seats."""
    tables = [*(one for one in known if one.seats != fresh.seats), fresh]
    told = [asdict(one) for one in sorted(tables, key=lambda one: one.seats)]
    return json.dumps({"agon study": FORMAT, "tables": told}, indent=1) + "\n"


def install(game: Game, fresh: Findings) -> Path:
    """Write answers into the game's folder."""
    file = Path(str(files(game.folder))) / FILE
    file.write_text(merged(findings(game), fresh), "utf-8")
    return file


# ---- as a text ----


def title(lang: str) -> str:
    return WORDS[lang]["title"]


def markdown(game: Game, lang: str) -> str:
    """The answers for people, as Markdown under a heading of its own; nothing where there are none."""
    tables = findings(game)
    if not tables:
        return ""
    w = WORDS[lang]
    played = (w["table"].format(games=number(one.games, lang), seats=one.seats, tries=one.tries()) for one in tables)
    parts = [w["lead"].format(tables=", ".join(played))]
    parts += [f"**{w['turns']}** " + " ".join(verdict(one, lang) for one in tables), turns(tables, lang)]
    parts += [f"**{w['ways']}.** {w['ways_are']}", ways(tables, game, lang)]
    parts += [f"**{w['points']}.** {w['points_are']}", points(tables, game, lang)]
    return "\n\n".join(parts) + "\n"


def verdict(one: Findings, lang: str) -> str:
    """What beginning is worth, in a sentence."""
    best = one.best()
    name = "even" if best is None else "later" if best else "helps"
    share = percent(one.turns[best or 0][0], lang)
    turn = WORDS[lang][f"turn_{(best or 0) + 1}"]
    return WORDS[lang][name].format(seats=one.seats, share=share, fair=percent(1.0 / one.seats, lang), turn=turn)


def turns(tables: list[Findings], lang: str) -> str:
    rows = [
        [WORDS[lang][f"turn_{n + 1}"], *(percent_in(one.turns[n], lang) if n < one.seats else "" for one in tables)]
        for n in range(tables[-1].seats)
    ]
    return table(WORDS[lang]["victories"], tables, rows, lang)


def ways(tables: list[Findings], game: Game, lang: str) -> str:
    known = dict.fromkeys(name for one in tables for name, row in one.ways.items() if row[0] >= RARE)
    rows = [
        [game.category(name, lang), *(percent_in(one.ways.get(name, [0.0]), lang) for one in tables)] for name in known
    ]
    return table(WORDS[lang]["way"], tables, rows, lang)


def points(tables: list[Findings], game: Game, lang: str) -> str:
    rows = [
        [game.category(name, lang), *(" / ".join(number(x, lang, 1) for x in one.points[name]) for one in tables)]
        for name in tables[0].points
    ]
    return table(WORDS[lang]["category"], tables, rows, lang)


def table(corner: str, tables: list[Findings], rows: list[list[str]], lang: str) -> str:
    """One column for each number of seats."""
    head = [corner, *(WORDS[lang]["players"].format(seats=one.seats) for one in tables)]
    lines = [head, ["---", *["---:"] * len(tables)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def percent_in(share: Share, lang: str) -> str:
    """A share with its interval, where it is known."""
    inner = "–".join(number(100 * x, lang, 1) for x in share[1:])
    return percent(share[0], lang) + (f" ({inner})" if inner else "")


def percent(share: float, lang: str) -> str:
    return f"{number(100 * share, lang, 1)} %"


def number(x: float, lang: str, digits: int = 0) -> str:
    """As one writes it in a language."""
    text = f"{x:,.{digits}f}"
    swap = {",": WORDS[lang]["thousands"], ".": WORDS[lang]["point"], "-": "\N{MINUS SIGN}"}
    return "".join(swap.get(c, c) for c in text)


__all__ = ["Findings", "findings", "install", "markdown", "merged", "of_study", "title"]

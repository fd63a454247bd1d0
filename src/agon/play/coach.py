"""The coach: a short game from a given position to its end, against bots, with a word before and after each decision.

Before it: the aim and how far everybody is, what threatens, how the game stands, and whether much depends on it. After
it: what it changed, and whether something was better. It all comes from the game's guide and from a search of what the
seat may know. Nothing is kept: the plies tell the game, and every draw and answer depends on the seed and the ply.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any, Final

from agon.bots import make_bot
from agon.bots.protocol import Advice
from agon.bots.searcher import SearchBot
from agon.core.errors import AgonError
from agon.core.game import Game, seat_name, seat_names
from agon.core.state import CHANCE, COMPILED, OVER, State
from agon.play.hint import outlook, result
from agon.play.seen import Seen
from agon.play.table import laid_out

PARTNER: Final = "easy"
ITERATIONS: Final = 240 if COMPILED else 60
SAME: Final = 0.02  # of the chance: as good as the best
NEAR: Final = 0.06
MUCH: Final = 0.1  # depends on a decision
DEEDS: Final = 5  # of the others, that are told
THREATS: Final = 2
TITLE: Final = {"en": "A game with the coach", "de": "Eine Partie mit dem Trainer"}
ABOUT: Final = {
    "en": "To its end, with a word on every decision",
    "de": "Bis zum Schluss, mit einem Wort zu jeder Entscheidung",
}
SECONDS: Final = 25  # that a decision takes with what is said about it, as measured (docs/lessons.md)

WORDS: Final[dict[str, dict[str, str]]] = {
    "en": {
        "aim": "The aim: {aim}.",
        "standing": "Now: {rows}.",
        "stands": "How it stands for you: {word} ({chance}).",
        "much": "This decision matters: the best action is worth {n} points of a hundred more than the usual one.",
        "little": "Several actions are about equally good here: choose what you like.",
        "some": "Think about what each action brings, and what it leaves to the others.",
        "one": "There is only one thing to do.",
        "would": "The coach would play: {action}",
        "best": "I know nothing better.",
        "near": "Good. {action} was a little better.",
        "better": "Better was {action}: {best} instead of {chance}.",
        "standing_change": "Your standing: {before} → {after}.",
        "won": "You have won!",
        "lost": "{name} has won. Look where the chances fell, and try it once more.",
        "since": "Since then: {deeds}",
    },
    "de": {
        "aim": "Das Ziel: {aim}.",
        "standing": "Stand: {rows}.",
        "stands": "Wie es um dich steht: {word} ({chance}).",
        "much": "Hier kommt es darauf an: Die beste Aktion ist {n} von hundert Punkten mehr wert als die übliche.",
        "little": "Mehrere Aktionen sind hier etwa gleich gut: Nimm, was dir gefällt.",
        "some": "Überlege, was jede Aktion bringt und was sie den anderen lässt.",
        "one": "Hier ist nur eines möglich.",
        "would": "Der Trainer würde spielen: {action}",
        "best": "Besseres weiß ich nicht.",
        "near": "Gut. {action} war ein wenig besser.",
        "better": "Besser war {action}: {best} statt {chance}.",
        "standing_change": "Dein Stand: {before} → {after}.",
        "won": "Du hast gewonnen!",
        "lost": "{name} hat gewonnen. Sieh nach, wo die Aussichten fielen, und versuch es noch einmal.",
        "since": "Seitdem: {deeds}",
    },
}


@dataclass(frozen=True)
class Start:
    """Where a coached game begins: the plies so far, who one is, and the seed of all that follows."""

    seats: int
    me: int
    seed: int
    plies: tuple[str, ...]
    decisions: int  # about so many of one's own are left
    text: Mapping[str, str]

    @property
    def minutes(self) -> int:
        """How long it takes, about."""
        return round(self.decisions * SECONDS / 60)


def start_of(game: Game) -> Start | None:
    """The beginning in the game's folder (coach.toml), if it has one."""
    return None if game.own_pack else _start(game.folder)


@cache
def _start(folder: str) -> Start | None:
    file = files(folder) / "coach.toml" if folder else None
    if file is None or not file.is_file():
        return None
    told: dict[str, Any] = tomllib.loads(file.read_text("utf-8"))
    plies = tuple(ply.strip() for ply in told["plies"].split(";") if ply.strip())
    return Start(told["seats"], told["me"], told["seed"], plies, told["decisions"], told["text"])


@dataclass(frozen=True)
class Thought:
    """What the search thinks of a decision."""

    advice: tuple[Advice, ...]
    played: float  # the worth of the action played; of the best where none was


class Coached:
    """A coached game after some plies; chance and the others have played until one is asked, or the end."""

    def __init__(self, game: Game, start: Start, plies: Sequence[str] = ()) -> None:
        self.game = game
        self.start = start
        self.me = start.me
        self.state = game.start(start.seats, game.settings({}))
        for text in start.plies:
            self.state.apply(game.space.parse(text))
        self.plies: list[str] = []
        self.asked: State | None = None  # before one's last decision
        self.mine = 0  # and its place among the plies
        for text in plies:
            self._apply(text)
        self._go_on()

    def _apply(self, text: str) -> None:
        action = self.game.space.parse(text)
        if not self.state.is_legal(action):
            raise AgonError("no_action", text=text[:40])
        if self.state.actor() == self.me and len(self.state.legal()) > 1:
            self.asked, self.mine = self.state.clone(), len(self.plies)
        self.state.apply(action)
        self.plies.append(text)

    def _go_on(self) -> None:
        while self.state.actor() != OVER:
            who, legal = self.state.actor(), self.state.legal()
            rng = Random(f"{self.start.seed}/{len(self.plies)}")
            if who == self.me and len(legal) > 1:
                return
            if who == CHANCE:
                action = self.state.random_action(rng)
            elif len(legal) == 1:
                action = legal[0]
            else:
                action = make_bot(PARTNER).choose(self.state.observe(who), legal, rng)
            self._apply(self.game.space.text(action))

    @property
    def is_over(self) -> bool:
        return self.state.actor() == OVER

    def seen(self) -> Seen:
        """What one sees."""
        return laid_out(self.game, self.state, self.me)

    def play(self, said: str, lang: str) -> str:
        """Play an action in words; the sentence of a refusal, or nothing."""
        action = self.game.space.parse(said)
        refusal = None if action in self.state.legal() else self.game.why_not(self.state, action)
        if refusal is not None:
            return refusal.message(lang)
        self._apply(self.game.space.text(action))
        self._go_on()
        return ""

    # ---- before a decision ----

    def before(self, lang: str) -> list[str]:
        """What matters now."""
        words, seen = WORDS[lang], self.seen()
        out = self._aim(lang)
        out += [threat.text for threat in seen.threats(lang)[:THREATS]]
        thought = self._thought()
        best = thought.advice[0].worth
        chance = result(lang, best, self.start.seats)
        out.append(words["stands"].format(word=outlook(lang, best), chance=chance))
        usual = sorted(a.worth for a in thought.advice)[len(thought.advice) // 2]
        if best - usual >= MUCH:
            out.append(words["much"].format(n=round(100 * (best - usual))))
        else:
            out.append(words["little" if best - usual < SAME else "some"])
        return out

    def _aim(self, lang: str) -> list[str]:
        words, goal = WORDS[lang], self.seen().goal(lang)
        if goal is None:
            return []
        rows = ", ".join(f"{name} {row}" for name, row in zip(seat_names(lang), goal.standing, strict=False))
        return [words["aim"].format(aim=goal.text.rstrip(".")), words["standing"].format(rows=rows)]

    def advice(self, lang: str) -> str:
        """What the coach would play."""
        seen, best = self.seen(), self._thought().advice[0].action
        reason = seen.outlook(best, lang).reason
        label = seen.label(best, lang)
        return WORDS[lang]["would"].format(action=f"{label} ({reason})" if reason else label)

    def _thought(self) -> Thought:
        return _think(self.state, None, len(self.plies))

    # ---- after it ----

    def after(self, lang: str) -> list[str]:
        """What one's last decision changed, and what came since; nothing before the first."""
        if self.asked is None:
            return []
        words, game = WORDS[lang], self.game
        action = game.space.parse(self.plies[self.mine])
        seen = laid_out(game, self.asked, self.me)
        out = [game.log(self.asked.observe(self.me), action, seat_names(lang), lang), self._judged(seen, action, lang)]
        old, new = seen.goal(lang), self.seen().goal(lang)
        if old is not None and new is not None and old.standing[self.me] != new.standing[self.me]:
            out.append(words["standing_change"].format(before=old.standing[self.me], after=new.standing[self.me]))
        deeds = self._deeds(lang)
        return [*out, words["since"].format(deeds=" ".join(deeds))] if deeds else out

    def _judged(self, seen: Seen, action: int, lang: str) -> str:
        words = WORDS[lang]
        assert self.asked is not None
        thought = _think(self.asked, action, self.mine)
        best = thought.advice[0]
        lost = best.worth - thought.played
        if best.action == action or lost < SAME:
            return words["best"]
        label = seen.label(best.action, lang)
        if lost < NEAR:
            return words["near"].format(action=label)
        chances = (result(lang, worth, self.start.seats) for worth in (best.worth, thought.played))
        good, bad = chances
        return words["better"].format(action=label, best=good, chance=bad)

    def _deeds(self, lang: str) -> list[str]:
        """What the others have done since, as one heard of it."""
        assert self.asked is not None
        state, out = self.asked.clone(), list[str]()
        for text in self.plies[self.mine :]:
            action = self.game.space.parse(text)
            if state.actor() not in (CHANCE, self.me):
                heard = state.heard(self.me, action)
                out.append(self.game.log(state.observe(self.me), heard, seat_names(lang), lang))
            state.apply(action)
        return out[-DEEDS:]

    def ending(self, lang: str) -> str:
        """Who has won."""
        places = self.state.places()
        if places[self.me] == 1:
            return WORDS[lang]["won"]
        return WORDS[lang]["lost"].format(name=seat_name(places.index(1), lang))


def _think(state: State, played: int | None, ply: int) -> Thought:
    """A small search of what the seat may know; the action played is looked at as closely as the best."""
    me, rng = state.actor(), Random(ply)
    observation = state.observe(me)
    bot = SearchBot(iterations=ITERATIONS)
    advice = bot.advise(observation, state.legal(), rng)
    worth = advice[0].worth if played is None else bot.look_at(observation, played, advice[0].visits, rng)
    return Thought(tuple(advice), worth)

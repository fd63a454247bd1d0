"""A table: seats, one state, one record. The only door for people's actions, and the only way to earlier positions."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from difflib import get_close_matches
from random import Random, SystemRandom
from typing import Final

from agon.core.errors import AgonError, IllegalAction, NotYourTurn, StalePly
from agon.core.game import Game
from agon.core.record import Ply, Record
from agon.core.state import CHANCE, NONE, OVER, State
from agon.play.seen import Heard, Seen
from agon.play.worlds import first_shown, only_answer

EVERY: Final = 32  # plies between the earlier positions that are kept


class Table:
    """A running game. `ply` counts the plies so far; whoever submits names it, so that a stale click is noticed."""

    def __init__(self, record: Record, rng: Random | None = None) -> None:
        """A table for a record, which may have plies already; draws go on from there."""
        self.record = record
        self.game: Game = record.game
        self.rng = rng if rng is not None else SystemRandom()
        self.resigned: int = NONE  # the seat that has given the game up, where two play
        self.names: tuple[str, ...] = ()  # what everything said here calls the seats; empty: by their colours
        self.state = record.last()
        self._kept: list[State] = []  # after EVERY plies, twice as many, ..., as far as somebody has asked; not changed
        self._draw()

    @classmethod
    def open(
        cls,
        game: Game,
        seats: int,
        players: list[str] | None = None,
        rng: Random | None = None,
        date: str = "",
        options: Mapping[str, str | int | bool] | None = None,
    ) -> Table:
        """A new table; the set-up is drawn at once."""
        settings = game.settings(options or {})
        game.new(seats, **settings)  # refuses a wrong number of seats with a sentence
        names = players if players is not None else ["you"] * seats
        return cls(Record.of(game, seats, settings, names, date), rng)

    @property
    def ply(self) -> int:
        return len(self.record.plies)

    def actor(self) -> int:
        return self.state.actor() if self.resigned == NONE else OVER

    def is_over(self) -> bool:
        return self.actor() == OVER

    def places(self) -> list[int]:
        """When the game is over: the place of each seat; whoever has given up comes last."""
        if self.resigned == NONE:
            return self.state.places()
        return [2 if seat == self.resigned else 1 for seat in range(self.record.seats)]

    # ---- what may be seen ----

    def observe(self, seat: int) -> State:
        """What this seat may know; a negative seat is a spectator."""
        return self.state.observe(seat)

    @property
    def is_open(self) -> bool:
        """Whether nothing is secret any more."""
        return self.is_over()

    def seen(self, seat: int, ply: int | None = None) -> Seen:
        """What this seat may see, now or after so many plies; a negative seat is a spectator."""
        state = self.observe(seat) if ply is None else self.at(ply).observe(seat)
        return Seen(self.game, seat, state, self.game.opens(self.record.options), self.names)

    def opened(self, ply: int | None = None, eyes: int = -1) -> Seen:
        """Everything, now or after so many plies, drawn for these eyes; refused while something is secret."""
        if not self.is_open:
            raise AgonError("still_secret")
        return Seen(self.game, eyes, self.at(self.ply if ply is None else ply), True, self.names)

    def drafted(self, seat: int, words: Sequence[str]) -> Seen:
        """What this seat would see after these answers of its own, of which none may show anything hidden."""
        state = self.state
        for number, text in enumerate(words, 1):
            try:
                state = self._quietly(state, seat, self._checked(state, seat, text))
            except AgonError as error:
                raise _of_answer(error, number, len(words)) from error
        return Seen(self.game, seat, state.observe(seat), self.game.opens(self.record.options), self.names)

    def heard(self, seat: int, first: int = 0, opened: bool = False) -> Iterator[Heard]:
        """The plies from one on (0 is the first) as this seat heard of them, or with everything open."""
        if opened and not self.is_open:
            raise AgonError("still_secret")
        plies = self.record.plies[first:]
        if not plies:
            return
        opens = opened or self.game.opens(self.record.options)
        state = self.at(first)
        for ply in plies:
            action = self.game.space.parse(ply.text)
            known = state.clone() if opened else state.observe(seat)
            yield Heard(ply, Seen(self.game, seat, known, opens), action if opened else state.heard(seat, action))
            state.apply(action)

    def legal_texts(self) -> list[str]:
        """What the deciding seat may play, in the notation."""
        return [self.game.space.text(a) for a in self.state.legal()]

    # ---- earlier positions ----

    def at(self, ply: int) -> State:
        """The position after so many plies, as a state of its own."""
        if ply == self.ply:
            return self.state.clone()
        kept = list(self._kept)  # another thread may ask too: nobody sees a list half made
        for number in range(len(kept), ply // EVERY):
            before = kept[-1].clone() if kept else self.record.start()
            kept.append(self._played(before, number * EVERY, (number + 1) * EVERY))
        self._kept = kept
        number = ply // EVERY
        return self._played(kept[number - 1].clone() if number else self.record.start(), number * EVERY, ply)

    def _played(self, state: State, first: int, end: int) -> State:
        """A position with the plies of the record that follow, which were checked before."""
        for ply in self.record.plies[first:end]:
            state.apply(self.game.space.parse(ply.text))
        return state

    # ---- playing ----

    def submit(self, seat: int, ply: int, words: str, *more: str) -> list[Ply]:
        """Play an action for a person, or several answers in a row, all or none; checked. Returns the new plies.

        Each is judged by what the seat may know, so that a refusal tells nothing else; for the same reason another
        answer can follow only where nothing was drawn or shown in between.
        """
        self.check_turn(seat, ply)
        answers = self._answers(seat, (words, *more))
        before = self.ply
        for action in answers:
            self._enter(action)
        self._draw()
        return self.record.plies[before:]

    def _answers(self, seat: int, words: Sequence[str]) -> list[int]:
        """The actions that these words mean, each legal after those before it."""
        state, answers = self.state, list[int]()
        for number, text in enumerate(words, 1):
            try:
                answers.append(self._checked(state, seat, text))
                if number < len(words):
                    state = self._quietly(state, seat, answers[-1])
            except AgonError as error:
                raise _of_answer(error, number, len(words)) from error
        return answers

    def _checked(self, state: State, seat: int, words: str) -> int:
        """What the words mean, if the seat may play it there."""
        if state.actor() != seat:
            raise NotYourTurn("asked_no_more")
        action = self.game.space.parse(words)
        seen = Seen(self.game, seat, state.observe(seat), False, self.names)
        if action not in seen.legal():
            reason = seen.why_not(action)
            assert reason is not None, f"{self.game.id}: nothing forbids {words}, which is not legal"
            raise IllegalAction("illegal", action=self.game.space.text(action), reason=reason)
        return action

    def _quietly(self, state: State, seat: int, action: int) -> State:
        """The position after an answer that shows its seat nothing hidden."""
        if first_shown(state, [action], seat) >= 0:
            raise IllegalAction("answer_shows", action=self.game.space.text(action))
        after = state.clone()
        after.apply(action)
        return after

    def check_turn(self, seat: int, ply: int) -> None:
        """Refuses whoever does not decide now, or believes the game to be at another ply."""
        if ply != self.ply:
            raise StalePly("stale", ply=self.ply, asked=ply)
        if self.is_over():
            raise NotYourTurn("over")
        if seat != self.actor():
            raise NotYourTurn("not_your_turn", seat=seat, actor=self.actor())

    def play(self, action: int, comment: str = "") -> list[Ply]:
        """Play a legal action for whoever decides, and draw on; unchecked."""
        before = self.ply
        self._enter(action, comment)
        self._draw()
        return self.record.plies[before:]

    def _enter(self, action: int, comment: str = "") -> None:
        self.record.add(self.actor(), self.game.space.text(action), comment)
        self.state.apply(action)

    def _draw(self) -> None:
        """Chance plays until a seat decides; the end is written down."""
        while self.state.actor() == CHANCE:
            self._enter(self.state.random_action(self.rng))
        if self.state.actor() == OVER and not self.record.result:
            self.record.close(self.state)

    def answer_for(self, seats: Collection[int]) -> list[Ply]:
        """Answer, for these seats, what has but one answer and tells no secret by that; returns the new plies."""
        before = self.ply
        while self.actor() in seats and (action := self._forced(self.state)) != NONE:
            self.play(action)
        return self.record.plies[before:]

    def _forced(self, state: State) -> int:
        """The answer that everybody knows to be the only one, or that a seat with nothing to do there gives; NONE."""
        action = only_answer(state)
        if action != NONE or state.actor() < 0:
            return action
        idle = self.game.idle(state.observe(state.actor()))
        return NONE if idle is None else idle

    # ---- taking back ----

    def may_take_back(self, seat: int, bots: Collection[int] = ()) -> bool:
        return self.refuse_take_back(seat, bots) is None

    def take_back(self, seat: int, bots: Collection[int] = ()) -> list[Ply]:
        """Take back the seat's last decision, with what was answered for somebody and what `bots` did since.

        Never past anything newly seen, nor past another seat's decision; where others than bots play, past no draw
        either. Returns what was taken back.
        """
        refusal = self.refuse_take_back(seat, bots)
        if refusal is not None:
            raise refusal
        first = self._last_decision(seat)
        self.state = self.at(first)
        taken = self.record.plies[first:]
        del self.record.plies[first:]
        self.record.reopen()
        self._kept = self._kept[: self.ply // EVERY]
        return taken

    def refuse_take_back(self, seat: int, bots: Collection[int] = ()) -> AgonError | None:
        """None, or what bars it."""
        if self.resigned != NONE:
            return NotYourTurn("over")
        first = self._last_decision(seat)
        if first < 0:
            return AgonError("nothing_to_undo", seat=seat)
        since = self.record.plies[first + 1 :]
        if not bots and any(ply.actor == CHANCE for ply in since):
            return AgonError("drawn_since")
        for number, ply in enumerate(since, first + 1):
            if ply.actor >= 0 and ply.actor not in bots and not self._had_no_choice(number):
                return AgonError("decided_since", other=ply.actor)
        actions = [self.game.space.parse(ply.text) for ply in self.record.plies[first:]]
        shown = first_shown(self.at(first), actions, seat)
        if shown < 0:
            return None
        if self.record.plies[first + shown].actor == CHANCE:
            return AgonError("drawn_since")
        return AgonError("showed_something")

    def _last_decision(self, seat: int) -> int:
        """The seat's last ply that was a choice; -1: none."""
        own = [number for number, ply in enumerate(self.record.plies) if ply.actor == seat]
        return next((number for number in reversed(own) if not self._had_no_choice(number)), -1)

    def _had_no_choice(self, number: int) -> bool:
        return self._forced(self.at(number)) != NONE


class StillTable(Table):
    """A table that draws nothing: for records that are only looked at, and until the last seat is taken."""

    is_open = True

    def _draw(self) -> None:
        return


def laid_out(game: Game, state: State, seat: int) -> Seen:
    """What a seat sees of a position that was laid out by hand, for a lesson or a picture."""
    return Seen(game, seat, state.observe(seat))


def nearest(text: str, legal: list[str], count: int = 3) -> list[str]:
    """The legal actions most like what was typed."""
    folded = {a.lower(): a for a in legal}
    return [folded[m] for m in get_close_matches(text.lower(), list(folded), count, 0.3)]


def _of_answer(error: AgonError, number: int, of: int) -> AgonError:
    """What was wrong with one of several answers."""
    return error if of == 1 else type(error)("of_answer", number=number, error=error)

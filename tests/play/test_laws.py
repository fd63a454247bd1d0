"""The laws bite: small deliberately broken games, each caught by the law it breaks."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Self

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from agon.core.game import Reason
from agon.core.group import Group
from agon.core.numbers import blank
from agon.core.state import CHANCE, NONE, State
from agon.draw.scene import Scene, Shape
from agon.play import laws
from agon.play.laws import LawBroken, check_game
from tests.tiny import DRAW, SAID, SPACE, TAKE, Lots, LotsGame


def broken(state: type[Lots]) -> LotsGame:
    game = LotsGame()
    game.state = state
    return game


def law_that_catches(game: LotsGame) -> int:
    with pytest.raises(LawBroken) as caught:
        check_game(game, 20)
    return caught.value.law


def test_the_tiny_game_keeps_all_laws() -> None:
    report = check_game(LotsGame(), 20)
    assert report.games[2] == 20
    assert report.secrets > 0
    assert report.imagined_otherwise > 0


class Descending(Lots):
    def legal(self) -> list[int]:
        return super().legal()[::-1]


class Weightless(Lots):
    def weights(self) -> list[int]:
        return [0] * len(self.legal())


class SharesItsBoxes(Lots):
    """Forgets to copy a list in clone."""

    def clone(self) -> Self:
        other = super().clone()
        other.boxes = self.boxes
        return other


class Whimsical(Lots):
    """Not deterministic: what apply does depends on how often it was called."""

    calls = 0

    def apply(self, action: int) -> None:
        super().apply(action)
        type(self).calls += 1
        self.moves += 1 if type(self).calls % 5 == 0 and self.moves < 3 else 0


class HidesTheActor(Lots):
    def observe(self, player: int) -> Lots:
        seen = super().observe(player)
        if player == 1 and seen.actor() == 0:
            seen.moves += 1
        return seen


class LegalityLeaks(Lots):
    """Who holds a 3 may take box C; the observation of the actor knows, but another actor's view is asked."""

    def observe(self, player: int) -> Lots:
        seen = super().observe(player)
        if seen.actor() == player and seen.boxes[2] == NONE:
            seen.boxes[2] = player
        return seen


class LeaksAHand(Lots):
    """Leaks a hand through observe: the pile still shows what the other has drawn."""

    def observe(self, player: int) -> Lots:
        seen = super().observe(player)
        seen.pile = self.pile[:]
        return seen


class LeavesItUnknown(Lots):
    def fill(self, rng: Random) -> None:
        pass


class SeesThroughBacks(Lots):
    """Resampling that sees the truth: nothing is hidden well enough to be imagined otherwise."""

    truth: list[int] = []

    def apply(self, action: int) -> None:
        super().apply(action)
        if all(lot >= 0 for lot in self.lots):
            SeesThroughBacks.truth = [int(lot) for lot in self.lots]

    def fill(self, rng: Random) -> None:
        for seat, lot in enumerate(self.lots):
            if lot < 0 and lot != NONE:
                known = SeesThroughBacks.truth[seat] if self.moves >= 2 else None
                kinds = [k for k in range(3) if self.pile[k] > 0]
                self.lots[seat] = known if known is not None else kinds[0]
                self.pile[self.lots[seat]] -= 1


class LosesALot(Lots):
    """Loses a component."""

    def apply(self, action: int) -> None:
        super().apply(action)
        if self.moves == 2:
            self.pile[0] = 0


class NeverEnds(Lots):
    def apply(self, action: int) -> None:
        super().apply(action)
        if self.moves == 3:
            self.moves = 2
            self.boxes = Lots().boxes


@pytest.mark.parametrize(
    ("state", "law"),
    [
        (Descending, 1),
        (Weightless, 1),
        (SharesItsBoxes, 2),
        (Whimsical, 2),
        (HidesTheActor, 3),
        (LegalityLeaks, 4),
        (LeaksAHand, 5),
        (LeavesItUnknown, 5),
        (LosesALot, 7),
        (NeverEnds, 9),
    ],
)
def test_a_broken_state_is_caught(state: type[Lots], law: int) -> None:
    assert law_that_catches(broken(state)) == law


class PeekingGame(LotsGame):
    """Its scene shows something that is not in the observation."""

    def scene(self, state: State, viewer: int, lang: str = "en", open_all: bool = False) -> Scene:
        scene = super().scene(state, viewer, lang, open_all)
        scene.caption = str(id(state))
        return scene


class ShyGame(LotsGame):
    """Forgets to offer an action."""

    def scene(self, state: State, viewer: int, lang: str = "en", open_all: bool = False) -> Scene:
        scene = super().scene(state, viewer, lang, open_all)
        scene.buttons = scene.buttons[1:]
        return scene


class ForbiddingGame(LotsGame):
    """Offers an action why_not forbids."""

    def reason(self, state: State, action: int) -> Reason | None:
        if SPACE.text(action) == "box B":
            return Reason("§2", "taken")
        return super().reason(state, action)


class PermissiveGame(LotsGame):
    """why_not has nothing against an action that is not legal."""

    def reason(self, state: State, action: int) -> Reason | None:
        if state.actor() != CHANCE and SPACE.verb(action) is TAKE and state.actor() >= 0:
            return None
        return super().reason(state, action)


class EnglishGame(LotsGame):
    def log(self, state: State, action: int, names: list[str], lang: str = "en") -> str:
        return SAID["en"]["take"]


class StutteringGame(LotsGame):
    """Two actions with one spelling."""

    def __init__(self) -> None:
        super().__init__()
        from agon.core.space import ActionSpace, Verb

        self.space = ActionSpace([DRAW, TAKE, Verb("box", ["a"], paragraph="§2")])


@pytest.mark.parametrize(
    ("game", "law"),
    [
        (PeekingGame, 10),
        (ShyGame, 10),
        (ForbiddingGame, 11),
        (PermissiveGame, 11),
        (EnglishGame, 12),
        (StutteringGame, 8),
    ],
)
def test_a_broken_game_is_caught(game: type[LotsGame], law: int) -> None:
    assert law_that_catches(game()) == law


def test_imagining_only_the_truth_is_caught() -> None:
    """Law 6: one lot of each kind is left to nobody; here fill() looks at what really happened."""

    class Rigged(LotsGame):
        state = SeesThroughBacks

        def start(self, seats: int, settings: Mapping[str, str]) -> State:
            state = SeesThroughBacks()
            state.apply(DRAW.action(0))
            state.apply(DRAW.action(1))
            return state

    with pytest.raises(LawBroken) as caught:
        check_game(Rigged(), 5)
    assert caught.value.law == 6


def test_a_broken_law_is_a_sentence_that_names_it() -> None:
    with pytest.raises(LawBroken, match=r"Law 7 \(components are conserved\): lot: \d of 6\."):
        check_game(broken(LosesALot), 5)


class PlacedGame(LotsGame):
    """Its boxes lie on a slant, and are drawn there."""

    def where(self, state: State, action: int) -> tuple[float, float] | None:
        box = action - int(TAKE.first)
        return (2.0 * box, 3.0 * box + box * box) if box >= 0 else None

    def drawn(self, place: tuple[float, float]) -> tuple[float, float]:
        return 50 + 20 * place[0], 7 + 20 * place[1]

    def scene(self, state: State, viewer: int, lang: str = "en", open_all: bool = False) -> Scene:
        scene = super().scene(state, viewer, lang, open_all)
        for text in scene.buttons:
            place = self.where(state, SPACE.parse(text))
            assert place is not None
            scene.sheets[0].add(Shape(text, "", *self.drawn(place), actions=(text,), legal=True))
        scene.buttons = []
        return scene


class MirroredGame(PlacedGame):
    """The view has taken x for y."""

    def drawn(self, place: tuple[float, float]) -> tuple[float, float]:
        return 50 + 20 * place[1], 7 + 20 * place[0]


class MixedUpGame(PlacedGame):
    """One box is drawn where it does not lie."""

    def drawn(self, place: tuple[float, float]) -> tuple[float, float]:
        return super().drawn(place if place[0] else (9.0, 0.0))


class InventedGame(LotsGame):
    """A refusal cites a paragraph nobody wrote."""

    def reason(self, state: State, action: int) -> Reason | None:
        reason = super().reason(state, action)
        return Reason("§2.9", "taken") if reason is not None and reason.key == "taken" else reason


@pytest.mark.parametrize(("game", "law"), [(MirroredGame, 10), (MixedUpGame, 10), (InventedGame, 11)])
def test_a_wrong_place_or_paragraph_is_caught(game: type[LotsGame], law: int) -> None:
    check_game(PlacedGame(), 5)
    assert law_that_catches(game()) == law


# ---- groups and scalars: what a clone shares, and what it must not forget ----


class Diary(Group):
    """Which box was taken when."""

    def __init__(self, old: Diary | None) -> None:
        self.taken: vec[i64] = blank(4, NONE) if old is None else old.taken[:]

    def copy(self) -> Diary:
        return type(self)(self)


class Diarist(Lots):
    """Its clones share the diary until one of them writes."""

    def __init__(self) -> None:
        super().__init__()
        self.diary = Diary(None)
        self.mood: i64 = 0  # nobody ever changes it

    def clone(self) -> Self:
        other = super().clone()
        self.copy_to(other)
        return other

    def copy_to(self, other: Diarist) -> None:
        other.mood = self.mood
        other.diary = self.diary
        other.diary.lent = True

    def apply(self, action: int) -> None:
        if action >= TAKE.first:
            self.write(action)
        super().apply(action)

    def write(self, action: int) -> None:
        self.diary = self.diary.own()
        self.diary.taken[self.moves] = action


class WritesInALentDiary(Diarist):
    def write(self, action: int) -> None:
        self.diary.taken[self.moves] = action


class ForgetsAScalar(Diarist):
    def copy_to(self, other: Diarist) -> None:
        super().copy_to(other)
        other.mood = 0


class ForgetsToLend(Diarist):
    def copy_to(self, other: Diarist) -> None:
        super().copy_to(other)
        other.diary.lent = False


class SharedDiary(Diary):
    def __init__(self, old: Diary | None) -> None:
        super().__init__(old)
        if old is not None:
            self.taken = old.taken


class SharesARow(Diarist):
    def __init__(self) -> None:
        super().__init__()
        self.diary = SharedDiary(None)


class EmptyDiary(Diary):
    def __init__(self, old: Diary | None) -> None:
        super().__init__(None)


class ForgetsARow(Diarist):
    """The group is handed on as a copy, which forgets what is in it."""

    def __init__(self) -> None:
        super().__init__()
        self.diary = EmptyDiary(None)

    def copy_to(self, other: Diarist) -> None:
        other.mood = self.mood
        other.diary = self.diary.copy()


def test_a_game_with_a_group_keeps_all_laws() -> None:
    check_game(broken(Diarist), 20)


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (WritesInALentDiary, r"changed diary\.taken of the original"),
        (ForgetsAScalar, "does not take over mood"),
        (ForgetsToLend, r"changed diary\.taken of the original"),
        (SharesARow, r"changed diary\.taken of the original"),
        (ForgetsARow, r"diary\.taken"),
    ],
)
def test_a_forgotten_copy_is_caught(state: type[Diarist], said: str) -> None:
    """Law 2 names the field, also one that no game ever changes."""
    with pytest.raises(LawBroken, match=f"^Law 2 .*{said}"):
        check_game(broken(state), 20)


def test_a_copy_kept_from_before_notices_at_once() -> None:
    """Without the changes of every field too: the ply that writes is found by itself."""
    game, state = broken(WritesInALentDiary), WritesInALentDiary()
    for text in ("lot 1", "lot 2"):
        laws._play_beside_a_copy(game, state, SPACE.parse(text))
    with pytest.raises(LawBroken, match='playing "box B" with a clone'):
        laws._play_beside_a_copy(game, state, SPACE.parse("box B"))


def test_a_game_that_speaks_one_language_is_not_asked_for_two() -> None:
    game = EnglishGame()
    game.languages = ("en",)
    check_game(game, 5)
    assert law_that_catches(EnglishGame()) == 12

"""A tiny game that keeps all the laws, and how to break it: each seat draws a secret lot and then takes a box.

Two seats; six lots (1, 2, 3, twice each); boxes A, B, C worth 1, 2, 3. Most points, lot and box together, win.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final, Self

from librt.vecs import vec
from mypy_extensions import i64

from agon.bots import Bot
from agon.core.chance import draw
from agon.core.game import Game, Json, Prompt, Reason
from agon.core.space import ActionSpace, Verb
from agon.core.state import CHANCE, NONE, OVER, UNKNOWN, State
from agon.draw.scene import Scene, Shape, Sheet

SEATS: Final = 2
KINDS: Final = 3

DRAW = Verb("lot", ["1", "2", "3"], paragraph="§1")
TAKE = Verb("box", ["A", "B", "C"], paragraph="§2")
SPACE = ActionSpace([DRAW, TAKE])


class Lots(State):
    def __init__(self) -> None:
        self.pile = vec[i64]([2] * KINDS)  # lots not drawn yet, by kind
        self.lots = vec[i64]([NONE] * SEATS)  # each seat's secret lot
        self.boxes = vec[i64]([NONE] * KINDS)  # who took a box
        self.moves: i64 = 0

    def game_id(self) -> str:
        return "lots"

    def fields(self) -> list[str]:
        return ["pile", "lots", "boxes", "moves"]

    def seats(self) -> int:
        return SEATS

    def actor(self) -> int:
        if self.moves < SEATS:
            return CHANCE
        return int(self.moves) - SEATS if self.moves < 2 * SEATS else OVER

    def legal(self) -> list[int]:
        if self.actor() == CHANCE:
            return [DRAW.action(kind) for kind in range(KINDS) if self.pile[kind] > 0]
        if self.actor() == OVER:
            return []
        return [TAKE.action(box) for box in range(KINDS) if self.boxes[box] == NONE]

    def weights(self) -> list[int]:
        return [int(n) for n in self.pile if n > 0]

    def apply(self, action: int) -> None:
        if self.actor() == CHANCE:
            kind = action - DRAW.first
            self.pile[kind] -= 1
            self.lots[self.moves] = kind
        else:
            self.boxes[action - TAKE.first] = self.actor()
        self.moves += 1

    def make(self) -> Self:
        return type(self)()

    def clone(self) -> Self:
        other = self.make()
        other.pile = self.pile[:]
        other.lots = self.lots[:]
        other.boxes = self.boxes[:]
        other.moves = self.moves
        return other

    def observe(self, player: int) -> Lots:
        """The lots of the others go back, unseen, into the pile of what they could be."""
        seen = self.clone()
        for seat in range(SEATS):
            if seat != player and seen.lots[seat] >= 0:
                seen.pile[seen.lots[seat]] += 1
                seen.lots[seat] = UNKNOWN
        return seen

    def fill(self, rng: Random) -> None:
        for seat in range(SEATS):
            if self.lots[seat] == UNKNOWN:
                self.lots[seat] = draw(self.pile, rng)

    def heard(self, player: int, action: int) -> int:
        return UNKNOWN if self.actor() == CHANCE and self.moves != player else action

    def score(self, seat: int) -> int:
        lot = self.lots[seat] + 1 if self.lots[seat] >= 0 else 0
        return int(lot) + sum(box + 1 for box in range(KINDS) if self.boxes[box] == seat)

    def value(self, player: int) -> float:
        return float(self.score(player) - self.score(1 - player))

    def places(self) -> list[int]:
        scores = [self.score(seat) for seat in range(SEATS)]
        return [1 + sum(1 for other in scores if other > mine) for mine in scores]


SAID = {
    "en": {"draw": "A lot is drawn", "take": "Take a box", "over": "Over", "taken": "That box is taken."},
    "de": {"draw": "Ein Los wird gezogen", "take": "Nimm eine Kiste", "over": "Ende", "taken": "Die Kiste ist weg."},
}


class LotsGame(Game):
    id = "lots"
    title = {"en": "Lots", "de": "Lose"}
    author = "tests"
    year = 2026
    seats = (SEATS,)
    minutes = 1
    weight = 1.0
    about = {"en": "Draw a lot, take a box.", "de": "Zieh ein Los, nimm eine Kiste."}
    rules_version = 1
    bound = 4
    state: type[Lots] = Lots

    def __init__(self) -> None:
        self.space = SPACE
        self.pack = "default"
        self.pack_hash = "0"

    def start(self, seats: int, settings: Mapping[str, str]) -> State:
        return self.state()

    def reason(self, state: State, action: int) -> Reason | None:
        assert isinstance(state, Lots)
        if state.moves >= 2 * SEATS:
            return Reason("§3", "over")
        is_draw = SPACE.verb(action) is DRAW
        if is_draw != (state.moves < SEATS):
            return Reason("§2", "draw" if state.moves < SEATS else "take")
        if is_draw:
            return None if state.pile[action - DRAW.first] > 0 else Reason("§1", "draw")
        return None if state.boxes[action - TAKE.first] == NONE else Reason("§2", "taken")

    def refusal(self, reason: Reason, lang: str) -> str:
        return SAID[lang][reason.key]

    def scores(self, state: State) -> list[dict[str, int]]:
        assert isinstance(state, Lots)
        return [{"total": state.score(seat)} for seat in range(SEATS)]

    def census(self, state: State) -> dict[str, int]:
        assert isinstance(state, Lots)
        return {"lot": sum(int(n) for n in state.pile) + sum(1 for lot in state.lots if lot >= 0)}

    def inventory(self, state: State) -> dict[str, int]:
        return {"lot": 2 * KINDS}

    def scene(self, state: State, viewer: int, lang: str = "en", open_all: bool = False) -> Scene:
        assert isinstance(state, Lots)
        sheet = Sheet("board", "Boxes", 0, 0, 100, 40)
        for seat in range(SEATS):
            sheet.add(Shape(f"lot-{seat}", f"<text>{state.lots[seat]}</text>", 20 * seat, 20))
        scene = Scene([sheet])
        scene.offer([SPACE.text(a) for a in state.legal()] if viewer >= 0 and viewer == state.actor() else [])
        return scene

    def sketch(self, state: State, viewer: int, lang: str = "en", colour: bool = False, open_all: bool = False) -> str:
        assert isinstance(state, Lots)
        return f"lots {list(state.lots)} boxes {list(state.boxes)}"

    def prompt(self, state: State, viewer: int, lang: str = "en") -> Prompt:
        key = "draw" if state.actor() == CHANCE else "over" if state.actor() == OVER else "take"
        return Prompt(SAID[lang][key], "", "§2")

    def label(self, state: State, action: int, lang: str = "en") -> str:
        return SPACE.text(action)

    def log(self, state: State, action: int, names: list[str], lang: str = "en") -> str:
        return SAID[lang]["draw" if state.actor() == CHANCE else "take"]

    def facts(self, state: State) -> dict[str, Json]:
        return {"game": "lots"}

    def features(self, state: State, player: int) -> dict[str, list[float]]:
        assert isinstance(state, Lots)
        return {"lot": [float(state.lots[player])]}

    def rules_text(self, lang: str = "en") -> str:
        return "**§1** Draw. **§2** Take. **§3** Over."


class Listener(Bot):
    """Takes the first action, and remembers what it heard."""

    name = "listener"

    def __init__(self) -> None:
        self.heard: list[int] = []

    def choose(self, observation: State, legal: list[int], rng: Random) -> int:
        return legal[0]

    def notice(self, action: int) -> None:
        self.heard.append(action)


class Trap(Lots):
    """Seat 0 takes box B, and all are equal; or box A, which looks better, but then seat 1 wins by B (not by C)."""

    def __init__(self) -> None:
        super().__init__()
        self.lots = vec[i64]([0, 0])
        self.pile = vec[i64]([0, 2, 2])
        self.moves = SEATS

    def game_id(self) -> str:
        return "trap"

    def actor(self) -> int:
        if self.moves == SEATS:
            return 0
        return 1 if self.moves == SEATS + 1 and self.boxes[0] == 0 else OVER

    def legal(self) -> list[int]:
        return [] if self.actor() == OVER else [TAKE.action(box) for box in ((0, 1) if self.actor() == 0 else (1, 2))]

    def value(self, player: int) -> float:
        """What the box A seems to be worth to seat 0."""
        worth = 4.0 if self.boxes[0] == 0 else 0.0
        return worth if player == 0 else -worth

    def places(self) -> list[int]:
        if self.boxes[0] != 0:
            return [1, 1]
        return [2, 1] if self.boxes[1] == 1 else [1, 2]


class TrapGame(LotsGame):
    id = "trap"
    state = Trap

"""How good a position looks for a seat, in points at the end of the game; for bots."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.numbers import BIT, popcount
from agon.core.state import NONE
from agon.games.olympos import effects, scoring
from agon.games.olympos import questions as ask
from agon.games.olympos.choices import Asked
from agon.games.olympos.parts import KINDS, WIDTH
from agon.games.olympos.position import Position

# Points still to come: fitted to how games between greedy bots ended, then improved by play between them
# (docs/games/olympos.md). A thing is worth so much now, and so much more with the whole game ahead.
SETTLER: Final = 0.09  # in camp
SETTLER_LATER: Final = 0.87
BEATEN: Final = 0.45  # a settler under another
BEATEN_LATER: Final = 0.3
TERRITORY: Final = 0.4  # beyond its point at the end
TERRITORY_LATER: Final = 2.8
CUBE: Final = 0.45
CUBE_LATER: Final = 0.8
CARD: Final = 0.1  # a destiny card, beyond its point at the end
CARD_LATER: Final = 0.4
STAR: Final = 0.35  # a star tile, beyond what it does for a wonder
DISCOVERY_LATER: Final = 3.4  # beyond its points
HOURGLASS: Final = 1.2
HOUR: Final = 0.09  # an hour ahead, beyond what it does for the things above
HOUR_SQUARED: Final = 0.005
WONDER: Final = vec[float]([0.35, 0.14, 0.04])  # of the prestige of the best wonder that lacks 0, 1, 2 stars
ERINYES: Final = 1.0
OTHERS: Final = 0.35  # the others' points count less than one's own


class Valued(Asked):
    """A position that knows how good it looks for a seat."""

    def value(self, player: int) -> float:
        """The seat's own prospects less a share of the others' points."""
        if self.step == ask.FINISHED:
            return _final(self, player)
        if is_in_an_action(self):
            return self.best_answer(int(self.active)).value(player)
        own: i64 = player
        others = 0.0
        for seat in range(self.n):
            if seat != own:
                others += standing(self, seat)
        mine = standing(self, own) + nearest_wonder(self, own)
        return mine - OTHERS * others / float(self.n - 1)


def is_in_an_action(position: Position) -> bool:
    """What is asked belongs to an action that cannot be judged before it is over."""
    step = position.step
    return step in (ask.CHOOSE_SETTLER, ask.CHOOSE_PAYMENT, ask.CHOOSE_TILE, ask.CHOOSE_BONUS, ask.CHOOSE_STARS)


def _final(position: Position, player: i64) -> float:
    """The margin over the best of the others."""
    totals = [int(scoring.total(position, seat)) for seat in range(position.n)]
    own = totals.pop(int(player))
    return float(own - max(totals))


def hour_of(position: Position, seat: i64) -> i64:
    """Where the token will stand when the running action is paid."""
    space = position.track.space_of[seat]
    if seat == position.active and position.old_space == NONE and position.price > position.camps.hourglasses[seat]:
        space += position.price - position.camps.hourglasses[seat]
    if space > position.parts.cross:
        return position.parts.cross
    return space


def hourglasses_of(position: Position, seat: i64) -> i64:
    """Hourglasses left when the running action is paid."""
    left = position.camps.hourglasses[seat]
    if seat == position.active and position.old_space == NONE:
        left -= position.price
    if left < 0:
        return 0
    return left


def time_left(position: Position, seat: i64) -> float:
    """The share of the track before the last Zeus that still lies ahead."""
    left = position.parts.last_zeus - hour_of(position, seat)
    if left <= 0 or position.has_finished(seat):
        return 0.0
    return float(left) / float(position.parts.last_zeus)


def standing(position: Position, seat: i64) -> float:
    """Points now, and those that are still to come."""
    space = hour_of(position, seat)
    out = float(scoring.total(position, seat) - scoring.track_points(position, seat))
    if space <= position.parts.last_zeus:
        out += float(position.parts.end_prestige[0])
    else:
        out += float(position.parts.end_prestige[space - position.parts.last_zeus])
    if position.has_finished(seat):
        return out
    left = time_left(position, seat)
    hours = left * float(position.parts.last_zeus)
    out += hours * (HOUR + HOUR_SQUARED * hours) + HOURGLASS * float(hourglasses_of(position, seat))
    in_camp = position.camps.cubes
    cubes: i64 = 0
    for resource in range(KINDS):
        cubes += in_camp[KINDS * seat + resource]
    held = popcount(position.map.held[seat])
    out += float(position.camps.stock[seat]) * (SETTLER + SETTLER_LATER * left)
    out += float(position.on_map(seat) - held) * (BEATEN + BEATEN_LATER * left)
    out += float(held) * (TERRITORY + TERRITORY_LATER * left)
    out += float(cubes) * (CUBE + CUBE_LATER * left)
    out += float(position.cards.hand_size[seat]) * (CARD + CARD_LATER * left)
    out += float(position.star_tiles(seat)) * STAR
    out += float(popcount(position.board.discovered[seat])) * DISCOVERY_LATER * left
    if (position.erinyes & BIT[seat]) != 0:
        out -= ERINYES
    return out


def nearest_wonder(position: Position, seat: i64) -> float:
    """A share of the prestige of a wonder within reach."""
    best = 0.0
    if position.has_finished(seat):
        return best
    for column in range(WIDTH):
        if position.board.wonder_of[column] == NONE and position.board.wonder_at[column] != NONE:
            stars = effects.lacking_stars(position, seat, column) - effects.athena_stars(position, seat)
            if stars < 0:
                stars = 0
            if stars < len(WONDER):
                prestige = position.parts.wonder_prestige[position.board.wonder_at[column]]
                reach = WONDER[stars] * float(prestige)
                if reach > best:
                    best = reach
    return best

"""The action space of a pack: one line a verb, each with its paragraph."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.numbers import blank
from agon.core.space import ActionSpace, Verb
from agon.games.hellas_2002.parts import CARDS, GODS, SIDES, Parts

LINE: Final = 3  # numbers in a line of a menu (choices.py)
FEW: Final = 7  # lines of most menus


class Actions(ActionSpace):
    """Every verb; `play_at` and the like are the numbers of their first actions, for the rules."""

    def __init__(self, parts: Parts) -> None:
        cards = list(CARDS)
        tiles = parts.tiles
        turns = [str(k) for k in range(SIDES)]
        # chance
        self.tile = Verb("tile", tiles, paragraph="§4.3")
        self.card = Verb("card", cards, paragraph="§5.2")
        self.take = Verb("take", cards, paragraph="§3.5")
        # the turn
        self.reinforce = Verb("reinforce", paragraph="§5.2")
        self.voyage = Verb("voyage", paragraph="§5.3")
        self.attack = Verb("attack", paragraph="§5.4")
        self.skip = Verb("pass", paragraph="§6.2")
        self.done = Verb("done", paragraph="§5.2")
        self.end = Verb("end", paragraph="§5.5")
        # reinforcement, and pieces placed by cards
        self.greek = Verb("greek", tiles, paragraph="§5.2")
        self.ship = Verb("ship", tiles, paragraph="§5.2")
        self.draw = Verb("draw", list(GODS), paragraph="§5.2")
        self.fetch = Verb("fetch", tiles, paragraph="§3.1")
        self.trade = Verb("trade", tiles, paragraph="§3.3")
        # voyage
        self.sail = Verb("sail", paragraph="§5.3")
        self.pick = Verb("pick", tiles, paragraph="§3.4")
        self.lay = Verb("lay", parts.cells, turns, paragraph="§2.4")
        self.fail = Verb("fail", paragraph="§5.3")
        self.pay = Verb("pay", tiles, paragraph="§5.3")
        # attack
        self.target = Verb("target", tiles, paragraph="§5.4")
        self.send = Verb("send", tiles, paragraph="§5.4")
        self.declare = Verb("declare", paragraph="§5.4")
        self.abandon = Verb("abandon", paragraph="§5.4")
        # regrouping
        self.move_greek = Verb("movegreek", tiles, tiles, paragraph="§5.5")
        self.move_ship = Verb("moveship", tiles, tiles, paragraph="§5.5")
        # cards
        self.play = Verb("play", cards, paragraph="§3.6")
        self.play_keep = Verb("playkeep", cards, paragraph="§3.6")
        self.void = Verb("void", cards, paragraph="§6.2")
        self.void_keep = Verb("voidkeep", cards, paragraph="§6.2")
        self.swap = Verb("swap", tiles, paragraph="§3.5")
        self.recall = Verb("recall", cards, paragraph="§3.5")
        super().__init__([
            self.tile, self.card, self.take,
            self.reinforce, self.voyage, self.attack, self.skip, self.done, self.end,
            self.greek, self.ship, self.draw, self.fetch, self.trade,
            self.sail, self.pick, self.lay, self.fail, self.pay,
            self.target, self.send, self.declare, self.abandon,
            self.move_greek, self.move_ship,
            self.play, self.play_keep, self.void, self.void_keep, self.swap, self.recall,
        ])  # fmt: skip
        self.numbers: list[object] = list(range(len(self)))  # every action as an object, made once
        # An empty menu (choices.py): no more cells are coast than three a tile and the six around the dolphin, §2.4.
        self.menu: vec[i64] = blank(LINE * (3 * len(tiles) + SIDES + FEW) + 1)
        self.tile_at: i64 = self.tile.first
        self.card_at: i64 = self.card.first
        self.take_at: i64 = self.take.first
        self.reinforce_at: i64 = self.reinforce.first
        self.voyage_at: i64 = self.voyage.first
        self.attack_at: i64 = self.attack.first
        self.pass_at: i64 = self.skip.first
        self.done_at: i64 = self.done.first
        self.end_at: i64 = self.end.first
        self.greek_at: i64 = self.greek.first
        self.ship_at: i64 = self.ship.first
        self.draw_at: i64 = self.draw.first
        self.fetch_at: i64 = self.fetch.first
        self.trade_at: i64 = self.trade.first
        self.sail_at: i64 = self.sail.first
        self.pick_at: i64 = self.pick.first
        self.lay_at: i64 = self.lay.first
        self.fail_at: i64 = self.fail.first
        self.pay_at: i64 = self.pay.first
        self.target_at: i64 = self.target.first
        self.send_at: i64 = self.send.first
        self.declare_at: i64 = self.declare.first
        self.abandon_at: i64 = self.abandon.first
        self.move_greek_at: i64 = self.move_greek.first
        self.move_ship_at: i64 = self.move_ship.first
        self.play_at: i64 = self.play.first
        self.play_keep_at: i64 = self.play_keep.first
        self.void_at: i64 = self.void.first
        self.void_keep_at: i64 = self.void_keep.first
        self.swap_at: i64 = self.swap.first
        self.recall_at: i64 = self.recall.first

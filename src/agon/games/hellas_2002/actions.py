"""The action space of a pack: one line a verb, each with its paragraph."""

from __future__ import annotations

from agon.core.space import ActionSpace
from agon.games.hellas_2002.parts import CARDS, GODS, SIDES, Parts


class Actions(ActionSpace):
    """Every verb; `verb.first` is the number of its first action."""

    def __init__(self, parts: Parts) -> None:
        super().__init__()
        cards = list(CARDS)
        tiles = parts.tiles
        turns = [str(k) for k in range(SIDES)]
        # chance
        self.tile = self.add("tile", tiles, paragraph="§4.3")
        self.card = self.add("card", cards, paragraph="§5.2")
        self.take = self.add("take", cards, paragraph="§3.5")
        # the turn
        self.reinforce = self.add("reinforce", paragraph="§5.2")
        self.voyage = self.add("voyage", paragraph="§5.3")
        self.attack = self.add("attack", paragraph="§5.4")
        self.skip = self.add("pass", paragraph="§6.2")
        self.done = self.add("done", paragraph="§5.2")
        self.end = self.add("end", paragraph="§5.5")
        # reinforcement, and pieces placed by cards
        self.greek = self.add("greek", tiles, paragraph="§5.2")
        self.ship = self.add("ship", tiles, paragraph="§5.2")
        self.draw = self.add("draw", list(GODS), paragraph="§5.2")
        self.fetch = self.add("fetch", tiles, paragraph="§3.1")
        self.trade = self.add("trade", tiles, paragraph="§3.3")
        # voyage
        self.sail = self.add("sail", paragraph="§5.3")
        self.pick = self.add("pick", tiles, paragraph="§3.4")
        self.lay = self.add("lay", parts.cells, turns, paragraph="§2.4")
        self.fail = self.add("fail", paragraph="§5.3")
        self.pay = self.add("pay", tiles, paragraph="§5.3")
        # attack
        self.target = self.add("target", tiles, paragraph="§5.4")
        self.send = self.add("send", tiles, paragraph="§5.4")
        self.declare = self.add("declare", paragraph="§5.4")
        self.abandon = self.add("abandon", paragraph="§5.4")
        # regrouping
        self.move_greek = self.add("movegreek", tiles, tiles, paragraph="§5.5")
        self.move_ship = self.add("moveship", tiles, tiles, paragraph="§5.5")
        # cards
        self.play = self.add("play", cards, paragraph="§3.6")
        self.play_keep = self.add("playkeep", cards, paragraph="§3.6")
        self.void = self.add("void", cards, paragraph="§6.2")
        self.void_keep = self.add("voidkeep", cards, paragraph="§6.2")
        self.swap = self.add("swap", tiles, paragraph="§3.5")
        self.recall = self.add("recall", cards, paragraph="§3.5")

"""What the terminal refuses, in the language of whoever types."""

from __future__ import annotations

from random import Random

import pytest

import agon
from agon.play.table import Table
from agon.terminal.play import Session

SAID = {
    "en": ("A1 is not next to a starting quarry", "knows no Z99", "is no action and no command", "decided nothing"),
    "de": ("A1 liegt an keinem der Start-Steinbrüche", "kennt kein Z99", "weder Aktion noch Befehl", "hast nichts"),
}


@pytest.mark.parametrize("lang", SAID)
def test_a_wrong_word_gets_its_reason_and_harms_nothing(lang: str) -> None:
    said: list[str] = []
    table = Table.open(agon.game("hellas_2016"), 2, ["you", "you"], Random(3))
    here = Session(table, lang, False, lambda words: "", said.append, Random(1), None, "random")
    legal, before = table.legal_texts(), table.ply
    for line, sentence in zip(("house A1", "house Z99", "fly", "undo"), SAID[lang], strict=True):
        said.clear()
        here.command(line, legal)
        assert sentence in " ".join(said)
    here.command("why house A1", legal)
    assert SAID[lang][0] in said[-1]
    assert table.ply == before
    here.command(legal[0], legal)
    assert table.ply > before

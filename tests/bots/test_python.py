"""py:FILE.py: a bot of one's own in Python, by a name, wherever names of bots go."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import agon
from agon.bots import make_bot
from agon.core.errors import AgonError
from agon.play.arena import Plan, local_engine

LAST = """
from agon.bots import Bot
class Last(Bot):
    def __init__(self, argument):
        self.name = "last"
        self.place = int(argument or -1)
    def choose(self, observation, legal, rng):
        return legal[self.place]
bot = Last
"""


def written(folder: Path, text: str, name: str = "own.py") -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def test_a_file_plays_a_whole_game_under_its_name(tmp_path: Path) -> None:
    name = f"py:{written(tmp_path, LAST)}"
    record = agon.match("hellas_2016", [name, "random"], seed=1)
    assert record.players[0] == make_bot(name).name == name
    plies = list(zip(record.plies, record.replay(), strict=False))
    own = [(ply, state) for ply, state in plies if ply.actor == 0]
    game = agon.game("hellas_2016")
    assert own
    assert all(ply.text == game.space.text(state.legal()[-1]) for ply, state in own)


def test_what_follows_the_file_is_its_argument(tmp_path: Path) -> None:
    path = written(tmp_path, LAST)
    position = agon.Position("hellas_2016", seats=2, seed=1)
    legal = position.state.legal()
    assert make_bot(f"py:{path}:0").choose(position.state, legal, Random(1)) == legal[0]
    assert make_bot(f"py:{path}:-2").choose(position.state, legal, Random(1)) == legal[-2]
    assert make_bot(f"py:{path}").choose(position.state, legal, Random(1)) == legal[-1]


def test_an_argument_may_hold_colons(tmp_path: Path) -> None:
    path = written(tmp_path, LAST.replace("int(argument or -1)", "argument"))
    made = make_bot(f"py:{path}:C:\\net.npz")
    assert getattr(made, "place", "") == "C:\\net.npz"


def test_the_workers_of_an_arena_find_the_file(tmp_path: Path) -> None:
    plan = Plan("hellas_2016", (f"py:{written(tmp_path, LAST)}", "random"), games=3, seed=1)
    plan.check()
    assert sorted(p.number for p in local_engine(2)(plan, [0, 1, 2])) == [0, 1, 2]


def test_two_files_of_one_name_are_two_bots(tmp_path: Path) -> None:
    one = written(tmp_path / "a", LAST)
    two = written(tmp_path / "b", LAST.replace("-1", "-7"))
    assert getattr(make_bot(f"py:{one}"), "place", 0) == -1
    assert getattr(make_bot(f"py:{two}"), "place", 0) == -7


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("x = 1", r"has no function bot\(argument\)"),
        ("def bot(argument): return 3", "made no agon.bots.Bot"),
        ("def bot(:", "cannot be read as Python"),
        ("import nothing_of_this_name", "No module named 'nothing_of_this_name'"),
    ],
)
def test_a_file_that_makes_no_bot_is_refused_with_a_sentence(text: str, sentence: str, tmp_path: Path) -> None:
    path = written(tmp_path, text)
    for _ in range(2):  # the second time is no different
        with pytest.raises(AgonError, match=sentence):
            make_bot(f"py:{path}")


def test_a_name_without_a_file_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(AgonError, match="There is no file"):
        make_bot(f"py:{tmp_path / 'nowhere.py'}")
    for name in ("py", "py:", "py:bot", "py:.py", "py:bot.pyc"):
        with pytest.raises(AgonError, match=r"is named py:FILE\.py"):
            make_bot(name)


def test_the_server_accepts_no_file_as_a_bot(tmp_path: Path) -> None:
    """A name comes from anybody there, and a file would run with the server's rights."""
    from agon.bots import kinds
    from agon.web.checks import check_bot
    from agon.web.errors import Refused

    marker = tmp_path / "was_here"
    path = written(tmp_path, f"open({str(marker)!r}, 'w').close()\n{LAST}")
    with pytest.raises(Refused):
        check_bot(f"py:{path}", 60.0)
    assert not marker.exists()
    assert not any(kind.startswith("py") for kind in kinds())

"""docs/packs.md and docs/tiny.md say what is so, and whatever is wrong with a pack is said in a sentence."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
import tomllib
from copy import deepcopy
from importlib.resources import files
from pathlib import Path
from random import Random
from textwrap import indent
from typing import Any

import pytest

import agon
from agon.cli import NOT_SO, main
from agon.core import codec
from agon.core.errors import BadPack, BadRecord
from agon.core.game import packs_from
from agon.core.pack import as_listed, from_text

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "packs.md").read_text("utf-8")
TINY = (ROOT / "docs" / "tiny.md").read_text("utf-8")

Tables = dict[str, Any]  # as TOML has it


def default(game_id: str) -> dict[str, Tables]:
    """The default pack, file by file."""
    folder = files(f"agon.games.{game_id}") / "data"
    return {f.name: tomllib.loads(f.read_text("utf-8")) for f in folder.iterdir() if f.name.endswith(".toml")}


def sources(value: Any) -> list[str]:
    """Every line `source` in a table, however deep."""
    if isinstance(value, list):
        return [source for one in value for source in sources(one)]
    if isinstance(value, dict):
        return [s for k, v in value.items() for s in ([v] if k == "source" else sources(v))]
    return []


def written(value: Any) -> str:
    """A value as TOML writes it in one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(k)} = {written(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(written(v) for v in value) + "]"
    return json.dumps(value)


# ---- the page ----


def test_the_page_lists_every_table_and_whether_it_is_reconstructed() -> None:
    said: dict[tuple[str, str], tuple[set[str], set[str]]] = {}
    game_id = ""
    for row in re.findall(r"^\| (`\w+`)? ?\| (`\w+\.toml`) \| (.*) \|$", PAGE, re.MULTILINE):
        game_id = row[0].strip("`") or game_id
        known, ours = ({*re.findall(r"`(\w+)`", part)} for part in row[2].split("|"))
        said[game_id, row[1].strip("`")] = known, ours
    found: dict[tuple[str, str], tuple[set[str], set[str]]] = {}
    for game_id in agon.game_ids():
        for name, tables in default(game_id).items():
            ours = {key for key, table in tables.items() if any("reconstructed" in s for s in sources(table))}
            found[game_id, name] = set(tables) - ours, ours
    assert said == found


def test_every_table_of_the_default_packs_names_its_source() -> None:
    for game_id in agon.game_ids():
        for tables in default(game_id).values():
            for name, table in tables.items():
                rows = table if isinstance(table, list) else [table]
                if isinstance(table, dict) and "source" not in table:
                    rows = list(table.values())  # [side.minotaur], [layout.2]: each has its own
                for row in rows:
                    assert row["source"].startswith(("rulebook", "public", "reconstructed")), (game_id, name)


def test_the_pack_on_the_page_is_the_one_in_the_examples() -> None:
    path = ROOT / "examples" / "packs" / "hellas_2016_mine.toml"
    assert indent(path.read_text("utf-8"), "    ") in PAGE
    mine = agon.game("hellas_2016", pack=str(path))
    assert mine.pack_hash != agon.game("hellas_2016").pack_hash
    state = mine.new(2)
    assert [player["marble"] for player in mine.facts(state)["players"]] == [6, 6]  # type: ignore[index, call-overload, union-attr]


COMPONENTS = (files("agon.games.hellas_2016") / "data" / "components.toml").read_text("utf-8")
BOARDS = (files("agon.games.hellas_2016") / "data" / "boards.toml").read_text("utf-8")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('[setup]\nsource = "x"\nstart_marble = 6\n', "setup.start_houses in mine.toml is missing."),
        (
            '[setup]\nsource = "x"\nstart_marble = "six"\nstart_houses = 3\n',
            'setup.start_marble in mine.toml must be a whole number from 0 to 100, not "six".',
        ),
        (
            "[setup]\nstart_marble = 5\nstart_houses = 1000000000000\n",
            "setup.start_houses in mine.toml must be a whole number from 0 to 9, not 1000000000000.",
        ),
        ("[tiles]\nupto = [[4, 7]]\n", "tiles.upto in mine.toml must show from 0 to 4 marble, not 7."),
        ("[set_up]\nstart_marble = 6\n", 'The pack mine.toml has a table "set_up" that this game does not know.'),
        ("[stones]\ntwo = [6, 6, 5]\n", "stones.two in mine.toml is no number of seats from 2 to 4."),
        (
            COMPONENTS.replace("quarry = 3", "quarry = 1"),
            "stones.3 in mine.toml is too much: 12 stones are more than the 11 spaces of bar in mine.toml.",
        ),
        (
            BOARDS.replace("  c Q i i Q i i c", "  c x i i Q i i c"),
            "side.pegasus.map in mine.toml has 'x' in line 3 at column 5.",
        ),
    ],
)
def test_what_is_wrong_with_a_pack_is_said_as_on_the_page(
    text: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text(text, "utf-8")
    assert main(["check", "hellas_2016", "--pack", "mine.toml", "--games", "1"]) == NOT_SO
    assert capsys.readouterr().err == f"agon: {sentence}\n"
    assert f"| {sentence} |" in PAGE


def test_records_refuse_another_pack_as_the_page_says(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('[setup]\nsource = "my box"\nstart_marble = 6\nstart_houses = 3\n', "utf-8")
    game = agon.game("hellas_2016", pack=str(path))
    record = agon.match(game, ["random", "random"], seed=7)
    record.write(tmp_path / "game.agon")
    for pack, said in ((["--pack", str(path)], 0), ([], NOT_SO)):
        for command in (["check"], ["replay"], ["show"], ["analyze", "--iterations", "1"]):
            assert main([command[0], str(tmp_path / "game.agon"), *command[1:], *pack]) == said


# ---- what a pack is known by ----

FORMERLY = {  # of the default packs, when a record's hash was one of the notes too
    "attika": "a274c1f522020bc5",
    "hellas_2002": "3f9c60523256a260",
    "hellas_2016": "90b1718b82fd185b",
    "olympos": "ed25c3308db1bbfe",
}


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_two_owners_with_the_same_values_have_the_same_pack(game_id: str) -> None:
    tables = {name: table for file in default(game_id).values() for name, table in file.items()}
    hashes = set()
    for owner in ("Lena", "Ada"):
        mine = deepcopy(tables)
        for table in mine.values():
            for row in table if isinstance(table, list) else [table]:
                row["source"] = f"{owner}'s box"
        text = "".join(f"{k} = {written(v)}\n" for k, v in sorted(mine.items(), reverse=owner == "Ada"))
        text += f'[pack]\ntitle = "{owner}"\n[notes."a.b"]\nseen = true\n'
        hashes.add(agon.game(game_id, pack=from_text(owner, text)).pack_hash)
    assert hashes == {agon.game(game_id).pack_hash}


@pytest.mark.parametrize(
    ("game_id", "path", "this", "that"),
    [
        ("attika", ("building", 9, "cost"), "WFM", "MFW"),
        ("hellas_2016", ("side", "minotaur", "seats"), [3, 4], [4, 3]),
        ("olympos", ("sea", "aegean", "sea"), None, "reversed"),
    ],
)
def test_what_has_no_order_makes_no_other_pack(game_id: str, path: Any, this: Any, that: Any) -> None:
    tables = {name: table for file in default(game_id).values() for name, table in file.items()}
    mine = deepcopy({path[0]: tables[path[0]]})
    inside = mine
    for key in path[:-1]:
        inside = inside[key]
    assert this is None or inside[path[-1]] == this
    inside[path[-1]] = inside[path[-1]][::-1] if that == "reversed" else that
    text = "".join(f"{k} = {written(v)}\n" for k, v in mine.items())
    assert agon.game(game_id, pack=from_text("mine", text)).pack_hash == agon.game(game_id).pack_hash


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_records_of_the_days_when_notes_were_part_of_the_hash_replay(game_id: str) -> None:
    game = agon.game(game_id)
    text = agon.match(game, ["random"] * game.seats[0], seed=3).text()
    old = agon.Record.parse(text.replace(game.pack_hash, FORMERLY[game_id]))
    assert old.pack_hash == FORMERLY[game_id]
    assert old.last().places() == old.result


def turned(ring: str, n: int) -> str:
    return ring[n % len(ring) :] + ring[: n % len(ring)]


def bag(game_id: str, rng: Random | None) -> str:
    """The tiles of a game with two of another kind, as somebody lists, calls and turns them; None: as we would."""
    tables = {name: table for file in default(game_id).values() for name, table in file.items()}
    if game_id == "attika":
        faces = [*[face for name, face in tables["faces"].items() if name != "source"][:-1], "HW.W...", "M.F.F.."]
        if rng is not None:
            rng.shuffle(faces)
            faces = [face[0] + turned(face[1:], rng.randrange(6)) for face in faces]
        return "[faces]\n" + "".join(f'{"TX"[rng is not None]}{n:02} = "{face}"\n' for n, face in enumerate(faces, 1))
    tiles = [(edges, n >= 17) for n, edges in enumerate(tables["tiles"]["edges"])]
    tiles[-2:] = [("LLLLLL", False), ("LWLWLW", True)]
    if rng is not None:
        coast = tiles[1:]
        rng.shuffle(coast)
        tiles = [tiles[0], *((turned(edges, rng.randrange(6)), temple) for edges, temple in coast)]
    ids = [f"{'TX'[rng is not None]}{n:02}" for n in range(len(tiles))]
    temples = [name for name, (_, temple) in zip(ids, tiles, strict=True) if temple]
    return f"[tiles]\nids = {ids}\nedges = {[edges for edges, _ in tiles]}\ntemples = {temples}\n"


@pytest.mark.parametrize("game_id", ["attika", "hellas_2002"])
def test_the_same_tiles_are_the_same_pack_however_they_are_listed_called_and_turned(game_id: str) -> None:
    ours = agon.game(game_id, pack=from_text("ours", bag(game_id, None)))
    theirs = agon.game(game_id, pack=from_text("theirs", bag(game_id, Random(3))))
    assert ours.pack_hash == theirs.pack_hash != agon.game(game_id).pack_hash
    record = agon.match(ours, ["random", "random"], seed=2)
    replayed = agon.Record.parse(record.text()).with_game(theirs).last()
    assert codec.digest(replayed) == record.digest
    other = agon.game(
        game_id, pack=from_text("other", bag(game_id, None).replace("HW.W...", "HW..W..").replace("LWLWLW", "LLWLWW"))
    )
    assert other.pack_hash != ours.pack_hash


@pytest.mark.parametrize("game_id", ["attika", "hellas_2002"])
def test_records_of_the_days_when_the_order_of_tiles_was_part_of_the_hash_replay(game_id: str) -> None:
    pack = from_text("theirs", bag(game_id, Random(3)))
    listed = agon.game(game_id, pack=as_listed(pack))
    record = agon.match(listed, ["random", "random"], seed=2)
    game = agon.game(game_id, pack=pack)
    assert record.pack_hash != game.pack_hash and " X0" in record.text()
    assert codec.digest(agon.Record.parse(record.text()).with_game(game).last()) == record.digest
    forget = packs_from(lambda _, pack_hash: pack if pack_hash == record.pack_hash else None)
    try:
        assert codec.digest(agon.Record.parse(record.text()).last()) == record.digest
    finally:
        forget()


@pytest.mark.parametrize(
    ("game_id", "text", "sentence"),
    [
        ("attika", '[faces]\nA = "WF....x"\n', "faces.A"),
        ("attika", "[faces]\nA = 3\n", "faces.A"),
        (
            "hellas_2002",
            '[tiles]\nids = ["A", "B"]\nedges = ["WWWWWW", "LWx"]\ntemples = []\n',
            "tiles.edges",
        ),
        (
            "hellas_2002",
            '[tiles]\nids = ["A", "B"]\nedges = ["LWWWWW", "WWWWWW"]\ntemples = []\n',
            "tiles.edges",
        ),
        (
            "hellas_2002",
            '[tiles]\nids = ["A", "B"]\nedges = ["WWWWWW", "LWWWWW"]\ntemples = ["A"]\n',
            "tiles.temples",
        ),
    ],
)
def test_wrong_tiles_are_named_as_they_are_listed(game_id: str, text: str, sentence: str) -> None:
    with pytest.raises(BadPack, match=re.escape(f"{sentence} in mine.toml")):
        agon.game(game_id, pack=from_text("mine", text))


def test_a_record_finds_the_pack_that_somebody_keeps_for_it() -> None:
    pack = from_text("mine", "[setup]\nstart_marble = 6\nstart_houses = 3\n")
    game = agon.game("hellas_2016", pack=pack)
    text = agon.match(game, ["random", "random"], seed=7).text()
    with pytest.raises(BadRecord, match='with the pack "mine"'):
        agon.Record.parse(text).last()
    forget = packs_from(lambda game_id, pack_hash: {("hellas_2016", game.pack_hash): pack}.get((game_id, pack_hash)))
    try:
        assert agon.Record.parse(text).last().places()
    finally:
        forget()
    with pytest.raises(BadRecord, match='with the pack "mine"'):
        agon.Record.parse(text).last()


def test_a_former_default_pack_is_kept_by_its_hash(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    game = agon.game("hellas_2016")
    (tmp_path / "former").mkdir()
    file = tmp_path / "former" / f"{game.pack_hash}.toml"
    file.write_text("[setup]\nstart_marble = 7\nstart_houses = 3\n", "utf-8")
    monkeypatch.setattr("agon.core.game.files", lambda folder: tmp_path)
    former = game.former_pack(FORMERLY["hellas_2016"])
    assert former is not None and "start_marble = 7" in former
    assert game.former_pack("0" * 16) is None
    assert game.former_pack("../x") is None


@pytest.mark.parametrize(
    "command",
    [c for c in re.findall(r"^python (examples/.+)$", TINY, re.MULTILINE) if " " in c],  # without arguments: test_docs
)
def test_the_python_commands_of_the_page_run(command: str, tmp_path: Path) -> None:
    for folder in ("examples", "tests"):  # what they write is no part of the checkout
        (tmp_path / folder).symlink_to(ROOT / folder)
    called = [sys.executable, "-W", "error", *shlex.split(command)]
    done = subprocess.run(called, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_the_page_tells_what_the_solver_finds() -> None:
    """tests/test_tiny.py makes sure that these are the numbers."""
    for said in ("44,183 positions", "196,478\ndifferent games of at most 18 plies", "| 4 | 1 | 5/6 | A2 |"):
        assert said in TINY


# ---- sentences ----


@pytest.mark.parametrize(
    ("game_id", "text", "sentence"),
    [
        ("attika", "[layout]\n", "layout in mine.toml is empty"),
        ("attika", "[layout.two]\n", "layout.two in mine.toml is no number of seats"),
        (
            "attika",
            "[layout.2]\ncentres = []\nshrines = []\n",
            "layout.2.centres in mine.toml has no tile to begin with",
        ),
        ("attika", "[layout.2]\ncentres = [[20, 20]]\nshrines = []\n", "more than 30 steps from E0S0"),
        ("olympos", "[copies]\nthree = [1, 1, 1, 1, 1]\n", "copies.three in mine.toml is no number of seats"),
        (
            "olympos",
            "[cell.A1]\nprice = { wood = 10 }\nbonus = []\n",
            r"cell.A1.price.wood in mine.toml must be a whole number from 0 to 9, not 10",
        ),
    ],
)
def test_a_pack_that_makes_no_game_is_refused(game_id: str, text: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(BadPack, match=sentence):
        agon.game(game_id, pack=str(path))


WRONG: tuple[Any, ...] = ("x", "", -1, 0, 10**6, 1.5, True, [], {})


def places(value: Any, at: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The way to every value of a table."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [way for key, inside in pairs for way in [(*at, key), *places(inside, (*at, key))] if key != "source"]


def spoil(tables: Tables, rng: Random) -> Tables:
    """One table with one value gone, renamed or wrong."""
    name = rng.choice(sorted(tables))
    out = deepcopy({name: tables[name]})
    *way, last = rng.choice([way for way in places(out) if len(way) > 1])
    inside: Any = out
    for key in way:
        inside = inside[key]
    how = rng.randrange(3)
    if how == 0:
        del inside[last]
    elif how == 1 and isinstance(inside, dict):
        inside["zzz"] = inside.pop(last)
    else:
        inside[last] = rng.choice(WRONG)
    return out


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_a_spoilt_pack_is_refused_with_a_sentence_or_makes_a_game(game_id: str, tmp_path: Path) -> None:
    tables = {name: table for file in default(game_id).values() for name, table in file.items()}
    path = tmp_path / "mine.toml"
    rng = Random(f"spoilt {game_id}")
    refused: list[str] = []
    for _ in range(25):
        path.write_text("".join(f"{k} = {written(v)}\n" for k, v in spoil(tables, rng).items()), "utf-8")
        try:
            game = agon.game(game_id, pack=str(path))
            state = game.new(game.seats[0])
        except BadPack as error:
            refused.append(str(error))
            continue
        for _ in range(40):
            if state.actor() != agon.OVER:
                state.apply(state.random_action(rng))
    assert len(refused) > 5
    assert all(sentence.endswith(".") for sentence in refused)

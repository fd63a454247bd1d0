"""agon pack new | show | check | diff | draw | merge: owners' packs from the command line."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from agon.core.errors import AgonError, BadPack
from agon.core.game import Game
from agon.core.pack import noting_forms
from agon.draw.png import png
from agon.draw.scene import Scene, Sheet
from agon.games import game as find_game
from agon.games import game_ids
from agon.play import toml
from agon.play.packs import Count, Pack, in_words, merge, pages, reconstructed

WIDTH: Final = 1600  # of a PNG
WORDS: Final = {
    "en": {
        "count": "{ours} of {values} values are ours: {seen_ours} seen by you. Changed: {changed}, seen: {seen}.",
        "same": "Nothing differs.", "differs": "Values that differ: {n}.", "good": "{file} makes a game.",
        "note": "Note: {said}", "unknown": "Note: {path} is a key nobody reads.", "wrote": "Wrote {file}.",
        "drew": "Drew {n} pictures into {folder}.", "ours": "ours", "seen": "seen", "changed": "changed",
        "confirmed": "{what}: {value}, confirmed by {n} owners", "confirmed_one": "{what}: {value}, seen by one owner",
        "disputed": "{what}: disputed ({tally})",
        "merged": "Wrote {file}: {agreed} values agreed, {disputed} disputed.",
    },
    "de": {
        "count": "{ours} von {values} Werten von uns, {seen_ours} davon gesehen. Geändert {changed}, gesehen {seen}.",
        "same": "Nichts weicht ab.", "differs": "Werte, die abweichen: {n}.", "good": "{file} ergibt ein Spiel.",
        "note": "Hinweis: {said}", "unknown": "Hinweis: {path} liest niemand.", "wrote": "{file} ist geschrieben.",
        "drew": "{n} Bilder liegen in {folder}.", "ours": "von uns", "seen": "gesehen", "changed": "geändert",
        "confirmed": "{what}: {value}, bestätigt von {n} Besitzern",
        "confirmed_one": "{what}: {value}, von einem gesehen",
        "disputed": "{what}: umstritten ({tally})",
        "merged": "{file} ist geschrieben: {agreed} Werte einig, {disputed} umstritten.",
    },
}  # fmt: skip


def add(commands: Any, parser: type[argparse.ArgumentParser], lang: str, check: Callable[..., int]) -> None:
    """The commands; `check` runs the laws."""
    group = commands.add_parser("pack", help="your own box: new, show, check, diff, draw or merge packs")
    parts = group.add_subparsers(
        dest="part", required=True, parser_class=parser, metavar="new|show|check|diff|draw|merge"
    )

    def one(name: str, about: str, run: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
        made: argparse.ArgumentParser = parts.add_parser(name, help=about)
        made.add_argument("game", metavar="GAME", help=f"one of {', '.join(game_ids())}")
        made.add_argument("--lang", choices=("en", "de"), default=lang, help="language (default: the system's)")
        made.set_defaults(run=run)
        return made

    made = one("new", "write the tables worth correcting into a file", new)
    made.add_argument("file", nargs="?", type=Path, metavar="FILE.toml", help="default: my-GAME.toml")
    made.add_argument("--all", action="store_true", help="every table, not only those with something reconstructed")
    made.add_argument("--title", default="", help="what you call it")
    made = one("show", "every value in words, with what is ours, seen and changed", show)
    made.add_argument("file", nargs="?", type=Path, metavar="FILE.toml", help="default: the default pack")
    made = one(
        "check", "what is wrong or odd about a pack; then the laws on random games", lambda args: _check(args, check)
    )
    made.add_argument("file", type=Path, metavar="FILE.toml")
    made.add_argument("--games", type=int, default=5, metavar="N", help="random games a seat count (0: none)")
    made = one("diff", "what differs from the default, or from another pack, in words", diff)
    made.add_argument("file", type=Path, metavar="FILE.toml")
    made.add_argument("other", nargs="?", type=Path, metavar="OTHER.toml")
    made = one("draw", "boards, tile faces and cards as pictures, to lay beside the box", draw)
    made.add_argument("file", nargs="?", type=Path, metavar="FILE.toml", help="default: the default pack")
    made.add_argument("--out", type=Path, metavar="DIR", help="default: out/GAME-box")
    made.add_argument("--png", action="store_true", help="PNG in place of SVG")
    made.add_argument("--dark", action="store_true", help="the dark theme")
    made = one("merge", "what several owners saw, as one pack: how many confirm each value", merge_files)
    made.add_argument("files", nargs="+", type=Path, metavar="FILE.toml")
    made.add_argument("--out", type=Path, metavar="FILE.toml", help="default: GAME-merged.toml")


def read(game: Game, path: Path | None) -> Pack:
    """A pack from a file, or the default."""
    if path is None:
        return Pack.new(game, "default")
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise BadPack("pack_unreadable", path=str(path), error=str(error.strerror)) from error
    except ValueError as error:
        raise BadPack("pack_not_toml", path=str(path), error=str(error)) from error
    return Pack.read(game, text, path.stem)


def _counted(pack: Pack, lang: str) -> str:
    count: Count = pack.count()
    return WORDS[lang]["count"].format(**count.__dict__)


def new(args: argparse.Namespace) -> int:
    game = find_game(args.game)
    path = args.file or Path(f"my-{game.id}.toml")
    if path.exists():
        raise BadPack("pack_exists", path=str(path))
    pack = Pack.new(game, args.title or path.stem)
    ours = {str(value).split(".")[0].split("[")[0] for value in reconstructed(game)}
    tables = {name: table for name, table in pack.tables.items() if args.all or name in ours}
    text = toml.document({"pack": {"game": game.id, "title": pack.title}, **tables})
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    print(WORDS[args.lang]["wrote"].format(file=path))
    print(_counted(pack, args.lang))
    return 0


def show(args: argparse.Namespace) -> int:
    pack, words = read(find_game(args.game), args.file), WORDS[args.lang]
    ours = reconstructed(pack.game)
    for path in pack.values():
        marks = [
            words[name]
            for name, so in (
                ("ours", path in ours), ("changed", pack.is_changed(path)), ("seen", pack.note(path).seen),
            )
            if so
        ]  # fmt: skip
        told = f"{pack.label(path, args.lang)}: {pack.said(path, pack.get(path), args.lang)}"
        source = f" {pack.note(path).source}" if pack.note(path).source else ""
        print(told + (f" [{', '.join(marks)}]" if marks else "") + source)
    print(_counted(pack, args.lang))
    return 0


def _check(args: argparse.Namespace, check: Callable[..., int]) -> int:
    pack, words = read(find_game(args.game), args.file), WORDS[args.lang]
    find_game(args.game, str(args.file))  # refuses by a sentence with the file's name
    for problem in pack.problems(args.lang):
        if problem.fatal:
            raise BadPack(problem.sentence)
        print(words["note"].format(said=problem.sentence))
    for path in unread(pack):
        print(words["unknown"].format(path=path))
    print(words["good"].format(file=args.file))
    print(_counted(pack, args.lang))
    return check(args.game, str(args.file), args.games) if args.games else 0


def unread(pack: Pack) -> list[str]:
    """The keys of a pack that no reader asks for: mostly slips of the pen."""
    with noting_forms() as forms:
        pack.game.with_pack(pack.own())
    return [path for path in _keys(pack.tables) if path not in forms]


def _keys(value: Any, path: str = "") -> list[str]:
    """The paths of everything that is no table."""
    if isinstance(value, dict):
        inner = [(f"{path}.{key}" if path else key, one) for key, one in value.items() if key != "source"]
        return [found for name, one in inner for found in _keys(one, name)]
    if isinstance(value, list) and value and all(isinstance(row, dict) for row in value):
        return [found for n, row in enumerate(value) for found in _keys(row, f"{path}[{n}]")]
    return [path]


def diff(args: argparse.Namespace) -> int:
    game, words = find_game(args.game), WORDS[args.lang]
    pack = read(game, args.file)
    lines = in_words(pack, args.lang)
    if args.other is not None:
        lines = between(pack, read(game, args.other), args.lang)
    for line in lines:
        print(line)
    print(words["differs"].format(n=len(lines)) if lines else words["same"])
    return 0


def between(one: Pack, other: Pack, lang: str) -> list[str]:
    """What differs between two packs, in words; how tiles are listed does not."""
    one, other = one.settled(), other.settled()
    paths = dict.fromkeys([d.path for d in one.differences()] + [d.path for d in other.differences()])
    return [
        f"{one.label(path, lang)}: {one.said(path, one.get(path), lang)} → {other.said(path, other.get(path), lang)}"
        for path in paths
        if one.get(path) != other.get(path)
    ]


def draw(args: argparse.Namespace) -> int:
    game = find_game(args.game)
    pack = read(game, args.file)
    if args.file is not None:
        find_game(args.game, str(args.file))
    scene = pages(pack, args.lang)
    assert isinstance(scene, Scene)
    folder = args.out or Path("out") / f"{game.id}-box"
    folder.mkdir(parents=True, exist_ok=True)
    theme = "dark" if args.dark else "light"
    for sheet in scene.sheets:
        svg = Scene([_quiet(sheet)], caption=sheet.title).svg(theme)
        if args.png:
            try:
                (folder / f"{sheet.name}.png").write_bytes(png(svg, WIDTH))
            except RuntimeError as error:
                raise AgonError(str(error)) from error
        else:
            (folder / f"{sheet.name}.svg").write_text(svg, "utf-8")
    print(WORDS[args.lang]["drew"].format(n=len(scene.sheets), folder=folder))
    return 0


def _quiet(sheet: Sheet) -> Sheet:
    """On paper nothing glows."""
    return replace(sheet, shapes=[replace(shape, legal=False) for shape in sheet.shapes])


def merge_files(args: argparse.Namespace) -> int:
    game, words = find_game(args.game), WORDS[args.lang]
    packs = [read(game, path) for path in args.files]
    for path in args.files:
        find_game(args.game, str(path))
    merged = merge(game, packs, f"{game.id}-merged")
    for path, n in merged.pack.confirmed.items():
        value = merged.pack.said(path, merged.pack.get(path), args.lang)
        told = words["confirmed" if n > 1 else "confirmed_one"]
        print(told.format(what=merged.pack.label(path, args.lang), value=value, n=n))
    for path, tally in merged.disputed.items():
        counted = ", ".join(f"{value} × {n}" for value, n in tally.items())
        print(words["disputed"].format(what=merged.pack.label(path, args.lang), tally=counted))
    out = args.out or Path(f"{game.id}-merged.toml")
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(merged.pack.text(), "utf-8")
    print(words["merged"].format(file=out, agreed=len(merged.pack.confirmed), disputed=len(merged.disputed)))
    return 0

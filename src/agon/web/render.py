"""Pages from templates: what every page has, and the pieces of a table page."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, urlencode

from jinja2 import Environment, ModuleLoader, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from agon.bots import kinds
from agon.core.game import LANGS, find
from agon.draw.svg import defs
from agon.web import assets
from agon.web.badge import badge
from agon.web.identity import LANG_COOKIE, lang_of, visitor
from agon.web.rulespage import anchor
from agon.web.shown import Family, View
from agon.web.talk import PHRASES
from agon.web.views import Packed
from agon.web.words import count, levels, say

THEME_COOKIE: Final = "agon_theme"
YEAR: Final = 365 * 24 * 3600
LOW: Final = 1.0  # sheets beside the board that are lower than wide leave room for the log below them

# The header: a page's name, where it is, its symbol, its word.
NAV: Final = (
    ("lobby", "/", "i-play", "nav_play"),
    ("learn", "/learn", "n-learn", "learn"),
    ("puzzles", "/puzzles", "n-puzzle", "puzzles"),
    ("arena", "/arena", "n-bot", "arena"),
)
NAV_PEOPLE: Final = (  # of a server
    ("watch", "/watch", "n-watch", "watch"),
    ("tournaments", "/tournaments", "n-cup", "tournaments"),
    ("people", "/people", "n-people", "people"),
)

# What the scripts of a table say themselves.
JS_WORDS: Final = (
    "turn_title", "copied", "stale", "offline", "hint_wait", "sound_on", "sound_off", "run", "pause",
    "analysis_done", "analysis_failed", "plot_at", "away_in", "away", "gone", "may_replace", "returned",
    "next", "ways_title", "ways_fit",
)  # fmt: skip

# The pieces of a table page that change, each from its own template.
PIECES: Final = {
    "prompt": "_prompt.html",
    "actions": "_actions.html",
    "players": "_players.html",
    "log": "_log.html",
    "chat": "_chat.html",
    "side": "_side.html",
    "foot": "_foot_sheets.html",
    "goal": "_goal.html",
    "threats": "_threats.html",
    "since": "_since.html",
    "tabs": "_tabs.html",
}

# What the scripts are told of a view besides.
KEPT: Final = (
    "table", "title", "caption", "version", "ply", "plies", "is_now", "asked", "over", "started", "seat", "actor",
    "undo", "hint", "rematch", "standing_in", "has_strips", "resign",
)  # fmt: skip


# Templates that were compiled beforehand, where somebody did: a browser without a server is spared the work.
COMPILED: Final = Path(__file__).parent / "compiled"


@cache
def environment() -> Environment:
    made = Environment(
        loader=ModuleLoader(COMPILED) if COMPILED.is_dir() else PackageLoader("agon.web"),
        autoescape=True,
        auto_reload=False,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["signed"] = signed
    return made


def signed(number: int) -> str:
    """With its sign, and a true minus."""
    return f"{number:+d}".replace("-", "\u2212") if number else "±0"


@cache
def _symbols() -> Markup:
    """All symbols, once a page."""
    return Markup(defs())


def usual_bot() -> str:
    """The bot one plays against unless one chooses: of the middle of those offered."""
    offered = levels(kinds())
    return offered[min(1, len(offered) - 1)]


def rules_href(game_id: str, paragraph: str) -> str:
    """The rules of a game, at a paragraph."""
    return f"/rules/{game_id}" + (f"#{anchor(paragraph)}" if paragraph else "")


def _words(lang: str) -> Callable[..., str]:
    def t(key: str, **facts: str | int) -> str:
        return say(lang, key, **facts)

    return t


def context(request: Request, lang: str) -> dict[str, Any]:
    """What every page and piece may use."""

    def lang_link(code: str) -> str:
        query = {**request.query_params, "lang": code}
        return f"{quote(request.scope['path'])}?{urlencode(query)}"

    here = getattr(request.app.state, "here", False)  # no server: all who play are at this screen
    theme = request.cookies.get(THEME_COOKIE, "")
    return {
        "lang": lang,
        "t": _words(lang),
        "theme": theme if theme in ("light", "dark") else "",
        "static": partial(assets.address, root="" if here else "/"),
        "modules": partial(assets.modules, root="" if here else "/"),
        "defs": _symbols(),
        "lang_link": lang_link,
        "rules_href": rules_href,
        "count": lambda n: count(lang, n),
        "usual": usual_bot(),
        "page": "",
        "nav": NAV + NAV_PEOPLE if hasattr(request.app.state, "names") else NAV,
        "me": _me(request),
        "has_people": hasattr(request.app.state, "names"),
        "here": here,
    }


def _me(request: Request) -> dict[str, str] | None:
    """Who looks at the page, if they have a name that can be kept."""
    who = visitor(request)
    if who is None or not hasattr(request.app.state, "names"):
        return None
    colour, mark = badge(who.id)
    return {"name": who.name, "colour": colour, "mark": mark}


def packed(request: Request, body: bytes, kind: str, status: int = 200, **headers: str) -> Response:
    """An answer, compressed where the browser can read that."""
    return Packed.of(body, kind).answer(request, status, **headers)


def page(request: Request, template: str, status: int = 200, **values: Any) -> Response:
    """A whole page in the visitor's language. A language chosen by ?lang= is remembered."""
    lang = lang_of(request)
    body = environment().get_template(template).render({**context(request, lang), **values})
    response = packed(request, body.encode(), "text/html; charset=utf-8", status, cache_control="no-store")
    if request.query_params.get("lang") in LANGS:
        secure = request.url.scheme == "https"
        response.set_cookie(LANG_COOKIE, lang, max_age=YEAR, samesite="lax", httponly=True, secure=secure)
    return response


def piece(request: Request, template: str, **values: Any) -> str:
    """A piece of a page in the visitor's language."""
    return environment().get_template(template).render({**context(request, lang_of(request)), **values})


def error_page(request: Request, status: int, sentence: str) -> Response:
    """A refusal as a page."""
    return page(request, "error.html", status, sentence=sentence)


# ---- a table ----


def families(v: View) -> list[Family]:
    """The sheets beyond the board: those of one family (a storage board each) share a place and are turned over.

    The first of a family that offers something is shown, else the first.
    """
    out: dict[tuple[str, str], Family] = {}
    for sheet in v.sheets[1:]:
        family = out.setdefault((sheet.family, sheet.place), Family(sheet.family, sheet.place))
        family.sheets.append(sheet)
    below = sum(_height(family) for family in out.values() if family.place == "foot")
    for family in out.values():
        if family.place == "foot":
            family.share = round(_height(family) / below, 3)
        shown = next((s for s in family.sheets if s.legal), family.sheets[0])
        for sheet in family.sheets:
            sheet.shown = sheet is shown
    return list(out.values())


def _height(family: Family) -> float:
    return max(sheet.height for sheet in family.sheets)


def table_values(request: Request, v: View, mode: str) -> dict[str, Any]:
    """What the table page and its pieces need."""
    found = families(v)
    return {
        "v": v,
        "mode": mode,
        "families": found,
        "has_side": any(f.place == "side" for f in found),
        "log_left": v.has_strips or sum(_height(f) for f in found if f.place == "side" and not f.calls) > LOW,
        "board": v.sheets[0].svg,
        "howto": find(v.game).has_howto(),
        "phrases": PHRASES,
        "link": str(request.url.replace(path=f"/tables/{v.table}", query="")),
        "js_words": json.dumps({key: say(v.lang, key) for key in JS_WORDS}, ensure_ascii=False),
    }


def pieces(request: Request, v: View, mode: str) -> dict[str, Any]:
    """The parts of a table page that change, for the scripts to swap in."""
    values = {**context(request, v.lang), **table_values(request, v, mode)}
    html = {name: environment().get_template(template).render(values) for name, template in PIECES.items()}
    html["board"] = v.sheets[0].svg
    return {
        **{key: getattr(v, key) for key in KEPT},
        "draft": {"answers": v.draft.answers, "more": v.draft.more, "kept": v.draft.kept}
        if v.draft is not None
        else None,
        "placing": v.placing,
        "prompt": v.prompt.title,
        "rules": rules_href(v.game, v.prompt.paragraph),
        "html": html,
    }

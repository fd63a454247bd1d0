"""Colours and rules of the look: painted pottery by the Aegean, in a light and a dark theme.

`RULES` is read twice: `css` writes it for pages, and `svg.picture` applies it itself, because renderers outside a
browser know neither style sheets nor variables. A selector here is therefore only classes, with at most one blank
(".legal .hit"); later and longer selectors win.
"""

from __future__ import annotations

from typing import Final

THEMES: Final = ("light", "dark")

Tokens = dict[str, str]
Rule = tuple[str, dict[str, str]]

LIGHT: Final[Tokens] = {
    "ink": "#221B16",
    "marble": "#F6F1E7",
    "plaster": "#FFFDF8",
    "terracotta": "#C4622D",
    "sea": "#1F5F7A",
    "shallows": "#8FC1C7",
    "olive": "#6F7D3C",
    "hills": "#C9A66B",
    "rock": "#9A938A",
    "gold": "#D9A021",
    "ink-2": "#6A5C50",
    "line": "#E0D5C2",
    "line-strong": "#BFAE95",
    "clay": "#E9C9A4",
    "clay-2": "#F3E1C9",
    "glaze": "#221B16",
    "on-glaze": "#F3E1C9",
    "terracotta-deep": "#9C4718",
    "on-terracotta": "#FFFDF8",
    "link": "#9C4718",
    "sea-deep": "#174A62",
    "sea-line": "#3A7B93",
    "foam": "#DCEBE6",
    "coast": "#D9DCA8",
    "coast-2": "#B9C07A",
    "land": "#C3BC7C",
    "land-2": "#A8A662",
    "inland": "#CFB583",
    "inland-2": "#AD8A52",
    "peak": "#8C7A5E",
    "snow": "#F3ECDD",
    "gold-soft": "#D9A02155",
    "gold-ink": "#6E4A00",
    "gold-rim": "#FFC83D",
    "ok": "#5C6B2B",
    "bad": "#A3271B",
    "tile-edge": "#221B1633",
    "tile": "#EBD9B6",
    "tile-face": "#F3E6CB",
    "tile-sea": "#2A7390",
    "tile-sea-2": "#236580",
    "l-w": "#1F5F7A",
    "l-f": "#4C5B22",
    "l-h": "#8A5A1C",
    "l-m": "#5A524A",
    "p-red": "#B3392C",
    "p-blue": "#2463A6",
    "p-green": "#4E7A2E",
    "p-saffron": "#E0A100",
    "p-violet": "#7A4A9E",
    "ares": "#A63A28",
    "poseidon": "#1F6A86",
    "zeus": "#6B5A2A",
    "heat": "#FFD25A",
    "shadow": "0 1px 0 #fff8 inset,0 1px 2px #221b1626,0 10px 28px -8px #221b1659",
}

DARK: Final[Tokens] = {
    "ink": "#F2E9DC",
    "marble": "#1D1A17",
    "plaster": "#2A2521",
    "terracotta": "#E07B45",
    "sea": "#17485D",
    "shallows": "#3B7C88",
    "olive": "#93A356",
    "hills": "#8F7444",
    "rock": "#6E6861",
    "gold": "#E9BC4C",
    "ink-2": "#B9A997",
    "line": "#453C34",
    "line-strong": "#6B5D50",
    "clay": "#4A3526",
    "clay-2": "#382C23",
    "glaze": "#120F0D",
    "on-glaze": "#F0DCC2",
    "terracotta-deep": "#B9571F",
    "on-terracotta": "#1D1A17",
    "link": "#F0A070",
    "sea-deep": "#10364A",
    "sea-line": "#2C667D",
    "foam": "#7FB0B4",
    "coast": "#8D9460",
    "coast-2": "#757D4A",
    "land": "#7F7C49",
    "land-2": "#68683A",
    "inland": "#85703F",
    "inland-2": "#6C582E",
    "peak": "#584B38",
    "snow": "#C9BFAD",
    "gold-soft": "#E9BC4C55",
    "gold-ink": "#F6D98C",
    "gold-rim": "#FFD766",
    "ok": "#A9BA6C",
    "bad": "#EF8A7C",
    "tile-edge": "#0006",
    "tile": "#A08A62",
    "tile-face": "#AE9A73",
    "tile-sea": "#1F5A72",
    "tile-sea-2": "#194C62",
    "l-w": "#7DBBD0",
    "l-f": "#AEBE6C",
    "l-h": "#DDAE62",
    "l-m": "#BDB4A8",
    "p-red": "#CF4F40",
    "p-blue": "#4A8BD2",
    "p-green": "#6C9C46",
    "p-saffron": "#EBB425",
    "p-violet": "#A374C8",
    "ares": "#A63A28",
    "poseidon": "#1F6A86",
    "zeus": "#6B5A2A",
    "heat": "#FFCE4A",
    "shadow": "0 1px 0 #fff1 inset,0 1px 2px #0008,0 10px 28px -8px #000b",
}

TOKENS: Final[dict[str, Tokens]] = {"light": LIGHT, "dark": DARK}

# The same in both themes: the incised line, the dark of outlines, measures and fonts.
FIXED: Final[Tokens] = {
    "inc": "#FFF6E6",
    "outline": "#221B16",
    "halo": "#FFF9EC",
    "r": "10px",
    "r-s": "6px",
    "gap": "10px",
    "dur": "250ms",
    "ease": "cubic-bezier(.2,.7,.2,1)",
    "display": '"Palatino Linotype",Palatino,"Book Antiqua","URW Palladio L","P052","Iowan Old Style",Georgia,'
    '"Noto Serif","DejaVu Serif Condensed","DejaVu Serif",serif',
    "text": '"Gill Sans","Gill Sans MT",Optima,Candara,"Segoe UI","Noto Sans","Open Sans",Calibri,'
    '"DejaVu Sans Condensed","DejaVu Sans",sans-serif',
    "m-meander": "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='20' height='16' "
    "viewBox='0 0 20 16'%3E%3Cpath d='M0 14.5H20M3 14.5V1.5H17V10.5H7.5V6H12.5' fill='none' stroke='%23000' "
    "stroke-width='2'/%3E%3C/svg%3E\")",
    "m-wave": "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='32' height='16' "
    "viewBox='0 0 32 16'%3E%3Cpath d='M0 16V13C9 13 11 2 20 2c6 0 8 7 3 8.5-3 .8-4.5-2.5-2.5-3.8C17 8 18 13 32 13v3z'"
    '/%3E%3C/svg%3E")',
}

# Outline and mark of a piece in each player colour. Saffron is outlined darkest, to stand off from the gold glow.
DEEP: Final = {"red": "#7A1F16", "blue": "#123C6B", "green": "#2C4A16", "saffron": "#4A2E00", "violet": "#472463"}
MARK_INK: Final = {
    "red": "#FBE9D7",
    "blue": "#EAF2FA",
    "green": "#F1F5DD",
    "saffron": "#3A2600",
    "violet": "#F3EAF8",
}
RESOURCE_COLOURS: Final = {"grain": "#C8791B", "wood": "#6B4423", "stone": "#7B756C", "gold": "#B88609"}
GODS: Final = ("ares", "poseidon", "zeus")

SCOPES: Final[list[Rule]] = [
    *(
        (f".pl-{c}", {"--pl": f"var(--p-{c})", "--pl-deep": DEEP[c], "--pl-mark": MARK_INK[c]})
        for c in ("red", "blue", "green", "saffron", "violet")
    ),
    *((f".god-{g}", {"color": f"var(--{g})", "--god": f"var(--{g})"}) for g in GODS),
    *((f".res-{r}", {"color": c, "--ground": c, "--inc": "#FFF6E0"}) for r, c in RESOURCE_COLOURS.items()),
    # A figure in its player's colour, and the mark on it.
    (".pc", {"--ground": "var(--pl)", "color": "var(--pl)", "--inc": "var(--pl-mark)"}),
    (".pc .mk", {"color": "var(--pl-mark)", "--inc": "var(--pl)"}),
    # A symbol in pale paint on a god's colour.
    (".god-ink", {"color": "#FFF6E6", "--inc": "var(--god)"}),
]

SCENE_RULES: Final[list[Rule]] = [
    (".b-text", {"font-family": "var(--display)", "font-weight": "700", "fill": "var(--ink)", "text-anchor": "middle"}),
    (".b-num", {"font-family": "var(--text)", "font-weight": "700", "text-anchor": "middle"}),
    (
        ".b-place",
        {
            "font-family": "var(--display)",
            "font-weight": "600",
            "font-size": "12px",
            "fill": "#2B2013",
            "text-anchor": "middle",
            "paint-order": "stroke",
            "stroke": "#F3E7BE",
            "stroke-width": "3px",
            "stroke-opacity": ".85",
            "stroke-linejoin": "round",
        },
    ),
    (
        ".b-sea",
        {
            "font-family": "var(--display)",
            "font-style": "italic",
            "font-weight": "500",
            "font-size": "14.5px",
            "fill": "#DCEBE6",
            "text-anchor": "middle",
            "letter-spacing": ".09em",
        },
    ),
    (".hit", {"fill": "transparent", "stroke": "none"}),
    # What is legal now lies under soft gold, in three grades: the better, the stronger.
    (".legal .hit", {"fill": "var(--heat)", "fill-opacity": ".42"}),
    (
        ".h1 .hit",
        {
            "fill": "var(--heat)",
            "fill-opacity": ".22",
            "stroke": "var(--heat)",
            "stroke-opacity": ".6",
            "stroke-width": "1.4",
        },
    ),
    (".h2 .hit", {"fill": "var(--heat)", "fill-opacity": ".46"}),
    (".h3 .hit", {"fill": "var(--heat)", "fill-opacity": ".8"}),
    (
        ".badge",
        {
            "font-family": "var(--text)",
            "font-weight": "700",
            "text-anchor": "middle",
            "fill": "#3A2600",
            "paint-order": "stroke",
            "stroke": "#FFE9AE",
            "stroke-width": "3px",
            "stroke-linejoin": "round",
        },
    ),
    (".vain .hit", {"fill": "url(#hatch)", "stroke": "var(--bad)", "stroke-width": "1.4", "stroke-dasharray": "4 4"}),
    (
        ".changed .hit",
        {"fill": "none", "stroke": "var(--foam)", "stroke-width": "2.5", "stroke-dasharray": "5 4"},
    ),
    (".fresh", {"fill": "none", "stroke": "none"}),
    (".fresh-rim", {"fill": "none", "stroke": "none"}),
    (".changed .fresh-rim", {"stroke": "#221B16", "stroke-width": "7"}),
    (".changed .fresh", {"stroke": "#FFF3C9", "stroke-width": "3.5", "stroke-dasharray": "7 4"}),
    (".legal.changed .hit", {"fill": "var(--heat)"}),
    (
        ".refused .hit",
        {"fill": "none", "stroke": "var(--bad)", "stroke-width": "3", "stroke-dasharray": "6 4"},
    ),
    (
        ".decisive .hit",
        {"fill": "var(--gold-rim)", "fill-opacity": ".34", "stroke": "var(--gold-rim)", "stroke-width": "5"},
    ),
    (".ghost", {"opacity": ".75"}),
    (".pale", {"opacity": ".38"}),
]

RULES: Final[list[Rule]] = SCOPES + SCENE_RULES

# What moves or answers to the pointer: for pages only.
PAGE_RULES: Final = """\
svg.sheet{overflow:visible}
svg.sheet text{user-select:none;font-variant-numeric:tabular-nums lining-nums}
.piece{transition:transform var(--dur) var(--ease);filter:drop-shadow(0 1.5px 1px #0006)}
.appear{animation:appear var(--dur) var(--ease)}
.rim{fill:none;stroke:none;pointer-events:none}
.hit{cursor:default}
.legal,.legal .hit{cursor:pointer}
.badge,.rim{pointer-events:none}
.legal.legal:hover .hit,.legal.legal:focus-visible .hit,.legal.legal.is-lit .hit{fill:var(--heat);fill-opacity:.95}
.legal.legal:hover .hit,.legal.legal:focus-visible .hit,.legal.legal.is-lit .hit{stroke:var(--outline);stroke-opacity:1}
.legal.legal:hover .hit,.legal.legal:focus-visible .hit,.legal.legal.is-lit .hit{stroke-width:3}
.is-lit:not(.legal) .hit{fill:var(--gold-soft);stroke:var(--gold-rim);stroke-width:3}
svg.sheet :focus{outline:none}
svg.sheet :focus-visible .rim{stroke:var(--terracotta);stroke-width:9}
@keyframes appear{from{opacity:0}}
@media (prefers-reduced-motion:reduce){.piece,.appear{transition:none!important;animation:none!important}}
@media (forced-colors:active){.legal .hit{stroke:Highlight;stroke-width:4}}
"""


def tokens(theme: str) -> Tokens:
    """All custom properties of a theme, without the leading dashes."""
    return {**TOKENS[theme], **FIXED}


def _declarations(values: Tokens) -> str:
    return ";".join(f"--{name}:{value}" for name, value in values.items())


def _rule(rule: Rule) -> str:
    selector, declarations = rule
    return selector + "{" + ";".join(f"{name}:{value}" for name, value in declarations.items()) + "}"


def css(root: str = ":root") -> str:
    """The style sheet every page with a scene needs: both themes, player colours, and how shapes look and move.

    The theme follows the system unless `<html data-theme="light">` or `"dark"` says otherwise; with `root` ":host", the
    host of a shadow tree instead of `<html>`.
    """
    unless_light, is_dark = ":not([data-theme=light])", "[data-theme=dark]"
    if root == ":host":
        unless_light, is_dark = f"({unless_light})", f"({is_dark})"
    dark = "color-scheme:dark;" + _declarations(DARK)
    return "\n".join(
        [
            root + "{color-scheme:light;" + _declarations({**LIGHT, **FIXED}) + "}",
            "@media (prefers-color-scheme:dark){" + root + unless_light + "{" + dark + "}}",
            root + is_dark + "{" + dark + "}",
            # .rim stands in PAGE_RULES before the scene's own rules, which are to win.
            PAGE_RULES + "\n".join(_rule(rule) for rule in RULES),
            "",
        ]
    )

"""A board in letters, for terminals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

# Middle tones, which read on a light and on a dark ground alike.
TONES: Final[dict[str, tuple[int, int, int]]] = {
    "red": (201, 74, 58),
    "blue": (58, 124, 196),
    "green": (92, 142, 54),
    "saffron": (204, 146, 0),
    "violet": (148, 100, 188),
    "sea": (46, 132, 160),
    "coast": (134, 142, 70),
    "inland": (166, 126, 70),
    "rock": (136, 128, 118),
    "olive": (117, 132, 64),
    "hills": (176, 136, 74),
    "gold": (212, 152, 16),
    "terracotta": (204, 104, 52),
    "bad": (206, 72, 60),
    "ok": (110, 130, 56),
}
MANNERS: Final = {"bold": "1", "dim": "2", "italic": "3", "underline": "4", "reverse": "7"}
RESET: Final = "\x1b[0m"


def codes(style: str) -> str:
    """The escape sequence of a style such as "red bold"; empty for plain text."""
    parts = []
    for word in style.split():
        if word in MANNERS:
            parts.append(MANNERS[word])
        elif word in TONES:
            parts.append("38;2;" + ";".join(str(part) for part in TONES[word]))
        else:
            raise ValueError(f"there is no style {word!r}")
    return f"\x1b[{';'.join(parts)}m" if parts else ""


def paint(text: str, style: str) -> str:
    """A text in a style."""
    start = codes(style)
    return f"{start}{text}{RESET}" if start and text else text


@dataclass(frozen=True)
class Columns:
    """The columns of a table, whose amounts end below the ends of their titles."""

    titles: Sequence[str]
    first: int  # where the first one ends
    width: int  # from one end to the next

    def end(self, i: int) -> int:
        return self.first + self.width * i


@dataclass(frozen=True)
class Line:
    """What a table says of a seat."""

    name: str
    style: str
    amounts: Sequence[str]


class Canvas:
    """A grid of characters, each with a style. What is put outside is cut off."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.letters = [[" "] * width for _ in range(height)]
        self.styles = [[""] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write text from (x, y) to the right; a new line goes on below."""
        codes(style)  # an unknown style is refused here, where it was asked for
        for row, line in enumerate(text.split("\n"), start=y):
            if not 0 <= row < self.height:
                continue
            for column, letter in enumerate(line, start=x):
                if 0 <= column < self.width:
                    self.letters[row][column] = letter
                    self.styles[row][column] = style

    def centred(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write text with its middle at x."""
        self.put(x - (len(text) - 1) // 2, y, text, style)

    def seats(self, x: int, y: int, columns: Columns, lines: Sequence[Line], actor: int) -> int:
        """A table with a line a seat below the titles of its columns; an arrow points at who decides. Returns the next
        free row."""
        for i, title in enumerate(columns.titles):
            self.put(x + columns.end(i) - len(title), y, title, "dim")
        for seat, line in enumerate(lines):
            y += 1
            if seat == actor:
                self.put(x, y, ">", "gold bold")
            self.put(x + 2, y, line.name, line.style)
            for i, amount in enumerate(line.amounts):
                self.put(x + columns.end(i) - len(amount), y, amount)
        return y + 1

    def plain(self) -> str:
        """The letters alone, without blanks at the ends and empty lines below."""
        return "\n".join("".join(row).rstrip() for row in self.letters).rstrip("\n")

    def ansi(self) -> str:
        """The letters in 24-bit colours."""
        lines = self.plain().split("\n")
        return "\n".join(self._coloured(row, len(line)) for row, line in enumerate(lines))

    def _coloured(self, row: int, length: int) -> str:
        out, start = "", 0
        styles = self.styles[row]
        while start < length:
            end = start
            while end < length and styles[end] == styles[start]:
                end += 1
            out += paint("".join(self.letters[row][start:end]), styles[start])
            start = end
        return out

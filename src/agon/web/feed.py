"""Somebody's turns as an Atom feed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from xml.etree.ElementTree import Element, SubElement, tostring

from agon.core.game import find, known
from agon.web.kept import Summary
from agon.web.words import say

ATOM: Final = "http://www.w3.org/2005/Atom"
NEVER: Final = "1970-01-01T00:00:00+00:00"


def atom(turns: Sequence[Summary], site: str, lang: str) -> bytes:
    """The feed of the tables that wait for somebody."""
    shown = [turn for turn in turns if turn.game in known()]
    feed = Element("feed", {"xmlns": ATOM, "xml:lang": lang})
    newest = max(turn.updated for turn in shown).isoformat() if shown else NEVER
    _tell(feed, f"{say(lang, 'agon')}: {say(lang, 'my_turns')}", f"{site}/feed", f"{site}/", newest)
    for turn in shown:
        entry, link = SubElement(feed, "entry"), f"{site}/tables/{turn.id}"
        title = f"{say(lang, 'your_move')}: {find(turn.game).title[lang]}"
        _tell(entry, title, f"{link}#{turn.ply}", link, turn.updated.isoformat())
        if turn.due:
            day = turn.due.strftime("%Y-%m-%d %H:%M UTC")
            SubElement(entry, "summary").text = say(lang, "due_on", day=day)
    body: bytes = tostring(feed, encoding="utf-8", xml_declaration=True)
    return body


def _tell(node: Element, title: str, name: str, link: str, updated: str) -> None:
    SubElement(node, "title").text = title
    SubElement(node, "id").text = name
    SubElement(node, "link", href=link)
    SubElement(node, "updated").text = updated

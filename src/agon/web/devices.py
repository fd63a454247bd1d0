"""What a device is called: its browser and its system, from what it says of itself."""

from __future__ import annotations

from typing import Final

BROWSERS: Final = (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrom", "Chrome"), ("Safari", "Safari"))
SYSTEMS: Final = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("Mac OS", "Mac"),
    ("Linux", "Linux"),
)  # fmt: skip


def device_of(agent: str) -> str:
    """ "Firefox, Linux"; a program that says something else is called by its first word."""
    found = [next((name for sign, name in signs if sign in agent), "") for signs in (BROWSERS, SYSTEMS)]
    plain = "".join(c for c in agent.split("/")[0] if c.isalnum() or c in " -_.")
    return ", ".join(filter(None, found)) or plain[:40].strip() or "?"

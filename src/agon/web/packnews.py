"""How far the checks of packs are, told to the other processes that share a database: any of them may be asked."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Final
from urllib.parse import quote, unquote

from agon.web.errors import Refused
from agon.web.packchecks import Check, PackChecks
from agon.web.wire import WEB, Wire

CHECK: Final = "check"  # what is told: by whom, the key and the standing of a check


def share(checks: PackChecks, wire: Wire) -> None:
    """Tell the others of every step, and hear of theirs."""

    async def tell(key: str, check: Check) -> None:
        try:
            await wire.tell(WEB, CHECK, wire.process, quote(json.dumps([key, asdict(check)])))
        except Refused:
            return  # the database is away; the wire has said so, and the next step is told when it is back

    def hear(words: list[str]) -> None:
        sender, text = words
        if sender != wire.process:
            key, standing = json.loads(unquote(text))
            checks.hear(key, Check(**standing))

    checks.tell = tell
    wire.on(CHECK, hear)

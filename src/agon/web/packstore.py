"""Owners' packs in the database: those being edited, and those tables are played with, by hash."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from sqlalchemy import Connection, Engine, delete, func, insert, select, update

from agon.core.game import Game, packs_from
from agon.core.pack import from_text
from agon.play.packs import Pack
from agon.web.checks import now
from agon.web.errors import Refused
from agon.web.identity import fresh_id
from agon.web.models import KeptPackRow, PackRow
from agon.web.packkept import COUNTED, MOST, Kept, undone
from agon.web.store import Store


def of_owner(connection: Connection, owner: str) -> list[Kept]:
    """Somebody's packs, the latest first."""
    query = select(*PackRow.__table__.columns).where(PackRow.owner == owner).order_by(PackRow.updated.desc())
    return [Kept(*row) for row in connection.execute(query)]


def load(connection: Connection, pack_id: str) -> Kept:
    """A pack by its id; refused where there is none."""
    if "." in pack_id:
        return _played(connection, pack_id)
    row = connection.execute(select(*PackRow.__table__.columns).where(PackRow.id == pack_id)).one_or_none()
    if row is None:
        raise Refused("no_pack_here")
    return Kept(*row)


def _played(connection: Connection, pack_id: str) -> Kept:
    """What some table is played with: nobody's, as it stays as it is."""
    game, _, pack_hash = pack_id.rpartition(".")
    query = select(KeptPackRow).where(KeptPackRow.game == game, KeptPackRow.hash == pack_hash)
    row = connection.execute(query).one_or_none()
    if row is None:
        raise Refused("no_pack_here")
    return Kept(pack_id, "", game, row.name, row.text, "[]", now(), now())


def of_game(connection: Connection, game_id: str) -> list[Kept]:
    """The latest pack of each owner of a game."""
    query = select(*PackRow.__table__.columns).where(PackRow.game == game_id).order_by(PackRow.updated, PackRow.id)
    latest = {kept.owner: kept for kept in (Kept(*row) for row in connection.execute(query))}
    return list(latest.values())[-COUNTED:]


def create(connection: Connection, owner: str, pack: Pack) -> str:
    """A new pack; its id."""
    held = connection.execute(select(func.count()).where(PackRow.owner == owner)).scalar_one()
    if held >= MOST:
        raise Refused("too_many_packs", most=MOST)
    moment = now()
    values = {"id": fresh_id(12), "owner": owner, "game": pack.game.id, "created": moment, **_written(pack)}
    connection.execute(insert(PackRow), [values])
    return str(values["id"])


def save(connection: Connection, pack_id: str, pack: Pack) -> None:
    """A pack after a change."""
    connection.execute(update(PackRow).where(PackRow.id == pack_id).values(_written(pack)))


def _written(pack: Pack) -> dict[str, Any]:
    return {"title": pack.title[:60], "text": pack.text(), "undo": undone(pack), "updated": now()}


def remove(connection: Connection, pack_id: str) -> None:
    """A pack is thrown away; what tables are played with stays."""
    connection.execute(delete(PackRow).where(PackRow.id == pack_id))


def keep(connection: Connection, game: Game, pack: Pack) -> None:
    """See to it that a table played with this pack can be rebuilt."""
    known = select(KeptPackRow.hash).where(KeptPackRow.game == game.id, KeptPackRow.hash == game.pack_hash)
    if connection.execute(known).one_or_none() is None:
        values = {"game": game.id, "hash": game.pack_hash, "name": pack.name, "text": pack.text()}
        connection.execute(insert(KeptPackRow), [values])


def kept_in(engine: Engine) -> Callable[[], None]:
    """Let records find the packs of this database; what is returned ends that."""

    def look(game_id: str, pack_hash: str) -> str | None:
        query = select(KeptPackRow.name, KeptPackRow.text).where(
            KeptPackRow.game == game_id, KeptPackRow.hash == pack_hash
        )
        with engine.connect() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else from_text(row.name, row.text)

    return packs_from(look)


class StoredPacks:
    """A keeper of packs (agon.web.packkept.PackKeeper) in a server's database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of_owner(self, owner: str) -> list[Kept]:
        return await self._store.read(partial(of_owner, owner=owner))

    async def of_game(self, game_id: str) -> list[Kept]:
        return await self._store.read(partial(of_game, game_id=game_id))

    async def load(self, pack_id: str) -> Kept:
        return await self._store.read(partial(load, pack_id=pack_id))

    async def create(self, owner: str, pack: Pack) -> str:
        return await self._store.write(partial(create, owner=owner, pack=pack))

    async def save(self, pack_id: str, pack: Pack) -> None:
        await self._store.write(partial(save, pack_id=pack_id, pack=pack))

    async def remove(self, pack_id: str) -> None:
        await self._store.write(partial(remove, pack_id=pack_id))

    async def keep(self, game: Game, pack: Pack) -> None:
        await self._store.write(partial(keep, game=game, pack=pack))

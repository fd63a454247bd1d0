"""Alembic runs this file: the changes are made on the connection it is given."""

from __future__ import annotations

from alembic import context

from agon.web.models import Base

context.configure(connection=context.config.attributes["connection"], target_metadata=Base.metadata)
with context.begin_transaction():
    context.run_migrations()

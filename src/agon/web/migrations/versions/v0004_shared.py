"""Processes that share a database tell one another who is there and what bots are asked.

Like all changes from here on it only adds: processes of the version before go on meanwhile.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "processes",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("started", sa.DateTime(), nullable=False),
        sa.Column("seen", sa.DateTime(), nullable=False),
    )
    op.create_table(
        "presence",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("who", sa.String(32), primary_key=True),
        sa.Column("process", sa.String(16), primary_key=True),
        sa.Column("gone", sa.DateTime(), nullable=True),
    )
    op.create_index("presence_by_process", "presence", ["process"])
    op.create_table("sittings", sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True))
    op.create_table(
        "questions",
        sa.Column("id", sa.BigInteger(), primary_key=True, autoincrement=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=True),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("form", sa.String(64), nullable=False),
        sa.Column("bot", sa.String(200), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("share", sa.String(80), nullable=False),
        sa.Column("urgency", sa.Integer(), nullable=False),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.Column("asker", sa.String(16), nullable=False),
        sa.Column("worker", sa.String(16), nullable=True),
        sa.Column("lease", sa.DateTime(), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=True),
        sa.Column("failed", sa.Boolean(), nullable=False),
        sa.Column("thought", sa.Float(), nullable=False),
    )
    op.create_index("questions_by_position", "questions", ["table_id", "number"], unique=True)
    op.create_index("questions_by_worker", "questions", ["worker"])
    op.create_table(
        "turns",
        sa.Column("name", sa.String(80), primary_key=True),
        sa.Column("turn", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "buckets",
        sa.Column("name", sa.String(120), primary_key=True),
        sa.Column("tokens", sa.Float(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_table(
        "seen",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
    )
    op.create_index("seen_by_time", "seen", ["at"])
    op.create_table(
        "jobs",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("process", sa.String(16), nullable=False),
        sa.Column("share", sa.String(80), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("plies", sa.Integer(), nullable=False),
    )
    if op.get_bind().dialect.name == "postgresql":
        op.execute("create sequence taken_seq")  # counts the turns of all workers


def downgrade() -> None:
    raise NotImplementedError("Migrations go forward only; `agon restore` puts an older copy back.")

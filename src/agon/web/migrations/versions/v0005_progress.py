"""What people learn is kept: lessons, missed steps, tries at puzzles, puzzles of the day, ratings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "learnt",
        sa.Column("identity", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("lesson", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("at", sa.DateTime(), nullable=False),
    )
    op.create_table(
        "missed",
        sa.Column("identity", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("lesson", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("step", sa.Integer(), primary_key=True, autoincrement=False),
    )
    op.create_table(
        "tries",
        sa.Column("identity", sa.String(32), primary_key=True),
        sa.Column("puzzle", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("solved", sa.Boolean(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("before", sa.Double(), nullable=False),
        sa.Column("after", sa.Double(), nullable=False),
    )
    op.create_index("tries_by_puzzle", "tries", ["puzzle"])
    op.create_table(
        "days",
        sa.Column("identity", sa.String(32), primary_key=True),
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("solved", sa.Boolean(), nullable=False),
    )
    for name, key, length in (("skills", "identity", 32), ("grades", "puzzle", 16)):
        op.create_table(
            name,
            sa.Column(key, sa.String(length), primary_key=True),
            sa.Column("rating", sa.Double(), nullable=False),
            sa.Column("spread", sa.Double(), nullable=False),
            sa.Column("tries", sa.Integer(), nullable=False),
        )


def downgrade() -> None:
    op.drop_index("tries_by_puzzle", "tries")
    for name in ("grades", "skills", "days", "tries", "missed", "learnt"):
        op.drop_table(name)

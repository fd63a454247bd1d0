"""Tables have a pace and may be rated; results and ratings are kept."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("tables", "summaries"):
        op.add_column(name, sa.Column("pace", sa.String(16), nullable=False, server_default=""))
        op.add_column(name, sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("summaries", sa.Column("due", sa.DateTime(), nullable=True))
    op.create_index("ix_summaries_due", "summaries", ["due"])
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("person", sa.String(32), nullable=False, index=True),
        sa.Column("bot", sa.String(64), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("left", sa.Boolean(), nullable=False),
        sa.Column("opening", sa.String(200), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=True),
        sa.Column("sigma", sa.Float(), nullable=True),
        sa.Column("gain", sa.Float(), nullable=True),
    )
    op.create_table(
        "ratings",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("seats", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("updated", sa.DateTime(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("ratings")
    op.drop_table("results")
    op.drop_index("ix_summaries_due", "summaries")
    op.drop_column("summaries", "due")
    for name in ("tables", "summaries"):
        op.drop_column(name, "rated")
        op.drop_column(name, "pace")

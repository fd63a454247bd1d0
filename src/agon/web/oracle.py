"""What bots think, as part of the JSON API: hints for a decision, and analyses of finished games."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel

from agon.play.analysis import Analysis
from agon.web.advice import begin, give_hint
from agon.web.analyses import Analyses, Standing
from agon.web.api import REFUSALS, Lang, Lobby, TableId, Who

router = APIRouter(prefix="/api", tags=["agon"], responses=REFUSALS)


class AdviceOut(BaseModel):
    """An action with what the bot expects of it, from 0 (last) to 1 (first), and how much of its search it spent there.

    A bot that does not search judges on a scale of its own, and says nothing in words.
    """

    action: str
    label: str
    worth: float
    result: str
    words: str
    visits: int
    share: float


class ExpectedOut(BaseModel):
    """What a seat may expect, from 0 (last) to 1 (first)."""

    seat: int
    name: str
    worth: float
    result: str
    words: str


class LineOut(BaseModel):
    """A ply the bot expects, as your seat would hear it; seat -1: a draw."""

    seat: int
    sentence: str


class HintOut(BaseModel):
    """What a bot thinks of your decision, from what your seat may know: the best actions first."""

    imagined: int
    actions: list[AdviceOut]
    expected: list[ExpectedOut]
    line: list[LineOut]


class BestOut(BaseModel):
    action: str
    worth: float


class DecisionOut(BaseModel):
    """A decision that was searched: what was played, what it cost, and the best actions."""

    ply: int
    seat: int
    action: str
    cost: float
    best: list[BestOut]


class DrawOut(BaseModel):
    """A draw, and what it changed for each seat against what could have come."""

    ply: int
    action: str
    luck: list[float]


class FoundOut(BaseModel):
    """What a game was like. Chances are from 0 (last) to 1 (first), by position (0: before the first ply) and seat."""

    iterations: int
    chances: list[list[float]]
    decisions: list[DecisionOut]
    draws: list[DrawOut]
    lost: list[float]
    luck: list[float]
    luck_share: float


class AnalysisOut(BaseModel):
    """How far an analysis is: none, waiting, running (`done` of `plies`), failed, or done, and then what was found."""

    stage: str
    done: int
    plies: int
    found: FoundOut | None = None


async def the_analyses(request: Request) -> Analyses:
    analyses: Analyses = request.app.state.analyses
    return analyses


All = Annotated[Analyses, Depends(the_analyses)]


@router.post("/tables/{table_id}/hint")
async def hint(request: Request, hub: Lobby, who: Who, table_id: TableId, lang: Lang) -> HintOut:
    """What a bot thinks of your decision: the best actions, what each seat may expect, and how it may go on."""
    return HintOut.model_validate(await give_hint(request, hub, who, table_id, lang), from_attributes=True)


@router.get("/tables/{table_id}/analysis")
async def analysis(hub: Lobby, analyses: All, table_id: TableId) -> AnalysisOut:
    """How far the analysis of a finished game is, and what it found."""
    return _out(await analyses.standing(await hub.get(table_id)))


@router.post("/tables/{table_id}/analysis", status_code=202)
async def analyse(request: Request, hub: Lobby, analyses: All, who: Who, table_id: TableId) -> AnalysisOut:
    """Have a finished game analysed; ask again until it is done. Games are analysed one after the other."""
    return _out(await begin(request, hub, analyses, table_id))


def _out(standing: Standing) -> AnalysisOut:
    found = _found(standing.found) if standing.found is not None else None
    return AnalysisOut(stage=standing.stage, done=standing.done, plies=standing.plies, found=found)


def _found(found: Analysis) -> FoundOut:
    return FoundOut(
        iterations=found.iterations,
        chances=found.chances(),
        decisions=[
            DecisionOut(
                ply=p.ply,
                seat=p.actor,
                action=p.text,
                cost=p.cost,
                best=[BestOut(action=text, worth=worth) for text, worth in p.best],
            )
            for p in found.plies
            if p.is_searched
        ],
        draws=[DrawOut(ply=p.ply, action=p.text, luck=p.luck) for p in found.plies if p.luck],
        lost=found.skill,
        luck=found.luck,
        luck_share=found.luck_share(),
    )

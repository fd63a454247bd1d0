"""From nothing to a mind: rounds of self-play, fitting and a gate, in one folder, so that it can be resumed."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from importlib.resources import files
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

import numpy as np

from agon.bots.minds import MindFile, Weights, read_mind
from agon.core.errors import AgonError
from agon.core.game import find
from agon.learn.data import Work, played, run
from agon.learn.fit import (
    Expected,
    Model,
    Sisters,
    fit_guide,
    fit_judge,
    guide_loss,
    judged,
    log_loss,
    pairs,
    turned,
)
from agon.learn.practice import SHARP, SHOWN, WINDOW, Pupil, glanced, practised, share
from agon.play.match import play, seating
from agon.play.tally import victory, wilson

Array = Any  # of numpy
Told = dict[str, Any]
HELD_OUT: Final = 10  # every tenth game, or decision, is not learnt from
SLOPES: Final = (0.0, 2.5, 5.0, 10.0, 20.0, 40.0, 80.0)  # of what a seat is worth, where a guide may begin
TENTHS: Final = 10
Advance = Callable[[], None]


@dataclass(frozen=True)
class Plan:
    """What is to be learnt, and how much work it may be."""

    game: str
    seats: int
    games: int = 20_000  # quick games a round, for the judge
    searches: int = 6_000  # games a round with two searched positions each, or six glances of the judge, for the guide
    iterations: int = 400  # of such a search
    rounds: int = 1
    seed: int = 0
    hidden: int = 32
    guide: int = 16  # hidden layer of the guide; 0: `value` guides, or a judge that has practised
    epochs: int = 8
    gate_games: int = 60
    gate: str = "time=0.05"  # what both searches may spend on a decision
    start: str = ""  # the file of a mind to begin with, of as many seats or of others
    mixed: bool = False  # the judge learns once more, from results and from what the searches expected
    practice: int = 0  # rounds in which the judge plays with itself, after the quick games or in their place
    practice_games: int = 6_000  # of each
    later: float = 0.96  # how much less each later ply counts in them


CHUNKS: Final = 64  # a round's self-play in so many files of each kind
GAMES: Final = "games"
SEARCHES: Final = "searches"
PRACTICE: Final = "practice"
GLANCES: Final = "glances"


def works(plan: Plan, round_: int, folder: Path, kind: str, mind: str) -> list[Work]:
    """The chunks of a round's games, or of its searches."""
    games = {GAMES: plan.games, SEARCHES: plan.searches, GLANCES: plan.searches}.get(kind, plan.practice_games)
    iterations = plan.iterations if kind == SEARCHES else 0
    out: list[Work] = []
    for n in range(CHUNKS):
        seed = f"{plan.seed}/{round_}/{kind}/{n}"
        share = games * (n + 1) // CHUNKS - games * n // CHUNKS
        if share:
            file = folder / f"{kind}-{n:02}.npz"
            later = plan.later if kind.startswith(PRACTICE) else 0.0
            out.append(Work(plan.game, plan.seats, seed, share, iterations, mind, file, later))
    return out


def load(folder: Path, kind: str) -> dict[str, Array]:
    """All chunks of a kind, one after the other."""
    parts = [dict(np.load(file)) for file in sorted(folder.glob(f"{kind}-??.npz"))]
    out = {name: np.concatenate([part[name] for part in parts]) for name in parts[0] if name not in ("firsts", "game")}
    if "game" in parts[0]:
        out["game"] = np.concatenate([part["game"] + 1_000_000 * n for n, part in enumerate(parts)])
    if "firsts" in parts[0]:
        ends = np.cumsum([0, *(len(part["visits"]) for part in parts)])
        out["firsts"] = np.concatenate([[0], *(part["firsts"][1:] + ends[n] for n, part in enumerate(parts))])
    return out


def beginning(plan: Plan, shape: list[int]) -> MindFile | None:
    """The mind a plan begins with: the inputs of a seat are the same for every number of seats."""
    if not plan.start:
        return None
    found = read_mind(Path(plan.start).read_text("utf-8"))
    if found.game != plan.game or found.shape != shape:
        raise AgonError("broken_mind", why=f"{plan.start}: {found.game} {found.shape}")
    return found


def learn_judge(plan: Plan, shape: list[int], folder: Path) -> tuple[Model, Told]:
    """Fit the judge to results, and tell how well it knows games it has not seen."""
    old = beginning(plan, shape)
    return fitted(plan, shape, load(folder, GAMES), old.judge if old else None, None)


def learn_more(plan: Plan, shape: list[int], folder: Path, start: Weights) -> tuple[Model, Told]:
    """Fit a judge on, to the results of the searched games and to what the searches expected, in equal parts."""
    data = load(folder, SEARCHES)
    expected = Expected(data["sisters"], data["who"], data["worths"], data["visits"])
    return fitted(plan, shape, data, start, expected)


def practise(
    plan: Plan, n: int, folder: Path, beginning: Weights, workers: int, advance: Advance
) -> tuple[Weights, Told]:
    """The judge plays with itself, round after round, and learns from it; how well it knew the last games before."""
    shape = find(plan.game).new(plan.seats).shape()
    pupil = Pupil(shape, beginning, plan.seed)
    kept = folder / f"{PRACTICE}.json"
    done: list[Told] = json.loads(kept.read_text("utf-8")) if kept.exists() else []
    if done:
        pupil.load(folder / f"{PRACTICE}-{len(done):03}.npz")
    for number in range(len(done) + 1, plan.practice + 1):
        name = f"{PRACTICE}-{number:03}"
        mind = folder / f"{name}.json"
        mind.write_text(MindFile(plan.game, plan.seats, shape, pupil.weights(), sharp=SHARP).text(), "utf-8")
        for _ in run(works(plan, n, folder, name, str(mind)), workers, practised):
            advance()
        rounds = [load(folder, f"{PRACTICE}-{k:03}") for k in range(max(1, number - WINDOW + 1), number + 1)]
        told = known(pupil.model, rounds[-1]["terms"], rounds[-1]["rewards"], plan.seats, shape)
        shown = share(Work(plan.game, plan.seats, f"{plan.seed}/{SHOWN}", SHOWN, 0, str(mind), kept))
        pupil.learn(rounds, number)
        pupil.save(folder / f"{name}.npz")
        done.append(told | {"practice": number, "wins against value": round(shown, 4)})
        kept.write_text(json.dumps(done, indent=1), "utf-8")
        for old in folder.glob(f"{PRACTICE}-{number - WINDOW:03}-??.npz"):
            old.unlink()
    return pupil.weights(), done[-1]


def fitted(
    plan: Plan, shape: list[int], data: dict[str, Array], start: Weights | None, expected: Expected | None
) -> tuple[Model, Told]:
    """A judge of nine in ten of the games, and what it makes of the others."""
    held = data["game"] % HELD_OUT == 0
    terms, rewards = data["terms"][~held], data["rewards"][~held]
    model = fit_judge(terms, rewards, shape, plan.hidden, plan.epochs, plan.seed, start, expected)
    told = known(model, data["terms"][held], data["rewards"][held], plan.seats, shape)
    return model, {"positions": int((~held).sum()), **told}


def known(model: Model, terms: Array, rewards: Array, seats: int, shape: list[int]) -> Told:
    """How well a judge knows games it has not seen."""
    outputs = judged(model, terms, seats, shape)
    return {
        "held out": len(terms),
        "log loss": round(log_loss(outputs, rewards), 4),
        "log loss of a coin": round(log_loss(outputs * 0.0, rewards), 4),
        "reliability": reliability(outputs, rewards),
    }


def reliability(outputs: Array, rewards: Array) -> list[list[float]]:
    """By tenths of what was expected: how many, the mean expected, and what happened."""
    chances, happened, apart = pairs(outputs, rewards)
    p, y = chances[apart], happened[apart]
    place = np.minimum((p * TENTHS).astype(int), TENTHS - 1)
    out = []
    for n in range(TENTHS):
        here = place == n
        if here.any():
            out.append([int(here.sum()), round(float(p[here].mean()), 4), round(float(y[here].mean()), 4)])
    return out


def learn_guide(plan: Plan, shape: list[int], folder: Path, kind: str) -> tuple[Model, Told]:
    """Fit the guide, and tell how near it comes to searches, or glances of the judge, it has not seen."""
    data = load(folder, kind)
    rows = turned(data["sisters"], plan.seats, shape, data["who"])
    every = Sisters(rows, data["visits"], data["firsts"])
    held = np.arange(len(every)) % HELD_OUT == 0
    learnt, unseen = part(every, data["visits"], ~held), part(every, data["visits"], held)
    beginnings = {slope: guide_loss(by_worth(learnt.rows, shape, slope), learnt)[0] for slope in SLOPES}
    slope = min(beginnings, key=lambda s: beginnings[s])
    old = beginning(plan, shape)
    model = fit_guide(learnt, shape, plan.guide, 3 * plan.epochs, slope, plan.seed, old.guide if old else None)
    before = guide_loss(by_worth(unseen.rows, shape, slope), unseen)
    after = guide_loss(model.forward(unseen.rows)[0], unseen)
    told = {
        "decisions": len(learnt),
        "held out": len(unseen),
        "divergence by worth": round(before[0], 4),
        "divergence": round(after[0], 4),
        "same first by worth": round(before[1], 4),
        "same first": round(after[1], 4),
    }
    return model, told


def by_worth(rows: Array, shape: list[int], slope: float) -> Array:
    """Logits by what a seat is worth beyond the others."""
    return slope * (rows[:, 0] - rows[:, shape[0]])


def part(every: Sisters, visits: Array, chosen: Array) -> Sisters:
    """Some of the decisions."""
    index, starts = every.of(np.flatnonzero(chosen))
    return Sisters(every.rows[index], visits[index], np.concatenate([starts, [len(index)]]))


# ---- the gate ----


def gate_game(game_id: str, names: list[str], seed: int, number: int) -> float:
    """One game of a gate: the share of the victory that the first name has won."""
    game = find(game_id)
    record = play(game, seating(names, number), f"{seed}/{number // len(names)}", game.settings({}), None, number)
    return victory(record.result, -number % len(names))


def gate(plan: Plan, new: str, old: str, workers: int) -> tuple[float, float, float]:
    """The share of the new mind against the old one in the other seats, with its interval."""
    names = [new, *[old] * (plan.seats - 1)]
    games = plan.gate_games - plan.gate_games % plan.seats or plan.seats
    one = partial(gate_game, plan.game, names, plan.seed)
    if workers <= 1:
        wins = sum(map(one, range(games)))
    else:
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            wins = sum(pool.map(one, range(games)))
    return (wins / games, *wilson(wins, games))


# ---- all of it ----


def steps(plan: Plan) -> int:
    """What a round's progress is counted in: chunks of self-play, two fits and a gate."""
    chunks = 0 if plan.practice and plan.start else min(CHUNKS, plan.games)
    chunks += plan.practice * min(CHUNKS, plan.practice_games)
    chunks += min(CHUNKS, plan.searches) if plan.guide else 0
    return chunks + 3


def nothing() -> None:
    """Progress told to nobody."""


def train(plan: Plan, folder: Path, workers: int, resume: bool, advance: Advance = nothing) -> MindFile | None:
    """All rounds; returns the last mind that won its gate. The folder holds data, minds and report.json."""
    game = find(plan.game)
    if plan.mixed and plan.practice:
        raise AgonError("mixed_practice")
    shape = game.new(plan.seats).shape()
    if not shape:
        raise AgonError("no_terms", game=plan.game)
    kept = folder / "plan.json"
    if kept.exists() and not resume:
        raise AgonError("train_exists", folder=str(folder))
    if kept.exists() and json.loads(kept.read_text("utf-8")) != asdict(plan):
        raise AgonError("train_other", folder=str(folder))
    folder.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps(asdict(plan), indent=1), "utf-8")
    best: Path | None = None
    report: list[Told] = []
    for n in range(1, plan.rounds + 1):
        here = folder / f"round-{n}"
        here.mkdir(exist_ok=True)
        told = one_round(plan, n, here, best, workers, shape, advance)
        report.append(told)
        if told["won"]:
            best = here / "mind.json"
        (folder / "report.json").write_text(json.dumps(report, indent=1), "utf-8")
    return None if best is None else read_mind(best.read_text("utf-8"))


def one_round(
    plan: Plan,
    n: int,
    here: Path,
    best: Path | None,
    workers: int,
    shape: list[int],
    advance: Advance,
) -> Told:
    """Quick games with the best mind so far, the judge, its practice, searches with it, the guide, and the gate."""
    old = beginning(plan, shape)
    if plan.practice and old:  # it goes on where that one ended
        judge, told_judge = old.judge, dict[str, Any]()
    else:
        for _ in run(works(plan, n, here, GAMES, str(best) if best else ""), workers):
            advance()
        model, told_judge = learn_judge(plan, shape, here)
        judge = model.weights()
    advance()
    if plan.practice:
        judge, told_judge = practise(plan, n, here, judge, workers, advance)
    source: Told = {
        "date": datetime.now(UTC).date().isoformat(),
        "version": version("agon"),
        "data": command(plan, n),
        "judge": told_judge,
    }
    found = MindFile(plan.game, plan.seats, shape, judge, None, source, sharp=SHARP if plan.practice else 0.0)
    told: Told = {"round": n, "judge": told_judge, "guide": {}, "won": True}
    if plan.guide:
        alone = here / "judge.json"
        alone.write_text(found.text(), "utf-8")
        kind, seen = (GLANCES, glanced) if plan.practice else (SEARCHES, played)
        for _ in run(works(plan, n, here, kind, str(alone)), workers, seen):
            advance()
        guide, told["guide"] = learn_guide(plan, shape, here, kind)
        found.guide, source["guide"], found.sharp = guide.weights(), told["guide"], 0.0
        if plan.mixed and not plan.practice:
            model, told["judge"] = learn_more(plan, shape, here, found.judge)
            found.judge, source["judge"] = model.weights(), told["judge"]
    advance()
    file = here / "mind.json"
    file.write_text(found.text(), "utf-8")
    if plan.gate_games:
        against = f"mind:{best}:{plan.gate}" if best else f"ismcts:mind=off,{plan.gate}"
        share, low, high = gate(plan, f"mind:{file}:{plan.gate}", against, workers)
        told["gate"] = {"against": against, "share": round(share, 4), "95 %": [round(low, 4), round(high, 4)]}
        told["won"] = share > 1.0 / plan.seats
        found.source["strength"] = told["gate"]
        file.write_text(found.text(), "utf-8")
    advance()
    return told


def command(plan: Plan, n: int) -> str:
    """What a round's data came from."""
    told = f"agon train {plan.game} --seats {plan.seats}"
    if plan.practice:
        told += f" --practice {plan.practice} --practice-games {plan.practice_games}"
        told += f" --start {plan.start}" if plan.start else f" --games {plan.games}"
    else:
        told += f" --games {plan.games} --searches {plan.searches} --iterations {plan.iterations}"
    return f"{told} --seed {plan.seed}, round {n}"


def report(folder: Path) -> str:
    """What was learnt, round by round, for people."""
    lines = []
    for told in json.loads((folder / "report.json").read_text("utf-8")):
        judge, guide = told["judge"], told["guide"]
        lines.append(f"Round {told['round']}:")
        lines.append(
            f"  judge: log loss {judge['log loss']} on {judge['held out']} unseen positions "
            f"(a coin: {judge['log loss of a coin']})"
        )
        lines += [f"    expected {p:.1%}, happened {y:.1%} ({n})" for n, p, y in judge["reliability"]]
        if guide:
            taught = "judge" if "practice" in judge else "search"
            lines.append(
                f"  guide: agrees with the {taught} in {guide['same first']:.1%} "
                f"of {guide['held out']} unseen decisions (`value`: {guide['same first by worth']:.1%})"
            )
        if "gate" in told:
            gate_ = told["gate"]
            low, high = gate_["95 %"]
            word = "won" if told["won"] else "lost"
            lines.append(f"  gate: {word}, {gate_['share']:.1%} ({low:.1%} - {high:.1%}) against {gate_['against']}")
    return "\n".join(lines)


def plot(folder: Path) -> Path:
    """What each round's judge expected of unseen games against what happened, as a picture beside the report."""
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    figure, axis = plt.subplots(figsize=(4.5, 4.2))
    axis.plot([0, 1], [0, 1], color="#bbbbbb", linewidth=1)
    for told in json.loads((folder / "report.json").read_text("utf-8")):
        rows = told["judge"]["reliability"]
        label = f"round {told['round']}, log loss {told['judge']['log loss']}"
        axis.plot([e for _, e, _ in rows], [h for _, _, h in rows], marker="o", markersize=3, label=label)
    axis.set_xlabel("expected")
    axis.set_ylabel("happened")
    axis.legend(fontsize=8)
    figure.tight_layout()
    file = folder / "report.svg"
    figure.savefig(file, metadata={"Date": None})
    plt.close(figure)
    return file


def install(mind: MindFile) -> Path:
    """Put a mind where its game looks for it."""
    file = Path(str(files(find(mind.game).folder))) / "minds" / f"{mind.seats}.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text(mind.text(), "utf-8")
    return file

"""Finding puzzles in records: decisions where one action is clearly best and one step of look-ahead does not see it.

Two kinds are kept. A win that can be had within the turn, without a draw and whatever the others hold, is proven by
every way to play on. Any other must be found by a large search from two seeds alike, and be better than everything else
by a margin, each rival looked at as closely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import repeat, takewhile
from pathlib import Path
from random import Random
from typing import Final

from agon.bots.greedy import GreedyBot
from agon.bots.levels import kinds
from agon.bots.protocol import Advice
from agon.bots.searcher import SearchBot
from agon.core.errors import AgonError
from agon.core.game import Game
from agon.core.record import Record
from agon.core.state import CHANCE, OVER, UNKNOWN, State
from agon.games import game as find_game
from agon.play.puzzles import BEST, WIN, Answer, Puzzle, Refutation, Rival, is_won_by, puzzle_id, record_of, ways

MARGIN: Final = 0.25  # between what is right and everything else, of the chance to win
LIKE: Final = 0.04  # what is as good as the best
ALIKE: Final = 3  # such actions at most, and at most a third of all
GLANCE: Final = 400  # iterations of a first look
HOPE: Final = 0.6  # of the margin must show at once
SECOND: Final = 2000  # iterations of a second look
LARGE: Final = 20_000  # iterations of each of the two searches
RIVALS: Final = 5  # other actions that are looked at more closely
CLOSER: Final = 12  # to this part of the visits of the best
BUDGETS: Final = (30, 100, 300, 1000, 3000, 10_000)  # how much search a puzzle needs
TRIES: Final = 3  # seeds of a bot that must not find it, and of a small search that must
WORLDS: Final = 12  # imagined worlds in which a proven win must win
APART: Final = 12  # plies between two puzzles of one record
LINE: Final = 6  # plies of an answer that are told
FEWEST: Final = 4  # actions to choose from
TEMPTING: Final = 3  # wrong answers that are refuted
ALSO_WON: Final = 0.92  # where another way is worth more, a win within the turn is not the point
PERSON: Final = "a person"  # people are not named
LOST: Final = 0.1  # what is lost anyway teaches nothing


@dataclass(frozen=True)
class Effort:
    """How much is searched, and how clear an answer must be."""

    glance: int = GLANCE
    second: int = SECOND
    large: int = LARGE
    budgets: tuple[int, ...] = BUDGETS
    margin: float = MARGIN


USUAL: Final = Effort()
Found = tuple[str, Answer, tuple[Rival, ...], tuple[Refutation, ...], int]  # as a Puzzle has them


def mine(
    record: Record,
    source: str,
    effort: Effort = USUAL,
    seed: int = 0,
    only: Collection[int] | None = None,
    wanted: Callable[[str], bool] = lambda action: True,
) -> Iterator[Puzzle]:
    """The puzzles of a record, in the order of their plies; `only` says which plies to look at (0 is the first)."""
    game = record.game
    state = record.start()
    last = -APART
    for number, ply in enumerate(record.plies):
        action = game.space.parse(ply.text)
        is_looked_at = only is None or number in only
        if is_looked_at and state.actor() != CHANCE and number - last >= APART and len(state.legal()) >= FEWEST:
            rng = Random(f"{seed}/{source}/{number}")
            found = _decision(game, state, effort, rng, wanted)
            if found is not None:
                last = number
                yield _puzzle(record, number, source, found)
        state.apply(action)


def _puzzle(record: Record, number: int, source: str, found: Found) -> Puzzle:
    texts = tuple(ply.text for ply in record.plies)
    plies, after = texts[:number], texts[number:]
    name = puzzle_id(record.game_id, record.seats, plies)
    return Puzzle(name, record.game_id, record.seats, plies, *found, after[0], source, after, _players(record))


def _decision(game: Game, state: State, effort: Effort, rng: Random, wanted: Callable[[str], bool]) -> Found | None:
    if state.may_end(state.actor()):
        every = ways(state)
        if every is None or every:
            return None if every is None else _win(game, state, every, effort, rng)
    return _best(game, state, effort, rng, wanted)


def clear_of(advice: Sequence[Advice]) -> tuple[int, float]:
    """How many of the best actions are alike, and by how much they are better than the rest; 0 where none are."""
    ranked = sorted((a.worth for a in advice), reverse=True)
    out = (0, 0.0)
    for count in range(1, min(ALIKE, len(ranked) // 3, len(ranked) - 1) + 1):
        if ranked[0] - ranked[count - 1] <= LIKE:
            out = max(out, (count, ranked[count - 1] - ranked[count]), key=lambda pair: pair[1])
    return out


# ---- proven ----


def _win(game: Game, state: State, every: dict[int, list[int]], effort: Effort, rng: Random) -> Found | None:
    """A win within the turn that does not play itself."""
    me = state.actor()
    if any(_stumbles_in(state, me, Random(n)) for n in range(TRIES)):
        return None
    best = min(every.values(), key=len)
    if not all(is_won_by(state.determinize(me, Random(n)), best) for n in range(WORLDS)):
        return None
    text = game.space.text
    bot = SearchBot(iterations=effort.large, tactics=False)
    observation = state.observe(me)
    bot.advise(observation, state.legal(), rng)
    advice = [Advice(a, bot.look_at(observation, a, effort.glance, rng), effort.glance) for a in state.legal()]
    advice.sort(key=lambda a: -a.worth)
    firsts = set(every)
    wrong = [a for a in advice if a.action not in firsts]
    refuted = [_refutation(game, state, bot, a, effort, rng) for a in _tempting(state, wrong, rng)]
    if not refuted or max(r.worth for r in refuted) > ALSO_WON:
        return None
    answer = Answer(tuple(text(a) for a in best), 1.0, tuple(sorted(text(a) for a in firsts)))
    rivals = tuple(Rival(text(a.action), round(a.worth, 2)) for a in advice[:RIVALS])
    return WIN, answer, rivals, tuple(refuted), _needs(state, firsts, effort, False)


def _stumbles_in(state: State, me: int, rng: Random) -> bool:
    """Whether one step of look-ahead after the other wins within the turn."""
    world, bot = state.clone(), GreedyBot(tactics=False)
    while world.actor() == me:
        world.apply(bot.choose(world.observe(me), world.legal(), rng))
    return world.actor() == OVER and world.places()[me] == 1


# ---- searched ----


def _best(game: Game, state: State, effort: Effort, rng: Random, wanted: Callable[[str], bool]) -> Found | None:
    """One action clearly best, or few alike, by two searches."""
    first = _looked(state, effort.glance, rng)
    count, margin = clear_of(first)
    if not count or margin < effort.margin * HOPE or max(a.worth for a in first) < LOST:
        return None
    if not wanted(game.space.text(first[0].action)) or _is_seen_by_one_step(state, _top(first)):
        return None
    if clear_of(_looked(state, effort.second, rng))[1] < effort.margin * HOPE:
        return None
    searched = [_searched(state, effort, rng) for _ in range(2)]
    (bot, advice), (_, other) = searched
    right = _top(advice)
    least = min(clear_of(rows)[1] for rows in (advice, other))
    if right != _top(other) or least < effort.margin or _is_seen_by_one_step(state, right):
        return None
    text = game.space.text
    best = max(advice, key=lambda a: a.worth)
    firsts = tuple(sorted(text(a) for a in right))
    answer = Answer((text(best.action),), round(best.worth, 2), firsts, _told(game, bot, best.action))
    wrong = [a for a in advice if a.action not in right]
    refuted = [_refutation(game, state, bot, a, effort, rng) for a in _tempting(state, wrong, rng)]
    ranked = sorted(advice, key=lambda a: -a.worth)[: RIVALS + len(right)]
    rivals = tuple(Rival(text(a.action), round(a.worth, 2)) for a in ranked)
    return BEST, answer, rivals, tuple(refuted), _needs(state, right, effort, True)


def _looked(state: State, iterations: int, rng: Random) -> list[Advice]:
    return SearchBot(iterations=iterations).advise(state.observe(state.actor()), state.legal(), rng)


def _searched(state: State, effort: Effort, rng: Random) -> tuple[SearchBot, list[Advice]]:
    """A large search, in which whatever might be good as well was looked at more closely."""
    observation = state.observe(state.actor())
    bot = SearchBot(iterations=effort.large)
    advice = bot.advise(observation, state.legal(), rng)
    visits = max(effort.glance, advice[0].visits // CLOSER)
    rest = advice[1:]
    close = {a.action for a in [*rest[:RIVALS], *sorted(rest, key=lambda a: -a.worth)[:RIVALS]]}
    return bot, [
        Advice(a.action, bot.look_at(observation, a.action, visits, rng) if a.action in close else a.worth, a.visits)
        for a in advice
    ]


def _top(advice: Sequence[Advice]) -> set[int]:
    """The actions that are right by this advice."""
    ranked = sorted(advice, key=lambda a: -a.worth)
    return {a.action for a in ranked[: clear_of(advice)[0]]}


def _is_seen_by_one_step(state: State, right: set[int]) -> bool:
    me = state.actor()
    return any(
        GreedyBot(tactics=tactics).choose(state.observe(me), state.legal(), Random(n)) in right
        for n in range(TRIES)
        for tactics in (False, True)
    )


# ---- what is told of it ----


def _tempting(state: State, wrong: list[Advice], rng: Random) -> list[int]:
    """Wrong answers that one would think of: what one step of look-ahead plays, and what the search likes next."""
    greedy = GreedyBot(tactics=False).choose(state.observe(state.actor()), state.legal(), rng)
    ranked = [a.action for a in sorted(wrong, key=lambda a: -a.worth)]
    first = [greedy] if greedy in ranked else []
    return list(dict.fromkeys([*first, *ranked]))[:TEMPTING]


def _refutation(game: Game, state: State, bot: SearchBot, action: int, effort: Effort, rng: Random) -> Refutation:
    """What comes of a wrong answer: the line the search expects after it, and what it is worth then."""
    worth = bot.look_at(state.observe(state.actor()), action, max(effort.glance, effort.large // CLOSER), rng)
    return Refutation(game.space.text(action), round(worth, 2), _told(game, bot, action))


def _told(game: Game, bot: SearchBot, action: int) -> tuple[str, ...]:
    """What the search expects after an action, as far as anybody could hear of it."""
    assert bot.search is not None
    root = bot.search.root
    bot.search.root = root.children[action]
    steps = bot.steps(LINE)
    bot.search.root = root
    known = takewhile(lambda step: step.action != UNKNOWN, steps)
    return tuple(f"{'*' if step.actor == CHANCE else step.actor} {game.space.text(step.action)}" for step in known)


def _needs(state: State, right: set[int], effort: Effort, tactics: bool) -> int:
    """By how many iterations a search finds it from every seed."""
    me, legal = state.actor(), state.legal()
    for budget in effort.budgets:
        bots = [SearchBot(iterations=budget, tactics=tactics) for _ in range(TRIES)]
        if all(b.advise(state.observe(me), legal, Random(n))[0].action in right for n, b in enumerate(bots)):
            return budget
    return effort.large


# ---- many records ----


@dataclass(frozen=True)
class Mined:
    """What was found in records, the easiest first, and who had played them."""

    puzzles: tuple[Puzzle, ...]
    records: str


def mine_folder(
    game: Game,
    folder: Path,
    effort: Effort = USUAL,
    seats: int | None = None,
    workers: int = 1,
    progress: Callable[[int], Callable[[], None]] = lambda total: lambda: None,
) -> Mined:
    """The puzzles of all records of a game below a folder, those of so many seats alone if asked; each once."""
    paths = sorted(folder.rglob("*.agon"))
    chosen = {path: record for path in paths if (record := _fitting(path, game, seats)) is not None}
    if not chosen:
        raise AgonError("no_records", path=str(folder), game=game.id)
    advance = progress(len(chosen))
    out: dict[str, Puzzle] = {}
    with ProcessPoolExecutor(min(workers, len(chosen))) as pool:
        for found in pool.map(_mine_file, chosen, repeat(effort)):
            out |= {puzzle.id: puzzle for puzzle in found}
            advance()
    return Mined(tuple(sorted(out.values(), key=_by_rating)), _played_by(chosen.values()))


def mine_again(
    known: Sequence[Puzzle],
    effort: Effort = USUAL,
    workers: int = 1,
    progress: Callable[[int], Callable[[], None]] = lambda total: lambda: None,
) -> tuple[Puzzle, ...]:
    """Those of the puzzles that are still found where they stand: by a larger search, or since bots have learnt."""
    advance = progress(len(known))
    out: list[Puzzle] = []
    with ProcessPoolExecutor(max(1, min(workers, len(known)))) as pool:
        for found in pool.map(_mine_again, known, repeat(effort)):
            out += found
            advance()
    return tuple(sorted(out, key=_by_rating))


def _mine_again(puzzle: Puzzle, effort: Effort) -> list[Puzzle]:
    known = puzzle.after or (puzzle.played or puzzle.answer.line[0],)  # of some only the position is known
    record = record_of(find_game(puzzle.game), replace(puzzle, after=known))
    found = mine(record, puzzle.source, effort, only={len(puzzle.plies)})
    return [replace(again, played=puzzle.played, after=puzzle.after, players=puzzle.players) for again in found]


def best_of(found: Collection[Puzzle], count: int) -> tuple[Puzzle, ...]:
    """So many of the puzzles: the proven ones first, then those with the largest margins; in order of rating again."""
    ranked = sorted(found, key=lambda p: (not p.is_exact, -p.margin, p.id))
    return tuple(sorted(ranked[:count], key=_by_rating))


def _by_rating(puzzle: Puzzle) -> tuple[float, str]:
    return puzzle.rating, puzzle.id


def _played_by(records: Collection[Record]) -> str:
    """How many games, and by which bots; people are not named."""
    who = Counter(", ".join(_players(record)) for record in records)
    return "; ".join(f"{n} {'game' if n == 1 else 'games'} of {names}" for names, n in sorted(who.items()))


def _players(record: Record) -> tuple[str, ...]:
    return tuple(name if name.partition(":")[0] in kinds() else PERSON for name in record.players)


def _fitting(path: Path, game: Game, seats: int | None) -> Record | None:
    """A record if it is of this game as it is played usually, with so many seats."""
    record = Record.read(path)
    is_ours = record.game_id == game.id and record.pack_hash == game.pack_hash and not _options(game, record)
    return record if is_ours and seats in (None, record.seats) else None


def _options(game: Game, record: Record) -> bool:
    """Whether it was played by other rules than usual: a puzzle has no options."""
    return record.options != game.settings({})


def _mine_file(path: Path, effort: Effort) -> list[Puzzle]:
    return list(mine(Record.read(path), path.stem, effort))

"""The laws every game keeps, on positions of seeded random games; `agon check GAME` runs them.

They are shipped so that authors of further games can run them too. The quick laws are checked at every ply for one
viewer; all of them for every viewer, with the picture (10) and the second reading of the rules (11), which are slow, at
many plies of the first game of each seat count and at a sample of the others.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Final

from agon.core import codec
from agon.core.chance import below
from agon.core.errors import AgonError
from agon.core.game import SEAT_NAMES, Game, Picture
from agon.core.record import Record
from agon.core.state import CHANCE, OVER, State
from agon.play.copies import Numbers, change_all, numbers, parted

LAWS: Final = {
    1: "legal() is ascending, without repeats, and empty only at the end; weights() fits and is positive",
    2: "a clone is independent, apply() is deterministic, a record replays to the same position",
    3: "observing does not change who acts",
    4: "the acting seat's observation has the same legal actions as the truth",
    5: "what a seat imagines looks to it like what it sees",
    6: "where secrets exist, imagined positions differ from the truth somewhere",
    7: "components are conserved",
    8: "every action's text reads back as that action",
    9: "random play ends within the stated bound",
    10: "the scene draws for every viewer, offers each legal action once, where its place is, and tells no secret",
    11: "an action is legal exactly when why_not() has nothing against it, and what it has stands in the rules",
    12: "every prompt, label, log sentence and refusal exists in every language the game speaks",
}

THOROUGH_PLIES: Final = 60  # in the first game of each seat count, the slow laws are checked at about so many plies
SLOW_SHARE: Final = 40  # and in the others at one ply in so many
HEARD: Final = 5  # actions at a ply whose log sentence is asked for every viewer
NEAR: Final = 0.8  # a place is drawn within so much of where the geometry has it, a space being about 2 wide
SPACE_SAMPLE: Final = 4000  # of a larger action space, so many actions are asked at one ply, and all legal ones


class LawBroken(AgonError):
    """A game breaks one of the laws; says which, and where."""

    def __init__(self, law: int, message: str) -> None:
        super().__init__(f"Law {law} ({LAWS[law]}): {message}")
        self.law = law


@dataclass
class Report:
    """What was checked."""

    game_id: str
    games: Counter[int] = field(default_factory=Counter)  # by seats
    plies: int = 0
    longest: int = 0
    scenes: int = 0
    questions: int = 0  # actions asked of both readings of the rules
    secrets: int = 0  # observations with something hidden
    imagined_otherwise: int = 0  # determinizations that were not the truth
    digests: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        games = ", ".join(f"{n} with {seats} seats" for seats, n in sorted(self.games.items()))
        return (
            f"{self.game_id}: the twelve laws hold in {sum(self.games.values())} games ({games}); {self.plies} plies, "
            f"longest {self.longest}; {self.scenes} scenes drawn, {self.questions} actions judged twice, "
            f"{self.secrets} observations with secrets."
        )


def check_game(
    game: Game,
    games: int,
    seats: tuple[int, ...] = (),
    seed: int = 0,
    progress: Callable[[], None] = lambda: None,
    options: Mapping[str, str | int | bool] | None = None,
) -> Report:
    """Play random games for each seat count and check every law; raises LawBroken."""
    report = Report(game.id)
    law_8(game)
    for n in seats or game.seats:
        for i in range(games):
            _check_one(game, n, Random(f"{seed}/{n}/{i}"), i == 0, report, game.settings(options or {}))
            report.games[n] += 1
            progress()
    law_6(report)
    return report


def _check_one(game: Game, seats: int, rng: Random, thorough: bool, report: Report, settings: dict[str, str]) -> None:
    state = game.new(seats, **settings)
    record = Record.of(game, seats, settings, ["random"] * seats)
    stride = SLOW_SHARE
    if thorough:
        stride = 1 + game.bound // (20 * THOROUGH_PLIES)
    offset = below(stride, rng)
    ply = 0
    while True:
        check_position(game, state, rng, report)
        if ply % stride == offset or state.actor() == OVER:
            check_slowly(game, state, rng, report)
        if state.actor() == OVER:
            break
        action = _any(state, rng)
        record.add(state.actor(), game.space.text(action))
        _play_beside_a_copy(game, state, action)
        ply += 1
        law_9(game, ply)
    report.plies += ply
    report.longest = max(report.longest, ply)
    record.close(state)
    replayed = Record.parse(record.text()).with_game(game).last()
    if not codec.same(replayed, state):
        raise LawBroken(2, f"the record of a game with {seats} seats replays to another position.")
    report.digests.append(codec.digest(state))


def check_from(game: Game, state: State, rng: Random, report: Report, plies: int = 12) -> None:
    """The laws on a position made by hand, and on some plies of random play from it."""
    for _ in range(plies):
        check_position(game, state, rng, report)
        check_slowly(game, state, rng, report)
        if state.actor() == OVER:
            break
        _play_beside_a_copy(game, state, _any(state, rng))
        report.plies += 1


def _any(state: State, rng: Random) -> int:
    """A draw by weight, or any decision: out of the list, as random_action() is yet to be judged."""
    legal = state.legal()
    return state.random_action(rng) if state.actor() == CHANCE else legal[below(len(legal), rng)]


def viewers(state: State) -> Iterator[int]:
    """Every seat, and a spectator."""
    yield from range(-1, state.seats())


def check_position(game: Game, state: State, rng: Random, report: Report) -> None:
    """The quick laws on one position, for one viewer."""
    viewer = below(state.seats() + 1, rng) - 1
    law_1(state)
    law_3(state, viewer)
    law_4(state)
    law_5(state, viewer, rng, report)
    law_7(game, state)


def check_slowly(game: Game, state: State, rng: Random, report: Report) -> None:
    """The slow laws on one position, for every viewer."""
    law_2(state, rng)
    for viewer in viewers(state):
        law_3(state, viewer)
        law_5(state, viewer, rng, report)
    law_10(game, state, rng, report)
    law_11(game, state, rng, report)
    law_12(game, state)


def law_1(state: State) -> None:
    legal = state.legal()
    if state.actor() == OVER:
        if legal:
            raise LawBroken(1, "something is legal after the end.")
        return
    if not legal:
        raise LawBroken(1, f"nothing is legal for actor {state.actor()}.")
    if any(a >= b for a, b in itertools.pairwise(legal)):
        raise LawBroken(1, f"{legal[:20]} is not ascending.")
    if state.actor() == CHANCE:
        weights = state.weights()
        if len(weights) != len(legal) or min(weights) <= 0:
            raise LawBroken(1, f"the weights {weights[:20]} do not fit {len(legal)} outcomes.")


def law_2(state: State, rng: Random) -> None:
    """Play on with two clones: they must not part, and the original must not notice. Nor may it notice anything else
    that is done to what was made of it."""
    before = numbers(state)
    clone, twin = state.clone(), state.clone()
    if different := parted(before, numbers(clone)):
        raise LawBroken(2, f"a clone differs from its original in {different}.")
    for _ in range(12):
        if clone.actor() == OVER:
            break
        action = _any(clone, rng)
        clone.apply(action)
        twin.apply(action)
    if not codec.same(clone, twin):
        raise LawBroken(2, "the same actions played twice give two positions.")
    _unchanged(state, before, "playing on with a clone")
    for viewer in viewers(state):
        state.determinize(viewer, Random(viewer))
        _unchanged(state, before, f"imagining what viewer {viewer} cannot see")
    _copies_everything(state)


def _copies_everything(state: State) -> None:
    """Change every field of a clone: the original keeps its own, and a clone of the clone has each of them."""
    before = numbers(state)
    changed = state.clone()
    change_all(changed)
    _unchanged(state, before, "writing into a clone")
    if forgotten := parted(numbers(changed), numbers(changed.clone())):
        raise LawBroken(2, f"a clone does not take over {forgotten}.")


def _play_beside_a_copy(game: Game, state: State, action: int) -> None:
    """Play, while somebody keeps a copy from before: it must not notice."""
    kept = state.clone()
    before = numbers(kept)
    state.apply(action)
    _unchanged(kept, before, f'playing "{game.space.text(action)}" with a clone')


def _unchanged(original: State, before: Numbers, doing: str) -> None:
    if changed := parted(before, numbers(original)):
        raise LawBroken(2, f"{doing} changed {changed} of the original.")


def law_3(state: State, viewer: int) -> None:
    if state.observe(viewer).actor() != state.actor():
        raise LawBroken(3, f"viewer {viewer} sees another actor than {state.actor()}.")


def law_4(state: State) -> None:
    who = state.actor()
    if who >= 0 and state.observe(who).legal() != state.legal():
        raise LawBroken(4, f"seat {who} sees other legal actions than the truth has.")


def law_5(state: State, viewer: int, rng: Random, report: Report) -> None:
    seen = codec.dump(state.observe(viewer))
    imagined = state.determinize(viewer, rng)
    again = codec.dump(imagined.observe(viewer))
    if again != seen:
        wrong = [name for name, value in seen.items() if again[name] != value]
        raise LawBroken(5, f"viewer {viewer} sees {', '.join(wrong)} otherwise in what it imagines.")
    dumped = codec.dump(imagined)
    if codec.hides(dumped):
        raise LawBroken(5, f"fill() left something unknown for viewer {viewer}.")
    if codec.hides(seen):
        report.secrets += 1
        if dumped != codec.dump(state):
            report.imagined_otherwise += 1


def law_6(report: Report) -> None:
    if report.secrets and not report.imagined_otherwise:
        raise LawBroken(6, f"{report.secrets} observations had secrets, and all were imagined as the truth.")


def law_7(game: Game, state: State) -> None:
    census, inventory = game.census(state), game.inventory(state)
    if census != inventory:
        wrong = [f"{k}: {census.get(k)} of {inventory.get(k)}" for k in {*census, *inventory}]
        wrong = [w for w in wrong if w.split(": ")[1].split(" of ")[0] != w.split(" of ")[1]]
        raise LawBroken(7, f"{'; '.join(sorted(wrong))}.")


def law_8(game: Game) -> None:
    seen: dict[str, int] = {}
    for action in range(len(game.space)):
        text = game.space.text(action)
        if game.space.parse(text) != action or text.lower() in seen:
            raise LawBroken(8, f'action {action} is spelled "{text}", which is another action.')
        seen[text.lower()] = action


def law_9(game: Game, plies: int) -> None:
    if plies > game.bound:
        raise LawBroken(9, f"a random game is longer than {game.bound} plies.")


def law_10(game: Game, state: State, rng: Random, report: Report) -> None:
    legal = sorted(game.space.text(a) for a in state.legal())
    written_out = below(state.seats() + 1, rng) - 1  # one of the viewers; SVG takes most of the time
    for viewer in viewers(state):
        scene = game.scene(state.observe(viewer), viewer)
        report.scenes += 1
        expected = legal if viewer >= 0 and viewer == state.actor() else []
        if sorted(scene.offered()) != expected:
            raise LawBroken(10, f"the scene of viewer {viewer} does not offer each legal action once.")
        _stands_right(game, state, scene)
        if viewer == written_out and not scene.svg().startswith("<svg"):
            raise LawBroken(10, f"the scene of viewer {viewer} is no picture.")
        imagined = game.scene(state.determinize(viewer, rng).observe(viewer), viewer)
        if imagined != scene:
            raise LawBroken(10, f"the scene of viewer {viewer} tells the truth from what that viewer imagines.")
        if not game.sketch(state.observe(viewer), viewer).strip():
            raise LawBroken(10, f"the sketch of viewer {viewer} is empty.")


def _stands_right(game: Game, state: State, scene: Picture) -> None:
    """Up to its scale and a shift, the picture has places where the game's geometry has them."""
    pairs: list[tuple[str, complex, complex]] = []
    for text, x, y in scene.standing():
        at = game.where(state, game.space.parse(text))
        if at is not None:
            pairs.append((text, complex(*at), complex(x, y)))
    if not pairs:
        return
    middle = sum(place for _, place, _ in pairs) / len(pairs)
    drawn_middle = sum(drawn for _, _, drawn in pairs) / len(pairs)
    spread = sum(abs(place - middle) ** 2 for _, place, _ in pairs)
    if spread == 0:
        return
    along = sum(((place - middle).conjugate() * (drawn - drawn_middle)).real for _, place, drawn in pairs)
    scale = along / spread
    for text, place, drawn in pairs:
        if scale <= 0 or abs(drawn - drawn_middle - scale * (place - middle)) > NEAR * scale:
            raise LawBroken(10, f'"{text}" is drawn at another place than the geometry of the game has it.')


def paragraphs(game: Game) -> set[str]:
    """The paragraphs that the rules of a game have."""
    return set(re.findall(r"\*\*(§Q?\d+(?:\.\d+)*)", game.rules_text()))


def law_11(game: Game, state: State, rng: Random, report: Report) -> None:
    legal = set(state.legal())
    asked: list[int] | range = range(len(game.space))
    if len(asked) > SPACE_SAMPLE:
        asked = sorted(legal | {below(len(game.space), rng) for _ in range(SPACE_SAMPLE)})
    known = paragraphs(game)
    heard: set[str] = set()  # thousands of actions are refused for a few reasons: each is said once
    for action in asked:
        refusal = game.why_not(state, action)
        if (refusal is None) != (action in legal):
            said = "nothing" if refusal is None else f'"{refusal}"'
            is_ = "legal" if action in legal else "illegal"
            raise LawBroken(11, f"{game.space.text(action)} is {is_}, but why_not() says {said}.")
        if refusal is not None and repr(refusal.reason) not in heard:
            heard.add(repr(refusal.reason))
            if not _stands_in(refusal.paragraph, known):
                raise LawBroken(11, f'"{refusal}" cites a paragraph that the rules do not have.')
            _said(game, refusal.message, "the refusal")
    report.questions += len(asked)


def law_12(game: Game, state: State) -> None:
    known = paragraphs(game)
    for viewer in viewers(state):
        prompts = {lang: game.prompt(state.observe(viewer), viewer, lang) for lang in game.languages}
        _said(game, {lang: f"{asked.title} {asked.text}" for lang, asked in prompts.items()}.__getitem__, "the prompt")
        for asked in prompts.values():
            if not _stands_in(asked.paragraph, known):
                raise LawBroken(12, f'the prompt "{asked.title}" cites no paragraph of the rules ({asked.paragraph}).')
    for action in state.legal():
        if not all(game.label(state, action, lang) for lang in game.languages):
            raise LawBroken(12, f"{game.space.text(action)} has no label.")
        _told(game, state, action, f"the log sentence of {game.space.text(action)}")
    for action in state.legal()[:HEARD]:
        for viewer in viewers(state):
            what = f"what viewer {viewer} hears of {game.space.text(action)}"
            _told(game, state.observe(viewer), state.heard(viewer, action), what)


def _told(game: Game, state: State, action: int, what: str) -> None:
    _said(game, lambda lang: game.log(state, action, list(SEAT_NAMES[lang]), lang), what)


def _stands_in(paragraph: str, known: set[str]) -> bool:
    """Whether the rules have this paragraph; where nobody wrote them down, whether it is one at all."""
    return paragraph in known if known else paragraph.startswith("§")


def _said(game: Game, say: Callable[[str], str], what: str) -> None:
    """Said in every language the game speaks, and not the same in two."""
    texts = [say(lang) for lang in game.languages]
    if not all(text.strip() for text in texts) or len(set(texts)) < len(texts):
        raise LawBroken(12, f"{what} is not said in {len(texts)} languages: {' / '.join(map(repr, texts))}.")

"""Why something cannot be, by key: each sentence in both languages, with what it names in braces (core/speech.py).

Whoever refuses something gives the key and the facts; whoever shows it says in which language.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

from agon.core.pack_reasons import PACK_REASONS
from agon.core.speech import filled


class Saying(Protocol):
    """Something that can say itself: an error, a game's refusal, a phrase."""

    def message(self, lang: str = "en") -> str: ...


Fact = str | int | Saying

REASONS: Final[dict[str, tuple[str, str]]] = {
    # actions in words
    "no_such_action": (
        "There is no action {action}; they run from 0 to {last}.",
        "Eine Aktion {action} gibt es nicht; sie gehen von 0 bis {last}.",
    ),
    "no_such_verb": ('There is no verb "{name}".', "Das Verb „{name}“ gibt es nicht."),
    "empty_action": (
        "An action is a word, mostly with a place behind it; this is empty.",
        "Eine Aktion ist ein Wort, meist mit einem Ort dahinter; hier steht nichts.",
    ),
    "no_action_near": (
        '"{word}" is no action; did you mean "{near}"?',
        "„{word}“ ist keine Aktion; meinst du „{near}“?",
    ),
    "no_action_known": (
        '"{word}" is no action; known are {known}.',
        "„{word}“ ist keine Aktion; bekannt sind {known}.",
    ),
    "no_action": ('"{text}" is no action.', "„{text}“ ist keine Aktion."),
    "words_behind": (
        '"{text}": {verb} takes {n:# word|# words} behind it, not {given}.',
        "„{text}“: Hinter {verb} {n:steht # Wort|stehen # Wörter}, nicht {given}.",
    ),
    "no_place_near": (
        '"{text}": {verb} knows no {word}; did you mean {near}?',
        "„{text}“: {verb} kennt kein {word}; meinst du {near}?",
    ),
    "no_place": ('"{text}": {verb} knows no {word}.', "„{text}“: {verb} kennt kein {word}."),
    # games and their options
    "no_such_game": (
        'There is no game "{game}"; known are {known}.',
        "Ein Spiel „{game}“ gibt es nicht; bekannt sind {known}.",
    ),
    "no_game": (
        '"{name}" is registered as a game, but is none.',
        "„{name}“ ist als Spiel angemeldet, ist aber keines.",
    ),
    "no_function": ("{game} has no {name} in {file}.", "{game} hat kein {name} in {file}."),
    "no_lesson": ("{game} has no lesson {number}.", "{game} hat keine Lektion {number}."),
    "no_puzzle": ('There is no puzzle "{name}".', "Eine Aufgabe „{name}“ gibt es nicht."),
    "no_puzzles": ("{game} has no puzzles.", "{game} hat keine Aufgaben."),
    "no_records": ("{path} holds no records of {game}.", "In {path} liegen keine Berichte von {game}."),
    "no_option": (
        '{game} has no option "{name}"; it has {names}.',
        "{game} hat keine Option „{name}“; es gibt {names}.",
    ),
    "bad_choice": (
        '{game}: {name} is one of {choices}, not "{value}".',
        "{game}: {name} ist eins von {choices}, nicht „{value}“.",
    ),
    "wrong_seats": (
        "{game} is a game for {fit} seats, not {seats}.",
        "{game} ist ein Spiel für {fit} Plätze, nicht {seats}.",
    ),
    "no_pack": (
        "This game has no pack that an owner could replace.",
        "Dieses Spiel hat keinen Satz von Bestandteilen, der sich austauschen ließe.",
    ),
    "no_field": (
        'A position of {game} has no field "{name}".',
        "Eine Stellung von {game} hat kein Feld „{name}“.",
    ),
    # records: files
    "not_written": (
        "The record cannot be written to {path}: {error}.",
        "Der Bericht lässt sich nicht nach {path} schreiben: {error}.",
    ),
    "not_read": ("{path} cannot be read: {error}.", "{path} lässt sich nicht lesen: {error}."),
    "too_long": (
        "{path} is larger than {most} bytes, which no record is.",
        "{path} ist größer als {most} Bytes, und das ist kein Bericht.",
    ),
    "not_text": (
        "{path} is not a text file, so it is no record.",
        "{path} ist keine Textdatei, also kein Bericht.",
    ),
    "in_file": ("{path}: {error}", "{path}: {error}"),
    "the_same": ("{error}", "{error}"),
    # records: their text
    "empty_record": ("The record is empty.", "Der Bericht ist leer."),
    "broken_line": (
        "it breaks off in line {line}: every line of a record ends with a line break.",
        "er bricht in Zeile {line} ab: Jede Zeile eines Berichts endet mit einem Zeilenumbruch.",
    ),
    "odd_character": (
        "line {line} holds U+{code}, a character that belongs in no text.",
        "Zeile {line} enthält U+{code}, ein Zeichen, das in keinen Text gehört.",
    ),
    "no_header_line": (
        'line {line} is no header line ("key: value"): {text!r}.',
        "Zeile {line} ist keine Kopfzeile („Name: Wert“): {text!r}.",
    ),
    "header_twice": (
        'line {line} gives "{key}:" a second time.',
        "Zeile {line} nennt „{key}:“ ein zweites Mal.",
    ),
    "header_lacks": ('the header has no "{key}:" line.', "im Kopf fehlt die Zeile „{key}:“."),
    "other_format": (
        "format {format} is not known; this program reads format {own}.",
        "das Format {format} ist nicht bekannt; dieses Programm liest Format {own}.",
    ),
    "option_without_value": ('option "{option}" has no value.', "die Option „{option}“ hat keinen Wert."),
    "option_twice": (
        'option "{option}" is given a second time.',
        "die Option „{option}“ steht zum zweiten Mal da.",
    ),
    "not_a_number": (
        '"{key}:" must be a number, not {text!r}.',
        "hinter „{key}:“ gehört eine Zahl, nicht {text!r}.",
    ),
    "no_ply_line": (
        'line {line} is no ply ("number actor action"): {text!r}.',
        "Zeile {line} ist kein Halbzug („Nummer wer Aktion“): {text!r}.",
    ),
    "wrong_ply": (
        "line {line} should be ply {ply}, but says {text}.",
        "in Zeile {line} müsste Halbzug {ply} stehen, dort steht {text}.",
    ),
    "wrong_actor": (
        "line {line}: the actor is * or a seat from 0 to {last}, not {text!r}.",
        "Zeile {line}: Am Zug ist * oder ein Platz von 0 bis {last}, nicht {text!r}.",
    ),
    # records: replayed
    "other_version": (
        "it was played by rules version {rules} of {game}; this program has version {own}.",
        "er folgt der Regelfassung {rules} von {game}; dieses Programm hat Fassung {own}.",
    ),
    "other_pack": (
        'it was played with the pack "{pack}" {hash}, not with {own}.',
        "gespielt wurde mit den Bestandteilen „{pack}“ {hash}, nicht mit {own}.",
    ),
    "breaks_off": (
        "it breaks off after ply {ply}, though its header gives a result.",
        "er bricht nach Halbzug {ply} ab, obwohl der Kopf ein Ergebnis nennt.",
    ),
    "other_result": (
        "the result in the header is not how the plies end.",
        "das Ergebnis im Kopf ist nicht das, womit die Halbzüge enden.",
    ),
    "other_digest": (
        "the plies do not lead to the position whose digest the header gives.",
        "die Halbzüge führen nicht zu der Stellung, deren Prüfsumme im Kopf steht.",
    ),
    "after_the_end": (
        "ply {ply} ({text}) comes after the end of the game.",
        "Halbzug {ply} ({text}) kommt nach dem Ende der Partie.",
    ),
    "another_acts": (
        "ply {ply} ({text}) is by {who}, but {actor} is to act.",
        "Halbzug {ply} ({text}): Hier zieht {who}, am Zug ist aber {actor}.",
    ),
    "by_chance": ("chance", "der Zufall"),
    "by_seat": ("seat {seat}", "Platz {seat}"),
    "ply_unknown": ("ply {ply}: {error}", "Halbzug {ply}: {error}"),
    "ply_illegal": (
        "ply {ply} ({text}) is illegal: {reason}",
        "Halbzug {ply} ({text}) ist nicht erlaubt: {reason}",
    ),
    "too_many_plies": (
        "it has more than {most} plies, which no game of {game} has.",
        "er hat mehr als {most} Halbzüge, und die hat keine Partie von {game}.",
    ),
    # at a table
    "not_now": ("Not now: {asked}", "Das geht jetzt nicht. Jetzt heißt es: {asked}"),
    "over": ("The game is over.", "Die Partie ist zu Ende."),
    "stale": (
        "The game is at ply {ply}, not {asked}; look again before you move.",
        "Die Partie ist bei Halbzug {ply}, nicht {asked}; sieh noch einmal hin, bevor du ziehst.",
    ),
    "not_your_turn": (
        "It is not seat {seat} that decides now, but seat {actor}.",
        "Jetzt entscheidet nicht Platz {seat}, sondern Platz {actor}.",
    ),
    "illegal": ("{action}: {reason}", "{action}: {reason}"),
    "of_answer": ("Answer {number}: {error}", "Antwort {number}: {error}"),
    "asked_no_more": (
        "After what comes before it, somebody else decides or something is drawn; play that first.",
        "Nach dem, was davor steht, entscheidet jemand anders oder es wird gezogen; spiel das zuerst.",
    ),
    "answer_shows": (
        "{action} would show something hidden: what follows it is asked when it has been played.",
        "{action} würde Verborgenes zeigen: Was darauf folgt, wird gefragt, wenn es gespielt ist.",
    ),
    "nothing_to_undo": (
        "Seat {seat} has decided nothing that could be taken back.",
        "Platz {seat} hat nichts entschieden, was sich zurücknehmen ließe.",
    ),
    "drawn_since": (
        "Something was drawn since; a draw cannot be taken back.",
        "Seither wurde gezogen; das lässt sich nicht zurücknehmen.",
    ),
    "decided_since": (
        "Seat {other} has decided since; only the last decision can be taken back.",
        "Seither hat Platz {other} entschieden; nur die letzte Entscheidung lässt sich zurücknehmen.",
    ),
    "showed_something": (
        "The last decision showed something hidden; it cannot be taken back.",
        "Die letzte Entscheidung hat Verborgenes gezeigt; sie lässt sich nicht zurücknehmen.",
    ),
    "still_secret": (
        "Not everything may be shown before the game is over.",
        "Vor dem Ende der Partie darf nicht alles gezeigt werden.",
    ),
    # bots, arenas, analyses
    "bot_illegal": (
        "The bot {bot} chose {action}, which is not legal.",
        "Der Bot {bot} wählte {action}, und das ist nicht erlaubt.",
    ),
    "bot_no_number": (
        "The bot {bot} answered {answer}; an answer is the number of an action, one of those it is given.",
        "Der Bot {bot} antwortete {answer}; eine Antwort ist die Nummer einer Aktion, eine der angebotenen.",
    ),
    "bot_failed": (
        "The bot {bot} failed in game {game}: another made {count} of its decisions.",
        "Der Bot {bot} hat in Partie {game} versagt: {count} seiner Entscheidungen hat ein anderer getroffen.",
    ),
    "arena_there": (
        "{path} holds an arena already; --resume goes on with it.",
        "In {path} liegt schon eine Arena; mit --resume geht sie weiter.",
    ),
    "arena_other": (
        "{path} holds an arena of other bots, seed or options.",
        "In {path} liegt eine Arena mit anderen Bots, anderem Startwert oder anderen Optionen.",
    ),
    "needs_ray": (
        "The Ray engine needs Ray: pip install 'agon[ray]'.",
        "Dafür wird Ray gebraucht: pip install 'agon[ray]'.",
    ),
    "needs_ratings": (
        "Ratings need OpenSkill: pip install 'agon[arena]'.",
        "Für Wertungszahlen wird OpenSkill gebraucht: pip install 'agon[arena]'.",
    ),
    "other_analysis": (
        "This analysis is of another game, or by another version of the program.",
        "Diese Auswertung ist von einer anderen Partie oder einer anderen Fassung des Programms.",
    ),
    "needs_learn": (
        "Learning needs NumPy: pip install 'agon[learn]'.",
        "Zum Lernen wird NumPy gebraucht: pip install 'agon[learn]'.",
    ),
    "train_exists": (
        "{folder} holds a training already; --resume goes on with it.",
        "In {folder} liegt schon ein Training; --resume setzt es fort.",
    ),
    "train_other": (
        "{folder} holds a training with another plan.",
        "In {folder} liegt ein Training mit einem anderen Plan.",
    ),
    "glance_practice": (
        "--glance goes with --practice: a guide learns at a glance from a judge that has practised.",
        "--glance gehört zu --practice: Auf einen Blick lernt ein Führer von einer Bewertung, die geübt hat.",
    ),
    "mixed_practice": (
        "--mixed does not go with --practice: a judge that practises learns from its own games, not from searches.",
        "--mixed passt nicht zu --practice: Eine Bewertung, die übt, lernt aus eigenen Partien, nicht aus Suchen.",
    ),
    "mind_format": (
        "This mind has the form {format}, which this version of the program does not know.",
        "Diese gelernte Stellungsbewertung hat die Form {format}, die diese Fassung des Programms nicht kennt.",
    ),
    "broken_mind": (
        "This is not the file of a mind, or it is broken ({why}).",
        "Das ist keine Datei einer gelernten Stellungsbewertung, oder sie ist beschädigt ({why}).",
    ),
    "no_terms": (
        "{game} does not tell a mind anything yet; it has no terms.",
        "{game} sagt einer lernenden Bewertung noch nichts.",
    ),
    # words in sentences
    "none": ("none", "nichts"),
    **PACK_REASONS,
}


def worded(key: str, facts: Mapping[str, Fact], lang: str) -> str:
    """The sentence of a key in a language; facts that can say themselves say it in the same."""
    return in_words(REASONS[key], facts, lang)


def in_words(sentences: tuple[str, str], facts: Mapping[str, Fact], lang: str) -> str:
    """One of (English, German), filled in."""
    told = {name: fact if isinstance(fact, (str, int)) else fact.message(lang) for name, fact in facts.items()}
    return filled(sentences[lang == "de"], told)


class Phrase:
    """A part of a sentence, said otherwise in each language."""

    def __init__(self, key: str, **facts: Fact) -> None:
        self.key = key
        self.facts = facts

    def message(self, lang: str = "en") -> str:
        return worded(self.key, self.facts, lang)

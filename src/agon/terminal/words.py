"""What the terminal itself says, in English and German; everything about a game comes from the game."""

from __future__ import annotations

from typing import Final

# Commands in other words than the English ones.
COMMANDS: Final = {
    "hilfe": "help", "warum": "why", "tipp": "hint", "zurück": "undo", "zurueck": "undo", "verlauf": "log",
    "brett": "board", "liste": "list", "regeln": "rules", "regel": "rules", "speichern": "save", "ende": "quit",
    "beenden": "quit",
}  # fmt: skip

TEXTS: Final[dict[str, dict[str, str]]] = {
    "en": {
        "seats": "At the table: {names}.",
        "help": (
            "Type a number or an action as the list shows it; where only one fits, the place will do. Also: "
            "why ACTION (which rule forbids it), hint, undo, log, board, list (all actions), "
            "rules (the paragraph in question), save [FILE], quit, help."
        ),
        "short_help": "A number or an action; help tells the rest.",
        "unknown": '"{text}" is no action and no command.',
        "nearest": "Near it: {actions}.",
        "number": "There is no action number {n}; the numbers run from 1 to {most}.",
        "legal": "{action} is legal.",
        "why_what": "Why what? For example: why {action}",
        "hint": "Worth trying, the best first:",
        "hint_action": "{n}. {action}",
        "hint_judged": "{n}. {action} – {thought}; {share} of what it tried",
        "hint_expected": "Then to be expected: {seats}.",
        "hint_line": "It may go on like this: {line}",
        "hint_other_pack": "(Judged by rules of thumb: what was learnt of this game was learnt with another pack.)",
        "undone": "Taken back: {action}.",
        "nothing_to_undo": "You have decided nothing that could be taken back.",
        "drawn_since": "Something was drawn since; a draw cannot be taken back.",
        "decided_since": "{name} has decided since; only the last decision can be taken back.",
        "showed_something": "The last decision showed something hidden; it cannot be taken back.",
        "vain": "{warning} Type it again to play it all the same.",
        "saved": "Saved to {file}.",
        "go_on": "Saved to {file}. Go on with: agon play {game}{pack} --record {file}",
        "resumed": "Going on from {file}, ply {ply}.",
        "over": "The game is over.",
        "place": "{place}. {name}: {points}",
        "place_alone": "{place}. {name}",
        "you": "you",
        "more": "... and {n} more (list shows all)",
        "no_rules": "No paragraph governs this.",
        "replay_help": "Enter next, b back, a number jumps, q quits.",
        "ply": "Ply {ply} of {plies}",
        "start": "Before the first ply",
        "closed": "The record ends here.",
    },
    "de": {
        "seats": "Am Tisch: {names}.",
        "help": (
            "Tippe eine Nummer oder eine Aktion, wie die Liste sie zeigt; wo nur eine passt, genügt der Ort. Außerdem: "
            "warum AKTION (welche Regel sie verbietet), tipp, zurück, verlauf, brett, liste (alle Aktionen), "
            "regeln (der Absatz dazu), speichern [DATEI], ende, hilfe."
        ),
        "short_help": "Eine Nummer oder eine Aktion; hilfe zeigt den Rest.",
        "unknown": '"{text}" ist weder Aktion noch Befehl.',
        "nearest": "Ähnlich: {actions}.",
        "number": "Eine Aktion Nummer {n} gibt es nicht; die Nummern gehen von 1 bis {most}.",
        "legal": "{action} ist erlaubt.",
        "why_what": "Warum was? Zum Beispiel: warum {action}",
        "hint": "Einen Versuch wert, das Beste zuerst:",
        "hint_action": "{n}. {action}",
        "hint_judged": "{n}. {action} – {thought}; {share} der Versuche",
        "hint_expected": "Dann ist zu erwarten: {seats}.",
        "hint_line": "So könnte es weitergehen: {line}",
        "hint_other_pack": "(Nach Faustregeln beurteilt: Gelernt wurde dieses Spiel mit anderen Bestandteilen.)",
        "undone": "Zurückgenommen: {action}.",
        "nothing_to_undo": "Du hast nichts entschieden, was sich zurücknehmen ließe.",
        "drawn_since": "Seither wurde gezogen; das lässt sich nicht zurücknehmen.",
        "decided_since": "Seither hat {name} entschieden; nur die letzte Entscheidung lässt sich zurücknehmen.",
        "showed_something": "Die letzte Entscheidung hat Verborgenes gezeigt; sie lässt sich nicht zurücknehmen.",
        "vain": "{warning} Gib es noch einmal ein, um es trotzdem zu spielen.",
        "saved": "Gespeichert in {file}.",
        "go_on": "Gespeichert in {file}. Weiter geht es mit: agon play {game}{pack} --record {file}",
        "resumed": "Weiter mit {file}, Halbzug {ply}.",
        "over": "Das Spiel ist zu Ende.",
        "place": "{place}. {name}: {points}",
        "place_alone": "{place}. {name}",
        "you": "du",
        "more": "... und {n} weitere (liste zeigt alle)",
        "no_rules": "Dazu gibt es keinen Absatz.",
        "replay_help": "Enter weiter, b zurück, eine Zahl springt, q beendet.",
        "ply": "Halbzug {ply} von {plies}",
        "start": "Vor dem ersten Halbzug",
        "closed": "Hier endet die Aufzeichnung.",
    },
}


def say(lang: str, key: str, **facts: str | int) -> str:
    return TEXTS[lang][key].format(**facts)

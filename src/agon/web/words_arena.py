"""What the page of the bots says, in English and German."""

from __future__ import annotations

from typing import Final

ARENA: Final[dict[str, dict[str, str]]] = {
    "en": {
        "arena": "Bots",
        "arena_title": "Bot lab",
        "arena_lead": "How strong the bots are, by games among themselves, and how to bring one of your own.",
        "ladder": "Ladder",
        "bot_name": "Bot",
        "rating_95": "rating with 95 %",
        "rated_games": "Games",
        "no_order": "Intervals that overlap are no order: {one} and {two} are not told apart by these games.",
        "all_apart": "No two neighbours overlap: every place is told apart from the next.",
        "only_guessed": "Nobody has measured this table yet; these ratings are guesses.",
        "measured_by": "Measured by",
        "cross_table": "Cross table",
        "expected_share": "expected share of games won by the bot of the line, %",
        "against_bot": "{one} against {two}: {share} %",
        "bot_match": "A match to watch",
        "bot_match_lead": "Bots take all seats; you look on, move by move.",
        "start_match": "Start a match",
        "bring_bot": "Bring your own",
        "bring_record": "A record of a game is checked ply by ply; what is illegal is named with its rule.",
        "bring_steps": "A bot is a file of Python or a program in any language. Match it at home; the match ends by "
        "itself when it is clear:",
        "bring_send": "To send it in, open a pull request that adds it with the command that measured it; records of "
        "the games make it checkable by everybody.",
        "bot_what_random": "any legal action",
        "bot_what_easy": "greedy, absent-minded",
        "bot_what_medium": "greedy",
        "bot_what_greedy": "the best next position",
        "bot_what_ismcts": "search",
        "bot_what_hard": "search and a mind, 1 s",
        "bot_what_expert": "search and a mind, 5 s",
    },
    "de": {
        "arena": "Bots",
        "arena_title": "Bot-Labor",
        "arena_lead": "Wie stark die Bots sind, nach Partien untereinander, und wie du einen eigenen mitbringst.",
        "ladder": "Rangliste",
        "bot_name": "Bot",
        "rating_95": "Wertung mit 95 %",
        "rated_games": "Partien",
        "no_order": "Was sich überschneidet, ist keine Reihenfolge: {one} und {two} sind durch diese Partien nicht "
        "unterschieden.",
        "all_apart": "Keine zwei Nachbarn überschneiden sich: jeder Platz ist vom nächsten unterschieden.",
        "only_guessed": "An diesem Tisch hat noch niemand gemessen; diese Wertungen sind geschätzt.",
        "measured_by": "Gemessen mit",
        "cross_table": "Kreuztabelle",
        "expected_share": "erwarteter Anteil gewonnener Partien des Bots der Zeile, %",
        "against_bot": "{one} gegen {two}: {share} %",
        "bot_match": "Eine Partie zum Zusehen",
        "bot_match_lead": "Bots nehmen alle Plätze; du siehst zu, Zug um Zug.",
        "start_match": "Partie beginnen",
        "bring_bot": "Bring einen eigenen mit",
        "bring_record": "Ein Partiebericht wird Zug um Zug geprüft; Unerlaubtes wird mit seiner Regel genannt.",
        "bring_steps": "Ein Bot ist eine Python-Datei oder ein Programm in beliebiger Sprache. Lass ihn zu Hause "
        "antreten; der Vergleich endet von selbst, wenn er klar ist:",
        "bring_send": "Zum Einsenden öffne einen Pull Request, der ihn mit dem Befehl hinzufügt, der ihn gemessen hat; "
        "Berichte der Partien machen ihn für alle nachprüfbar.",
        "bot_what_random": "irgendeine erlaubte Aktion",
        "bot_what_easy": "gierig, zerstreut",
        "bot_what_medium": "gierig",
        "bot_what_greedy": "die beste nächste Stellung",
        "bot_what_ismcts": "Suche",
        "bot_what_hard": "Suche und ein Geist, 1 s",
        "bot_what_expert": "Suche und ein Geist, 5 s",
    },
}

"""What can be wrong with a pack, by key, in both languages; reasons.py takes them in.

Most are the end of a sentence that begins with the place: "setup.settlers in mine.toml ...".
"""

from __future__ import annotations

from typing import Final

PACK_REASONS: Final[dict[str, tuple[str, str]]] = {
    "pack_fault": ("{where} {what}.", "{where} {what}."),
    # files and tables
    "pack_unreadable": ("The pack {path} cannot be read: {error}.", "Der Satz {path} lässt sich nicht lesen: {error}."),
    "pack_not_toml": ("The pack {path} is not TOML: {error}.", "Der Satz {path} ist kein TOML: {error}."),
    "pack_too_deep": ("The pack {path} is nested too deeply.", "Der Satz {path} ist zu tief verschachtelt."),
    "pack_unknown_table": (
        'The pack {path} has a table "{key}" that this game does not know.',
        "Der Satz {path} hat eine Tabelle „{key}“, die dieses Spiel nicht kennt.",
    ),
    "pack_exists": ("{path} exists already.", "{path} gibt es schon."),
    "pack_no_path": ('"{path}" is no place of a pack.', "„{path}“ ist keine Stelle in einem Satz."),
    "pack_no_place": ("This pack has no place {path}.", "Dieser Satz hat keine Stelle {path}."),
    "pack_one_letter": ('One letter stands there, not "{text}".', "Dort steht ein Zeichen, nicht „{text}“."),
    "pack_too_long": (
        "The pack {path} is longer than {most} letters.",
        "Der Satz {path} ist länger als {most} Zeichen.",
    ),
    "pack_other_game": (
        "This is a pack of {game}, not of {own}.",
        "Dieser Satz gehört zu {game}, nicht zu {own}.",
    ),
    "pack_no_layout": ("The pack has no layout for {n} seats.", "Der Satz hat keine Auslage für {n} Plätze."),
    "pack_no_side": (
        "The pack has no side of the board for {n} seats.",
        "Der Satz hat keine Seite des Spielplans für {n} Plätze.",
    ),
    # what must be there
    "pk_missing": ("is missing", "fehlt"),
    "pk_missing_of": ("is missing, a number of {other}", "fehlt, eine Zahl aus {other}"),
    "pk_empty": ("is empty", "ist leer"),
    "pk_must_be": ("must be {what}, not {value}", "muss {what} sein, nicht {value}"),
    "pk_must_have": ("must have {span} {what}, not {n}", "muss {span} {what} haben, nicht {n}"),
    "pk_different": ("must all be different", "muss lauter Verschiedenes sein"),
    "pk_capitals": (
        "must have different names, whatever their capitals",
        "muss verschiedene Namen haben, Groß- und Kleinschreibung einerlei",
    ),
    "pk_no_seats": (
        "is no number of seats from {fewest} to {most}",
        "ist keine Zahl von Plätzen von {fewest} bis {most}",
    ),
    # kinds of values
    "pk_span": ("{fewest} to {most}", "{fewest} bis {most}"),
    "pk_number": ("a whole number from {least} to {most}", "eine ganze Zahl von {least} bis {most}"),
    "pk_numbers": ("whole numbers from {least} to {most}", "ganze Zahlen von {least} bis {most}"),
    "pk_pairs": (
        "pairs of whole numbers from {least} to {most}",
        "Paare ganzer Zahlen von {least} bis {most}",
    ),
    "pk_text": ("a text of {fewest} to {most} letters", "ein Text von {fewest} bis {most} Zeichen"),
    "pk_texts": ("texts of 1 to {most} letters", "Texte von 1 bis {most} Zeichen"),
    "pk_lines": ("lines of at most {most} letters", "Zeilen von höchstens {most} Zeichen"),
    "pk_word": ("a word of letters and digits", "ein Wort aus Buchstaben und Ziffern"),
    "pk_one_of": ("one of {names}", "eines von {names}"),
    "pk_table": ("a table", "eine Tabelle"),
    "pk_list_of_tables": ("a list of tables", "eine Liste von Tabellen"),
    "pk_list": ("a list of {what}", "eine Liste ({what})"),
    "pk_of_numbers": ("whole numbers", "ganze Zahlen"),
    "pk_of_pairs": ("pairs", "Paare"),
    "pk_of_texts": ("texts", "Texte"),
    "pk_of_words": ("words", "Wörter"),
    "pk_of_names": ("names", "Namen"),
    "pk_of_tables": ("tables", "Tabellen"),
    "pk_of_entries": ("entries", "Einträge"),
    # what several games say
    "pk_not_more_than": ("must not be more than {other}", "darf nicht mehr sein als {other}"),
    "pk_at_least": ("must be at least {other}", "muss mindestens so viel sein wie {other}"),
    # Attika
    "pk_same_id": (
        "must be another than {name}, the id of a building before",
        "muss anders heißen als {name}, ein Gebäude davor",
    ),
    "pk_symbol": ("has {letter}; symbols are {letters} and ?", "hat {letter}; Symbole sind {letters} und ?"),
    "pk_many_symbols": ("has more than {n} symbols of a kind", "hat mehr als {n} Symbole einer Sorte"),
    "pk_many_cards": ("can take more than {n} cards", "kann mehr als {n} Karten kosten"),
    "pk_face": ("must be {n} letters of {letters} and dots", "muss aus {n} Zeichen aus {letters} und Punkten bestehen"),
    "pk_no_first_tile": ("has no tile to begin with", "hat kein Plättchen für den Anfang"),
    "pk_too_far": ("has a hex more than {n} steps from E0S0", "hat ein Feld mehr als {n} Schritte von E0S0"),
    "pk_more_tiles": ("has more tiles than there are faces", "hat mehr Plättchen, als es Vorderseiten gibt"),
    "pk_overlap": ("has tiles that overlap", "hat Plättchen, die einander überdecken"),
    "pk_shrine_on_tile": (
        "has a shrine on a tile of centres",
        "hat ein Heiligtum auf einem Plättchen aus centres",
    ),
    "pk_heights": (
        "must hold {mains} main and {others} other of {other}",
        "muss {mains} Haupt- und {others} andere Gebäude fassen, nach {other}",
    ),
    "pk_hands": (
        "must not be more than the {total} of {other}",
        "darf nicht mehr sein als die {total} aus {other}",
    ),
    # Hellas (2002)
    "pk_edges": (
        'has "{edges}", which is not six letters L or W',
        "hat „{edges}“, das sind nicht sechs Buchstaben L oder W",
    ),
    "pk_dolphin": (
        "must begin with the dolphin, water all around",
        "muss mit dem Delfin beginnen, ringsum Wasser",
    ),
    "pk_no_city": ("names {name}, which has no city", "nennt {name}, dort steht keine Stadt"),
    "pk_card_id": (
        "must be {name}: the cards are {names}, in this order",
        "muss {name} sein: Die Karten sind {names}, in dieser Reihenfolge",
    ),
    "pk_copies": ("must be {n}, as {god} has by {other}", "muss {n} sein, so viele hat {god} nach {other}"),
    "pk_few_tiles": (
        "are too few: {needed} cities may be asked for by {cities} and {value}, that of P6",
        "sind zu wenige: {needed} Städte können nötig sein, nach {cities} und {value}, dem von P6",
    ),
    "pk_first_tiles": (
        "must be less than {other}, with so many tiles",
        "muss bei so vielen Plättchen weniger sein als {other}",
    ),
    "pk_coasts": (
        "must be at most {n}: {coasts} tiles have no temple and touch water",
        "darf höchstens {n} sein: {coasts} Plättchen haben keinen Tempel und liegen am Wasser",
    ),
    "pk_three_gods": (
        "of three gods must not be more than {other}",
        "dreier Götter dürfen nicht mehr sein als {other}",
    ),
    "pk_two_more": ("must be at least two more than {other}", "muss mindestens zwei mehr sein als {other}"),
    "pk_both_hands": (
        "must be more than both hands may hold, {other}",
        "muss mehr sein, als beide Hände halten dürfen, {other}",
    ),
    # Hellas (2016)
    "pk_many_spaces": ("has more than {n} spaces on its maps", "hat mehr als {n} Felder auf den Karten"),
    "pk_rise": (
        "must rise from step to step, up to {most}; {upto} comes behind {last}",
        "muss von Stufe zu Stufe steigen, bis {most}; {upto} kommt hinter {last}",
    ),
    "pk_marble": ("must show from 0 to {most} marble, not {n}", "muss 0 bis {most} Marmor zeigen, nicht {n}"),
    "pk_seats_twice": (
        "names a number of seats that has a side already",
        "nennt eine Zahl von Plätzen, die schon eine Seite hat",
    ),
    "pk_columns": (
        "is less than the column places of {other}: {n}",
        "ist weniger als die Säulenplätze von {other}: {n}",
    ),
    "pk_few_stack": ("has too few tiles for {other}", "hat zu wenige Plättchen für {other}"),
    "pk_stones_bar": (
        "is too much: {n} stones are more than the {spaces} spaces of {other}",
        "ist zu viel: {n} Steine sind mehr als die {spaces} Felder von {other}",
    ),
    "pk_stones": ("is too much: {other} is less than {n}", "ist zu viel: {other} ist weniger als {n}"),
    "pk_map_letter": (
        "has {letter} in line {line} at column {column}",
        "hat {letter} in Zeile {line} an Stelle {column}",
    ),
    "pk_many_lines": ("has more than {n} lines", "hat mehr als {n} Zeilen"),
    # Olympos
    "pk_short_line": ("has a line of fewer than two points x,y", "hat eine Linie mit weniger als zwei Punkten x,y"),
    "pk_coordinate": (
        "has {text} where a coordinate from -{most} to {most} should be",
        "hat {text}, wo eine Koordinate von -{most} bis {most} stehen sollte",
    ),
    "pk_name_taken": (
        "has the name of a territory or of the north",
        "hat den Namen eines Gebiets oder des Nordens",
    ),
    "pk_not_back": ("leads from {a} to {b} but not back", "führt von {a} nach {b}, aber nicht zurück"),
    "pk_ways": ("must be other spaces, each once", "muss aus anderen Feldern bestehen, jedes einmal"),
    "pk_zeus_twice": ("has zeus, and {name} has it already", "hat zeus, und {name} hat es schon"),
    "pk_zeus_rising": (
        "must be rising spaces of the track, up to {other}",
        "muss aus steigenden Feldern der Leiste bestehen, bis {other}",
    ),
    "pk_spaces_of": ("must be spaces of {other}", "muss aus Feldern von {other} bestehen"),
    "pk_gods": (
        "must ask for fewer than the {n} gods: one each, and one more where double",
        "muss nach weniger als den {n} Göttern fragen: je einer, und einer mehr, wo es doppelt ist",
    ),
    "pk_groups": (
        "has more groups than the {n} resources",
        "hat mehr Gruppen, als es Ressourcen gibt ({n})",
    ),
    "pk_choices": (
        "must have 0 to {most} choices, not {n}",
        "muss 0 bis {most} zur Wahl haben, nicht {n}",
    ),
    "pk_row": (
        "is row {row}, which has more than {n} discoveries",
        "ist Reihe {row}, die mehr als {n} Fortschritte hat",
    ),
    "pk_no_card": ("has no card: every count is 0", "hat keine Karte: Jede Anzahl ist 0"),
    "pk_territories": (
        "must be {n}, the territories of {other}",
        "muss {n} sein, so viele Gebiete hat {other}",
    ),
    "pk_stars": ("must be {n}, the stars of {other}", "muss {n} sein, so viele Sterne hat {other}"),
    "pk_few_bonuses": (
        "has fewer bonuses than tiles lie there, {other}",
        "hat weniger Boni, als dort Plättchen liegen, {other}",
    ),
    "pk_block": (
        "is more {resource} than {other} has to block",
        "ist mehr {resource}, als {other} zu sperren hat",
    ),
}

"""What lies in the box of Olympos: the map with its track, the development board, tiles and cards, each to be set."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from agon.core.numbers import bits
from agon.core.symmetry import uneven
from agon.draw.scene import Scene, Shape, Sheet
from agon.games.olympos.actions import Actions
from agon.games.olympos.parts import FEWEST_SEATS, RESOURCES, Parts
from agon.games.olympos.rules import new
from agon.games.olympos.view import draw
from agon.games.olympos.view_cards import cards

UNCOUNTED: Final = ("outline", "territory.*.at", "sea.*.at")

_EFFECT: Final = {
    "en": {
        "new_settler": "a new settler costs", "new_settler_medicine": "with Medicine", "land": "a land space costs",
        "sea": "a sea space costs", "sea_less": "less for Astronomy or Map-making",
        "cavalry_hourglasses": "hourglasses of Cavalry", "commerce_cubes": "cubes of Commerce",
        "surgery_settlers": "settlers of Surgery", "oracle_looks": "cards the Oracle looks at",
        "discount": "discount of Money or Agriculture", "architecture_less": "less for Architecture",
        "development": "time of a development", "fight_more": "fight with more swords",
        "fight_equal": "fight with as many swords", "fight_fewer": "fight with fewer swords",
        "beaten_hourglasses": "hourglasses of the beaten",
    },
    "de": {
        "new_settler": "ein neuer Siedler kostet", "new_settler_medicine": "mit Medizin", "land": "ein Landfeld kostet",
        "sea": "ein Meeresfeld kostet", "sea_less": "weniger durch Astronomie oder Kartographie",
        "cavalry_hourglasses": "Sanduhren der Kavallerie", "commerce_cubes": "Würfel des Handels",
        "surgery_settlers": "Siedler der Chirurgie", "oracle_looks": "Karten, die das Orakel ansieht",
        "discount": "Nachlass durch Währung oder Landwirtschaft", "architecture_less": "weniger durch Architektur",
        "development": "Zeit einer Entwicklung", "fight_more": "Kampf mit mehr Schwertern",
        "fight_equal": "Kampf mit gleich vielen Schwertern", "fight_fewer": "Kampf mit weniger Schwertern",
        "beaten_hourglasses": "Sanduhren des Besiegten",
    },
}  # fmt: skip
WORDS: Final = {
    "en": {
        "territory": "Territories", "territory.*.resource": "resource", "territory.*.marks": "marks",
        "territory.*.land": "land neighbours", "sea": "Seas", "sea.*.land": "shores", "sea.*.sea": "seas beside it",
        "cell": "Development board", "cell.*": "cell {}", "cell.*.price": "price", "cell.*.bonus": "bonuses",
        "cell.*.grey": "grey bonus (five seats)", "cell.*.price.grain": "grain", "cell.*.price.wood": "wood",
        "cell.*.price.stone": "stone", "cell.*.price.gold": "gold", "cell.*.price.any": "grey group",
        "track": "Time track", "track.cross": "the cross", "track.zeus": "Zeus space",
        "track.double": "double Zeus space",
        "track.prestige": "prestige from the last Zeus on, space", "setup": "Set-up",
        "setup.settlers": "settlers of a seat",
        "setup.blocked": "blocked of each resource", "setup.blocked.3": "3 seats", "setup.blocked.4": "4 seats",
        "setup.blocked.5": "5 seats", "setup.stars_blocked": "stars blocked of each resource", "points": "Points",
        "points.territory": "of a territory", "points.atlantis": "of Atlantis", "points.discovery": "of a discovery",
        "points.card": "of a card", "points.poetry": "Poetry", "points.philosophy": "Philosophy",
        "points.absolutism_sword": "Absolutism, a sword", "points.city_settler": "City, a settler",
        "points.science_discovery": "Science, a discovery", "points.engineering_star": "Engineering, a star",
        "supply": "Pieces", "supply.territory": "territory tiles", "supply.tribe": "tribes",
        "supply.hourglass": "hourglasses", "supply.prestige": "prestige tokens", "supply.discs": "discs of a seat",
        "supply.cubes": "cubes of a resource", "supply.zeus": "Zeus tokens", "bonus": "Bonuses",
        "bonus.settler": "settlers",
        "bonus.hourglasses": "hourglasses", "bonus.prestige": "prestige", "bonus.cube": "cubes",
        "copies": "Tiles of a discovery", "copies.*": "with {} seats, in row", "discovery": "Discoveries",
        "discovery.*.row": "row", "discovery.*.swords": "swords", "discovery.*.zeus": "Zeus symbols",
        "discovery.*.discounts": "cheaper with", "effect": "Effects", "wonder": "Wonders", "wonder.*.stars": "stars",
        "wonder.*.prestige": "prestige", "god": "Gods", "god.*.kind": "helpful or harmful", "god.*.swords": "swords",
        "god.*.prestige": "prestige", "god.*.settlers": "settlers", "god.*.cubes": "cubes", "god.*.points": "points",
        "destiny": "Destiny cards", "destiny.*.count": "copies", "destiny.*.prestige": "prestige",
        "destiny.*.hourglasses": "hourglasses", "outline": "Drawing of the map", "none": "nothing",
        "=grain": "grain", "=wood": "wood", "=stone": "stone", "=gold": "gold", "=north": "northern edge",
        "=star": "star",
        "=atlantis": "Atlantis", "=zeus": "Zeus", "=settler": "settler", "=hourglasses": "hourglasses",
        "=prestige": "prestige", "=helpful": "helpful", "=harmful": "harmful",
        **{f"effect.{key}": word for key, word in _EFFECT["en"].items()},
    },
    "de": {
        "territory": "Gebiete", "territory.*.resource": "Ressource", "territory.*.marks": "Zeichen",
        "territory.*.land": "Nachbarn an Land", "sea": "Meere", "sea.*.land": "Ufer", "sea.*.sea": "Meere daneben",
        "cell": "Entwicklungsplan", "cell.*": "Feld {}", "cell.*.price": "Preis", "cell.*.bonus": "Boni",
        "cell.*.grey": "grauer Bonus (fünf Spieler)", "cell.*.price.grain": "Getreide", "cell.*.price.wood": "Holz",
        "cell.*.price.stone": "Stein", "cell.*.price.gold": "Gold", "cell.*.price.any": "graue Gruppe",
        "track": "Zeitleiste", "track.cross": "das Kreuz", "track.zeus": "Zeusfeld",
        "track.double": "doppeltes Zeusfeld",
        "track.prestige": "Prestige ab dem letzten Zeus, Feld", "setup": "Aufbau",
        "setup.settlers": "Siedler eines Spielers",
        "setup.blocked": "gesperrt je Ressource", "setup.blocked.3": "3 Spieler", "setup.blocked.4": "4 Spieler",
        "setup.blocked.5": "5 Spieler", "setup.stars_blocked": "gesperrte Sterne je Ressource", "points": "Punkte",
        "points.territory": "eines Gebiets", "points.atlantis": "von Atlantis",
        "points.discovery": "eines Fortschritts",
        "points.card": "einer Karte", "points.poetry": "Poesie", "points.philosophy": "Philosophie",
        "points.absolutism_sword": "Absolutismus, ein Schwert", "points.city_settler": "Stadtstaat, ein Siedler",
        "points.science_discovery": "Wissenschaft, ein Fortschritt",
        "points.engineering_star": "Ingenieurwesen, ein Stern",
        "supply": "Spielmaterial", "supply.territory": "Gebietsplättchen", "supply.tribe": "Stämme",
        "supply.hourglass": "Sanduhren", "supply.prestige": "Prestigemarken", "supply.discs": "Steine eines Spielers",
        "supply.cubes": "Würfel einer Ressource", "supply.zeus": "Zeus-Plättchen", "bonus": "Boni",
        "bonus.settler": "Siedler",
        "bonus.hourglasses": "Sanduhren", "bonus.prestige": "Prestige", "bonus.cube": "Würfel",
        "copies": "Plättchen eines Fortschritts", "copies.*": "bei {} Spielern, in Zeile", "discovery": "Fortschritte",
        "discovery.*.row": "Zeile", "discovery.*.swords": "Schwerter", "discovery.*.zeus": "Zeus-Symbole",
        "discovery.*.discounts": "billiger mit", "effect": "Wirkungen", "wonder": "Wunder", "wonder.*.stars": "Sterne",
        "wonder.*.prestige": "Prestige", "god": "Götter", "god.*.kind": "hilfreich oder schädlich",
        "god.*.swords": "Schwerter", "god.*.prestige": "Prestige", "god.*.settlers": "Siedler", "god.*.cubes": "Würfel",
        "god.*.points": "Punkte", "destiny": "Schicksalskarten", "destiny.*.count": "Anzahl",
        "destiny.*.prestige": "Prestige", "destiny.*.hourglasses": "Sanduhren", "outline": "Zeichnung des Spielplans",
        "none": "nichts", "=grain": "Getreide", "=wood": "Holz", "=stone": "Stein", "=gold": "Gold",
        "=north": "Nordrand", "=star": "Stern", "=atlantis": "Atlantis", "=zeus": "Zeus", "=settler": "Siedler",
        "=hourglasses": "Sanduhren", "=prestige": "Prestige", "=helpful": "hilfreich", "=harmful": "schädlich",
        **{f"effect.{key}": word for key, word in _EFFECT["de"].items()},
    },
}  # fmt: skip
REMARKS: Final = {
    "en": {"even": "There are {n} territories of {resource}, of others {others}: is that so?",
           "stars": "Stars of {resource}: {n}; of other resources: {others}. Is that so?",
           "prices": "Prices of row {row}: {n} {resource} in all, of other resources {others}. Is that so?",
           "alone": "No way leads from the north to {name}: nobody gets there.",
           "sea": "{name} has no shore."},
    "de": {"even": "{resource} hat {n} Gebiete, andere haben {others}: Stimmt das?",
           "stars": "Sterne auf Gebieten mit {resource}: {n}, mit anderen Ressourcen: {others}. Stimmt das?",
           "prices": "Preise von Zeile {row}: {n} {resource} zusammen, von anderen Ressourcen {others}. Stimmt das?",
           "alone": "Von Norden führt kein Weg nach {name}: Niemand kommt dorthin.",
           "sea": "{name} hat kein Ufer."},
}  # fmt: skip


def box(parts: Parts, actions: Actions, lang: str) -> Scene:
    """The map with the track, the development board, and all tiles and cards."""
    scene = draw(new(parts, actions, FEWEST_SEATS, {"openPrestige": "off"}), -1, lang, True)
    sheets = {sheet.name: sheet for sheet in scene.sheets}
    return Scene([_page(sheets["board"], parts), _page(sheets["development"], parts), *cards(parts, lang)])


def _page(drawn: Sheet, parts: Parts) -> Sheet:
    sheet = Sheet(drawn.name, drawn.title, drawn.left, drawn.top, drawn.width, drawn.height)
    for shape in drawn.shapes:
        if not shape.id.startswith(("token", "settler", "god", "north")):
            paths = _paths(shape, parts)
            sheet.add(replace(shape, actions=paths, legal=bool(paths)))
    return sheet


def _paths(shape: Shape, parts: Parts) -> tuple[str, ...]:
    kind, _, name = shape.id.partition("-")
    if kind == "territory":
        return tuple(f"territory.{name}.{key}" for key in ("resource", "marks", "land"))
    if kind == "sea":
        return (f"sea.{name}.land", f"sea.{name}.sea")
    if kind == "cell" and name in parts.cells:
        price = [f"cell.{name}.price.{resource}" for resource in RESOURCES]
        cell = parts.cells.index(name)
        grey = len(parts.groups[cell])  # and one more, where there is room for it
        room = grey + sum(1 for n in parts.need[cell] if n) < len(RESOURCES)
        price += [f"cell.{name}.price.any[{n}]" for n in range(grey + room)]
        return (*price, f"cell.{name}.bonus", f"cell.{name}.grey")
    return ()


def remarks(parts: Parts, lang: str) -> list[tuple[str, str]]:
    """Resources that are not even, territories and seas nobody reaches."""
    out = _uneven(parts, lang)
    reached = _reached(parts)
    for space in range(parts.north):
        name = parts.names[lang][parts.spaces[space]]
        if space < parts.land and space not in reached:
            out.append((f"territory.{parts.spaces[space]}.land", REMARKS[lang]["alone"].format(name=name)))
        if space >= parts.land and not any(other < parts.land for other in parts.next_to[space]):
            out.append((f"sea.{parts.spaces[space]}.land", REMARKS[lang]["sea"].format(name=name)))
    return out


def _uneven(parts: Parts, lang: str) -> list[tuple[str, str]]:
    """A resource that has more or fewer territories or stars than the others, or is paid more in a row of the board."""
    counts = [("even", "territory", "", {name: len(bits(parts.of_resource[n])) for n, name in enumerate(RESOURCES)})]
    starred = [len(bits(parts.of_resource[n] & parts.starred)) for n in range(len(RESOURCES))]
    counts.append(("stars", "territory", "", dict(zip(RESOURCES, starred, strict=True))))
    for row in sorted({name[1:] for name in parts.cells}):
        cells = [n for n, name in enumerate(parts.cells) if name[1:] == row]
        paid = {name: sum(parts.need[cell][n] for cell in cells) for n, name in enumerate(RESOURCES)}
        counts.append(("prices", "cell", row, paid))
    out: list[tuple[str, str]] = []
    for key, path, row, found in counts:
        usual, odd = uneven(found)
        for name, n in odd.items():
            words = {"row": row, "n": n, "resource": WORDS[lang][f"={name}"], "others": usual}
            out.append((path, REMARKS[lang][key].format(**words)))
    return out


def _reached(parts: Parts) -> set[int]:
    """The spaces to which a way leads from the north."""
    reached, todo = {int(parts.north)}, [int(parts.north)]
    while todo:
        for space in parts.next_to[todo.pop()]:
            if space not in reached:
                reached.add(space)
                todo.append(space)
    return reached

"""What the pages about people say, in English and German: names that are kept, profiles, tournaments."""

from __future__ import annotations

from typing import Final

PEOPLE: Final[dict[str, dict[str, str]]] = {
    "en": {
        "somebody": "somebody",
        "me": "Your account",
        "nav_play": "Play",
        # account
        "account": "Account",
        "keep_title": "Keep your name",
        "keep_lead": "You play as {name} on this device. Without one of these, a cleared browser forgets you. No "
        "password "
        "is ever asked.",
        "keep_lead_kept": "You are {name}, here since {since}. No password is ever asked.",
        "best": "Best",
        "passkey": "Passkey",
        "passkey_about": "Your phone or computer proves that it is you, by finger, face or PIN. Works on every "
        "device that "
        "shares your passkeys.",
        "passkey_none": "Browsers know passkeys only at a site with a name, not at a bare address; the recovery "
        "code works "
        "here too.",
        "passkey_keep": "Keep {name} with a passkey",
        "passkey_add": "Add a passkey",
        "passkey_set": "set up",
        "remove": "Remove",
        "remove_sure": "Remove this passkey? With your recovery code you still come back.",
        "used_on": "used {day}",
        "always_works": "Always works",
        "code_title": "Recovery code",
        "code_once": "shown once",
        "code_about": "Write these eight words down. Whoever has them is you; a new code makes the old one void.",
        "code_made": "You were given eight words on {day}; they are not shown again. A new code makes the old one "
        "void.",
        "code_keep": "Keep {name} with a recovery code",
        "code_keep_about": "Eight words to write down. Whoever has them is you.",
        "code_new": "New code",
        "code_new_sure": "Make a new code? The old one is void then.",
        "code_written": "I have written it down",
        "print": "Print",
        "copy_words": "Copy",
        "come_back_title": "Come back",
        "come_back_lead": "You have kept a name on another device.",
        "login_passkey": "Log in with a passkey",
        "login_code": "Log in with the code",
        "the_code": "Recovery code (eight words)",
        "the_name": "Name",
        "log_out": "Log out",
        "right_now": "Right now",
        "another_device": "Another device",
        "another_about": "Open the account page there and scan, or type {code}. Valid for ten minutes; both devices "
        "ask you "
        "to confirm.",
        "another_show": "Show six characters",
        "another_type": "Six characters from the other device",
        "another_enter": "Ask to be let in",
        "another_wait": "Now confirm on the other device …",
        "another_sure": "{device} asks to be let into your account.",
        "another_yes": "Let it in",
        "another_no": "No",
        "devices": "Devices",
        "devices_about": "Where you are logged in. A device unused for ninety days is logged out.",
        "this_device": "this device",
        "end_session": "Log out there",
        "change_name": "Another name",
        "who_sees": "Who may see what",
        "show_ratings": "My ratings and record",
        "show_games": "My finished games",
        "show_online": "That I am here",
        "everybody": "everybody",
        "everybody_replays": "everybody may replay them",
        "my_data": "My data",
        "export_about": "Games as records, ratings, settings and every other row that names you: one archive.",
        "export_do": "Export",
        "delete": "Delete",
        "delete_about": "Name, devices and settings go; games stay, with “somebody” in your seat. 14 days to change "
        "your "
        "mind.",
        "delete_do": "Delete my account …",
        "delete_sure": "Delete {name} in 14 days? Until then you may change your mind.",
        "leaving": "This account will be deleted on {day}.",
        "stay": "Stay",
        "look": "Look",
        "kept_now": "Your name is kept.",
        "passkey_cancelled": "No passkey was made or shown.",
    },
    "de": {
        "somebody": "jemand",
        "me": "Dein Konto",
        "nav_play": "Spielen",
        "account": "Konto",
        "keep_title": "Behalte deinen Namen",
        "keep_lead": "Du spielst auf diesem Gerät als {name}. Ohne eines hiervon vergisst dich ein geleerter "
        "Browser. Nach "
        "einem Passwort wird nie gefragt.",
        "keep_lead_kept": "Du bist {name}, hier seit {since}. Nach einem Passwort wird nie gefragt.",
        "best": "Am besten",
        "passkey": "Passkey",
        "passkey_about": "Dein Telefon oder Rechner beweist, dass du es bist, mit Finger, Gesicht oder PIN. Das "
        "geht auf "
        "jedem Gerät, das deine Passkeys kennt.",
        "passkey_none": "Passkeys gibt es nur auf Seiten mit einem Namen, nicht unter einer bloßen Adresse; der "
        "Wiederkehrcode gilt auch hier.",
        "passkey_keep": "{name} mit Passkey behalten",
        "passkey_add": "Passkey hinzufügen",
        "passkey_set": "eingerichtet",
        "remove": "Entfernen",
        "remove_sure": "Diesen Passkey entfernen? Mit dem Wiederkehrcode kommst du weiterhin zurück.",
        "used_on": "benutzt {day}",
        "always_works": "Geht immer",
        "code_title": "Wiederkehrcode",
        "code_once": "einmal gezeigt",
        "code_about": "Schreib dir diese acht Wörter auf. Wer sie hat, ist du; ein neuer Code macht den alten "
        "ungültig.",
        "code_made": "Du hast am {day} acht Wörter bekommen; sie werden nicht noch einmal gezeigt. Ein neuer Code "
        "macht den "
        "alten ungültig.",
        "code_keep": "{name} mit Code behalten",
        "code_keep_about": "Acht Wörter zum Aufschreiben. Wer sie hat, ist du.",
        "code_new": "Neuer Code",
        "code_new_sure": "Einen neuen Code machen? Der alte gilt dann nicht mehr.",
        "code_written": "Ich habe ihn aufgeschrieben",
        "print": "Drucken",
        "copy_words": "Kopieren",
        "come_back_title": "Wiederkommen",
        "come_back_lead": "Du hast auf einem anderen Gerät einen Namen behalten.",
        "login_passkey": "Mit Passkey anmelden",
        "login_code": "Mit dem Code anmelden",
        "the_code": "Wiederkehrcode (acht Wörter)",
        "the_name": "Name",
        "log_out": "Abmelden",
        "right_now": "Gleich jetzt",
        "another_device": "Anderes Gerät",
        "another_about": "Öffne dort die Kontoseite und scanne oder tippe {code}. Zehn Minuten gültig; beide Geräte "
        "fragen "
        "noch einmal nach.",
        "another_show": "Sechs Zeichen zeigen",
        "another_type": "Sechs Zeichen vom anderen Gerät",
        "another_enter": "Um Einlass bitten",
        "another_wait": "Bestätige jetzt auf dem anderen Gerät …",
        "another_sure": "{device} möchte in dein Konto.",
        "another_yes": "Einlassen",
        "another_no": "Nein",
        "devices": "Geräte",
        "devices_about": "Wo du angemeldet bist. Ein Gerät, das neunzig Tage ruht, wird abgemeldet.",
        "this_device": "dieses Gerät",
        "end_session": "Dort abmelden",
        "change_name": "Anderer Name",
        "who_sees": "Wer was sehen darf",
        "show_ratings": "Meine Wertungen und Ergebnisse",
        "show_games": "Meine beendeten Spiele",
        "show_online": "Dass ich da bin",
        "everybody": "alle",
        "everybody_replays": "alle dürfen sie ansehen",
        "my_data": "Meine Daten",
        "export_about": "Spiele als Aufzeichnungen, Wertungen, Einstellungen und alles andere, worin du genannt "
        "bist: ein "
        "Archiv.",
        "export_do": "Exportieren",
        "delete": "Löschen",
        "delete_about": "Name, Geräte und Einstellungen gehen; Spiele bleiben, mit „jemand“ auf deinem Platz. 14 "
        "Tage, um "
        "es dir anders zu überlegen.",
        "delete_do": "Mein Konto löschen …",
        "delete_sure": "{name} in 14 Tagen löschen? Bis dahin kannst du es dir anders überlegen.",
        "leaving": "Dieses Konto wird am {day} gelöscht.",
        "stay": "Bleiben",
        "look": "Aussehen",
        "kept_now": "Dein Name ist behalten.",
        "passkey_cancelled": "Es wurde kein Passkey gemacht oder gezeigt.",
    },
}

"""What is said where there is no server: everything runs in the browser."""

from __future__ import annotations

from typing import Final

HERE: Final[dict[str, dict[str, str]]] = {
    "en": {
        "here_lead": "Even Achilles and Ajax put their spears aside for a game. Play bots of several strengths or "
        "whoever sits beside you. Everything runs in this browser, without a network too; nothing leaves it.",
        "here_together": "Play together here",
        "here_to": "Play {game} together at this screen",
        "here_new_lead": "Choose who sits where. Everybody plays at this screen; where hands are secret, a curtain "
        "falls between turns.",
        "here_seat": "Somebody at this screen",
        "here_player": "Player {n}",
        "here_begin": "Begin",
        "here_server_title": "Friends elsewhere",
        "here_server": "This page has no server: your games are kept in this browser. To meet friends elsewhere, one "
        "of you installs Agon and starts a server:",
        "here_record": "A finished game fits into a link: open its replay and copy it from the menu.",
        "here_loading": "Setting up the board …",
        "here_failed": "The games could not be started in this browser. It must be able to run WebAssembly; a newer "
        "browser will do.",
        "here_curtain": "{name}, it is your turn",
        "here_curtain_text": "Hand over the screen. What {name} holds is shown when {name} says so.",
        "here_look": "I am {name}",
        "here_update": "A new version is ready.",
        "here_reload": "Use it now",
        "here_pack_link": "Copy a link that holds the pack",
        "here_pack_shared": "The pack stays in this browser. Whoever opens the link gets a copy of their own.",
        "here_offline": "Kept for playing without a network.",
    },
    "de": {
        "here_lead": "Selbst Achill und Ajax legten für ein Spiel die Speere weg. Spiele gegen Bots in mehreren "
        "Stärken oder mit allen, die neben dir sitzen. Alles läuft in diesem Browser, auch ohne Netz; nichts "
        "verlässt ihn.",
        "here_together": "Hier zusammen spielen",
        "here_to": "{game} zusammen an diesem Bildschirm spielen",
        "here_new_lead": "Bestimme, wer wo sitzt. Alle spielen an diesem Bildschirm; wo Handkarten geheim sind, fällt "
        "zwischen den Zügen ein Vorhang.",
        "here_seat": "Jemand an diesem Bildschirm",
        "here_player": "Spieler {n}",
        "here_begin": "Beginnen",
        "here_server_title": "Freunde anderswo",
        "here_server": "Diese Seite hat keinen Server: Deine Spiele liegen in diesem Browser. Um Freunde anderswo zu "
        "treffen, installiert einer von euch Agon und startet einen Server:",
        "here_record": "Ein fertiges Spiel passt in einen Link: Öffne seine Wiederholung und kopiere ihn aus dem Menü.",
        "here_loading": "Das Brett wird aufgebaut …",
        "here_failed": "Die Spiele ließen sich in diesem Browser nicht starten. Er muss WebAssembly ausführen können; "
        "ein neuerer Browser kann es.",
        "here_curtain": "{name}, du bist am Zug",
        "here_curtain_text": "Gib den Bildschirm weiter. Was {name} auf der Hand hat, ist erst zu sehen, wenn {name} "
        "es sagt.",
        "here_look": "Ich bin {name}",
        "here_update": "Eine neue Fassung ist bereit.",
        "here_reload": "Jetzt verwenden",
        "here_pack_link": "Link kopieren, der den Satz enthält",
        "here_pack_shared": "Der Satz bleibt in diesem Browser. Wer den Link öffnet, erhält eine eigene Kopie.",
        "here_offline": "Bereit zum Spielen ohne Netz.",
    },
}

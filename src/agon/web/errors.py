"""What the server refuses, as sentences in both languages.

A reason of core is told by its own sentence, or, where the reader is known to be the one who sits there, by one of ours
under the same key.
"""

from __future__ import annotations

from typing import Final

from agon.core.errors import AgonError, StalePly
from agon.core.reasons import REASONS, Fact, in_words

# key: (HTTP status, English, German)
SENTENCES: Final[dict[str, tuple[int, str, str]]] = {
    "unknown_table": (404, "There is no such table.", "Diesen Tisch gibt es nicht."),
    "not_found": (404, "There is nothing at this address.", "Unter dieser Adresse ist nichts."),
    "damaged_journal": (
        503,
        "The journal of this table is damaged at entry {entry}; whoever runs this server can restore a backup.",
        "Das Protokoll dieses Tischs ist bei Eintrag {entry} beschädigt; wer diesen Server betreibt, kann eine "
        "Sicherung einspielen.",
    ),
    "database_away": (
        503,
        "The server cannot reach its games just now; try again in a while.",
        "Der Server kommt gerade nicht an seine Partien; versuch es nachher noch einmal.",
    ),
    "older_rules": (
        503,
        "This game was begun by older rules and is brought to newer ones when somebody opens it.",
        "Diese Partie wurde nach älteren Regeln begonnen und kommt zu neueren, sobald jemand sie öffnet.",
    ),
    "newer_rules": (
        503,
        "This game goes on by newer rules, which this part of the server does not have yet; try again in a while.",
        "Diese Partie geht nach neueren Regeln weiter, die dieser Teil des Servers noch nicht hat; versuch es nachher "
        "noch einmal.",
    ),
    "no_game": (
        503,
        "This game cannot be shown until whoever runs this server installs what it needs: {reason}",
        "Diese Partie lässt sich erst zeigen, wenn die Betreiber des Servers einrichten, was sie braucht: {reason}",
    ),
    "table_deleted": (
        410,
        "This table was deleted by whoever runs this server.",
        "Dieser Tisch wurde von den Betreibern des Servers gelöscht.",
    ),
    "banned": (
        403,
        "You may not play here: whoever runs this server has banned you.",
        "Du darfst hier nicht spielen: Die Betreiber des Servers haben dich gesperrt.",
    ),
    "banned_until": (
        403,
        "You may not play here until {until}: whoever runs this server has banned you.",
        "Du darfst hier bis {until} nicht spielen: Die Betreiber des Servers haben dich gesperrt.",
    ),
    "muted": (
        403,
        "You may not chat: whoever runs this server has muted you.",
        "Du darfst nicht mitreden: Die Betreiber des Servers haben dich stumm geschaltet.",
    ),
    "muted_until": (
        403,
        "You may not chat until {until}: whoever runs this server has muted you.",
        "Du darfst bis {until} nicht mitreden: Die Betreiber des Servers haben dich stumm geschaltet.",
    ),
    "no_name": (422, "A nickname needs at least one letter.", "Ein Spitzname braucht mindestens einen Buchstaben."),
    "name_kept": (
        409,
        "Somebody has kept the name {name}; if it is you, log in, otherwise take another.",
        "Den Namen {name} hat schon jemand behalten; bist du es, melde dich an, sonst nimm einen anderen.",
    ),
    "not_kept": (
        403,
        "This is for those who have kept their name; do so on the account page.",
        "Das ist für alle, die ihren Namen behalten haben; auf der Kontoseite geht das.",
    ),
    "kept_already": (409, "You have kept your name already.", "Du hast deinen Namen schon behalten."),
    "bad_code": (
        403,
        "This name and this recovery code do not belong together.",
        "Dieser Name und dieser Wiederkehrcode gehören nicht zusammen.",
    ),
    "no_passkeys": (
        409,
        "Browsers know no passkeys at a bare address; use a name, such as localhost.",
        "Unter einer bloßen Adresse kennen Browser keine Passkeys; nimm einen Namen, etwa localhost.",
    ),
    "passkey_failed": (
        403,
        "This passkey could not be checked; try again.",
        "Dieser Passkey ließ sich nicht prüfen; versuch es noch einmal.",
    ),
    "unknown_passkey": (
        403,
        "Nobody here has this passkey any more.",
        "Diesen Passkey hat hier niemand mehr.",
    ),
    "bad_link": (
        403,
        "These characters are not valid, or no longer; ask the other device for new ones.",
        "Diese Zeichen gelten nicht oder nicht mehr; lass dir auf dem anderen Gerät neue zeigen.",
    ),
    "bad_wish": (
        422,
        'There is nothing to be set that is called "{name}".',
        "Eine Einstellung „{name}“ gibt es nicht.",
    ),
    "bad_time": (422, "A time is like 22:00.", "Eine Uhrzeit ist wie 22:00."),
    "bad_endpoint": (
        422,
        "Letters cannot be sent there: a browser names a service of its own.",
        "Dorthin gehen keine Nachrichten: Browser nennen einen eigenen Dienst.",
    ),
    "no_mail": (409, "This server sends no mail.", "Dieser Server verschickt keine Mails."),
    "bad_mail": (422, "This is no mail address.", "Das ist keine Mailadresse."),
    "bad_letter": (403, "This link is not valid, or no longer.", "Dieser Link gilt nicht oder nicht mehr."),
    "mail_failed": (
        503,
        "The mail could not be sent just now; try again in a while.",
        "Die Mail ließ sich gerade nicht verschicken; versuch es nachher noch einmal.",
    ),
    "unknown_cup": (404, "There is no such tournament.", "Dieses Turnier gibt es nicht."),
    "cup_begun": (409, "This tournament has begun already.", "Dieses Turnier hat schon begonnen."),
    "cup_not_played": (
        409,
        "This tournament is not being played; one pauses between its rounds.",
        "Dieses Turnier wird gerade nicht gespielt; aussetzen kann man zwischen seinen Runden.",
    ),
    "cup_not_in": (403, "You do not take part in this tournament.", "Du nimmst an diesem Turnier nicht teil."),
    "cup_full": (409, "This tournament is full: {most} take part.", "Dieses Turnier ist voll: {most} nehmen teil."),
    "cup_empty": (
        409,
        "A tournament needs at least two who take part.",
        "Ein Turnier braucht mindestens zwei Teilnehmer.",
    ),
    "cup_game": (
        422,
        "Tournaments are of games for two; {game} is none.",
        "Turniere gibt es für Spiele zu zweit; {game} ist keines.",
    ),
    "no_phrase": (422, "There is no such phrase.", "Diese Wendung gibt es nicht."),
    "no_line": (404, "There is no such line to be heard here.", "Diese Zeile ist hier nicht zu hören."),
    "own_line": (409, "This is a line of your own.", "Das ist deine eigene Zeile."),
    "no_resigning": (
        409,
        "Only a game for two can be given up; in this one a bot can finish for you.",
        "Aufgeben kann man nur eine Partie zu zweit; hier kann ein Bot für dich zu Ende spielen.",
    ),
    "no_holiday": (
        409,
        "A holiday is for a running game with days for each decision.",
        "Urlaub gibt es in laufenden Partien mit Tagen je Entscheidung.",
    ),
    "holiday_long": (422, "A holiday lasts 1 to 30 days.", "Ein Urlaub dauert 1 bis 30 Tage."),
    "unknown_pace": (422, 'There is no pace "{pace}".', "Ein Tempo „{pace}“ gibt es nicht."),
    "unknown_person": (404, "Nobody here has kept the name {name}.", "Den Namen {name} hat hier niemand behalten."),
    "not_shown": (403, "{name} does not show this.", "{name} zeigt das nicht."),
    "no_text": (422, "There is nothing in this message.", "Diese Nachricht ist leer."),
    "unknown_game": (422, 'There is no game "{game}".', "Ein Spiel „{game}“ gibt es nicht."),
    "unknown_bot": (
        422,
        'There is no bot "{bot}"; known are {known}.',
        "Einen Bot „{bot}“ gibt es nicht; bekannt sind {known}.",
    ),
    "bot_of_files": (
        422,
        "{bot} would run a program or read a file of this machine; no such bot plays on a server. Where your "
        "files are, agon arena and agon match play it.",
        "{bot} würde ein Programm starten oder eine Datei dieses Rechners lesen; ein solcher Bot spielt auf keinem "
        "Server. Dort, wo deine Dateien sind, spielen ihn agon arena und agon match.",
    ),
    "bot_options": (
        422,
        "This server takes bots by their bare names: {kind}, not {bot}. Whoever runs it may allow options "
        "(AGON_BOT_OPTIONS).",
        "Dieser Server nimmt Bots nur mit bloßem Namen: {kind}, nicht {bot}. Wer ihn betreibt, kann Optionen erlauben "
        "(AGON_BOT_OPTIONS).",
    ),
    "bad_bot": (422, "This bot cannot be made: {reason}", "Diesen Bot gibt es so nicht: {reason}"),
    "bot_too_slow": (
        422,
        "{bot} would think for more than the {most} s a decision that this server allows.",
        "{bot} würde länger nachdenken als die {most} s je Entscheidung, die dieser Server erlaubt.",
    ),
    "bad_seats": (
        422,
        "{game} is a game for {fit} seats, not {seats}.",
        "{game} ist ein Spiel für {fit} Plätze, nicht {seats}.",
    ),
    "one_me": (422, "You can take only one seat.", "Du kannst nur einen Platz nehmen."),
    "bad_option": (422, "The options do not fit: {reason}", "Die Optionen passen nicht: {reason}"),
    "bad_record": (
        422,
        "This record cannot be replayed: {reason}",
        "Dieser Bericht lässt sich nicht abspielen: {reason}",
    ),
    "no_seat": (422, "The table has no seat {seat}.", "Der Tisch hat keinen Platz {seat}."),
    "seat_taken": (409, "This seat is taken.", "Dieser Platz ist besetzt."),
    "table_full": (409, "No seat is free at this table.", "An diesem Tisch ist kein Platz frei."),
    "seated_already": (409, "You have a seat at this table already.", "Du sitzt schon an diesem Tisch."),
    "not_seated": (403, "You have no seat at this table.", "Du sitzt nicht an diesem Tisch."),
    "not_your_seat": (403, "This is not your seat.", "Das ist nicht dein Platz."),
    "not_host": (403, "Only the host of the table can do this.", "Das kann nur, wer den Tisch eröffnet hat."),
    "not_started": (
        409,
        "The game has not begun: it is dealt when all are seated.",
        "Die Partie hat nicht begonnen: Ausgeteilt wird, wenn alle sitzen.",
    ),
    "only_to_look_at": (409, "This record is only to be looked at.", "Dieser Bericht ist nur zum Ansehen."),
    "over": (409, *REASONS["over"]),
    "no_pack_here": (404, "There is no such pack here.", "Diesen Satz Bestandteile gibt es hier nicht."),
    "not_your_pack": (
        403,
        "This pack is somebody else's; copy it to change it.",
        "Dieser Satz gehört jemand anderem; kopiere ihn, um ihn zu ändern.",
    ),
    "too_many_packs": (
        409,
        "You have {most} packs; throw one away first.",
        "Du hast {most} Sätze; wirf erst einen weg.",
    ),
    "bad_pack": (400, "That cannot be: {reason}", "Das geht nicht: {reason}"),
    "check_running": (
        409,
        "One of your packs is being checked; wait for that.",
        "Einer deiner Sätze wird gerade geprüft; warte so lange.",
    ),
    "not_over": (409, "The game is not over yet.", "Die Partie ist noch nicht zu Ende."),
    "stale": (409, *REASONS["stale"]),
    "not_your_turn": (409, "It is not your turn.", "Du bist nicht am Zug."),
    "standing_in": (
        409,
        "A bot plays for you; take your seat back first.",
        "Ein Bot spielt für dich; nimm zuerst deinen Platz zurück.",
    ),
    "nobody_stands_in": (409, "No bot stands in for you.", "Für dich spielt kein Bot."),
    "is_present": (
        409,
        "{name} is at the table; a bot stands in only for somebody who is away.",
        "{name} ist am Tisch; ein Bot springt nur für Abwesende ein.",
    ),
    "not_away_long": (
        409,
        "{name} has not been away for long enough; a bot may play in {seconds} s.",
        "{name} ist noch nicht lange genug weg; ein Bot darf in {seconds} s spielen.",
    ),
    "unknown_action": (422, "This cannot be played: {reason}", "Das lässt sich nicht spielen: {reason}"),
    "illegal": (422, *REASONS["illegal"]),
    "of_answer": (422, *REASONS["of_answer"]),
    "asked_no_more": (422, *REASONS["asked_no_more"]),
    "answer_shows": (422, *REASONS["answer_shows"]),
    "answers_missing": (
        422,
        'Name what you play: an "action", or "actions", of which there is at least one.',
        "Sag, was du spielst: „action“ oder „actions“, und davon mindestens eine.",
    ),
    "nothing_to_undo": (
        409,
        "You have decided nothing that could be taken back.",
        "Du hast nichts entschieden, was sich zurücknehmen ließe.",
    ),
    "rated_stands": (
        409,
        "In a rated game a decision stands.",
        "In einer gewerteten Partie gilt, was entschieden ist.",
    ),
    "drawn_since": (409, *REASONS["drawn_since"]),
    "decided_since": (
        409,
        "Somebody else has decided since; only the last decision can be taken back.",
        "Seither hat jemand anders entschieden; nur die letzte Entscheidung lässt sich zurücknehmen.",
    ),
    "showed_something": (
        409,
        "Your last decision showed something hidden; it cannot be taken back.",
        "Deine letzte Entscheidung hat Verborgenes gezeigt; sie lässt sich nicht zurücknehmen.",
    ),
    "no_hints": (403, "This table plays without hints.", "An diesem Tisch gibt es keine Tipps."),
    "still_secret": (
        403,
        "The record can be fetched once the game is over.",
        "Den Bericht gibt es, sobald die Partie zu Ende ist.",
    ),
    "analysis_not_over": (
        409,
        "A game can be analysed once it is over.",
        "Eine Partie lässt sich auswerten, sobald sie zu Ende ist.",
    ),
    "analyses_yours": (
        503,
        "Several of your games are waiting to be analysed; ask again when one is done.",
        "Mehrere deiner Partien warten auf ihre Auswertung; frag wieder, wenn eine fertig ist.",
    ),
    "analyses_full": (
        503,
        "Many games are waiting to be analysed; try again in a while.",
        "Viele Partien warten auf ihre Auswertung; versuch es nachher noch einmal.",
    ),
    "bot_failed": (503, "The bot has no answer just now.", "Der Bot hat gerade keine Antwort."),
    "not_saved": (
        503,
        "The change could not be saved; look again.",
        "Die Änderung ließ sich nicht speichern; sieh noch einmal hin.",
    ),
    "busy": (
        503,
        "The server is being stopped; try again soon.",
        "Der Server wird angehalten; versuch es gleich noch einmal.",
    ),
    "too_fast": (429, "Too many requests; wait {seconds} s.", "Zu viele Anfragen; warte {seconds} s."),
    "many_tables": (
        429,
        "You have opened many tables; another can be opened in {seconds} s.",
        "Du hast viele Tische eröffnet; einen weiteren gibt es in {seconds} s.",
    ),
    "many_public": (
        429,
        "You have opened many public tables; another can be opened in {seconds} s.",
        "Du hast viele öffentliche Tische eröffnet; einen weiteren gibt es in {seconds} s.",
    ),
    "many_imports": (
        429,
        "You have brought many records; the next can be read in {seconds} s.",
        "Du hast viele Berichte gebracht; der nächste lässt sich in {seconds} s lesen.",
    ),
    "many_hints": (
        429,
        "You have asked for many hints; the next can be given in {seconds} s.",
        "Du hast um viele Tipps gebeten; den nächsten gibt es in {seconds} s.",
    ),
    "many_analyses": (
        429,
        "You have had many games analysed; the next can be begun in {seconds} s.",
        "Du hast viele Partien auswerten lassen; die nächste lässt sich in {seconds} s beginnen.",
    ),
    "many_thinking": (
        429,
        "The bots have thought for you a great deal; they have time again in {seconds} s.",
        "Die Bots haben sehr viel für dich nachgedacht; in {seconds} s haben sie wieder Zeit.",
    ),
    "gone": (408, "Nobody waits for this answer.", "Auf diese Antwort wartet niemand."),
    "too_slow": (408, "This request took too long to come.", "Diese Anfrage hat zu lange gebraucht."),
    "too_many_streams": (
        503,
        "Too many pages are listening from here; close one, or try again in {seconds} s.",
        "Zu viele Seiten hören von hier aus zu; schließ eine oder versuch es in {seconds} s noch einmal.",
    ),
    "too_large": (
        413,
        "This is larger than the {limit} bytes allowed.",
        "Das ist größer als die erlaubten {limit} Bytes.",
    ),
    "other_host": (421, "This server is at {address}.", "Dieser Server ist unter {address} zu finden."),
    "not_local": (
        421,
        "This server answers on its own machine only, as localhost; whoever runs it can give it an address (--url).",
        "Dieser Server antwortet nur auf seinem eigenen Rechner, als localhost; wer ihn betreibt, kann ihm eine "
        "Adresse geben (--url).",
    ),
    "operators_only": (
        403,
        "This is for whoever runs the server: from its own machine, or with the token (AGON_METRICS_TOKEN).",
        "Das ist für die, die den Server betreiben: vom Rechner selbst aus oder mit dem Kennwort (AGON_METRICS_TOKEN).",
    ),
    "foreign_origin": (
        403,
        "This request comes from another site's page, or from a form without its token.",
        "Diese Anfrage kommt von einer fremden Seite oder aus einem Formular ohne Kennzeichen.",
    ),
    "who_are_you": (
        401,
        "Say who you are first (POST /api/identity).",
        "Sag zuerst, wer du bist (POST /api/identity).",
    ),
    "bad_request": (422, "The request is not understood: {reason}", "Die Anfrage ist unverständlich: {reason}"),
    "bad_text": (
        422,
        "The request holds a character that belongs in no text: NUL, or half of a pair.",
        "Die Anfrage enthält ein Zeichen, das in keinen Text gehört: NUL oder ein halbes Paar.",
    ),
    "illegal_here": (422, "{why}", "{why}"),  # the rule's own sentence
    "unreadable": (422, "The request cannot be read.", "Die Anfrage ist nicht lesbar."),
    "method": (405, "This address knows other methods.", "Diese Adresse kennt andere Methoden."),
    "broken": (500, "Something went wrong on the server.", "Auf dem Server ist etwas schiefgegangen."),
}


class Refused(AgonError):
    """Something asked of the server that cannot be; says why in the asker's language."""

    def __init__(self, key: str, **facts: Fact) -> None:
        super().__init__(in_words(SENTENCES[key][1:], facts, "en"))
        self.key = key
        self.facts = facts

    @property
    def status(self) -> int:
        return SENTENCES[self.key][0]

    def message(self, lang: str = "en") -> str:
        return in_words(SENTENCES[self.key][1:], self.facts, lang)


class UnknownTable(Refused):
    """There is no table of this id."""

    def __init__(self) -> None:
        super().__init__("unknown_table")


class Stale(Refused, StalePly):
    """The game has gone on since; the fact `ply` is where it is now."""


def refused(error: AgonError) -> Refused:
    """What a table refuses, as the server tells it."""
    if error.key in SENTENCES:
        return (Stale if isinstance(error, StalePly) else Refused)(error.key, **error.facts)
    return Refused("unknown_action", reason=error)

// Who sits where: taking and leaving a seat, and who is away.

import { $, $$, announce } from "./page.js";
import { go, reload } from "./transport.js";

const BLINK = 5000; // milliseconds somebody is gone before they are called away
const SOON = 600; // seconds: a longer wait is shown, but not read out

// Seconds as 1:53; from an hour on in whole hours.
function timeLeft(seconds) {
  if (seconds >= 3600) return `${Math.ceil(seconds / 3600)}\u00a0h`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function spokenTime(seconds) { return seconds >= 60 ? `${Math.round(seconds / 60)} min` : `${seconds} s`; }

function nameOf(seat) { return $$(".pcard")[seat]?.getAttribute("aria-label") ?? ""; }

export class Seats {
  constructor(table) {
    this.table = table;
  }

  // The server says since when somebody is away, and from when on a bot may play for them.
  attend(away, same = false) {
    const { table } = this, now = performance.now(), before = table.away;
    table.away = new Map(away.map(([seat, gone, rest]) => [seat, { since: now - gone * 1000, until: now + rest * 1000, said: before.get(seat)?.said ?? 0 }]));
    for (const [seat, { said }] of before) {
      if (same && said && !table.away.has(seat)) announce(table.words.returned.replace("{name}", nameOf(seat)));
    }
    clearInterval(this.counting);
    this.counting = table.away.size ? setInterval(() => this.missing(), 1000) : 0;
    this.missing();
  }

  // The countdown in the players' panel, in a line that is kept free for it, and the button once it works. A page that is
  // only loaded anew is not worth a word.
  missing() {
    const { away, words } = this.table, now = performance.now();
    for (const line of $$("[data-away]")) {
      const seat = Number(line.dataset.away), gone = away.get(seat), button = $(`.pcard__r[data-seat="${seat}"]`);
      const shown = gone && now - gone.since >= BLINK, rest = gone ? Math.max(0, Math.ceil((gone.until - now) / 1000)) : 0;
      const text = !shown ? "\u00a0" : rest ? words.away_in.replace("{time}", timeLeft(rest)) : words.away;
      if (line.textContent !== text) line.textContent = text;
      if (button) button.hidden = !shown || rest > 0;
      if (shown) this.tell(seat, gone, rest, button);
    }
    for (const dot of $$("[data-here]")) {
      const gone = away.get(Number(dot.dataset.here)), shown = gone && now - gone.since >= BLINK;
      dot.className = `here${shown ? (gone.until > now ? " here--away" : " here--gone") : ""}`;
    }
  }

  // Said once when somebody has gone from a live table, and once when a bot may play; the countdown itself is not read out.
  tell(seat, gone, rest, button) {
    const stage = rest ? 1 : 2;
    if (gone.said >= stage || (rest > SOON) || (!rest && !button)) return;
    gone.said = stage;
    const { words } = this.table, text = rest ? words.gone : words.may_replace;
    announce(text.replace("{name}", nameOf(seat)).replace("{time}", spokenTime(rest)));
  }

  // The page of a seat has more than that of a spectator: it is asked for anew.
  async sit(seat) {
    if (await this.table.tell("POST", `/seats/${seat}`)) reload();
  }

  async leave(button) {
    if (this.table.main.dataset.over === "yes") return go("/");
    const seat = $$(".pcard").findIndex((card) => card.classList.contains("pcard--me"));
    if (confirm(button.dataset.sure) && (await this.table.tell("DELETE", `/seats/${seat}`))) reload();
  }

  async resign(button) {
    if (confirm(button.dataset.sure)) await this.table.tell("POST", "/resign");
  }

  async holiday(button) {
    const days = Number(prompt(button.dataset.ask, "7"));
    if (days) await this.table.tell("POST", "/rest", { days });
  }

  async rematch() {
    const table = await this.table.tell("POST", "/rematch");
    if (table) go(`/tables/${table.id}`);
  }

  invite(button) {
    const field = $("#link");
    field.select();
    return this.copy(field.value, button);
  }

  async copy(link, button) {
    const { words } = this.table;
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      document.execCommand("copy"); // pages without https have no clipboard
    }
    button.textContent = words.copied;
    announce(words.copied);
  }
}

// The log and the replay: what was told, and going through the game.

import { $, parse } from "./page.js";
import { address, rename } from "./transport.js";

const KEEP = 12; // log lines asked for again, in case the last were taken back
const BEAT = 900; // milliseconds a position is shown when a game runs by itself

function plyOf(line) { return Number(line.dataset.ply); }

export class Log {
  constructor(table) {
    this.table = table;
    this.list = $("#log");
    this.slider = $("#slider");
    this.whole = false; // whether it is told anew, as through other eyes
    this.running = 0;
    this.list.scrollTop = this.list.scrollHeight;
  }

  known() { return Number(this.list.lastElementChild?.dataset.ply ?? 0); }

  // The ply behind which lines are asked for; null: all of them.
  since() { return this.whole ? null : Math.max(0, this.known() - KEEP); }

  // Put lines in; gives back those that are news.
  show(html) {
    const { plies, past } = this.table, fresh = [...parse(html).children], before = this.known();
    const first = this.whole ? 0 : fresh.length ? plyOf(fresh[0]) : plies + 1;
    this.whole = false;
    for (const line of [...this.list.children]) if (plyOf(line) >= first || plyOf(line) > plies) line.remove();
    const down = this.list.scrollTop + this.list.clientHeight > this.list.scrollHeight - 60;
    this.list.append(...fresh);
    if (down && past === null) this.list.scrollTop = this.list.scrollHeight;
    return fresh.filter((line) => plyOf(line) > before);
  }

  // The slider, and the line of the log one looks at.
  mark() {
    const { ply, plies, past } = this.table, { slider, list } = this;
    slider.max = String(plies);
    slider.value = String(ply);
    slider.style.setProperty("--v", `${plies ? (100 * ply) / plies : 100}%`);
    slider.setAttribute("aria-valuetext", `${ply} / ${plies}`);
    $("#at").textContent = `${ply} / ${plies}`;
    for (const line of list.children) {
      line.classList.toggle("is-later", plyOf(line) > ply);
      if (plyOf(line) === ply && past !== null) line.setAttribute("aria-current", "true");
      else line.removeAttribute("aria-current");
    }
    const line = past === null ? null : $("[aria-current]", list);
    if (line) list.scrollTop += line.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
  }

  // Look at the position after a ply.
  async look(ply) {
    const { table } = this, at = Math.max(0, Math.min(table.plies, ply));
    table.past = at === table.plies && table.mode === "table" ? null : at;
    this.slider.value = String(at);
    if (table.mode === "replay") {
      const url = address();
      url.searchParams.set("ply", String(at));
      rename(url);
    }
    await table.stream.refresh();
  }

  // Where one turn ends and the next begins.
  turns() {
    const ends = [0];
    let last = null;
    for (const line of this.list.children) {
      const seat = Number(line.dataset.seat);
      if (seat < 0) continue;
      if (last !== null && seat !== last) ends.push(plyOf(line) - 1);
      last = seat;
    }
    return [...ends, this.table.plies];
  }

  turnBack() { return this.look(this.turns().filter((ply) => ply < this.table.ply).at(-1) ?? 0); }

  turnOn() { return this.look(this.turns().find((ply) => ply > this.table.ply) ?? this.table.plies); }

  run(button) {
    const { table } = this, on = !this.running;
    clearInterval(this.running);
    this.running = 0;
    button.setAttribute("aria-label", on ? table.words.pause : table.words.run);
    button.setAttribute("aria-pressed", String(on));
    if (!on) return;
    if (table.ply >= table.plies) this.look(0);
    this.running = setInterval(() => {
      if (table.ply >= table.plies) this.run(button);
      else this.look(table.ply + 1);
    }, BEAT);
  }
}

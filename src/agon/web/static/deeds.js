// What the others did: tiles that play it on the board again, and the pace at which it is shown.

import { $, $$, ask, byId, parse } from "./page.js";

const BEAT = 600; // milliseconds a deed is shown again
const CALM = 1100; // milliseconds between the deeds of bots, at a calm pace

function wait(time) { return new Promise((done) => setTimeout(done, time)); }

export class Deeds {
  constructor(table) {
    this.table = table;
    this.shapes = new Map(); // "first-ply" -> what it changed
  }

  // Light what a line of the log, or a tile, is about.
  async light({ dataset: { first, ply } }) {
    const key = `${first ?? ply - 1}-${ply}`;
    this.pointed = key;
    if (!this.shapes.has(key)) {
      const query = new URLSearchParams({ first: String(first ?? ply - 1), ply });
      const { shapes } = await ask("GET", `/tables/${this.table.id}/about?${query}`).catch(() => ({ shapes: [] }));
      this.shapes.set(key, shapes);
    }
    if (this.pointed === key) this.show(this.shapes.get(key));
  }

  show(shapes) {
    this.dim();
    for (const id of shapes) byId(id)?.classList.add("is-shown");
  }

  dim() {
    $$(".is-shown").forEach((node) => node.classList.remove("is-shown"));
  }

  out() {
    this.pointed = null;
    this.dim();
  }

  forget() {
    this.shapes.clear();
  }

  // Back to before it, then as it was done, then the present again.
  async again(tiles) {
    const { log } = this.table;
    for (const { dataset: { first, ply } } of tiles) {
      await log.look(Number(first));
      await wait(BEAT / 2);
      await log.look(Number(ply));
      await wait(BEAT);
    }
    await log.look(this.table.plies);
  }

  all() { return this.again($$("#since [data-ply]")); }

  // Whoever wishes sees what bots did one deed after the other before the present position.
  async pace(v) {
    const { prefs, plies, past, version } = this.table;
    if (prefs.pace === "once" || past !== null || v.version <= version) return;
    const tiles = $$("[data-ply]", parse(v.html.since)).filter(({ dataset }) => Number(dataset.ply) > plies && Number(dataset.ply) < v.plies);
    for (const tile of tiles) {
      await this.table.showPast(Number(tile.dataset.ply));
      $(".prompt b").textContent = $("span:not(.dot)", tile).textContent;
      if (prefs.pace === "calm") await wait(CALM);
      else await this.next();
    }
  }

  next() {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "btn btn--primary";
    button.textContent = this.table.words.next;
    $(".prompt__a").replaceChildren(button);
    button.focus({ preventScroll: true });
    return new Promise((done) => button.addEventListener("click", done, { once: true }));
  }
}

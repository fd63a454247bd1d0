// What the others did: tiles that play it on the board again, and the pace at which it is shown.

import { $, $$, ask, byId, parse } from "./page.js";

const BEAT = 600; // milliseconds a deed is shown again
const CALM = 1100; // milliseconds between the deeds of bots, at a calm pace

function wait(time) { return new Promise((done) => setTimeout(done, time)); }

export class Deeds {
  constructor(table) {
    this.table = table;
    this.shapes = new Map(); // "first-ply" -> what it changed
    this.last = null; // the deed in the present position that is to be looked at before the next
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

  // Whoever wishes sees what bots did one deed after the other before the present position, whether the server tells of
  // several at once or of each by itself: then the last one is looked at before the next is shown.
  async pace(v) {
    const { prefs, plies, past, version } = this.table;
    if (v.version <= version) return;
    const { last } = this;
    this.last = null;
    if (prefs.pace === "once" || past !== null) return;
    const tiles = $$("[data-ply]", parse(v.html.since)).filter(({ dataset }) => Number(dataset.ply) > plies && Number(dataset.ply) <= v.plies);
    if (tiles.length && last) await this.beat(last);
    for (const tile of tiles) {
      const ply = Number(tile.dataset.ply), told = $(".since__t", tile).textContent;
      if (ply < v.plies) {
        await this.table.showPast(ply);
        await this.beat(told);
      } else if (!v.asked && !v.over) this.last = told;
    }
  }

  // A deed stands for a while, or until somebody wishes to go on.
  async beat(told) {
    $(".prompt b").textContent = told;
    if (this.table.prefs.pace === "calm") await wait(CALM);
    else await this.next();
    this.table.choices.said.prompt = null; // to be written anew
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

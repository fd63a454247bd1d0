// What begins away from the board grades it while it is pointed at or focused: where a stored building could stand, and at what price.

import { $, $$, ask, byId, parse } from "./page.js";

const DWELL = 150; // milliseconds the pointer rests on it before the board is graded
const SVG = "http://www.w3.org/2000/svg";

export class Grading {
  constructor(table) {
    this.table = table;
    this.boards = new Map(); // action -> the places of the next question, in this position
  }

  // The action that begins a step of several answers, if the board has no place for it itself.
  begun(node) {
    const { draft, placing, asked, past } = this.table, { action } = node.dataset;
    if (!asked || past !== null || draft.answers.length || placing.data || node.closest("#sheet") || !action || action.includes("|")) return null;
    const row = $$("#choices [data-begins]").find((one) => one.dataset.action === action);
    return row && !$$("#sheet [data-action]").some((place) => place.dataset.action.split("|").includes(action)) ? action : null;
  }

  async show(node) {
    const action = this.begun(node);
    this.hide();
    if (!action) return;
    this.wanted = action;
    await new Promise((done) => setTimeout(done, DWELL));
    if (this.wanted !== action) return;
    const places = await this.places(action);
    if (this.wanted !== action) return;
    const graded = document.createElementNS(SVG, "g");
    graded.id = "graded";
    graded.setAttribute("aria-hidden", "true");
    graded.append(...places.map((place) => place.cloneNode(true)));
    $("#sheet svg").append(graded);
  }

  async places(action) {
    if (!this.boards.has(action)) {
      const query = new URLSearchParams({ mode: this.table.mode, since: String(this.table.plies), draft: action });
      const { html } = await ask("GET", `/tables/${this.table.id}/view?${query}`).catch(() => ({ html: { board: "" } }));
      const places = $$(".legal", parse(html.board));
      for (const place of places) for (const name of ["id", "tabindex", "role", "data-action", "aria-label"]) place.removeAttribute(name);
      this.boards.set(action, places);
    }
    return this.boards.get(action);
  }

  hide() {
    this.wanted = null;
    byId("graded")?.remove();
  }

  forget() {
    this.boards.clear();
    this.hide();
  }
}

// What opens beside a place: why nothing can be done there, or the choice between several things.

import { $, $$, announce, ask } from "./page.js";

const DWELL = 140; // milliseconds the pointer rests on a place before it is asked about

// Within the window, with a rim.
function within(at, size, room) { return Math.max(6, Math.min(room - size - 6, at)); }

function choice(action) {
  const item = document.createElement("li"), button = document.createElement("button");
  const mark = document.createElement("i"), word = document.createElement("span");
  button.type = "button";
  button.dataset.action = action;
  word.textContent = $$("#choices button").find((other) => other.dataset.action === action)?.textContent ?? action;
  button.append(mark, word);
  item.append(button);
  return item;
}

export class Dialogs {
  constructor(table) {
    this.table = table;
    this.reasons = new Map(); // action -> why not, in this position
    this.pointed = null; // the place that is asked about
    this.chooser = $("#chooser");
  }

  // -- why not?

  async why(node, x, y, spoken = false) {
    const action = node.dataset.why.split("|")[0];
    this.pointed = node;
    await new Promise((done) => setTimeout(done, spoken ? 0 : DWELL));
    if (this.pointed !== node) return;
    const text = await this.reason(action);
    if (this.pointed !== node) return;
    node.classList.add("refused");
    this.tip(text, x, y);
    if (spoken) announce(`${node.getAttribute("aria-label") ?? ""}: ${text}`);
  }

  async reason(action) {
    if (!this.reasons.has(action)) {
      const query = new URLSearchParams({ table: this.table.id, action });
      const { message } = await ask("GET", `/api/why?${query}`).catch((error) => error);
      this.reasons.set(action, message);
    }
    return this.reasons.get(action);
  }

  tip(text, x, y) {
    const tip = $("#tip");
    tip.textContent = text;
    tip.hidden = false;
    const { width, height } = tip.getBoundingClientRect();
    tip.style.left = `${within(x - width / 2, width, innerWidth)}px`;
    tip.style.top = `${y + height + 30 > innerHeight ? y - height - 14 : y + 18}px`;
  }

  unrefuse() {
    this.pointed = null;
    $("#tip").hidden = true;
    $$(".refused").forEach((node) => node.classList.remove("refused"));
  }

  forget() {
    this.reasons.clear();
    this.unrefuse();
  }

  // -- one place, several actions

  choose(node, x, y) {
    const { chooser } = this, list = $("ul", chooser);
    list.replaceChildren(...node.dataset.action.split("|").map(choice));
    chooser.close();
    chooser.show();
    const { width, height } = chooser.getBoundingClientRect();
    chooser.style.left = `${within(x + 12, width, innerWidth)}px`;
    chooser.style.top = `${within(y - 20, height, innerHeight)}px`;
    this.back = node;
    $("button", list).focus();
  }

  close() {
    this.chooser.close();
    this.back?.focus();
  }
}

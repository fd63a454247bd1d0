// What opens beside a place: why nothing can be done there, or the choice between several things.

import { $, $$, announce, ask } from "./page.js";

const DWELL = 140; // milliseconds the pointer rests on a place before it is asked about
const BILL = 150; // and before it is told what it costs

function line([name, value]) {
  const row = document.createElement("p");
  row.append(...[name, value].map((text) => Object.assign(document.createElement("span"), { textContent: text })));
  return row;
}

// Within the window, with a rim.
function within(at, size, room) { return Math.max(6, Math.min(room - size - 6, at)); }

function choice(action) {
  const item = document.createElement("li"), button = document.createElement("button");
  const mark = document.createElement("i"), word = document.createElement("span");
  button.type = "button";
  button.dataset.action = action;
  const known = $$("#choices button").find((other) => other.dataset.action === action);
  word.textContent = known?.dataset.label ?? action;
  const { price, gain } = { price: $(".act__p", known ?? button)?.textContent, gain: $(".act__g", known ?? button)?.textContent };
  if (price || gain) word.append(Object.assign(document.createElement("small"), { textContent: ` ${[gain, price].filter(Boolean).join(" · ")}` }));
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
    this.vain = $("#vain");
  }

  // -- why not?

  async why(node, x, y, spoken = false) {
    const action = node.dataset.why.split("|")[0];
    this.pointed = node;
    await new Promise((done) => setTimeout(done, spoken ? 0 : DWELL));
    if (this.pointed !== node) return;
    const { message: text } = await this.reason(action);
    if (this.pointed !== node) return;
    node.classList.add("refused");
    this.tip(text, x, y);
    if (spoken) announce(`${node.getAttribute("aria-label") ?? ""}: ${text}`);
  }

  async reason(action) {
    if (!this.reasons.has(action)) {
      const query = new URLSearchParams({ table: this.table.id, action });
      this.reasons.set(action, await ask("GET", `/api/why?${query}`).catch(({ message }) => ({ message })));
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

  // -- what it costs and brings, beside the place

  async bill(node) {
    const row = $$("#choices [data-bill]").find((one) => node.dataset.action.split("|").includes(one.dataset.action));
    this.unbill();
    this.billed = node;
    await new Promise((done) => setTimeout(done, BILL));
    if (this.billed !== node || !row || !node.isConnected) return;
    const title = document.createElement("b"), card = $("#bill");
    title.textContent = row.dataset.label;
    card.replaceChildren(title, ...JSON.parse(row.dataset.bill).map(line));
    card.hidden = false;
    for (const id of row.dataset.takes?.split(" ") ?? []) $(`#foot [id$="-${id}"]`)?.classList.add("is-raised");
    const { left, right, top } = node.getBoundingClientRect(), { width, height } = card.getBoundingClientRect();
    card.style.left = `${right + width + 16 > innerWidth ? Math.max(6, left - width - 10) : right + 10}px`;
    card.style.top = `${within(top - 10, height, innerHeight)}px`;
  }

  unbill() {
    this.billed = null;
    $("#bill").hidden = true;
    $$(".is-raised").forEach((shape) => shape.classList.remove("is-raised"));
  }

  // -- legal, but nothing would come of it

  warn(text, go) {
    $("p", this.vain).textContent = text;
    this.goOn = go;
    this.vain.showModal();
    $("[data-do=vain-no]").focus();
  }

  answered(yes) {
    this.vain.close();
    if (yes) this.goOn();
  }

  // -- a card's own sheet: what it does, what it costs, why not

  async card(node) {
    const box = $("#card"), legal = node.dataset.action, actions = (legal ?? node.dataset.why).split("|");
    const row = $$("#choices [data-action]").find((one) => actions.includes(one.dataset.action));
    const [title, ...about] = (node.getAttribute("aria-label") ?? "").split(". ");
    this.unbill();
    this.unrefuse();
    this.playing = legal ? { node, action: actions[0] } : null;
    $("h2", box).textContent = row?.dataset.title ?? title;
    $(".card__p", box).textContent = row?.dataset.about || $(".act__t small", row ?? box)?.textContent || about.join(". ");
    $(".card__b", box).replaceChildren(...JSON.parse(row?.dataset.bill ?? "[]").map(line));
    $(".card__no", box).textContent = legal ? (row?.dataset.warning ?? "") : "…";
    const yes = $("[data-do=card-yes]", box);
    yes.hidden = !legal;
    // A sentence that only says the title again gives way to what is done with it.
    const { label: says, title: told } = row?.dataset ?? {}, deed = $("summary > span", row?.closest("details") ?? yes)?.textContent;
    yes.textContent = [told && deed && says.startsWith(told) ? deed : says, $(".act__p", row ?? yes)?.textContent].filter(Boolean).join(" · ");
    box.hidden = false;
    this.put(box, node);
    this.back = node;
    (legal ? yes : $("[data-do=card-no]", box)).focus({ preventScroll: true });
    if (legal) return;
    const { message, remedy, remedy_label: label } = await this.reason(actions[0]);
    if (this.back !== node || box.hidden) return;
    $(".card__no", box).textContent = message;
    if (remedy) {
      this.playing = { node, action: remedy };
      yes.hidden = false;
      yes.textContent = label;
    }
    announce(`${title}: ${$(".card__no", box).textContent}`);
    this.put(box, node);
  }

  // Beside the place, within the window; a style sheet may keep a room for it elsewhere.
  put(box, node) {
    const { left, right, top } = node.getBoundingClientRect(), { width, height } = box.getBoundingClientRect();
    box.style.setProperty("--x", `${left > width + 16 ? left - width - 10 : within(right + 10, width, innerWidth)}px`);
    box.style.setProperty("--y", `${within(top - 10, height, innerHeight)}px`);
  }

  carded() {
    const { playing } = this;
    this.uncard();
    if (playing) this.table.act(playing.action, playing.node);
  }

  uncard() {
    const box = $("#card"), held = box.contains(document.activeElement);
    box.hidden = true;
    this.playing = null;
    if (held) this.back?.focus({ preventScroll: true });
  }

  unrefuse() {
    this.pointed = null;
    $("#tip").hidden = true;
    $$(".refused").forEach((node) => node.classList.remove("refused"));
  }

  forget() {
    this.reasons.clear();
    this.uncard();
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

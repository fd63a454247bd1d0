// The list and the prompt: what may be done, which places it means, and the answer given for whoever wishes so.

import { turnTo } from "./board.js";
import { $, $$, byId, parse } from "./page.js";
import { rail } from "./rail.js";

const PAUSE = 1500; // milliseconds, at least, before an answer is given for somebody
const READ = "agon-read"; // the last line of chat one has seen, by table
const TABLES = 60; // for which that is kept
const PIECES = ["prompt", "actions", "players", "chat", "goal", "threats", "since", "tabs"];

export class Choices {
  constructor(table) {
    this.table = table;
    this.said = {}; // the markup of each piece
    this.auto = localStorage.getItem("agon-auto") === "on";
  }

  show(html) {
    for (const name of PIECES) if (this.said[name] !== html[name]) this.swap(name, html[name]);
    this.unread(); // the tabs that bear the mark may be new too
  }

  swap(name, html) {
    this.said[name] = html;
    const box = byId(name);
    if (!box) return; // a replay has no chat
    const down = name === "chat" && box.scrollTop + box.clientHeight > box.scrollHeight - 30;
    const open = name === "actions" ? $$("details[open] > summary > span", box).map((head) => head.textContent) : [];
    box.replaceChildren(parse(html));
    if (name === "actions" && open.length) this.reopen(box, open);
    if (down) box.scrollTop = box.scrollHeight;
  }

  // Groups of the same name stay as the player has opened them.
  reopen(box, open) {
    for (const group of $$("details", box)) if (open.includes($("summary > span", group).textContent)) group.open = true;
  }

  // What others have said since one last looked at the chat, here or on an earlier visit.
  unread() {
    const { id } = this.table, lines = $$("#chat [data-line]"), read = JSON.parse(localStorage.getItem(READ) ?? "{}");
    if (!$("#pane-chat")?.hidden && lines.length) {
      const others = Object.entries(read).filter(([table]) => table !== id).slice(1 - TABLES);
      localStorage.setItem(READ, JSON.stringify(Object.fromEntries([...others, [id, Number(lines.at(-1).dataset.line)]])));
    }
    const seen = $("#pane-chat")?.hidden ? (read[id] ?? 0) : Infinity;
    const news = lines.filter((line) => Number(line.dataset.line) > seen && line.dataset.own === undefined).length;
    for (const badge of $$("[data-unread]")) {
      badge.hidden = !news;
      badge.textContent = String(news);
    }
  }

  toggleAuto() {
    this.auto = !this.auto;
    localStorage.setItem("agon-auto", this.auto ? "on" : "off");
    this.answer();
  }

  // Where only one thing is possible it is done for whoever wishes so, but never at once: haste would tell that there
  // was nothing to think about.
  answer() {
    const { table } = this, { plies } = table, offered = $$("#choices [data-action]");
    $("[data-do=auto]")?.setAttribute("aria-pressed", String(this.auto));
    clearTimeout(this.answering);
    if (!this.auto || !table.asked || table.past !== null || offered.length !== 1) return;
    const { action } = offered[0].dataset;
    this.answering = setTimeout(() => plies === table.plies && table.act(action), PAUSE + Math.random() * PAUSE);
  }

  // Only one kind of action: its places keep their gold, and its rows are shown. The same again: all of them.
  segment(name) {
    const { main } = this.table, on = main.dataset.seg === name ? "" : name;
    if (on) main.dataset.seg = on;
    else delete main.dataset.seg;
    this.filter();
    if (on) $("#choices details[open] button")?.focus({ preventScroll: true });
  }

  filter() {
    const { seg } = this.table.main.dataset, wanted = new Set();
    for (const chip of $$("[data-do=seg]")) chip.setAttribute("aria-pressed", String(chip.dataset.group === seg));
    for (const group of $$("#choices details")) {
      const is = $("summary > span", group).textContent === seg;
      if (seg) group.open = is;
      if (is) $$("[data-action]", group).forEach(({ dataset }) => wanted.add(dataset.action));
    }
    rail(this.table.main, wanted);
    for (const place of $$("svg.sheet [data-action]")) {
      place.classList.toggle("is-out", wanted.size > 0 && !place.dataset.action.split("|").some((one) => wanted.has(one)));
    }
  }

  // Places and actions light up, both ways.
  light(node) {
    this.dim();
    for (const other of this.meant(node)) {
      other.classList.add("is-lit");
      if (other !== node && other.closest("#choices") && !node.closest("#choices")) this.reveal(other);
      const hidden = other.closest("[data-name][hidden]");
      if (hidden && node.closest("#choices, #hint")) turnTo(byId(`tab-${hidden.dataset.name}`));
    }
  }

  meant({ dataset: { action } }) {
    const wanted = new Set(action.split("|"));
    return $$("[data-action]").filter((other) => other.dataset.action.split("|").some((one) => wanted.has(one)));
  }

  reveal(button) {
    if (button.closest("details:not([open])")) return;
    const list = button.closest(".scroll"), a = button.getBoundingClientRect(), b = list.getBoundingClientRect();
    if (a.top < b.top) list.scrollTop += a.top - b.top;
    else if (a.bottom > b.bottom) list.scrollTop += a.bottom - b.bottom;
  }

  dim() { $$(".is-lit").forEach((node) => node.classList.remove("is-lit")); }
}

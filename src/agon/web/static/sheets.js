// On a phone everything but board, prompt and hand lies behind tabs: a tab opens a sheet over the lower part of the page.

import { $, $$ } from "./page.js";

const AWAY = 60; // pixels a sheet is drawn down before it closes
const phone = matchMedia("(max-width: 820px)");

export class Sheets {
  constructor(table) {
    this.table = table;
    this.tabs = $("#tabs");
    table.main.addEventListener("touchstart", (event) => this.touch(event), { passive: true });
    table.main.addEventListener("touchmove", (event) => this.draw(event), { passive: true });
    this.turned(true);
  }

  // Whether log and chat are behind a tab or a button.
  hides() { return phone.matches || this.table.main.classList.contains("ag-table--strips"); }

  isPhone() { return phone.matches; }

  get name() { return this.table.main.dataset.open ?? ""; }

  // The sheet of this name, or none.
  open(name) {
    const { main, choices } = this.table;
    if (name) main.dataset.open = name;
    else delete main.dataset.open;
    if (name === "log" || name === "chat") this.table.controls.pane(name);
    if (name === "chat") choices.unread();
    this.show();
  }

  toggle(name) { this.open(name === this.name ? "" : name); }

  show() {
    const { name } = this;
    for (const tab of $$("[data-do=sheet]", this.tabs)) tab.setAttribute("aria-pressed", String(tab.dataset.sheet === name));
    for (const box of $$("[data-family]")) box.classList.toggle("is-open", name === `family-${box.dataset.family}`);
  }

  // A new question: the board is seen again, or the sheet that has come to be answered.
  turned(grown) {
    if (grown && this.name !== "chat" && this.name !== "log") this.open("");
    if (grown && phone.matches && this.table.asked && !$("#sheet .legal")) {
      const box = $$(".sheetbox--calls").find((one) => $(".legal", one));
      if (box) this.open(`family-${box.dataset.family}`);
    }
    if (grown && phone.matches) this.table.camera.approach(this.name.startsWith("family-") ? $("#sheet .near") : null);
    if (grown) $$("#foot .sheetbox__b").forEach((strip) => this.bring(strip));
    this.show();
  }

  // A strip that is wider than its room shows what can be answered.
  bring(strip) {
    const first = $(".legal", strip);
    if (!first || strip.scrollWidth <= strip.clientWidth) return;
    const a = first.getBoundingClientRect(), b = strip.getBoundingClientRect();
    if (a.left >= b.left && a.right <= b.right) return; // in sight already
    const from = a.left - b.left - 8;
    strip.scrollLeft += from < 0 ? from : Math.min(from, a.right - b.right + 8);
  }

  touch({ target, touches: [{ clientY }] }) {
    const sheet = this.name && target.closest("#actions, #side, #foot, #players, #record, #ways, #hint, .ag-left > .panel");
    const list = sheet && target.closest(".scroll, .sheetbox__b, .panel--players");
    this.from = sheet && !(list?.scrollTop > 0) ? clientY : null;
  }

  draw({ touches: [{ clientY }] }) {
    if (this.from === null || this.from === undefined || clientY - this.from < AWAY) return;
    this.from = null;
    this.open("");
  }
}

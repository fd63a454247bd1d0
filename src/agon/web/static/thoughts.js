// What bots think: a hint, and the analysis of a finished game with its plot.

import { $, $$, announce, ask, parse, toast } from "./page.js";

const UNDERWAY = ["waiting", "running"];

export class Thoughts {
  constructor(table) {
    this.table = table;
    this.misses = 0; // answers that did not come
    if (this.isUnderway()) this.analyse("GET");
  }

  async hint(button) {
    const { table } = this, { version } = table, box = $("#hint"), text = document.createElement("p");
    text.className = "empty muted";
    text.textContent = table.words.hint_wait;
    box.replaceChildren(text);
    box.hidden = false;
    button.disabled = true;
    try {
      const { html, said } = await ask("POST", `/tables/${table.id}/hint`);
      if (version === table.version) {
        box.replaceChildren(parse(html));
        announce(said);
      }
    } catch (error) {
      text.textContent = error.message;
      announce(error.message);
    }
    button.disabled = !table.asked;
  }

  unhint() {
    $("#hint").hidden = true;
    $("#tool-hint")?.focus();
  }

  isUnderway() { return UNDERWAY.includes($("#analysis")?.dataset.stage); }

  // An analysis takes a while: it is begun, and asked about until it is done.
  async analyse(method) {
    clearTimeout(this.asking);
    try {
      this.found(await ask(method, `/tables/${this.table.id}/analysis?ply=${this.table.ply}`));
      this.misses = 0;
    } catch (error) {
      if (error.status || method === "POST") return toast(error.message);
      this.misses += 1;
    }
    if (this.isUnderway()) this.asking = setTimeout(() => this.analyse("GET"), Math.min(10000, 700 * (1 + this.misses)));
  }

  found({ stage, html }) {
    const { main, words } = this.table;
    const box = $("#analysis"), was = box.dataset.stage, held = box.contains(document.activeElement);
    box.dataset.stage = stage;
    box.replaceChildren(parse(html));
    box.classList.toggle("grow", stage === "done");
    main.classList.toggle("ag-table--found", stage === "done");
    if (held) ($("#plot") ?? $("#analyse") ?? box).focus({ preventScroll: true });
    if (stage !== was && words[`analysis_${stage}`]) announce(words[`analysis_${stage}`]);
    this.point();
  }

  // The plot shows where one looks.
  point() {
    const plot = $("#plot"), { ply, words } = this.table;
    if (!plot) return;
    const rows = JSON.parse(plot.dataset.percents), at = Math.min(ply, rows.length - 1);
    $(".plot__c", plot).style.left = `${(100 * at) / (rows.length - 1)}%`;
    $("#plot-ply").textContent = words.plot_at.replace("{ply}", at);
    $$("#plot-at b").forEach((number, seat) => { number.textContent = `${rows[at][seat]}\u00a0%`; });
    plot.setAttribute("aria-valuenow", String(at));
    plot.setAttribute("aria-valuetext", $$("#plot-at > span").map((part) => part.textContent).join(", "));
    for (const button of $$(".costly button")) {
      if (Number(button.dataset.ply) === ply) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
  }

  // Where the pointer is on the plot, as a position of the game.
  plotted(event) {
    const { left, width } = $("#plot").getBoundingClientRect();
    this.table.log.look(Math.round((this.table.plies * (event.clientX - left)) / width));
  }

  // A key pressed on the plot; true where it means something.
  key(key) {
    const { log, past, ply, plies } = this.table, at = past ?? ply;
    const to = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, PageDown: at - 10, PageUp: at + 10, Home: 0, End: plies }[key];
    if (to === undefined) return false;
    log.look(to);
    return true;
  }
}

// What somebody prefers at tables, kept in this browser: confirm each move, names of spaces, the bots' pace.

import { $, $$ } from "./page.js";

const touch = matchMedia("(pointer: coarse)");

export class Prefs {
  constructor() {
    this.pace = localStorage.getItem("agon-pace") ?? "once";
    this.show();
    const field = $("#pace");
    if (field) field.value = this.pace;
    field?.addEventListener("change", () => {
      this.pace = field.value;
      localStorage.setItem("agon-pace", this.pace);
    });
  }

  // On a touch screen a tap is easily wrong: there each move is confirmed unless somebody says otherwise.
  is(name) {
    const said = localStorage.getItem(`agon-${name}`);
    return said ? said === "on" : name === "confirm" && touch.matches;
  }

  toggle(name) {
    localStorage.setItem(`agon-${name}`, this.is(name) ? "off" : "on");
    this.show();
  }

  show() {
    for (const button of $$("[data-pref]")) button.setAttribute("aria-pressed", String(this.is(button.dataset.pref)));
    document.body.classList.toggle("show-names", this.is("names"));
  }
}

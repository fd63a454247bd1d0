// What one can do about a line of chat: mute whoever said it, hear them again, report it.

import { toast } from "./page.js";

export class Talk {
  constructor(table) {
    this.table = table;
    table.choices.unread();
  }

  open(button) {
    const open = button.getAttribute("aria-expanded") !== "true";
    button.setAttribute("aria-expanded", String(open));
    button.nextElementSibling.hidden = !open;
    if (open) button.nextElementSibling.firstElementChild.focus();
  }

  async mute(button, method) { await this.table.tell(method, `/chat/${this.line(button)}/mute`); }

  async report(button) {
    const { sure, done } = button.dataset;
    if (confirm(sure) && (await this.table.tell("POST", `/chat/${this.line(button)}/report`)) !== null) toast(done);
  }

  line(button) { return button.closest("[data-line]").dataset.line; }
}

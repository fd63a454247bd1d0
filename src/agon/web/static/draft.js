// Answers that are not played yet: they stand on the board as ghosts until they are confirmed, or dropped.

import { $, $$, announce } from "./page.js";

function row(action) { return $$("#choices [data-action]").find((one) => one.dataset.action === action); }

export class Draft {
  constructor(table) {
    this.table = table;
    this.answers = [];
    this.complete = false;
  }

  // What is asked about an answer before anything becomes of it.
  take(action, from) {
    const known = row(action), warning = known?.dataset.warning;
    if (warning) this.table.dialogs.warn(warning, () => this.go(action, from, known));
    else this.go(action, from, known);
  }

  // A step of several answers is drafted until it is whole; any answer, for whoever wishes to confirm each move.
  go(action, from, known) {
    const answers = [...(this.complete ? this.answers.slice(0, this.kept) : this.answers), action]; // or elsewhere
    if (this.complete || known?.dataset.begins || this.table.prefs.is("confirm")) this.show(answers, from);
    else this.table.play(answers, from);
  }

  async show(answers, from) {
    this.answers = answers;
    this.pending = true; // until the server has shown it
    from?.setAttribute("aria-busy", "true");
    this.table.hush();
    await this.table.stream.refresh();
    from?.removeAttribute("aria-busy");
  }

  // What the server makes of it: answers that follow by themselves are in it, and one that has become impossible is not.
  shown(draft, asked) {
    if (asked !== this.answers) return; // somebody has answered meanwhile: that is asked for next
    this.pending = false;
    this.answers = draft ? draft.answers : [];
    this.complete = Boolean(draft) && !draft.more;
    this.kept = draft?.kept ?? 0;
    if (!this.complete) return;
    if (!this.table.prefs.is("confirm") && !this.table.placing.laid()) this.confirm();
    else {
      $("[data-do=confirm]")?.focus({ preventScroll: true });
      announce($(".prompt b").textContent);
    }
  }

  confirm() {
    if (!this.complete) return;
    const { answers } = this;
    this.drop();
    this.table.play(answers);
  }

  drop() {
    this.answers = [];
    this.complete = false;
    this.pending = false;
  }

  async cancel() {
    if (!this.answers.length) return;
    this.drop();
    await this.table.stream.refresh();
    $("#board").focus({ preventScroll: true });
  }
}

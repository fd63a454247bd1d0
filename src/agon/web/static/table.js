// A table: where the game stands, and what becomes of an answer. Its parts know it, and through it one another.

import { Bell } from "./bell.js";
import { Board } from "./board.js";
import { Camera } from "./camera.js";
import { Choices } from "./choices.js";
import { run } from "./clock.js";
import { Controls, focused, refocus } from "./controls.js";
import { Deeds } from "./deeds.js";
import { Dialogs } from "./dialogs.js";
import { Draft } from "./draft.js";
import { Grading } from "./grading.js";
import { Log } from "./log.js";
import { $, $$, announce, ask, toast } from "./page.js";
import { Placing } from "./placing.js";
import { Prefs } from "./prefs.js";
import { Seats } from "./seats.js";
import { Sheets } from "./sheets.js";
import { seek } from "./seek.js";
import { Stream } from "./stream.js";
import { Talk } from "./talk.js";
import { Thoughts } from "./thoughts.js";

function lastTold() { return $$("#chat .told").at(-1); }

class Table {
  constructor(main) {
    const { table, mode, words, ply, plies, version, asked } = main.dataset;
    this.main = main;
    this.id = table;
    this.mode = mode;
    this.words = JSON.parse(words);
    this.ply = Number(ply);
    this.plies = Number(plies);
    this.version = Number(version);
    this.asked = asked === "yes";
    this.past = mode === "replay" ? this.ply : null; // the ply one looks at; null: the present
    this.away = new Map(); // seat -> since when its owner is away, and from when on a bot may play for them
    this.told = lastTold()?.dataset.at;
    this.begin();
  }

  begin() {
    this.prefs = new Prefs();
    this.camera = new Camera($("#board"));
    this.board = new Board(this.camera);
    this.bell = new Bell(this.words);
    this.choices = new Choices(this);
    this.deeds = new Deeds(this);
    this.dialogs = new Dialogs(this);
    this.draft = new Draft(this);
    this.placing = new Placing(this);
    this.grading = new Grading(this);
    this.log = new Log(this);
    this.seats = new Seats(this);
    this.stream = new Stream(this);
    this.thoughts = new Thoughts(this);
    this.controls = new Controls(this);
    this.sheets = new Sheets(this);
    this.talk = new Talk(this);
    this.bell.show(this.asked, $(".prompt b").textContent, false);
    this.choices.answer();
    this.placing.show();
    this.mark();
    this.finish(this.main.dataset.over === "yes");
    if (this.mode === "table") {
      this.stream.follow();
      run();
      seek();
    }
  }

  // -- telling the server

  act(action, from) {
    if (this.sent === this.plies || this.draft.pending) return; // a doubled click
    const place = this.placing.placeOf(action);
    if (place) this.placing.lay(place);
    else this.draft.take(action, from);
  }

  async play(actions, from) {
    if (this.sent === this.plies) return; // a doubled click
    this.sent = this.plies;
    from?.setAttribute("aria-busy", "true");
    this.hush();
    this.draft.drop();
    try {
      await ask("POST", `/api/tables/${this.id}/plies`, { ply: this.plies, actions });
    } catch (error) {
      this.sent = null;
      toast(error.status === 409 && error.said.ply !== undefined ? this.words.stale : error.message);
    }
    from?.removeAttribute("aria-busy");
    await this.stream.refresh();
  }

  async tell(method, path, body) {
    try {
      return await ask(method, `/api/tables/${this.id}${path}`, body);
    } catch (error) {
      toast(error.message);
      return null;
    } finally {
      await this.stream.refresh();
    }
  }

  hush() {
    this.controls.hush();
    this.dialogs.unrefuse();
    this.dialogs.unbill();
    this.choices.dim();
    this.grading.hide();
    this.dialogs.chooser.close();
    this.sheets.open(""); // what was chosen is seen on the board
  }

  // -- showing what it says

  show(v, answers) {
    const wasAsked = this.asked, grown = v.version > this.version, focus = focused();
    this.take(v, grown);
    this.choices.show(v.html);
    this.board.show(v.html, Boolean(v.draft));
    const news = this.log.show(v.html.log);
    this.tools(v, grown);
    this.mark();
    if (grown) delete this.main.dataset.seg;
    this.choices.filter();
    this.sheets.turned(grown);
    this.seats.missing();
    this.finish(v.over && v.is_now);
    refocus(focus);
    this.placing.take(v.placing);
    this.draft.shown(v.draft, answers);
    this.placing.show();
    const others = news.some((line) => Number(line.dataset.seat) >= 0 && Number(line.dataset.seat) !== v.seat);
    this.bell.show(v.asked, v.prompt, v.asked && (!wasAsked || others) && this.past === null);
    this.choices.answer();
    if (grown && this.past === null) this.report(v, news);
  }

  take({ version, ply, plies, asked, over, draft, started, has_strips: strips }, grown) {
    this.main.classList.toggle("ag-table--wait", !started);
    this.main.classList.toggle("ag-table--strips", strips && this.mode === "table");
    Object.assign(this, { version, ply, plies, asked });
    const answers = draft ? draft.answers.length : 0;
    Object.assign(this.main.dataset, { ply, plies, version, asked: asked ? "yes" : "", over: over ? "yes" : "", draft: answers });
    if (!grown) return;
    this.sent = null;
    this.dialogs.forget();
    this.deeds.forget();
    this.grading.forget();
  }

  // A finished game shows its result beside the board.
  finish(over) { this.main.classList.toggle("ag-table--result", over && this.mode === "table"); }

  // A position on the way to the present, which is told at once.
  async showPast(ply) {
    const query = new URLSearchParams({ mode: this.mode, ply: String(ply), since: String(ply) });
    const { html } = await ask("GET", `/tables/${this.id}/view?${query}`);
    this.board.show(html);
    this.choices.swap("prompt", html.prompt);
  }

  tools(v, grown) {
    $("#caption").textContent = v.caption;
    $("#tool-rules").href = v.rules;
    const hint = $("#tool-hint");
    if (hint) hint.disabled = !v.hint;
    if (grown) $("#hint").hidden = true;
    const leave = $("[data-do=leave]");
    if (leave) {
      leave.hidden = !v.over && (v.standing_in || !v.started);
      leave.querySelector("span").textContent = v.over ? leave.dataset.over : leave.dataset.running;
    }
    const resign = $("[data-do=resign]");
    if (resign) resign.hidden = !v.resign;
  }

  mark() {
    this.log.mark();
    this.thoughts.point();
  }

  // What happened, for those who listen; what happened to a seat, for all.
  report(v, news) {
    const last = lastTold(), told = news.slice(-6).map((line) => $("button", line).textContent);
    if (last && last.dataset.at !== this.told) {
      this.told = last.dataset.at;
      toast(last.textContent);
    }
    announce([...told, v.asked ? `${this.words.turn_title}: ${v.prompt}` : v.prompt].join(" "));
  }
}

window.agon = new Table($("main.ag-table"));

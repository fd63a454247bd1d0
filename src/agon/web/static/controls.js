// Everything that is clicked, pointed at or typed, and where the keyboard's focus stays.

import { turnTo } from "./board.js";
import { $, $$, byId, toast } from "./page.js";

const STILL = 4; // pixels a hand trembles

export function focused() {
  const node = document.activeElement;
  if (!node || node === document.body) return null;
  return { node, id: node.id, todo: node.dataset.do, list: Boolean(node.closest("#actions, #prompt, #chooser, #hint")), shape: Boolean(node.closest("svg.sheet")) };
}

// Whoever plays by keyboard stays where they play: in the list, or on the board.
export function refocus(focus) {
  if (!focus) return;
  const { node, id, todo, list, shape } = focus;
  if (shape) {
    if (!node.isConnected || !node.hasAttribute("tabindex")) $("#board").focus({ preventScroll: true });
  } else if (id === "actions") $("#choices button")?.focus({ preventScroll: true });
  else if (!node.isConnected) {
    const same = (id && byId(id)) || (todo && $(`[data-do="${todo}"]:not([disabled])`));
    const next = same || (list ? $("#choices button") ?? $("#actions") : null);
    next?.focus({ preventScroll: true });
  }
}

function menu(open) {
  $("#menu").hidden = !open;
  $("#tool-menu").setAttribute("aria-expanded", String(open));
  if (open) $("#menu button").focus();
}

// A switch drawn on a sheet.
function turn(lever) {
  lever.setAttribute("aria-checked", String(lever.getAttribute("aria-checked") !== "true"));
  return true;
}

// The log or the chat.
function pane(name, choices, sheets) {
  if (sheets && sheets.hides() && sheets.name !== name) return sheets.open(name);
  for (const tab of $$(".ptab")) {
    const on = tab.dataset.pane === name;
    tab.setAttribute("aria-selected", String(on));
    tab.tabIndex = on ? 0 : -1;
    byId(tab.getAttribute("aria-controls")).hidden = !on;
  }
  (name === "chat" ? $("#say") ?? $("#chat") : $("#log")).focus({ preventScroll: true });
  if (name === "chat") choices.unread();
}

// What a button does, by the word it carries.
function deeds(table) {
  const { bell, camera, choices, dialogs, draft, log, prefs, seats, thoughts } = table;
  return {
    menu: (button) => menu(button.getAttribute("aria-expanded") !== "true"),
    pref: (button) => prefs.toggle(button.dataset.pref),
    pane: (button) => pane(button.dataset.pane, choices, table.sheets),
    talk: () => pane("chat", choices, table.sheets),
    sheet: (button) => table.sheets.toggle(button.dataset.sheet),
    seg: (button) => choices.segment(button.dataset.group),
    rail: (button) => dialogs.card(byId(button.dataset.shape)),
    suggest: (button) => table.play(JSON.parse(button.dataset.answers), button),
    "card-yes": () => dialogs.carded(),
    "card-no": () => dialogs.uncard(),
    confirm: () => draft.confirm(),
    cancel: () => draft.cancel(),
    "turn-left": () => table.placing.spin(1),
    "turn-right": () => table.placing.spin(-1),
    way: (button) => table.placing.choose(Number(button.dataset.turn)),
    "vain-yes": () => dialogs.answered(true),
    "vain-no": () => dialogs.answered(false),
    deed: (button) => table.deeds.again([button]),
    again: () => table.deeds.all(),
    places: (button) => table.deeds.show(button.dataset.shapes.split(" ").flatMap((id) => $$(`svg.sheet > [id$="-${id}"]`).map((shape) => shape.id))),
    fold: () => table.main.classList.add("is-folded"),
    "copy-link": (button) => seats.copy(button.dataset.link, $("span", button)),
    first: () => log.look(0),
    back: () => log.look(table.ply - 1),
    forward: () => log.look(table.ply + 1),
    last: () => log.look(table.plies),
    now: () => log.look(table.plies),
    jump: (button) => log.look(Number(button.closest("li").dataset.ply)),
    "turn-back": () => log.turnBack(),
    "turn-on": () => log.turnOn(),
    run: (button) => log.run(button),
    "zoom-in": () => camera.zoom(1.4),
    "zoom-out": () => camera.zoom(1 / 1.4),
    fit: () => camera.fit(),
    undo: () => table.tell("POST", "/undo"),
    hint: (button) => thoughts.hint(button),
    unhint: () => thoughts.unhint(),
    analyse: () => thoughts.analyse("POST"),
    decision: (button) => {
      table.main.scrollTo({ top: 0 }); // where the pieces of a page lie below the board
      log.look(Number(button.dataset.ply));
    },
    take: (button) => seats.sit(button.dataset.seat),
    "stand-up": (button) => table.tell("DELETE", `/seats/${button.dataset.seat}`),
    bot: (button) => table.tell("PUT", `/seats/${button.dataset.seat}/bot`, { bot: button.dataset.bot }),
    "come-back": () => table.tell("POST", "/hand-back"),
    leave: (button) => seats.leave(button),
    phrase: (button) => table.tell("POST", "/chat", { phrase: button.dataset.phrase }),
    line: (button) => table.talk.open(button),
    mute: (button) => table.talk.mute(button, "POST"),
    unmute: (button) => table.talk.mute(button, "DELETE"),
    report: (button) => table.talk.report(button),
    resign: (button) => seats.resign(button),
    holiday: (button) => seats.holiday(button),
    rematch: () => seats.rematch(),
    copy: (button) => seats.invite(button),
    close: () => dialogs.close(),
    sound: () => bell.toggle(),
    notify: () => bell.allow(),
    auto: () => choices.toggleAuto(),
    keys: (button) => toast(button.dataset.text),
  };
}

export class Controls {
  constructor(table) {
    this.table = table;
    this.deeds = deeds(table);
    const { log, stream, thoughts } = table;
    document.addEventListener("click", (event) => this.click(event));
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("pointerover", (event) => this.over(event));
    document.addEventListener("focusin", (event) => this.over(event));
    document.addEventListener("pointerout", (event) => this.out(event));
    document.addEventListener("submit", (event) => this.submit(event));
    document.addEventListener("pointerdown", (event) => {
      if (event.target.closest("#plot") && !event.button) thoughts.plotted(event);
    });
    document.addEventListener("pointermove", (event) => {
      if (event.target.closest?.("#plot") && event.buttons === 1) thoughts.plotted(event);
    });
    log.slider.addEventListener("input", () => log.look(Number(log.slider.value)));
    $("#eyes")?.addEventListener("change", () => {
      log.whole = true;
      stream.refresh();
    });
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && table.mode === "table") stream.refresh();
    });
    addEventListener("online", () => stream.refresh());
    document.addEventListener("pointermove", (event) => this.move(event));
    for (const way of ["keydown", "keyup"]) document.addEventListener(way, (event) => this.alt(event));
  }

  pane(name) { pane(name, this.table.choices); }

  // After a legal click no refusal appears before the pointer has moved: what lies under it may have changed.
  hush() { this.hushed = this.at; }

  move({ clientX, clientY }) {
    this.at = [clientX, clientY];
    if (this.hushed && Math.hypot(clientX - this.hushed[0], clientY - this.hushed[1]) > STILL) this.hushed = null;
  }

  // Names of spaces for as long as Alt is held.
  alt({ key, type }) {
    if (key === "Alt") document.body.classList.toggle("show-names", type === "keydown" || this.table.prefs.is("names"));
  }

  over(event) {
    const { choices, deeds, dialogs } = this.table, node = event.target.closest?.("[data-action], [data-why], .log li, .since button");
    if (!node) return;
    if (node.dataset.ply) deeds.light(node);
    else if (node.dataset.why === undefined) {
      choices.light(node);
      this.table.grading.show(node);
      if (node.closest("svg.sheet, #choices") && event.pointerType !== "touch" && !this.table.sheets.isPhone()) dialogs.bill(node);
    } else if (this.hushed && event.type !== "focusin") return;
    else if (event.type === "focusin") {
      const { left, bottom, width } = node.getBoundingClientRect();
      dialogs.unrefuse();
      dialogs.why(node, left + width / 2, bottom, true);
    } else if (event.pointerType !== "touch" && dialogs.pointed !== node) dialogs.why(node, event.clientX, event.clientY);
  }

  out(event) {
    const left = event.target.closest?.("[data-why], [data-action], .log li, .since button");
    if (!left || left.contains(event.relatedTarget)) return;
    if (left.dataset.ply) this.table.deeds.out();
    else if (left.dataset.why !== undefined) this.table.dialogs.unrefuse();
    else {
      this.table.choices.dim();
      this.table.dialogs.unbill();
      this.table.grading.hide();
    }
  }

  click(event) {
    const { camera, dialogs, draft, placing } = this.table, { target, clientX, clientY } = event;
    this.at = [clientX, clientY];
    if (!target.closest("#menu, #tool-menu") && !$("#menu").hidden) menu(false);
    if (dialogs.chooser.open && !target.closest("#chooser")) dialogs.chooser.close();
    if (target.closest("#board") && !target.closest(".ag-zoom") && camera.dragged()) return;
    const told = target.closest(".prompt__t");
    if (told) return dialogs.tip($$("[title]", told).map((line) => line.title).join(" – "), clientX, clientY); // what is cut
    if (!dialogs.pointed) $("#tip").hidden = true;
    const todo = target.closest("[data-do]");
    if (todo && todo.tagName !== "FORM") return void this.deeds[todo.dataset.do]?.(todo);
    if (placing.click(target)) return;
    if (draft.complete && target.closest(".ghost") && !placing.laid()) return draft.confirm(); // a second tap
    const tab = target.closest(".tab"), lever = target.closest(".switch");
    if (tab) return turnTo(tab);
    if (lever) return void turn(lever);
    const node = target.closest("[data-action]");
    if (node) return this.play(node, clientX, clientY);
    const refused = target.closest("[data-why]");
    if (refused?.matches(".sheeted")) return dialogs.card(refused);
    if (refused) {
      dialogs.unrefuse();
      dialogs.why(refused, clientX, clientY, true);
    }
  }

  play(node, x, y) {
    const actions = node.dataset.action.split("|");
    if (node.matches(".switched")) this.table.act(actions.at($(".switch[aria-checked=true]") ? -1 : 0), node);
    else if (node.matches(".sheeted")) this.table.dialogs.card(node);
    else if (actions.length > 1 && !this.table.placing.placeOf(actions[0])) this.table.dialogs.choose(node, x, y);
    else this.table.act(actions[0], node);
  }

  async submit(event) {
    if (event.target.dataset.do !== "chat") return;
    event.preventDefault();
    const field = $("input", event.target), text = field.value.trim();
    if (!text) return;
    field.value = "";
    await this.table.tell("POST", "/chat", { text });
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.pressed(event.key, event.target)) event.preventDefault();
  }

  // True where the key was ours.
  pressed(key, target) {
    const { board, thoughts } = this.table;
    if (key === "Escape") return this.escape();
    if (target.closest(".tabs") && (key === "ArrowLeft" || key === "ArrowRight")) return this.tab(target, key === "ArrowRight" ? 1 : -1);
    if (target.closest(".ptabs") && (key === "ArrowLeft" || key === "ArrowRight")) {
      pane(target.dataset.pane === "log" ? "chat" : "log", this.table.choices);
      $(".ptab[aria-selected=true]").focus();
      return true;
    }
    const list = target.closest("#choices, .actions, .hint, .costly, .log, .since");
    if (list && (key === "ArrowUp" || key === "ArrowDown")) {
      const buttons = $$("button, summary", list).filter((one) => one.matches("summary") || !one.closest("details:not([open])")), at = buttons.indexOf(target) + (key === "ArrowDown" ? 1 : -1);
      buttons[Math.max(0, Math.min(buttons.length - 1, at))]?.focus();
      return true;
    }
    if (target.id === "plot") return thoughts.key(key);
    const shape = target.closest("svg.sheet [data-action]"), lever = target.closest(".switch");
    if (lever && (key === "Enter" || key === " ")) return turn(lever);
    if (shape && (key === "Enter" || key === " ")) {
      const { left, bottom } = shape.getBoundingClientRect();
      this.play(shape, left, bottom);
      return true;
    }
    return (Boolean(target.closest("#board")) && board.key(key)) || (!target.closest("input, select, textarea") && this.shortcut(key));
  }

  // Letters that work everywhere but where one writes.
  shortcut(key) {
    const { deeds, draft } = this.table;
    const turned = { q: 1, e: -1 }[key.toLowerCase()];
    if (key === "u") this.deeds.undo();
    else if (key === "l") this.deeds.pane({ dataset: { pane: "log" } });
    else if (key === "c" && $("#pane-chat")) this.deeds.talk();
    else if (key === "r") deeds.all();
    else if (turned) return this.table.placing.spin(turned);
    else if (key >= "1" && key <= "9") $$("#choices .act").filter((one) => !one.closest("details:not([open])"))[key - 1]?.click();
    else if (key === "Enter" && draft.complete) draft.confirm();
    else return false;
    return true;
  }

  // The topmost thing that is open closes.
  escape() {
    const { dialogs, draft, main } = this.table;
    if (dialogs.vain.open) dialogs.answered(false);
    else if (dialogs.chooser.open) dialogs.close();
    else if (!$("#menu").hidden) {
      menu(false);
      $("#tool-menu").focus();
    } else if (!$("#card").hidden) dialogs.uncard();
    else if (this.table.sheets.name) this.table.sheets.open("");
    else if (draft.answers.length) draft.cancel();
    else if (!$("#hint").hidden) this.table.thoughts.unhint();
    else if (main.classList.contains("ag-table--result")) main.classList.add("is-folded");
    dialogs.unrefuse();
    dialogs.unbill();
    return false;
  }

  tab(target, by) {
    const tabs = $$(".tab", target.closest(".tabs")), next = tabs[(tabs.indexOf(target) + by + tabs.length) % tabs.length];
    turnTo(next);
    next.focus();
    return false;
  }
}

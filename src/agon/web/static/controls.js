// Everything that is clicked, pointed at or typed, and where the keyboard's focus stays.

import { turnTo } from "./board.js";
import { $, $$, byId, toast } from "./page.js";

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

// What a button does, by the word it carries.
function deeds(table) {
  const { bell, camera, choices, dialogs, log, seats, thoughts } = table;
  return {
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
      if (innerWidth <= 820) scrollTo({ top: 0 }); // where the sheet lies over the board
      log.look(Number(button.dataset.ply));
    },
    take: (button) => seats.sit(button.dataset.seat),
    "stand-up": (button) => table.tell("DELETE", `/seats/${button.dataset.seat}`),
    bot: (button) => table.tell("PUT", `/seats/${button.dataset.seat}/bot`, { bot: button.dataset.bot }),
    "come-back": () => table.tell("POST", "/hand-back"),
    leave: (button) => seats.leave(button),
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
  }

  over(event) {
    const { choices, dialogs } = this.table, node = event.target.closest?.("[data-action], [data-why], [data-places]");
    if (!node) return;
    if (node.dataset.why === undefined) choices.light(node);
    else if (event.type === "focusin") {
      const { left, bottom, width } = node.getBoundingClientRect();
      dialogs.unrefuse();
      dialogs.why(node, left + width / 2, bottom, true);
    } else if (event.pointerType !== "touch" && dialogs.pointed !== node) dialogs.why(node, event.clientX, event.clientY);
  }

  out(event) {
    const left = event.target.closest?.("[data-why], [data-action], [data-places]");
    if (!left || left.contains(event.relatedTarget)) return;
    if (left.dataset.why !== undefined) this.table.dialogs.unrefuse();
    else this.table.choices.dim();
  }

  click(event) {
    const { camera, dialogs } = this.table, { target, clientX, clientY } = event;
    if (dialogs.chooser.open && !target.closest("#chooser")) dialogs.chooser.close();
    if (target.closest("#board") && !target.closest(".ag-zoom") && camera.dragged()) return;
    const todo = target.closest("[data-do]");
    if (todo && todo.tagName !== "FORM") return void this.deeds[todo.dataset.do]?.(todo);
    const tab = target.closest(".tab");
    if (tab) return turnTo(tab);
    const node = target.closest("[data-action]");
    if (node) return this.play(node, clientX, clientY);
    const refused = target.closest("[data-why]");
    if (refused) {
      dialogs.unrefuse();
      dialogs.why(refused, clientX, clientY, true);
    }
  }

  play(node, x, y) {
    const actions = node.dataset.action.split("|");
    if (actions.length > 1) this.table.dialogs.choose(node, x, y);
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
    const list = target.closest(".actions, .hint, .costly, .log");
    if (list && (key === "ArrowUp" || key === "ArrowDown")) {
      const buttons = $$("button", list), at = buttons.indexOf(target) + (key === "ArrowDown" ? 1 : -1);
      buttons[Math.max(0, Math.min(buttons.length - 1, at))]?.focus();
      return true;
    }
    if (target.id === "plot") return thoughts.key(key);
    const shape = target.closest("svg.sheet [data-action]");
    if (shape && (key === "Enter" || key === " ")) {
      const { left, bottom } = shape.getBoundingClientRect();
      this.play(shape, left, bottom);
      return true;
    }
    return Boolean(target.closest("#board")) && board.key(key);
  }

  escape() {
    const { dialogs } = this.table;
    if (dialogs.chooser.open) dialogs.close();
    dialogs.unrefuse();
    return false;
  }

  tab(target, by) {
    const tabs = $$(".tab", target.closest(".tabs")), next = tabs[(tabs.indexOf(target) + by + tabs.length) % tabs.length];
    turnTo(next);
    next.focus();
    return false;
  }
}

// A piece that is laid and turned: it lies as a ghost where the pointer is, turns by click, wheel, two fingers, Q and E, is
// dragged elsewhere, and becomes part of the move when it is confirmed.

import { $, $$, byId, parse } from "./page.js";

const SIXTH = Math.PI / 3;
const SVG = "http://www.w3.org/2000/svg";
const STILL = 5; // pixels: a shorter way is a click

function drawn(markup) {
  const group = document.createElementNS(SVG, "g");
  group.innerHTML = markup;
  return group;
}

function angle([ax, ay], [bx, by]) { return Math.atan2(by - ay, bx - ax); }

function hasPrefix(answers, start) { return start.every((answer, n) => answers[n] === answer); }

export class Placing {
  constructor(table) {
    this.table = table;
    this.turn = 0;
    this.board = $("#board");
    this.pill = $("#pill");
    this.take(JSON.parse(table.main.dataset.placing || "null"));
    this.board.addEventListener("wheel", (event) => this.wheel(event), { capture: true, passive: false });
    this.board.addEventListener("pointermove", (event) => this.move(event));
    this.board.addEventListener("pointerleave", () => this.hover(null));
    this.board.addEventListener("pointerdown", (event) => this.down(event), { capture: true });
    for (const end of ["pointerup", "pointercancel"]) this.board.addEventListener(end, (event) => this.up(event), { capture: true });
    table.camera.moves = () => this.pin();
  }

  take(data) {
    this.data = data;
    this.near = null; // the place the pointer is at
    if (!data) return;
    const places = Object.entries(data.places);
    this.alone = places.length === 1 ? places[0][0] : null;
  }

  // The place where a draft has laid the piece, and how it is turned there.
  laid() {
    const { answers } = this.table.draft;
    if (!this.data || answers.length <= this.data.kept) return null;
    for (const [shape, { ways }] of Object.entries(this.data.places)) {
      for (const [turn, way] of Object.entries(ways)) if (hasPrefix(answers, way)) return { shape, turn: Number(turn) };
    }
    return null;
  }

  // The place an action stands for, where the piece may be laid.
  placeOf(action) {
    if (!this.data) return null;
    const { kept, places } = this.data;
    return Object.keys(places).find((shape) => Object.values(places[shape].ways).some((way) => way[kept] === action)) ?? null;
  }

  // The turn that is wished, or the next that fits at a place.
  fitting(shape, turn, by = 1) {
    const { ways } = this.data.places[shape], all = this.data.pictures.length;
    for (let n = 0; n < all; n += 1) {
      const next = (((turn + by * n) % all) + all) % all;
      if (next in ways) return next;
    }
    return turn;
  }

  lay(shape, turn = this.turn, by = 1) {
    this.turn = this.fitting(shape, turn, by);
    return this.table.draft.show(this.data.places[shape].ways[this.turn]);
  }

  // To the left (1) or to the right (-1), past what does not fit; true where there is something to turn.
  spin(by) {
    if (!this.data || this.table.draft.pending) return false;
    const laid = this.laid(), shape = laid?.shape ?? this.near ?? this.alone;
    if (laid) this.lay(shape, laid.turn + by, by);
    else {
      this.turn = shape ? this.fitting(shape, this.turn + by, by) : (this.turn + by + this.data.pictures.length) % this.data.pictures.length;
      this.show();
    }
    return true;
  }

  // One of the pictures: turned so, here or wherever it will lie.
  choose(turn) {
    const shape = this.laid()?.shape ?? this.alone;
    if (shape) return this.lay(shape, turn);
    this.turn = turn;
    return this.show();
  }

  // -- the pointer

  at(event) {
    const { x, y } = this.table.camera.point(event.clientX, event.clientY);
    return [x, y];
  }

  nearest([x, y]) {
    let best = null, least = this.data.reach;
    for (const [shape, { at }] of Object.entries(this.data.places)) {
      const far = Math.hypot(at[0] - x, at[1] - y);
      if (far < least) [best, least] = [shape, far];
    }
    return best;
  }

  hover(shape) {
    if (this.near === shape) return;
    this.near = shape;
    if (!this.laid()) this.show();
  }

  down(event) {
    const { drag } = this, at = [event.clientX, event.clientY];
    if (event.button > 0 || (!drag && !event.target.closest(".held__hit"))) return;
    event.stopPropagation(); // the camera must not pan
    this.board.setPointerCapture(event.pointerId);
    if (!drag) this.drag = { id: event.pointerId, from: at, moved: false };
    else if (!drag.other) this.drag = { ...drag, moved: true, other: { id: event.pointerId, at }, angle: angle(drag.from, at) };
  }

  // Two fingers turn the piece: each time they have gone half of the way to the next turn.
  twist(event) {
    const { drag } = this, at = [event.clientX, event.clientY];
    if (event.pointerId === drag.id) drag.from = at;
    else if (event.pointerId === drag.other.id) drag.other.at = at;
    const way = angle(drag.from, drag.other.at) - drag.angle, turned = Math.atan2(Math.sin(way), Math.cos(way));
    if (Math.abs(turned) > SIXTH / 2 && this.spin(turned > 0 ? -1 : 1)) drag.angle += Math.sign(turned) * SIXTH;
  }

  move(event) {
    if (!this.data) return;
    if (this.drag?.other) this.twist(event);
    else if (this.drag) {
      const [x, y] = this.drag.from;
      if (!this.drag.moved && Math.hypot(event.clientX - x, event.clientY - y) < STILL) return;
      this.drag.moved = true;
      const [a, b] = this.at(event);
      this.draw([a, b], this.laid().turn, true);
    } else if (event.pointerType !== "touch" && !event.buttons) this.hover(event.target.closest(".ag-zoom, .pill") ? null : this.nearest(this.at(event)));
  }

  up(event) {
    const { drag } = this;
    this.drag = null;
    if (!drag) return;
    event.stopPropagation();
    if (drag.other) return void this.show(); // the finger that stays does nothing more
    if (!drag.moved) return void this.spin(1);
    const shape = this.nearest(this.at(event));
    this.table.camera.moved = true; // the click that follows is none
    if (shape) this.lay(shape);
    else this.show();
  }

  wheel(event) {
    if (!this.data || (!this.laid() && !this.near)) return;
    if (this.laid() && !event.target.closest(".held")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!this.table.draft.pending) this.spin(event.deltaY < 0 ? 1 : -1);
  }

  // A click on the board; true where it lays or turns the piece.
  click(target) {
    if (!this.data) return false;
    const stop = target.closest(".held__stop");
    if (stop) {
      this.choose(Number(stop.dataset.turn));
      return true;
    }
    if (target.closest(".held__hit")) return true; // done when the button came up
    const shape = target.closest("#board") && !target.closest(".ag-zoom, .pill") ? this.near : null;
    if (!shape || this.laid()?.shape === shape) return false;
    this.lay(shape);
    return true;
  }

  // -- what is seen of it

  show() {
    const laid = this.laid(), { main } = this.table;
    main.toggleAttribute("data-placing", Boolean(this.data));
    main.toggleAttribute("data-laid", Boolean(laid));
    byId("held")?.remove();
    this.pictures(laid);
    if (laid) {
      this.turn = laid.turn;
      this.draw(this.data.places[laid.shape].at, laid.turn, false);
    } else if (this.data && this.near) this.draw(this.data.places[this.near].at, this.fitting(this.near, this.turn), true);
    this.pin();
  }

  // The ring with its stops, around the piece itself where it is not part of the picture yet.
  draw([x, y], turn, loose) {
    byId("held")?.remove();
    const { reach, pictures, places } = this.data, laid = this.laid(), shape = laid?.shape ?? this.near;
    const held = drawn(`${loose ? `<g class="held__p">${pictures[turn]}</g>` : ""}<circle class="held__hit" r="${reach * 0.8}"/><circle class="held__ring" r="${reach}"/>`);
    held.id = "held";
    held.classList.add("held");
    if (!laid) held.classList.add("held--loose");
    held.setAttribute("aria-hidden", "true");
    held.setAttribute("transform", `translate(${x} ${y})`);
    for (let n = 0; n < pictures.length; n += 1) {
      const angle = Math.PI / 2 + SIXTH * n, fits = n in places[shape].ways;
      const stop = drawn(`<circle class="held__stop${n === turn ? " is-on" : fits ? "" : " is-off"}" r="${Math.max(6, reach / 17)}" cx="${reach * Math.cos(angle)}" cy="${-reach * Math.sin(angle)}"/>`).firstChild;
      if (fits) stop.dataset.turn = String(n);
      held.append(stop);
    }
    this.table.camera.svg.append(held);
  }

  // The ways that fit, as pictures beside the board.
  pictures(laid) {
    const box = $("#ways"), { words } = this.table;
    box.hidden = !this.data || this.table.past !== null;
    if (box.hidden) return;
    const { reach, pictures, places } = this.data, shape = laid?.shape ?? this.alone, size = reach * 1.02;
    const fit = pictures.map((_, n) => n).filter((n) => !shape || n in places[shape].ways);
    $("small", box).textContent = words.ways_fit.replace("{n}", fit.length).replace("{of}", pictures.length);
    $("small", box).hidden = !shape;
    const focus = box.contains(document.activeElement) ? document.activeElement.dataset.turn : null;
    $("ul", box).replaceChildren(...fit.map((n) => parse(`<li><button type="button" data-do="way" data-turn="${n}" aria-pressed="${n === (laid?.turn ?? this.turn)}" aria-label="${words.ways_title} ${n + 1}"><svg class="sheet" viewBox="${-size} ${-size} ${2 * size} ${2 * size}" aria-hidden="true">${pictures[n]}</svg></button></li>`)));
    if (focus !== null) $(`[data-turn="${focus}"]`, box)?.focus({ preventScroll: true });
  }

  // The pill stays by the piece when the board is moved.
  pin() {
    const { pill } = this, laid = this.laid();
    pill.hidden = !laid;
    if (!laid) return;
    const { at } = this.data.places[laid.shape], to = this.table.camera.svg.getScreenCTM();
    const below = new DOMPoint(at[0], at[1] + this.data.reach).matrixTransform(to), above = new DOMPoint(at[0], at[1] - this.data.reach).matrixTransform(to);
    const box = this.board.getBoundingClientRect(), { width, height } = pill.getBoundingClientRect();
    const x = Math.max(0, Math.min(box.width - width, below.x - box.left - width / 2));
    const y = below.y - box.top + 8 + height > box.height ? above.y - box.top - height - 8 : below.y - box.top + 8;
    pill.style.left = `${x}px`;
    pill.style.top = `${Math.max(0, Math.min(box.height - height, y))}px`;
    for (const button of $$("[data-do=confirm]", pill)) button.disabled = !this.table.draft.complete;
  }
}

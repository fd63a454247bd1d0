// Pan and zoom: by the viewBox, so that the board stays sharp.

import { $ } from "./page.js";

const NEAR = 0.5; // the part of the board that is seen then

export class Camera {
  constructor(frame) {
    this.frame = frame;
    this.pointers = new Map();
    this.moved = false;
    this.take();
    frame.addEventListener("wheel", (e) => this.wheel(e), { passive: false });
    frame.addEventListener("pointerdown", (e) => this.down(e));
    frame.addEventListener("pointermove", (e) => this.move(e));
    for (const end of ["pointerup", "pointercancel"]) frame.addEventListener(end, (e) => this.up(e));
    frame.addEventListener("dblclick", (e) => { if (!e.target.closest(".legal, .ag-zoom")) this.fit(); });
  }

  get svg() { return $("svg.sheet", this.frame); }

  // A new picture: the view stays where the player has put it, unless nobody has; and always while a move is only drafted,
  // lest the board move under the pointer.
  take(fresh = this.svg, drafted = false) {
    if (drafted) return this.show();
    const box = fresh.getAttribute("viewBox").split(" ").map(Number);
    const free = !this.box || this.box.every((n, i) => n === this.whole[i]);
    this.whole = box;
    if (free) this.box = [...box];
    this.show();
  }

  show() {
    this.svg.setAttribute("viewBox", this.box.map((n) => Math.round(n * 10) / 10).join(" "));
    this.frame.classList.toggle("is-moved", this.box.some((n, i) => n !== this.whole[i]));
    this.moves?.(); // whoever has something pinned to the board
  }

  fit() {
    this.box = [...this.whole];
    this.show();
  }

  // Go near a place of the board, or back from it; where the player has moved the board, it stays.
  approach(shape) {
    if (this.box.some((n, i) => n !== (this.near ?? this.whole)[i])) return;
    const [, , width, height] = this.whole.map((n) => n * NEAR), at = shape?.transform.baseVal.consolidate().matrix;
    this.near = at ? [at.e - width / 2, at.f - height / 2, width, height] : null;
    this.box = [...(this.near ?? this.whole)];
    this.show();
  }

  point(x, y) {
    return new DOMPoint(x, y).matrixTransform(this.svg.getScreenCTM().inverse());
  }

  middle() {
    const { left, top, width, height } = this.frame.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  }

  zoom(factor, [x, y] = this.middle()) {
    const width = Math.min(this.whole[2] * 1.6, Math.max(this.whole[2] / 8, this.box[2] / factor));
    const by = this.box[2] / width;
    const at = this.point(x, y);
    this.box = [at.x - (at.x - this.box[0]) / by, at.y - (at.y - this.box[1]) / by, width, this.box[3] / by];
    this.show();
  }

  pan(fromX, fromY, toX, toY) {
    const a = this.point(fromX, fromY), b = this.point(toX, toY);
    this.box[0] -= b.x - a.x;
    this.box[1] -= b.y - a.y;
    this.show();
  }

  wheel(event) {
    event.preventDefault();
    const step = event.deltaMode === 1 ? 30 : 1;
    this.zoom(Math.exp(-event.deltaY * step * (event.ctrlKey ? 0.01 : 0.0016)), [event.clientX, event.clientY]);
  }

  down(event) {
    if (event.button > 0 || event.target.closest(".ag-zoom")) return;
    if (!this.pointers.size) this.moved = false;
    this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
  }

  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = [event.clientX, event.clientY];
    if (!this.moved && Math.hypot(now[0] - before[0], now[1] - before[1]) < 6) return;
    if (!this.moved) {
      this.moved = true;
      this.frame.classList.add("is-dragging");
      this.frame.setPointerCapture(event.pointerId);
    }
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const far = (p) => Math.hypot(p[0] - other[0], p[1] - other[1]);
      this.zoom(far(now) / Math.max(20, far(before)), [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]);
      this.pan((before[0] + other[0]) / 2, (before[1] + other[1]) / 2, (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
    } else this.pan(...before, ...now);
    this.pointers.set(event.pointerId, now);
  }

  up(event) {
    this.pointers.delete(event.pointerId);
    if (!this.pointers.size) this.frame.classList.remove("is-dragging");
  }

  // Whether the click that follows belongs to a drag.
  dragged() {
    const moved = this.moved;
    this.moved = false;
    return moved;
  }
}

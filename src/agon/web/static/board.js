// The board and the sheets around it: drawn anew, turned over, walked on by keyboard.

import { $, $$, byId, parse } from "./page.js";
import { patch } from "./picture.js";

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// Turn a sheet of a family up.
export function turnTo(tab) {
  for (const other of $$(".tab", tab.parentElement)) {
    const on = other === tab;
    other.setAttribute("aria-selected", String(on));
    other.tabIndex = on ? 0 : -1;
    byId(other.getAttribute("aria-controls")).hidden = !on;
  }
}

function sheetNames(root) { return $$("[data-name]", root).map((sheet) => sheet.dataset.name).join(); }

function centre(node) {
  const { left, top, width, height } = node.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

const folded = matchMedia("(min-width: 821px) and (max-aspect-ratio: 1/1)");

// Rows of a sheet two by two side by side, where the page is wider than there is room below each other.
function fold(svg) {
  const [top, high, far] = svg.dataset.fold.split(" ").map(Number), [left, up, width, height] = (svg.dataset.whole ??= svg.getAttribute("viewBox")).split(" ").map(Number);
  const rows = Math.round((height - top) / high);
  svg.setAttribute("viewBox", folded.matches ? [left, up, width + far, height - Math.floor(rows / 2) * high].join(" ") : svg.dataset.whole);
  for (const shape of svg.children) {
    const was = shape.dataset.was ?? shape.getAttribute("transform"), [x, y] = was.match(/-?[\d.]+/g).map(Number), row = Math.floor((y - top) / high);
    if (row < 0) continue;
    shape.dataset.was = was;
    shape.setAttribute("transform", folded.matches ? `translate(${x + (row % 2) * far} ${y - Math.ceil(row / 2) * high})` : was);
  }
}

export class Board {
  constructor(camera) {
    this.camera = camera;
    this.fold();
    folded.addEventListener("change", () => this.fold());
    this.drawn = {}; // what the board, the side and the foot were last drawn from
  }

  fold() { $$("svg[data-fold]").forEach(fold); }

  show(html, drafted = false) {
    if (this.drawn.board !== html.board) {
      this.drawn.board = html.board;
      const board = $("svg", parse(html.board));
      patch($("#sheet svg"), board);
      this.camera.take(board, drafted);
    }
    for (const name of ["side", "foot"]) {
      if (this.drawn[name] === html[name]) continue;
      this.drawn[name] = html[name];
      this.sheets(byId(name), parse(html[name]));
    }
  }

  sheets(box, fresh) {
    if (sheetNames(box) !== sheetNames(fresh)) {
      const open = $$(".tab[aria-selected=true]", box).map((tab) => tab.id);
      box.replaceChildren(fresh);
      open.map(byId).filter(Boolean).forEach(turnTo);
    } else {
      for (const sheet of $$("[data-name]", fresh)) {
        const old = $(`[data-name="${sheet.dataset.name}"] svg`, box), svg = $("svg", sheet);
        old.setAttribute("viewBox", svg.getAttribute("viewBox"));
        delete old.dataset.whole;
        patch(old, svg);
      }
      for (const tab of $$(".tab", fresh)) byId(tab.id).className = tab.className;
    }
    this.fold();
    this.lead(box);
  }

  // A sheet that is turned over is turned up when it offers something and the one on top does not.
  lead(box) {
    for (const family of $$("[data-family]", box)) {
      const shown = $("[data-name]:not([hidden])", family);
      const wanted = $$("[data-name]", family).find((sheet) => $(".legal", sheet));
      if (wanted && shown && wanted !== shown && !$(".legal", shown)) turnTo(byId(`tab-${wanted.dataset.name}`));
    }
  }

  // A key pressed on the board; true where it means something.
  key(key) {
    if (key in WAYS) this.step(...WAYS[key]);
    else if (key === "+" || key === "=") this.camera.zoom(1.4);
    else if (key === "-") this.camera.zoom(1 / 1.4);
    else if (key === "0") this.camera.fit();
    else return false;
    return true;
  }

  // Arrows go to the nearest place in that direction.
  step(right, down) {
    const places = $$("#sheet .legal, #sheet [data-why]");
    const here = document.activeElement.closest?.("#sheet g[id]");
    if (!here) return (places.find((node) => node.matches(".legal")) ?? places[0])?.focus();
    const [x, y] = centre(here);
    let best = null, least = Infinity;
    for (const node of places) {
      const [a, b] = centre(node), along = (a - x) * right + (b - y) * down, aside = Math.abs((a - x) * down) + Math.abs((b - y) * right);
      if (node === here || along < 3) continue;
      const far = along + 2.2 * aside;
      if (far < least) [best, least] = [node, far];
    }
    if (!best) return;
    if (!best.hasAttribute("tabindex")) best.setAttribute("tabindex", "-1");
    best.focus();
  }
}

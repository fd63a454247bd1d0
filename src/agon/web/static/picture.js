// A picture becomes the next one: what stayed is kept, what moved travels.

import { calm } from "./page.js";

const MOVE = 250; // milliseconds a piece travels

function placeOf(node) {
  const found = /translate\(([-\d.]+)[ ,]([-\d.]+)\)/.exec(node.getAttribute("transform") ?? "");
  return found ? [Number(found[1]), Number(found[2])] : null;
}

function travel(node, from, to) {
  if (calm.matches || !from || !to || (from[0] === to[0] && from[1] === to[1])) return;
  const at = ([x, y]) => ({ transform: `translate(${x}px, ${y}px)` });
  node.animate([at(from), at(to)], { duration: MOVE, easing: "cubic-bezier(.2,.7,.2,1)" });
}

const drawn = new WeakMap(); // a shape on the page -> the markup it came from

function sync(old, fresh) {
  const markup = fresh.outerHTML;
  if (drawn.get(old) === markup) return;
  drawn.set(old, markup);
  const from = placeOf(old);
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old.innerHTML !== fresh.innerHTML) old.innerHTML = fresh.innerHTML;
  travel(old, from, placeOf(old));
}

export function patch(old, fresh) {
  old.setAttribute("aria-label", fresh.getAttribute("aria-label") ?? "");
  const here = new Map([...old.children].map((node) => [node.id, node]));
  const wanted = [...fresh.children];
  const names = new Set(wanted.map((node) => node.id));
  for (const [id, node] of here) if (!names.has(id)) node.remove();
  let next = old.firstElementChild;
  for (const node of wanted) {
    const known = here.get(node.id);
    if (!known) {
      if (!calm.matches) node.classList.add("appear");
      old.insertBefore(node, next);
    } else {
      if (known === next) next = next.nextElementSibling;
      else old.insertBefore(known, next);
      sync(known, node);
    }
  }
}

// On a phone the cards of one kind lie in a row that scrolls sideways, as they are drawn on their sheet; what can be paid first.

import { $, $$ } from "./page.js";

const SVG = "http://www.w3.org/2000/svg";

function place(shape) { return shape.getAttribute("transform").match(/-?[\d.]+/g).map(Number); }

function verb({ dataset: { action, why } }) { return (action ?? why ?? "").split(" ")[0]; }

// A shape with all that lies upon it, as a picture of its own.
function picture(shape) {
  const [x, y] = place(shape), hit = $(".hit", shape), svg = document.createElementNS(SVG, "svg");
  const [wide, high] = ["width", "height"].map((side) => Number(hit.getAttribute(side)) + 8);
  const upon = [...shape.parentElement.children].filter((other) => {
    const [a, b] = place(other);
    return other !== shape && !other.matches(".sheeted") && a > x && b > y && a < x + wide && b < y + high;
  });
  for (const part of [shape, ...upon]) {
    const copy = part.cloneNode(true);
    for (const name of ["id", "tabindex", "role", "aria-label", "data-action", "data-why"]) copy.removeAttribute(name);
    copy.classList.remove("legal", "is-lit", "is-out", "refused");
    svg.append(copy);
  }
  svg.setAttribute("viewBox", [x, y, wide, high].join(" "));
  svg.setAttribute("class", "sheet");
  svg.setAttribute("aria-hidden", "true");
  return svg;
}

function card(shape) {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.do = "rail";
  button.dataset.shape = shape.id;
  button.setAttribute("aria-label", shape.getAttribute("aria-label"));
  button.append(picture(shape));
  return button;
}

// The cards that some actions stand for, and those of their kind that are refused.
export function rail(main, wanted) {
  const box = $("#rail"), verbs = new Set([...wanted].map((action) => action.split(" ")[0]));
  const shapes = $$("svg.sheet .sheeted").filter((shape) => verbs.has(verb(shape)) && !shape.matches(".taken"));
  const legal = (shape) => Number(!shape.dataset.action);
  box.replaceChildren(...shapes.sort((a, b) => legal(a) - legal(b)).map(card));
  main.toggleAttribute("data-rail", shapes.length > 0);
}

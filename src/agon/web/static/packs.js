// The pack editor: a click on the picture opens the form of that place; what is set comes back as the whole page, which
// is exchanged without being loaded anew. Everything works without this file, too, by links and forms.

import { $, announce } from "./page.js";
import { address, rename, send } from "./transport.js";

const LOOK = 1200;
let photo = null;

function main() { return $("main.pe"); }

async function show(answer, focus) {
  const text = await answer.text();
  const fresh = new DOMParser().parseFromString(text, "text/html");
  const next = fresh.querySelector("main");
  if (!next) return;
  const top = window.scrollY;
  document.querySelector("main").replaceWith(next);
  document.title = fresh.title;
  if (answer.url) rename(new URL(answer.url));
  window.scrollTo(0, top);
  begin();
  const field = $("#pe-form input:checked, #pe-form input:not([type=hidden])");
  if (focus && field) field.focus();
  announce($("#pe-form-h")?.textContent ?? $("#pe-count")?.textContent ?? "");
}

async function open(paths) {
  const url = new URL(main().dataset.edit, address());
  url.searchParams.set("page", main().dataset.page);
  for (const path of paths) url.searchParams.append("value", path);
  await show(await send(url.pathname + url.search), true);
}

async function post(form, button) {
  const body = new URLSearchParams(new FormData(form));
  if (button?.name) body.set(button.name, button.value);
  const path = button?.getAttribute("formaction") ?? form.getAttribute("action");
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  await show(await send(path, { method: "POST", headers, body: body.toString() }), true);
}

function place(event) { return event.target.closest?.("#pe-board [data-action]"); }

function lay() {
  const svg = $("#pe-board svg");
  if (!photo || !svg) return;
  const box = svg.viewBox.baseVal, image = document.createElementNS(svg.namespaceURI, "image");
  const sizes = { x: box.x, y: box.y, width: box.width, height: box.height, href: photo, opacity: $("#pe-strength").value / 100 };
  for (const [name, value] of Object.entries(sizes)) image.setAttribute(name, value);
  image.id = "pe-image";
  image.style.pointerEvents = "none";
  $("#pe-image")?.remove();
  svg.append(image);
  $("#pe-strength").hidden = false;
}

async function look() {
  const path = main()?.dataset.check, line = $("#pe-check");
  if (!path || !line) return;
  const { done, total, over } = await (await send(path, { headers: { accept: "application/json" } })).json();
  line.textContent = line.dataset.text.replace("%d", done).replace("%t", total);
  if (over) return open([]);
  setTimeout(look, LOOK);
}

function begin() {
  lay();
  look();
}

document.addEventListener("click", (event) => {
  const found = place(event);
  if (found) open(found.dataset.action.split("|"));
});
document.addEventListener("keydown", (event) => {
  const found = place(event);
  if (found && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    open(found.dataset.action.split("|"));
  }
});
document.addEventListener("submit", (event) => {
  const path = event.submitter?.getAttribute("formaction") ?? event.target.getAttribute("action");
  if (!path.startsWith(main()?.dataset.edit.replace(/edit$/, "")) || path.endsWith("/play")) return;
  event.preventDefault();
  post(event.target, event.submitter);
});
document.addEventListener("change", (event) => {
  if (event.target.id !== "pe-photo" || !event.target.files.length) return;
  const reader = new FileReader(); // it never leaves the browser
  reader.onload = () => { photo = reader.result; lay(); };
  reader.readAsDataURL(event.target.files[0]);
});
document.addEventListener("input", (event) => { if (event.target.id === "pe-strength") lay(); });
begin();

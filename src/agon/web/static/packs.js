// The pack editor: a click on the picture opens the form of that place; what is set comes back as the whole page, which
// is exchanged without being loaded anew. Everything works without this file, too, by links and forms.

import { $, $$, announce } from "./page.js";
import * as photo from "./photo.js";
import { address, rename, send } from "./transport.js";

const LOOK = 1200;
const narrow = matchMedia("(max-width: 720px)");
let looking = 0;

// One thing after the other: what is set is shown before the next place opens, however late the answer comes.
let last = Promise.resolve();
function then(work) { return last = last.then(work, work); }

function main() { return $("main.pe"); }

async function show(answer, focus) {
  const text = await answer.text();
  const fresh = new DOMParser().parseFromString(text, "text/html");
  const next = fresh.querySelector("main");
  if (!next) return;
  const top = window.scrollY, left = $(".pe__scroll")?.scrollLeft ?? 0;
  document.querySelector("main").replaceWith(next);
  document.title = fresh.title;
  if (answer.url) rename(new URL(answer.url));
  window.scrollTo(0, top);
  if ($(".pe__scroll")) $(".pe__scroll").scrollLeft = left;
  begin();
  const field = $("#pe-form input:checked, #pe-form input:not([type=hidden])");
  if (focus && field) {
    if (narrow.matches) ($("#pe-board .v-chosen") ?? $("#pe-board")).scrollIntoView({ inline: "nearest" }); // the form lies below
    field.focus({ preventScroll: narrow.matches });
  }
  announce($("#pe-form-h")?.textContent ?? $("#pe-count")?.textContent ?? "");
}

async function open(paths) {
  const url = new URL(main().dataset.edit, address());
  url.searchParams.set("page", main().dataset.page);
  for (const path of paths) url.searchParams.append("value", path);
  await show(await send(url.pathname + url.search), true);
}

async function post(form, button, sent) {
  const body = new URLSearchParams(sent);
  const path = button?.getAttribute("formaction") ?? form.getAttribute("action");
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  await show(await send(path, { method: "POST", headers, body: body.toString() }), true);
}

function place(event) { return event.target.closest?.("#pe-board [data-action]"); }

// How far a check is; once it is over, what came of it takes its place, and the form that is open stays.
async function look() {
  clearTimeout(looking);
  const path = main()?.dataset.check, line = $("#pe-check");
  if (!path || !line) return;
  const { done, total, over } = await (await send(path, { headers: { accept: "application/json" } })).json();
  line.textContent = line.dataset.text.replace("%d", done).replace("%t", total);
  if (!over) return void (looking = setTimeout(look, LOOK));
  const text = await (await send(main().dataset.edit)).text();
  const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("#pe-check");
  main().dataset.check = "";
  $("#pe-check").closest("section").replaceWith(fresh.closest("section"));
}

function begin() {
  if (main()) photo.show(`${main().dataset.edit} ${main().dataset.page}`);
  look();
}

document.addEventListener("click", (event) => {
  const found = place(event);
  if (found) then(() => open(found.dataset.action.split("|")));
});
document.addEventListener("keydown", (event) => {
  const found = place(event);
  if (found && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    then(() => open(found.dataset.action.split("|")));
  }
});
// The form lies over a part of the picture: it is put away by its cross or Escape, and the place has the focus again.
function putAway() {
  const chosen = $("#pe-board .v-chosen"), url = $("#pe-close") && new URL($("#pe-close").href);
  if (!url) return;
  $("#pe-form").remove();
  chosen?.classList.remove("v-chosen");
  chosen?.focus({ preventScroll: true });
  rename(url);
}
document.addEventListener("click", (event) => {
  if (!event.target.closest?.("#pe-close")) return;
  event.preventDefault();
  then(putAway);
});
document.addEventListener("keydown", (event) => { if (event.key === "Escape") then(putAway); });
// A letter chooses what it stands for, Enter sets it and goes on.
document.addEventListener("keydown", (event) => {
  const form = event.target.closest?.("#pe-form");
  if (!form || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input:not([type=radio]):not([type=checkbox]), button")) return;
  const found = $$("input[type=radio]", form).find((radio) => radio.value.toLowerCase() === event.key.toLowerCase());
  const next = $("button[name=then][value=next]", form) ?? $("button[name=then]", form);
  if (found) {
    found.checked = true;
    found.focus();
  } else if (event.key === "Enter") form.requestSubmit(next);
  else return;
  event.preventDefault();
});
document.addEventListener("submit", (event) => {
  const path = event.submitter?.getAttribute("formaction") ?? event.target.getAttribute("action");
  if (!path.startsWith(main()?.dataset.edit.replace(/edit$/, "")) || path.endsWith("/play")) return;
  event.preventDefault();
  const form = event.target, button = event.submitter, sent = new FormData(form);
  if (button?.name) sent.set(button.name, button.value);
  then(() => post(form, button, sent));
});
document.addEventListener("change", async ({ target }) => {
  if (target.id === "in-file" && target.files[0]) $("#in-text").value = await target.files[0].text();
});
document.addEventListener("change", ({ target }) => { if (target.id === "pe-photo" && target.files[0]) photo.take(target.files[0]); });
document.addEventListener("input", ({ target }) => { if (target.id === "pe-strength") photo.dim(target.value); });
document.addEventListener("click", ({ target }) => { if (target.closest?.("#pe-nophoto")) photo.putAway(); });
begin();

// What every module uses: finding, saying, asking. Nothing here knows a game: the server says what can be clicked, what
// lights up and every word of it.

import { send } from "./transport.js";

export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
export const byId = (id) => document.getElementById(id);
export const calm = matchMedia("(prefers-reduced-motion: reduce)");

export function parse(html) {
  const box = document.createElement("template");
  box.innerHTML = html;
  return box.content;
}

export function announce(text) {
  const region = $("#announce");
  region.textContent = "";
  requestAnimationFrame(() => { region.textContent = text; });
}

let toastTimer = 0;
export function toast(text, stays = false) {
  const box = $("#toast");
  box.textContent = text;
  box.hidden = !text;
  clearTimeout(toastTimer);
  if (text && !stays) toastTimer = setTimeout(() => { box.hidden = true; }, 6000);
}

export async function ask(method, path, body) {
  const headers = { accept: "application/json" };
  if (body !== undefined) headers["content-type"] = "application/json";
  const answer = await send(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  const said = (answer.headers.get("content-type") ?? "").includes("json") ? await answer.json() : {};
  if (!answer.ok) throw Object.assign(new Error(said.error ?? answer.statusText), { status: answer.status, said });
  return said;
}

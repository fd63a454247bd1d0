// "Why?": a paragraph of the rules beside the task, never instead of it.

import { send } from "./transport.js";

const codex = document.getElementById("codex");
const body = document.getElementById("codex-text");
const whole = document.getElementById("codex-whole");
let asker = null; // the link that opened it, where the focus goes back

// A paragraph with what belongs to it: up to the next one, or the next heading.
function paragraph(page, at) {
  const first = page.getElementById(at);
  const out = [];
  for (let part = first; part && (part === first || !part.matches("h2, .para")); part = part.nextElementSibling) out.push(part);
  return first?.matches("h2") && out.length === 1 ? [first, ...paragraphs(first.nextElementSibling)] : out;
}

// All paragraphs below a heading.
function paragraphs(part) {
  return part && !part.matches("h2") ? [part, ...paragraphs(part.nextElementSibling)] : [];
}

async function open(link) {
  const there = new URL(link.href);
  const answer = await send(there.pathname + there.search);
  if (!answer.ok) throw new Error(`the rules answer ${answer.status}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const found = paragraph(page, decodeURIComponent(there.hash.slice(1))).map((part) => document.importNode(part, true));
  if (!found.length) throw new Error("no such paragraph");
  body.replaceChildren(...found);
  for (const source of body.querySelectorAll(".src, .src-legend")) source.remove();
  for (const part of body.querySelectorAll("[id]")) part.removeAttribute("id");
  for (const cited of body.querySelectorAll('a[href^="#"]')) {
    cited.href = there.pathname + there.search + cited.getAttribute("href");
    cited.dataset.codex = "";
  }
  whole.href = link.href;
  codex.hidden = false;
  document.body.classList.add("has-codex");
  codex.focus();
}

function close() {
  codex.hidden = true;
  document.body.classList.remove("has-codex");
  asker?.focus();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-codex]");
  if (!link || !codex || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  if (!codex.contains(link)) asker = link;
  open(link).catch(() => window.open(link.href, "_blank", "noopener"));
});
codex?.querySelector("button").addEventListener("click", close);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && codex && !codex.hidden) close();
});

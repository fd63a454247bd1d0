// The page around the pages: shows what the worker answers in a frame, one document for each page, as a server's pages are.
// Links and forms of the frame lead through here; the address of a page stands behind the # of the real one.

import { Host } from "./host.js";
import { inflate, pack, unpack } from "./packed.js";

const $ = (selector, root = document) => root.querySelector(selector);
const RECORD = "#record=", PACK = "#pack="; // a whole game, or an owner's pack, in a link
const host = new Host();
const words = fetch("words.json").then((answer) => answer.json());
let address = "/"; // of the page that is shown, or asked for
let frame = null;

async function say(key, facts = {}) {
  const text = (await words)[language()][key];
  return text.replace(/\{(\w+)\}/g, (_, name) => facts[name]);
}

function language() {
  const chosen = JSON.parse(localStorage.getItem("agon-jar") ?? "{}").agon_lang;
  return chosen ?? (navigator.languages.find((tag) => /^(de|en)/.test(tag)) ?? "en").slice(0, 2);
}

// -- showing

// A new document beside the old ones (several, if somebody is quick), which go when the newest has come: nothing flickers.
function show(html) {
  const next = document.createElement("iframe");
  next.title = "Agon";
  next.dataset.next = "";
  next.srcdoc = html.replace(/(<img\b[^>]*?\s)src="\//g, '$1data-src="/'); // no host has them: see paint
  frame = next;
  return new Promise((done) => {
    next.addEventListener("load", () => {
      if (frame !== next) return done();
      for (const other of document.querySelectorAll("#pages iframe")) if (other !== next) other.remove();
      delete next.dataset.next;
      settle(next);
      done();
    }, { once: true });
    $("#pages").append(next);
  });
}

function settle(shown) {
  const page = shown.contentDocument;
  page.addEventListener("click", clicked);
  page.addEventListener("submit", submitted);
  page.addEventListener("click", copied, true);
  const mirror = () => {
    document.title = page.title;
    $("link[rel=icon]").href = $("link[rel=icon]", page)?.getAttribute("href") ?? "icon.svg";
    document.documentElement.lang = page.documentElement.lang;
    shown.title = page.title;
  };
  mirror();
  for (const image of page.querySelectorAll("img[data-src]")) paint(image);
  new MutationObserver(mirror).observe(page.head, { subtree: true, childList: true, attributes: true, characterData: true });
  document.body.classList.remove("empty");
  $("#wait").hidden = true;
  const part = address.split("#")[1];
  if (part) reveal(page, part);
  else shown.contentWindow.focus();
}

// A picture (an SVG) that a server would make is made here.
async function paint(image) {
  const { status, media, body } = await host.ask(image.dataset.src);
  if (status === 200) image.src = `data:${media},${encodeURIComponent(new TextDecoder().decode(body))}`;
}

function reveal(page, id) {
  const node = page.getElementById(id);
  node?.scrollIntoView();
  if (node && !node.hasAttribute("tabindex")) node.tabIndex = -1;
  node?.focus({ preventScroll: true });
}

async function failed(error) {
  document.body.classList.add("empty");
  $("#wait").hidden = false;
  $("#wait-text").textContent = await say("here_failed");
  throw error;
}

// -- going

function hashOf(path) { return path === "/" ? "" : `#${path}`; }

async function go(path, replace = false) {
  const same = path.split("#")[0] === address.split("#")[0] && path.includes("#") && frame;
  address = path;
  history[replace ? "replaceState" : "pushState"](null, "", location.pathname + location.search + hashOf(path));
  if (same) return reveal(frame.contentDocument, path.split("#")[1]);
  await open(path);
}

async function open(path) {
  const asked = address;
  const answer = await host.ask(path.split("#")[0]).catch(failed);
  if (address === asked) await arrive(answer);
}

// What came of a page or a form: another address, a file, or a page.
async function arrive({ status, media, body, headers, curtain }) {
  const facts = new Map(headers);
  if (facts.has("location")) return go(facts.get("location"), true);
  if (status === 200 && facts.has("content-disposition")) return save(body, media, facts.get("content-disposition"));
  await show(new TextDecoder().decode(body));
  await draw(curtain);
}

function save(body, media, disposition) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([body], { type: media }));
  link.download = /filename="([^"]+)"/.exec(disposition)?.[1] ?? "game.agon";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// -- what is clicked in a page

function clicked(event) {
  const link = event.target.closest("a[href]");
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  const path = link.getAttribute("href");
  if (!path.startsWith("/") && !path.startsWith("#") && !path.startsWith("?")) return;
  event.preventDefault();
  if (path.startsWith("#")) return reveal(link.ownerDocument, path.slice(1));
  if (link.target === "_blank") return window.open(location.pathname + hashOf(path), "_blank", "noopener");
  if (link.hasAttribute("download")) return host.ask(path, { headers: { accept: "application/json" } }).then(arrive);
  go(path);
}

async function submitted(event) {
  if (event.defaultPrevented) return;
  event.preventDefault();
  const form = event.target, fields = new URLSearchParams(new FormData(form, event.submitter));
  const path = event.submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? address, isGet = form.method === "get";
  const answer = isGet ? await host.ask(`${path}?${fields}`) : await host.ask(path, { method: "POST", body: fields });
  await arrive(answer);
}

// A link to what lies in this browser leads nowhere: that of a finished game, or of a pack, carries the whole of it.
const LINKS = {
  "copy-link": [RECORD, () => `/api/tables/${address.split("/")[2].split(/[?#]/)[0]}/record`],
  "copy-pack": [PACK, (button) => `/packs/${button.dataset.pack}/toml`],
};

async function copied(event) {
  const button = event.target.closest("[data-do=copy-link], [data-do=copy-pack]");
  if (!button) return;
  event.stopPropagation();
  const [sign, where] = LINKS[button.dataset.do];
  const { status, body } = await host.ask(where(button), { headers: { accept: "application/json" } });
  const text = new TextDecoder().decode(body), box = frame.contentDocument.getElementById("toast");
  if (status === 200) await navigator.clipboard.writeText(location.origin + location.pathname + sign + (await pack(text)));
  box.textContent = status === 200 ? await say("copied") : JSON.parse(text).error;
  box.hidden = false;
}

// -- the curtain between people at one screen

async function draw(name) {
  const curtain = $("#curtain");
  if (!name) return curtain.close();
  $("#curtain-title").textContent = await say("here_curtain", { name });
  $("#curtain-text").textContent = await say("here_curtain_text", { name });
  $("#curtain-look").textContent = await say("here_look", { name });
  if (!curtain.open) curtain.showModal();
}

$("#curtain").addEventListener("cancel", (event) => event.preventDefault());
$("#curtain-look").addEventListener("click", async () => {
  const path = address.split(/[?#]/)[0];
  await host.ask(`${path}/look`, { method: "POST" });
  $("#curtain").close();
  await open(address);
});

// -- what the scripts of a page use

window.agonHere = {
  get address() { return address; },
  go,
  rename(path) {
    address = path;
    history.replaceState(null, "", location.pathname + location.search + hashOf(path));
  },
  async send(path, wish) {
    const { status, media, body, headers, curtain } = await host.ask(path, wish);
    const next = new Map(headers).get("location");
    if (next) return this.send(next); // as fetch follows
    if (path.includes("/view?")) draw(curtain);
    const answer = new Response(body, { status, headers: { "content-type": media } });
    return Object.defineProperty(answer, "url", { value: new URL(path, location.href).href });
  },
  listen: (path) => host.listen(path),
};

// -- the beginning

const isLink = (hash) => hash.startsWith(RECORD) || hash.startsWith(PACK);

// A link that carries something: it is kept here like one's own, and shown.
async function bring(hash) {
  const json = { accept: "application/json" };
  const text = await unpack(hash.slice(hash.indexOf("=") + 1)).catch(() => "");
  const { status, body, headers } = await (hash.startsWith(RECORD)
    ? host.ask("/api/records", { method: "POST", body: JSON.stringify({ record: text }), headers: json })
    : host.ask("/packs", { method: "POST", body: new URLSearchParams({ text, look: "yes" }), headers: json })
  ).catch(failed);
  const next = new Map(headers).get("location");
  if (next) return go(next, true);
  const said = JSON.parse(new TextDecoder().decode(body));
  if (status === 201) return go(`/tables/${said.id}/replay`, true);
  await show(`<!doctype html><html lang="${language()}"><title>Agon</title><main><h1>Agon</h1><p role="alert">${said.error.replaceAll("<", "&lt;")}</p><p><a href="/">Agon</a></p></main>`);
}

async function begin() {
  if (isLink(location.hash)) return bring(location.hash);
  address = location.hash.slice(1) || "/";
  if (address === "/") await show(await inflate(await fetch(`lobby.${language()}.bin`))); // made beforehand
  const { tables, times } = await host.ready.catch(failed);
  document.body.dataset.times = JSON.stringify(times);
  if (address !== "/" || tables || language() !== frame.contentDocument.documentElement.lang) await open(address);
}

addEventListener("popstate", () => {
  if (isLink(location.hash)) return bring(location.hash);
  address = location.hash.slice(1) || "/";
  open(address);
});

async function keepForLater() {
  if (!("serviceWorker" in navigator)) return;
  const kept = await navigator.serviceWorker.register("sw.js");
  const offer = async (fresh) => {
    if (!fresh || !navigator.serviceWorker.controller) return;
    $("#update-text").textContent = await say("here_update");
    $("#update-now").textContent = await say("here_reload");
    $("#update").hidden = false;
    $("#update-now").onclick = () => {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
      fresh.postMessage("now");
    };
  };
  const follow = (fresh) => fresh?.addEventListener("statechange", () => { if (fresh.state === "installed") offer(fresh); });
  offer(kept.waiting);
  follow(kept.installing); // found before we listen
  kept.addEventListener("updatefound", () => follow(kept.installing));
}

document.body.classList.add("empty");
say("here_loading").then((text) => { $("#wait-text").textContent = text; });
begin().then(() => host.ready).then(keepForLater);

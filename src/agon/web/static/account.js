// The account page: passkeys, the recovery code, devices, wishes. What is asked of the server answers in sentences.

import { $, $$, announce, ask, toast } from "./page.js";
import { go, reload } from "./transport.js";

const main = $("main.ac"), words = JSON.parse(main.dataset.words), LOOK = 1500;

const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

function told(credential) {
  const { id, type, rawId, response } = credential, said = {};
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (response[name]) said[name] = text(response[name]);
  }
  return { id, type, rawId: text(rawId), response: said, clientExtensionResults: credential.getClientExtensionResults() };
}

const account = (path, body = {}) => ask("POST", `/api/account${path}`, body);

async function make() {
  const { options, seal } = await account("/passkey/options");
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge),
    user: { ...options.user, id: bytes(options.user.id) },
    excludeCredentials: (options.excludeCredentials ?? []).map((known) => ({ ...known, id: bytes(known.id) })),
  };
  const credential = await navigator.credentials.create({ publicKey });
  return account("/passkey", { credential: told(credential), seal });
}

async function show() {
  const { options, seal } = await account("/login/options");
  const publicKey = { ...options, challenge: bytes(options.challenge), allowCredentials: [] };
  const credential = await navigator.credentials.get({ publicKey });
  return account("/login", { credential: told(credential), seal });
}

function showCode(code) {
  const box = $("#code-shown");
  $("ol", box).replaceChildren(...code.map((word) => Object.assign(document.createElement("li"), { textContent: word })));
  $("#code-about").hidden = true;
  $("#code-do").hidden = true;
  box.hidden = false;
  box.focus();
}

// Whoever has just kept a name reads the code first; the page is new once it is written down.
function kept({ code }) {
  if (!code?.length) return reload();
  announce(words.kept_now);
  main.dataset.kept = "yes";
  return showCode(code);
}

async function offer() {
  const { code } = await account("/link"), box = $("#link-shown"), line = $("p", box);
  const [before, after] = line.dataset.text.split("%"), said = document.createElement("b");
  said.textContent = `${code.slice(0, 3)} ${code.slice(3)}`;
  line.replaceChildren(before, said, after);
  $("img", box).src = `/account/qr/${code}`;
  box.hidden = false;
  box.dataset.code = code;
  await look();
}

async function look() {
  const { device } = await ask("GET", "/api/account/link").catch(() => ({ device: "" }));
  const asks = $("#link-asks");
  asks.hidden = !device;
  $("p", asks).textContent = words.another_sure.replace("{device}", device);
  if (!device) setTimeout(look, LOOK);
}

async function claim(form) {
  const { claim } = await account("/link/claim", { code: form.code.value }), waits = $("#claim-waits");
  waits.textContent = words.another_wait;
  waits.hidden = false;
  const enter = async () => {
    const { name } = await account("/link/enter", { claim });
    if (name) go("/account");
    else setTimeout(() => attempt(enter), LOOK);
  };
  await enter();
}

const deeds = {
  passkey: async () => kept(await make()),
  keep: async () => kept(await account("")),
  login: async () => { await show(); reload(); },
  code: async () => showCode((await account("/code")).code),
  remove: async (button) => { await ask("DELETE", `/api/account/passkeys/${button.dataset.id}`); reload(); },
  end: async (button) => { await ask("DELETE", `/api/account/sessions/${button.dataset.id}`); reload(); },
  logout: async () => { await account("/logout"); go("/"); },
  link: offer,
  "link-yes": async () => { await account("/link/confirm", { yes: true }); reload(); },
  "link-no": async () => { await account("/link/confirm", { yes: false }); reload(); },
  delete: async () => { await account("/leave"); reload(); },
  stay: async () => { await account("/stay"); reload(); },
  print: () => print(),
  "copy-code": async () => {
    await navigator.clipboard.writeText($$("#code-shown li").map((word) => word.textContent).join(" "));
    toast(words.copied);
  },
  written: () => reload(),
};

// The browser asks its owner, then names where it takes letters.
async function listenHere() {
  const worker = await navigator.serviceWorker.register("/sw.js"), key = bytes($("#told").dataset.vapid);
  const found = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = found.toJSON();
  await account("/push", { endpoint, p256dh: keys.p256dh, auth: keys.auth });
}

const here = () => ({ lang: document.documentElement.lang, zone: Intl.DateTimeFormat().resolvedOptions().timeZone });

const forms = {
  mail: async (form) => { await account("/mail", { mail: form.elements.mail.value }); toast(words.mail_sent); },
  quiet: async (form) => {
    await account("/wishes", { wishes: { quiet_from: form.elements.from.value, quiet_to: form.elements.to.value, ...here() } });
    toast(words.saved);
  },
  recover: async (form) => {
    await account("/recover", { name: form.elements.name.value, code: form.elements.code.value });
    reload();
  },
  name: async (form) => { await account("/name", { name: form.elements.name.value }); reload(); },
  claim,
};

async function attempt(work) {
  try {
    await work();
  } catch (error) {
    toast(error instanceof DOMException ? words.passkey_cancelled : error.message);
  }
}

main.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-do], input[data-do]");
  if (!button || !(button.dataset.do in deeds)) return;
  if (button.dataset.sure && !confirm(button.dataset.sure)) return;
  attempt(() => deeds[button.dataset.do](button));
});

main.addEventListener("submit", (event) => {
  event.preventDefault();
  attempt(() => forms[event.target.dataset.do](event.target));
});

main.addEventListener("change", (event) => {
  const { wish } = event.target.dataset;
  if (!wish) return;
  attempt(async () => {
    if (wish.startsWith("push_") && event.target.checked) await listenHere();
    await account("/wishes", { wishes: { [wish]: event.target.checked, ...here() } });
  });
});

// Python in a worker: the one that plays the server, and those in which bots think. Both run the same code of ours.

import createModule from "./pyodide/pyodide.asm.mjs";
import { loadPyodide } from "./pyodide/pyodide.mjs";

const THINKERS = Math.max(1, Math.min(3, (navigator.hardwareConcurrency ?? 2) - 1));
const isThinker = self.name === "thinker";
const FIRST = /^\/($|\?|play$|tables\/[\w-]+($|\/view))/; // the pages on the way to a board; a picture of the memory knows them
const CALM = 3000; // milliseconds that the first page has for itself, before all else is made ready

// -- Pyodide's machine is sent compressed; not every static host would do that

const { fetch } = self;

async function inflated(address) {
  const { body } = await fetch(`${address}.bin`);
  return new Response(body.pipeThrough(new DecompressionStream("deflate-raw")), { headers: { "content-type": "application/wasm" } });
}

self.fetch = (wanted, ...wish) => (String(wanted).endsWith(".asm.wasm") ? inflated(wanted) : fetch(wanted, ...wish));

// -- starting: from a picture of the memory after the first start, where there is one

// Pyodide lays a picture into the memory it begins with, which is smaller than one that has worked.
async function roomFor(memory, settings) {
  const module = await createModule(settings);
  while (module.HEAP8.length < memory.byteLength) module._malloc(Math.max(1 << 20, memory.byteLength - module.HEAP8.length));
  return module;
}

async function start() {
  const times = { begun: performance.now() };
  const packed = Promise.all(["pyodide/libraries.bin", "bundle.bin"].map((name) => fetch(name).then((r) => r.arrayBuffer())));
  const site = await fetch("site.json").then((r) => r.json());
  const kept = await caches.open(`agon-memory-${site.version}`).catch(() => null); // none without https
  const memory = await kept?.match("memory").then((found) => found?.arrayBuffer());
  const indexURL = new URL("pyodide/", import.meta.url).href;
  const again = { _loadSnapshot: memory, createPyodideModule: (settings) => roomFor(memory, settings) };
  times.loaded = performance.now();
  const python = await loadPyodide({ indexURL, ...(memory ? again : { _makeSnapshot: isThinker }) });
  times.python = performance.now();
  const bundles = await packed;
  const files = once(() => bundles.forEach((bundle) => python.unpackArchive(bundle, "xztar", { extractDir: "/agon" })));
  if (!memory) {
    files();
    times.unpacked = performance.now();
    python.runPython("import sys; sys.path.insert(0, '/agon'); import agon.site.inside");
  }
  times.ready = performance.now();
  return { python, times, kept, memory, files };
}

function once(work) {
  let done = false;
  return () => { if (!done) work(); done = true; };
}

// The first to think takes the picture: whoever plays the server has a page to show.
async function picture({ python, kept, memory }) {
  if (memory || !kept) return;
  python.runPython("agon.site.inside.warm_up()");
  await kept.put("memory", new Response(python.makeMemorySnapshot()));
}

// -- what is kept: one text for each table, in the browser's own database

function database() {
  return new Promise((done, fail) => {
    const asked = indexedDB.open("agon", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("kept");
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error);
  });
}

function finished(request) {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
}

async function everything(base) {
  const store = base.transaction("kept").objectStore("kept");
  const [keys, texts] = await Promise.all([finished(store.getAllKeys()), finished(store.getAll())]);
  return keys.map((key, n) => [key, texts[n]]);
}

function write(base, key, text) {
  return new Promise((done, fail) => {
    const change = base.transaction("kept", "readwrite");
    const store = change.objectStore("kept");
    if (text) store.put(text, key);
    else store.delete(key);
    change.oncomplete = () => done();
    change.onerror = change.onabort = () => fail(change.error);
  });
}

// -- thinking elsewhere

function measured(thought) {
  const start = performance.now(), answer = thought();
  performance.measure("thought", { start });
  return answer;
}

class Thinkers {
  constructor(self) {
    this.self = self; // thinks where no other worker can, or none is there yet
    this.free = [];
    this.some = false; // a worker has come
    this.waiting = [];
    this.begun = 0;
    this.calm = new Promise((done) => { this.rest = done; }); // the first board is there, or nobody waits for one
  }

  // Started one after the other, each when the one before it is there: the page comes first.
  begin() {
    if (this.begun === THINKERS) return;
    this.begun += 1;
    const worker = new Worker(import.meta.url, { type: "module", name: "thinker" });
    worker.onmessage = ({ data: { error } }) => {
      if (error) return this.alone(error);
      this.some = true;
      this.hand(worker);
      this.begin();
    };
    worker.onerror = (event) => this.alone(event.message);
  }

  // A browser that gives no further worker, or no further memory.
  alone(error) {
    console.warn(`Agon: no further worker for bots (${error}).`);
  }

  hand(worker) {
    const next = this.waiting.shift();
    if (next) this.give(worker, next);
    else this.free.push(worker);
  }

  give(worker, { question, done }) {
    const start = performance.now();
    worker.onmessage = ({ data }) => {
      performance.measure("thought", { start });
      done(data.answer);
      this.hand(worker);
    };
    worker.postMessage(question);
  }

  // A worker of its own for what takes minutes, so that bots answer meanwhile.
  aside(question) {
    return new Promise((done) => {
      const worker = new Worker(import.meta.url, { type: "module", name: "thinker" });
      const end = (answer) => { worker.terminate(); done(answer); };
      worker.onerror = () => end(this.ask(question));
      worker.onmessage = ({ data: { error } }) => {
        if (error) return end(this.ask(question));
        worker.onmessage = ({ data }) => end(data.answer);
        worker.postMessage(question);
      };
    });
  }

  async ask(question) {
    if (!this.some) return this.calm.then(() => measured(() => this.self(question))); // sooner than a worker starts
    return new Promise((done) => {
      const worker = this.free.shift();
      if (worker) this.give(worker, { question, done });
      else this.waiting.push({ question, done });
    });
  }
}

// -- the two kinds of workers

async function think() {
  const started = await start();
  started.files();
  await picture(started);
  const inside = started.python.pyimport("agon.site.inside");
  self.onmessage = ({ data }) => self.postMessage({ answer: inside.think(data).toJs() });
  self.postMessage({ ready: true });
}

async function serve() {
  const [{ python, times, files }, base] = await Promise.all([start(), database()]);
  const inside = python.pyimport("agon.site.inside"), listeners = new Map();
  const thinkers = new Thinkers((question) => (files(), inside.think(question).toJs()));
  const here = inside.begin((key, text) => write(base, key, text), (question) => thinkers.ask(question.toJs()), (question) => thinkers.aside(question.toJs()), python.toPy(await everything(base)));
  const serving = {
    async ask({ number, method, path, headers, body }) {
      if (!FIRST.test(path)) files();
      const answer = await here.answer(method, path, python.toPy(headers), body);
      self.postMessage({ kind: "answer", number, ...answer.toJs({ dict_converter: Object.fromEntries }) });
      answer.destroy();
    },
    listen({ number, table }) {
      thinkers.rest();
      listeners.set(number, here.listen(table, (data) => self.postMessage({ kind: "event", number, data })));
    },
    unlisten({ number }) {
      listeners.get(number)?.cancel();
      listeners.delete(number);
    },
  };
  self.onmessage = ({ data }) => Promise.resolve(serving[data.kind](data)).catch((error) => self.postMessage({ kind: "answer", number: data.number, error: String(error) }));
  self.postMessage({ kind: "ready", tables: here.tables(), times });
  setTimeout(() => { files(); thinkers.rest(); thinkers.begin(); }, CALM);
}

if (isThinker) think().catch((error) => self.postMessage({ error: String(error) }));
else serve().catch((error) => self.postMessage({ kind: "failed", error: String(error) }));

// Agon in the browser. It knows no game: the server says what can be clicked, what lights up and every word of it.

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const MOVE = 250; // milliseconds a piece travels

// ---- every page ----

function announce(text) {
  const region = $("#announce");
  region.textContent = "";
  requestAnimationFrame(() => { region.textContent = text; });
}

let toastTimer = 0;
function toast(text, stays = false) {
  const box = $("#toast");
  box.textContent = text;
  box.hidden = !text;
  clearTimeout(toastTimer);
  if (text && !stays) toastTimer = setTimeout(() => { box.hidden = true; }, 6000);
}

function switchTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  document.cookie = `agon_theme=${root.dataset.theme}; path=/; max-age=31536000; samesite=lax${location.protocol === "https:" ? "; secure" : ""}`;
}

async function ask(method, path, body) {
  const headers = { accept: "application/json" };
  if (body !== undefined) headers["content-type"] = "application/json";
  const answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  const said = (answer.headers.get("content-type") ?? "").includes("json") ? await answer.json() : {};
  if (!answer.ok) throw Object.assign(new Error(said.error ?? answer.statusText), { status: answer.status, said });
  return said;
}

// A record from a file goes into the text field beside it; the API takes longer ones than a form may.
function importing(form) {
  const [file, text] = form.dataset.file.split(":").map((id) => document.getElementById(id));
  file.addEventListener("change", async () => {
    if (file.files[0]) text.value = await file.files[0].text();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const record = text.value.endsWith("\n") ? text.value : `${text.value}\n`;
    try {
      const table = await ask("POST", "/api/records", { record });
      location.assign(`/tables/${table.id}/replay`);
    } catch (error) {
      toast(error.message);
    }
  });
}

$$("form[data-file]").forEach(importing);
$("[data-do=theme]")?.addEventListener("click", switchTheme);

// ---- the picture: keep what stayed, move what moved ----

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

function patch(old, fresh) {
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

function parse(html) {
  const box = document.createElement("template");
  box.innerHTML = html;
  return box.content;
}

// ---- pan and zoom: by the viewBox, so that the board stays sharp ----

class Camera {
  constructor(frame) {
    this.frame = frame;
    this.pointers = new Map();
    this.moved = false;
    this.take();
    frame.addEventListener("wheel", (e) => this.wheel(e), { passive: false });
    frame.addEventListener("pointerdown", (e) => this.down(e));
    frame.addEventListener("pointermove", (e) => this.move(e));
    for (const end of ["pointerup", "pointercancel"]) frame.addEventListener(end, (e) => this.up(e));
    frame.addEventListener("dblclick", (e) => { if (!e.target.closest(".legal, .ag-zoom")) this.fit(); });
  }

  get svg() { return $("svg.sheet", this.frame); }

  // A new picture: the view stays where the player has put it, unless nobody has.
  take(fresh = this.svg) {
    const box = fresh.getAttribute("viewBox").split(" ").map(Number);
    const free = !this.box || this.box.every((n, i) => n === this.whole[i]);
    this.whole = box;
    if (free) this.box = [...box];
    this.show();
  }

  show() { this.svg.setAttribute("viewBox", this.box.map((n) => Math.round(n * 10) / 10).join(" ")); }

  fit() {
    this.box = [...this.whole];
    this.show();
  }

  point(x, y) {
    return new DOMPoint(x, y).matrixTransform(this.svg.getScreenCTM().inverse());
  }

  middle() {
    const { left, top, width, height } = this.frame.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  }

  zoom(factor, [x, y] = this.middle()) {
    const width = Math.min(this.whole[2] * 1.6, Math.max(this.whole[2] / 8, this.box[2] / factor));
    const by = this.box[2] / width;
    const at = this.point(x, y);
    this.box = [at.x - (at.x - this.box[0]) / by, at.y - (at.y - this.box[1]) / by, width, this.box[3] / by];
    this.show();
  }

  pan(fromX, fromY, toX, toY) {
    const a = this.point(fromX, fromY), b = this.point(toX, toY);
    this.box[0] -= b.x - a.x;
    this.box[1] -= b.y - a.y;
    this.show();
  }

  wheel(event) {
    event.preventDefault();
    const step = event.deltaMode === 1 ? 30 : 1;
    this.zoom(Math.exp(-event.deltaY * step * (event.ctrlKey ? 0.01 : 0.0016)), [event.clientX, event.clientY]);
  }

  down(event) {
    if (event.button > 0 || event.target.closest(".ag-zoom")) return;
    if (!this.pointers.size) this.moved = false;
    this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
  }

  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = [event.clientX, event.clientY];
    if (!this.moved && Math.hypot(now[0] - before[0], now[1] - before[1]) < 6) return;
    if (!this.moved) {
      this.moved = true;
      this.frame.classList.add("is-dragging");
      this.frame.setPointerCapture(event.pointerId);
    }
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const far = (p) => Math.hypot(p[0] - other[0], p[1] - other[1]);
      this.zoom(far(now) / Math.max(20, far(before)), [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]);
      this.pan((before[0] + other[0]) / 2, (before[1] + other[1]) / 2, (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
    } else this.pan(...before, ...now);
    this.pointers.set(event.pointerId, now);
  }

  up(event) {
    this.pointers.delete(event.pointerId);
    if (!this.pointers.size) this.frame.classList.remove("is-dragging");
  }

  // Whether the click that follows belongs to a drag.
  dragged() {
    const moved = this.moved;
    this.moved = false;
    return moved;
  }
}

// ---- your turn: a sound, the title, the icon, a notification ----

class Bell {
  constructor(words) {
    this.words = words;
    this.title = document.title;
    this.icon = $("link[rel=icon]");
    this.plain = this.icon.getAttribute("href");
    this.on = localStorage.getItem("agon-sound") !== "off";
    this.button = $("[data-do=sound]");
    this.label();
    this.bell = $("[data-do=notify]");
    if (this.bell) this.bell.hidden = !("Notification" in window) || Notification.permission !== "default";
  }

  label() {
    this.button?.setAttribute("aria-pressed", String(this.on));
    if (this.button) this.button.title = this.on ? this.words.sound_on : this.words.sound_off;
  }

  toggle() {
    this.on = !this.on;
    localStorage.setItem("agon-sound", this.on ? "on" : "off");
    this.label();
    if (this.on) this.ring();
  }

  async allow() {
    await Notification.requestPermission();
    this.bell.hidden = true;
  }

  // Two plucked strings, made here.
  ring() {
    if (!this.on || !navigator.userActivation?.hasBeenActive) return;
    this.audio ??= new AudioContext();
    [440, 660].forEach((pitch, n) => {
      const tone = this.audio.createOscillator(), loud = this.audio.createGain(), at = this.audio.currentTime + n * 0.13;
      tone.frequency.value = pitch;
      tone.type = "triangle";
      loud.gain.setValueAtTime(0.0001, at);
      loud.gain.exponentialRampToValueAtTime(0.12, at + 0.012);
      loud.gain.exponentialRampToValueAtTime(0.0001, at + 0.7);
      tone.connect(loud).connect(this.audio.destination);
      tone.start(at);
      tone.stop(at + 0.75);
    });
  }

  show(mine, prompt, fresh) {
    document.title = mine ? `● ${this.words.turn_title}: ${prompt} – ${this.title}` : this.title;
    this.icon.setAttribute("href", mine ? this.icon.dataset.turn : this.plain);
    if (!mine || !fresh) return;
    this.ring();
    if (document.hidden && "Notification" in window && Notification.permission === "granted") {
      const note = new Notification(this.words.turn_title, { body: `${this.title}: ${prompt}`, tag: location.pathname });
      note.onclick = () => { window.focus(); note.close(); };
    }
  }
}

// ---- the table ----

const PAUSE = 1500; // milliseconds, at least, before an answer is given for somebody
const BLINK = 5000; // milliseconds somebody is gone before they are called away
const SOON = 600; // seconds: a longer wait is shown, but not read out
const KEEP = 12; // log lines asked for again, in case the last were taken back

// Seconds as 1:53; from an hour on in whole hours.
function timeLeft(seconds) {
  if (seconds >= 3600) return `${Math.ceil(seconds / 3600)}\u00a0h`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function spokenTime(seconds) { return seconds >= 60 ? `${Math.round(seconds / 60)} min` : `${seconds} s`; }

class Table {
  constructor(main) {
    this.main = main;
    this.id = main.dataset.table;
    this.mode = main.dataset.mode;
    this.words = JSON.parse(main.dataset.words);
    this.ply = Number(main.dataset.ply);
    this.plies = Number(main.dataset.plies);
    this.version = Number(main.dataset.version);
    this.asked = main.dataset.asked === "yes";
    this.past = null; // the ply one looks at; null: the present
    this.said = {};
    this.away = new Map(); // seat -> since when its owner is away, and from when on a bot may play for them
    this.told = this.lastTold()?.dataset.at;
    this.reasons = new Map();
    this.log = $("#log");
    this.slider = $("#slider");
    this.camera = new Camera($("#board"));
    this.bell = new Bell(this.words);
    this.bell.show(this.asked, $(".prompt b").textContent, false);
    this.auto = localStorage.getItem("agon-auto") === "on";
    this.answer();
    if (this.mode === "replay") this.past = this.ply;
    this.listen();
    this.log.scrollTop = this.log.scrollHeight;
    this.mark();
    if (this.mode === "table") this.follow();
    if (["waiting", "running"].includes($("#analysis")?.dataset.stage)) this.analyse("GET");
  }

  // -- asking the server

  follow() {
    const source = new EventSource(`/api/tables/${this.id}/events`);
    let lost = 0;
    source.addEventListener("change", (event) => {
      const { version, away } = JSON.parse(event.data);
      this.attend(away, version === this.version);
      if (version > this.version) this.refresh(version);
    });
    source.addEventListener("gone", (event) => {
      source.close();
      toast(JSON.parse(event.data).sentence, true);
    });
    source.addEventListener("error", () => {
      lost ||= setTimeout(() => toast(this.words.offline, true), 2500);
      if (source.readyState === EventSource.CLOSED) setTimeout(() => this.follow(), 3000);
    });
    source.addEventListener("open", () => {
      this.attend([]); // the server tells at once who is away
      if (!lost) return;
      clearTimeout(lost);
      lost = 0;
      this.refresh();
    });
    addEventListener("pagehide", () => source.close());
  }

  // Ask for the present position; where a version is named, only if the answer under way is older.
  async refresh(version = Infinity) {
    this.wanted = Math.max(this.wanted ?? 0, version);
    if (this.fetching) return;
    this.fetching = true;
    try {
      do {
        this.wanted = 0;
        this.apply(await this.view(this.past));
      } while (this.wanted > this.version);
      this.heard();
    } catch (error) {
      if (error.status) toast(error.message);
      else this.retry();
    } finally {
      this.fetching = false;
    }
  }

  heard() {
    this.lost = 0;
    if ($("#toast").textContent === this.words.offline) toast("");
  }

  // Nothing was answered: try again, at first soon and then less often.
  retry() {
    this.lost = (this.lost ?? 0) + 1;
    toast(this.words.offline, true);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.refresh(), Math.min(20000, 1000 * this.lost));
  }

  view(ply) {
    const query = new URLSearchParams({ since: String(Math.max(0, this.known() - KEEP)), mode: this.mode });
    if (ply !== null) query.set("ply", String(ply));
    const eyes = $("#eyes")?.value;
    if (eyes === "open") query.set("open", "yes");
    else if (eyes) query.set("seat", eyes);
    if (this.whole) query.delete("since");
    return ask("GET", `/tables/${this.id}/view?${query}`);
  }

  known() { return Number(this.log.lastElementChild?.dataset.ply ?? 0); }

  async act(action, from) {
    if (this.sent === this.plies) return; // a doubled click
    this.sent = this.plies;
    from?.setAttribute("aria-busy", "true");
    this.hush();
    try {
      await ask("POST", `/api/tables/${this.id}/plies`, { ply: this.plies, action });
    } catch (error) {
      this.sent = null;
      toast(error.status === 409 && error.said.ply !== undefined ? this.words.stale : error.message);
    }
    from?.removeAttribute("aria-busy");
    await this.refresh();
  }

  async tell(method, path, body) {
    try {
      return await ask(method, `/api/tables/${this.id}${path}`, body);
    } catch (error) {
      toast(error.message);
      return null;
    } finally {
      await this.refresh();
    }
  }

  // -- showing

  apply(v) {
    const wasAsked = this.asked, grown = v.version > this.version;
    if (grown) this.sent = null;
    this.version = v.version;
    this.ply = v.ply;
    this.plies = v.plies;
    this.asked = v.asked;
    Object.assign(this.main.dataset, { ply: v.ply, plies: v.plies, version: v.version, asked: v.asked ? "yes" : "", over: v.over ? "yes" : "" });
    if (grown) {
      this.reasons.clear();
      this.unrefuse();
    }
    const focus = this.focused();
    for (const name of ["prompt", "actions", "players", "chat"]) this.swap(name, v.html[name]);
    this.sheets(v.html);
    const news = this.lines(v.html.log);
    $("#caption").textContent = v.caption;
    $("#tool-rules").href = v.rules;
    for (const [name, may] of [["undo", v.undo], ["hint", v.hint]]) {
      const button = $(`#tool-${name}`);
      if (button) button.disabled = !may;
    }
    if (grown) $("#hint").hidden = true;
    const leave = $("[data-do=leave]");
    if (leave) leave.hidden = !v.over && (v.standing_in || !v.started);
    this.mark();
    this.missing();
    this.refocus(focus);
    const others = news.some((line) => Number(line.dataset.seat) >= 0 && Number(line.dataset.seat) !== v.seat);
    this.bell.show(v.asked, v.prompt, v.asked && (!wasAsked || others) && this.past === null);
    this.answer();
    if (!grown || this.past !== null) return;
    const told = news.slice(-6).map((line) => $("button", line).textContent);
    const last = this.lastTold();
    if (last && last.dataset.at !== this.told) {
      this.told = last.dataset.at;
      toast(last.textContent);
    }
    announce([...told, v.asked ? `${this.words.turn_title}: ${v.prompt}` : v.prompt].join(" "));
  }

  // Where only one thing is possible it is done for whoever wishes so, but never at once: haste would tell that there
  // was nothing to think about.
  answer() {
    $("[data-do=auto]")?.setAttribute("aria-pressed", String(this.auto));
    clearTimeout(this.answering);
    const offered = document.querySelectorAll("#choices [data-action]");
    if (!this.auto || !this.asked || this.past !== null || offered.length !== 1) return;
    const action = offered[0].dataset.action, ply = this.plies;
    this.answering = setTimeout(() => ply === this.plies && this.act(action), PAUSE + Math.random() * PAUSE);
  }

  swap(name, html) {
    if (html === undefined || this.said[name] === html) return;
    this.said[name] = html;
    const box = document.getElementById(name);
    if (!box) return;
    const down = name === "chat" && box.scrollTop + box.clientHeight > box.scrollHeight - 30;
    box.replaceChildren(parse(html));
    if (down) box.scrollTop = box.scrollHeight;
  }

  sheets(html) {
    if (this.said.board !== html.board) {
      const board = $("svg", parse(html.board));
      patch($("#sheet svg"), board);
      this.camera.take(board);
    }
    this.said.board = html.board;
    for (const name of ["side", "foot"]) {
      if (this.said[name] === html[name]) continue;
      this.said[name] = html[name];
      const box = document.getElementById(name), fresh = parse(html[name]);
      const list = (root) => $$("[data-name]", root).map((n) => n.dataset.name).join();
      if (list(box) !== list(fresh)) {
        const open = $$(".tab[aria-selected=true]", box).map((tab) => tab.id);
        box.replaceChildren(fresh);
        open.forEach((id) => document.getElementById(id) && this.turn(document.getElementById(id)));
      } else {
        for (const panel of $$("[data-name]", fresh)) {
          const old = $(`[data-name="${panel.dataset.name}"] svg`, box), svg = $("svg", panel);
          old.setAttribute("viewBox", svg.getAttribute("viewBox"));
          patch(old, svg);
        }
        for (const tab of $$(".tab", fresh)) document.getElementById(tab.id).className = tab.className;
      }
      this.lead(box);
    }
  }

  // A board that is turned over is turned up when it offers something and the one on top does not.
  lead(box) {
    for (const family of $$("[data-family]", box)) {
      const shown = $("[data-name]:not([hidden])", family);
      const wanted = $$("[data-name]", family).find((panel) => $(".legal", panel));
      if (wanted && shown && wanted !== shown && !$(".legal", shown)) this.turn(document.getElementById(`tab-${wanted.dataset.name}`));
    }
  }

  turn(tab) {
    for (const other of $$(".tab", tab.parentElement)) {
      const on = other === tab;
      other.setAttribute("aria-selected", String(on));
      other.tabIndex = on ? 0 : -1;
      document.getElementById(other.getAttribute("aria-controls")).hidden = !on;
    }
  }

  lines(html) {
    const fresh = [...parse(html).children];
    const first = this.whole ? 0 : fresh.length ? Number(fresh[0].dataset.ply) : this.plies + 1;
    this.whole = false;
    const before = this.known();
    for (const line of [...this.log.children]) {
      const ply = Number(line.dataset.ply);
      if (ply >= first || ply > this.plies) line.remove();
    }
    const down = this.log.scrollTop + this.log.clientHeight > this.log.scrollHeight - 60;
    this.log.append(...fresh);
    if (down && this.past === null) this.log.scrollTop = this.log.scrollHeight;
    return fresh.filter((line) => Number(line.dataset.ply) > before);
  }

  // The slider, and the line of the log one looks at.
  mark() {
    this.slider.max = String(this.plies);
    this.slider.value = String(this.ply);
    this.slider.style.setProperty("--v", `${this.plies ? (100 * this.ply) / this.plies : 100}%`);
    this.slider.setAttribute("aria-valuetext", `${this.ply} / ${this.plies}`);
    $("#at").textContent = `${this.ply} / ${this.plies}`;
    for (const line of this.log.children) {
      const ply = Number(line.dataset.ply);
      line.classList.toggle("is-later", ply > this.ply);
      if (ply === this.ply && this.past !== null) line.setAttribute("aria-current", "true");
      else line.removeAttribute("aria-current");
    }
    this.point();
    if (this.past !== null) {
      const line = $("[aria-current]", this.log);
      if (line) this.log.scrollTop += line.getBoundingClientRect().top - this.log.getBoundingClientRect().top - this.log.clientHeight / 2;
    }
  }

  lastTold() { return $$("#chat .told").at(-1); }

  // -- who is away: the server says since when, and from when on a bot may play for them

  attend(away, same = false) {
    const now = performance.now(), before = this.away;
    this.away = new Map(away.map(([seat, gone, rest]) => [seat, { since: now - gone * 1000, until: now + rest * 1000, said: before.get(seat)?.said ?? 0 }]));
    for (const [seat, { said }] of before) {
      if (same && said && !this.away.has(seat)) announce(this.words.returned.replace("{name}", this.nameOf(seat)));
    }
    clearInterval(this.counting);
    this.counting = this.away.size ? setInterval(() => this.missing(), 1000) : 0;
    this.missing();
  }

  // The countdown in the players' panel, in a line that is kept free for it, and the button once it works. A page that is
  // only loaded anew is not worth a word.
  missing() {
    const now = performance.now();
    for (const line of $$("[data-away]")) {
      const seat = Number(line.dataset.away), gone = this.away.get(seat), button = $(`.pcard__r[data-seat="${seat}"]`);
      const shown = gone && now - gone.since >= BLINK, rest = gone ? Math.max(0, Math.ceil((gone.until - now) / 1000)) : 0;
      const text = !shown ? "\u00a0" : rest ? this.words.away_in.replace("{time}", timeLeft(rest)) : this.words.away;
      if (line.textContent !== text) line.textContent = text;
      if (button) button.hidden = !shown || rest > 0;
      if (shown) this.tellAway(seat, gone, rest, button);
    }
  }

  // Said once when somebody has gone from a live table, and once when a bot may play; the countdown itself is not read out.
  tellAway(seat, gone, rest, button) {
    const stage = rest ? 1 : 2;
    if (gone.said >= stage || (rest > SOON) || (!rest && !button)) return;
    gone.said = stage;
    const words = rest ? this.words.gone : this.words.may_replace;
    announce(words.replace("{name}", this.nameOf(seat)).replace("{time}", spokenTime(rest)));
  }

  nameOf(seat) { return $$(".pcard")[seat]?.getAttribute("aria-label") ?? ""; }

  // -- focus

  focused() {
    const node = document.activeElement;
    if (!node || node === document.body) return null;
    return { node, id: node.id, todo: node.dataset.do, list: Boolean(node.closest("#actions, #prompt, #chooser, #hint")), shape: Boolean(node.closest("svg.sheet")) };
  }

  // Whoever plays by keyboard stays where they play: in the list, or on the board.
  refocus(focus) {
    if (!focus) return;
    const { node, id, todo, list, shape } = focus;
    if (shape) {
      if (!node.isConnected || !node.hasAttribute("tabindex")) $("#board").focus({ preventScroll: true });
    } else if (id === "actions") $("#choices button")?.focus({ preventScroll: true });
    else if (!node.isConnected) {
      const same = (id && document.getElementById(id)) || (todo && $(`[data-do="${todo}"]:not([disabled])`));
      const next = same || (list ? $("#choices button") ?? $("#actions") : null);
      next?.focus({ preventScroll: true });
    }
  }

  // -- lighting places and actions, both ways

  light(node) {
    this.dim();
    if (!node) return;
    const lit = new Set();
    if (node.dataset.action) {
      const wanted = new Set(node.dataset.action.split("|"));
      for (const other of $$("[data-action]")) if (other.dataset.action.split("|").some((a) => wanted.has(a))) lit.add(other);
    } else if (node.dataset.places) {
      for (const place of node.dataset.places.split(" ")) $$(`svg.sheet [id$="-${CSS.escape(place)}"]`).forEach((shape) => lit.add(shape));
    }
    for (const other of lit) {
      other.classList.add("is-lit");
      if (other !== node && other.closest("#choices") && !node.closest("#choices")) this.reveal(other);
      const hidden = other.closest("[data-name][hidden]");
      if (hidden && node.closest("#choices, #hint")) this.turn(document.getElementById(`tab-${hidden.dataset.name}`));
    }
  }

  reveal(button) {
    const list = button.closest(".scroll"), a = button.getBoundingClientRect(), b = list.getBoundingClientRect();
    if (a.top < b.top) list.scrollTop += a.top - b.top;
    else if (a.bottom > b.bottom) list.scrollTop += a.bottom - b.bottom;
  }

  dim() { $$(".is-lit").forEach((node) => node.classList.remove("is-lit")); }

  // -- why not?

  async why(node, x, y, spoken = false) {
    const action = node.dataset.why.split("|")[0];
    this.pointed = node;
    await new Promise((done) => setTimeout(done, spoken ? 0 : 140));
    if (this.pointed !== node) return;
    if (!this.reasons.has(action)) {
      const query = new URLSearchParams({ table: this.id, action });
      try {
        this.reasons.set(action, (await ask("GET", `/api/why?${query}`)).message);
      } catch (error) {
        this.reasons.set(action, error.message);
      }
    }
    if (this.pointed !== node) return;
    node.classList.add("refused");
    const text = this.reasons.get(action);
    this.tip(text, x, y);
    if (spoken) announce(`${node.getAttribute("aria-label") ?? ""}: ${text}`);
  }

  tip(text, x, y) {
    const tip = $("#tip");
    tip.textContent = text;
    tip.hidden = false;
    const { width, height } = tip.getBoundingClientRect();
    tip.style.left = `${Math.max(6, Math.min(innerWidth - width - 6, x - width / 2))}px`;
    tip.style.top = `${y + height + 30 > innerHeight ? y - height - 14 : y + 18}px`;
  }

  unrefuse() {
    this.pointed = null;
    $("#tip").hidden = true;
    $$(".refused").forEach((node) => node.classList.remove("refused"));
  }

  hush() {
    this.unrefuse();
    this.dim();
    $("#chooser").close();
  }

  // -- one place, several actions

  choose(node, x, y) {
    const box = $("#chooser"), list = $("ul", box);
    list.replaceChildren(...node.dataset.action.split("|").map((action) => {
      const item = document.createElement("li"), button = document.createElement("button");
      button.type = "button";
      button.dataset.action = action;
      const mark = document.createElement("i"), word = document.createElement("span");
      word.textContent = $$("#choices button").find((b) => b.dataset.action === action)?.textContent ?? action;
      button.append(mark, word);
      item.append(button);
      return item;
    }));
    box.close();
    box.show();
    const { width, height } = box.getBoundingClientRect();
    box.style.left = `${Math.max(6, Math.min(innerWidth - width - 6, x + 12))}px`;
    box.style.top = `${Math.max(6, Math.min(innerHeight - height - 6, y - 20))}px`;
    this.back = node;
    $("button", list).focus();
  }

  play(node, x, y) {
    const actions = node.dataset.action.split("|");
    if (actions.length > 1) this.choose(node, x, y);
    else this.act(actions[0], node);
  }

  // -- going through the game

  async look(ply) {
    const at = Math.max(0, Math.min(this.plies, ply));
    this.past = at === this.plies && this.mode === "table" ? null : at;
    this.slider.value = String(at);
    this.stopped = false;
    if (this.mode === "replay") {
      const url = new URL(location.href);
      url.searchParams.set("ply", String(at));
      history.replaceState(null, "", url);
    }
    await this.refresh();
  }

  // Where one turn ends and the next begins.
  turns() {
    const ends = [0];
    let last = null;
    for (const line of this.log.children) {
      const seat = Number(line.dataset.seat);
      if (seat < 0) continue;
      if (last !== null && seat !== last) ends.push(Number(line.dataset.ply) - 1);
      last = seat;
    }
    return [...ends, this.plies];
  }

  run(button) {
    clearInterval(this.running);
    const on = !this.running;
    this.running = 0;
    button.setAttribute("aria-label", on ? this.words.pause : this.words.run);
    button.setAttribute("aria-pressed", String(on));
    if (!on) return;
    if (this.ply >= this.plies) this.look(0);
    this.running = setInterval(() => {
      if (this.ply >= this.plies) this.run(button);
      else this.look(this.ply + 1);
    }, 900);
  }

  // -- what bots think

  async hint(button) {
    const box = $("#hint"), text = document.createElement("p");
    text.className = "empty muted";
    text.textContent = this.words.hint_wait;
    box.replaceChildren(text);
    box.hidden = false;
    button.disabled = true;
    const version = this.version;
    try {
      const { html, said } = await ask("POST", `/tables/${this.id}/hint`);
      if (version === this.version) {
        box.replaceChildren(parse(html));
        announce(said);
      }
    } catch (error) {
      text.textContent = error.message;
      announce(error.message);
    }
    button.disabled = !this.asked;
  }

  unhint() {
    $("#hint").hidden = true;
    $("#tool-hint")?.focus();
  }

  // An analysis takes a while: it is begun, and asked about until it is done.
  async analyse(method) {
    clearTimeout(this.asking);
    try {
      this.found(await ask(method, `/tables/${this.id}/analysis?ply=${this.ply}`));
      this.misses = 0;
    } catch (error) {
      if (error.status || method === "POST") return toast(error.message);
      this.misses = (this.misses ?? 0) + 1;
    }
    if (["waiting", "running"].includes($("#analysis").dataset.stage)) {
      this.asking = setTimeout(() => this.analyse("GET"), Math.min(10000, 700 * (1 + (this.misses ?? 0))));
    }
  }

  found({ stage, html }) {
    const box = $("#analysis"), was = box.dataset.stage, held = box.contains(document.activeElement);
    box.dataset.stage = stage;
    box.replaceChildren(parse(html));
    box.classList.toggle("grow", stage === "done");
    this.main.classList.toggle("ag-table--found", stage === "done");
    if (held) ($("#plot") ?? $("#analyse") ?? box).focus({ preventScroll: true });
    if (stage !== was && this.words[`analysis_${stage}`]) announce(this.words[`analysis_${stage}`]);
    this.point();
  }

  // The plot shows where one looks.
  point() {
    const plot = $("#plot");
    if (!plot) return;
    const rows = JSON.parse(plot.dataset.percents), at = Math.min(this.ply, rows.length - 1);
    $(".plot__c", plot).style.left = `${(100 * at) / (rows.length - 1)}%`;
    $("#plot-ply").textContent = this.words.plot_at.replace("{ply}", at);
    $$("#plot-at b").forEach((number, seat) => { number.textContent = `${rows[at][seat]}\u00a0%`; });
    plot.setAttribute("aria-valuenow", String(at));
    plot.setAttribute("aria-valuetext", $$("#plot-at > span").map((part) => part.textContent).join(", "));
    for (const button of $$(".costly button")) {
      if (Number(button.dataset.ply) === this.ply) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
  }

  // Where the pointer is on the plot, as a position of the game.
  plotted(event) {
    const { left, width } = $("#plot").getBoundingClientRect();
    this.look(Math.round((this.plies * (event.clientX - left)) / width));
  }

  // -- the keyboard on the board: arrows go to the nearest place in that direction

  step(key) {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    const places = $$("#sheet .legal, #sheet [data-why]");
    const centre = (node) => {
      const { left, top, width, height } = node.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    };
    const here = document.activeElement.closest?.("#sheet g[id]");
    if (!here) {
      (places.find((node) => node.matches(".legal")) ?? places[0])?.focus();
      return;
    }
    const [x, y] = centre(here);
    let best = null, least = Infinity;
    for (const node of places) {
      const [a, b] = centre(node), along = (a - x) * way[0] + (b - y) * way[1], aside = Math.abs((a - x) * way[1]) + Math.abs((b - y) * way[0]);
      if (node === here || along < 3) continue;
      const far = along + 2.2 * aside;
      if (far < least) [best, least] = [node, far];
    }
    if (!best) return;
    if (!best.hasAttribute("tabindex")) best.setAttribute("tabindex", "-1");
    best.focus();
  }

  // -- everything that is clicked, pointed at or typed

  listen() {
    document.addEventListener("click", (event) => this.click(event));
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("pointerover", (event) => this.over(event));
    document.addEventListener("focusin", (event) => this.over(event));
    document.addEventListener("pointerout", (event) => {
      const left = event.target.closest?.("[data-why], [data-action], [data-places]");
      if (!left || left.contains(event.relatedTarget)) return;
      if (left.dataset.why !== undefined) this.unrefuse();
      else this.dim();
    });
    document.addEventListener("submit", (event) => this.submit(event));
    document.addEventListener("pointerdown", (event) => {
      if (event.target.closest("#plot") && !event.button) this.plotted(event);
    });
    document.addEventListener("pointermove", (event) => {
      if (event.target.closest?.("#plot") && event.buttons === 1) this.plotted(event);
    });
    this.slider.addEventListener("input", () => this.look(Number(this.slider.value)));
    $("#eyes")?.addEventListener("change", () => {
      this.whole = true;
      this.refresh();
    });
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && this.mode === "table") this.refresh();
    });
    addEventListener("online", () => this.refresh());
  }

  over(event) {
    const node = event.target.closest?.("[data-action], [data-why], [data-places]");
    if (!node) return;
    if (node.dataset.why === undefined) this.light(node);
    else if (event.type === "focusin") {
      const { left, bottom, width } = node.getBoundingClientRect();
      this.unrefuse();
      this.why(node, left + width / 2, bottom, true);
    } else if (event.pointerType !== "touch" && this.pointed !== node) this.why(node, event.clientX, event.clientY);
  }

  click(event) {
    const chooser = $("#chooser");
    if (chooser.open && !event.target.closest("#chooser")) chooser.close();
    if (event.target.closest("#board") && !event.target.closest(".ag-zoom") && this.camera.dragged()) return;
    const todo = event.target.closest("[data-do]");
    if (todo && todo.tagName !== "FORM") return void this.do(todo.dataset.do, todo);
    const tab = event.target.closest(".tab");
    if (tab) return void this.turn(tab);
    const node = event.target.closest("[data-action]");
    if (node) return void this.play(node, event.clientX, event.clientY);
    const refused = event.target.closest("[data-why]");
    if (refused) {
      this.unrefuse();
      this.why(refused, event.clientX, event.clientY, true);
    }
  }

  do(what, node) {
    const steps = { back: this.ply - 1, forward: this.ply + 1, first: 0, last: this.plies, now: this.plies };
    if (what in steps) return this.look(steps[what]);
    switch (what) {
      case "jump": return this.look(Number(node.closest("li").dataset.ply));
      case "turn-back": return this.look(this.turns().filter((n) => n < this.ply).at(-1) ?? 0);
      case "turn-on": return this.look(this.turns().find((n) => n > this.ply) ?? this.plies);
      case "run": return this.run(node);
      case "zoom-in": return this.camera.zoom(1.4);
      case "zoom-out": return this.camera.zoom(1 / 1.4);
      case "fit": return this.camera.fit();
      case "undo": return this.tell("POST", "/undo");
      case "hint": return this.hint(node);
      case "unhint": return this.unhint();
      case "analyse": return this.analyse("POST");
      case "decision":
        if (innerWidth <= 820) scrollTo({ top: 0 }); // where the sheet lies over the board
        return this.look(Number(node.dataset.ply));
      case "take": return this.sit(node.dataset.seat);
      case "stand-up": return this.tell("DELETE", `/seats/${node.dataset.seat}`);
      case "bot": return this.tell("PUT", `/seats/${node.dataset.seat}/bot`, { bot: node.dataset.bot });
      case "come-back": return this.tell("POST", "/hand-back");
      case "leave": return this.leave(node);
      case "rematch": return this.rematch();
      case "copy": return this.copy(node);
      case "close": return this.closeChooser();
      case "sound": return this.bell.toggle();
      case "notify": return this.bell.allow();
      case "auto":
        this.auto = !this.auto;
        localStorage.setItem("agon-auto", this.auto ? "on" : "off");
        return this.answer();
      case "keys": return toast(node.dataset.text);
    }
  }

  // The page of a seat has more than that of a spectator: it is asked for anew.
  async sit(seat) {
    if (await this.tell("POST", `/seats/${seat}`)) location.reload();
  }

  async leave(node) {
    if (this.main.dataset.over === "yes") return location.assign("/");
    const seat = $$(".pcard").findIndex((card) => card.classList.contains("pcard--me"));
    if (confirm(node.dataset.sure) && (await this.tell("DELETE", `/seats/${seat}`))) location.reload();
  }

  async rematch() {
    const table = await this.tell("POST", "/rematch");
    if (table) location.assign(`/tables/${table.id}`);
  }

  async copy(button) {
    const field = $("#link");
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand("copy"); // pages without https have no clipboard
    }
    button.textContent = this.words.copied;
    announce(this.words.copied);
  }

  closeChooser() {
    $("#chooser").close();
    this.back?.focus();
  }

  async submit(event) {
    if (event.target.dataset.do !== "chat") return;
    event.preventDefault();
    const field = $("input", event.target), text = field.value.trim();
    if (!text) return;
    field.value = "";
    await this.tell("POST", "/chat", { text });
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key, target } = event;
    if (key === "Escape") {
      if ($("#chooser").open) this.closeChooser();
      return this.unrefuse();
    }
    if (target.closest(".tabs") && (key === "ArrowLeft" || key === "ArrowRight")) {
      const tabs = $$(".tab", target.closest(".tabs")), next = tabs[(tabs.indexOf(target) + (key === "ArrowRight" ? 1 : -1) + tabs.length) % tabs.length];
      this.turn(next);
      return next.focus();
    }
    const list = target.closest(".actions, .hint, .costly, .log");
    if (list && (key === "ArrowUp" || key === "ArrowDown")) {
      const buttons = $$("button", list), at = buttons.indexOf(target) + (key === "ArrowDown" ? 1 : -1);
      event.preventDefault();
      return buttons[Math.max(0, Math.min(buttons.length - 1, at))]?.focus();
    }
    if (target.id === "plot") {
      const at = this.past ?? this.ply;
      const to = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, PageDown: at - 10, PageUp: at + 10, Home: 0, End: this.plies }[key];
      if (to === undefined) return;
      event.preventDefault();
      return this.look(to);
    }
    const shape = target.closest("svg.sheet [data-action]");
    if (shape && (key === "Enter" || key === " ")) {
      event.preventDefault();
      const { left, bottom } = shape.getBoundingClientRect();
      return this.play(shape, left, bottom);
    }
    if (!target.closest("#board")) return;
    if (key.startsWith("Arrow")) this.step(key);
    else if (key === "+" || key === "=") this.camera.zoom(1.4);
    else if (key === "-") this.camera.zoom(1 / 1.4);
    else if (key === "0") this.camera.fit();
    else return;
    event.preventDefault();
  }
}

// ---- the lobby: its lists stay fresh ----

async function freshen() {
  if (document.hidden) return;
  const answer = await fetch(location.pathname, { headers: { accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return; // away for a while; the next time will do
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const list of $$("[data-fresh]")) {
    const now = page.getElementById(list.id);
    if (now && now.innerHTML !== list.innerHTML && !list.contains(document.activeElement)) list.innerHTML = now.innerHTML;
  }
  document.title = page.title;
}

if ($("[data-fresh]")) {
  setInterval(freshen, 15000);
  document.addEventListener("visibilitychange", freshen);
}

const main = $("main.ag-table");
if (main) window.agon = new Table(main);

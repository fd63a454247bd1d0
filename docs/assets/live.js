// What lives in these pages: a board to play on, and a console in which `import agon` works. Both run the Python of the site
// that `make docs` lays beside them (play/), in this browser, and start only when somebody asks.

const HOME = new URL("../play/", document.currentScript.src);
const NOT_HERE = location.protocol === "file:"
  ? "This needs a web server: in the folder of this documentation, run python -m http.server and open http://localhost:8000."
  : "This copy of the documentation was made without the site: make docs with npm at hand brings it.";

function element(name, text = "", attributes = {}) {
  const made = Object.assign(document.createElement(name), { textContent: text });
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

async function isHere() {
  if (location.protocol === "file:") return false;
  return fetch(new URL("site.json", HOME)).then((answer) => answer.ok, () => false);
}

// A button that becomes what it promises.
function promise(place, label, size, begin) {
  const button = element("button", label, { type: "button", class: "md-button md-button--primary" });
  const note = element("p", size, { role: "status" });
  place.replaceChildren(button, note);
  button.addEventListener("click", async () => {
    button.disabled = true;
    if (await isHere()) begin();
    else note.textContent = NOT_HERE;
  });
}

// -- a board: the lobby in a frame, and in it a click on the game

function board(place) {
  const frame = element("iframe", "", { title: `${place.dataset.title}, to be played`, src: HOME.href });
  place.replaceChildren(frame);
  const look = setInterval(() => {
    const lobby = frame.contentDocument?.querySelector("#pages iframe:not([data-next])")?.contentDocument;
    const button = lobby?.querySelector(`article:has(#game-${place.dataset.game}) button.btn--primary`);
    if (!button) return;
    clearInterval(look);
    place.dataset.begun = "";
    button.click();
  }, 100);
}

// -- a console

function shell(place) {
  const said = element("div", "", { class: "agon-said", role: "log", "aria-label": "What Python says" });
  const code = element("textarea", place.dataset.code, { rows: 4, spellcheck: "false", "aria-label": "Python" });
  const run = element("button", "Run (Shift+Enter)", { type: "button", class: "md-button", disabled: "" });
  place.replaceChildren(said, code, run);
  said.append(element("p", "Python starts ..."));
  const worker = new Worker(new URL("console.js", HOME), { type: "module" });
  worker.onmessage = ({ data: { ready, text, svg, error } }) => {
    run.disabled = false;
    if (ready) said.replaceChildren();
    for (const line of [ready, text].filter(Boolean)) said.append(element("pre", line));
    if (error) said.append(element("pre", error, { class: "agon-wrong" }));
    if (svg) said.append(picture(svg));
    place.dataset.begun = "";
    said.scrollTop = said.scrollHeight;
  };
  worker.onerror = (event) => said.append(element("pre", event.message, { class: "agon-wrong" }));
  const ask = () => {
    if (run.disabled) return;
    run.disabled = true;
    said.append(element("pre", code.value, { class: "agon-asked" }));
    worker.postMessage(code.value);
  };
  run.addEventListener("click", ask);
  code.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.shiftKey) return;
    event.preventDefault();
    ask();
  });
  code.focus();
}

function picture(svg) {
  return element("img", "", { alt: "The position", src: `data:image/svg+xml,${encodeURIComponent(svg)}` });
}

for (const place of document.querySelectorAll("[data-agon-live]")) {
  promise(place, `Play ${place.dataset.title} here`, "In this browser, against a bot, without a server: about 7 MB the first time.", () => board(place));
}
for (const place of document.querySelectorAll("[data-agon-console]")) {
  promise(place, "Open a console here", "Python with agon, in this browser: about 7 MB the first time.", () => shell(place));
}

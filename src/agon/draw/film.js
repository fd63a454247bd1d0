((name, packed, tooOld) => {
  // A notebook may hold the same film twice: every host that is not ready yet is filled.
  const hosts = document.querySelectorAll(`[data-agon-film="${name}"]:not([data-ready])`);
  const make = (tag, attributes = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };
  const svgElement = (tag) => document.createElementNS("http://www.w3.org/2000/svg", tag);
  const unpack = async () => {
    const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return JSON.parse(await new Response(stream).text());
  };
  // The theme of the page around: Jupyter's, VS Code's, our documentation's; else the system's, by the style sheet.
  const theme = () => {
    const { jpThemeLight, mdColorScheme } = document.body.dataset;
    if (jpThemeLight) return jpThemeLight === "true" ? "light" : "dark";
    if (mdColorScheme) return mdColorScheme === "slate" ? "dark" : "light";
    const editor = document.body.className.match(/vscode-(light|dark)/);
    return editor ? editor[1] : "";
  };

  const show = (host, film) => {
    const { words, frames, shapes, bodies } = film;
    const last = frames.length - 1;
    const root = host.attachShadow({ mode: "open" });
    root.innerHTML = `<style>${film.css}</style>${film.defs}`;
    const button = (key, text) => make("button", { type: "button", "data-to": key, title: words[key], "aria-label": words[key] }, text);
    const slider = make("input", { type: "range", min: 0, max: last, step: 1, "aria-label": words.position });
    const count = make("output", {});
    const said = make("p", { class: "said", "aria-live": "polite" });
    const chips = film.seats.map((seat) => {
      const chip = make("span", { class: `chip pl-${seat.colour}` });
      chip.innerHTML = `<svg viewBox="0 0 100 100" aria-hidden="true"><use href="#${seat.mark}"/></svg>`;
      chip.append(make("span", {}, seat.name), make("b"));
      return chip;
    });
    const table = make("div", { class: "table" });
    const bar = make("div", { class: "bar" }, button("first", "⏮"), button("back", "◀"), button("play", "▶▶"), button("on", "▶"), button("last", "⏭"), slider, count);
    // A page may show single positions of the film as well: <div data-agon-film="..." data-still="12">.
    const still = host.dataset.still;
    if (still !== undefined) root.append(table);
    else root.append(make("section", { "aria-label": film.title }, make("div", { class: "head" }, make("strong", {}, film.title), ...chips), bar, said, table));

    const sheets = [];
    const drawSheet = (svg, [title, box, numbers]) => {
      svg.setAttribute("viewBox", box);
      svg.setAttribute("aria-label", title);
      const before = svg.parts;
      svg.parts = new Map();
      let at = svg.firstChild;
      for (const number of numbers) {
        const [key, cls, place, label, body] = shapes[number];
        let part = before.get(key);
        const isNew = !part;
        if (isNew) part = svgElement("g");
        if (part.number !== number) {
          part.setAttribute("class", isNew ? `${cls} appear` : cls);
          part.setAttribute("transform", place);
          if (part.body !== body || part.label !== label) {
            part.innerHTML = bodies[body];
            if (label) part.prepend(Object.assign(svgElement("title"), { textContent: label }));
          }
          Object.assign(part, { number, body, label });
        }
        if (part === at) at = at.nextSibling;
        else svg.insertBefore(part, at);
        svg.parts.set(key, part);
        before.delete(key);
      }
      for (const gone of before.values()) gone.remove();
    };

    let ply = 0;
    let timer = 0;
    const go = (to) => {
      ply = Math.max(0, Math.min(last, to));
      const frame = frames[ply];
      while (sheets.length > frame.sheets.length) sheets.pop().remove();
      while (sheets.length < frame.sheets.length) {
        const svg = svgElement("svg");
        svg.setAttribute("class", "sheet");
        svg.setAttribute("role", "img");
        svg.parts = new Map();
        sheets.push(svg);
        table.append(svg);
      }
      frame.sheets.forEach((sheet, i) => drawSheet(sheets[i], sheet));
      // Below the board, a column a seat where every seat has several sheets; else two columns.
      const below = Math.max(1, sheets.length - 1);
      const rows = below > chips.length && below % chips.length === 0 ? below / chips.length : Math.ceil(below / 2);
      table.style.setProperty("--rows", rows);
      table.style.setProperty("--columns", Math.ceil(below / rows));
      slider.value = ply;
      slider.setAttribute("aria-valuetext", `${words.position} ${ply} ${words.of} ${last}`);
      count.textContent = `${ply} / ${last}`;
      said.textContent = frame.said;
      chips.forEach((chip, i) => { chip.querySelector("b").textContent = frame.scores[i] ?? ""; });
      host.dataset.ply = ply;
    };
    const player = bar.querySelector("[data-to=play]");
    const play = (wanted) => {
      clearInterval(timer);
      timer = wanted ? setInterval(() => (ply < last && host.isConnected ? go(ply + 1) : play(false)), 800) : 0;
      player.textContent = wanted ? "❚❚" : "▶▶";
      player.title = wanted ? words.pause : words.play;
      player.setAttribute("aria-label", player.title);
    };
    const moves = {
      first: () => go(0), back: () => go(ply - 1), on: () => go(ply + 1), last: () => go(last),
      play: () => { if (!timer && ply === last) go(0); play(!timer); },
    };
    const keys = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10, Home: -last, End: last };
    bar.addEventListener("click", (event) => {
      const to = event.target.closest("button")?.dataset.to;
      if (!to) return;
      if (to !== "play") play(false);
      moves[to]();
    });
    slider.addEventListener("input", () => { play(false); go(Number(slider.value)); });
    root.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key in keys) { play(false); go(ply + keys[event.key]); }
      else if (event.key === " " && event.target === slider) moves.play();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    const dress = () => { const found = theme(); if (found) host.dataset.theme = found; else delete host.dataset.theme; };
    new MutationObserver(dress).observe(document.body, { attributes: true });
    dress();
    // Links to #ply-12 lead to the film.
    const follow = () => {
      const found = still === undefined && location.hash.match(/^#ply-(\d+)$/);
      if (!found) return false;
      play(false);
      go(Number(found[1]));
      host.scrollIntoView();
      return true;
    };
    window.addEventListener("hashchange", follow);
    if (!follow()) go(Number(still ?? last));
  };

  for (const host of hosts) host.dataset.ready = "";
  if (typeof DecompressionStream === "undefined") for (const host of hosts) host.textContent = tooOld;
  else unpack().then((film) => hosts.forEach((host) => show(host, film)));
})

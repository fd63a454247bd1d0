// The worker that plays the server, and what pages ask of it: transport.js of a page finds this as parent.agonHere.

const JAR = "agon-jar"; // the cookies that our own answers set
const cookies = JSON.parse(localStorage.getItem(JAR) ?? "{}");

function remember(lines) {
  for (const line of lines) {
    const [pair] = line.split(";"), at = pair.indexOf("=");
    cookies[pair.slice(0, at)] = pair.slice(at + 1);
  }
  if (lines.length) localStorage.setItem(JAR, JSON.stringify(cookies));
}

function cookieLine() {
  return [...Object.entries(cookies).map(([name, value]) => `${name}=${value}`), document.cookie].filter(Boolean).join("; ");
}

export class Host {
  constructor() {
    this.waiting = new Map(); // number -> who waits for the answer
    this.heard = new Map(); // number -> who listens
    this.numbers = 0;
    this.worker = new Worker("worker.js", { type: "module", name: "agon" });
    this.ready = new Promise((done, fail) => { this.started = done; this.failed = fail; });
    this.worker.addEventListener("message", ({ data }) => this.told(data));
    this.worker.addEventListener("error", (event) => this.failed(new Error(event.message)));
  }

  told({ kind, number, ...said }) {
    if (kind === "ready") this.started(said);
    else if (kind === "failed") this.failed(new Error(said.error));
    else if (kind === "event") this.heard.get(number)?.(said.data);
    else {
      const { done, fail } = this.waiting.get(number);
      this.waiting.delete(number);
      if (said.error) fail(new Error(said.error));
      else done(said);
    }
  }

  post(kind, wish) {
    const number = ++this.numbers;
    this.worker.postMessage({ kind, number, ...wish });
    return new Promise((done, fail) => this.waiting.set(number, { done, fail }));
  }

  // What a server would answer: status, media, body, headers, and whom the curtain waits for.
  async ask(path, { method = "GET", headers = {}, body } = {}) {
    await this.ready;
    const told = { "accept-language": navigator.languages.join(","), cookie: cookieLine(), ...headers };
    const answer = await this.post("ask", { method, path, headers: told, body: body === undefined ? "" : String(body) });
    remember(answer.cookies);
    return answer;
  }

  // An EventSource's ways, for the changes of a table.
  listen(path) {
    const source = new EventTarget(), number = ++this.numbers;
    source.readyState = 1;
    this.heard.set(number, (data) => source.dispatchEvent(new MessageEvent("change", { data })));
    this.ready.then(() => this.worker.postMessage({ kind: "listen", number, table: path.split("/")[3] }));
    source.close = () => {
      source.readyState = 2;
      this.heard.delete(number);
      this.worker.postMessage({ kind: "unlisten", number });
    };
    return source;
  }
}

// The server's stream of changes, and the position that is asked for after each.

import { $, ask, toast } from "./page.js";
import { listen } from "./transport.js";

export class Stream {
  constructor(table) {
    this.table = table;
    this.lost = 0; // answers that did not come
  }

  follow() {
    const { table } = this;
    const source = listen(`/api/tables/${table.id}/events`);
    let lost = 0;
    source.addEventListener("change", (event) => {
      const { version, away } = JSON.parse(event.data);
      table.seats.attend(away, version === table.version);
      if (version > table.version) this.refresh(version);
    });
    source.addEventListener("gone", (event) => {
      source.close();
      toast(JSON.parse(event.data).sentence, true);
    });
    source.addEventListener("error", () => {
      lost ||= setTimeout(() => toast(table.words.offline, true), 2500);
      if (source.readyState === EventSource.CLOSED) setTimeout(() => this.follow(), 3000);
    });
    source.addEventListener("open", () => {
      table.seats.attend([]); // the server tells at once who is away
      if (!lost) return;
      clearTimeout(lost);
      lost = 0;
      this.refresh();
    });
    addEventListener("pagehide", () => source.close());
  }

  // Ask for the position one looks at; where a version is named, only if the answer under way is older.
  async refresh(version = Infinity) {
    this.wanted = Math.max(this.wanted ?? 0, version);
    if (this.fetching) return;
    this.fetching = true;
    try {
      do {
        this.wanted = 0;
        const { answers } = this.table.draft, v = await this.view();
        await this.table.deeds.pace(v);
        this.table.show(v, answers);
      } while (this.wanted > this.table.version);
      this.heard();
    } catch (error) {
      if (!error.status) this.retry();
      else {
        toast(error.message);
        this.table.draft.drop(); // what was drafted may be what is refused
      }
    } finally {
      this.fetching = false;
    }
  }

  view() {
    const { id, mode, past, log } = this.table, since = log.since(), eyes = $("#eyes")?.value;
    const query = new URLSearchParams({ mode });
    if (since !== null) query.set("since", String(since));
    if (past !== null) query.set("ply", String(past));
    else for (const answer of this.table.draft.answers) query.append("draft", answer);
    if (eyes === "open") query.set("open", "yes");
    else if (eyes) query.set("seat", eyes);
    return ask("GET", `/tables/${id}/view?${query}`);
  }

  heard() {
    this.lost = 0;
    if ($("#toast").textContent === this.table.words.offline) toast("");
  }

  // Nothing was answered: try again, at first soon and then less often.
  retry() {
    this.lost += 1;
    toast(this.table.words.offline, true);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.refresh(), Math.min(20000, 1000 * this.lost));
  }
}

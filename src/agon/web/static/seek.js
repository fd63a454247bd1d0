// Whoever waits alone at a table that everybody may join is led to another that fits, as soon as there is one.

import { $, ask } from "./page.js";
import { go } from "./transport.js";

const WAIT = 15000;

export function seek() {
  const timer = setInterval(async () => {
    const waits = $("[data-pair]");
    if (!waits) return void clearInterval(timer);
    const found = await ask("POST", `/pair/${waits.dataset.pair}`).catch(() => null); // the next time will do
    if (found && found.table !== waits.dataset.pair) go(`/tables/${found.table}`);
  }, WAIT);
}

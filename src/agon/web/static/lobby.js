// The lobby: its lists stay fresh, and a record is brought from a file.

import { run } from "./clock.js";
import { $$, ask, byId, toast } from "./page.js";
import { address, go, send } from "./transport.js";

// A record from a file goes into the text field beside it; the API takes longer ones than a form may.
function importing(form) {
  const [file, text] = form.dataset.file.split(":").map(byId);
  file.addEventListener("change", async () => {
    if (file.files[0]) text.value = await file.files[0].text();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const record = text.value.endsWith("\n") ? text.value : `${text.value}\n`;
    try {
      const table = await ask("POST", "/api/records", { record });
      go(`/tables/${table.id}/replay`);
    } catch (error) {
      toast(error.message);
    }
  });
}

// What somebody is about to click must not move away under the pointer.
const STILL = 2000;
let moved = -STILL;
document.addEventListener("pointermove", () => (moved = performance.now()));

async function freshen() {
  if (document.hidden) return;
  const answer = await send(address().pathname + address().search, { headers: { accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return; // away for a while; the next time will do
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const list of $$("[data-fresh]")) {
    const now = page.getElementById(list.id);
    const busy = list.contains(document.activeElement) || (list.matches(":hover") && performance.now() - moved < STILL);
    if (now && now.innerHTML !== list.innerHTML && !busy) list.innerHTML = now.innerHTML; // else the next time
  }
  document.title = page.title;
}

$$("form[data-file]").forEach(importing);
run();
setInterval(freshen, 15000);
document.addEventListener("visibilitychange", freshen);

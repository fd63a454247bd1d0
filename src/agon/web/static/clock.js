// Clocks that run. Until when, the server says; here the seconds are only counted.

import { $, $$ } from "./page.js";

const HURRY = 60;

export function spell(seconds, live) {
  const rest = Math.max(0, Math.floor(seconds)), hours = Math.floor(rest / 3600), minutes = Math.floor(rest / 60) % 60;
  const two = (n) => String(n).padStart(2, "0");
  if (live) return hours ? `${hours}:${two(minutes)}:${two(rest % 60)}` : `${minutes}:${two(rest % 60)}`;
  const days = document.documentElement.lang === "de" ? "T" : "d";
  if (hours >= 24) return `${Math.floor(hours / 24)} ${days}${hours % 24 ? ` ${hours % 24} h` : ""}`;
  return hours ? `${hours} h` : `${minutes} min`;
}

function tick() {
  for (const clock of $$("[data-until]")) {
    const rest = (Number(clock.dataset.until) - Date.now()) / 1000, text = spell(rest, clock.dataset.live === "yes");
    const shown = $(".num", clock);
    if (shown.textContent !== text) shown.textContent = text;
    clock.classList.toggle("clk--hurry", rest < HURRY);
  }
}

export function run() {
  tick();
  setInterval(tick, 1000);
}

// On every page: light or dark, and where the day begins, which the puzzle of the day goes by.

import { $ } from "./page.js";

function keep(name, value) {
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${name}=${value}; path=/; max-age=31536000; samesite=lax${secure}`;
}

function switchTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  keep("agon_theme", root.dataset.theme);
}

$("[data-do=theme]").addEventListener("click", switchTheme);
keep("agon_zone", -new Date().getTimezoneOffset());

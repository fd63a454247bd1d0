// Keeps every file of one version, so that all works without a network. `SITE` is written before this when it is built.

const KEPT = `agon-${SITE.version}`;

addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(SITE.files)));
});

addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("agon-") && !name.endsWith(SITE.version));
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))).then(() => clients.claim()));
});

addEventListener("message", ({ data }) => { if (data === "now") skipWaiting(); });

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const wanted = event.request.mode === "navigate" ? caches.match("./", { cacheName: KEPT }) : caches.match(event.request, { cacheName: KEPT, ignoreSearch: true });
  event.respondWith(wanted.then((kept) => kept ?? fetch(event.request)));
});

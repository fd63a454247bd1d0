// How a page reaches whoever keeps the tables: a server, or, where there is none, the worker that the page around this
// one has started. Nobody else says fetch, EventSource or location.

const here = window.parent.agonHere; // written by the page around this one

export const send = here ? (path, wish) => here.send(path, wish) : (path, wish) => fetch(path, wish);

// The changes of a table, as an EventSource tells them.
export const listen = here ? (path) => here.listen(path) : (path) => new EventSource(path);

export const go = here ? (path) => here.go(path) : (path) => location.assign(path);

export const reload = here ? () => here.go(here.address) : () => location.reload();

// Where this page lies.
export const address = () => new URL(here ? here.address : location.href, document.baseURI);

// The same page, another part of it: nothing is loaded, but a link to it finds it.
export const rename = here ? (url) => here.rename(url.pathname + url.search) : (url) => history.replaceState(null, "", url);

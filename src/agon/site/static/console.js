// Python for the console of the documentation: runs what it is sent, and answers what was printed, and the value or its picture.

import "./pyodide/pyodide.asm.mjs";
import { loadPyodide } from "./pyodide/pyodide.mjs";

const { fetch } = self;

async function inflated(address) {
  const { body } = await fetch(`${address}.bin`);
  return new Response(body.pipeThrough(new DecompressionStream("deflate-raw")), { headers: { "content-type": "application/wasm" } });
}

self.fetch = (wanted, ...wish) => (String(wanted).endsWith(".asm.wasm") ? inflated(wanted) : fetch(wanted, ...wish));

async function start() {
  const packed = ["pyodide/libraries.bin", "bundle.bin"].map((name) => fetch(new URL(name, import.meta.url)).then((r) => r.arrayBuffer()));
  const python = await loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href });
  for (const bundle of await Promise.all(packed)) python.unpackArchive(bundle, "xztar", { extractDir: "/agon" });
  python.runPython("import sys; sys.path.insert(0, '/agon')");
  return { python, inside: python.pyimport("agon.site.console") };
}

start().then(({ python, inside }) => {
  self.onmessage = ({ data }) => {
    const answer = inside.run(data);
    self.postMessage(answer.toJs({ dict_converter: Object.fromEntries }));
    answer.destroy();
  };
  self.postMessage({ ready: `Python ${python.runPython("sys.version.split()[0]")} with agon ${inside.VERSION}.` });
}, (error) => self.postMessage({ error: String(error) }));

// Compiles the Python of a bundle by the very Python that will run it: node compile.mjs PYODIDE BUNDLE ...

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, ...bundles] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: pyodide, env: { HOME: "/", PYTHONNODEBUGRANGES: "1" } }); // columns of errors weigh a fifth
for (const bundle of bundles) {
  python.FS.writeFile("/in", readFileSync(bundle));
  python.runPython(`
import io
import tarfile
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash

with tarfile.open("/in") as old, tarfile.open("/out", "w") as new:
    for member in old:
        body = old.extractfile(member).read()
        if member.name.endswith(".py"):
            code = compile(body, "/agon/" + member.name, "exec", dont_inherit=True, optimize=2)
            body = bytes(_code_to_hash_pyc(code, source_hash(body), False))
            member = tarfile.TarInfo(member.name + "c")
        member.size = len(body)
        new.addfile(member, io.BytesIO(body))
`);
  writeFileSync(bundle, python.FS.readFile("/out"));
}

"""A stand-in for anyio: starlette imports it, but nothing that runs in the browser waits by it."""

// The search asks a Worker, which browsers refuse to a page read from a file. There a hidden frame does its work.
class IFrameWorker extends EventTarget {
  constructor(url) {
    super();
    const frame = document.createElement("iframe");
    frame.hidden = true;
    document.body.append(frame);
    frame.contentDocument.write("<!doctype html><body></body>");
    frame.contentDocument.close();
    this.window = frame.contentWindow;
    this.window.postMessage = (data) => this.answer(data);
    this.window.importScripts = (...more) =>
      more.reduce((before, one) => before.then(() => this.load(new URL(one, url).href)), Promise.resolve());
    this.ready = this.load(String(url));
  }

  load(address) {
    return new Promise((done, failed) => {
      const script = this.window.document.createElement("script");
      Object.assign(script, { src: address, onload: done, onerror: failed });
      this.window.document.body.append(script);
    });
  }

  postMessage(data) {
    this.ready.then(() => this.window.dispatchEvent(new this.window.MessageEvent("message", { data })));
  }

  answer(data) {
    const event = new MessageEvent("message", { data });
    this.dispatchEvent(event);
    this.onmessage?.(event);
  }

  terminate() {
    this.window.frameElement.remove();
  }
}

if (location.protocol === "file:") window.Worker = window.IFrameWorker = IFrameWorker;

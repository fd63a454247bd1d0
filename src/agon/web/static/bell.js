// Your turn: a sound, the title, the icon, a notification.

import { $ } from "./page.js";
import { address } from "./transport.js";

export class Bell {
  constructor(words) {
    this.words = words;
    this.title = document.title;
    this.icon = $("link[rel=icon]");
    this.plain = this.icon.getAttribute("href");
    this.on = localStorage.getItem("agon-sound") !== "off";
    this.button = $("[data-do=sound]");
    this.label();
    this.bell = $("[data-do=notify]");
    if (this.bell) this.bell.hidden = !("Notification" in window) || Notification.permission !== "default";
  }

  label() {
    this.button?.setAttribute("aria-pressed", String(this.on));
    if (this.button) this.button.title = this.on ? this.words.sound_on : this.words.sound_off;
  }

  toggle() {
    this.on = !this.on;
    localStorage.setItem("agon-sound", this.on ? "on" : "off");
    this.label();
    if (this.on) this.ring();
  }

  async allow() {
    await Notification.requestPermission();
    this.bell.hidden = true;
  }

  // Two plucked strings, made here.
  ring() {
    if (!this.on || !navigator.userActivation?.hasBeenActive) return;
    this.audio ??= new AudioContext();
    [440, 660].forEach((pitch, n) => {
      const tone = this.audio.createOscillator(), loud = this.audio.createGain(), at = this.audio.currentTime + n * 0.13;
      tone.frequency.value = pitch;
      tone.type = "triangle";
      loud.gain.setValueAtTime(0.0001, at);
      loud.gain.exponentialRampToValueAtTime(0.12, at + 0.012);
      loud.gain.exponentialRampToValueAtTime(0.0001, at + 0.7);
      tone.connect(loud).connect(this.audio.destination);
      tone.start(at);
      tone.stop(at + 0.75);
    });
  }

  show(mine, prompt, fresh) {
    document.title = mine ? `● ${this.words.turn_title}: ${prompt} – ${this.title}` : this.title;
    this.icon.setAttribute("href", mine ? this.icon.dataset.turn : this.plain);
    if (!mine || !fresh) return;
    this.ring();
    if (document.hidden && "Notification" in window && Notification.permission === "granted") {
      const note = new Notification(this.words.turn_title, { body: `${this.title}: ${prompt}`, tag: address().pathname });
      note.onclick = () => { window.focus(); note.close(); };
    }
  }
}

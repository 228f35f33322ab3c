// Calls that the browser speaks, where it can and somebody has switched them on. Nothing depends on them.

import { locale } from "./gettext.js";
import { ownStorage } from "./kept.js";

const KEY = "spoken";

export class Speech {
  constructor(voice = globalThis.speechSynthesis, storage = ownStorage()) {
    this.voice = voice ?? null;
    this.storage = storage;
    this.isOn = this.can && this.#read() === "yes";
  }

  get can() {
    return this.voice !== null && Boolean(globalThis.SpeechSynthesisUtterance);
  }

  // Switching it on is a tap, which browsers wait for before they speak at all: something is said at once.
  toggle(words) {
    this.isOn = this.can && !this.isOn;
    this.#write(this.isOn ? "yes" : "no");
    if (this.isOn) this.say(words);
    else this.voice?.cancel();
  }

  // The last speech is over: a later call takes its place.
  say(sentences) {
    if (!this.isOn || !sentences.length) return;
    this.voice.cancel();
    for (const sentence of sentences) {
      const spoken = new SpeechSynthesisUtterance(sentence);
      if (locale) spoken.lang = locale;
      this.voice.speak(spoken);
    }
  }

  #read() {
    try {
      return this.storage.getItem(KEY);
    } catch {
      return null;
    }
  }

  #write(value) {
    try {
      this.storage.setItem(KEY, value);
    } catch {
      // a private window: it lasts as long as the page
    }
  }
}

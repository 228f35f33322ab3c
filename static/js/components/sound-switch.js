// The one button that switches the sounds of the big screen off and on. It shows their state, and that the browser waits for a touch
// where it does (templates/draft/display/sounds.html).

import { icon, part, text } from "../lib/dom.js";
import { gettext } from "../lib/gettext.js";

export const WORDS = { on: gettext("Sound is on"), off: gettext("Sound is off"), waits: gettext("Tap once for sound") };
const NAMES = { on: gettext("Sound"), off: gettext("Sound"), waits: WORDS.waits };

export class SoundSwitch {
  constructor(button, sounds) {
    this.button = button;
    this.sounds = sounds;
    this.isAwake = false;
    button.addEventListener("click", () => this.#press());
    for (const type of ["pointerdown", "keydown"]) addEventListener(type, ({ target }) => button.contains(target) || this.#wake());
    button.hidden = !globalThis.AudioContext;
    this.#draw();
    if (!sounds.muted) this.#wake();
  }

  // A press while the browser still waits means that sound is wanted.
  async #press() {
    const isHeard = this.isAwake && !this.sounds.muted;
    await this.#wake();
    if (isHeard || this.sounds.muted) this.sounds.toggle();
    else this.sounds.play("tick");
    this.#draw();
  }

  async #wake() {
    if (this.isAwake) return;
    this.isAwake = await this.sounds.unlock();
    this.#draw();
  }

  #draw() {
    const state = this.sounds.muted ? "off" : this.isAwake ? "on" : "waits";
    this.button.dataset.sound = state;
    this.button.setAttribute("aria-pressed", String(state !== "off"));
    this.button.title = WORDS[state];
    icon(part(this.button, "sound-icon"), state === "on" ? "i-sound" : "i-mute");
    text(this.button, "sound-words", NAMES[state]);
  }
}

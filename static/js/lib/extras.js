// Sound, vibration and a screen that stays awake: where a device has them. Nothing depends on them.

import { frameSeen } from "./dom.js";

// Sounds are fetched and made ready at the first touch, before which most browsers play no sound: not in the first pass.
export class Sounds {
  #synth = null;

  // `key`: under which this browser remembers that they are off. `volume`: 1 is that of a phone in the hand.
  constructor({ key = "muted", volume = 1 } = {}) {
    this.key = key;
    this.volume = volume;
    this.muted = read(key) === "yes";
    for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, () => this.unlock(), { once: true });
  }

  // Resolves with whether this page may play sounds.
  unlock() {
    return this.#fetch().then(({ wake }) => wake()).catch(() => false);
  }

  toggle() {
    this.muted = !this.muted;
    write(this.key, this.muted ? "yes" : "no");
    if (!this.muted) this.play("tick");
  }

  play(name, pattern = []) {
    if (this.muted) return;
    this.#sound(name).catch(() => {});
    if (pattern.length) navigator.vibrate?.(pattern);
  }

  // After its frame is seen.
  async #sound(name) {
    const { sound } = await this.#fetch();
    await frameSeen();
    sound(name, this.volume);
  }

  #fetch() {
    this.#synth ??= import("./synth.js");
    return this.#synth;
  }
}

export const stayAwake = () => {
  const ask = () => !document.hidden && navigator.wakeLock?.request("screen").catch(() => {});
  document.addEventListener("visibilitychange", ask);
  ask();
};

const read = (key) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

const write = (key, value) => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // a private window: it lasts as long as the page
  }
};

// Sound, vibration and a screen that stays awake: where a device has them. Nothing depends on them.

const KEY = "muted";

// What sounds is fetched at the first touch, before which no browser lets a page sound.
export class Sounds {
  #synth = null;

  constructor() {
    this.muted = read(KEY) === "yes";
    addEventListener("pointerdown", () => this.unlock(), { once: true });
  }

  unlock() {
    this.#synth ??= import("./synth.js");
    this.#synth.then(({ wake }) => wake()).catch(() => {});
  }

  toggle() {
    this.muted = !this.muted;
    write(KEY, this.muted ? "yes" : "no");
    if (!this.muted) this.play("tick");
  }

  play(name, pattern = []) {
    if (this.muted) return;
    this.#synth ??= import("./synth.js");
    this.#synth.then(({ sound }) => sound(name)).catch(() => {});
    if (pattern.length) navigator.vibrate?.(pattern);
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
    // a private window: the wish lasts as long as the page
  }
};

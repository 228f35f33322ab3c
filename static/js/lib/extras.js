// Sound, vibration and a screen that stays awake: where a device has them. Nothing depends on them.

const KEY = "muted";

export class Sounds {
  constructor() {
    this.players = new Map([...document.querySelectorAll("audio[data-sound]")].map((a) => [a.dataset.sound, a]));
    this.muted = read(KEY) === "yes";
    addEventListener("pointerdown", () => this.unlock(), { once: true });
  }

  // A phone plays nothing before a tap has played something: play each in silence once.
  unlock() {
    for (const audio of this.players.values()) {
      audio.muted = true;
      audio
        .play()
        .then(() => {
          audio.pause();
          audio.currentTime = 0;
          audio.muted = false;
        })
        .catch(() => (audio.muted = false));
    }
  }

  toggle() {
    this.muted = !this.muted;
    write(KEY, this.muted ? "yes" : "no");
    if (!this.muted) this.play("tick");
  }

  play(name, pattern = []) {
    if (this.muted) return;
    const audio = this.players.get(name);
    if (audio) {
      audio.currentTime = 0;
      audio.play().catch(() => {});
    }
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

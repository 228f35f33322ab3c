// How this device shows packs and picks from them: chosen in a dialog, and remembered on the device.

import { keep, ownStorage, readKept } from "../lib/kept.js";

const KEY = "draft-room";
const NARROW = matchMedia("(max-width: 61.99rem) and (min-height: 30rem)"); // where packs can be lists: as in css/draft/play/pack-list.css

export class Device {
  #kept = readKept(KEY, ownStorage()) ?? {};

  constructor(dialog, root, onChange) {
    this.dialog = dialog;
    this.root = root;
    this.#draw();
    dialog.addEventListener("change", ({ target }) => {
      this.#kept = { ...this.#kept, [target.name]: target.type === "checkbox" ? target.checked : target.value };
      keep(KEY, this.#kept, ownStorage());
      this.#draw();
      onChange();
    });
  }

  open() {
    this.#draw(); // what the event says may have changed in the lobby
    this.dialog.showModal();
  }

  // A tap on a card picks it, where one card is due: as chosen here, or as the event has it.
  get isOneTap() {
    return this.#kept.oneTap ?? document.querySelector('[data-settings="one-tap"]')?.textContent.trim() === "on";
  }

  // Long packs are lists here, and each line can be read.
  get isList() {
    return this.#kept.packs === "list" && NARROW.matches;
  }

  #draw() {
    const packs = this.#kept.packs ?? "pictures";
    this.root.dataset.packs = packs;
    for (const radio of this.dialog.querySelectorAll("[name=packs]")) radio.checked = radio.value === packs;
    this.dialog.querySelector("[name=oneTap]").checked = this.isOneTap;
  }
}

// The requests that are not yet acknowledged. They outlive a reload, and are sent again under the same id.

import { gettext } from "./gettext.js";
import { keep, readKept } from "./kept.js";

export const newId = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export const SENT_LATER = gettext("It is sent as soon as the connection is back.");

// The words of a request that waits for its answer, and a smaller line below them: `offline`, without a connection.
export const keptWords = (isLive, offline = SENT_LATER) =>
  isLive ? [gettext("Sending …"), ""] : [gettext("Saved on this phone."), offline];

const EACH_COUNTS = ["count"]; // two of them that say the same are two

export class Outbox {
  constructor(key, storage) {
    this.key = key;
    this.storage = storage;
    this.waiting = readKept(key, storage) ?? [];
  }

  // Adds a message and returns it with its id. A second one of the same type is the first one, sent again, and another
  // one of that type takes its place; but each count is one more.
  add(message) {
    if (EACH_COUNTS.includes(message.type)) return this.#append(this.waiting, message);
    const same = this.waiting.find((other) => other.type === message.type);
    if (same && JSON.stringify({ ...same, id: 0 }) === JSON.stringify({ ...message, id: 0 })) return same;
    return this.#append(
      this.waiting.filter((other) => other.type !== message.type),
      message,
    );
  }

  // Takes out what was answered, and returns it (undefined for an answer to something else).
  settle(id) {
    const answered = this.waiting.find((message) => message.id === id);
    if (answered) this.#keep(this.waiting.filter((message) => message !== answered));
    return answered;
  }

  find(type) {
    return this.waiting.find((message) => message.type === type);
  }

  #append(waiting, message) {
    const named = { ...message, id: newId() };
    this.#keep([...waiting, named]);
    return named;
  }

  #keep(waiting) {
    this.waiting = waiting;
    keep(this.key, waiting, this.storage);
  }
}

// Before the draft: who is here, and "I'm ready".

import { clone, icon, list, part, text } from "../lib/dom.js";
import { plural } from "../lib/words.js";
import { isAway } from "./strip.js";

const state = (seat) => {
  if (seat.bot) return ["i-check", "is a bot"];
  if (isAway(seat)) return ["i-away", "is away"];
  return seat.ready ? ["i-check", "is ready"] : ["i-choosing", "is getting ready"];
};

export class Lobby {
  constructor(root, app) {
    this.root = root;
    part(root, "ready-button").addEventListener("click", () => {
      app.sounds.unlock();
      app.ask({ type: "ready" });
    });
  }

  draw({ table, you, event }) {
    const seats = table.seats;
    const size = event.table_size;
    text(this.root, "lobby-count", size ? `${seats.length} of ${size}` : plural(seats.length, "fighter"));
    if (size && seats.length > size) text(this.root, "lobby-count", plural(seats.length, "fighter"));
    part(this.root, "ready-button").hidden = you.ready;
    part(this.root, "ready-done").hidden = !you.ready;
    const missing = seats.filter((seat) => !seat.bot && !seat.ready).length;
    text(
      this.root,
      "lobby-words",
      missing ? `Waiting for ${plural(missing, "fighter")} to be ready.` : "Everyone is ready. The organizer starts the draft.",
    );
    list(
      part(this.root, "lobby-people"),
      seats,
      (seat) => `${seat.seat}-${seat.name}`,
      () => clone("seat"),
      (node, seat) => {
        const [name, doing] = state(seat);
        node.dataset.seat = seat.seat % 9;
        node.dataset.state = seat.ready || seat.bot ? "done" : isAway(seat) ? "away" : "choosing";
        node.classList.toggle("is-you", seat.seat === you.seat);
        icon(part(node, "glyph"), seat.bot ? "i-bot" : "i-person");
        icon(part(node, "state"), name);
        text(node, "name", seat.name);
        text(node, "doing", doing);
      },
    );
  }
}

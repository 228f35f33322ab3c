// Before the draft: who is here, and "I'm ready".

import { clone, icon, list, part, text } from "../lib/dom.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { MARKS } from "../draft/seats.js";
import { fighters, names } from "../lib/words.js";
import { drawSeat } from "../draft/seat.js";
import { seatedWords, teamSize } from "./seating.js";

const MOST_SHOWN = 12; // draft/play/play.css hides the others until they are asked for, except the fighter's own line

export class Lobby {
  #isWhole = false;

  constructor(root, app) {
    this.root = root;
    this.app = app;
    part(root, "ready-button").addEventListener("click", () => {
      app.sounds.unlock();
      app.ask({ type: "ready" });
    });
    part(root, "lobby-all").addEventListener("click", () => {
      this.#isWhole = true;
      this.#fold(0);
      part(root, "lobby-people").focus({ preventScroll: true });
    });
  }

  draw(state) {
    const { table, you, event, hint, seating } = state;
    const seats = table.seats;
    const size = event.table_size;
    text(this.root, "lobby-count", size && seats.length <= size ? ofSize(seats.length, size) : fighters(seats.length));
    const isKept = !you.ready && Boolean(this.app.outbox.find("ready"));
    part(this.root, "ready-button").hidden = you.ready;
    part(this.root, "ready-button").ariaDisabled = String(isKept);
    part(this.root, "ready-done").hidden = !you.ready;
    const words = isKept && !this.app.isLive ? READY_KEPT : waitingWords(state);
    text(this.root, "lobby-words", words);
    text(this.root, "lobby-hint", hint);
    part(this.root, "lobby-hint").hidden = !hint || hint === words;
    const seated = seatedWords(seating, seats[you.seat].fighter, (own) => seats.find(({ fighter }) => fighter === own)?.name ?? "", teamSize(this.root, event));
    text(this.root, "lobby-seated", seated);
    part(this.root, "lobby-seated").hidden = !seated;
    part(this.root, "lobby-undrawn").hidden = Boolean(seated);
    list(
      part(this.root, "lobby-people"),
      seats,
      (seat) => `${seat.seat}-${seat.name}`,
      () => clone("seat"),
      (node, seat) => {
        node.dataset.seat = seat.seat % MARKS;
        icon(part(node, "glyph"), seat.bot ? "i-bot" : "i-person");
        drawSeat(node, seat, seat.seat === you.seat);
      },
    );
    this.#fold(seats.length);
  }

  // A long list would hide what stands below it.
  #fold(count) {
    const isFolded = !this.#isWhole && count > MOST_SHOWN + 1;
    part(this.root, "lobby-people").classList.toggle("is-folded", isFolded);
    part(this.root, "lobby-all").hidden = !isFolded;
    text(this.root, "lobby-all", interpolate(gettext("Show all %(count)s"), { count }));
  }
}

const READY_KEPT = gettext("You are ready. It is sent as soon as the connection is back.");

const ofSize = (count, size) => interpolate(gettext("%(count)s of %(size)s"), { count, size });

// The state of the lobby for a fighter. Where so many cannot be seated as teams, `hint` says how many are missing.
export const waitingWords = ({ table: { seats }, you, enough, hint }) => {
  if (!you.ready) return gettext("You are not ready yet.");
  const others = seats.filter((seat) => seat.turn === "getting_ready" && seat.seat !== you.seat);
  if (others.length) return interpolate(gettext("Waiting for %(names)s."), { names: names(others.map((seat) => seat.name), 2) });
  if (enough === false) return hint ?? gettext("You are ready. It takes two people or more.");
  return gettext("Everyone is ready. The organizer starts the event.");
};

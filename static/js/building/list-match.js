// The list of a match between two games (M23): cards go to the sideboard and back by taps, and each move is sent at once.

import { list, part, text } from "../lib/dom.js";
import { element } from "../lib/elements.js";
import { gettext, interpolate, ngettext } from "../lib/gettext.js";
import { isolate } from "../lib/words.js";
import { NEXT_GAME } from "./build-words.js";
import { countIn, faultOf, listText, movedOne } from "./listing-words.js";

const ZONES = ["main", "side"];
const OTHER = { main: "side", side: "main" };

export class ListMatch {
  #lines = [];
  #seen = null; // the version of the deck that was drawn last, with its fight
  #isSent = false; // a list is on its way
  #isChanged = false; // what is drawn is not what the server has
  #fault = "";

  // `headings` of a list's zones, by zone.
  constructor(root, app, headings) {
    Object.assign(this, { root, app, headings });
    part(root, "match-back").addEventListener("click", () => app.look("fight"));
  }

  // `match` as the protocol sends it.
  draw(match) {
    this.match = match;
    const seen = `${match.fight}-${match.version}`;
    if (seen !== this.#seen) {
      if (!this.#seen?.startsWith(`${match.fight}-`)) this.#isChanged = false;
      this.#seen = seen;
      this.#isSent = false;
      if (!this.#isChanged) this.#lines = match.list;
      else this.#send();
    }
    this.refresh();
  }

  get isStored() {
    return !this.#isSent && !this.#isChanged && !this.#fault;
  }

  refresh() {
    for (const zone of ZONES) this.#drawZone(zone);
    text(this.root, "match-state", this.#fault || this.#words());
    part(this.root, "match-state").classList.toggle("is-fault", Boolean(this.#fault));
  }

  refused(code, message) {
    this.#isSent = false;
    this.#fault = faultOf(code, message);
    if (code !== "deck_too_small") {
      this.#isChanged = false;
      this.#lines = this.match.list;
      this.app.live.send({ type: "resync" });
    }
    this.refresh();
  }

  #words() {
    if (!this.#isSent) return NEXT_GAME;
    return this.app.isLive ? gettext("Saving …") : gettext("It is saved when the connection is back.");
  }

  #move(name, from) {
    this.#lines = movedOne(this.#lines, name, from);
    this.#isChanged = true;
    this.#fault = "";
    const facts = { name: isolate(name), count: countIn(this.#lines, "main") };
    const said = from === "main" ? gettext("%(name)s is in the sideboard: %(count)s cards in the deck.") : gettext("%(name)s is in the deck: %(count)s cards.");
    this.app.say(interpolate(said, facts));
    this.#send();
    this.refresh();
  }

  #send() {
    if (this.#isSent) return;
    this.#isSent = true;
    this.#isChanged = false;
    this.app.ask({ type: "deck", fight: this.match.fight, seen: this.match.version, list: listText(this.#lines, this.headings) });
  }

  #drawZone(zone) {
    const count = countIn(this.#lines, zone);
    text(this.root, `match-${zone}-count`, interpolate(ngettext("%(count)s card", "%(count)s cards", count), { count }));
    list(
      part(this.root, `match-${zone}`),
      this.#lines.filter((line) => line.zone === zone),
      ({ name }) => name,
      ({ name }) => {
        const button = element("button", "listing-move", element("b", "number"), Object.assign(element("span", "listing-line__name", name), { dir: "auto" }));
        button.type = "button";
        button.addEventListener("click", () => this.#move(name, zone));
        const row = element("li", "listing-move__row");
        row.append(button);
        return row;
      },
      (row, { count: many, name }) => {
        row.querySelector("b").textContent = many;
        const facts = { name, count: many };
        const words = OTHER[zone] === "side" ? gettext("One %(name)s to the sideboard, of %(count)s") : gettext("One %(name)s into the deck, of %(count)s");
        row.firstElementChild.setAttribute("aria-label", interpolate(words, facts));
      },
    );
  }
}

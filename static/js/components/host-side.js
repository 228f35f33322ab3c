// Beside the tables, where there is room while they draft: below who needs the organizer, what happened (templates/events/host.html).

const WIDE = "(min-width: 68rem)"; // as host-cockpit.css

export class HostSide {
  #isBeside = false;

  // `side` is where the queue is, `entries` the list that moves.
  constructor(side, entries) {
    this.side = side;
    this.entries = entries;
    this.after = entries.previousElementSibling;
    this.width = matchMedia(WIDE);
    this.width.addEventListener("change", () => this.draw(this.scene));
  }

  draw(scene) {
    this.scene = scene;
    const isBeside = scene === "drafting" && this.width.matches;
    if (this.#isBeside === isBeside) return;
    this.#isBeside = isBeside;
    this.entries.open = isBeside;
    if (isBeside) this.side.append(this.entries);
    else this.after.after(this.entries);
  }
}

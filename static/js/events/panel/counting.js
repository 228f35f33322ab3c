// An official counts in the fights (templates/events/panel/fights/counter.html): each step is sent over the socket until it is answered.
// Offline, how much it will change a number stands beside that. Without scripts the same buttons are those of a form.

export class Counting {
  // `root` has the fights. `say` is called with what the server refuses, in words.
  constructor(root, live, outbox, say) {
    this.root = root;
    this.live = live;
    this.outbox = outbox;
    live.addEventListener("ack", ({ detail: { id } }) => outbox.settle(id));
    live.addEventListener("error", ({ detail: { id, message } }) => outbox.settle(id) && say(message));
    live.addEventListener("line", ({ detail: line }) => line === "live" && outbox.waiting.forEach((message) => live.send(message)));
    live.addEventListener("line", () => this.#draw());
    root.addEventListener("click", (event) => this.#count(event));
  }

  #count(event) {
    const button = event.target.closest("[data-count]");
    if (!button) return;
    event.preventDefault();
    this.live.send(this.outbox.add({ type: "count", ...placeOf(button), by: Number(button.dataset.count) }));
    this.#draw();
  }

  #draw() {
    for (const value of this.root.querySelectorAll("[data-own=data-pending]")) {
      const by = this.live.isLive ? 0 : this.#waitingAt(placeOf(value));
      if (by) value.dataset.pending = by > 0 ? `+${by}` : `−${-by}`;
      else delete value.dataset.pending;
    }
  }

  #waitingAt({ fight, fighter, counter }) {
    const steps = this.outbox.waiting.filter((step) => step.fight === fight && step.fighter === fighter && step.counter === counter);
    return steps.reduce((sum, { by }) => sum + by, 0);
  }
}

// The counter that a part of the page belongs to, as messages name it.
const placeOf = (node) => {
  const { fighter, counter } = node.closest(".counter").dataset;
  return { fight: Number(node.closest(".fight").dataset.fight), fighter: Number(fighter), counter };
};

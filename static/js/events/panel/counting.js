// An official counts in the fights (templates/events/panel/fights/counter.html): each step is sent over the socket until it is answered.
// Without scripts the same buttons are those of a form.

export class Counting {
  // `root` has the fights. `say` is called with what the server refuses, in words.
  constructor(root, live, outbox, say) {
    this.live = live;
    this.outbox = outbox;
    live.addEventListener("ack", ({ detail: { id } }) => outbox.settle(id));
    live.addEventListener("error", ({ detail: { id, message } }) => outbox.settle(id) && say(message));
    live.addEventListener("line", ({ detail: line }) => line === "live" && outbox.waiting.forEach((message) => live.send(message)));
    root.addEventListener("click", (event) => this.#count(event));
  }

  #count(event) {
    const button = event.target.closest("[data-count]");
    if (!button) return;
    event.preventDefault();
    const [fight, side, counter] = [".fight", ".side", ".counter"].map((name) => button.closest(name));
    const step = { fight: Number(fight.dataset.fight), fighter: Number(side.dataset.key), counter: counter.dataset.key };
    this.live.send(this.outbox.add({ type: "count", ...step, by: Number(button.dataset.count) }));
  }
}

// Moving between the rows of the builder by keys. Each side is one stop of the Tab key; arrows lead to the nearest row.

const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const ASIDE = 3; // how much more a sideways distance counts

const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];

// The index of the nearest box in a direction; -1 where there is none.
export const nextIn = (box, boxes, [across, down]) => {
  const [x, y] = middle(box);
  const far = boxes.map((other) => {
    const [ahead, aside] = ((dx, dy) => (across ? [dx * across, Math.abs(dy)] : [dy * down, Math.abs(dx)]))(middle(other)[0] - x, middle(other)[1] - y);
    return ahead > 4 ? ahead + ASIDE * aside : Infinity;
  });
  const least = Math.min(...far);
  return least === Infinity ? -1 : far.indexOf(least);
};

export class Rover {
  #last = new WeakMap(); // by pane: the row that the Tab key leads to

  // `panes` have `root` and `buttons`; `look(item)` opens a row's card.
  constructor(panes, look) {
    this.panes = panes;
    for (const pane of panes) {
      pane.root.addEventListener("focusin", ({ target }) => this.#focused(pane, target));
      pane.root.addEventListener("keydown", (event) => this.#key(event, look));
    }
  }

  // After a change: one row of each side can be reached by the Tab key.
  settle() {
    for (const pane of this.panes) {
      const { buttons } = pane;
      const last = buttons.includes(this.#last.get(pane)) ? this.#last.get(pane) : buttons[0];
      for (const button of buttons) button.tabIndex = button === last ? 0 : -1;
    }
  }

  #focused(pane, target) {
    if (target.dataset.part !== "move") return;
    this.#last.set(pane, target);
    for (const button of pane.buttons) button.tabIndex = button === target ? 0 : -1;
  }

  #key(event, look) {
    if (event.target.dataset.part !== "move" || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = this.panes.flatMap(({ buttons }) => buttons).filter((button) => button.checkVisibility());
    const item = event.target.closest("[data-row]");
    const go = (button) => {
      event.preventDefault();
      button?.focus();
      button?.scrollIntoView({ block: "nearest", inline: "nearest" });
    };
    if (STEPS[event.key]) {
      const boxes = all.map((button) => button.getBoundingClientRect());
      go(all[nextIn(event.target.getBoundingClientRect(), boxes, STEPS[event.key])]);
    } else if (event.key === "Home" || event.key === "End") {
      const own = this.panes.find(({ root }) => root.contains(event.target)).buttons;
      go(own.at(event.key === "Home" ? 0 : -1));
    } else if (event.key === "i") {
      event.preventDefault();
      look(item);
    }
  }
}

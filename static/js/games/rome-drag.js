// Dragging on the board of a battle: what is dragged is chosen as by a tap, and where it is let go is tapped if that is lit.

const FAR = 8; // pixels from which a press is a drag

export class BoardDrag {
  #held = null;

  // `choose(link)` chooses a thing and resolves once its spaces are lit.
  constructor(root, choose) {
    this.root = root;
    this.choose = choose;
    root.addEventListener("pointerdown", (event) => this.#take(event));
    root.addEventListener("dragstart", (event) => event.preventDefault()); // of a link, by the browser
    root.addEventListener("contextmenu", (event) => this.#keepClosed(event));
    addEventListener("pointermove", (event) => this.#move(event));
    addEventListener("pointerup", (event) => this.#drop(event));
    addEventListener("pointercancel", () => this.#end());
    addEventListener("click", (event) => this.#click(event), { capture: true });
  }

  // A thumb that rests on a unit opens no menu of its link.
  #keepClosed(event) {
    if (event.pointerType === "touch" && (event.target.closest(".rome-link") ?? event.target.closest(".battle__card"))) event.preventDefault();
  }

  #take({ button, target, clientX, clientY }) {
    const thing = target.closest(".rome-link") ?? target.closest(".battle__card");
    this.wasDragged = false;
    if (button === 0 && thing?.href) this.#held = { thing, x: clientX, y: clientY, ghost: null, chosen: null };
  }

  #move({ clientX, clientY }) {
    const held = this.#held;
    if (!held || (!held.ghost && Math.hypot(clientX - held.x, clientY - held.y) < FAR)) return;
    if (!held.ghost) this.#begin(held);
    held.ghost.style.left = `${held.left + clientX - held.x}px`;
    held.ghost.style.top = `${held.top + clientY - held.y}px`;
  }

  #begin(held) {
    const { left, top, width, height } = held.thing.getBoundingClientRect();
    held.ghost = held.thing.firstElementChild.matches(".only-read") ? held.thing.lastElementChild.cloneNode(true) : held.thing.cloneNode(true);
    held.ghost.classList.add("battle__ghost");
    held.ghost.setAttribute("aria-hidden", "true");
    held.ghost.dataset.live = ""; // it stays when the lit spaces are drawn
    Object.assign(held, { left, top });
    Object.assign(held.ghost.style, { width: `${width}px`, height: `${height}px` });
    this.root.append(held.ghost);
    held.chosen = isChosen(held.thing) ? Promise.resolve() : this.choose(held.thing);
  }

  async #drop({ clientX, clientY }) {
    const held = this.#held;
    this.#held = null;
    if (!held?.ghost) return;
    this.wasDragged = true;
    held.ghost.remove();
    await held.chosen;
    const space = document.elementFromPoint(clientX, clientY)?.closest(".rome-link");
    this.wasDragged = false;
    if (space && this.root.contains(space) && space.querySelector(".is-lit")) space.click();
  }

  #end() {
    this.#held?.ghost?.remove();
    this.#held = null;
  }

  // A drag that ends where it began is no tap.
  #click(event) {
    if (!this.wasDragged) return;
    this.wasDragged = false;
    event.preventDefault();
    event.stopPropagation();
  }
}

const isChosen = (thing) => thing.classList.contains("is-chosen") || Boolean(thing.querySelector(".is-selected"));

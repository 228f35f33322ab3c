// Faces of a replay's cards. Each print is drawn once for each size, and copied; it has no more parts than are seen where it stands.

import { without } from "../lib/dom.js";
import { element, glyph } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { mindPictures } from "../lib/pictures.js";
import { drawCard, readCard } from "../components/card.js";
import { enlarger } from "../components/reader.js";

const OF_THE_LARGE = ".card__check, [data-large], [hidden]";
const OF_THE_TINY = [OF_THE_LARGE, ".card__plate", ".card__cost"].join(", ");

const DRAWN = {
  hand: (card) => element("span", "replay-card__face", without(drawCard(card), "[hidden]"), enlarger(card.name)),
  pile: (card) => element("span", "replay-card__face", without(drawCard(card), OF_THE_LARGE), enlarger(card.name)),
  thumb: (card) => element("span", "replay-thumb", without(drawCard(card), OF_THE_LARGE)),
  tiny: (card) => element("span", "replay-thumb", without(drawCard(card), OF_THE_TINY)),
};

// A press on a face opens it large; a picture that cannot be fetched leaves the drawn face.
export const listenToFaces = (root, facesNow) => {
  mindPictures(root);
  root.addEventListener("click", ({ target }) => {
    const face = target.closest("[data-face]");
    if (face && target.closest(".card-open")) facesNow().read(Number(face.dataset.face));
  });
};

const load = (face, loading) => {
  for (const picture of face.querySelectorAll("img")) picture.loading = loading;
};

export class Faces {
  #drawn = new Map();
  #pile = new Map();
  #loading = "eager";

  constructor(replay) {
    this.replay = replay;
  }

  // The pictures of what is drawn from now on come once it is seen: a dozen of them take a slow device longer than all else.
  holdPictures() {
    this.#loading = "lazy";
  }

  // `root`: where the faces are that were drawn meanwhile.
  loadPictures(root) {
    this.#loading = "eager";
    for (const face of [...this.#drawn.values(), root]) load(face, "eager");
  }

  read(place) {
    readCard(this.replay.card(place));
  }

  // A face in the pile is kept: it lies there at every later step.
  inPile(place) {
    if (!this.#pile.has(place)) this.#pile.set(place, this.#copy(place, "pile"));
    return this.#pile.get(place);
  }

  // Without a button, where a press means something else; `isTiny`: without the name, too.
  thumb(place, { isTiny = false } = {}) {
    return this.#copy(place, isTiny ? "tiny" : "thumb");
  }

  // In full, with a frame for those that were taken and a word below: `caption` are nodes.
  figure(place, { taken = false, gone = false, back = false, caption = [] } = {}) {
    const mark = back ? [element("span", "replay-card__back", glyph("i-undo"), gettext("came back"))] : [];
    const node = element("li", "replay-card", this.#copy(place, "hand"), element("span", "replay-card__under"));
    this.mark(node, { taken, gone, caption: [...caption, ...mark] });
    return node;
  }

  placeOf(figure) {
    return Number(figure.querySelector("[data-face]").dataset.face);
  }

  // Marks a figure again, touching no more of it than is different.
  mark(figure, { taken, gone, caption }) {
    const face = figure.querySelector("[data-face]");
    const under = figure.lastElementChild;
    if (taken !== face.classList.contains("is-chosen")) {
      if (taken) figure.prepend(element("span", "only-read", gettext("taken")));
      else figure.firstElementChild.remove();
    }
    face.classList.toggle("is-chosen", taken);
    face.classList.toggle("is-gone", gone);
    if (under.textContent !== caption.map((each) => each.textContent).join("")) under.replaceChildren(...caption);
  }

  #copy(place, use) {
    const key = `${use}/${this.replay.told.cards[place].print}`;
    if (!this.#drawn.has(key)) {
      const drawn = DRAWN[use](this.replay.card(place));
      load(drawn, this.#loading);
      this.#drawn.set(key, drawn);
    }
    const face = this.#drawn.get(key).cloneNode(true);
    face.dataset.face = place;
    return face;
  }
}

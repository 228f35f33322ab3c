// A sample hand of a deck: shuffled here and for nothing else. After so many mulligans so many of the drawn cards go to the bottom (M28).

const shuffled = (cards, random) => {
  const list = [...cards];
  for (let last = list.length - 1; last > 0; last -= 1) {
    const place = Math.floor(random() * (last + 1));
    [list[last], list[place]] = [list[place], list[last]];
  }
  return list;
};

export class Sample {
  constructor(random = Math.random) {
    this.random = random;
    this.deal([], 0);
  }

  // A hand of `size` cards.
  deal(cards, size) {
    this.cards = cards;
    this.size = size;
    this.mulligans = 0;
    this.#draw();
  }

  #draw() {
    this.library = shuffled(this.cards, this.random);
    this.hand = this.library.splice(0, this.size);
    this.drawn = 0;
    this.toBottom = Math.min(this.mulligans, this.hand.length);
  }

  get canMulligan() {
    return this.mulligans < this.size && !this.drawn;
  }

  get canDraw() {
    return this.library.length > 0 && !this.toBottom;
  }

  mulligan() {
    if (!this.canMulligan) return;
    this.mulligans += 1;
    this.#draw();
  }

  // Puts the card at a place of the hand on the bottom, where that is still due.
  bottom(place) {
    if (!this.toBottom) return;
    this.library.push(...this.hand.splice(place, 1));
    this.toBottom -= 1;
  }

  draw() {
    if (!this.canDraw) return;
    this.hand.push(this.library.shift());
    this.drawn += 1;
  }
}

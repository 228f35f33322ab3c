// A pile of real cards as it is entered, from bottom to top, by the digits of their numbers. No page in here.

const NUMBER = /^(.*?)(\d+)(\D*)$/;

// The cards that are told apart only by digits: of one set, and of one kind of numbers ("BT06/", "BT06/S").
export const groupsOf = (cards) => {
  const groups = new Map();
  for (const card of cards) {
    const [, head, digits, tail] = card.number.match(NUMBER) ?? [];
    if (!digits) continue;
    const key = `${head} ${tail}`;
    if (!groups.has(key)) groups.set(key, { key, head, tail, length: 0, sets: new Set(), cards: new Map() });
    const group = groups.get(key);
    group.length = Math.max(group.length, digits.length);
    group.sets.add(card.set);
    group.cards.set(digits, card);
  }
  const all = [...groups.values()].sort((one, other) => other.cards.size - one.cards.size);
  const tails = new Set(all.map(({ tail }) => tail));
  return all.map((group) => ({ ...group, label: labelOf(group, tails.size > 1) }));
};

const labelOf = ({ head, tail }, hasTails) => [head.replace(/[^\p{L}\p{N}]+$/u, ""), hasTails ? tail : ""].filter(Boolean).join(" ");

// Of one set: that which most of its cards are in.
export const groupOfSet = (groups, set) => groups.find(({ sets }) => sets.has(set)) ?? groups[0];

// The cards whose digits begin so.
export const candidates = (group, digits) =>
  digits ? [...group.cards].filter(([each]) => each.padStart(group.length, "0").startsWith(digits)).map(([, card]) => card) : [];

// The card of these digits once they are complete: undefined where there is none, null before.
export const cardOf = (group, digits) => {
  if (digits.length < group.length) return null;
  return [...group.cards].find(([each]) => each.padStart(group.length, "0") === digits)?.[1];
};

// The card that is meant by fewer digits, when the person who types says that these are all.
export const meant = (group, digits) => (digits ? cardOf(group, digits.padStart(group.length, "0")) : null);

const MOST_UNDONE = 200;

export class Pile {
  #past = [];

  // `at` is the place that the next card goes to, and `mode` what becomes of what lies there: "replace" or "insert".
  constructor(numbers, expected) {
    this.numbers = [...numbers];
    this.expected = expected;
    this.free();
  }

  get isFull() {
    return this.numbers.length >= this.expected;
  }

  // Where the next card goes.
  get next() {
    return this.at ?? this.numbers.length;
  }

  get canTake() {
    return this.mode === "replace" || !this.isFull;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  free() {
    this.at = null;
    this.mode = "append";
  }

  select(at, mode) {
    this.at = at;
    this.mode = mode;
  }

  // Puts a card where it goes, and returns its place; null where the pile is full.
  take(number) {
    if (!this.canTake) return null;
    const place = this.next;
    this.#change((numbers) => numbers.splice(place, this.mode === "replace" ? 1 : 0, number));
    this.free();
    return place;
  }

  remove(place) {
    this.#change((numbers) => numbers.splice(place, 1));
    this.free();
  }

  // Moves a card by so many places, towards the bottom or (positive) the top, and returns where it lies then.
  move(place, by) {
    const target = Math.max(0, Math.min(this.numbers.length - 1, place + by));
    if (target !== place) this.#change((numbers) => numbers.splice(target, 0, ...numbers.splice(place, 1)));
    this.free();
    return target;
  }

  replaceAll(numbers) {
    this.#change((own) => own.splice(0, own.length, ...numbers));
    this.free();
  }

  undo() {
    this.numbers = this.#past.pop() ?? this.numbers;
    this.free();
  }

  #change(act) {
    this.#past.push([...this.numbers]);
    if (this.#past.length > MOST_UNDONE) this.#past.shift();
    act(this.numbers);
  }
}

// Which of the cards that are placed in one pass the card in a place is: [1, 2] is the first of two.
export const inPass = (places, place) => {
  const own = places[place];
  const same = places.map((each, index) => ({ each, index })).filter(({ each }) => each.round === own.round && each.pass === own.pass);
  return [same.findIndex(({ index }) => index === place) + 1, same.length];
};

// The first place in which two entries of a pile differ; null where they are the same.
export const firstDifference = (one, other) => {
  const place = [...Array(Math.max(one.length, other.length)).keys()].find((index) => one[index] !== other[index]);
  return place ?? null;
};

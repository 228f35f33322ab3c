// A deck as it is built, and the moves at it. A deck: { main, command (ids of cards), basics (names with their numbers) }; what lies in
// neither is in the pool. A move: { cards: [{ id, from, to }], basics: { name: by } }, with "pool", "main" and "command" as places.
// Nothing here is changed: each function returns another value.

const PLACES = ["main", "command"];

export const placeOf = (deck, id) => PLACES.find((place) => deck[place].includes(id)) ?? "pool";

export const sizeOf = ({ main, basics }) => main.length + sum(Object.values(basics));

const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);

export const isSame = (one, other) =>
  PLACES.every((place) => keyOf(one[place]) === keyOf(other[place])) && !Object.keys(basicsBetween(one, other)).length;

const keyOf = (ids) => [...ids].sort((one, other) => one - other).join();

// The move that makes one deck of another.
export const between = (before, after) => {
  const ids = new Set([...PLACES.flatMap((place) => before[place]), ...PLACES.flatMap((place) => after[place])]);
  const cards = [...ids].map((id) => ({ id, from: placeOf(before, id), to: placeOf(after, id) })).filter(({ from, to }) => from !== to);
  return { cards, basics: basicsBetween(before, after) };
};

const basicsBetween = (before, after) => {
  const names = new Set([...Object.keys(before.basics), ...Object.keys(after.basics)]);
  const changes = [...names].map((name) => [name, (after.basics[name] ?? 0) - (before.basics[name] ?? 0)]);
  return Object.fromEntries(changes.filter(([, by]) => by));
};

export const isNothing = ({ cards, basics }) => !cards.length && !Object.keys(basics).length;

// A card that lies elsewhere by now goes where the move puts it all the same: of two devices the later move counts. `most` of each
// basic land are allowed.
export const applied = (deck, { cards, basics }, most) => {
  const moved = new Set(cards.map(({ id }) => id));
  const put = (place) => [...deck[place].filter((id) => !moved.has(id)), ...cards.filter(({ to }) => to === place).map(({ id }) => id)];
  const added = Object.entries(basics).map(([name, by]) => [name, Math.max(0, Math.min(most, (deck.basics[name] ?? 0) + by))]);
  return { main: put("main"), command: put("command"), basics: { ...deck.basics, ...Object.fromEntries(added) } };
};

export const reversed = ({ cards, basics }) => ({
  cards: cards.map(({ id, from, to }) => ({ id, from: to, to: from })),
  basics: Object.fromEntries(Object.entries(basics).map(([name, by]) => [name, -by])),
});

// The own moves since `base`, made again on a newer deck.
export const merged = (base, own, newer, most) => applied(newer, between(base, own), most);

// Steps that can be taken back, and made again until another one is made.
export class Steps {
  #done = [];
  #undone = [];

  get canUndo() {
    return this.#done.length > 0;
  }

  get canRedo() {
    return this.#undone.length > 0;
  }

  add(move) {
    if (isNothing(move)) return;
    this.#done.push(move);
    this.#undone = [];
  }

  // The move that takes the last step back, or null.
  undo() {
    const move = this.#done.pop();
    if (!move) return null;
    this.#undone.push(move);
    return reversed(move);
  }

  redo() {
    const move = this.#undone.pop();
    if (!move) return null;
    this.#done.push(move);
    return move;
  }
}

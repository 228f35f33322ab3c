// Which cards of a pool are shown, in which groups. `building`: what the game knows of it (lib/game.js).

// Cards of the same print lie together: { key, card, cards }.
export const rowsOf = (cards, { inOrder }) => {
  const rows = new Map();
  for (const card of [...cards].sort(inOrder)) {
    const key = `${card.number} ${card.name} ${card.foil ? "foil" : ""}`;
    if (rows.has(key)) rows.get(key).cards.push(card);
    else rows.set(key, { key, card, cards: [card] });
  }
  return [...rows.values()];
};

// Groups with cards, in the order of the sort: { key, words, sign, rows, count }.
export const groupsOf = (cards, sort, building) => {
  const rows = rowsOf(cards, building);
  return sort.groups
    .map((group) => ({ ...group, rows: rows.filter(({ card }) => sort.of(card) === group.key) }))
    .filter((group) => group.rows.length)
    .map((group) => ({ ...group, count: group.rows.reduce((count, row) => count + row.cards.length, 0) }));
};

// The search, and the choice of each filter.
export class Filter {
  #chosen = new Map();
  words = "";

  constructor(building) {
    this.building = building;
  }

  has(filter, option) {
    return Boolean(this.#chosen.get(filter)?.has(option));
  }

  toggle(filter, option) {
    const chosen = this.#chosen.get(filter) ?? new Set();
    if (!chosen.delete(option)) chosen.add(option);
    this.#chosen.set(filter, chosen);
  }

  clear() {
    this.#chosen.clear();
    this.words = "";
  }

  get count() {
    return [...this.#chosen.values()].reduce((count, { size }) => count + size, 0) + (this.words.trim() ? 1 : 0);
  }

  shows(card) {
    const { filters, heard } = this.building;
    const isChosen = ({ key, of }) => !this.#chosen.get(key)?.size || of(card).some((option) => this.#chosen.get(key).has(option));
    const said = heard(card);
    return filters.every(isChosen) && this.words.toLowerCase().split(/\s+/).every((word) => said.includes(word));
  }
}

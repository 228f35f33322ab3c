// Which move an address names: #b12m31 is that of fight 12's battle after its move 31, s0 after it with the eyes of seat 0; null for others.
export const moveOf = (hash) => {
  const found = /^#(?:t[1-9]\d{0,3})?b([1-9]\d{0,3})m(\d{1,4})(?:s([0-3]))?$/.exec(hash);
  return found && { fight: Number(found[1]), number: Number(found[2]), eyes: found[3] ?? "" };
};

// The query of another address for the same fighter, one of several on a device, with more in it; "" for none.
export const queryLike = (search, more = {}) => {
  const fighter = new URLSearchParams(search).get("fighter");
  const query = new URLSearchParams({ ...(fighter && { fighter }), ...more }).toString();
  return query && `?${query}`;
};

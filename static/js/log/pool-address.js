// The seat whose packs an address is about: #p1, or #t2p1 at table 2; null for another one. Seats count from 0.
export const poolOf = (hash) => {
  const found = /^#(?:t([1-9]\d{0,3}))?p(\d{1,2})$/.exec(hash);
  return found && { table: Number(found[1] ?? 1), seat: Number(found[2]) };
};

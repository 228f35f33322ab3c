// The log of packs that all keep, or of battles: an address such as #p1 or #t2p1 leads to the seat that it names, and one
// such as #b12m31 to the page of the battle.

import "../lib/local-time.js";
import "../components/readable.js";
import { moveOf, queryLike } from "../log/battle-address.js";
import { leadToDecks } from "../log/deck-address.js";
import { poolOf } from "../log/pool-address.js";

const lead = () => {
  const battle = moveOf(location.hash);
  if (battle) return location.replace(`../battle/${battle.fight}/${queryLike(location.search)}${location.hash}`);
  const pool = poolOf(location.hash);
  if (!pool || document.getElementById(location.hash.slice(1))) return;
  location.replace(`?table=${pool.table}&seat=${pool.seat}${location.hash}`);
};

addEventListener("hashchange", lead);
if (!new URLSearchParams(location.search).has("seat")) lead(); // a seat that there is not is not asked for again
leadToDecks();

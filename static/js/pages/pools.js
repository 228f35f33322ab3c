// The log of packs that all keep: an address such as #p1 or #t2p1 leads to the seat that it names.

import "../lib/local-time.js";
import "../components/readable.js";
import { leadToDecks } from "../log/deck-address.js";
import { poolOf } from "../log/pool-address.js";

const lead = () => {
  const pool = poolOf(location.hash);
  if (!pool || document.getElementById(location.hash.slice(1))) return;
  location.replace(`?table=${pool.table}&seat=${pool.seat}${location.hash}`);
};

addEventListener("hashchange", lead);
if (!new URLSearchParams(location.search).has("seat")) lead(); // a seat that there is not is not asked for again
leadToDecks();

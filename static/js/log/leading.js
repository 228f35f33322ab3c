// A plain script, run before the first paint: where the address names a move of a battle, no board is seen before that of the move.
if (/^#(?:t\d+)?b\d+m\d/.test(location.hash)) document.documentElement.dataset.leads = "";

// The face of Rome (js/lib/game.js says what a face has): nothing is passed and no deck is built.

import { wear } from "../lib/game.js";
import { gettext } from "../lib/gettext.js";

wear({ fill: () => {}, heard: () => [], tallies: {}, tiles: () => [], whole: () => "", over: gettext("The battles are over."), isPlayed: true });

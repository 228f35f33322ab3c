// One seat of a log as a list: its cards can be read large.

import "../lib/local-time.js";
import "../components/readable.js";

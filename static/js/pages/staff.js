// Pages of links and tokens: each can be copied.

import "../components/copy-buttons.js";
import "../lib/local-time.js";

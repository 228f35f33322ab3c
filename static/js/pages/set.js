// A set's page: each card large in a dialog at a tap.

import "../components/readable.js";

// The log: times of the device's own zone, and each card large in a dialog at a tap.

import "../lib/local-time.js";
import "../components/readable.js";

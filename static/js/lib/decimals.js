// Numbers with decimal places, rounded as drafts/numbers.py rounds them: a half away from zero, by the digits that a number is read with.

import { locale } from "./gettext.js";

const shifted = (value, places) => {
  const [digits, power = 0] = String(value).split("e");
  return Number(`${digits}e${Number(power) + places}`);
};

const rounded = (value, places) => {
  const whole = Math.round(Math.abs(shifted(value, places)));
  return shifted(value < 0 && whole ? -whole : whole, -places);
};

export const decimal = (value, places) => rounded(value, places).toLocaleString(locale, { minimumFractionDigits: places, maximumFractionDigits: places });

// A share of 1 in hundredths.
export const percent = (share, places) => decimal(shifted(share, 2), places);

// The words of scripts, in the language of the page. Texts are written in English; in another language a script that ran before
// the modules (drafts/views/site/languages.py) has brought `django.gettext` and `django.ngettext`. makemessages finds texts by these names.

const { django, document } = globalThis;

export const gettext = django?.gettext ?? ((words) => words);

export const ngettext = django?.ngettext ?? ((one, many, count) => (count === 1 ? one : many));

// Fills in each "%(name)s".
export const interpolate = (words, values) => words.replace(/%\((\w+)\)s/g, (_, name) => values[name]);

const language = document?.documentElement?.lang || "en";

// For numbers and dates.
export const locale = language === "en" ? "en-GB" : language;

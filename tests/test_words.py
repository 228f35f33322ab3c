"""No text for people stands in a template or a script as it is: each is passed through translation."""

import re

import pytest

from tests.server import ROOT

# Templates ------------------------------------------------------------------------------------------------------------

FOR_DEVELOPERS = {"site/styleguide.html", "games/rome/examples.html"}
TEMPLATE_PARTS = re.compile(
    r"(\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|"
    r"""</?[a-zA-Z!](?:\{%.*?%\}|\{\{.*?\}\}|"(?:\{%.*?%\}|\{\{.*?\}\}|[^"])*"|[^">])*>)""",
    re.DOTALL,
)
SHOWN_ATTRIBUTE = re.compile(r'\b(?:aria-label|title|placeholder|alt)="([^"{]*[A-Za-z][^"{]*)"')
SAME_IN_EVERY_LANGUAGE = {"Pass Left", "· Pass Left", "SHA-256", "JSON", "CSV", "UTC"}
CLASS_OR_ICON = re.compile(r"[a-z]+(?:-+[a-z]+)+")  # within {% block page_class %} and the like


def bare_texts(template: str) -> list[str]:
    """Return the texts and read-out attributes of a template that stand in it as they are."""
    found, messages, code = [], 0, 0
    for part in TEMPLATE_PARTS.split(template):
        messages += part.startswith("{% blocktranslate") - part.startswith("{% endblocktranslate")
        if messages or part.startswith(("{%", "{{", "{#")):
            continue
        if part.startswith("<"):
            code += len(re.findall(r"^<(?:code|kbd)\b", part)) - len(re.findall(r"^</(?:code|kbd)\b", part))
            found += SHOWN_ATTRIBUTE.findall(part)
        elif not code and re.search("[A-Za-z]", part):
            found.append(part.strip())
    return [text for text in found if text not in SAME_IN_EVERY_LANGUAGE and not CLASS_OR_ICON.fullmatch(text)]


def test_no_template_has_a_text_that_is_not_translated():
    folder = ROOT / "templates"
    templates = {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*.html")}
    found = {name: texts for name, text in templates.items() if (texts := bare_texts(text))}
    assert {name: texts for name, texts in found.items() if name not in FOR_DEVELOPERS} == {}


@pytest.mark.parametrize(
    ("template", "found"),
    [
        ('<p title="Left">{% translate "Right" %} Up <b>{{ name }}</b></p>', ["Left", "Up"]),
        ('<a href="{% url "a" %}" aria-label="{% translate "Right" %}"><code>Up</code></a>', []),
        ("{% blocktranslate %}Right <b>up</b>{% endblocktranslate %} down", ["down"]),
    ],
)
def test_a_bare_text_of_a_template_would_be_found(template, found):
    assert bare_texts(template) == found


# Scripts --------------------------------------------------------------------------------------------------------------

SCRIPT_PARTS = re.compile(
    r"""//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`""", re.DOTALL
)
FILLED_IN = re.compile(r"\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}")
FACT = "§"
WORDS = re.compile(
    r"[A-Za-z§][^\w\s§]* +[^\w\s§]*[A-Za-z]"  # letters or a fact, a space, letters
    r"|[A-Za-z][^\w\s§]* +§"
    r"|[A-Za-z][.?!…]$"  # the end of a sentence
    r"|^[A-Z][a-z]"  # a capital at the beginning
)
"""The marks of a text for people, which hardly any other text has."""

NO_WORDS = {
    "classes": {
        "button button--quiet match-start__rolled",
        "button button--quiet course__extra",
        "button button--line",
        "pair__value number",
        "deck-stack__count reveal__count",
        "die__face number",
        "joined__side shows-picture",
        "pad__digit is-next",
        "panel replay-fight",
        "panel replay-whole__seat",
        "pill is-done",
        "seat-mark replay-seat",
        "quiet small",
        "reveal__hero shows-picture",
        "scrub__group is-after",
        "card-text held__text",
        "icon §",
        "notice alert §",
        "pill §",
        "§ is-spare",
    },
    "selectors": {
        ".card__check, [data-large], [hidden]",
        ".only-read, .card__check, [hidden]",
        ":scope > :not(.card__plate), .card__plate > *",
        "§, .card__gem, .card__emblem",
        ".deck-row, .deck-facts",
        ":hover, :focus-within",
        "[data-picture] [data-drawn]",
        "button, a, summary",
        "input, textarea, select",
        "input, textarea, select, dialog",
        "input, select, textarea",
        ".build__views [data-view]",
        '.build__views [data-place="§"]',
        '[data-filter="§"] button',
    },
    "media": {
        "(prefers-color-scheme: light)",
        "(prefers-reduced-motion: reduce)",
        "(max-height: 42rem) and (max-aspect-ratio: 11 / 10)",
        "(min-width: 37.5rem) and (min-height: 37.5rem)",
        "(orientation: portrait)",
        "(max-width: 61.99rem) and (min-height: 30rem)",
        "(max-height: 30rem) and (orientation: landscape)",
        "not all",
    },
    "keys": {
        "Enter",
        "Escape",
        "ArrowUp",
        "ArrowDown",
        "ArrowLeft",
        "ArrowRight",
        "Home",
        "End",
        "Backspace",
        "Delete",
    },
    "free lands, as cards and messages name them": {
        "Plains",
        "Island",
        "Swamp",
        "Mountain",
        "Forest",
        "Basic Land - §",
    },
    "titles": {"§ · Pass Left"},
    "what a browser keeps": {"quiz § t§s§"},
    "a picture": {
        "Pass Left",
        "800 §px §",
        "800 30px §",
        "§ §px §",
        "Manrope, system-ui, sans-serif",
        "Content-Type",
    },
    "moves": {
        "translate(§px, §px) scale(§)",
        "translate(§px, §px) scale(§) rotate(§deg)",
        "translate(§px, §px) §",
        "§ rotate(§deg)",
        "perspective(900px) rotate(§deg)",
        "perspective(900px) § rotateY(88deg)",
        "perspective(600px) rotateY(84deg)",
        "translate(§px, §px) rotate(§deg)",
        "translateX(§%) rotate(§deg)",
        "translateX(§%) rotateY(180deg)",
        "translate(calc(§ * var(--r)), calc(§ * var(--r))) rotate(§deg)",
        "var(--here) rotate(§)",
    },
}


MARKUP = re.compile("<[a-zA-Z/][^>]*>?")
"""Of a drawing that a script writes as text; what stands between its elements may be words."""


def bare_strings(script: str) -> list[str]:
    """Return the texts of a script that look like words and are no argument of gettext or ngettext."""
    found, end, is_plural_next = [], 0, False
    for part in SCRIPT_PARTS.finditer(script):
        if part[0].startswith("/"):
            continue
        before, between = script[: part.start()].rstrip(), script[end : part.start()].strip()
        is_message = before.endswith("gettext(") or (is_plural_next and between == ",")
        is_plural_next, end = before.endswith("ngettext("), part.end()
        text = MARKUP.sub("", FILLED_IN.sub(FACT, part[0][1:-1]))
        if not is_message and WORDS.search(text):
            found.append(text)
    return found


def test_no_script_has_a_text_that_is_not_translated():
    scripts = {path: bare_strings(path.read_text()) for path in (ROOT / "static/js").rglob("*.js")}
    found = {(name, text) for name, texts in scripts.items() for text in texts}
    known = set().union(*NO_WORDS.values())
    assert {(name, text) for name, text in found if text not in known} == set()
    assert known - {text for _, text in found} == set()


@pytest.mark.parametrize(
    ("script", "found"),
    [
        ('text(node, "words", gettext("It is up.")); // "Not this"', []),
        ('text(node, "words", "It is up.");', ["It is up."]),
        ("node.title = `${name} chooses`;", ["§ chooses"]),
        ('const drawn = `<svg><text font-size="§">It is up.</text></svg>`;', ["It is up."]),
        ('ngettext("%(count)s card", "%(count)s cards", 2, "one more")', ["one more"]),
        ('const LINE = { live: "Live", look: "is-done", id: `table-${number}` };', ["Live"]),
    ],
)
def test_a_bare_text_of_a_script_would_be_found(script, found):
    assert bare_strings(script) == found

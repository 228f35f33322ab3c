"""Sentences that both pages and scripts show stand in `static/js/<subject>/sentences.js` alone."""

import re
from collections import Counter

import pytest
from django.template import Context, Template
from django.utils.safestring import mark_safe

from drafts.languages import sentence, sentence_lazy, shared_sentences
from tests.server import ROOT
from tests.web.pseudo import in_brackets

ON_A_PAGE = re.compile(r'{% sentence "([\w.]+)"|\bsentence(?:_lazy)?\("([\w.]+)"')
IMPORTED = re.compile(r'import \{([^}]+)\} from "([\w./]*/sentences\.js)"')


def drawn(template, **values):
    return Template(template).render(Context(values))


def test_a_page_draws_a_shared_sentence_with_its_facts_escaped_unless_they_are_markup():
    template = '{% sentence "sharing.youKeepYours" name=name give=give want=want %}'
    page = drawn(template, name="<i>Aichi</i>", give="100% & more", want=mark_safe("<b>Kamui</b>"))
    assert page == "You keep <b>Kamui</b>, for which &lt;i&gt;Aichi&lt;/i&gt; offered 100% &amp; more."


def test_a_shared_sentence_is_translated_as_scripts_are():
    with in_brackets():
        assert sentence("sharing.keepsTheirs") == "%(name)s⟦ would rather keep ⟧%(want)s⟦.⟧"
    assert sentence("sharing.keepsTheirs") == "%(name)s would rather keep %(want)s."


def test_a_shared_sentence_with_a_plural_is_drawn_and_translated_by_its_count():
    template = '{% sentence "draft.iHavePlaced" count=count %}'
    assert [drawn(template, count=count) for count in (1, 2)] == ["I have placed the card", "I have placed the cards"]
    with in_brackets():
        assert drawn(template, count=2) == "⟦I have placed the cards⟧"


def test_a_shared_sentence_of_an_import_is_in_the_language_in_which_it_is_shown():
    words = sentence_lazy("sharing.keepsTheirs")
    with in_brackets():
        assert str(words) == sentence("sharing.keepsTheirs") == "%(name)s⟦ would rather keep ⟧%(want)s⟦.⟧"
    assert str(words) == "%(name)s would rather keep %(want)s."


def test_a_sentence_that_does_not_exist_is_refused():
    with pytest.raises(KeyError):
        drawn('{% sentence "sharing.unheardOf" %}')


def test_each_line_of_the_files_of_shared_sentences_is_read():
    files = [*(ROOT / "static/js").glob("*/sentences.js")]
    lines = [line for file in files for line in file.read_text().splitlines() if line.startswith("export")]
    assert len(lines) == len(shared_sentences()) > 0
    texts = [text for forms in shared_sentences().values() for text in forms if text]
    assert max(Counter(texts).values()) == 1


def test_each_shared_sentence_is_shown_by_a_page_and_by_a_script():
    sources = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "drafts").rglob("*.py")]
    on_pages = {name for file in sources for found in ON_A_PAGE.findall(file.read_text()) for name in found if name}
    scripts = set()
    for file in (ROOT / "static/js").rglob("*.js"):
        for names, path in IMPORTED.findall(file.read_text()):
            subject = (file.parent / path).resolve().parent.name
            scripts |= {f"{subject}.{name.split()[0]}" for name in names.split(",") if name.strip()}
    assert on_pages == set(shared_sentences()) == scripts

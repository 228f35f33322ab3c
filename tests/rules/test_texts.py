"""Which texts can be stored."""

import io
from xml.etree import ElementTree

from django.utils.xmlutils import SimplerXMLGenerator, UnserializableContentError
from hypothesis import given
from hypothesis import strategies as st

from drafts.rules.texts import is_storable

ODD = st.sampled_from("\0\t\n\x0b\x0c\x1f\x7f\x85\ud800\udfff\ufffd\ufffe\uffff\U0001fffe")


@given(st.text(st.characters(exclude_characters="\r") | ODD))
def test_a_text_can_be_stored_if_a_file_of_xml_gives_it_back_and_not_otherwise(text):
    assert is_storable(text) == (given_back(text) == text)


def given_back(text):
    """Return what is read of a text that `dumpdata --format=xml` writes, None where it cannot."""
    file = io.BytesIO()
    writer = SimplerXMLGenerator(io.TextIOWrapper(file, "utf-8", write_through=True), "utf-8")
    try:
        writer.startDocument()
        writer.startElement("field", {})
        writer.characters(text)
        writer.endElement("field")
        return ElementTree.fromstring(file.getvalue().decode()).text or ""
    except (UnserializableContentError, UnicodeEncodeError, ElementTree.ParseError):
        return None

"""Each sentence for people stands in one place: what is decided there is decided once."""

import re
from collections import Counter

from tests.messages import messages

MARKUP = re.compile("<[^>]*>")
FACT = re.compile(r"%\(\w+\)s")
SENTENCE = re.compile(r"\w+\W+\w+\W.*[.?!]$", re.DOTALL)
"""Three words and more, with a full stop: captions of buttons and headings are named again where they are explained."""


def twice(texts):
    """Return the sentences that stand more than once among these texts, whatever their markup."""
    plain = (" ".join(MARKUP.sub("", text).split()) for text in texts)
    found = Counter(text for text in plain if SENTENCE.search(FACT.sub("", text)))
    return {text for text, count in found.items() if count > 1}


def test_no_sentence_stands_in_two_places():
    assert twice(messages()) == set()


def test_a_sentence_that_stands_twice_would_be_found_and_a_caption_not():
    every = ["It is <b>your</b> turn.", "It is your turn.", "Close the event", "Close the event", "Paused.", "Paused."]
    assert twice(every) == {"It is your turn."}

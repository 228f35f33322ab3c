"""Addresses in templates: the tags `url` and `static` are as Django's."""

import pytest
from django.template import Context, Template
from django.test import override_settings
from django.urls import NoReverseMatch, set_script_prefix


def rendered(text, **values):
    return Template(text).render(Context(values))


def test_an_address_is_made_of_its_arguments():
    both = [rendered("{% url 'play' code %}", code=code) for code in ("AAAAAA", "BBBBBB", "AAAAAA")]
    assert both == ["/events/AAAAAA/", "/events/BBBBBB/", "/events/AAAAAA/"]


def test_an_address_begins_where_the_site_does():
    assert rendered("{% url 'landing' %}") == "/"
    set_script_prefix("/drafts/")
    try:
        assert rendered("{% url 'landing' %}") == "/drafts/"
    finally:
        set_script_prefix("/")


def test_an_address_is_escaped_where_the_text_is_markup():
    link = "{% url 'set' code %}"
    assert rendered(link, code="it's") == "/sets/it&#x27;s/"
    assert rendered(f"{{% autoescape off %}}{link}{{% endautoescape %}}", code="it's") == "/sets/it's/"


def test_all_other_forms_of_the_tag_are_djangos():
    assert rendered("{% url name code as there %}[{{ there }}]", name="play", code="AAAAAA") == "[/events/AAAAAA/]"
    assert rendered("{% url 'play' code=code %}", code="AAAAAA") == "/events/AAAAAA/"
    assert rendered("{% url 'admin:index' %}") == "/admin/"
    with pytest.raises(NoReverseMatch):
        rendered("{% url 'nowhere' %}")


@override_settings(STATIC_URL="/static/")
def test_static_files_have_the_addresses_of_their_storage():
    tag, kept = "{% load static %}{% static name %}", "{% load static %}{% static name as it %}[{{ it }}]"
    assert rendered(tag, name="it's.js") == "/static/it&#x27;s.js"
    assert rendered(f"{{% autoescape off %}}{tag}{{% endautoescape %}}", name="it's.js") == "/static/it's.js"
    assert rendered(kept, name="a.js") == "[/static/a.js]"

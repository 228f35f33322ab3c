from drafts.rules.night.nicknames import isolate
from drafts.templatetags.names import with_names


def test_isolated_names_become_elements_and_all_else_is_escaped():
    assert with_names(f"<b> {isolate('<i>Ben')} & {isolate('דן')}") == (
        '&lt;b&gt; <bdi dir="auto">&lt;i&gt;Ben</bdi> &amp; <bdi dir="auto">דן</bdi>'
    )

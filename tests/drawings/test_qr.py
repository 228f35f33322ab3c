from xml.etree import ElementTree

from drafts.drawings.qr import qr_svg


def test_a_code_is_an_svg_that_scales_and_has_no_style():
    svg = ElementTree.fromstring(qr_svg("http://192.168.1.5:8000/join/K7QF3M/"))
    assert (svg.tag, list(svg.attrib)) == ("svg", ["viewBox"])
    assert [(node.tag, sorted(node.attrib)) for node in svg] == [("path", ["d", "stroke"])]


def test_another_address_is_another_code():
    assert qr_svg("http://a/") != qr_svg("http://b/")

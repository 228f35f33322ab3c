"""The part of a page that it shows: its HTML without what scripts clone from it, and without what is hidden."""

from html.parser import HTMLParser

VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "use", "wbr"}


class _Shown(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.pieces: list[str] = []
        self.hidden: list[str] = []  # the elements that are open since one of them was hidden

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        is_hidden = tag == "template" or "hidden" in dict(attrs)
        if tag not in VOID and (self.hidden or is_hidden):
            self.hidden.append(tag)
        elif not self.hidden and not is_hidden:
            self.pieces.append(self.get_starttag_text() or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if not self.hidden:
            self.pieces.append(self.get_starttag_text() or "")

    def handle_endtag(self, tag: str) -> None:
        if not self.hidden:
            self.pieces.append(f"</{tag}>")
        elif tag not in VOID:
            assert self.hidden.pop() == tag, f"</{tag}> closes another element"

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.pieces.append(data)

    def handle_entityref(self, name: str) -> None:
        self.handle_data(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.handle_data(f"&#{name};")


def one_line(html: str) -> str:
    """Return HTML in one line: each run of white space is one space, as browsers read it."""
    return " ".join(html.split())


def shown(html: str) -> str:
    """Return the HTML of what a page shows, without its line breaks."""
    parser = _Shown()
    parser.feed(html)
    parser.close()
    return one_line("".join(parser.pieces))

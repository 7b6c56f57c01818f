"""Prints every link, picture and script of the HTML documents that leads nowhere, and every anchor used twice:
html_links.py FOLDER."""

import html.parser
import pathlib
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.anchors, self.links = [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id":
                self.anchors.append(value)
            elif name in ("href", "src"):
                self.links.append(value)


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in folder.rglob("*.html")}
    count = 0
    for path, page in pages.items():
        name = path.relative_to(folder)
        for anchor in {a for a in page.anchors if page.anchors.count(a) > 1}:
            print(f"{name}: two anchors {anchor}")
        for link in page.links:
            url = urllib.parse.urlsplit(link)
            if url.scheme in ("http", "https") or link == "/":  # the game, shown only by a server
                continue
            count += 1
            to = (path.parent / urllib.parse.unquote(url.path)).resolve() if url.path else path
            if folder not in to.parents or not to.is_file():
                print(f"{name}: no file {link}")
            elif url.fragment and urllib.parse.unquote(url.fragment) not in pages[to].anchors:
                print(f"{name}: no anchor {link}")
    if count < 1000:
        print(f"{folder}: only {count} links in {len(pages)} pages")


if __name__ == "__main__":
    main()

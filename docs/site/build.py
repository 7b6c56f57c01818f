"""Makes the documents as HTML pages: build.py OUTPUT [DEPFILE]. cmark-gfm converts the Markdown; this adds what a site
needs: navigation, anchors, links between pages, and the search index.

The pages are docs/index.md and every Markdown file that can be reached from it by links. The navigation is the tables of
docs/index.md. The output needs no server: every address is relative, and the search index is a script."""

import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SITE = ROOT / "docs/site"
INDEX = ROOT / "docs/index.md"
PICTURES = {".png", ".svg", ".gif"}
EXTENSIONS = ["table", "strikethrough", "autolink"]

TEMPLATE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="icon" href="{root}icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="{root}site.css">
<script src="{root}site.js" data-root="{root}"></script>
</head>
<body>
<header class="bar">
<a class="brand" href="{root}index.html"><img src="{root}icon.svg" alt="" width="24" height="24">Pentad <span>documentation</span></a>
<form class="search" role="search" action="{root}index.html" hidden>
<input type="search" name="q" aria-label="Search the documentation" placeholder="Search" autocomplete="off" spellcheck="false">
<div class="results" hidden><p role="status"></p><ol></ol></div>
</form>
<a class="to-contents" href="#contents">Contents</a>
<a class="to-game" href="/" hidden>Play</a>
</header>
<div class="columns">
<main id="main">
{body}</main>
<nav id="contents" aria-label="Documentation">
{navigation}<p class="no-script muted small">Search needs JavaScript.</p>
</nav>
</div>
</body>
</html>
"""


def fail(text):
    sys.exit(f"{os.path.relpath(__file__)}: {text}")


def read(path):
    return path.read_text(encoding="utf-8")


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def to_html(path):
    command = ["cmark-gfm"]
    for extension in EXTENSIONS:
        command += ["-e", extension]
    return subprocess.run([*command, str(path)], check=True, capture_output=True, encoding="utf-8").stdout


def plain(fragment):
    return html.unescape(re.sub(r"<[^>]*>", "", fragment)).strip()


def slug(heading):
    """The anchor that GitHub gives to a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


class Page:
    def __init__(self, source):
        self.source = source
        name = str(source.relative_to(ROOT).with_suffix(".html"))
        self.address = name[len("docs/"):] if name.startswith("docs/") else name.lower()
        self.root = "../" * self.address.count("/")
        self.body = to_html(source)
        heading = re.search(r"<h1>(.*?)</h1>", self.body, re.S)
        if not heading:
            fail(f"{source}: no heading")
        self.title = plain(heading[1])
        self.headings = []  # (level, anchor, text)
        self.body = re.sub(r"<h([1-6])>(.*?)</h\1>", self.add_anchor, self.body, flags=re.S)

    def add_anchor(self, found):
        level, inside = int(found[1]), found[2]
        text = plain(inside)
        anchor, names = slug(text), {anchor for _, anchor, _ in self.headings}
        while anchor in names:
            anchor += "-1"
        self.headings.append((level, anchor, text))
        link = "" if level == 1 else f' <a class="anchor" href="#{anchor}" aria-label="Link to {html.escape(text)}">#</a>'
        return f'<h{level} id="{anchor}">{inside}{link}</h{level}>'

    def links(self):
        """(attribute, address) of every relative link and picture."""
        for attribute, address in re.findall(r' (href|src)="([^"]*)"', self.body):
            address = html.unescape(address)
            if not re.match(r"[a-z]+:|#", address):
                yield attribute, address

    def relative(self, address):
        return os.path.relpath(address, os.path.dirname(self.address) or ".")


class Site:
    def __init__(self):
        self.pages = {}  # by source
        self.files = {}  # what is copied: source to address
        self.add(INDEX)

    def add(self, source):
        page = self.pages[source] = Page(source)
        for _, address in page.links():
            target = self.target(page, address)
            if target.suffix == ".md":
                if target not in self.pages:
                    self.add(target)
            elif target.suffix in PICTURES:
                self.files[target] = re.sub("^docs/", "", str(target.relative_to(ROOT)))
            else:
                self.files[target] = f"files/{target.relative_to(ROOT)}.txt"

    def target(self, page, address):
        path = pathlib.Path(os.path.normpath(page.source.parent / address.partition("#")[0]))
        if not path.is_file():
            fail(f"{page.source.relative_to(ROOT)}: the link {address} must lead to a file")
        return path

    def rewritten(self, page):
        def replace(found):
            address = html.unescape(found[2])
            if re.match(r"[a-z]+:|#", address):
                return found[0]
            target = self.target(page, address)
            to = self.pages[target].address if target in self.pages else self.files[target]
            _, sign, anchor = address.partition("#")
            return f' {found[1]}="{html.escape(page.relative(to) + sign + anchor)}"'

        body = re.sub(r' (href|src)="([^"]*)"', replace, page.body)
        body = re.sub(r"<th([^>]*)></th>", r"<td\1></td>", body)  # a column without a name
        body = re.sub(r"<pre>", '<pre tabindex="0">', body)
        body = re.sub(r"<img ", '<img loading="lazy" ', body)
        body = re.sub(r"<table>", '<div class="table" role="group" aria-label="Table" tabindex="0">\n<table>', body)
        return body.replace("</table>", "</table>\n</div>")

    def navigation(self, page):
        """The shelves of docs/index.md with their links; under the current page its sections."""
        out = []
        for shelf in re.split(r"(?=<h2)", self.pages[INDEX].body)[1:]:
            out.append(f"<h2>{html.escape(plain(re.search('<h2.*?>(.*?)<a ', shelf)[1]))}</h2>\n<ul>\n")
            for address, text in re.findall(r'<a href="([^"#]+)">(.*?)</a>', shelf):
                target = self.pages[self.target(self.pages[INDEX], html.unescape(address))]
                current = ' aria-current="page"' if target is page else ""
                out.append(f'<li><a href="{page.relative(target.address)}"{current}>{plain(text)}</a>')
                sections = [(anchor, text) for level, anchor, text in page.headings if level == 2]
                if current and len(sections) > 1:
                    out.append("\n<ul>\n")
                    out += [f'<li><a href="#{anchor}">{html.escape(text)}</a></li>\n' for anchor, text in sections]
                    out.append("</ul>\n")
                out.append("</li>\n")
            out.append("</ul>\n")
        return "".join(out)

    def search_rows(self):
        """[address, title, heading, text] of every section."""
        for page in self.pages.values():
            for part in re.split(r"(?=<h[1-6] id=)", page.body):
                found = re.match(r'<h[1-6] id="([^"]*)">(.*?)</h[1-6]>', part, re.S)
                if not found:
                    continue
                heading = plain(re.sub(r' <a class="anchor".*', "", found[2]))
                text = re.sub(r"\s+", " ", plain(re.sub(r"</t[dh]>|<br />", " ", part[found.end():])))
                anchor = "" if heading == page.title else f"#{found[1]}"
                yield [page.address + anchor, page.title, heading, text]

    def write(self, out):
        shutil.rmtree(out, ignore_errors=True)
        for page in self.pages.values():
            title = "Pentad documentation" if page.source == INDEX else f"{page.title} · Pentad documentation"
            write(out / page.address, TEMPLATE.format(title=html.escape(title), root=page.root,
                                                      navigation=self.navigation(page), body=self.rewritten(page)))
        for source, address in self.files.items():
            (out / address).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, out / address)
        write(out / "site.css", read(ROOT / "web/css/base.css") + read(SITE / "site.css"))
        shutil.copyfile(SITE / "site.js", out / "site.js")
        shutil.copyfile(ROOT / "web/icon.svg", out / "icon.svg")
        rows = ",\n".join(json.dumps(row, ensure_ascii=False) for row in self.search_rows())
        write(out / "search.js", f"var searchRows = [\n{rows}\n];\n")


def main():
    out = pathlib.Path(sys.argv[1])
    site = Site()
    site.write(out)
    if len(sys.argv) > 2:
        sources = [*site.pages, *site.files, *SITE.iterdir(), ROOT / "web/css/base.css", ROOT / "web/icon.svg"]
        write(pathlib.Path(sys.argv[2]), f"{out}: {' '.join(map(str, sources))}\n")


if __name__ == "__main__":
    main()

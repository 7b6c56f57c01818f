"""Prints every link of a document to a file or heading that does not exist, every page of docs/ that a file of the tree
names and that does not exist, and every page of docs/ that docs/index.md does not link to."""

import os
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SKIPPED = re.compile(r"(\./)?(build[^/]*|\.git|train-out|training/runs)$|(^|/)(node_modules|__pycache__)$")
TEXT = {".md", ".c", ".h", ".inc", ".cu", ".cuh", ".py", ".sh", ".js", ".mjs", ".html", ".css", ".build", ".txt", ""}
INDEX = "docs/index.md"


def files():
    for folder, folders, names in os.walk(ROOT):
        at = os.path.relpath(folder, ROOT)
        folders[:] = [f for f in folders if not SKIPPED.search(os.path.normpath(f"{at}/{f}"))]
        for name in names:
            path = pathlib.Path(folder, name)
            if path.suffix in TEXT and not path.is_symlink():
                yield path


def without_code(text):
    return re.sub(r"^ *```.*?^ *```|`[^`\n]*`", "", text, flags=re.M | re.S)


def anchors(page):
    """The names that GitHub gives to headings."""
    text = re.sub(r"^ *```.*?^ *```", "", page.read_text(), flags=re.M | re.S)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
            for heading in re.findall(r"^#+ +(.*?) *$", text, re.M)}


def links(page):
    for target in re.findall(r"\]\(([^)\s]+)\)", without_code(page.read_text())):
        if not re.match(r"[a-z]+:", target):
            yield target


def main():
    listed = set()
    pages = set()
    for path in files():
        name = path.relative_to(ROOT)
        if path.suffix == ".md":
            if name.parts[0] == "docs":
                pages.add(path)
            for target in links(path):
                file, _, anchor = target.partition("#")
                to = (path.parent / file).resolve() if file else path
                if str(name) == INDEX:
                    listed.add(to)
                if not to.exists():
                    print(f"{name}: no file {target}")
                elif anchor and to.suffix == ".md" and anchor not in anchors(to):
                    print(f"{name}: no heading {target}")
        try:
            text = path.read_text()
        except UnicodeDecodeError:
            continue
        for page in set(re.findall(r"\bdocs/[\w/-]+\.md", re.sub(r"\]\([^)\s]+\)", "", text))):
            if not (ROOT / page).exists() and not str(name).startswith("tests/fresh"):
                print(f"{name}: no page {page}")
    for page in sorted(pages - listed - {ROOT / INDEX}):
        print(f"{INDEX}: no link to {page.relative_to(ROOT)}")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The docs describe what there is.

Each stage of compiler/CMakeLists.txt stands in the table of
docs/passes/README.md, and each page there has the same headings. In all .md
files lines have at most 80 characters (tables and code apart), links to files
and headings lead somewhere, and a source file named in `back quotes` with its
folder exists. NAME in a file's name stands for many.

Usage: check_docs.py [REPOSITORY]
"""

import pathlib
import re
import sys

WIDTH = 80
STAGE = re.compile(r"^hocket_stage\((\w+)", re.MULTILINE)
FENCED = re.compile(r"^[ ]*```.*?^[ ]*```[ ]*$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)")
FILE = re.compile(r"`([\w./-]*/[\w.-]+\.(?:h|cpp|c|py|sh|def|mk))`")
HEADINGS = ("What comes in", "The idea", "An example", "The paper", "The tests")
TOPS = ("docs", "compiler", "runtime", "soc-specs", "examples", "test")


def without_code(text):
    """The text with fenced code as empty lines."""
    return FENCED.sub(lambda m: "\n" * m.group().count("\n"), text)


def anchors(path):
    """The names under which the headings of a page can be linked."""
    text = without_code(path.read_text())
    for heading in re.findall(r"^#+\s+(.*)$", text, re.MULTILINE):
        yield re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-")


def check_links(path, text):
    for target in LINK.findall(text):
        name, _, anchor = target.partition("#")
        if "://" in target or target.startswith("mailto:"):
            continue
        page = path.parent / name if name else path
        if not page.exists():
            yield f"links to {target}: no such file"
        elif anchor and page.suffix == ".md" and anchor not in anchors(page):
            yield f"links to {target}: no such heading"


def check_files(sources, text):
    for name in FILE.findall(text):
        if "NAME" not in name and not any(s.endswith("/" + name) for s in sources):
            yield f"names {name}, which does not exist"


def check_page(path):
    text = path.read_text()
    for heading in HEADINGS:
        if not re.search(rf"^## {heading}s?$", text, re.MULTILINE):
            yield f"has no heading '{heading}'"


def check_width(text):
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > WIDTH and " " in line and not line.startswith(("|", "    ")):
            yield f"line {number} has {len(line)} characters"


def check_stages(root):
    text = (root / "docs/passes/README.md").read_text()
    for stage in STAGE.findall((root / "compiler/CMakeLists.txt").read_text()):
        if stage != "name" and f"`compiler/{stage}`" not in text:
            yield f"docs/passes/README.md: nothing about compiler/{stage}"


def pages(root):
    """All .md files but those of builds."""
    yield from sorted(root.glob("*.md"))
    for top in TOPS:
        yield from sorted((root / top).rglob("*.md"))


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    if len(sys.argv) > 1:
        root = pathlib.Path(sys.argv[1])
    sources = [str(path) for top in TOPS for path in (root / top).rglob("*.*")]
    problems = list(check_stages(root))
    for path in pages(root):
        text = without_code(path.read_text())
        found = [*check_links(path, text), *check_files(sources, text),
                 *check_width(text)]
        if path.parent == root / "docs/passes" and path.name != "README.md":
            found += check_page(path)
        problems += [f"{path.relative_to(root)}: {problem}" for problem in found]
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

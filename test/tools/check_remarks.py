#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each remark of compiler/support/remarks.def has a section in docs/remarks.md
and a test in test/lit/remarks/<id>.c, and there are no others.

Usage: check_remarks.py [REPOSITORY]
"""

import pathlib
import re
import sys

ROW = re.compile(r'^REMARK\(\s*(\w+)\s*,\s*"([^"]+)"', re.MULTILINE)
SECTION = re.compile(r"^## `([^`]+)`$", re.MULTILINE)


def camel_case(name):
    return "".join(part.capitalize() for part in name.split("-"))


def check_rows(rows):
    seen = set()
    for enumerator, name in rows:
        if name in seen:
            yield f"remarks.def: '{name}' stands twice"
        seen.add(name)
        if camel_case(name) != enumerator:
            yield f"remarks.def: '{name}' has the enumerator {enumerator}"


def check_sections(ids, text):
    parts = SECTION.split(text)[1:]
    sections = dict(zip(parts[::2], parts[1::2]))
    if len(sections) != len(parts) // 2:
        yield "docs/remarks.md: a section stands twice"
    for name in ids:
        if name not in sections:
            yield f"docs/remarks.md: no section for '{name}'"
        elif "```" not in sections[name]:
            yield f"docs/remarks.md: the section of '{name}' has no example"
    for name in sections:
        if name not in ids:
            yield f"docs/remarks.md: a section for '{name}', which is no remark"


def check_tests(ids, folder):
    tests = {path.stem: path for path in folder.glob("*.c")}
    for name in ids:
        if name not in tests:
            yield f"test/lit/remarks/{name}.c: missing"
        elif f"={name}]" not in tests[name].read_text():
            yield f"test/lit/remarks/{name}.c: does not look for '={name}]'"
    for name in sorted(set(tests) - set(ids)):
        yield f"test/lit/remarks/{name}.c: '{name}' is no remark"


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    if len(sys.argv) > 1:
        root = pathlib.Path(sys.argv[1])
    rows = ROW.findall((root / "compiler/support/remarks.def").read_text())
    ids = [name for _, name in rows]
    handbook = (root / "docs/remarks.md").read_text()
    problems = [
        *check_rows(rows),
        *check_sections(ids, handbook),
        *check_tests(ids, root / "test/lit/remarks"),
    ]
    for problem in problems:
        print(problem)
    return 1 if problems or not ids else 0


if __name__ == "__main__":
    sys.exit(main())

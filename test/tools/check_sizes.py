#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sizes of files, functions, classes and folders in compiler/ and runtime/.

                 flag   limit
  .cpp, .c lines  800    1200
  .h lines        400     600
  function lines   60     100
  parameters        5       6
  class lines     200     300
  methods          20      25
  files a folder   30      40

A class is its body and what of it is defined elsewhere in its folder of
compiler/; its methods are the functions that it declares, without constructors,
destructors, operators and what is defaulted or deleted.

Prints what exceeds a flag; fails on what exceeds a limit. A pipeline, a table
or a switch over all kinds of a thing may be longer, with a comment in or above
it (above a class) that says `long: why`.

Usage: check_sizes.py [-q] [REPOSITORY]     -q: limits only
"""

import pathlib
import re
import sys

import class_sizes

IMPLEMENTATION, HEADER, FUNCTION, PARAMETERS, CLASS, METHODS, FOLDER = (
    (800, 1200), (400, 600), (60, 100), (5, 6), (200, 300), (20, 25), (30, 40))

# Classes that are too large, each with the reason. The list shrinks.
LARGE = {
    "PointsToBuilder":
        "the constraints of one system: statements, values, calls and library functions ask each "
        "other for the nodes of what they meet, and all add to the same solver; what is asked of "
        "the result is PointsTo, how it is solved PointsToSolver"}

NOISE = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|'
    r"'(?:\\.|[^'\\\n])+'|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*",
    re.DOTALL | re.MULTILINE)
CONTROL = re.compile(r"^\s*(?:if|for|while|switch|do|else|return|catch|try)\b")
TYPE = re.compile(r"\b(?:struct|class|union|enum)\b")
NAME = re.compile(r"(operator\s*(?:\(\)|[^\s\w(]+|\w+)|~?\w+)\s*\(")
EXEMPT = re.compile(r"(?://|/\*|^\s*\*).*\blong: \S", re.MULTILINE)


def blank(text):
    """The text with comments, literals and directives as spaces, line by line
    as long as before."""
    return NOISE.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)


def parameters(head):
    """The number of parameters of the function that `head` begins."""
    depth, commas, seen = 0, 0, False
    match = NAME.search(head)
    for c in head[match.end() - 1:]:
        if c in "([{<":
            depth += 1
        elif c in ")]}>":
            depth -= 1
            if depth == 0:
                break
        elif depth == 1 and c == ",":
            commas += 1
        seen = seen or (depth > 0 and c.isalnum())
    return commas + 1 if seen else 0


def kind_of(head, inside):
    """What a brace after `head` opens, within a block of kind `inside`."""
    if inside in ("function", "block"):
        return "block"
    if re.search(r"\b(?:namespace|extern)\b", head) and "(" not in head:
        return "outer"
    if NAME.search(head) and not CONTROL.match(head) and "=" not in head.split("(")[0]:
        return "function"
    return "outer" if TYPE.search(head) else "block"


def functions(text):
    """(name, first line, last line, parameters) of each function."""
    code = blank(text)
    stack, start, line = [], 0, 1
    for at, c in enumerate(code):
        if c == "\n":
            line += 1
        elif c == "{":
            head = code[start:at]
            inside = stack[-1][0] if stack else "outer"
            first = line - head.lstrip().count("\n")
            stack.append((kind_of(head, inside), head, first))
        elif c == "}" and stack:
            kind, head, first = stack.pop()
            if kind == "function":
                yield NAME.search(head).group(1), first, line, parameters(head)
        inside = stack[-1][0] if stack else "outer"
        if inside == "outer" and (c in "{};"):
            start = at + 1


class Report:
    def __init__(self, quiet):
        self.quiet, self.failed = quiet, False

    def measure(self, where, what, value, bounds):
        flag, limit = bounds
        if value <= flag:
            return
        over = value > limit
        self.failed |= over
        if over or not self.quiet:
            mark = f"over the limit of {limit}" if over else f"over {flag}"
            print(f"{where}: {what}: {value}, {mark}")


def is_exempt(lines, first, last):
    """A comment in the lines, or in the block of comment lines above them, says
    `long: why`."""
    above = first - 1
    while above > 0 and re.match(r"\s*(?://|/?\*)", lines[above - 1]):
        above -= 1
    return EXEMPT.search("\n".join(lines[above:last])) is not None


def check_file(path, name, report):
    text = path.read_text()
    lines = text.splitlines()
    if not is_exempt(lines, 1, min(30, len(lines))):
        bounds = HEADER if path.suffix == ".h" else IMPLEMENTATION
        report.measure(name, "lines", len(lines), bounds)
    for function, first, last, count in functions(text):
        where = f"{name}:{first}: {function}"
        if not is_exempt(lines, first, last):
            report.measure(where, "lines", last - first + 1, FUNCTION)
        report.measure(where, "parameters", count, PARAMETERS)


def check_classes(paths, root, report):
    """`paths`: the files of one folder of compiler/, all below it included."""
    texts = {path: path.read_text() for path in paths}
    for found in class_sizes.measure({path: blank(text) for path, text in texts.items()}):
        if found.name in LARGE or is_exempt(texts[found.path].splitlines(), found.line,
                                            found.line):
            continue
        where = f"{found.path.relative_to(root)}:{found.line}: class {found.name}"
        report.measure(where, "lines", found.lines, CLASS)
        report.measure(where, "methods", found.methods, METHODS)


def main():
    arguments = sys.argv[1:]
    report = Report("-q" in arguments)
    root = pathlib.Path(__file__).resolve().parents[2]
    for argument in arguments:
        if argument != "-q":
            root = pathlib.Path(argument)
    folders, checked = {}, 0
    for top in ("compiler", "runtime"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix not in (".h", ".c", ".cpp"):
                continue
            folders[path.parent] = folders.get(path.parent, 0) + 1
            check_file(path, path.relative_to(root), report)
            checked += 1
    for stage in sorted((root / "compiler").glob("*/")):
        paths = sorted(p for p in stage.rglob("*") if p.suffix in (".h", ".cpp"))
        check_classes(paths, root, report)
    for folder, count in sorted(folders.items()):
        report.measure(folder.relative_to(root), "files", count, FOLDER)
    return 1 if report.failed or not checked else 0


if __name__ == "__main__":
    sys.exit(main())

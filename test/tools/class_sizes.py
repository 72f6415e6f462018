# SPDX-License-Identifier: Apache-2.0
"""How large the classes of some files are, their parts in other files included.

Everything here works on texts without comments, literals and directives, line
by line as long as before.
"""

import re
from dataclasses import dataclass

HEAD = re.compile(r"\b(?:class|struct)\s+(\w+)\s*(?:final\s*)?(?::[^:]|$)")
MEMBER = re.compile(r"(\w+)::(?:~\s*)?(?:operator\W+|\w+)\s*\(")
FUNCTION = re.compile(r"(\w+)\s*\(")
ANGLES = re.compile(r"<[^<>;{}]*>")


@dataclass
class Class:
    path: object  # where its body is
    name: str
    line: int  # of its head
    lines: int
    methods: int


def is_method(declaration, name):
    """If `declaration`, a member of class `name`, declares a method."""
    text = declaration
    while ANGLES.search(text):
        text = ANGLES.sub("", text)
    text = re.sub(r"\b(?:public|private|protected)\s*:", "", text)
    if re.search(r"=\s*(?:default|delete)\s*$", text) or re.search(r"\boperator\b", text):
        return False
    if re.match(r"\s*(?:using|friend|typedef|static_assert|enum)\b", text):
        return False
    match = FUNCTION.search(text)
    if not match or "=" in text[:match.start()] or "~" in text[:match.start()]:
        return False
    return match.group(1) != name and not re.fullmatch(r"\s*", text[:match.start()])


def blocks(code):
    """(head, first line, line of the brace, last line, depth, own pieces) of each
    block; the pieces are the declarations directly in it."""
    stack, start, line = [], 0, 1
    for at, c in enumerate(code):
        if c == "\n":
            line += 1
        elif c == "{":
            head = code[start:at]
            stack.append((head, line - head.lstrip().count("\n"), []))
            start = at + 1
        elif c == "}" and stack:
            head, first, pieces = stack.pop()
            yield head, first, line, pieces
            if stack:
                stack[-1][2].append(head)
            start = at + 1
        elif c == ";":
            if stack:
                stack[-1][2].append(code[start:at])
            start = at + 1


def classes(path, code):
    """The classes whose bodies are in a file."""
    for head, first, last, pieces in blocks(code):
        match = HEAD.search(head.rstrip())
        if not match or "(" in head or "=" in head:
            continue
        name = match.group(1)
        methods = sum(is_method(piece, name) for piece in pieces)
        yield Class(path, name, first, last - first + 1, methods)


def definitions(code):
    """(class, lines) of each member function that is defined outside its class."""
    for head, first, last, _ in blocks(code):
        match = MEMBER.search(head.split("=")[0])
        if match and not re.search(r"\b(?:return|if|for|while|switch)\b", head):
            yield match.group(1), last - first + 1


def measure(codes):
    """The classes of { path: text }. A member defined elsewhere belongs to the
    class of that name in the same file, or else in a header."""
    found = [each for path, code in codes.items() for each in classes(path, code)]
    for path, code in codes.items():
        for name, lines in definitions(code):
            owners = [c for c in found if c.name == name]
            owners = ([c for c in owners if c.path == path]
                      or [c for c in owners if c.path.suffix == ".h"])
            if owners:
                owners[0].lines += lines
    return found

# SPDX-License-Identifier: Apache-2.0
"""Which file includes which, and where includes go round in a circle.

A module is a header X.h with the files that implement it: X.c (or X.cpp) and
X_*.c beside it. A source file without such a header is a module of its own.
All here are pure functions over paths and texts; the rules are in the checks
that use them.
"""

import re

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+(["<])([^">]+)[">]', re.MULTILINE)
SOURCES = {".c", ".cpp"}


def included(path):
    """The names in the file's #include "..." lines, in order."""
    return [name for quote, name in INCLUDE.findall(path.read_text()) if quote == '"']


def module_of(path):
    """The header that `path` belongs to, or `path` itself."""
    if path.suffix not in SOURCES:
        return path
    words = path.stem.split("_")
    for count in range(len(words), 0, -1):
        header = path.with_name("_".join(words[:count]) + ".h")
        if header.exists():
            return header
    return path


def resolve(name, file, folders):
    """The file that `#include "name"` in `file` means; None: none of ours."""
    for folder in (file.parent, *folders):
        if (folder / name).is_file():
            return (folder / name).resolve()
    return None


def graph_of(files, folders, group=module_of):
    """{ group: set of groups that its files include }, without itself.

    `group` maps a file to what is to be one node: its module, or its folder.
    """
    graph = {}
    for file in files:
        own = group(file)
        edges = graph.setdefault(own, set())
        for name in included(file):
            target = resolve(name, file, folders)
            if target is not None and group(target) != own:
                edges.add(group(target))
    return graph


def circles(graph):
    """The strongly connected components of more than one node, each sorted
    (Tarjan, 1972)."""
    number, low, stack, found = {}, {}, [], []

    def visit(node):
        number[node] = low[node] = len(number)
        stack.append(node)
        for other in sorted(graph.get(node, ())):
            if other not in number:
                visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == number[node]:
            at = stack.index(node)
            if len(stack) - at > 1:
                found.append(sorted(stack[at:]))
            del stack[at:]

    for node in sorted(graph):
        if node not in number:
            visit(node)
    return found

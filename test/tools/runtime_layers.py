# SPDX-License-Identifier: Apache-2.0
"""The runtime's files stand in an order: used by check_layers.py.

runtime/CMakeLists.txt names each folder of runtime/src with those that it may
use, theirs included:

    hocket_runtime_part(power/linux DEPENDS power machine/journal PORT power)

A PORT has what the headers of another folder declare and each platform defines
for itself. Three things are checked:

* Includes respect these arrows.
* No headers include each other in a circle, taking with each header what its
  own .c files include: in src, in tools and in check.
* A header declares what its own .c files (X.h: X.c and X_*.c) define, or its
  folder's ports. Else the circle would only be hidden.
"""

import re

import include_graph

PART = re.compile(r"^hocket_runtime_part\((\S+?)((?:\s[^)]*)?)\)", re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
START = r"^(?!static\b|typedef\b|return\b)[A-Za-z_][\w\s*]*?\b"
FUNCTION = re.compile(START + r"(hk\w+)\([^;{}]*\)[^;{}]*([;{])", re.MULTILINE)
OBJECT = re.compile(START + r"(hk\w+)(?:\[\w*\])?(?:\s*__attribute__\(\(\w+\)\))?\s*[=;]", re.MULTILINE)


class Part:
    def __init__(self, words):
        self.depends, self.port = set(), None
        keyword = None
        for word in words:
            if word in ("DEPENDS", "PORT"):
                keyword = word
            elif keyword == "PORT":
                self.port = word
            else:
                self.depends.add(word)


def read_parts(text):
    return {name: Part(rest.split()) for name, rest in PART.findall(text)}


def closure(parts, name):
    """The part and all that it may use."""
    found, todo = {name}, [name]
    while todo:
        for other in parts[todo.pop()].depends - found:
            found.add(other)
            todo.append(other)
    return found


def part_of(path, src, parts):
    """The declared folder that the file is in; None: none of src's."""
    if src not in path.parents:
        return None
    for folder in path.relative_to(src).parents:
        if folder.as_posix() in parts:
            return folder.as_posix()
    return None


def check_parts(parts):
    for name, part in parts.items():
        for other in part.depends | ({part.port} if part.port else set()):
            if other not in parts:
                yield f"runtime/CMakeLists.txt: '{name}' depends on '{other}', which is no part"
    if all(other in parts for part in parts.values() for other in part.depends):
        for circle in include_graph.circles({n: p.depends for n, p in parts.items()}):
            yield f"runtime/CMakeLists.txt: these depend on each other: {', '.join(circle)}"


def check_arrows(files, folders, src, parts):
    for file in files:
        own = part_of(file, src, parts)
        if own is None and src in file.parents:
            yield f"{file}: no hocket_runtime_part() in runtime/CMakeLists.txt has its folder"
            continue
        for name in include_graph.included(file):
            target = include_graph.resolve(name, file, folders)
            other = part_of(target, src, parts) if target else None
            # types.h: each port has one, the ported folder's own.
            if other and "/" not in name and parts[other].port == own:
                continue
            if other and own and other not in closure(parts, own):
                yield f"{file}: includes {name}: '{own}' does not depend on '{other}'"
            if other and own is None and "include" in file.parts:
                yield f"{file}: a public header includes {name}"


def names_in(text, ends):
    """Functions and objects that are declared (';') or defined ('{') there."""
    text = COMMENT.sub("", text)
    names = {name for name, end in FUNCTION.findall(text) if end == ends}
    for match in OBJECT.finditer(text):
        if match.group().startswith("extern") == (ends == ";"):
            names.add(match.group(1))
    return names


def check_declarations(files, src, parts):
    defined = {}
    for file in files:
        if file.suffix == ".c":
            for name in names_in(file.read_text(), "{"):
                defined.setdefault(name, []).append(file)
    for header in files:
        if header.suffix != ".h":
            continue
        own = part_of(header, src, parts)
        for name in sorted(names_in(header.read_text(), ";")):
            for file in defined.get(name, []):
                part = parts.get(part_of(file, src, parts))
                is_port = part is not None and part.port is not None and part.port == own
                if include_graph.module_of(file) != header and not is_port:
                    yield f"{header}: declares {name}, which {file.name} defines"


def check(runtime):
    """The problems of the folder `runtime`."""
    runtime = runtime.resolve()
    src, lists = runtime / "src", runtime / "CMakeLists.txt"
    parts = read_parts(lists.read_text()) if lists.exists() else {}
    problems = list(check_parts(parts))
    if problems:
        return problems
    ports = [p for d in ("platform", "arch") if (src / d).is_dir()
             for p in sorted((src / d).iterdir()) if p.is_dir()]
    folders = [src, runtime / "include", *ports]
    files = {}
    for tree in ("src", "include", "tools", "check"):
        files[tree] = sorted(p for p in (runtime / tree).rglob("*") if p.suffix in (".h", ".c"))
        problems += check_arrows(files[tree], folders, src, parts)
        if tree != "include":  # the interface, which all of src defines
            problems += check_declarations(files[tree], src, parts)
    every = [file for tree in files.values() for file in tree]
    for circle in include_graph.circles(include_graph.graph_of(every, folders)):
        names = ", ".join(p.relative_to(runtime).as_posix() for p in circle)
        problems.append(f"{runtime}: include each other: {names}")
    return problems

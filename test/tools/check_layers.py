#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Includes respect the arrows of compiler/CMakeLists.txt.

A folder may include its own headers and those of the folders that its
hocket_stage() names in DEPENDS, and theirs. Clang's headers are for the folders
marked CLANG, isl's (through support/Isl.h) for those marked ISL. A folder marked PURE computes
with numbers alone: it includes none of LLVM's headers either. Neither modules
(a header with its .cpp) nor folders, subfolders among them, include each other
in a circle: a subfolder and its parent would be one folder. The driver
may use all folders and Clang, and no folder may use the driver. The runtime
knows nothing of the compiler, but may have folders of the same names; what its
own files may include is in runtime_layers.py. Headers must not say
`using namespace`.

Usage: check_layers.py [REPOSITORY]
"""

import pathlib
import re
import sys

import include_graph
import runtime_layers

STAGE = re.compile(r"^hocket_stage\((\w+)([^)]*)\)", re.MULTILINE)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+(["<])([^">]+)[">]', re.MULTILINE)
USING = re.compile(r"^\s*using\s+namespace\b", re.MULTILINE)
SUFFIXES = {".h", ".cpp", ".c", ".def", ".inc"}


class Stage:
    def __init__(self, words):
        self.clang = "CLANG" in words
        self.isl = "ISL" in words
        self.pure = "PURE" in words
        self.depends = {w for w in words if w not in ("DEPENDS", "CLANG", "ISL", "PURE")}


def read_stages(text):
    stages = {}
    for name, rest in STAGE.findall(text):
        if name != "name":  # the function's own definition
            stages[name] = Stage(rest.split())
    driver = Stage(["CLANG"])
    driver.depends = set(stages)
    stages["driver"] = driver
    return stages


def reachable(stages, name):
    found, todo = {name}, [name]
    while todo:
        for other in stages[todo.pop()].depends - found:
            found.add(other)
            todo.append(other)
    return found


def sources(folder):
    return sorted(p for p in folder.rglob("*") if p.suffix in SUFFIXES)


def check_file(path, stage_name, stages, allowed):
    stage = stages[stage_name]
    text = path.read_text()
    if path.suffix == ".h" and USING.search(text):
        yield "a header says `using namespace`"
    for quote, target in INCLUDE.findall(text):
        first = target.split("/")[0]
        if first in ("clang", "clang-c") and not stage.clang:
            yield f"includes {target}, but '{stage_name}' is not marked CLANG"
        if first == "llvm" and stage.pure:
            yield f"includes {target}, but '{stage_name}' is marked PURE"
        if first == "isl" and target != "isl" and path.name != "Isl.h":
            yield f"includes {target}; only support/Isl.h includes isl"
        if target == "support/Isl.h" and not stage.isl:
            yield f"includes {target}, but '{stage_name}' is not marked ISL"
        if quote == '"' and first in stages and first not in allowed:
            yield f"includes {target}: '{stage_name}' does not depend on '{first}'"


def check_compiler(folder, stages):
    for directory in sorted(p for p in folder.iterdir() if p.is_dir()):
        name = directory.name
        if name not in stages:
            yield f"{directory}: no hocket_stage({name}) in compiler/CMakeLists.txt"
            continue
        allowed = reachable(stages, name)
        for path in sources(directory):
            for problem in check_file(path, name, stages, allowed):
                yield f"{path}: {problem}"


def check_cycles(stages):
    for name in stages:
        for other in stages[name].depends:
            if other not in stages:
                yield f"compiler/CMakeLists.txt: '{name}' depends on '{other}', which is no stage"
            elif name in reachable(stages, other):
                yield f"compiler/CMakeLists.txt: '{name}' and '{other}' depend on each other"


def check_circles(folder):
    files = [path.resolve() for path in sources(folder)]
    root = folder.resolve()
    for what, group in (("folders", lambda path: path.parent),
                        ("modules", include_graph.module_of)):
        graph = include_graph.graph_of(files, [root], group)
        for circle in include_graph.circles(graph):
            names = [str(member.relative_to(root)) for member in circle]
            yield f"{folder}: {what} include each other: {', '.join(names)}"


def check_runtime(folder, stages):
    for path in sources(folder):
        for _, target in INCLUDE.findall(path.read_text()):
            is_own = (folder / "src" / target).exists()
            if not is_own and target.split("/")[0] in {*stages, "compiler", "llvm", "clang", "isl"}:
                yield f"{path}: the runtime includes {target}"


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    if len(sys.argv) > 1:
        root = pathlib.Path(sys.argv[1])
    stages = read_stages((root / "compiler/CMakeLists.txt").read_text())
    problems = list(check_cycles(stages))
    if not problems:
        problems += check_compiler(root / "compiler", stages)
        problems += check_circles(root / "compiler")
        problems += check_runtime(root / "runtime", stages)
    problems += runtime_layers.check(root / "runtime")
    for problem in problems:
        print(problem)
    return 1 if problems or len(stages) < 2 else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random programs against their sequential builds.

Loops over affine, indirect and masked subscripts, nested, triangular, reversed,
with conditions, reductions, temporaries, work arrays, pointers that may overlap,
calls and time loops. Data is unsigned or double and all subscripts are in
range, so no program has undefined behaviour. A program is a list of items; one
that fails is made smaller by leaving items out, and kept.

    random_programs.py --seed 1 --count 100
"""

import argparse
import os
import pathlib
import random
import shutil
import sys
import tempfile

import cases
import execution
import run_tests

SIZE = 4096  # elements of a one-dimensional array
SIDE = 64  # of a two-dimensional one
VECTORS = ["va", "vb", "vc", "heap", "moving"]
MATRICES = ["ma", "mb"]
DOUBLES = ["da", "db"]
SCALARS = ["s0", "s1", "s2"]

PROLOGUE = f"""#include "{cases.HERE}/programs/digest.h"
#include <stdlib.h>

static unsigned va[{SIZE}], vb[{SIZE}], vc[{SIZE}], ma[{SIDE}][{SIDE}], mb[{SIDE}][{SIDE}];
static double da[{SIZE}], db[{SIZE}];
static unsigned s0 = 1, s1 = 2, s2 = 3;
static unsigned *heap, *moving = va;
static int links[{SIZE}];
struct view {{ unsigned *data; int length; }};

static unsigned pure(unsigned x) {{ return x * 2654435761u >> 7; }}
static unsigned counted(unsigned x) {{ s2 += x & 3; return x ^ s2; }}
static void put(unsigned *p, int i, unsigned v) {{ p[i] = v; }}
"""

INIT = f"""  heap = malloc({SIZE} * sizeof *heap);
  if (!heap)
    return 1;
  for (int i = 0; i < {SIZE}; i++) {{
    va[i] = (unsigned)i * 7u;
    vb[i] = (unsigned)i ^ 0x155u;
    vc[i] = 0;
    heap[i] = (unsigned)(i % 13);
    da[i] = i * 0.37;
    db[i] = 1.0 / (i + 1);
    links[i] = (i * 37 + 11) % {SIZE};
  }}
  for (int i = 0; i < {SIDE}; i++)
    for (int j = 0; j < {SIDE}; j++) {{
      ma[i][j] = (unsigned)(i * j);
      mb[i][j] = (unsigned)(i - j);
    }}
"""

EPILOGUE = """  show("va", va, sizeof va);
  show("vb", vb, sizeof vb);
  show("vc", vc, sizeof vc);
  show("ma", ma, sizeof ma);
  show("mb", mb, sizeof mb);
  show("da", da, sizeof da);
  show("db", db, sizeof db);
  show("heap", heap, 4096 * sizeof *heap);
  printf("%u %u %u\\n", s0, s1, s2);
  free(heap);
  return 0;
"""


class Generator:
    """Writes C; `iterators` are the loops around, as (name, upper bound)."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names = 0

    def fresh(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def chance(self, probability):
        return self.random.random() < probability

    def pick(self, *values):
        return self.random.choice(values)

    def subscript(self, iterators, size=SIZE):
        """An expression from 0 to size - 1."""
        usable = [(n, top) for n, top in iterators if top <= size]
        if not usable or self.chance(0.08):
            return str(self.random.randrange(size))
        name, top = self.random.choice(usable)
        room = size - top
        kinds = ["plain", "plain", "plus", "plus", "back"]
        if 2 * top <= size:
            kinds += ["twice"]
        if size == SIZE:
            kinds += ["masked", "half", "remainder"]
            if self.chance(0.3):
                kinds += ["link"]
        if size == SIZE and len(usable) > 1:
            kinds += ["linear", "linear"]
        kind = self.random.choice(kinds)
        if kind == "plus":
            return f"{name} + {self.random.randrange(min(room, self.pick(2, 4, 70)) + 1)}"
        if kind == "back":
            return f"{top - 1} - {name}"
        if kind == "twice":
            return f"2 * {name} + {self.random.randrange(min(2, size - 2 * top + 1))}"
        if kind == "masked":
            return f"({name} * {self.pick(3, 5, 8)} + {self.random.randrange(9)}) & {SIZE - 1}"
        if kind == "half":
            return f"{name} / 2"
        if kind == "remainder":
            return f"{name} % {self.pick(2, 7, 64)}"
        if kind == "link":
            return f"links[{name}]"
        if kind == "linear":
            (a, atop), (b, btop) = self.random.sample(usable, 2)
            if atop * btop <= size:
                return f"{a} * {btop} + {b}"
        return name

    def cell(self, iterators):
        if self.chance(0.25):
            m = self.random.choice(MATRICES)
            return f"{m}[{self.subscript(iterators, SIDE)}][{self.subscript(iterators, SIDE)}]"
        return f"{self.random.choice(VECTORS)}[{self.subscript(iterators)}]"

    def expression(self, iterators, local, depth=0):
        choices = ["cell", "cell", "scalar", "constant", "iterator"]
        if depth < 2:
            choices += ["binary"] * 5 + ["choice", "shift", "pure"]
            if self.chance(0.05):
                choices += ["counted"]
        kind = self.random.choice(choices)

        def sub():
            return self.expression(iterators, local, depth + 1)

        if kind == "cell":
            return self.cell(iterators)
        if kind == "scalar":
            return self.random.choice(local + local + SCALARS) if local else self.random.choice(SCALARS)
        if kind == "constant":
            return f"{self.random.randrange(1, 1000)}u"
        if kind == "iterator" and iterators:
            return f"(unsigned){self.random.choice(iterators)[0]}"
        if kind == "binary":
            return f"({sub()} {self.pick('+', '+', '-', '*', '^', '&', '|')} {sub()})"
        if kind == "choice":
            return f"({sub()} {self.pick('<', '>', '==', '!=')} {sub()} ? {sub()} : {sub()})"
        if kind == "shift":
            return f"({sub()} >> {self.random.randrange(1, 9)})"
        if kind in ("pure", "counted"):
            return f"{kind}({sub()})"
        return "5u"

    def simple(self, iterators, local):
        """One statement without a loop in it."""
        kind = self.random.choice(["cell"] * 6 + ["update"] * 3 + ["scalar", "reduce", "double", "put", "swap"])
        value = self.expression(iterators, local)
        if kind == "cell":
            return f"{self.cell(iterators)} = {value};"
        if kind == "update":
            return f"{self.cell(iterators)} {self.pick('+=', '-=', '^=', '|=', '*=')} {value};"
        if kind == "scalar":
            return f"{self.random.choice(local or SCALARS)} = {value};"
        if kind == "reduce":
            return f"{self.random.choice(SCALARS)} {self.pick('+=', '+=', '^=', '*=', '-=')} {value};"
        if kind == "double":
            to, by = self.random.choice(DOUBLES), self.random.choice(DOUBLES)
            return f"{to}[{self.subscript(iterators)}] {self.pick('=', '+=')} {by}[{self.subscript(iterators)}] * 0.5 + 1e-3;"
        if kind == "put":
            return f"put({self.random.choice(VECTORS)}, {self.subscript(iterators)}, {value});"
        a, b, t = self.cell(iterators), self.cell(iterators), self.fresh("t")
        return f"{{ unsigned {t} = {a}; {a} = {b}; {b} = {t}; }}"

    def header(self, iterators, name):
        """A loop's head, and one more than the largest value of its iterator."""
        outer = [n for n, top in iterators if top <= SIDE]
        top = self.pick(SIDE, SIDE - 1, 40) if iterators else self.pick(1500, 2000, 999, SIDE, SIDE, 3, 1)
        kind = self.random.choice(["up", "up", "up", "down", "step", "from", "triangle", "while"])
        if kind == "down":
            return f"for (int {name} = {top - 1}; {name} >= 0; {name}--)", top
        if kind == "step":
            return f"for (int {name} = {self.random.randrange(3)}; {name} < {top}; {name} += {self.pick(2, 3, 7)})", top
        if kind == "from":
            return f"for (int {name} = 1; {name} <= {top - 1}; ++{name})", top
        if kind == "triangle" and outer:
            return f"for (int {name} = {self.random.choice(outer)}; {name} < {top}; {name}++)", top
        return f"for (int {name} = 0; {name} < {top}; {name}++)", top

    def body(self, iterators, local, depth):
        lines = []
        if self.chance(0.4):
            name = self.fresh("x")
            lines.append(f"unsigned {name} = {self.expression(iterators, local)};")
            local = local + [name]
        if depth < 2 and self.chance(0.15):
            work, k = self.fresh("work"), self.fresh("k")
            lines.append(f"unsigned {work}[16];")
            value = self.expression(iterators + [(k, 16)], local)
            lines.append(f"for (int {k} = 0; {k} < 16; {k}++) {work}[{k}] = {value};")
            local = local + [f"{work}[{self.random.randrange(16)}]"]
        for _ in range(self.random.randrange(1, 4)):
            lines.append(self.statement(iterators, local, depth))
        if self.chance(0.06):
            lines.append(f"if ({self.cell(iterators)} % 1009u == 5u) {self.pick('break', 'continue')};")
        return "{\n" + "\n".join(lines) + "\n}"

    def statement(self, iterators, local, depth):
        if depth < 3 and self.chance(0.35 if depth == 1 else 0.15):
            return self.loop(iterators, local, depth)
        if self.chance(0.2):
            other = f" else {{ {self.simple(iterators, local)} }}" if self.chance(0.4) else ""
            return f"if ({self.expression(iterators, local)} & 1) {{ {self.simple(iterators, local)} }}{other}"
        return self.simple(iterators, local)

    def loop(self, iterators, local, depth):
        if sum(1 for _, top in iterators if top > SIDE) and depth > 1:
            return self.simple(iterators, local)
        name = self.fresh("i")
        head, top = self.header(iterators, name)
        if iterators and iterators[0][1] > SIDE:  # keep the work small
            head, top = f"for (int {name} = 0; {name} < 9; {name}++)", 9
        return f"{head} {self.body(iterators + [(name, top)], local, depth + 1)}"

    def function(self, name):
        """A function with loops over what its parameters point to."""
        lines = []
        for _ in range(self.random.randrange(1, 3)):
            i, c, d = self.fresh("i"), self.random.randrange(4), self.random.randrange(4)
            head = self.pick(
                f"for (int {i} = 0; {i} < n; {i}++)",
                f"for (int {i} = n - 1; {i} >= 0; {i}--)",
            )
            lines.append(f"{head} p[{i} + {c}] {self.pick('=', '+=', '^=')} q[{i} + {d}] * 3u + (unsigned){i};")
        if self.chance(0.3):
            i = self.fresh("i")
            lines.append(f"for (int {i} = 0; {i} < v->length; {i}++) v->data[{i}] += p[{i}] & 7u;")
        text = "\n".join(lines)
        return f"static void {name}(unsigned *p, unsigned *q, int n, struct view *v) {{\n{text}\nv->length = n / 2;\n}}\n"

    def call(self, functions):
        def pointer():
            return f"{self.random.choice(VECTORS)} + {self.pick(0, 0, 1, 2, 63, 1000)}"

        v = self.fresh("v")
        n = self.pick(0, 1, 2, 3, 64, 1000, 1999)
        return (
            f"{{ struct view {v} = {{{pointer()}, {self.pick(0, 5, 700)}}};\n"
            f"{self.random.choice(functions)}({pointer()}, {pointer()}, {n}, &{v}); s1 += (unsigned){v}.length; }}"
        )

    def item(self, functions):
        kind = self.random.choice(["loop"] * 6 + ["call"] * 2 + ["time", "move", "print"])
        if kind == "call":
            return self.call(functions)
        if kind == "time":
            t = self.fresh("t")
            inner = "\n".join(self.loop([], [], 0) for _ in range(self.random.randrange(1, 4)))
            return f"for (int {t} = 0; {t} < {self.pick(2, 5, 11)}; {t}++) {{\n{inner}\n}}"
        if kind == "move":
            return f"moving = {self.pick('va', 'vb', 'heap', 's0 & 1 ? vb : vc')};"
        if kind == "print":
            return f'printf("%u %u\\n", {self.random.choice(SCALARS)}, {self.cell([])});'
        return self.loop([], [], 0)

    def program(self):
        """Text before the items, the items."""
        functions = ["f0", "f1"]
        before = PROLOGUE + "".join(self.function(f) for f in functions)
        return before, [self.item(functions) for _ in range(self.random.randrange(3, 8))]


def text_of(before, items):
    return f"{before}\nint main(void) {{\n{INIT}{chr(10).join(items)}\n{EPILOGUE}}}\n"


def check(name, text, settings):
    """What failed, in words."""
    source = settings.work / f"{name}.c"
    source.write_text(text)
    case = cases.Case("random", name, [source], flags=["-O2", "-w"])
    return run_tests.Test(case, run_tests.Variant(), settings).run()


def reduce(name, before, items, settings):
    """Leaves out items as long as it still fails."""
    at = 0
    while at < len(items):
        fewer = items[:at] + items[at + 1 :]
        folder = settings.work / f"random-{name}-smaller-gcc"
        shutil.rmtree(folder, ignore_errors=True)
        if check(f"{name}-smaller", text_of(before, fewer), settings).failures:
            items = fewer
        else:
            at += 1
    return items


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.environ.get("HOCKET_BUILD_DIR", str(cases.ROOT / "build")))
    parser.add_argument("--hocketcc")
    parser.add_argument("--seed", type=int, default=1, help="of the first program; the next has the next number")
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--cores", default="2,3")
    parser.add_argument("--repeat", type=int, default=2)
    parser.add_argument("--keep", metavar="DIR", default="", help="for programs that fail; else a temporary folder")
    options = parser.parse_args()
    hocketcc = options.hocketcc or str(pathlib.Path(options.build) / "bin" / "hocketcc")
    work = pathlib.Path(options.keep or tempfile.mkdtemp(prefix="hocket-random-")).resolve()
    work.mkdir(parents=True, exist_ok=True)
    settings = run_tests.Settings(
        hocketcc=hocketcc,
        cores=tuple(int(c) for c in options.cores.split(",")),
        repeat=options.repeat,
        always_parallel=run_tests.knows_always_parallel(hocketcc),
        work=work,
        extra=[],
        keep=False,
    )
    failed = parallel = 0
    for seed in range(options.seed, options.seed + options.count):
        name = f"seed-{seed}"
        before, items = Generator(seed).program()
        test = check(name, text_of(before, items), settings)
        parallel += test.regions > 0
        if not test.failures:
            (work / f"{name}.c").unlink()
            continue
        failed += 1
        print(f"FAIL seed {seed}: {test.failures[0]}")
        smaller = reduce(name, before, items, settings)
        (work / f"{name}.c").write_text(text_of(before, smaller))
        print(f"  smaller, with {len(smaller)} of {len(items)} items: {work / name}.c", flush=True)
    print(f"{options.count} random programs, {failed} failed, {parallel} with parallel regions")
    if not failed and not options.keep:
        shutil.rmtree(work, ignore_errors=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

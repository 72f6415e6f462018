# SPDX-License-Identifier: Apache-2.0
"""What one seed gives: functions with nests, and calls of them. It is used as
nests.programs.Seed is."""

from dataclasses import dataclass

from . import world
from .bodies import nest, statement
from .scope import Draw, Scope
from .trees import Leaf, smaller_lists


@dataclass
class Function:
    name: str
    disjoint: bool  # its pointers are declared restrict
    shown: list  # its scalars that it prints
    pool: dict
    trees: list

    def lines(self):
        signature = world.SIGNATURE
        if self.disjoint:
            for name in ("unsigned *p", "unsigned *q", "double *x", "double *y"):
                signature = signature.replace(name, name.replace("*", "*restrict "))
        lines = [f"static ALONE void {self.name}({signature}) {{"]
        lines += ["  unsigned o1 = 1, o2 = 2;", "  double d01 = 0.5, d02 = 0;"]
        lines += [f"  {kind} {name} = 0;" for name, kind in self.pool.items()]
        for tree in self.trees:
            lines += tree.lines(1)
        formats = {"o": "%u", "d": "%.17g"}
        texts = " ".join(formats.get(name[0] if name in SCALARS else "", "%ld") for name in self.shown)
        values = "".join(f", {name if name in SCALARS else f'(long){name}'}" for name in self.shown)
        return [*lines, f'  printf("{self.name} {texts}\\n"{values});', "}"]


SCALARS = ("o1", "o2", "d01", "d02")


class Seed:
    def __init__(self, number):
        self.number = number
        draw = Draw(number)
        self.shape = draw.shape
        self.functions = [self.function(draw, f"nest{at}") for at in range(draw.pick(2, 3, 4))]
        self.calls = []
        for function in self.functions:
            for _ in range(draw.pick(2, 3)):
                self.calls.append((function, world.arguments(draw.random, self.shape, function.disjoint)))

    @staticmethod
    def function(draw, name):
        draw.enter_function()
        scope = Scope(numbers=("o1", "o2"), reals=("d01", "d02"))
        if draw.chance(0.3):
            scope = Scope()
        trees = []
        for _ in range(draw.pick(1, 1, 2)):
            if draw.chance(0.15):
                trees.append(Leaf(statement(draw, scope)))
            if draw.chance(0.06):
                trees.append(Leaf(draw.pick("if (n > 1) n--;", "m -= m > 2;", "n = n / 2;", "k = n < k ? n : k;")))
            trees.append(nest(draw, scope, 0))
        shown = [s for s in SCALARS if draw.chance(0.4)] + [i for i in draw.style.pool if draw.chance(0.15)]
        return Function(name, draw.style.disjoint, shown, dict(draw.style.pool), trees)

    def text(self, suffix):
        """The lines, with `suffix` at each name, and no places."""
        used = [f for f in self.functions if any(c[0] is f for c in self.calls)]
        functions = [line for f in used for line in f.lines()]
        run = ["static ALONE int run(void) {", "  if (reserve())", "    return 1;"]
        for function, (sheets, arguments) in self.calls:
            run += ["  start();", f"  sheets({sheets});", f"  {function.name}({arguments});"]
            run += ['  printf("%016llx\\n", all());']
        run += ["  return 0;", "}", ""]
        shape = self.shape
        sizes = [("R", shape.rows), ("C", shape.columns), ("ROOM", shape.room)]
        before = [*world.DATA.splitlines(), *world.helpers("\n".join(functions))]
        lines = "\n".join([*before, *functions, *world.START.splitlines(), *run])
        names = [*world.NAMES, "run", *(f.name for f in self.functions)]
        lines = world.own(names, suffix, lines) if suffix else lines
        defined = [f"#undef {name}\n#define {name} {value}" for name, value in sizes]
        return "\n".join([*defined, lines]).splitlines(), []

    def smaller(self):
        """The same with a call, a statement or a loop less."""
        for function in self.functions:
            calls = [c for c in self.calls if c[0] is not function]
            if calls and len(calls) < len(self.calls):
                yield self.variant(calls, self.functions)
        for call in self.calls:
            if len(self.calls) > 1:
                yield self.variant([c for c in self.calls if c is not call], self.functions)
        for function in [f for f in self.functions if any(c[0] is f for c in self.calls)]:
            for trees in smaller_lists(function.trees):
                less = Function(function.name, function.disjoint, function.shown, function.pool, trees)
                calls = [(less if f is function else f, a) for f, a in self.calls]
                yield self.variant(calls, [less if f is function else f for f in self.functions])

    def variant(self, calls, functions):
        result = Seed.__new__(Seed)
        result.number, result.shape, result.calls, result.functions = self.number, self.shape, calls, functions
        return result

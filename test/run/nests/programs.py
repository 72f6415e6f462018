# SPDX-License-Identifier: Apache-2.0
"""Programs: for each seed functions made of idioms, and calls of them with
arguments that overlap or not. The parts are kept apart, so that a program that
fails can be made smaller."""

import re
from dataclasses import dataclass

from . import calls, control, cursors, free, layouts, memory, ordered, overlap, private, reductions, world
from .words import Words

IDIOMS = {
    **free.IDIOMS,
    **reductions.IDIOMS,
    **memory.IDIOMS,
    **private.IDIOMS,
    **control.IDIOMS,
    **calls.IDIOMS,
    **cursors.IDIOMS,
    **layouts.IDIOMS,
    **overlap.IDIOMS,
    **ordered.IDIOMS,
}
ANNOUNCED = "seed"  # printed before a seed runs
GROUP = 25  # seeds in a program
WEIGHTS = {
    "free nest": 6,
    "walking pointers": 2,
    "index arrays": 2,
    "work arrays": 2,
    "inductions": 2,
    "search": 2,
    "encoders": 2,
    "pipelines": 3,
    "sums in order": 3,
}


@dataclass
class Item:
    kind: str  # a key of IDIOMS
    text: str


@dataclass
class Function:
    name: str
    disjoint: bool  # its pointers are declared restrict
    static_work: bool  # its own array is static
    items: list

    def text(self):
        """And the line of each item, counted from the first line."""
        signature = world.SIGNATURE
        if self.disjoint:
            for name in ("unsigned *p", "unsigned *q", "double *x", "double *y"):
                signature = signature.replace(name, name.replace("*", "*restrict "))
        lines = [
            f"static void {self.name}({signature}) {{",
            "  static unsigned kept = 4;",
            "  unsigned l0 = (unsigned)k + 1u, l1 = 2, l2 = 3;",
            "  double d0 = 0.5;",
            f"  {'static ' * self.static_work}unsigned mine[ROOM];",
            "  memset(mine, n & 255, sizeof mine);",
        ]
        places = []
        for item in self.items:
            places.append((len(lines), item))
            lines.append("  " + item.text)
        lines += [
            "out:",
            '  printf("%u %u %u %u %.17g %016llx\\n", l0, l1, l2, kept, d0, mix(1, mine, sizeof mine));',
            "}",
        ]
        return lines, places


class Seed:
    """What one seed gives: data, functions, calls."""

    def __init__(self, number):
        self.number = number
        words = Words(number)
        self.functions = [self.function(words, f"nest{at}") for at in range(words.pick(2, 3, 3, 4))]
        self.calls = []
        for turn in range(2):
            for function in self.functions:
                for _ in range(words.pick(1, 2)):
                    self.calls.append((function, world.arguments(words.random, function.disjoint)))

    def function(self, words, name):
        words.enter_function(words.chance(0.2))
        items = []
        for _ in range(words.pick(1, 2, 2, 3)):
            kinds = list(IDIOMS)
            kind = words.random.choices(kinds, [WEIGHTS.get(k, 1) for k in kinds])[0]
            text = IDIOMS[kind](words)
            if words.chance(0.06):
                text = f"for (int turn = 0; turn < {words.pick('2', '3', 'k % 4')}; turn++) {{ {text} }}"
            elif words.chance(0.05):
                text = f"if ({words.scalar()} & 1) {{ {text} }}"
            items.append(Item(kind, text))
        return Function(name, words.disjoint, words.chance(0.3), items)

    def text(self, suffix):
        """The lines, with `suffix` at each name, and for each item its place."""
        functions, places = [], []
        for function in [f for f in self.functions if any(c[0] is f for c in self.calls)]:
            more, at = function.text()
            places += [(len(functions) + offset, item) for offset, item in at]
            functions += more
        run = ["static ALONE int run(void) {", "  if (start())", "    return 1;"]
        for function, arguments in self.calls:
            run += [f"  {function.name}({arguments});", '  printf("%016llx\\n", all());']
        run += ["  return 0;", "}", ""]
        before = [*world.DATA.splitlines(), *world.helpers("\n".join(functions))]
        lines = "\n".join([*before, *functions, *world.START.splitlines(), *run])
        names = [*world.NAMES, "run", *(f.name for f in self.functions)]
        lines = world.own(names, suffix, lines) if suffix else lines
        return lines.splitlines(), [(len(before) + offset, item) for offset, item in places]

    def smaller(self):
        """The same with a call or an item less."""
        for call in self.calls:
            if len(self.calls) > 1:
                yield self.variant([c for c in self.calls if c is not call], self.functions)
        for function in self.functions:
            for item in function.items:
                less = Function(
                    function.name, function.disjoint, function.static_work, [i for i in function.items if i is not item]
                )
                calls = [(less if f is function else f, a) for f, a in self.calls]
                yield self.variant(calls, [less if f is function else f for f in self.functions])

    def variant(self, calls, functions):
        result = Seed.__new__(Seed)
        result.number, result.calls, result.functions = self.number, calls, functions
        return result


class Program:
    """Several seeds, which run one after the other. Each is announced, so that a
    difference can be attributed."""

    def __init__(self, seeds):
        self.seeds = list(seeds)

    def text(self):
        """The C text, and for each item its line."""
        lines, places, names = [*world.SHARED.splitlines(), ""], [], []
        for seed in self.seeds:
            suffix = f"_{seed.number}" if len(self.seeds) > 1 else ""
            more, at = seed.text(suffix)
            places += [(len(lines) + 1 + offset, item) for offset, item in at]
            lines += [*more, ""]
            names.append((seed.number, f"run{suffix}"))
        lines.append("int main(void) {")
        for number, name in names:
            lines += [f'  puts("{ANNOUNCED} {number}");', "  fflush(stdout);", f"  if ({name}())", "    return 1;"]
        return "\n".join([*lines, "  return 0;", "}", ""]), places

    @staticmethod
    def last_seed(output):
        """The number of the seed that ran when `output` ended, or None."""
        found = re.findall(rb"^%s (\d+)$" % ANNOUNCED.encode(), output, re.MULTILINE)
        return int(found[-1]) if found else None

    def halves(self):
        middle = len(self.seeds) // 2
        return Program(self.seeds[:middle]), Program(self.seeds[middle:])

    def only(self, number):
        return Program(s for s in self.seeds if s.number == number)

    def without(self, number):
        return Program(s for s in self.seeds if s.number != number)

    def smaller(self):
        """Programs that lack half of the seeds, one seed, one call or one item."""
        if len(self.seeds) > 1:
            yield from self.halves()
            yield from (self.without(s.number) for s in self.seeds)
        for at, seed in enumerate(self.seeds):
            for less in seed.smaller():
                yield Program([*self.seeds[:at], less, *self.seeds[at + 1 :]])

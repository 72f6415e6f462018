# SPDX-License-Identifier: Apache-2.0
"""One program: functions made of idioms, and calls of them with arguments that
overlap or not. The parts are kept apart, so that a program that fails can be
made smaller."""

from dataclasses import dataclass

from . import control, free, memory, private, reductions, world
from .words import Words

IDIOMS = {**free.IDIOMS, **reductions.IDIOMS, **memory.IDIOMS, **private.IDIOMS, **control.IDIOMS}
WEIGHTS = {"free nest": 6, "walking pointers": 2, "index arrays": 2, "work arrays": 2, "inductions": 2, "search": 2}


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
            '  printf("%u %u %u %u %.17g %016llx\\n", l0, l1, l2, kept, d0, digest(mine, sizeof mine));',
            "}",
        ]
        return lines, places


class Program:
    def __init__(self, seed):
        words = Words(seed)
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

    def text(self, digest_header):
        """The C text, and for each item its line."""
        lines = [f'#include "{digest_header}"', *world.DECLARATIONS.splitlines(), ""]
        places = []
        used = [f for f in self.functions if any(c[0] is f for c in self.calls)]
        for function in used:
            more, at = function.text()
            places += [(len(lines) + 1 + offset, item) for offset, item in at]
            lines += more
        lines += [*world.START.splitlines(), "", "int main(void) {", "  if (start())", "    return 1;"]
        for function, arguments in self.calls:
            lines += [f"  {function.name}({arguments});", '  printf("%016llx\\n", all());']
        lines += ["  return 0;", "}", ""]
        return "\n".join(lines), places

    def smaller(self):
        """Programs that lack one call or one item."""
        for call in self.calls:
            yield self.variant([c for c in self.calls if c is not call], self.functions)
        for function in self.functions:
            for item in function.items:
                less = Function(
                    function.name, function.disjoint, function.static_work, [i for i in function.items if i is not item]
                )
                calls = [(less if f is function else f, a) for f, a in self.calls]
                yield self.variant(calls, [less if f is function else f for f in self.functions])

    @staticmethod
    def variant(calls, functions):
        result = Program.__new__(Program)
        result.calls, result.functions = calls, functions
        return result

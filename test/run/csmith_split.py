# SPDX-License-Identifier: Apache-2.0
"""A program of csmith as two units that need each other.

csmith writes one file in parts that its comments name: types, global variables,
declarations, functions. Types and declarations become a header, and every other
part is dealt out to two files, with nothing static any more.

Such programs have hardly a loop worth two cores. So each function of csmith's
begins with a call of a `beat`: loops over lanes (arrays that may overlap) and
csmith's own variables, in the other file for the most part. What the lanes hold
at the end is printed too."""

import random
import re

PARTS = ("Struct/Union Declarations", "GLOBAL VARIABLES", "FORWARD DECLARATIONS", "FUNCTIONS")
NUMBER = r"u?int(?:8|16|32|64)_t"
UNITS = ("first", "second")
LANES = 4
LENGTH = 160  # of a lane
MOST_CALLS = 12  # of a beat that do something


class NotSplit(Exception):
    """csmith wrote something else than we know."""


def parts_of(text):
    """What stands below each of csmith's headings."""
    cuts = [text.find(f"/* --- {name} --- */") for name in PARTS]
    if cuts != sorted(cuts) or -1 in cuts[1:]:
        raise NotSplit(f"headings at {cuts}")
    start = cuts[0] if cuts[0] >= 0 else cuts[1]
    ends = [*cuts[1:], text.find("/************************ statistics")]
    return text[:start], *(text[a:b] if a >= 0 else "" for a, b in zip(cuts, ends))


def without_static(line):
    words = re.match(r"(?:(?:static|inline)\s+)+", line)
    return line[words.end() :] if words else line


def variables_of(part):
    """(declaration, definition) of each variable."""
    for line in part.splitlines():
        if not line.startswith("static "):
            continue
        declaration, equals, _ = without_static(line).partition(" = ")
        if not equals:
            raise NotSplit(line)
        yield f"extern {declaration};", without_static(line)


def functions_of(part):
    """The text of each, `main` last."""
    found, lines = [], []
    for line in re.sub(r"^/\*.*?\*/$", "", part, flags=re.M | re.S).splitlines():
        lines.append(without_static(line))
        if line == "}":
            found.append("\n".join(lines).strip() + "\n")
            lines = []
    if not found or " main " not in found[-1].split("{")[0]:
        raise NotSplit("no main")
    return found


def numbers_among(declarations):
    """Elements of variables that hold plain numbers, to be read at any time."""
    for declaration in declarations:
        match = re.fullmatch(rf"extern (?:const )?({NUMBER}) (g_\d+)((?:\[\d+\])*);", declaration)
        if match:
            yield match.group(2), [int(n) for n in re.findall(r"\d+", match.group(3))]


class Beats:
    """Functions with loops, and calls of them."""

    def __init__(self, rng, numbers):
        self.rng = rng
        self.numbers = numbers
        self.bodies = []

    def number(self, index="k"):
        """csmith's variable, or an element of its array."""
        if not self.numbers:
            return "7"
        name, sizes = self.rng.choice(self.numbers)
        return name + "".join(f"[{index} % {size}]" for size in sizes)

    def loop(self):
        """One loop over `to` and `from`, `n` long."""
        r = self.rng
        constant = r.randrange(1, 99991)
        return r.choice(
            (
                f"for (k = 0; k < n; k++)\n    to[k] = from[k] * {constant}u + k;",
                f"for (k = 0; k < n; k++)\n    to[k] += (uint32_t){self.number()} ^ {constant}u;",
                f"for (k = 0; k < n; k++)\n    sum += from[k] * (uint32_t){self.number()} + k;",
                f"for (k = 1; k < n; k++)\n    to[k] += from[k - 1] >> {r.randrange(1, 9)};",
                f"for (k = 0; k < n; k++)\n    if (from[k] % {r.randrange(2, 9)} == 0)\n      to[k] ^= {constant}u;",
                f"for (k = 0; k < n; k++) {{\n    uint32_t t = (uint32_t){self.number()};\n    for (j = 0; j < 8; j++)\n"
                f"      t = t * 33 + from[(k + j) % n];\n    to[k] = t;\n  }}",
                f"for (k = 0; k < n; k++)\n    to[k] = mix(to[k], {constant}u);",
                f"for (k = 0; k < n; k++)\n    to[from[k] % (uint32_t)n] += {constant}u;",
            )
        )

    def function(self):
        """The name of a new one."""
        name = f"beat_{len(self.bodies)}"
        loops = "\n  ".join(self.loop() for _ in range(self.rng.randrange(1, 4)))
        self.bodies.append(
            f"void {name}(uint32_t *to, const uint32_t *from, int n)\n{{\n  static unsigned calls;\n"
            f"  uint32_t sum = 1;\n  int k, j;\n  if (++calls > {MOST_CALLS})\n    return;\n  {loops}\n"
            "  lanes[0][0] += sum;\n}\n"
        )
        return name

    def call(self):
        r = self.rng
        to, source = (f"lanes[{r.randrange(LANES)}] + {r.randrange(9)}" for _ in range(2))
        return f"  {self.function()}({to}, {source}, {r.randrange(2, LENGTH - 9)});\n"

    def declarations(self):
        lines = [f"extern uint32_t lanes[{LANES}][{LENGTH}];", "uint32_t mix(uint32_t a, uint32_t b);"]
        lines += [f"void beat_{i}(uint32_t *, const uint32_t *, int);" for i in range(len(self.bodies))]
        return "\n".join(lines) + "\n"


MIX = "uint32_t mix(uint32_t a, uint32_t b)\n{\n  return (a ^ b) * 2654435761u + (a >> 3);\n}\n"
DIGEST = f"""  {{
    unsigned i, k, h = 0;
    for (i = 0; i < {LANES}; i++)
      for (k = 0; k < {LENGTH}; k++)
        h = h * 31 + lanes[i][k];
    printf("lanes = %u\\n", h);
  }}
"""


def with_calls(function, beats):
    """Its body begins with a call; main's ends with the digest."""
    head, brace, body = function.partition("{")
    first, newline, rest = body.partition("\n")
    if " main " in head:
        end = rest.rindex("    return 0;")
        rest = rest[:end] + beats.call() + DIGEST + rest[end:]
    return head + brace + first + newline + beats.call() + rest


def split(text, seed):
    """The files' texts by name."""
    rng = random.Random(seed)
    top, types, variables, declarations, functions = parts_of(text)
    variables = list(variables_of(variables))
    beats = Beats(rng, list(numbers_among(declaration for declaration, _ in variables)))
    bodies = [with_calls(function, beats) for function in functions_of(functions)]
    definitions = [definition for _, definition in variables]
    definitions.append(f"uint32_t lanes[{LANES}][{LENGTH}];")
    turn = rng.randrange(2)
    sides = {name: [[], []] for name in UNITS}
    for definition in definitions:
        sides[rng.choice(UNITS)][0].append(definition)
    for number, body in enumerate([*bodies, *beats.bodies, MIX]):
        # Callers and callees alternate in csmith's order.
        away = number + turn if rng.random() < 0.8 else rng.randrange(2)
        sides[UNITS[away % 2]][1].append(body)
    lines = [without_static(line) for line in declarations.splitlines()]
    header = [top, types, *(declaration for declaration, _ in variables), *lines, beats.declarations()]
    files = {"program.h": "\n".join(header)}
    for name, (data, code) in sides.items():
        files[f"{name}.c"] = "\n".join(['#include "program.h"', *data, *code])
    return files

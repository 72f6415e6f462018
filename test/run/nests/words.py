# SPDX-License-Identifier: Apache-2.0
"""Draws names, expressions, subscripts and loops.

An iterator is a pair (name, top): its values are integers from 0 to top - 1.
All values are unsigned or bounded, all subscripts are in range.
"""

import random

from .world import GLOBALS, N, PARAMETERS, SIDE


class Words:
    """What an idiom draws from, inside one function."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names = 0
        self.arrays = []  # unsigned, at least N + N / 2 elements
        self.read_only = []  # as arrays, read more than written
        self.scalars = []  # unsigned lvalues
        self.locals = []  # those of them that are the function's own
        self.disjoint = False
        self.tame = False  # plain loops and subscripts, few conflicts

    def enter_function(self, disjoint):
        """In a tame function what is written is rarely what is read; in others
        there are few names, so that dependences are frequent."""
        self.disjoint = disjoint
        self.tame = self.chance(0.55)
        self.locals = ["l0", "l1", "l2"]
        others = ["s0", "s1", "*out", "w->total", "w->range.lo", "few[3]", "bins[k & 63]", "kept"]
        if disjoint:  # nothing else may reach what p and q point to
            self.arrays = ["p", "q", "mine"]
            self.random.shuffle(self.arrays)
            self.read_only = [self.arrays.pop()] if self.tame else self.arrays
            self.scalars = self.locals + ["kept"]
            return
        names = GLOBALS + ["mine"] if self.tame and self.chance(0.7) else GLOBALS + PARAMETERS + ["mine"]
        self.arrays = self.random.sample(names, self.pick(2, 3, 4))
        self.read_only = self.random.sample([n for n in names if n not in self.arrays], 2) if self.tame else self.arrays
        self.scalars = self.locals + self.random.sample(others, 2)

    def pick(self, *values):
        return self.random.choice(values)

    def chance(self, probability):
        return self.random.random() < probability

    def fresh(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def array(self, *other_than):
        rest = [a for a in self.arrays if a not in other_than]
        return self.random.choice(rest or self.arrays)

    def scalar(self):
        return self.random.choice(self.scalars)

    def local(self):
        return self.random.choice(self.locals)

    # --- subscripts and values ------------------------------------------------

    def subscript(self, iterators, size=N):
        """From 0 to size - 1, or, of the whole N, a little beyond."""
        usable = [(n, top) for n, top in iterators if top <= size]
        if not usable:
            return str(self.random.randrange(size))
        name, top = usable[-1] if self.chance(0.8) else self.random.choice(usable)
        kinds = ["plain"] * 6 + ["back", "half"]
        if size == N:
            kinds += ["plus"] * 3 + ["plus k", "index", "masked", "remainder"]
            if len(usable) > 1:
                kinds += ["linear"]
        kind = "plain" if self.tame and self.chance(0.75) else self.random.choice(kinds)
        if kind == "plus":
            return f"{name} + {self.pick(1, 1, 2, 17, 63)}"
        if kind == "plus k":
            return f"{name} + k"
        if kind == "back":
            return f"{top - 1} - {name}"
        if kind == "half":
            return self.pick(f"{name} / 2", f"{name} >> 1", f"{name} / 3")
        if kind == "index":
            return f"idx[{name}]"
        if kind == "masked":
            return f"({name} * {self.pick(3, 5, 8)} + {self.random.randrange(9)}) & 511"
        if kind == "remainder":
            return f"{name} % {self.pick(2, 7, 64)}"
        if kind == "linear":
            (a, _), (b, btop) = self.random.sample(usable, 2)
            if dict(usable)[a] * btop <= N:
                return f"{a} * {btop} + {b}"
        return name

    def read(self, iterators):
        kind = self.pick(*["array"] * 9, "matrix", "part", "short", "byte", "int", "long", "word", "row")
        if kind == "array" or self.disjoint:
            return f"{self.random.choice(self.read_only)}[{self.subscript(iterators)}]"
        if kind in ("matrix", "row"):
            name = self.pick("ma", "mb") if kind == "matrix" else "rw"
            return f"{name}[{self.subscript(iterators, SIDE)}][{self.subscript(iterators, SIDE)}]"
        plain = [n for n, top in iterators if top <= N]
        sub = plain[-1] if plain else str(self.random.randrange(N))
        return {
            "part": f"parts[{sub}].{self.pick('x', 'y', 'w[2]')}",
            "short": f"(unsigned)ha[{sub}]",
            "byte": f"ba[{sub}]",
            "int": f"(unsigned)ia[{sub}]",
            "long": f"(unsigned)la[{sub}]",
            "word": f"words[{sub}].{self.pick('u', 'b[1]', 'h[0]')}",
        }[kind]

    def value(self, iterators, names=(), depth=0):
        """An expression of an unsigned type."""
        kinds = ["read"] * 4 + ["name", "constant", "iterator"]
        if depth < 2:
            kinds += ["binary"] * 4 + ["choice", "shift", "pure", "branchy", "guarded"]
        kind = self.random.choice(kinds)
        if kind == "read":
            return self.read(iterators)
        if kind == "name":
            return self.random.choice(list(names) * 4 + self.locals + ["(unsigned)k"])
        if kind == "iterator" and iterators:
            return f"(unsigned){self.random.choice(iterators)[0]}"
        if kind in ("constant", "iterator"):
            return f"{self.random.randrange(1, 1000)}u"
        a, b = (self.value(iterators, names, depth + 1) for _ in range(2))
        if kind == "binary":
            return f"({a} {self.pick('+', '+', '-', '*', '^', '&', '|')} {b})"
        if kind == "choice":
            return f"({a} {self.pick('<', '>', '==', '!=')} {b} ? {b} : {a})"
        if kind == "shift":
            return f"({a} >> {self.random.randrange(1, 9)})"
        if kind == "guarded":
            return f"({b} != 0 ? {a} / ({b} | 1u) : 4u)"
        return f"pure({a})" if kind == "pure" else f"branchy({a}, {b})"

    def condition(self, iterators, names=()):
        return self.pick(
            f"{self.value(iterators, names)} & {self.pick(1, 2, 3)}",
            f"{self.value(iterators, names)} {self.pick('<', '>', '!=')} {self.value(iterators, names)}",
            f"{self.read(iterators)} % {self.pick(2, 3, 5)}u == 1u",
        )

    # --- loops ------------------------------------------------------------------

    def bound(self, top=N):
        """A C expression that is at most `top`, and what it is at most."""
        if top == N:
            return self.pick(
                ("n", N), ("n", N), ("n", N), (str(N), N), ("n / 2", N // 2), ("limit", N), (f"(n < 200 ? n : 200)", 200),
                ("w->n", N), ("k", N // 2), ("(n + 3) / 4", N // 4 + 1), (str(self.pick(1, 2, 3, 5)), 5), ("n - n / 3", N),
            )  # fmt: skip
        if top == SIDE:
            return self.pick(("m", SIDE), ("m", SIDE), (str(SIDE), SIDE), ("SIDE", SIDE), ("m / 2", SIDE // 2), ("3", 3))
        return str(top), top

    def loop(self, body, top=N, low=0, plain=False):
        """A loop in any spelling. `body(iterator)` gives its text; the iterator
        never gets below `low`. `plain`: no `while`, so that the body may
        continue."""
        bound, top = self.bound(top)
        name = self.fresh("i")
        kinds = ["up"] * 6 + ["down", "down unsigned", "step", "after", "until", "pair"]
        if not plain:
            kinds += ["while", "do", "count down", "endless"]
        text = body((name, top))
        if self.tame and self.chance(0.6):
            return f"for (int {name} = {low}; {name} < {bound}; {name}++) {{ {text} }}"
        kind = self.random.choice(kinds)
        if kind == "pair":
            other = self.fresh("j")
            head = f"for (int {name} = {low}, {other} = 7; {name} < {bound}; {name}++, {other} += 3)"
            return f"{head} {{ {text} {self.local()} ^= (unsigned){other}; }}"
        kind_of = self.pick("int", "int", "int", "unsigned", "long", "size_t", "short", "unsigned short")
        if bound.isdigit() and int(bound) < 200 and self.chance(0.5):
            kind_of = self.pick("unsigned char", "signed char") if int(bound) < 100 else "unsigned char"
        if kind in ("down", "after") and kind_of.startswith(("unsigned", "size")):
            kind_of = "int"
        limit = f"({kind_of})({bound})" if kind_of in ("unsigned", "size_t") else bound
        return self.spelling(kind, kind_of, name, (low, bound, limit), text)

    def spelling(self, kind, kind_of, name, limits, text):
        low, bound, limit = limits
        start = f"{kind_of} {name} = {low};"
        if kind == "down":
            return f"for ({kind_of} {name} = ({kind_of})({bound}) - 1; {name} >= {low}; {name}--) {{ {text} }}"
        if kind == "down unsigned" and low == 0:
            kind_of = self.pick("unsigned", "size_t")
            return f"for ({kind_of} {name} = ({kind_of})({bound}); {name}-- > 0;) {{ {text} }}"
        if kind == "step":
            step = self.pick(2, 3, 7, "k + 1")
            step = 2 if step == "k + 1" and "short" in kind_of or "char" in kind_of else step
            return f"for ({start} {name} < {limit}; {name} += {step}) {{ {text} }}"
        if kind == "until" and low == 0 and not kind_of.endswith("char"):
            return f"for ({start} {name} != {limit}; ++{name}) {{ {text} }}"
        if kind == "after":
            return f"for ({start} {name} <= {bound} - 1; {name} = {name} + 1) {{ {text} }}"
        if kind == "while":
            return f"{{ {start} while ({name} < {limit}) {{ {text} {name}++; }} {self.local()} += (unsigned){name}; }}"
        if kind == "do":
            guard = self.pick("", f"if ({name} < {limit}) ")
            return f"{{ {start} {guard}do {{ {text} }} while (++{name} < {limit}); }}"
        if kind == "count down" and low == 0:
            count = self.fresh("c")
            return f"{{ int {name} = 0, {count} = {bound}; while ({count}-- > 0) {{ {text} {name}++; }} }}"
        if kind == "endless":
            return f"{{ {start} for (;;) {{ if ({name} >= {limit}) break; {text} {name}++; }} }}"
        return f"for ({start} {name} < {limit}; {name}++) {{ {text} }}"


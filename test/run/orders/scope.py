# SPDX-License-Identifier: Apache-2.0
"""What a place in a function can name, and within which limits."""

import random
from dataclasses import dataclass, field, replace

from .world import SHAPES


@dataclass(frozen=True)
class Iterator:
    """A value from `low` to `high`."""

    name: str
    low: int
    high: int
    is_signed: bool = True
    below: str = ""  # a parameter that it is less than; it is not negative
    above: str = ""  # an iterator that it is greater than


@dataclass(frozen=True)
class Scope:
    iterators: tuple = ()
    numbers: tuple = ()  # names of unsigned scalars
    reals: tuple = ()  # of double scalars
    views: tuple = ()  # names of pointers to a row's unsigned elements
    trips: int = 1  # iterations around, at most

    def inside(self, iterator):
        """In a loop; it may hide another one."""
        rest = tuple(i for i in self.iterators if i.name != iterator.name)
        trips = self.trips * max(1, iterator.high - iterator.low + 1)
        return replace(self, iterators=(*rest, iterator), trips=trips)

    def active(self):
        return {i.name for i in self.iterators}

    def known(self, number="", real="", view=""):
        result = replace(self, numbers=(*self.numbers, number)) if number else self
        result = replace(result, reals=(*result.reals, real)) if real else result
        return replace(result, views=(*result.views, view)) if view else result


@dataclass
class Style:
    """How a function is: which arrays it reads and writes, and how wildly."""

    tame: bool = True
    disjoint: bool = False
    written: list = field(default_factory=list)  # arrays of unsigned
    read: list = field(default_factory=list)
    real_written: list = field(default_factory=list)
    real_read: list = field(default_factory=list)
    pool: dict = field(default_factory=dict)  # iterators declared before: name -> type


class Draw:
    """Random choices of one seed."""

    def __init__(self, number):
        self.random = random.Random(number * 7919 + 1)
        self.shape_name = self.pick("square", "square", "square", "small", "small", "wide", "tall")
        self.shape = SHAPES[self.shape_name]
        self.style = Style()
        self.names = 0

    def pick(self, *values):
        return self.random.choice(values)

    def weighted(self, weights):
        return self.random.choices(list(weights), list(weights.values()))[0]

    def chance(self, probability):
        return self.random.random() < probability

    def fresh(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    FLAT = ("ga", "gb", "gc", "gd", "va", "vb", "wa", "la")
    LOOSE = ("p", "q", "heap", "r", "g", "h", "mixed")

    def enter_function(self):
        """In a tame one nothing is read that is written by another subscript."""
        style = self.style = Style(tame=self.chance(0.6), disjoint=self.chance(0.25))
        flat, real = list(self.FLAT), ["xa", "xb", "xc", "da", "fa"]
        if style.disjoint:
            flat, real = ["p", "q", "ga", "gb", "gd"], ["x", "y", "xa", "xb"]
        elif not style.tame or self.chance(0.3):
            flat, real = flat + list(self.LOOSE), real + ["x", "y", "db"]
        if self.shape_name == "small":
            flat, real = flat + ["cu", "cv", "cu"], real + ["cx", "cx"]
        flat, real = list(dict.fromkeys(self.random.sample(flat, 4))), list(dict.fromkeys(self.random.sample(real, 3)))
        style.written = [a for a in flat[: self.pick(1, 2)] if a != "h"] or ["gc"]
        style.read = [a for a in flat if a not in style.written] if style.tame else flat
        style.real_written = real[: self.pick(1, 2)]
        style.real_read = [a for a in real if not style.tame or a not in style.real_written] or ["coef"]
        names = self.random.sample("ijkabc", 4)
        style.pool = {f"{name}0": self.pick("int", "int", "int", "unsigned", "long", "size_t") for name in names}

# SPDX-License-Identifier: Apache-2.0
"""Subscripts in range, elements, values and conditions."""

from .world import EXTRA, SIDE

REALS = ("xa", "xb", "xc", "coef", "fa")
FLAT = ("p", "q", "va", "vb", "heap", "x", "y", "da", "db")


def forms(draw, iterator, scope, wild):
    """(text, least, most) of what a subscript does with an iterator."""
    i, low, high = iterator.name, iterator.low, iterator.high
    yield i, low, high
    if not wild:
        return
    yield f"{i} + 1", low + 1, high + 1
    yield f"{i} + 2", low + 2, high + 2
    yield f"{i} - 1", low - 1, high - 1
    tops = {"n": draw.shape.n, "m": draw.shape.m, "k": draw.shape.k, "g->rows": draw.shape.n, "g->cols": draw.shape.m}
    if iterator.below in tops and low >= 0 and iterator.below not in scope.active():
        yield f"{iterator.below} - 1 - {i}", 0, tops[iterator.below] - 1
    if iterator.above in scope.active() and low >= 0:
        yield f"{i} - {iterator.above} - 1", 0, high
    for other in scope.iterators:
        if other.name != i:
            yield f"{i} + {other.name}", low + other.low, high + other.high


def subscript(draw, scope, size, prefer, wild):
    """From 0 to size - 1. `prefer`: position of the iterator, from the last."""
    its = [i for i in scope.iterators if i.low >= -1]
    if its and not draw.chance(0.04):
        chosen = its[-1 - prefer] if prefer < len(its) and draw.chance(0.85) else draw.pick(*its)
        usable = [t for t, a, b in forms(draw, chosen, scope, wild) if 0 <= a and b < size]
        if usable:
            return usable[0] if draw.chance(0.55) else draw.pick(*usable)
        others = [i.name for i in its if 0 <= i.low and i.high < size]
        if others:
            return draw.pick(*others)
        if wild and chosen.low >= 0 and draw.chance(0.3):
            return f"{chosen.name} % {size}"
    return str(draw.random.randrange(min(size, 5)))


def linear(draw, scope, wild):
    """Into a flat array: row times length plus column."""
    shape = draw.shape
    its = [i for i in scope.iterators if i.low >= 0]
    if not its:
        return str(draw.random.randrange(9))
    column = draw.pick(*its[-2:])
    rest = [i for i in its if i is not column]
    if not rest or draw.chance(0.1):
        return column.name
    row = rest[-1] if draw.chance(0.7) else draw.pick(*rest)
    lengths = [("m", shape.m), ("C", shape.columns), ("n", shape.n), ("(size_t)m", shape.m), ("(m + 1)", shape.m + 1)]
    fitting = [t for t, most in lengths if row.high * most + column.high < shape.rows * shape.columns + EXTRA - 600]
    if not fitting:
        return column.name
    length = fitting[0] if draw.chance(0.5) else draw.pick(*fitting)
    shift = draw.pick("", "", "", " + 1", " + m") if wild else ""
    return f"{row.name} * {length} + {column.name}{shift}"


def sheet_element(draw, scope, name, wild):
    """g->data: only inside of its rows."""
    usable = [i for i in scope.iterators if i.low >= 0]
    row = [i for i in usable if i.high < draw.shape.rows]
    column = [i for i in usable if i.high < draw.shape.columns]
    i = draw.pick(*row).name if row else "0"
    j = draw.pick(*column).name if column else "1"
    if name == "g" and draw.chance(0.2):
        return f"*cell(g, {i}, {j})"
    return f"{name}->data[{i} * {name}->cols + {j}]"


def element(draw, scope, name, wild, turned=False):
    """An lvalue in an array of any kind."""
    shape = draw.shape
    if name in FLAT:
        return f"{name}[{linear(draw, scope, wild)}]"
    if name in ("g", "h"):
        return sheet_element(draw, scope, name, wild)
    if name in ("la", "lb", "dl"):
        return f"{name}[{subscript(draw, scope, shape.rows + shape.columns, 0, wild)}]"
    if name in scope.views:
        return f"{name}[{subscript(draw, scope, shape.columns, 0, wild)}]"
    order = (0, 1) if turned else (1, 0)
    if name in ("cu", "cv", "cx"):
        places = draw.random.sample((2, 1, 0), 3) if turned else (2, 1, 0)
        return name + "".join(f"[{subscript(draw, scope, SIDE, at, wild)}]" for at in places)
    row = subscript(draw, scope, shape.rows, order[0], wild)
    return f"{name}[{row}][{subscript(draw, scope, shape.columns, order[1], wild)}]"


def wild_now(draw):
    return draw.chance(0.5 if draw.style.tame else 0.6)


def read(draw, scope):
    """An unsigned that is read."""
    kinds = {"array": 8, "view": 4 if scope.views else 0, "small": 1, "int": 0.6, "wide": 0.5, "call": 1, "line": 1}
    kind = draw.weighted(kinds)
    turned = draw.chance(0.4)
    if kind == "view":
        return element(draw, scope, draw.pick(*scope.views), wild_now(draw))
    if kind == "small":
        return f"(unsigned){element(draw, scope, draw.pick('ha', 'ba'), wild_now(draw), turned)}"
    if kind == "int":
        return f"(unsigned){element(draw, scope, 'ia', wild_now(draw), turned)}"
    if kind == "wide":
        return f"(unsigned){element(draw, scope, 'wa', wild_now(draw), turned)}"
    if kind == "line":
        return element(draw, scope, "lb", wild_now(draw))
    if kind == "call" and not draw.style.disjoint:
        low = [i for i in scope.iterators if i.low >= 0 and i.high < min(draw.shape.rows, draw.shape.columns)]
        i, j = (draw.pick(*low).name, draw.pick(*low).name) if low else ("0", "1")
        return f"at({draw.pick('g', 'h')}, (int){i}, (int){j})"
    return element(draw, scope, draw.pick(*draw.style.read), wild_now(draw), turned)


def number(draw, scope, depth=0):
    """An expression of an unsigned type."""
    kinds = {"read": 5, "iterator": 2 if scope.iterators else 0, "scalar": 2 if scope.numbers else 0, "constant": 1}
    if depth < 2:
        kinds.update({"binary": 7, "shift": 1, "choice": 1, "call": 1})
    kind = draw.weighted(kinds)
    if kind == "read":
        return read(draw, scope)
    if kind == "iterator":
        return f"(unsigned){draw.pick(*scope.iterators).name}"
    if kind == "scalar":
        return draw.pick(*scope.numbers)
    if kind == "constant":
        return f"{draw.random.randrange(1, 99)}u"
    if kind == "shift":
        return f"({number(draw, scope, depth + 1)} >> {draw.pick(1, 3, 7)})"
    a, b = number(draw, scope, depth + 1), number(draw, scope, depth + 1)
    if kind == "choice":
        return f"({a} {draw.pick('<', '>', '!=')} {b} ? {b} : {a})"
    if kind == "call":
        return draw.pick(f"scramble({a})", f"scramble({a})", f"least({a}, {b})")
    return f"({a} {draw.pick('+', '+', '*', '*', '-', '^', '|', '&')} {b})"


def real(draw, scope, depth=0):
    """An expression of type double that stays small enough."""
    style = draw.style
    kinds = {"read": 4, "product": 4, "iterator": 1 if scope.iterators else 0, "scalar": 1 if scope.reals else 0}
    if depth < 2:
        kinds.update({"sum": 4, "call": 1})
    kind = draw.weighted(kinds)
    if kind == "iterator":
        return f"(double){draw.pick(*scope.iterators).name} * 0.125"
    if kind == "scalar":
        return f"{draw.pick(*scope.reals)} * 0.5"
    if kind == "sum":
        return f"{real(draw, scope, depth + 1)} {draw.pick('+', '-')} {real(draw, scope, depth + 1)}"
    cell = element(draw, scope, draw.pick(*style.real_read), wild_now(draw), draw.chance(0.4))
    if kind == "call":
        return draw.pick(f"half({cell})", f"clip({cell})", f"pull(&{cell}, 1.5)" if "fa" not in cell else f"half({cell})")
    if kind == "product":
        return f"{cell} * {element(draw, scope, 'coef', wild_now(draw), draw.chance(0.5))}"
    return cell


def condition(draw, scope):
    its = scope.iterators
    choices = [f"({number(draw, scope, 1)} & {draw.pick(1, 3, 6)}) == 0", f"{read(draw, scope)} > {number(draw, scope, 1)}"]
    if its:
        choices += [f"({draw.pick(*its).name} & 1) == 0", f"{draw.pick(*its).name} == {draw.pick(0, 1, 3)}"]
    if len(its) > 1:
        a, b = draw.random.sample(its, 2)
        choices += [f"(long){a.name} {draw.pick('!=', '==', '<', '>=')} (long){b.name}"] * 2
    choices += ["n > 2", "m != n", "s0 != 7u"]
    one = draw.pick(*choices)
    return f"{one} {draw.pick('&&', '||')} {draw.pick(*choices)}" if draw.chance(0.15) else one

# SPDX-License-Identifier: Apache-2.0
"""Statements and nests of loops."""

from . import headers
from .trees import Block, Leaf
from .values import condition, element, number, read, real, wild_now


def target(draw, scope):
    return element(draw, scope, draw.pick(*draw.style.written), not draw.style.tame and draw.chance(0.4), draw.chance(0.3))


def real_target(draw, scope):
    name = draw.pick(*draw.style.real_written)
    return element(draw, scope, name, not draw.style.tame and draw.chance(0.4), draw.chance(0.3))


def small(draw, scope):
    name = draw.pick("ha", "ba", "ia", "fa", "la", "dl")
    to = element(draw, scope, name, False, draw.chance(0.3))
    if name in ("fa", "dl"):
        return f"{to} = {'(float)' if name == 'fa' else ''}({real(draw, scope)});"
    if name == "la":
        return f"{to} {draw.pick('=', '+=', '^=')} {number(draw, scope)};"
    return f"{to} = {dict(ha='(short)', ba='(unsigned char)', ia='(int)')[name]}({number(draw, scope)} & 127u);"


def statement(draw, scope):
    """The text of one without a loop."""
    kinds = {
        "cell": 5,
        "update": 5,
        "real": 3,
        "real update": 3,
        "scalar": 2.5 if scope.numbers else 0,
        "real scalar": 2 if scope.reals else 0,
        "small": 1.2,
        "if": 1.5,
        "most": 0.8 if scope.numbers else 0,
        "swap": 0.4,
        "call": 0.6,
        "view": 0.8 if scope.views else 0,
        "nothing": 0.15,
        "tally": 0.08,
    }
    kind = draw.weighted(kinds)
    if kind == "cell":
        return f"{target(draw, scope)} = {number(draw, scope)};"
    if kind == "update":
        return f"{target(draw, scope)} {draw.pick('+=', '+=', '+=', '^=', '-=', '*=')} {number(draw, scope)};"
    if kind == "real":
        return f"{real_target(draw, scope)} = {real(draw, scope)};"
    if kind == "real update":
        return f"{real_target(draw, scope)} {draw.pick('+=', '-=')} {real(draw, scope)};"
    if kind == "scalar":
        return f"{draw.pick(*scope.numbers)} {draw.pick('+=', '+=', '^=', '=', '*=')} {number(draw, scope)};"
    if kind == "real scalar":
        return f"{draw.pick(*scope.reals)} {draw.pick('+=', '+=', '-=', '=')} {real(draw, scope)};"
    if kind == "small":
        return small(draw, scope)
    if kind == "if":
        other = f" else {statement(draw, scope)}" if draw.chance(0.3) else ""
        return f"if ({condition(draw, scope)}) {{ {statement(draw, scope)} }}{other}"
    if kind == "most":
        s, v = draw.pick(*scope.numbers), read(draw, scope)
        return draw.pick(f"if ({v} > {s}) {s} = {v};", f"{s} = {v} < {s} ? {v} : {s};")
    if kind == "swap":
        a, b, t = target(draw, scope), target(draw, scope), draw.fresh("t")
        return f"{{ unsigned {t} = (unsigned){a}; {a} = {b}; {b} = {t}; }}"
    if kind == "view":
        return f"{element(draw, scope, draw.pick(*scope.views), False)} {draw.pick('=', '+=')} {number(draw, scope)};"
    if kind == "call":
        return call(draw, scope)
    return f"{draw.pick(*draw.style.written)[:0]};" if kind == "nothing" else f"s0 ^= tally({number(draw, scope)});"


def call(draw, scope):
    to = target(draw, scope)
    if "wa[" in to or draw.chance(0.3):
        low = [i for i in scope.iterators if i.low >= 0 and i.high < min(draw.shape.rows, draw.shape.columns)]
        i, j = (draw.pick(*low).name, draw.pick(*low).name) if low else ("0", "1")
        return f"put(g, (int){i}, (int){j}, {number(draw, scope)});"
    return f"{draw.pick('bump', 'raise')}(&{to}, {number(draw, scope)});"


def declaration(draw, scope):
    """(leaf, the scope after it): scalars of an iteration, or a row."""
    kind = draw.weighted({"number": 4, "real": 3, "several": 1.2, "late": 1, "view": 1.5, "const": 0.7, "int": 0.5})
    if kind == "number":
        name = draw.fresh("s") if draw.chance(0.9) else draw.pick("s", "t", "s0")
        start = draw.pick("0", "1u", number(draw, scope))
        return Leaf(f"unsigned {name} = {start};"), scope.known(number=name)
    if kind == "real":
        name = draw.fresh("d")
        return Leaf(f"double {name} = {draw.pick('0', '1.5', real(draw, scope))};"), scope.known(real=name)
    if kind == "several":
        a, b = draw.fresh("s"), draw.fresh("t")
        if draw.chance(0.5):
            return Leaf(f"double {a} = 0, {b} = {real(draw, scope)};"), scope.known(real=a).known(real=b)
        return Leaf(f"unsigned {a} = 0, {b} = {number(draw, scope)};"), scope.known(a).known(b)
    if kind == "late":
        name = draw.fresh("s")
        return Leaf(f"unsigned {name};\n{name} = {number(draw, scope)};"), scope.known(number=name)
    if kind == "const":
        name = draw.fresh("c")
        return Leaf(f"const unsigned {name} = {number(draw, scope)};"), scope
    if kind == "int":
        name = draw.fresh("e")
        return Leaf(f"int {name} = (int)({number(draw, scope)} & 255u);"), scope
    name = draw.fresh("w")
    rows = [i for i in scope.iterators if 0 <= i.low and i.high < draw.shape.rows]
    row = draw.pick(*rows).name if rows else "2"
    arrays = [a for a in ("ga", "gb", "gc", "gd") if a in draw.style.read + draw.style.written] or ["ga"]
    base = f"{draw.pick(*arrays)}[{row}]"
    if draw.style.disjoint or draw.chance(0.6):
        return Leaf(f"unsigned *{name} = {base};"), scope.known(view=name)
    base = draw.pick(f"heap + {row} * C", f"r[{row}]", base)
    return Leaf(f"unsigned *{name} = {base};"), scope.known(view=name)


def accumulated(draw, scope, depth):
    """A sum in a scalar, stored afterwards: what sinking makes an array of."""
    is_real = draw.chance(0.5)
    outside = [n for n in (scope.reals if is_real else scope.numbers) if n[0] in "od"]
    in_use = outside and draw.chance(0.35)
    name = draw.pick(*outside) if in_use else draw.fresh("d" if is_real else "s")
    known = scope.known(real=name) if is_real else scope.known(number=name)
    start = draw.pick("0", "0", real(draw, scope, 1) if is_real else number(draw, scope, 1))
    first = f"{name} = {start};" if in_use else f"{'double' if is_real else 'unsigned'} {name} = {start};"
    trees = [Leaf(first)]
    for _ in range(draw.pick(1, 1, 1, 2)):
        head, iterator = headers.loop(draw, known)
        inner = known.inside(iterator)
        term = real(draw, inner) if is_real else number(draw, inner)
        update = Leaf(f"{name} {draw.pick('+=', '+=', '+=', '-=')} {term};")
        children = [update] if draw.chance(0.75) else body(draw, inner, depth + 2) + [update]
        trees.append(Block(head, children, True))
    store = real_target(draw, scope) if is_real else target(draw, scope)
    scale = " * 0.5" if is_real else ""
    trees.append(Leaf(f"{store} {draw.pick('=', '=', '+=')} {name}{scale};"))
    return trees


def body(draw, scope, depth):
    """Of a loop, or of a function: a list of trees."""
    trees, before = [], scope
    if draw.chance(0.3):
        leaf, scope = declaration(draw, scope)
        trees.append(leaf)
    deeper = {0: 1, 1: 0.8, 2: 0.45, 3: 0.2}.get(depth, 0)
    for _ in range(draw.pick(1, 1, 2, 2, 3)):
        if depth and draw.chance(0.2 if depth < 3 else 0.05):
            trees += accumulated(draw, scope, depth)
        elif draw.chance(deeper):
            trees.append(nest(draw, scope, depth))
        else:
            trees.append(Leaf(statement(draw, scope)))
    if depth > 1 and draw.chance(0.05):
        trees.insert(0, Leaf(f"if ({condition(draw, before)}) continue;"))
    if draw.chance(0.02):
        trees.append(Leaf(draw.pick("/* nothing */", "#pragma GCC unroll 1\nfor (int z = 0; z < 2; z++) s0 += 1u;", ";")))
    return trees


def repeated(draw, block):
    """In a loop or a branch whose condition changes what it compares."""
    x = draw.fresh("x")
    head = draw.pick(
        f"for (int {x} = -1; {x}++ < 1;)",
        f"for (int {x} = n; {x}-- > n - 2;)",
        f"for (int {x} = 0; {x} < 2; {x}++) if (n > {x})",
        f"for (int {x} = n & 1; {x} < 4; {x} += 3) if ({x}++ < 3)",
    )
    return Block(head, [block], True)


def nest(draw, scope, depth):
    """A loop and what is in it."""
    head, iterator = headers.loop(draw, scope)
    children = body(draw, scope.inside(iterator), depth + 1)
    if draw.chance(0.02):
        children = []
    block = Block(head, children or [Leaf(";")], True)
    if draw.chance(0.05):
        return Block(f"if ({condition(draw, scope)})", [block], True)
    if draw.chance(0.04) and scope.trips < 2000:
        return repeated(draw, block)
    return Block("", [block]) if draw.chance(0.03) else block

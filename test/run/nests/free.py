# SPDX-License-Identifier: Apache-2.0
"""Nests without a plan: any statements in any loops."""

from .words import N, SIDE


def cell(g, iterators):
    if g.chance(0.2) and not g.disjoint:
        return f"{g.pick('ma', 'mb', 'rw')}[{g.subscript(iterators, SIDE)}][{g.subscript(iterators, SIDE)}]"
    return f"{g.array()}[{g.subscript(iterators)}]"


def statement(g, iterators, names):
    kind = g.pick(*["cell"] * 6, *["update"] * 3, "scalar", "reduce", "reduce", "double", "call", "swap", "other")
    value = g.value(iterators, names)
    if kind == "cell":
        return f"{cell(g, iterators)} = {value};"
    if kind == "update":
        return f"{cell(g, iterators)} {g.pick('+=', '-=', '^=', '|=', '*=')} {value};"
    if kind == "scalar":
        return f"{g.random.choice([*names, *g.scalars])} = {value};"
    if kind == "reduce":
        return f"{g.scalar()} {g.pick('+=', '+=', '^=', '*=', '-=', '|=', '&=')} {value};"
    if kind == "double":
        to, by = g.pick("x", "y"), g.pick("x", "y")
        return f"{to}[{g.subscript(iterators)}] = {by}[{g.subscript(iterators)}] * 0.5 + 1e-3;"
    if kind == "swap":
        a, b, t = cell(g, iterators), cell(g, iterators), g.fresh("t")
        return f"{{ unsigned {t} = {a}; {a} = {b}; {b} = {t}; }}"
    if kind == "call":
        sub, array = g.subscript(iterators), g.array()
        calls = [f"put({array}, {sub}, {value});", f"add(&{g.scalar()}, {value});", f"add({array} + ({sub}), {value});"]
        calls += [f"widen({array}, {sub}, {value});", f"*at({array}, {sub}) ^= {value};"]
        calls += [f"fill({array} + ({sub}), {g.pick(1, 4)}, {value});"]
        if not g.disjoint:
            calls += [f"move(parts + ({sub}) % N, {value});", f"{array}[{sub}] += {g.pick('counted', 'shared')}({value});"]
        return g.random.choice(calls)
    if g.disjoint:
        return f"{g.local()} ^= {value};"
    sub = g.subscript(iterators)
    return g.pick(
        f"parts[({sub}) % N].{g.pick('x', 'y', 'w[1]', 'tag')} = {value};",
        f"words[({sub}) % N].{g.pick('u', 'b[2]', 'h[1]')} = {value};",
        f"ha[{sub}] = (short)({value} & 0xff);",
        f"ba[{sub}] = (unsigned char)({value});",
        f"la[{sub}] += {value};",
        f"parts[({sub}) % N] = parts[{sub_of(g, iterators)}];",
    )


def sub_of(g, iterators):
    return f"({g.subscript(iterators)}) % N"


def body(g, iterators, names, depth):
    lines = []
    if g.chance(0.4):
        name = g.fresh("x")
        lines.append(f"unsigned {name} = {g.value(iterators, names)};")
        names = [*names, name]
    if depth < 2 and g.chance(0.15):
        work, i = g.fresh("work"), g.fresh("i")
        value = g.value(iterators + [(i, 16)], names)
        lines.append(f"unsigned {work}[16]; for (int {i} = 0; {i} < 16; {i}++) {work}[{i}] = {value};")
        names = [*names, f"{work}[{g.random.randrange(16)}]"]
    for _ in range(g.pick(1, 1, 2, 3)):
        if depth < 3 and g.chance(0.3 if depth == 1 else 0.1):
            lines.append(nest(g, iterators, names, depth))
        elif g.chance(0.2):
            other = f" else {{ {statement(g, iterators, names)} }}" if g.chance(0.4) else ""
            lines.append(f"if ({g.condition(iterators, names)}) {{ {statement(g, iterators, names)} }}{other}")
        else:
            lines.append(statement(g, iterators, names))
    if g.chance(0.05):
        lines.append(f"if ({g.condition(iterators, names)}) break;")
    return " ".join(lines)


def nest(g, iterators=(), names=(), depth=0):
    iterators = list(iterators)
    if any(top > SIDE for _, top in iterators):
        top = g.pick(3, 9)
    else:
        top = SIDE if iterators else g.pick(N, N, SIDE)
    if iterators and iterators[-1][1] <= SIDE and g.chance(0.15):
        outer, i = iterators[-1][0], g.fresh("i")
        text = body(g, iterators + [(i, SIDE)], list(names), depth + 1)
        return f"for (int {i} = (int){outer}; {i} < m; {i}++) {{ {text} }}"
    return g.loop(lambda i: body(g, iterators + [i], list(names), depth + 1), top)


IDIOMS = {"free nest": nest}

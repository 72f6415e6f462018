# SPDX-License-Identifier: Apache-2.0
"""Reductions of every kind, and what looks like one."""


def target(g):
    """An unsigned lvalue that a reduction goes into."""
    own = [g.local(), g.local(), "kept"]
    if g.disjoint:
        return g.pick(*own)
    return g.pick(*own, "s0", "s1", "*out", "w->total", "w->range.hi", "few[3]", "few[k & 15]", f"{g.array()}[k]")


def condition(g, i):
    return f"if ({g.condition([i])}) " if g.chance(0.3) else ""


def arithmetic(g):
    to, op = target(g), g.pick("+=", "+=", "-=", "*=", "^=", "|=", "&=")

    def body(i):
        text = f"{condition(g, i)}{to} {op} {g.value([i])};"
        if g.chance(0.2):
            text += f" {to} {g.pick(op, op, '+=', '^=')} {g.value([i])};"
        if g.chance(0.25):
            text += f" {g.array()}[{g.subscript([i])}] = {g.value([i], [to] if g.chance(0.2) else [])};"
        return text

    return g.loop(body)


def several(g):
    a, b, c = target(g), target(g), g.local()

    def body(i):
        read = g.read([i])
        return (
            f"unsigned t = {read}; {a} += t; {condition(g, i)}{b} ^= t * 3u; "
            f"{g.pick(f'{c}++;', f'{c} |= t;', f'if (t & 1) ++{c};', f'{c} = {c} * 2 + t;')}"
        )

    return g.loop(body)


def extremes(g):
    to = target(g)

    def body(i):
        v = g.read([i])
        return g.pick(
            f"if ({v} > {to}) {to} = {v};",
            f"if ({to} > {v}) {to} = {v};",
            f"{to} = {v} < {to} ? {v} : {to};",
            f"{to} = {to} >= {v} ? {to} : {v};",
            f"unsigned v = {v}; {condition(g, i)}if (v > {to}) {to} = v;",
            f"if ({v} > {to}) {to} = {v} + 1;",
        )

    return g.loop(body)


def positions(g):
    """argmin and argmax with every rule for ties, and more values of the place."""
    best, place, more = g.fresh("best"), g.fresh("place"), g.fresh("more")
    start, op = g.pick(("~0u", "<"), ("~0u", "<="), ("0", ">"), ("0", ">="), (f"{g.array()}[0]", "<"))
    masked = g.pick("", "", " % 7u", " & 3u")

    def body(i):
        v = f"{g.read([i])}{masked}"
        keep = g.pick("", f" {more} = {g.read([i])};", f" {more}++;", f" {more} += {best};")
        if g.chance(0.3):
            return f"unsigned v = {v}; if (v {op} {best}) {{ {place} = (int){i[0]}; {best} = v;{keep} }}"
        return f"if ({v} {op} {best}) {{ {best} = {v}; {place} = (int){i[0]};{keep} }}"

    text = g.loop(body)
    show = f'printf("%u %d %u\\n", {best}, {place}, {more});'
    return f"{{ unsigned {best} = {start}, {more} = 5; int {place} = -1; {text} {show} }}"


def place_only(g):
    """Keeps the place and reads the array through it."""
    a, place = g.array(), g.fresh("place")
    op = g.pick("<", "<=", ">", ">=")
    text = g.loop(lambda i: f"if ({a}[{i[0]}] {op} {a}[{place}]) {place} = (int){i[0]};")
    return f'{{ int {place} = 0; {text} printf("%d\\n", {place}); }}'


def positions_in_memory(g):
    """argmin and argmax whose best value or companions are places that may be one, or lie in what is read."""
    best, place, more = target(g), target(g), target(g)
    start, op = g.pick(("~0u", "<"), ("~0u", "<="), ("0", ">"), ("0", ">="), ("77u", "<"))
    masked, called = g.pick("", "", " % 7u", " & 3u"), g.chance(0.4)

    def body(i):
        keep = g.pick("", "", f" {more} = {g.read([i])};", f" {more} = {best};", f" {more}++;")
        after = g.pick("", "", "", f" {g.array()}[{g.subscript([i])}] = {g.pick(best, place, f'(unsigned){i[0]}')};")
        select = f"{best} = v; {place} = (unsigned){i[0]};"
        if g.chance(0.3):
            select = f"{place} = (unsigned){i[0]}; {best} = v;"
        if called and op in ("<", ">="):
            call = f"{'least' if op == '<' else 'last_most'}(&{best}, &{place}, {g.read([i])}{masked}, {i[0]});"
            return f"{condition(g, i)}{call}{after}"
        return (
            f"unsigned v = {g.read([i])}{masked}; "
            f"{condition(g, i)}if (v {op} {best}) {{ {select}{keep} }}{after}"
        )

    return f"{best} = {start}; {g.loop(body)}"


def doubles(g):
    to = g.pick("f0", "d0", "d0") if not g.disjoint else "d0"
    a = g.pick("x", "y")

    def body(i):
        v = f"{a}[{g.subscript([i])}]"
        return g.pick(
            f"{to} += {v};",
            f"{to} += {v} * 0.25 - 1e-3;",
            f"if ({v} > {to}) {to} = {v};",
            f"{to} = {v} < {to} ? {v} : {to};",
            f"{to} = {to} * 0.5 + {v};",
            f"if ({v} < {to}) {{ {to} = {v}; l1 = (unsigned){i[0]}; }}",
        )

    return g.loop(body)


def logical(g):
    flag = g.fresh("flag")
    start = g.pick("0", "1", "k")

    def body(i):
        c = g.condition([i])
        return g.pick(
            f"{flag} = {flag} && ({c});",
            f"{flag} = {flag} || ({c});",
            f"{flag} |= ({c}) != 0;",
            f"{flag} &= !({c});",
            f"if ({c}) {flag} = 1;",
            f"if ({c}) {flag} = !{flag};",
            f"{flag} += ({c}) != 0;",
        )

    return f'{{ int {flag} = {start}; {g.loop(body)} printf("%d\\n", {flag}); }}'


def narrow(g):
    """Targets that wrap, that are narrower than the values, that are signed."""
    name, kind = g.fresh("r"), g.pick("unsigned char", "short", "int", "unsigned long long", "unsigned short", "_Bool")
    by = {"short": "(short)", "int": "(int)"}.get(kind, "")
    wide = kind == "unsigned long long"

    def body(i):
        v = f"({g.read([i])} & {g.pick(3, 15)})"
        op = g.pick("+=", "^=", "|=") if by else g.pick("+=", "^=", "|=", "*=", "-=")
        return f"{condition(g, i)}{name} {op} {by}{v}{' * 123456789123ull' if wide else ''};"

    return f'{{ {kind} {name} = 1; {g.loop(body)} printf("%lld\\n", (long long){name}); }}'


def histogram(g):
    a = g.pick("bins", "few", "h", g.array()) if not g.disjoint else "h"
    size = {"bins": 63, "few": 15}.get(a, 31)

    def body(i):
        v = g.pick(f"{g.read([i])} & {size}", f"(unsigned){i[0]} & {size}", f"idx[{i[0]}] & {size}")
        more = g.pick("", "", "", f" {g.array()}[{i[0]}] = {a}[{g.read([i])} & {size}];", f" {a}[0] += 3u;")
        if g.chance(0.15):
            return f"unsigned c = {v}; if ({a}[c] < 9u) {a}[c]++;"
        return f"{condition(g, i)}{a}[{v}] {g.pick('+=', '+=', '^=', '-=')} {g.value([i]) if g.chance(0.5) else '1u'};{more}"

    text = g.loop(body)
    if a != "h":
        return text
    return f'{{ unsigned h[32] = {{0}}; {text} show("h", h, sizeof h); }}'


def matrix_sums(g):
    """Sums of rows, of columns, of all."""
    to = g.pick("few[i & 15]", "mine[i]", "mine[j]", "l0", "mine[(i + j) & 31]", "bins[j]" if not g.disjoint else "mine[j]")
    op = g.pick("+=", "^=", "*=")
    value = g.value([("i", 36), ("j", 36)])
    heads = ["for (int i = 0; i < m; i++)", f"for (int j = {g.pick('0', 'i', '0')}; j < SIDE; j++)"]
    if g.chance(0.4) and "j = i" not in heads[1]:
        heads.reverse()
    return f"{heads[0]} {heads[1]} {to} {op} {value};"


def prefix_sums(g):
    run, a, b = g.local(), g.array(), g.array()
    kind = g.pick("inclusive", "exclusive", "in place", "array", "with reset", "two", "maximum", "double", "pack")
    if kind == "array":
        return g.loop(lambda i: f"{a}[{i[0]}] {g.pick('=', '+=')} {a}[{i[0]} - 1] + {g.read([i])};", low=1)
    if kind == "double":
        return g.loop(lambda i: f"d0 += x[{i[0]}]; y[{i[0]}] = d0;")

    def body(i):
        v = g.value([i])
        n = i[0]
        return {
            "inclusive": f"{run} += {v}; {a}[{n}] = {run};",
            "exclusive": f"{a}[{n}] = {run}; {run} += {v};",
            "in place": f"{run} += {a}[{n}]; {a}[{n}] = {run};",
            "with reset": f"if ({b}[{n}] & 8) {run} = 0; {run} += {v}; {a}[{n}] = {run};",
            "two": f"{run} += {v}; {a}[{n}] = {run}; {b}[{n}] ^= {run} * 3u;",
            "maximum": f"if ({b}[{n}] > {run}) {run} = {b}[{n}]; {a}[{n}] = {run};",
            "pack": f"if ({v} & 1) {{ mine[{run} % 700u] = {n}; {run}++; }}",
        }[kind]

    return g.loop(body)


def through_calls(g):
    to = target(g)

    def body(i):
        v = g.value([i])
        return g.pick(
            f"add(&{to}, {v});",
            f"{to} += pure({v});",
            f"{to} += section({g.array()} + {i[0]}, {g.pick(1, 3)});",
            f"{to} ^= branchy({v}, {to});",
            f"{to} += counted({v});",
            f"pair d = split({v}); {to} += d.a; {g.local()} ^= d.b;",
        )

    return g.loop(body)


IDIOMS = {
    "reduction": arithmetic,
    "several reductions": several,
    "min, max": extremes,
    "argmin": positions,
    "argmin by place": place_only,
    "argmin in memory": positions_in_memory,
    "reduction of doubles": doubles,
    "logical reduction": logical,
    "narrow reduction": narrow,
    "histogram": histogram,
    "sums of rows": matrix_sums,
    "prefix sums": prefix_sums,
    "reduction in a call": through_calls,
}

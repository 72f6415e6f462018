# SPDX-License-Identifier: Apache-2.0
"""Loops that do their work in functions: reductions, searches, allocations,
functions chosen at run time."""


def reductions_by_calls(g):
    """What a function adds to through its arguments, one or several of them."""
    one, two = g.local(), g.scalar()
    h = g.fresh("h")

    def body(i):
        v = g.value([i])
        return g.pick(
            f"tally(&{one}, &{two}, {v});",
            f"count_in({h}, {v});",
            f"keep_best(&{h}[0], &{h}[1], {v}, (unsigned){i[0]});",
            f"add(&{one}, {v}); {g.array()}[{i[0]}] = {v};",
            f"if ({g.condition([i])}) add(&{h}[{i[0]} & 31], {v});",
            f"{one} += section({g.array()} + {i[0]}, 3); {two} ^= pure({v});",
            f"add(&{one}, section({h}, 4)); {h}[{i[0]} & 7] = {v};",
        )

    return f'{{ unsigned {h}[32] = {{3}}; {g.loop(body)} show("h", {h}, sizeof {h}); }}'


def searches_by_calls(g):
    a, b, at = g.array(), g.array(), g.fresh("at")
    wanted = g.pick("77u", "3u", "l0", f"{b}[k]", "~0u")
    many = g.loop(lambda i: f"{b}[{i[0]}] = (unsigned)find({a} + {g.pick('0', i[0])}, {g.pick('9', '64', 'k')}, {g.value([i])} & 63u);")
    flag = g.loop(lambda i: f"if (find({a}, 16, {g.value([i])} & 31u) >= 0) {{ {at} = (int){i[0]}; break; }}", plain=True)
    return g.pick(
        f'{{ int {at} = find({a}, n, {wanted}); printf("%d\\n", {at}); }}',
        f"{{ int {at} = 0; while ({at} < n && {a}[{at}] != {wanted}) {at}++; l1 += (unsigned){at}; }}",
        many,
        f'{{ int {at} = -1; {flag} printf("%d\\n", {at}); }}',
        f"{{ int {at} = 0; for (int i = 0; i < n && {at} < 5; i++) if ({a}[i] % 7u == 2u) {at}++; l2 += (unsigned){at}; }}",
        f"if (same({a}, {b}, {g.pick('n', '8', 'k')})) l1 ^= 9u;",
    )


def chosen_functions(g):
    f, a = g.fresh("f"), g.array()
    choice = g.pick("k & 1 ? pure : twice", "twice", "n > 100 ? counted : pure")
    loop = g.loop(lambda i: f"{a}[{g.subscript([i])}] {g.pick('=', '+=')} {f}({g.value([i])});")
    return f"{{ unsigned (*{f})(unsigned) = {choice}; {loop} }}"


def allocations_by_calls(g):
    """Blocks and rows from a function of the program's own."""
    t, a = g.fresh("t"), g.array()
    v = g.value([("i", 36), ("j", 36)])
    body = g.pick(
        f"{t}[i][j] = {v};",
        f"{t}[i][j] += {t}[{g.pick('i', 'i', '0', 'i / 2')}][{g.pick('j', '0', 'SIDE - 1 - j')}] + {v};",
        f"{t}[i][j] ^= {a}[j]; {a}[i] += {t}[i][j];",
    )
    shared = g.pick("", "", "", f"free({t}[3]); {t}[3] = {t}[4]; ", f"{{ unsigned *s = {t}[1]; {t}[1] = {t}[2]; {t}[2] = s; }} ")
    release = f"for (int i = 0; i < SIDE; i++) {{ {f'if (i != 3) ' if 'free' in shared else ''}free({t}[i]); }} free({t});"
    rows = (
        f"{{ unsigned **{t} = block(SIDE * sizeof *{t}); for (int i = 0; i < SIDE; i++) {t}[i] = block(SIDE * sizeof **{t}); {shared}"
        f"for (int i = 0; i < m; i++) for (int j = 0; j < SIDE; j++) {{ {body} }} "
        f"for (int i = 0; i < SIDE; i++) l0 += {t}[i][k % 36]; {release} }}"
    )
    two = g.loop(lambda i: f"{t}[{i[0]}] = {a}[{i[0]}] + {g.value([i])}; {a}[{g.subscript([i])}] ^= {t}[{g.subscript([i])}];")
    flat = f"{{ unsigned *{t} = block(ROOM * sizeof *{t}); {two} l1 += {t}[5]; free({t}); }}"
    each = g.loop(
        lambda i: f"unsigned *{t} = block(8 * sizeof *{t}); fill({t}, 8, {g.value([i])}); {a}[{i[0]}] += {t}[{i[0]} & 7]; free({t});"
    )
    return g.pick(rows, rows, flat, each)


IDIOMS = {
    "reductions by calls": reductions_by_calls,
    "searches by calls": searches_by_calls,
    "chosen functions": chosen_functions,
    "allocations by calls": allocations_by_calls,
}

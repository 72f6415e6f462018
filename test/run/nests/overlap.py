# SPDX-License-Identifier: Apache-2.0
"""Loops of which only parts keep the order of the iterations, or all."""


def pipelines(g):
    t, c, d, r = (g.fresh(p) for p in "tcdr")
    a, b = g.array(), g.array()
    size = 24
    plain = g.chance(0.7)
    where = g.pick("inside", "before", "static", "heap")

    def part(i):
        n, value, test = i[0], g.value([i]), g.condition([i])
        return g.pick(
            f"for (int j = 1; j < {size}; j++) {t}[j] += {t}[j - 1] * 3u;",
            f"for (int j = 1; j < {size}; j++) {t}[j] = {t}[j] * 5u ^ {t}[j - 1];",
            f"for (int j = 0; j < {size}; j++) {r} = {r} * 3u + {t}[j];",
            f"{r} = {t}[{n} % {size}]; for (int j = 0; j < {size}; j++) {r} = ({r} ^ {r} >> 15) * 2246822519u;",
            f"{c} = {c} * 3u + {t}[{n} % {size}];",
            f"for (int j = 0; j < {size}; j++) {c} = {c} * 31u + {t}[j];",
            f"if ({test}) {c} += {d}; else {d} ^= {value};",
            f'if ({n} % 50 == 7) printf("%u ", {t}[{n} % {size}]);',
            f"{a}[{n}] = {t}[5] + {r};",
            f"{a}[{n} + 1] ^= {t}[6];",
            f"{b}[{n} % 7] += {t}[2];",
            f"{r} += {b}[{n}];",
            f"{d} = {r};",
            f"{g.scalar()} += {r};",
            f"if ({test}) continue;" if plain else f"{c} ^= {value};",
        )

    def body(i):
        own = f"unsigned {t}[{size}]; " if where == "inside" else ""
        first = f"unsigned {r} = {g.value([i])}; for (int j = 0; j < {size}; j++) {t}[j] = {g.value([i, ('j', size)])};"
        return own + first + " " + " ".join(part(i) for _ in range(g.pick(2, 3, 4, 5)))

    loop = f'unsigned {c} = 1, {d} = 2; {g.loop(body, plain=plain)} printf("%u %u\\n", {c}, {d});'
    after = g.pick("", f'show("work", {t}, {size} * sizeof *{t});')
    if where == "before":
        return f"{{ unsigned {t}[{size}] = {{1, 2, 3}}; {loop} {after} }}"
    if where == "static":
        return f"{{ static unsigned {t}[{size}]; {loop} {after} }}"
    if where == "heap":
        return f"{{ unsigned *{t} = calloc({size}, sizeof *{t}); if (!{t}) abort(); {loop} {after} free({t}); }}"
    return f"{{ {loop} }}"


IDIOMS = {"pipelines": pipelines}

# SPDX-License-Identifier: Apache-2.0
"""Sums of floating-point numbers, whose order counts, with dear terms."""

from . import world


def sums_in_order(g):
    """Each name has updates of one kind, mostly."""
    s, f, wide, h, c, by, product = (g.fresh(p) for p in ("s", "f", "wide", "h", "c", "by", "product"))
    shared = g.pick("f0", "x[3]", "db[k & 15]", "parts[k & 15].m") if not g.disjoint else s
    array = g.pick(g.array(), g.array(), "mine")

    def term(i):
        return g.pick(
            f"(pure({g.read([i])}) & 4095u) / 7.0",
            f"((float)(branchy({i[0]}u + 1u, {g.read([i])}) % 977u) + 0.1f)".replace(f"{i[0]}u", f"(unsigned){i[0]}"),
            f"(section({array} + {i[0]}, 4) & 1023u) * 0.37",
            f"smooth(y, (int){i[0]} % 64) * (pure({g.read([i])}) & 7u)",
            "pure(3u) * -0.0",
        )

    def part(i):
        t, op, test = term(i), g.pick("+=", "+=", "-="), f"if ({g.condition([i])}) " if g.chance(0.3) else ""
        at = f"{g.read([i])} & 7u"
        if g.chance(0.06):
            return g.pick(f"if ({s} > 50) {c}++;", f"{s} = {s} + {t} - 0.5;", f"{product} += {t};", f"{c} += (unsigned){i[0]} * (unsigned){h}[2];")
        return g.pick(
            f"{test}{s} {op} {t};",
            f"{s} = {t} + {s};",
            f"{test}{shared} {op} {t};",
            f"{test}{f} {op} {t};",
            f"{test}{wide} {op} {t};",
            f"{test}pour(&{by}, {t});",
            f"pour({h} + ({at}), {t});",
            f"{test}{h}[{at}] {op} {t};",
            f"{product} *= 1.0 + {t} * 1e-9;",
            f"for (int j = 0; j < {g.pick('3', 'm', '40')}; j++) {s} {op} {t} + j;",
            f"{c} += pure({g.read([i])}) & 3u;",
            f"{test}{c}++;",
        )

    def body(i):
        return " ".join(part(i) for _ in range(g.pick(1, 2, 2, 3, 4)))

    loop = g.loop(body)
    if g.chance(0.7):
        i, bound = g.fresh("i"), g.pick("n", "n", "N", "w->n")
        loop = f"for (int {i} = 0; {i} < {bound}; {i}++) {{ {body((i, world.N))} }}"
    start = f"double {s} = 0.1, {by} = 3, {product} = 1, {h}[8] = {{0}}; float {f} = 1; long double {wide} = 2; unsigned {c} = 7;"
    show = f'printf("%.17g %.17g %.17g %.9g %.20Lg %u\\n", {s}, {by}, {product}, {f}, {wide}, {c}); show("h", {h}, sizeof {h});'
    return f"{{ {start} {loop} {show} }}"


IDIOMS = {"sums in order": sums_in_order}

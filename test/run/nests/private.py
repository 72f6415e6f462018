# SPDX-License-Identifier: Apache-2.0
"""Data that is, or only looks, private to an iteration; last values; calls."""

from .words import N


def scalars(g):
    v, keep = g.fresh("v"), g.local()

    def body(i):
        first = g.pick(f"{v} = {g.value([i])};", f"{v} = {g.value([i])};", f"if ({g.condition([i])}) {v} = {g.value([i])};")
        return f"{first} {g.array()}[{g.subscript([i])}] {g.pick('=', '+=')} {g.value([i], [v])}; {g.pick('', f'{keep} += {v};')}"

    return f"{{ unsigned {v} = 9; {g.loop(body)} {keep} ^= {v}; }}"


def last_values(g):
    """Also under a condition, and of a struct."""
    a, v, c = g.array(), g.fresh("v"), g.fresh("c")

    def body(i):
        value, test = g.value([i]), g.condition([i])
        return g.pick(
            f"{v} = {value}; {c} = (pair){{{v}, {v} + 1}}; {a}[{i[0]}] += {v};",
            f"if ({test}) {v} = {value};",
            f"if ({test}) {{ {v} = {value}; {c}.a = (unsigned){i[0]}; }} {a}[{i[0]}] ^= 3u;",
            f"{c}.b = {value}; if ({c}.b & 1) {c}.a = {c}.b; {a}[{i[0]}] += {c}.b;",
        )

    return f'{{ unsigned {v} = 1; pair {c} = {{7, 8}}; {g.loop(body)} printf("%u %u %u\\n", {v}, {c}.a, {c}.b); }}'


def work_arrays(g):
    """Written before it is read in each iteration, or not all of it."""
    t = g.fresh("t")
    where = g.pick("inside", "before", "static", "heap", "heap inside", "calloc inside")
    size = 24
    fillings = [size, size, size, size, size - 1, "k % 25", "m % 25"]

    def body(i):
        n = i[0]
        count = g.random.choice(fillings)
        value = g.value([i, ("j", size)])
        first = g.pick(
            f"for (int j = 0; j < {count}; j++) {t}[j] = {value};",
            f"for (int j = 0; j < {count}; j++) {t}[j] = {value};",
            f"fill({t}, {count}, {g.value([i])});",
            f"memset({t}, {g.pick(0, 1)}, {size} * sizeof *{t});",
            f"memcpy({t}, {g.array()} + {n}, {size} * sizeof *{t});",
            f"if ({g.condition([i])}) for (int j = 0; j < {size}; j++) {t}[j] = {value};",
        )
        second = g.pick(
            f"for (int j = 1; j < {size}; j++) {t}[j] += {t}[j - 1];", "", f"{t}[{n} % {size}] ^= 3u;", f"{t}[2] = {t}[3];"
        )
        third = g.pick(
            f"{g.array()}[{n}] = {t}[{n} % {size}] + {t}[0];",
            f"{g.array()}[{n}] += section({t}, {size});",
            f"for (int j = 0; j < {size}; j++) l0 += {t}[j];",
        )
        text = f"{first} {second} {third}"
        if where == "inside":
            return f"unsigned {t}[{size}] = {{5}}; {text}"
        if where == "heap inside":
            return f"unsigned *{t} = malloc({size} * sizeof *{t}); if (!{t}) abort(); memset({t}, 1, {size} * sizeof *{t}); {text} free({t});"
        if where == "calloc inside":
            return f"unsigned *{t} = calloc({size}, sizeof *{t}); if (!{t}) abort(); {text} free({t});"
        return text

    loop = g.loop(body)
    after = g.pick("", f'show("work", {t}, {size} * sizeof *{t});')
    if where == "before":
        return f"{{ unsigned {t}[{size}] = {{1, 2, 3}}; {loop} {after} }}"
    if where == "static":
        return f"{{ static unsigned {t}[{size}]; {loop} {after} }}"
    if where == "heap":
        return f"{{ unsigned *{t} = calloc({size}, sizeof *{t}); if (!{t}) abort(); {loop} {after} free({t}); }}"
    return loop


def calls(g):
    a, b = g.array(), g.array()

    def body(i):
        n, v = i[0], g.value([i])
        s = g.subscript([i])
        options = [
            f"put({a}, {s}, {v});",
            f"{a}[{s}] = pure({v}) + branchy({v}, {b}[{n}]);",
            f"{a}[{s}] = section({b} + {n}, {g.pick('3', 'k % 9')});",
            f"fill({a} + {n} * 2, {g.pick(2, 2, 3, 'k % 4')}, {v});" if i[1] <= N else f"put({a}, {n}, 1u);",
            f"unsigned lo, hi; bounds({v}, &lo, &hi); {a}[{n}] = lo * 8u + hi;",
            f"pair t = split({v}); {a}[{n}] = t.a ^ t.b;",
            f"{a}[{n}] = gcd({v} & 255u, {b}[{n}] & 63u);",
            f"widen({a}, {g.pick(f'2 * {n}', f'{n}')}, {v});",
            f"{a}[{n}] += counted({b}[{n}]);",
            f"*at({a}, {s}) = {v};",
            f"x[{n}] = smooth(y, {n});",
            f"x[{n}] = smooth(x, {n});",
            f"add({a} + {n}, {v}); add(&{g.scalar()}, {v});",
        ]
        if not g.disjoint:
            options += [f"{a}[{n}] ^= shared({v});", f"move(parts + {n}, {v});"]
        return g.random.choice(options)

    return g.loop(body)


def handed_on(g):
    """From one iteration to the next: what could be had again, and what not."""
    x, y, z = (g.fresh(p) for p in "xyz")
    a = g.array()

    def body(i):
        n = i[0]
        source = g.pick(f"{g.read([i])}", f"{g.read([i])}", f"{g.array()}[{n} + 1]", f"(unsigned){n}", g.value([i], [x, y]), f"{x} + 1u")
        shift = g.pick(f"{x} = {source};", f"{x} = {y}; {y} = {source};", f"{x} = {y}; {y} = {z}; {z} = {source};", f"{x} = {y}; {y} = {z}; {z} = {x};")
        shift = g.pick(shift, shift, shift, f"if ({g.condition([i])}) {{ {shift} }}", f"unsigned c = {source}, d = c + 1u; {x} = c; {y} = d;")
        use = f"{a}[{n}] {g.pick('=', '+=')} {g.value([i], [x, y, z])} ^ {x};"
        return g.pick(f"{use} {shift}", f"{use} {shift}", f"{shift} {use}")

    return f'{{ unsigned {x} = 1, {y} = k, {z} = 3; {g.loop(body)} printf("%u %u %u\\n", {x}, {y}, {z}); }}'


IDIOMS = {
    "private scalars": scalars,
    "handed on": handed_on,
    "last values": last_values,
    "work arrays": work_arrays,
    "calls": calls,
}

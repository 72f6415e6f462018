# SPDX-License-Identifier: Apache-2.0
"""Who shares memory with whom: pointers, rows, structs, index arrays, copies."""

from .words import N, SIDE


def linearized(g):
    """Two or three dimensions in one, with a leading dimension from outside."""
    a, b = g.array(), g.array()
    rows, cols, ld = g.pick(
        ("m / 2", "30", "k % 23"), ("20", "m / 2", "m / 2"), ("18", "m", "m"), ("m / 2", "18", "18"), ("m / 3", "k % 40", "k % 40 + 1"),
        ("12", "k % 40", "29"), ("k % 19", "m", "36"),
    )  # fmt: skip
    at = g.pick("i * ld + j", "i * ld + j", "j * ld + i", "j + ld * i + 1", "(i + 1) * ld - 1 - j + 40")
    other = g.pick("i * ld + j", "j", "i", "i * ld + j + 1", "(i + 1) * ld + j", "j * 18 + i")
    if "j * ld" in at or "j * 18" in other:
        rows, cols, ld = "18", g.pick("18", "m / 2"), g.pick("18", "m / 2", "k % 19")
    heads = [f"for (int i = 0; i < {rows}; i++)", f"for (int j = 0; j < {cols}; j++)"]
    if g.chance(0.25):
        heads.reverse()
    value = g.value([("i", SIDE), ("j", SIDE)])
    text = f"{heads[0]} {heads[1]} {a}[{at}] {g.pick('=', '+=')} {b}[{other}] + {value};"
    return f"{{ int ld = {ld}; {text} }}"


def three_dimensions(g):
    di, dj, dk = (g.pick(0, 0, 0, 1) for _ in range(3))
    heads = [f"for (int a = 0; a < {g.pick(9, 'm / 4')}; a++)", "for (int b = 0; b < 11; b++)", "for (int c = 0; c < 13; c++)"]
    g.random.shuffle(heads)
    value = g.value([("a", 10), ("b", 12), ("c", 14)])
    if g.disjoint:
        return f"{' '.join(heads)} p[(a * 8 + b) * 6 + c] += {value};"
    return f"{' '.join(heads)} cube[a][b][c] = cube[a + {di}][b + {dj}][c + {dk}] + {value};"


def rows_of_pointers(g):
    r = g.pick("rw", "rw", "rows", "table") if not g.disjoint else "table"
    value = g.value([("i", SIDE), ("j", SIDE)])
    kind = g.pick("each", "each", "next", "column", "hoisted", "exchange")
    text = {
        "each": f"for (int i = 0; i < m; i++) for (int j = 0; j < SIDE; j++) {r}[i][j] {g.pick('=', '+=')} {value};",
        "next": f"for (int i = 1; i < m; i++) for (int j = 0; j < SIDE; j++) {r}[i][j] += {r}[i - 1][j];",
        "column": f"for (int j = 0; j < SIDE; j++) for (int i = 0; i < m; i++) {r}[i][j] ^= {value};",
        "hoisted": f"for (int i = 0; i < m; i++) {{ unsigned *t = {r}[i]; for (int j = 0; j < SIDE; j++) t[j] += {value}; }}",
        "exchange": f"for (int i = 0; i + 1 < m; i++) {{ unsigned *t = {r}[i]; {r}[i] = {r}[i + 1]; {r}[i + 1] = t; "
        f"for (int j = 0; j < SIDE; j++) {r}[i][j] += {value}; }}",
    }[kind]
    if r != "table":
        return text
    step = g.pick(36, 36, 36, 35, 18, 0)
    made = f"unsigned *table[SIDE]; for (int i = 0; i < SIDE; i++) table[i] = mine + i * {step} + {g.pick('0', '0', 'i % 3')};"
    return f"{{ {made} {text} }}"


def indirect(g):
    a, b = g.array(), g.array()

    def body(i):
        n, v = i[0], g.value([i])
        return g.pick(
            f"{a}[idx[{n}]] = {v};",
            f"{a}[idx[{n}]] += {v};",
            f"{a}[{n}] = {b}[idx[{n}]] + 1u;",
            f"{a}[idx[{n}]] = {b}[idx[{n}]] ^ {v};",
            f"{a}[idx[idx[{n}]]] = {v};",
            f"{a}[idx[{n}] + k] = {b}[idx[{n}]];",
            f"int t = idx[{n}]; {a}[t] ^= {v}; {b}[t] += 5u;",
            f"{a}[{b}[{n}] % 600u] = {v};",
            f"if (idx[{n}] > 5) {a}[idx[{n}]] = {v};",
        )

    return g.loop(body)


def sparse(g):
    """Segments from an array of starts, ascending or with overlaps."""
    a = g.array()
    end = g.pick("steps[i + 1]", "steps[i + 1]", "steps[i] + 3", "steps[i + 1] + k % 3")
    value = g.value([("i", N), ("s", N + 4)])
    return f"for (int i = 0; i < n; i++) for (int s = steps[i]; s < {end}; s++) {a}[s] {g.pick('=', '+=')} {value};"


def walking(g):
    a, b, v = g.array(), g.array(), g.value([])
    bound, top = g.bound()
    p, q, e = g.fresh("wp"), g.fresh("wq"), g.fresh("we")
    step = g.pick("++", "++", "++", " += 2", " += 3")
    kind = g.pick("for", "while", "both", "down", "sentinel", "strided")
    if kind == "for":
        return f"for (unsigned *{p} = {a}; {p} < {a} + {bound}; {p}{step}) {g.pick(f'*{p} += {v};', f'{p}[0] = {p}[1] + {v};', f'*{p} ^= {v};')}"
    if kind == "while":
        inner = g.pick(f"*{p}++ = {v};", f"*{p} += {v}; {p}++;", f"*{p}++ += {g.local()};")
        return f"{{ unsigned *{p} = {a}, *{e} = {a} + {bound}; while ({p} != {e}) {{ {inner} }} }}"
    if kind == "both":
        inner = g.pick(f"*{p}++ = *{q}++ + {v};", f"*{p}++ ^= {q}[1]; {q}++;", f"*{p} = *{q}; {p}++, {q} += 2;")
        return f"{{ unsigned *{p} = {a}; const unsigned *{q} = {b}; for (int c = 0; c < ({bound}) / 2; c++) {{ {inner} }} l0 += (unsigned)({q} - {b}); }}"
    if kind == "down":
        return f"{{ unsigned *{p} = {a} + {bound}; int c = {bound}; while (c-- > 0) *--{p} {g.pick('=', '+=')} {v} + (unsigned)c; }}"
    if kind == "sentinel":
        return f"{{ unsigned *{p} = {a}, *{e} = {a} + {bound}; while ({p} < {e} && *{p} != 77u) *{p}++ += 1u; l1 += (unsigned)({p} - {a}); }}"
    return (
        f"{{ unsigned *{p} = {a}; for (int i = 0; i < 17; i++, {p} += 20) for (int j = 0; j < {g.pick(20, 20, 21)}; j++) "
        f"{p}[j] = {v} + (unsigned)(i * j); }}"
    )


def distance(g):
    """a[i + k] against a[i], with k from outside."""
    a, b = g.array(), g.array()

    def body(i):
        n, v = i[0], g.value([i])
        return g.pick(
            f"{a}[{n} + k] = {a}[{n}] + {v};",
            f"{a}[{n}] = {a}[{n} + k] + {v};",
            f"{a}[{n} + k] += {b}[{n}];",
            f"{a}[2 * {n}] = {a}[{n} + k] + 1u;" if i[1] <= N // 2 else f"{a}[{n}] += {a}[k];",
            f"{a}[{i[1] - 1} - {n}] = {a}[{n}] ^ {v};",
            f"{a}[{n}] = {a}[{n} ^ 1] + 2u;",
            f"{a}[{n} & ~1] += {v};",
            f"{a}[{n} % 64 + k] = {v};",
            f"{a}[k] = {v}; {b}[{n}] = {a}[k];",
            f"{a}[{n}] = {v}; {a}[{n} + 1] += {a}[{n}];",
        )

    return g.loop(body)


def structures(g):
    def body(i):
        n, v, c = i[0], g.value([i]), g.condition([i])
        return g.pick(
            f"parts[{n}].x = {v}; parts[{n}].y += parts[{n}].x;",
            f"parts[{n}].w[{n} & 3] = {v};",
            f"parts[{n}].m = x[{n}] * 0.5; if ({c}) parts[{n}].tag++;",
            f"struct part t = parts[{n}]; t.x += {v}; t.z = 3; parts[{n}] = t;",
            f"struct part *t = &parts[{n}]; t->x ^= {v}; t->w[1] = t->x;",
            f"parts[{n}].x = parts[({n} + 1) % N].y + {v};",
            f"parts[idx[{n}]].x = {v};",
            f"w->x[{n}] = {v}; w->y[{n}] += 1u;",
            f"w->x[{n}] = w->y[{n} + 1] + {v}; w->total += {v};",
            f"w->d[{n}] = w->d[{n}] * 0.5; {g.array()}[{n}] = {v};",
            f"grids[{n} % 24].cell[{n} & 7][1] = {v};",
            f"words[{n}].b[1] = (unsigned char)({v}); words[{n}].u ^= 5u;",
            f"words[{n}].h[1] = words[{n} ^ 1].h[0];",
            f"move(&parts[{n}], {v});",
        )

    if g.disjoint:
        return g.loop(lambda i: f"pair t = split({g.value([i])}); p[{i[0]}] = t.a; q[{i[0]}] ^= t.b;")
    if g.chance(0.2):
        value = g.value([("i", 24), ("j", 8)])
        return (
            f"for (int i = 0; i < 24; i++) {{ struct grid *t = grids + i; t->sum = 0; for (int j = 0; j < 8; j++) {{ "
            f"t->cell[j][i & 7] = {value}; t->sum += t->cell[j][{g.pick('0', 'i & 7', 'j')}]; }} }}"
        )
    return g.loop(body)


def bytes_of_others(g):
    a = g.array()
    v = g.value([("i", N)])
    copy = f"unsigned t; memcpy(&t, {a} + i, sizeof t); t ^= {v}; memcpy({a} + i + {g.pick(0, 0, 1)}, &t, sizeof t);"
    return g.pick(
        f"{{ unsigned char *c = (unsigned char *){a}; for (int i = 0; i < n; i++) c[i] = (unsigned char)({v}); }}",
        f"{{ unsigned char *c = (unsigned char *){a}; for (int i = 0; i < n; i++) c[4 * i + 1] ^= (unsigned char){g.array()}[i]; }}",
        f"for (int i = 0; i < n; i++) {{ {copy} }}",
        f"for (int i = 0; i < n; i += 4) memset({a} + i, i & 255, {g.pick(16, 16, 17)});",
        f"memmove({a} + 1, {g.array()}, sizeof *{a} * (size_t)n); for (int i = 0; i < n; i++) {a}[i] += {v};",
    )


def linked(g):
    v = g.value([])
    return g.pick(
        f"for (struct node *t = list; t && t->at < n; t = t->next) t->v += {v};",
        f"{{ struct node *t = list; int c = 0; while (t) {{ {g.array()}[t->at] ^= t->v; t = t->next; if (++c > n) break; }} }}",
        f"for (int i = 0; i < n; i++) {{ pool[i].v += pool[idx[i]].v + {v}; }}",
    )


IDIOMS = {
    "linearized": linearized,
    "three dimensions": three_dimensions,
    "rows": rows_of_pointers,
    "index arrays": indirect,
    "segments": sparse,
    "walking pointers": walking,
    "distances": distance,
    "structs": structures,
    "bytes": bytes_of_others,
    "linked lists": linked,
}

# SPDX-License-Identifier: Apache-2.0
"""Arrays of unknown size, pointers to arrays, arrays in structs in arrays,
narrow and floating-point elements, counters that wrap, headers with work."""


def variable_length(g):
    t, a = g.fresh("t"), g.array()
    size = g.pick("n + 1", "n + k + 1", "700")
    fill_in = f"for (int i = 0; i < n; i++) {t}[i] = {g.value([('i', 700)])};"
    use = g.pick(
        f"for (int i = 0; i < n; i++) {a}[i] {g.pick('=', '^=')} {t}[{g.pick('i', 'n - 1 - i', 'i / 2')}];",
        f"for (int i = 1; i < n; i++) {t}[i] += {t}[i - {g.pick(0, 1)}]; l0 += n > 0 ? {t}[n - 1] : 1u;",
        f"for (int i = 0; i < n; i++) l0 {g.pick('+=', '^=')} {t}[i];",
    )
    square = (
        f"{{ unsigned {t}[m + 1][SIDE]; for (int i = 0; i < m; i++) for (int j = 0; j < SIDE; j++) {t}[i][j] = "
        f"{g.value([('i', 36), ('j', 36)])}; for (int i = 0; i < m; i++) for (int j = 0; j < m; j++) {a}[i] += {t}[j][i]; }}"
    )
    return g.pick(f"{{ unsigned {t}[{size}]; {fill_in} {use} }}", square)


def pointers_to_arrays(g):
    t, v = g.fresh("t"), g.value([("i", 36), ("j", 36)])
    base = "(unsigned (*)[20])mine" if g.disjoint else g.pick("ma", "mb", "(unsigned (*)[20])mine")
    width = 20 if "mine" in base else 36
    to = g.pick(f"{t}[i][j]", f"(*({t} + i))[j]", f"*(*({t} + i) + j)", f"{t}[j][i]", f"{t}[0][i * {width} + j]")
    loops = f"for (int i = 0; i < {min(width, 20)}; i++) for (int j = 0; j < {g.pick(width, 18)}; j++)"
    if to == f"{t}[j][i]":
        loops = "for (int i = 0; i < 18; i++) for (int j = 0; j < 20; j++)"
    if "[0][" in to and "mine" not in base:  # beyond its row: not defined
        to = f"{t}[i][j]"
    if "[0][" in to:
        to = f"((unsigned *){t})[i * {width} + j]"
    return f"{{ unsigned (*{t})[{width}] = {base}; {loops} {to} {g.pick('=', '+=')} {v}; }}"


def nested_structs(g):
    v = g.value([("i", 24), ("j", 8)])
    if g.disjoint:
        return f"{{ struct grid own[9]; for (int i = 0; i < 9; i++) for (int j = 0; j < 8; j++) own[i].cell[j][i & 7] = {v}; l0 += own[2].cell[3][2]; }}"
    return g.pick(
        f"for (int i = 0; i < 24; i++) for (int j = 0; j < 8; j++) grids[i].cell[j][{g.pick('0', 'j', 'k & 7')}] {g.pick('=', '+=')} {v};",
        f"for (int j = 0; j < 8; j++) for (int i = 1; i < 24; i++) grids[i].cell[j][1] += grids[i{g.pick('', ' - 1')}].cell[{g.pick('j', '2')}][1];",
        f"for (struct grid *t = grids; t < grids + 24; t++) {{ t->sum {g.pick('=', '+=')} {g.value([])}; t->cell[1][2] ^= t->sum; }}",
        f"for (struct part *t = parts; t != parts + n; ++t) {{ t->{g.pick('x', 'y', 'w[1]', 'tag')} += {g.value([])}; {g.pick('', 'l0 += t->w[2];')} }}",
        f"for (int i = 0; i < 24; i++) {{ grids[i].sum = 0; for (int j = 0; j < 8; j++) for (int s = 0; s < 8; s++) grids[i].sum += grids[i].cell[{g.pick('j][s', 's][j')}]; }}",
        f"{{ struct grid own = grids[k % 24]; for (int i = 0; i < 24; i++) {{ own.sum = {v.replace('j', 'i')}; grids[i] = own; }} l0 ^= own.sum; }}",
        f"{{ struct bundle *t = w; for (int i = 0; i < n; i++) {{ t->{g.pick('x', 'y')}[i] {g.pick('=', '+=')} {g.value([('i', 700)])}; }} t->total += 1u; }}",
    )


def narrow_elements(g):
    i = ("i", 700)
    v = g.value([i])
    if g.disjoint:
        return f"for (int i = 0; i < n; i++) x[i] = {g.pick('y[i] * 0.5', 'x[i] + y[i + 1]', 'x[n - 1 - i] * 0.25')};"
    return g.pick(
        f"for (int i = 0; i < n; i++) ba[i] = (unsigned char)(ba[{g.pick('i', 'i + 1', 'n - 1 - i')}] + ({v}));",
        f"for (int i = 0; i < n; i++) ha[i] = (short)(ha[i] / 2 + (short)({v} & 63u));",
        f"for (int i = 0; i < n; i++) fa[i] = fa[{g.pick('i', 'i + 1', 'i')}] * 0.5f + (float)ha[i];",
        f"for (int i = 0; i < n; i++) la[i] = la[i] * 3u + {g.pick('la[i + 64]', 'la[0]', v)};",
        f"for (int i = 0; i < n; i++) ia[i] = ia[i] > 5 ? ia[i] - (int)({v} & 7u) : {g.pick('ia[i] + 1', 'ia[i + 1]')};",
        f"{{ double most = -1.0; int at = 0; for (int i = 0; i < n; i++) if (da[i] {g.pick('>', '>=')} most) {{ most = da[i]; at = i; }} l0 += (unsigned)at; }}",
        f"for (int i = 0; i < n; i++) bins[ba[i] & 63]{g.pick('++', ' += ha[i] & 7u', '--')};",
        f"for (int i = 0; i < n; i++) {g.array()}[ba[i]] {g.pick('+=', '^=')} {v};",
    )


def wrapping(g):
    """Counters that wrap around, or could."""
    a, v = g.array(), g.value([])
    u, i = g.fresh("u"), g.fresh("i")
    return g.pick(
        f"for (unsigned {u} = (unsigned)n - 1u; {u} < (unsigned)n; {u}--) {a}[{u}] += {v};",
        f"for (unsigned {u} = (unsigned)k; {u} < (unsigned)k + (unsigned)n; {u}++) {a}[{u}] = {v} ^ {u};",
        f"for (size_t {u} = (size_t)n; {u} > 0; {u} -= 1) {a}[{u} - 1] ^= {v};",
        f"for (unsigned {u} = 4294967200u; {u} != (unsigned)n; {u}++) {a}[{u} & 1023u] += {u};",
        f"{{ unsigned char {u} = 0; do {{ {a}[{u}] {g.pick('=', '+=')} {v}; }} while (++{u} != 0); }}",
        f"{{ unsigned short {u} = 65000; for (int {i} = 0; {i} < n; {i}++, {u}++) {a}[{u} % 700u] {g.pick('=', '+=')} {v}; l0 += {u}; }}",
        f"for (unsigned {u} = 0; {u} < (unsigned)n; {u} += (unsigned)k + 1u) {a}[{u}] = {v};",
        f"for (unsigned {u} = 1; {u} < (unsigned)n; {u}++) {a}[{u} - 1u] = {a}[{u} - {g.pick('1u', '1u', 'k % 2u')}] + {v};",
        f"for (signed char {u} = -60; {u} < 60; {u}++) {a}[{u} + 60] += {v};",
        f"for (unsigned {u} = 0; {u} < (unsigned)n; {u}++) {a}[(unsigned char){u}] {g.pick('=', '+=', '^=')} {v} + {u};",
    )


def working_headers(g):
    """Work in conditions and steps; bounds that the body changes."""
    a, b, i, v = g.array(), g.array(), g.fresh("i"), g.value([])
    return g.pick(
        f"{{ int {i} = 0; while ({i} < n) {a}[{i}++] {g.pick('=', '+=')} {v}; l0 += (unsigned){i}; }}",
        f"{{ int {i} = n; while (--{i} >= 0) {a}[{i}] ^= {b}[{i}] + {v}; }}",
        f"for (int {i} = 0; {i} < n; {a}[{i}] = {v}, {i}++) {b}[{i}] += 1u;",
        f"{{ int {i} = 0, end = n; for (; {i} < end; {i}++) {{ {a}[{i}] += {v}; if ({b}[{i}] % 61u == 5u) end--; }} l1 += (unsigned)end; }}",
        f"for (int {i} = 0; {i} < n && l0 != {v}; {i}++) l0 += {a}[{i}];",
        f"for (int {i} = 0; {i} < n; {i}++) {{ if ({b}[{i}] % 5u == 1u) {i}++; {a}[{i}] ^= {v}; }}",
        f"{{ unsigned *p1 = {a}, *p2 = {b}; int c = n; while (c--) {{ *p1++ {g.pick('=', '+=', '^=')} *p2++; }} l2 += (unsigned)(p1 - {a}); }}",
        f"{{ unsigned *p1 = {a}; for (int r = 0; r < 18; r++) {{ for (int c = 0; c < 30; c++) *p1++ += {v}; p1 += {g.pick('0', '6', '8')}; }} }}",
        f"{{ int {i}; for ({i} = 0; {i} < n; {i}++) if ({a}[{i}] == {v}) break; l1 ^= (unsigned){i}; }}",
    )


IDIOMS = {
    "variable length": variable_length,
    "pointers to arrays": pointers_to_arrays,
    "nested structs": nested_structs,
    "narrow elements": narrow_elements,
    "wrapping counters": wrapping,
    "working headers": working_headers,
}

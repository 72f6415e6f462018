# SPDX-License-Identifier: Apache-2.0
"""Loops that leave early, that want peeling, splitting, distribution,
interchange or skewing; time loops; several inductions."""


def search(g):
    a, at = g.array(), g.fresh("at")
    test = g.pick(f"% {g.pick(97, 211, 13)}u == 3u", "== 77u", "> 4000000000u", "== l0", f"== {g.pick('k', 5)}")

    def body(i):
        n = i[0]
        hit = f"{a}[{g.pick(n, n, g.subscript([i]))}] {test}"
        before = g.pick("", "", "", f"{g.local()} += {g.read([i])}; ", f"{g.array()}[{n}] += 1u; ", "l2++; ")
        leave = g.pick("break;", f"{{ {at} = (int){n}; break; }}", f"{{ {at} = (int){n}; l1 = {a}[{n}]; break; }}", g.pick("break;", "goto out;"))
        after = g.pick("", "", f" {g.local()} ^= {g.read([i])};", f" {g.array()}[{n}] ^= 1u;", " if (l1 > 9u) l1 = 2;")
        return f"{before}if ({hit}) {leave}{after}"

    return f'{{ int {at} = -1; {g.loop(body)} printf("%d\\n", {at}); }}'


def found_in(g):
    """In a function of its own there is a return; here, a flag in the condition."""
    a, flag = g.array(), g.fresh("found")
    head = f"for (int i = 0; i < n && !{flag}; i++)"
    return f'{{ int {flag} = 0; {head} {{ if ({a}[i] % {g.pick(7, 301)}u == 1u) {flag} = i + 1; {g.pick("", "l0++;")} }} printf("%d\\n", {flag}); }}'


def ends(g):
    """The first, the last or one iteration in the middle is different."""
    a, b = g.array(), g.array()
    v = g.value([("i", 700)])
    return g.pick(
        f"for (int i = 0; i < n; i++) {a}[i] = {b}[i == 0 ? n - 1 : i - 1] + {v};",
        f"{{ int before = n > 0 ? n - 1 : 0; for (int i = 0; i < n; i++) {{ {a}[i] = {b}[before] + {v}; before = i; }} }}",
        f"{{ unsigned before = {b}[n]; for (int i = 0; i < n; i++) {{ {a}[i] ^= before; before = {b}[i]; }} l0 += before; }}",
        f"for (int i = 0; i < n; i++) {{ if (i == {g.pick(0, 'n - 1', 'k', 'n / 2')}) {a}[i] = {v}; else {a}[i] += {b}[i]; }}",
        f"for (int i = 0; i < n; i++) {a}[i] += {a}[{g.pick(0, 'n - 1', 'k', 'n / 2', 'n')}] + {v};",
        f"for (int i = 0; i < n; i++) {a}[i] = {a}[n - 1 - i] + {v};",
        f"for (int i = 0; i < n; i++) {a}[i] = i < k ? {v} : {a}[i - k];",
        f"for (int i = 0; i < n; i++) {{ if (i < k) {a}[i] = {v}; else {a}[i] = {b}[i] + {a}[{g.pick('0', '(k + 699) % 700', 'k')}]; }}",
        f"for (int i = 0; i < n; i++) if (i % 2) {a}[i] = {a}[i - 1] + {v}; else {a}[i] = {v};",
    )


def distribution(g):
    a, b, c = g.array(), g.array(), g.array()

    def body(i):
        n, v = i[0], g.value([i])
        one = f"{a}[{n}] = {v};"
        chain = f"{c}[{n}] = {c}[{n} - 1] * 3u + {a}[{n}];"
        use = f"{b}[{n}] = {a}[{n} - 1] + {c}[{n}];"
        total = f"l0 = l0 * 5u + {a}[{n}];"
        lines = [one, g.pick(chain, total), g.pick(use, use, f"{b}[{n}] ^= l0;")]
        if g.chance(0.3):
            g.random.shuffle(lines)
        if g.chance(0.3):
            lines[0] = f"if ({g.condition([i])}) {lines[0]}"
        return " ".join(lines)

    return g.loop(body, low=1)


def neighbours(g):
    """Loops in a row that want to be fused, or must not be."""
    a, b, c = g.array(), g.array(), g.array()
    off = g.pick("0", "0", "1", "k", "n / 2")
    return (
        f"for (int i = 0; i < n; i++) {a}[i] = {g.value([('i', 700)])}; for (int i = 0; i < n; i++) {b}[i] += {a}[i + {off}]; "
        f"for (int i = n - 1; i >= 0; i--) {c}[i] ^= {b}[i];"
    )


def planes(g):
    """Interchange and wavefronts."""
    if g.disjoint:
        return "for (int i = 1; i < 18; i++) for (int j = 1; j < 36; j++) p[i * 36 + j] = p[(i - 1) * 36 + j] + q[j];"
    r = g.pick("ma", "ma", "mb", "rw")
    di, dj = g.pick((1, 0), (0, 1), (1, 1), (1, -1), (0, 0), (-1, 0), (0, -1))
    first = f"{r}[i][j] = {r}[i - {di}][j - {dj}] + {g.value([('i', 36), ('j', 36)])};".replace("- -", "+ ")
    extra = g.pick("", "", f" {r}[i][j] += {r}[i][j - 1];", f" l0 += {r}[i][j];", " mb[j][i] = ma[i][j];")
    heads = ["for (int i = 1; i < m - 1; i++)", f"for (int j = {g.pick('1', '1', 'i')}; j < SIDE - 1; j++)"]
    if g.chance(0.4) and "j = i" not in heads[1]:
        heads.reverse()
    return f"{heads[0]} {heads[1]} {{ {first}{extra} }}"


def time_loop(g):
    a, b = g.array(), g.array()
    step = g.pick(
        f"for (int i = 1; i < n - 1; i++) {b}[i] = {a}[i - 1] + {a}[i + 1]; for (int i = 1; i < n - 1; i++) {a}[i] = {b}[i] >> 1;",
        f"for (int i = 1; i < n - 1; i++) {a}[i] = {a}[i - 1] + {a}[i + 1];",
        f"for (int i = 1 + t % 2; i < n - 1; i += 2) {a}[i] = {a}[i - 1] ^ {a}[i + 1];",
        f"for (int i = 0; i < n; i++) {b}[i] = {a}[(i + t) % 700] + {g.value([('i', 700)])}; l1 += {b}[t];",
        f"for (int i = 0; i < n - 1; i++) u[i] = v[i + 1] + v[i]; {{ unsigned *s = u; u = v; v = s; }}",
        f"for (int i = t; i < n; i++) {a}[i] -= {a}[t] * {b}[i];",
    )
    times = g.pick("3", "4", "k % 5", "7")
    stop = g.pick("", "", f" if ({a}[t] % 5u == 4u) break;")
    return f"{{ unsigned *u = {a}, *v = {b}; for (int t = 0; t < {times}; t++) {{ {step}{stop} }} l2 ^= u[0]; }}"


def inductions(g):
    a, j = g.array(), g.fresh("j")
    v = g.value([("i", 700)])
    start = g.pick("0", "3", "k", "n % 7")
    return g.pick(
        f"{{ int {j} = {start}; for (int i = 0; i < n; i++) {{ {a}[{j}] = {v}; {j}++; }} l0 += (unsigned){j}; }}",
        f"{{ int {j} = {start}; for (int i = 0; i < n / 3; i++) {{ {a}[{j}] += {v}; {j} += {g.pick(2, 3, 'k % 3')}; }} l0 += (unsigned){j}; }}",
        f"{{ int {j} = n; for (int i = 0; i < {j}; i++, {j}--) {{ unsigned s = {a}[i]; {a}[i] = {a}[{j}]; {a}[{j}] = s + 1u; }} }}",
        f"{{ int {j} = 0; for (int i = 0; i < m; i++) for (int s = 0; s < 18; s++) {a}[{j}++] = {v} + (unsigned)s; l1 += (unsigned){j}; }}",
        f"{{ int {j} = 0; for (int i = 0; i < n; i++) {{ if ({a}[i] & 1) {j}++; {a}[{j}] ^= 5u; }} l0 += (unsigned){j}; }}",
        f"{{ unsigned {j} = 5; for (int i = 0; i < n; i++) {{ {j} = {j} * 3u + 1u; {a}[i] += {j}; }} }}",
        f"for (int i = -n; i < 0; i++) {a}[i + n] = {g.value([])} + (unsigned)i;",
        f"{{ unsigned char {j} = 250; for (int i = 0; i < n; i++) {{ {a}[{j}] += {v}; {j}++; }} l0 += {j}; }}",
        f"{{ unsigned {j} = 4294967290u; for (int i = 0; i < n; i++, {j}++) {a}[{j} & 511u] = {v}; }}",
        f"for (int i = 1; i < n; i *= 2) {a}[i] += {v};",
        f"for (int i = n; i > 0; i /= 2) {a}[i] ^= {a}[i / 2];",
    )


def triangles(g):
    a = g.array()
    v = g.value([("i", 36), ("j", 36)])
    low = g.pick("j = 0; j < i", "j = i; j < m", "j = 0; j <= i", "j = i + 1; j < m && j < 35", "j = 0; j < m - i", "j = i > 3 ? i - 3 : 0; j < (i + 3 < m ? i + 3 : m)")
    at = g.pick("(i * 18 + j) % 700", "i * (i + 1) / 2 + j", "j", "i") if g.disjoint or g.chance(0.5) else ""
    to = f"{a}[{at}]" if at else g.pick("ma[i][j]", "ma[j][i]", "rw[i][j]", "mb[i][SIDE - 1 - j]")
    read = f" + {g.pick('ma[j][i]', 'ma[i][j]', 'mb[i][0]')}" if not g.disjoint else ""
    return f"for (int i = 0; i < m; i++) for (int {low}; j++) {to} {g.pick('=', '+=')} {v}{read};"


def branches(g):
    """A loop under a condition, a switch in a loop, loops in both branches."""
    one, two = (g.loop(lambda i: f"{g.array()}[{g.subscript([i])}] += {g.value([i])};") for _ in range(2))
    a = g.array()
    v = g.value([("i", 700)])
    cases = f"switch ({a}[i] & 3) {{ case 0: {g.array()}[i] = {v}; break; case 1: l0 += {v}; {g.pick('', 'break;')} case 2: {g.array()}[i] ^= 7u; break; default:; }}"
    return g.pick(
        f"if ({g.scalar()} & 1) {{ {one} }} else {{ {two} }}",
        f"for (int i = 0; i < n; i++) {{ {cases} }}",
        f"for (int i = 0; i < n; i++) {{ if ({a}[i] & 1) continue; {g.array()}[i] += {v}; }}",
        f"if (n > 5 && k) {{ {one} }} {two}",
    )


def strides(g):
    """Steps by a variable, which may be known, or change on the way."""
    a, b, m, i = g.array(), g.array(), g.fresh("m"), g.fresh("i")
    kind = g.pick("int", "int", "unsigned", "long", "short", "size_t")
    step = g.pick("k % 5 + 1", "k % 5 + 1", "k % 3 + 150", "1", "3", "n / 7 + 1", "(n & 3) + 2")
    n = g.pick("n", "n", "n - n / 3", "650")
    start = g.pick("0", "0", "k % 9", m)
    v = g.value([(i, 700)])
    ahead = g.pick("", "", " + 1", f" + {m}", f" + {m} / 2", f" + {m} - 1", " + k")
    body = g.pick(
        f"{a}[{i}] = {b}[{i}{ahead}] + {v};",
        f"{a}[{i}{ahead}] += {v};",
        f"{a}[{i}] ^= {v}; {b}[{i}{ahead}] += 3u;",
        f"l0 += {a}[{i}{ahead}] ^ {v};",
        f"for ({kind} j = 0; j < {m}{g.pick('', '', ' / 2', ' + 1')}; j++) {a}[{i} + j] += {v};",
    )
    change = g.pick("", "", "", "", f" if ({a}[{i}] % 9u == 1u) {m}++;")
    declared = f"{kind} {m} = ({kind})({step});"
    walk = f"unsigned *at = {a} + {m}; for (int {i} = 0; {i} < 700 / (int){m}; {i}++) {{ *at = {g.pick(f'*at + {v}', f'at[-(int){m}] + {v}')}; at += {m};{change} }}"
    up = f"for ({kind} {i} = ({kind})({start}); {i} < ({kind})({n}); {i} = ({kind})({i} + {m})) {{ {body}{change} }}"
    plus = f"for ({kind} {i} = ({kind})({start}); {i} < ({kind})({n}); {i} += {m}) {{ {body}{change} }}"
    down = f"for (int {i} = (int)({n}) - 1; {i} >= 0; {i} -= (int){m}) {{ {body} }}"
    return f"{{ {declared} {g.pick(up, plus, plus, plus, down, f'if ({m} < 300) {{ {walk} }}')} }}"


IDIOMS = {
    "search": search,
    "search by flag": found_in,
    "ends": ends,
    "strides": strides,
    "distribution": distribution,
    "loops in a row": neighbours,
    "planes": planes,
    "time loops": time_loop,
    "inductions": inductions,
    "triangles": triangles,
    "branches": branches,
}

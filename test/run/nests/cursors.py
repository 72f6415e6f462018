# SPDX-License-Identifier: Apache-2.0
"""Places that an inner loop moves along by data, in rows that are large enough
for them, or one byte too small. Whatever they hold, stores stay inside."""

BLOCKS = 24
MOST = 400  # a store this far from its row's start is left out


class Encoder:
    """The body of one loop over blocks: `k` moves in `out`, `i` in the data."""

    def __init__(self, g):
        self.g = g
        self.data = g.array()
        self.limit = g.pick(9, 20, 33)  # of k or of i
        self.byPointer = g.chance(0.3)
        kinds = ["int", "int", "int", "long", "unsigned", "size_t", "short", "unsigned char"]
        self.kind = "unsigned char *" if self.byPointer else g.pick(*kinds) + " "
        self.other = g.pick("int", "int", "unsigned", "long", "unsigned char")

    def at(self, ahead="0"):
        return f"{self.data}[(unsigned)(b * 7 + (int)i + {ahead}) % ROOM]"

    def put(self, value):
        if self.byPointer:
            return f"{{ if (k - out >= -{MOST} && k - out < {MOST}) *k = (unsigned char)({value}); k++; }}"
        guard = f"(long)k >= -{MOST} && (long)k < {MOST}"
        return f"{{ if ({guard}) out[k] = (unsigned char)({value}); k++; }}"

    def place(self):
        return "(k - out)" if self.byPointer else "k"

    def test(self):
        g = self.g
        return g.pick(f"{self.at()} & {g.pick(1, 2, 4)}", f"{self.at()} % 3u == {g.pick(0, 1)}", f"{self.place()} < {self.limit}", f"i < {self.limit}")

    def step(self, depth):
        g, put = self.g, self.put
        simple = [
            put(f"b + {self.at()}"),
            put("b"),
            "i++;",
            "i++;",
            f"k += {g.pick(1, 2, 3)};",
            f"i += {g.pick(1, 2, 3)};",
            f"if ({self.place()} > {g.pick(0, 0, 1)}) k--;",
            f"if ({self.place()} + {g.pick(0, 1)} < {self.limit}) {put('b * 3')}",
            f"if ({self.place()} >= {self.limit}) break;",
        ]
        if depth == 0 or g.chance(0.4):
            return g.pick(*simple)
        body, other = self.steps(depth - 1), self.steps(depth - 1)
        run = g.fresh("run")
        return g.pick(
            f"if ({self.test()}) {{ {body} }} else {{ {other} }}",
            f"if ({self.test()}) {{ {body} {g.pick('continue;', 'break;', '')} }}",
            f"{{ int {run} = {g.pick(0, 1, 1)}; while ((int)i + {run} < {self.limit} && {self.at(run)} & 3u) {run}++; "
            f"if ({run} >= {g.pick(1, 2, 3)}) {{ {put(run)} {put('b')} i += {run}; }} else {{ {put('7')} i++; }} }}",
            f"for (int c = 0; c < {g.pick(2, 3, 4)}; c++) {put('c + b')}",
            f"while (i < {self.limit} && {self.at()} & 1u) {{ if (turns++ > 300) break; {body} i++; }}",
            f"while ({self.place()} < {self.limit} && {self.at()} & 2u) {{ {put('1')} i += {g.pick(0, 0, 1)}; if (turns++ > 300) break; }}",
            f"switch ({self.at()} & 3u) {{ case 0: {body} {g.pick('break;', '')} case 2: {other} break; default: {self.step(0)} }}",
            f"if ({self.place()} > 0 && {self.test()}) k -= {g.pick(1, 1, 2)};",
            "k--;",
        )

    def steps(self, depth):
        return " ".join(self.step(depth) for _ in range(self.g.pick(1, 1, 2)))

    def text(self):
        g = self.g
        start = g.pick("0", "0", "0", "2", f"(int)({self.at()} % 5u)", f"(int)({self.at()} % 5u) - 1")
        header = g.pick(
            f"while (i < {self.limit})",
            f"while (i < {self.limit})",
            f"while (i + {g.pick(1, 2)} < {self.limit})",
            f"while ({self.place()} < {self.limit})",
            f"while (i < {self.limit} && {self.place()} < {self.limit + 1})",
            f"for (; i < {self.limit}; i += {g.pick(1, 1, 2, 3)})",
            "for (;;)",
        )
        first = f"{self.other} i = 0; {self.kind}k = {'out + ' if self.byPointer else ''}{start}; int turns = 0;"
        last = g.pick("", f"if ({self.test()}) {self.put('9')}")
        return f"{first} {header} {{ if (turns++ > 300) break; {self.steps(2)} }} {last}"


def encoders(g):
    """Blocks that are encoded each into its row."""
    encoder = Encoder(g)
    text = encoder.text()
    pot, got = g.fresh("pot"), g.fresh("got")
    growth = g.pick(1, 1, 1, 2, 2, 3, 4)
    row = growth * encoder.limit + g.pick(0, 0, -1, 1, 2, 3, -2, 5)
    room = BLOCKS * row + 2 * MOST + 600
    return (
        f"{{ static unsigned char {pot}[{room}]; int {got}[{BLOCKS}]; memset({pot}, 0, sizeof {pot}); "
        f"for (int b = 0; b < {BLOCKS}; b++) {{ unsigned char *out = {pot} + {MOST + 100} + b * {row}; {text} {got}[b] = (int){encoder.place()}; }} "
        f'show("pot", {pot}, sizeof {pot}); show("got", {got}, sizeof {got}); }}'
    )


IDIOMS = {
    "encoders": encoders,
}

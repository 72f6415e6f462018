# SPDX-License-Identifier: Apache-2.0
"""What every seed has: arrays of one shape, helper functions, start, digests and
the arguments of calls."""

import re
from dataclasses import dataclass

SIDE = 12  # of a cube
EXTRA = 700  # elements of a flat array beyond its rows


@dataclass(frozen=True)
class Shape:
    """How many rows and columns arrays have, and what n, m and k are at most."""

    rows: int
    columns: int
    n: int
    m: int
    k: int

    @property
    def room(self):
        return self.rows * self.columns + EXTRA


SHAPES = {
    "square": Shape(44, 44, 40, 40, 40),
    "small": Shape(12, 12, 9, 9, 9),
    "wide": Shape(8, 536, 5, 530, 4),
    "tall": Shape(536, 8, 530, 5, 4),
}
LENGTHS = (100, 255, 256, 257, 258, 300, 511, 512, 513, 514, 530)

# One object a line, each with the names that others use it by.
DATA = """struct sheet { int rows, cols; unsigned *data; double *num; size_t len; unsigned char mode; };
static unsigned ga[R][C], gb[R][C], gc[R][C], va[ROOM], vb[ROOM], la[R + C], lb[R + C];
unsigned gd[R][C];
static double xa[R][C], xb[R][C], xc[R][C], da[ROOM], db[ROOM], coef[R][C], dl[R + C];
static float fa[R][C];
static int ia[R][C];
static short ha[R][C];
static unsigned char ba[R][C];
static unsigned long long wa[R][C];
static unsigned cu[12][12][12], cv[12][12][12];
static double cx[12][12][12];
static unsigned *heap, *heap2, *lanes[R], *mixed[R];
static int limit = 5;
static struct sheet one, two;
static unsigned s0 = 1;
"""

HELPERS = {
    "at": "inline unsigned at(const struct sheet *g, int i, int j) { return g->data[i * g->cols + j]; }",
    "num_at": "inline double num_at(const struct sheet *g, int i, int j) { return g->num[i * g->cols + j]; }",
    "put": "inline void put(struct sheet *g, int i, int j, unsigned v) { g->data[i * g->cols + j] = v; }",
    "cell": "inline unsigned *cell(struct sheet *g, int i, int j) { return g->data + i * g->cols + j; }",
    "scramble": "unsigned scramble(unsigned x) { return x * 2654435761u >> 5; }",
    "least": "inline unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }",
    "bump": "void bump(unsigned *p, unsigned v) { *p += v; }",
    "raise": "void raise(unsigned *p, unsigned v) { if (v > *p) *p = v; }",
    "half": "inline double half(double x) { return x * 0.5; }",
    "clip": "inline double clip(double x) { return x > 100.0 ? 100.0 : x; }",
    "pull": "double pull(const double *p, double v) { return *p * 0.25 + v; }",
    "tally": "unsigned tally(unsigned v) { s0 += v & 3u; return s0; }",
}

START = """static ALONE unsigned long long all(void) {
  unsigned long long h = 1;
#define ALSO(x) h = mix(h, x, sizeof x);
  ALSO(ga) ALSO(gb) ALSO(gc) ALSO(gd) ALSO(va) ALSO(vb) ALSO(la) ALSO(lb) ALSO(xa) ALSO(xb) ALSO(xc) ALSO(da)
  ALSO(db) ALSO(dl) ALSO(fa) ALSO(ia) ALSO(ha) ALSO(ba) ALSO(wa) ALSO(cu) ALSO(cv) ALSO(cx)
#undef ALSO
  h = mix(mix(h, heap, ROOM * sizeof *heap), heap2, ROOM * sizeof *heap2);
  return h * 31 + s0 + (unsigned)(one.rows + two.rows * 3 + one.cols * 5 + two.cols * 7);
}
static ALONE void start(void) {
  volatile int i;
  for (i = 0; i < R * C; i++) {
    int r = i / C, c = i % C;
    ga[r][c] = (unsigned)i * 7u, gb[r][c] = (unsigned)i ^ 0x155u, gc[r][c] = (unsigned)(r * c), gd[r][c] = 3u;
    xa[r][c] = i % 37 * 0.37, xb[r][c] = 1.0 / (i + 1), xc[r][c] = r - c * 0.5, coef[r][c] = (i % 9 - 4) * 0.125;
    fa[r][c] = (float)(i % 50) * 0.1f, ia[r][c] = i % 101 - 50, ha[r][c] = (short)(i % 77 - 20);
    ba[r][c] = (unsigned char)(i * 5), wa[r][c] = (unsigned)i * 65537ull;
  }
  for (i = 0; i < ROOM; i++)
    va[i] = (unsigned)i * 5u, vb[i] = (unsigned)i % 19u, da[i] = i % 23 * 0.5, db[i] = 3.0 / (i + 2),
    heap[i] = (unsigned)i * 2654435761u >> 9, heap2[i] = (unsigned)i % 13u;
  for (i = 0; i < 12 * 12 * 12; i++) {
    int r = i / 144, c = i / 12 % 12, d = i % 12;
    cu[r][c][d] = (unsigned)i, cv[r][c][d] = (unsigned)i * 3u, cx[r][c][d] = i % 31 * 0.25;
  }
  for (i = 0; i < R + C; i++)
    la[i] = (unsigned)i, lb[i] = (unsigned)i * 9u, dl[i] = i % 5 * 0.75;
  for (i = 0; i < R; i++)
    lanes[i] = heap + i * C, mixed[i] = i % 5 == 3 ? heap2 + i : i % 3 == 1 ? lanes[i - 1] : lanes[i];
}
static ALONE int reserve(void) {
  heap = malloc(ROOM * sizeof *heap);
  heap2 = malloc(ROOM * sizeof *heap2);
  return !heap || !heap2;
}
static ALONE void sheets(int n, int m, int which) {
  one.rows = two.rows = n, one.cols = two.cols = m, one.len = two.len = (size_t)m;
  one.data = which & 1 ? heap : va, two.data = which & 2 ? heap2 : which & 4 ? one.data : vb;
  one.num = da, two.num = which & 8 ? da : db;
}
"""

SIGNATURE = (
    "int n, int m, int k, size_t len, unsigned *p, unsigned *q, double *x, double *y, unsigned **r, "
    "struct sheet *g, const struct sheet *h"
)
DATA_NAMES = re.findall(r"\b([a-z]\w*)(?=[\[;,]| = )", re.sub(r"struct sheet( \{.*\};)?|\[.*?\]", "[", DATA))
NAMES = [*DATA_NAMES, *HELPERS, "sheet", "start", "reserve", "sheets", "all"]


def own(names, suffix, text):
    """`names` in `text`, but for members, with `suffix`."""
    return re.sub(rf"(?<![.>\w])({'|'.join(names)})\b", rf"\1{suffix}", text)


def helpers(text):
    """The helper functions that `text` calls."""
    return [f"static {h}" for name, h in HELPERS.items() if re.search(rf"(?<![.>\w]){name}\(", text)]


def size(random, top, mood):
    if mood == "small":
        return min(top, random.choice((0, 1, 2, 3, 4, 5, 7)))
    if top > 100:
        return random.choice(LENGTHS)
    return random.choice((0, 1, top // 2, top - 1, top, top, top)) if mood == "mixed" else top - random.choice((0, 0, 1, 3))


def arguments(random, shape, disjoint):
    """The texts of a call of `sheets` and of the function's arguments."""
    mood = random.choice(("small", "mixed", "full", "full"))
    n, m, k = (size(random, top, mood) for top in (shape.n, shape.m, shape.k))
    shifts = (0, 0, 0, 1, 2, 17, shape.columns, shape.columns + 1)
    flats = random.choices(("va", "vb", "heap", "heap2"), k=2)
    if disjoint:
        flats = random.sample(("va", "vb", "heap", "heap2"), 2)
    elif random.random() < 0.4:
        flats[1] = flats[0]
    p, q = (f"{name} + {random.choice(shifts)}" for name in flats)
    x, y = random.choice((("da", "db"), ("da", "db"), ("da", "da + 1"), ("db", "db"))) if not disjoint else ("db", "da")
    g, h = random.choice((("&one", "&two"), ("&one", "&two"), ("&one", "&one")))
    row = "lanes" if disjoint else random.choice(("lanes", "lanes", "mixed"))
    sheets = f"{n}, {m}, {random.choice((3, 3, 3, 0, 5, 7, 15))}"
    return sheets, f"{n}, {m}, {k}, {m}, {p}, {q}, {x}, {y}, {row}, {g}, {h}"

# SPDX-License-Identifier: Apache-2.0
"""What every random program has: its data, helper functions, start and end.

A program holds several seeds. Types and what fills and digests memory are there
once; each seed has data and helper functions of its own, so that no seed makes
another's pointers meet. `own(names, text)` gives them names of their own.
"""

import re

N = 700  # iterations of a long loop
SIDE = 36  # of a matrix
ROOM = 2 * N + 364  # elements of an array: pointers begin up to 300 inside it

SHARED = f"""#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N {N}
#define SIDE {SIDE}
#define ROOM {ROOM}
#define ALONE __attribute__((noinline, unused))
struct part {{ unsigned x, y; short z; unsigned char tag; unsigned w[4]; double m; }};
struct bundle {{ unsigned *x, *y; double *d; int n; unsigned total; struct {{ unsigned lo, hi; }} range; }};
struct grid {{ unsigned cell[8][8]; unsigned sum; }};
struct node {{ struct node *next; unsigned v; int at; }};
union word {{ unsigned u; unsigned char b[4]; unsigned short h[2]; }};
typedef struct {{ unsigned a, b; }} pair;

/* The loops here have a volatile counter: they are no subject of the test. */
static ALONE unsigned long long mix(unsigned long long h, const void *data, size_t size) {{
  const unsigned char *bytes = data;
  unsigned long long word;
  volatile size_t chunk;
  for (chunk = 0; chunk < size; chunk += 256)
    for (size_t i = chunk, end = size - i < 256 ? size : i + 256; i < end; i += sizeof word) {{
      word = 0;
      memcpy(&word, bytes + i, end - i < sizeof word ? end - i : sizeof word);
      h = (h ^ word) * 1099511628211ull;
      h ^= h >> 29;
    }}
  return h;
}}
static ALONE unsigned long long mix_parts(unsigned long long h, const struct part *p) {{
  for (volatile int i = 0; i < N; i++) {{
    const struct part *t = p + i;
    h = h * 31 + t->x + t->y * 3u + (unsigned)t->z * 5u + t->tag * 7u;
    h = h * 31 + t->w[0] + t->w[1] * 3ull + t->w[2] * 5ull + t->w[3] * 7ull;
    h = mix(h, &t->m, sizeof t->m);
  }}
  return h;
}}
static ALONE unsigned long long mix_nodes(unsigned long long h, const struct node *p) {{
  for (volatile int i = 0; i < N; i++)
    h = h * 31 + p[i].v;
  return h;
}}
static ALONE unsigned long long mix_rows(unsigned long long h, unsigned **r) {{
  for (volatile int i = 0; i < SIDE; i++)
    h = mix(h, r[i], SIDE * sizeof **r);
  return h;
}}
static ALONE void show(const char *name, const void *data, size_t size) {{
  printf("%s %016llx\\n", name, mix(7, data, size));
}}
static ALONE void set(unsigned *p, unsigned by, unsigned with, int shift, unsigned below) {{
  for (volatile int i = 0; i < ROOM; i++)
    p[i] = ((unsigned)i * by ^ with) >> shift, p[i] %= below;
}}
static ALONE void set_numbers(double *a, double *b, float *f) {{
  for (volatile int i = 0; i < ROOM; i++)
    a[i] = i % 37 * 0.37, b[i] = 1.0 / (i + 1), f[i] = (float)i * 0.1f;
}}
static ALONE void set_small(int *a, short *h, unsigned char *b, unsigned long long *l) {{
  for (volatile int i = 0; i < ROOM; i++)
    a[i] = i % 101 - 50, h[i] = (short)(i % 77 - 20), b[i] = (unsigned char)(i * 5), l[i] = (unsigned)i * 77u;
}}
static ALONE void set_indices(int *perm, int *dup, int *near, int *steps) {{
  for (volatile int i = 0; i <= N; i++) {{
    steps[i] = i < N ? i / 3 * 3 : N;
    if (i < N)
      perm[i] = (i * 37 + 11) % N, dup[i] = i * 5 % 64 + i / 2, near[i] = i == N - 2 ? 3 : i;
  }}
}}
static ALONE void set_structs(struct part *p, union word *w) {{
  for (volatile int i = 0; i < N; i++)
    p[i].x = (unsigned)i * 3u, p[i].y = 9u, p[i].m = i % 10 * 0.25, w[i].u = (unsigned)i * 65537u;
}}
static ALONE void set_matrices(unsigned (*a)[SIDE], unsigned (*b)[SIDE]) {{
  for (volatile int i = 0; i < SIDE * SIDE; i++) {{
    int r = i / SIDE, c = i % SIDE;
    a[r][c] = (unsigned)(r * c), b[r][c] = (unsigned)(r + c) * 3u;
  }}
}}
"""

# One object or function a line, each with the name that others use it by.
DATA = """static unsigned va[ROOM], vb[ROOM], vc[ROOM];
unsigned vd[ROOM];
static unsigned ma[SIDE][SIDE], mb[SIDE][SIDE], cube[10][12][14];
static double da[ROOM], db[ROOM];
static float fa[ROOM];
static int ia[ROOM], perm[N], dup[N], near[N], steps[N + 1], limit = 300;
static short ha[ROOM];
static unsigned char ba[ROOM];
static unsigned long long la[ROOM];
static struct part parts[N];
static struct grid grids[24];
static struct bundle one, two;
static struct node pool[N], *list;
static union word words[N];
static unsigned *heap, *heap2, **rows, **mixed;
static unsigned s0 = 1, s1 = 2, few[16], bins[64];
static double f0 = 0.5;
"""

HELPERS = {
    "pure": "unsigned pure(unsigned x) { return x * 2654435761u >> 7; }",
    "branchy": "unsigned branchy(unsigned x, unsigned y) { if (x & 1) return y + 3; return x > y ? x - y : 1; }",
    "counted": "unsigned counted(unsigned x) { static unsigned calls; calls += x & 3; return x ^ calls; }",
    "shared": "unsigned shared(unsigned x) { s1 += x & 3; return x ^ s1; }",
    "put": "void put(unsigned *p, int i, unsigned v) { p[i] = v; }",
    "add": "void add(unsigned *p, unsigned v) { *p += v; }",
    "least": "void least(unsigned *p, unsigned *at, unsigned v, unsigned i) { if (v < *p) { *p = v; *at = i; } }",
    "last_most": "void last_most(unsigned *p, unsigned *at, unsigned v, unsigned i) "
    "{ if (v >= *p) { *at = i; *p = v; } }",
    "widen": "void widen(unsigned *p, int i, unsigned v) { p[i] = v; p[i + 1] += v; }",
    "section": "unsigned section(const unsigned *p, int n) "
    "{ unsigned s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }",
    "fill": "void fill(unsigned *p, int n, unsigned v) { for (int i = 0; i < n; i++) p[i] = v + (unsigned)i; }",
    "bounds": "void bounds(unsigned v, unsigned *lo, unsigned *hi) { *lo = v & 7; *hi = *lo + (v >> 3 & 3); }",
    "split": "pair split(unsigned v) { pair r = {v & 255, v >> 8}; return r; }",
    "gcd": "unsigned gcd(unsigned a, unsigned b) { return b ? gcd(b, a % b) : a; }",
    "move": "void move(struct part *p, unsigned by) { p->x += by; p->w[by & 3] ^= p->x; }",
    "at": "unsigned *at(unsigned *p, int i) { return p + i; }",
    "twice": "unsigned twice(unsigned x) { return x * 2u + 1u; }",
    "tally": "void tally(unsigned *sum, unsigned *most, unsigned v) { *sum += v & 255u; if (v > *most) *most = v; }",
    "count_in": "void count_in(unsigned *h, unsigned v) { h[v & 31u]++; }",
    "keep_best": "void keep_best(unsigned *best, unsigned *place, unsigned v, unsigned i) "
    "{ if (v > *best) { *best = v; *place = i; } }",
    "find": "int find(const unsigned *p, int n, unsigned v) { for (int i = 0; i < n; i++) if (p[i] == v) return i; return -1; }",
    "same": "int same(const unsigned *p, const unsigned *q, int n) "
    "{ for (int i = 0; i < n; i++) if (p[i] != q[i]) return 0; return 1; }",
    "block": "void *block(size_t size) { void *p = calloc(1, size); if (!p) abort(); return p; }",
    "pour": "void pour(double *to, double v) { *to += v; }",
    "smooth": "double smooth(const double *d, int i) { return d[i] * 0.5 + d[i + 1] * 0.25; }",
}

START = """static ALONE unsigned long long all(void) {
  unsigned long long h = 1;
#define ALSO(x) h = mix(h, x, sizeof x);
  ALSO(va) ALSO(vb) ALSO(vc) ALSO(vd) ALSO(ma) ALSO(mb) ALSO(cube) ALSO(da) ALSO(db) ALSO(fa) ALSO(ia) ALSO(ha)
  ALSO(ba) ALSO(la) ALSO(grids) ALSO(words) ALSO(few) ALSO(bins)
  h = mix_nodes(mix_parts(h, parts), pool);
  h = mix_rows(mix(mix(h, heap, ROOM * sizeof *heap), heap2, ROOM * sizeof *heap2), rows);
  h = h * 31 + one.total + two.total * 3u + one.range.lo * 5u + one.range.hi * 7u + two.range.lo + two.range.hi;
  return mix(h * 31 + s0 + s1 * 17u, &f0, sizeof f0);
}

static ALONE int start(void) {
  volatile int i;
  heap = malloc(ROOM * sizeof *heap);
  heap2 = malloc(ROOM * sizeof *heap2);
  rows = malloc(SIDE * sizeof *rows);
  mixed = malloc(SIDE * sizeof *mixed);
  if (!heap || !heap2 || !rows || !mixed)
    return 1;
  set(va, 7, 0, 0, ~0u);
  set(vb, 1, 0x155, 0, ~0u);
  set(vc, 1, 0, 0, 19);
  set(vd, 0, 3, 0, ~0u);
  set(heap, 2654435761u, 0, 9, ~0u);
  set(heap2, 1, 0, 0, 13);
  set_numbers(da, db, fa);
  set_small(ia, ha, ba, la);
  set_indices(perm, dup, near, steps);
  set_structs(parts, words);
  set_matrices(ma, mb);
  for (i = 0; i < N; i++)
    pool[i].v = (unsigned)i, pool[i].at = i, pool[i].next = i + 1 < N ? pool + i + 1 : 0;
  list = pool;
  for (i = 0; i < SIDE; i++) {
    rows[i] = malloc(SIDE * sizeof **rows);
    if (!rows[i])
      return 1;
    memset(rows[i], i, SIDE * sizeof **rows);
    mixed[i] = i % 7 == 3 ? heap2 + i : i % 11 == 5 ? rows[i - 1] : rows[i];
  }
  one.x = va, one.y = vb, one.d = da, one.n = N;
  two.x = vc + 1, two.y = vc, two.d = db, two.n = 100;
  return 0;
}
"""

DATA_NAMES = re.findall(r"\b([a-z]\w*)(?=[\[;,]| = )", re.sub(r"struct \w+|union \w+", "", DATA))
NAMES = [*DATA_NAMES, *HELPERS, "start", "all"]


def own(names, suffix, text):
    """`names` in `text`, but for members, with `suffix`."""
    return re.sub(rf"(?<![.>\w])({'|'.join(names)})\b", rf"\1{suffix}", text)


def helpers(text):
    """The helper functions that `text` calls, and those that they call."""
    return [f"static {h}" for name, h in HELPERS.items() if re.search(rf"(?<![.>\w]){name}\b", text)]


# Names of arrays of unsigned with room for ROOM - 364 elements; the parameters
# may be any of the others, or begin inside them.
GLOBALS = ["va", "vb", "vc", "vd", "heap", "heap2"]
PARAMETERS = ["p", "q", "w->x", "w->y"]
SIGNATURE = (
    "int n, int m, int k, unsigned *p, unsigned *q, unsigned *out, const int *idx, struct bundle *w, "
    "unsigned **rw, double *x, double *y"
)


def arguments(random, disjoint):
    """Of one call. `disjoint`: p, q, x and y are declared restrict."""

    def base(names):
        return f"{random.choice(names)} + {random.choice((0, 0, 0, 1, 2, 16, 64, 300))}"

    first = random.choice(GLOBALS)
    second = random.choice([g for g in GLOBALS if g != first]) if disjoint else random.choice(GLOBALS)
    doubles = ("da + 1", "db") if disjoint else random.choice((("da", "db"), ("da", "da + 1"), ("db + 2", "db")))
    return ", ".join(
        map(
            str,
            (
                random.choice((0, 1, 2, 3, 63, 64, 65, 129, 300, N - 1, N, N, N)),
                random.choice((0, 1, 2, 9, SIDE - 1, SIDE, SIDE)),
                random.choice((0, 1, 2, 3, 5, 16, 64, N // 2)),
                base([first]),
                base([second]),
                random.choice(("&s0", "&few[2]", "&va[7]", "&parts[3].x", "&one.total", "&heap[90]")),
                random.choice(("perm", "perm", "dup", "near")),
                random.choice(("&one", "&two")),
                random.choice(("rows", "rows", "mixed")),
                *doubles,
            ),
        )
    )

# SPDX-License-Identifier: Apache-2.0
"""What every random program has: its data, helper functions, start and end."""

N = 700  # iterations of a long loop
SIDE = 36  # of a matrix
ROOM = 2 * N + 64  # elements of an array, so that a pointer may begin inside it

DECLARATIONS = f"""#include <stdlib.h>
#include <string.h>

#define N {N}
#define SIDE {SIDE}
#define ROOM {ROOM}
struct part {{ unsigned x, y; short z; unsigned char tag; unsigned w[4]; double m; }};
struct bundle {{ unsigned *x, *y; double *d; int n; unsigned total; struct {{ unsigned lo, hi; }} range; }};
struct grid {{ unsigned cell[8][8]; unsigned sum; }};
struct node {{ struct node *next; unsigned v; int at; }};
union word {{ unsigned u; unsigned char b[4]; unsigned short h[2]; }};
typedef struct {{ unsigned a, b; }} pair;
static unsigned va[ROOM], vb[ROOM], vc[ROOM];
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

static unsigned pure(unsigned x) {{ return x * 2654435761u >> 7; }}
static unsigned branchy(unsigned x, unsigned y) {{ if (x & 1) return y + 3; return x > y ? x - y : 1; }}
static unsigned counted(unsigned x) {{ static unsigned calls; calls += x & 3; return x ^ calls; }}
static unsigned shared(unsigned x) {{ s1 += x & 3; return x ^ s1; }}
static void put(unsigned *p, int i, unsigned v) {{ p[i] = v; }}
static void add(unsigned *p, unsigned v) {{ *p += v; }}
static void widen(unsigned *p, int i, unsigned v) {{ p[i] = v; p[i + 1] += v; }}
static unsigned section(const unsigned *p, int n) {{ unsigned s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }}
static void fill(unsigned *p, int n, unsigned v) {{ for (int i = 0; i < n; i++) p[i] = v + (unsigned)i; }}
static void bounds(unsigned v, unsigned *lo, unsigned *hi) {{ *lo = v & 7; *hi = *lo + (v >> 3 & 3); }}
static pair split(unsigned v) {{ pair r = {{v & 255, v >> 8}}; return r; }}
static unsigned gcd(unsigned a, unsigned b) {{ return b ? gcd(b, a % b) : a; }}
static void move(struct part *p, unsigned by) {{ p->x += by; p->w[by & 3] ^= p->x; }}
static unsigned *at(unsigned *p, int i) {{ return p + i; }}
static double smooth(const double *d, int i) {{ return d[i] * 0.5 + d[i + 1] * 0.25; }}
"""

START = """static unsigned long long all(void) {
  unsigned long long h = digest(va, sizeof va);
#define ALSO(x) h = h * 1000003u + digest(x, sizeof x);
  ALSO(vb) ALSO(vc) ALSO(vd) ALSO(ma) ALSO(mb) ALSO(cube) ALSO(da) ALSO(db) ALSO(fa) ALSO(ia) ALSO(ha) ALSO(ba)
  ALSO(la) ALSO(grids) ALSO(words) ALSO(few) ALSO(bins)
  for (int i = 0; i < N; i++) {
    h = h * 31 + parts[i].x + parts[i].y * 3u + (unsigned)parts[i].z * 5u + parts[i].tag * 7u;
    h = h * 31 + digest(parts[i].w, sizeof parts[i].w) + digest(&parts[i].m, sizeof parts[i].m) + pool[i].v;
  }
  h = h * 31 + digest(heap, ROOM * sizeof *heap) + digest(heap2, ROOM * sizeof *heap2);
  for (int i = 0; i < SIDE; i++)
    h = h * 31 + digest(rows[i], SIDE * sizeof **rows);
  h = h * 31 + one.total + two.total * 3u + one.range.lo * 5u + one.range.hi * 7u + two.range.lo + two.range.hi;
  return h * 31 + s0 + s1 * 17u + digest(&f0, sizeof f0);
}

static int start(void) {
  volatile int i;
  heap = malloc(ROOM * sizeof *heap);
  heap2 = malloc(ROOM * sizeof *heap2);
  rows = malloc(SIDE * sizeof *rows);
  mixed = malloc(SIDE * sizeof *mixed);
  if (!heap || !heap2 || !rows || !mixed)
    return 1;
  for (i = 0; i < ROOM; i++) {
    va[i] = (unsigned)i * 7u, vb[i] = (unsigned)i ^ 0x155u, vc[i] = (unsigned)i % 19u, vd[i] = 3u;
    heap[i] = (unsigned)i * 2654435761u >> 9, heap2[i] = (unsigned)i % 13u;
    da[i] = i % 37 * 0.37, db[i] = 1.0 / (i + 1), fa[i] = (float)i * 0.1f;
    ia[i] = i % 101 - 50, ha[i] = (short)(i % 77 - 20), ba[i] = (unsigned char)(i * 5), la[i] = (unsigned)i * 77u;
  }
  for (i = 0; i < N; i++) {
    perm[i] = (i * 37 + 11) % N, dup[i] = i * 5 % 64 + i / 2, near[i] = i == N - 2 ? 3 : i;
    parts[i].x = (unsigned)i * 3u, parts[i].y = 9u, parts[i].m = i % 10 * 0.25;
    pool[i].v = (unsigned)i, pool[i].at = i, pool[i].next = i + 1 < N ? pool + i + 1 : 0;
    words[i].u = (unsigned)i * 65537u;
  }
  for (i = 0; i <= N; i++)
    steps[i] = i < N ? i / 3 * 3 : N;
  list = pool;
  for (i = 0; i < SIDE; i++) {
    rows[i] = malloc(SIDE * sizeof **rows);
    if (!rows[i])
      return 1;
    memset(rows[i], i, SIDE * sizeof **rows);
    mixed[i] = i % 7 == 3 ? heap2 + i : i % 11 == 5 ? rows[i - 1] : rows[i];
    for (int j = 0; j < SIDE; j++)
      ma[i][j] = (unsigned)(i * j), mb[i][j] = (unsigned)(i + j) * 3u;
  }
  one.x = va, one.y = vb, one.d = da, one.n = N;
  two.x = vc + 1, two.y = vc, two.d = db, two.n = 100;
  return 0;
}
"""

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

/* Local alignment of two DNA sequences with affine gaps (Gotoh) and full
 * traceback.
 *
 *   usage: gotoh [length [seed]]
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MATCH = 5, TRANSITION = -2, TRANSVERSION = -4, GAP_OPEN = 9, GAP_EXT = 1 };
enum { STOP = 0, DIAG = 1, UP = 2, LEFT = 3, UP_OPENED = 4, LEFT_OPENED = 8 };
enum { MINUS_INF = -(1 << 28) };

struct seq {
    int len;
    uint8_t *base; /* A=0 G=1 C=2 T=3 */
};

struct alignment {
    int score, iend, jend, ibeg, jbeg;
    int matches, mismatches, gaps, opens;
};

static uint32_t state;

static uint32_t draw(uint32_t below)
{
    state = state * 747796405u + 2891336453u;
    uint32_t w = ((state >> ((state >> 28) + 4)) ^ state) * 277803737u;
    return ((w >> 22) ^ w) % below;
}

static int random_seq(struct seq *s, int len)
{
    s->len = len;
    s->base = malloc(len);
    if (!s->base)
        return -1;
    for (int i = 0; i < len; i++)
        s->base[i] = (uint8_t)draw(4);
    return 0;
}

/* copy with point mutations, insertions and deletions */
static int mutate(const struct seq *from, struct seq *to)
{
    int cap = from->len + from->len / 4 + 16, k = 0;
    to->base = malloc(cap);
    if (!to->base)
        return -1;
    for (int i = 0; i < from->len && k < cap - 8; i++) {
        uint32_t what = draw(100);
        if (what < 8) {
            to->base[k++] = (uint8_t)draw(4);
        } else if (what < 10) {
            for (uint32_t r = draw(5) + 1; r > 0; r--)
                to->base[k++] = (uint8_t)draw(4);
        } else if (what < 12) {
            i += (int)draw(5);
        } else {
            to->base[k++] = from->base[i];
        }
    }
    to->len = k;
    return 0;
}

#define TR 64  /* rows of a tile: the vector dimension */
#define TC 512 /* columns of a tile */
#define SKEW ((size_t)TR * (TR + TC)) /* bytes of one skewed tile of directions */

/* What crosses tile borders, one entry per row / column. */
struct border {
    int *h, *v;          /* bottom row of the strip above */
    int *hl, *g;         /* right column of the tile to the left */
    int *corner;         /* H at the lower right corner of every tile */
    int *best, *bestj;   /* per row: first maximum so far */
    int *a, *brev;       /* bases, b reversed */
};

/* One tile along its anti-diagonals; slot r+1 of the line buffers is row r. */
static void tile(const struct border *e, int i0, int nr, int j0, int nc, int m, int corner,
                 uint8_t *restrict dir)
{
    int hbuf[3][TR + 2], vbuf[2][TR + 2];
    int *restrict h0 = hbuf[0], *restrict h1 = hbuf[1], *restrict h2 = hbuf[2];
    int *restrict v0 = vbuf[0], *restrict v1 = vbuf[1];
    int *restrict g = e->g + i0, *restrict best = e->best + i0, *restrict bestj = e->bestj + i0;
    const int *restrict a = e->a + i0;

    h2[0] = corner; /* H(-1,-1) */
    for (int d = 0; d < nr + nc - 1; d++) {
        int lo = d - nc + 1 > 0 ? d - nc + 1 : 0;
        int hi = d < nr - 1 ? d : nr - 1;
        const int *restrict b = e->brev + (m - 1 - (j0 + d)); /* b[r] is base j0+d-r */
        uint8_t *restrict out = dir + (size_t)d * TR;

        if (d < nr)
            h1[d + 1] = e->hl[i0 + d];
        if (d < nc) {
            h1[0] = e->h[j0 + d];
            v1[0] = e->v[j0 + d];
        }
#pragma omp simd
        for (int r = lo; r <= hi; r++) {
            int uo = h1[r] - GAP_OPEN, ue = v1[r] - GAP_EXT;
            int lo_ = h1[r + 1] - GAP_OPEN, le = g[r] - GAP_EXT;
            int sc = a[r] == b[r] ? MATCH : (a[r] ^ b[r]) == 1 ? TRANSITION : TRANSVERSION;
            int v = uo >= ue ? uo : ue;
            int q = lo_ >= le ? lo_ : le;
            int t = h2[r] + sc;
            int top = t > 0 ? t : 0;
            int src = t > 0 ? DIAG : STOP;
            src = v > top ? UP : src;
            top = v > top ? v : top;
            src = q > top ? LEFT : src;
            top = q > top ? q : top;
            src |= uo >= ue ? UP_OPENED : 0;
            src |= lo_ >= le ? LEFT_OPENED : 0;
            out[r] = (uint8_t)src;
            bestj[r] = top > best[r] ? j0 + d - r : bestj[r];
            best[r] = top > best[r] ? top : best[r];
            h0[r + 1] = top;
            v0[r + 1] = v;
            g[r] = q;
        }
        if (d >= nr - 1) { /* bottom row leaves at column d-nr+1 */
            e->h[j0 + d - nr + 1] = h0[nr];
            e->v[j0 + d - nr + 1] = v0[nr];
        }
        if (d >= nc - 1) /* right column leaves at row d-nc+1 */
            e->hl[i0 + d - nc + 1] = h0[d - nc + 2];
        int *t = h2;
        h2 = h1, h1 = h0, h0 = t;
        t = v1, v1 = v0, v0 = t;
    }
}

static int align(const struct seq *sa, const struct seq *sb, uint8_t *dir, struct alignment *out)
{
    int n = sa->len, m = sb->len, nti = (n + TR - 1) / TR, ntj = (m + TC - 1) / TC;
    int *mem = calloc((size_t)5 * n + 3 * m + (size_t)nti * ntj, sizeof *mem);
    if (!mem)
        return -1;
    struct border e = { .h = mem, .v = mem + m, .brev = mem + 2 * m };
    e.hl = mem + 3 * m;
    e.g = e.hl + n, e.best = e.g + n, e.bestj = e.best + n, e.a = e.bestj + n;
    e.corner = e.a + n;
    for (int j = 0; j < m; j++) {
        e.v[j] = MINUS_INF;
        e.brev[m - 1 - j] = sb->base[j];
    }
    for (int i = 0; i < n; i++) {
        e.g[i] = MINUS_INF;
        e.a[i] = sa->base[i];
    }
#pragma omp parallel
    for (int w = 0; w < nti + ntj - 1; w++) {
        int first = w - ntj + 1 > 0 ? w - ntj + 1 : 0, last = w < nti - 1 ? w : nti - 1;
#pragma omp for schedule(dynamic, 1)
        for (int ti = first; ti <= last; ti++) {
            int tj = w - ti, i0 = ti * TR, j0 = tj * TC;
            int nr = n - i0 < TR ? n - i0 : TR, nc = m - j0 < TC ? m - j0 : TC;
            int corner = ti && tj ? e.corner[(ti - 1) * ntj + tj - 1] : 0;
            tile(&e, i0, nr, j0, nc, m, corner, dir + ((size_t)ti * ntj + tj) * SKEW);
            e.corner[ti * ntj + tj] = e.h[j0 + nc - 1];
        }
    }
    out->score = out->iend = out->jend = 0;
    for (int i = 0; i < n; i++)
        if (e.best[i] > out->score) {
            out->score = e.best[i];
            out->iend = i + 1;
            out->jend = e.bestj[i] + 1;
        }
    free(mem);
    return 0;
}

static inline uint8_t dir_at(const uint8_t *dir, int m, int i, int j)
{
    int ntj = (m + TC - 1) / TC, r = (i - 1) % TR, c = (j - 1) % TC;
    return dir[((size_t)((i - 1) / TR) * ntj + (j - 1) / TC) * SKEW + (size_t)(r + c) * TR + r];
}

static void traceback(const struct seq *a, const struct seq *b, const uint8_t *dir,
                      struct alignment *al)
{
    int i = al->iend, j = al->jend, mode = DIAG;

    al->matches = al->mismatches = al->gaps = al->opens = 0;
    while (i > 0 && j > 0) {
        uint8_t d = dir_at(dir, b->len, i, j);
        if (mode == DIAG) {
            if ((d & 3) == STOP)
                break;
            if ((d & 3) != DIAG) {
                mode = d & 3;
                al->opens++;
                continue;
            }
            if (a->base[i - 1] == b->base[j - 1])
                al->matches++;
            else
                al->mismatches++;
            i--, j--;
        } else if (mode == UP) {
            al->gaps++;
            mode = d & UP_OPENED ? DIAG : UP;
            i--;
        } else {
            al->gaps++;
            mode = d & LEFT_OPENED ? DIAG : LEFT;
            j--;
        }
    }
    al->ibeg = i + 1;
    al->jbeg = j + 1;
}

int main(int argc, char **argv)
{
    int len = argc > 1 ? atoi(argv[1]) : 12000;
    state = argc > 2 ? (uint32_t)atoi(argv[2]) : 77u;
    struct seq a, b;
    struct alignment al;

    if (len < 8 || len > 40000 || random_seq(&a, len) || mutate(&a, &b))
        return fprintf(stderr, "bad length or out of memory\n"), 1;
    uint8_t *dir = malloc(((size_t)a.len / TR + 1) * ((size_t)b.len / TC + 1) * SKEW);
    if (!dir || align(&a, &b, dir, &al))
        return fprintf(stderr, "out of memory for %d x %d\n", a.len, b.len), 1;
    traceback(&a, &b, dir, &al);

    printf("lengths %d %d, score %d\n", a.len, b.len, al.score);
    printf("a %d..%d, b %d..%d\n", al.ibeg, al.iend, al.jbeg, al.jend);
    printf("matches %d mismatches %d gaps %d opens %d\n", al.matches, al.mismatches, al.gaps,
           al.opens);
    uint32_t hash = 0;
    for (int i = 1; i <= a.len; i += 1 + a.len / 997)
        for (int j = 1; j <= b.len; j += 1 + b.len / 991)
            hash = hash * 31u + dir_at(dir, b.len, i, j);
    printf("directions %08x\n", (unsigned)hash);
    free(a.base);
    free(b.base);
    free(dir);
    return 0;
}

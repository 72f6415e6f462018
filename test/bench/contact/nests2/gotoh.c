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

static inline int score(uint8_t a, uint8_t b)
{
    return a == b ? MATCH : (a ^ b) == 1 ? TRANSITION : TRANSVERSION;
}

static int align(const struct seq *a, const struct seq *b, uint8_t *dir, struct alignment *out)
{
    int n = a->len, m = b->len;
    int *h = malloc((m + 1) * sizeof *h);
    int *v = malloc((m + 1) * sizeof *v);
    if (!h || !v)
        return -1;

    for (int j = 0; j <= m; j++) {
        h[j] = 0;
        v[j] = MINUS_INF;
    }
    out->score = 0;
    out->iend = out->jend = 0;
    for (int i = 1; i <= n; i++) {
        int diag = h[0], left = 0, g = MINUS_INF;
        uint8_t *drow = dir + (size_t)(i - 1) * m;
        for (int j = 1; j <= m; j++) {
            uint8_t d = STOP;
            int best = 0;
            int up = h[j];

            int open = up - GAP_OPEN, ext = v[j] - GAP_EXT;
            if (open >= ext) {
                v[j] = open;
                d |= UP_OPENED;
            } else {
                v[j] = ext;
            }
            open = left - GAP_OPEN;
            ext = g - GAP_EXT;
            if (open >= ext) {
                g = open;
                d |= LEFT_OPENED;
            } else {
                g = ext;
            }
            int src = STOP;
            int t = diag + score(a->base[i - 1], b->base[j - 1]);
            if (t > best)
                best = t, src = DIAG;
            if (v[j] > best)
                best = v[j], src = UP;
            if (g > best)
                best = g, src = LEFT;
            drow[j - 1] = d | (uint8_t)src;
            if (best > out->score) {
                out->score = best;
                out->iend = i;
                out->jend = j;
            }
            diag = up;
            h[j] = left = best;
        }
    }
    free(h);
    free(v);
    return 0;
}

static inline uint8_t dir_at(const uint8_t *dir, int m, int i, int j)
{
    return dir[(size_t)(i - 1) * m + j - 1];
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
    uint8_t *dir = malloc((size_t)a.len * b.len);
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

/* seqset, optimized by hand: see seqset.c.
 * SMALL: 6 60
 */
#include <stdio.h>
#include <stdlib.h>

#define LETTERS 20
#define OPEN 11
#define EXTEND 1
#define NEG (-10000)

typedef struct {
    int length;
    unsigned char *letter;
} Sequence;

typedef struct {
    int rows, cols;
    int *h, *e, *f; /* (rows + 1) x (cols + 1) */
} Tables;

typedef struct {
    int score, i, j;
} Hit;

static int similarity[LETTERS][LETTERS];
static const char names[] = "ARNDCQEGHILKMFPSTWYV";

static unsigned state = 2463534242u;

static unsigned next(void)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

static void make_similarity(void)
{
    for (int a = 0; a < LETTERS; a++)
        for (int b = 0; b <= a; b++) {
            int s = a == b ? 4 + (a * 7) % 5 : -4 + (a * 5 + b * 3) % 5 + (a / 4 == b / 4 ? 2 : 0);
            similarity[a][b] = similarity[b][a] = s;
        }
}

/* families: descendants of a few ancestors with changes, losses and insertions */
static Sequence *generate(int count, int typical)
{
    Sequence *s = malloc(sizeof(Sequence) * count);
    for (int n = 0; n < count; n++) {
        int max = 2 * typical + 8;
        s[n].letter = malloc(max);
        s[n].length = 0;
        int parent = n >= 5 && next() % 4 ? (int)(next() % (unsigned)n) : -1;
        int length = parent < 0 ? typical / 2 + (int)(next() % (unsigned)typical) : s[parent].length;
        for (int p = 0; p < length && s[n].length < max - 1; p++) {
            unsigned r = next() % 100;
            unsigned char c = (unsigned char)(next() % LETTERS);
            if (parent >= 0 && r > 30)
                c = s[parent].letter[p];
            if (parent >= 0 && r < 4 && s[n].length > 8)
                continue;
            s[n].letter[s[n].length++] = c;
            if (parent >= 0 && r == 5)
                s[n].letter[s[n].length++] = (unsigned char)(next() % LETTERS);
        }
    }
    return s;
}

static int max2(int a, int b)
{
    return a > b ? a : b;
}

static int *cell(const Tables *t, int *m, int i, int j)
{
    return m + (size_t)i * (t->cols + 1) + j;
}

static Hit align(Tables *t, const Sequence *a, const Sequence *b)
{
    Hit best = { 0, 0, 0 };
    t->rows = a->length;
    t->cols = b->length;
    for (int j = 0; j <= t->cols; j++) {
        *cell(t, t->h, 0, j) = 0;
        *cell(t, t->e, 0, j) = NEG;
        *cell(t, t->f, 0, j) = NEG;
    }
    for (int i = 1; i <= t->rows; i++) {
        *cell(t, t->h, i, 0) = 0;
        *cell(t, t->e, i, 0) = NEG;
        *cell(t, t->f, i, 0) = NEG;
        for (int j = 1; j <= t->cols; j++) {
            int e = max2(*cell(t, t->e, i, j - 1) - EXTEND, *cell(t, t->h, i, j - 1) - OPEN);
            int f = max2(*cell(t, t->f, i - 1, j) - EXTEND, *cell(t, t->h, i - 1, j) - OPEN);
            int d = *cell(t, t->h, i - 1, j - 1) + similarity[a->letter[i - 1]][b->letter[j - 1]];
            int h = max2(max2(0, d), max2(e, f));
            *cell(t, t->e, i, j) = e;
            *cell(t, t->f, i, j) = f;
            *cell(t, t->h, i, j) = h;
            if (h > best.score) {
                best.score = h;
                best.i = i;
                best.j = j;
            }
        }
    }
    return best;
}

/* the aligned letters, from the end backwards */
static void show(const Tables *t, const Sequence *a, const Sequence *b, Hit hit)
{
    int i = hit.i, j = hit.j, state = 0, columns = 0, same = 0, gaps = 0;
    char text[2][41] = { { 0 } };
    while (i > 0 && j > 0) {
        char ca = '-', cb = '-';
        if (state == 0) {
            int h = *cell(t, t->h, i, j);
            if (h == 0)
                break;
            state = h == *cell(t, t->e, i, j) ? 1 : h == *cell(t, t->f, i, j) ? 2 : 0;
        }
        if (state == 1) {
            if (*cell(t, t->e, i, j) == *cell(t, t->h, i, j - 1) - OPEN)
                state = 0;
            cb = names[b->letter[--j]];
        } else if (state == 2) {
            if (*cell(t, t->f, i, j) == *cell(t, t->h, i - 1, j) - OPEN)
                state = 0;
            ca = names[a->letter[--i]];
        } else {
            ca = names[a->letter[--i]];
            cb = names[b->letter[--j]];
        }
        if (columns < 40) {
            text[0][columns] = ca;
            text[1][columns] = cb;
        }
        columns++;
        same += ca == cb;
        gaps += ca == '-' || cb == '-';
    }
    printf("%s\n%s\n%d columns, %d equal, %d gaps\n", text[0], text[1], columns, same, gaps);
}

#define LANES 16
#define PAD (-3000) /* score of a letter against the padding: never the best */

typedef short lanes[LANES];

typedef struct {
    int count, cols, least; /* least: smallest number among the targets */
    int target[LANES];
    lanes *profile; /* profile[letter * cols + column] */
} Group;

static int cmp_length(const void *x, const void *y)
{
    const Sequence *a = *(const Sequence *const *)x, *b = *(const Sequence *const *)y;
    if (a->length != b->length)
        return a->length < b->length ? -1 : 1;
    return a < b ? -1 : a > b;
}

static void make_group(Group *g, Sequence *const *order, const Sequence *s, int count)
{
    g->count = count;
    g->cols = 0;
    g->least = 1 << 30;
    for (int l = 0; l < count; l++) {
        g->target[l] = (int)(order[l] - s);
        if (g->target[l] < g->least)
            g->least = g->target[l];
        if (order[l]->length > g->cols)
            g->cols = order[l]->length;
    }
    g->profile = aligned_alloc(64, ((size_t)LETTERS * g->cols * sizeof(lanes) + 64) / 64 * 64);
    for (int c = 0; c < LETTERS; c++)
        for (int j = 0; j < g->cols; j++)
            for (int l = 0; l < LANES; l++)
                g->profile[(size_t)c * g->cols + j][l] =
                    l < count && j < order[l]->length ? similarity[c][order[l]->letter[j]] : PAD;
}

/* one query against the targets of a group; h, f: one row of work space */
static void align_group(const Sequence *a, const Group *g, lanes *restrict h, lanes *restrict f,
                        lanes score, lanes bi, lanes bj)
{
    lanes best = { 0 }, ri = { 0 }, rj = { 0 };
    for (int j = 0; j < g->cols; j++)
        for (int l = 0; l < LANES; l++) {
            h[j][l] = 0;
            f[j][l] = NEG;
        }
    for (int i = 0; i < a->length; i++) {
        const lanes *p = g->profile + (size_t)a->letter[i] * g->cols;
        lanes e, left, diagonal;
        for (int l = 0; l < LANES; l++) {
            e[l] = NEG;
            left[l] = diagonal[l] = 0;
        }
        for (int j = 0; j < g->cols; j++) {
#pragma omp simd
            for (int l = 0; l < LANES; l++) {
                short up = h[j][l];
                short e1 = e[l] - EXTEND, e2 = left[l] - OPEN;
                short f1 = f[j][l] - EXTEND, f2 = up - OPEN;
                short d = diagonal[l] + p[j][l];
                short en = e1 > e2 ? e1 : e2, fn = f1 > f2 ? f1 : f2;
                short v = d > 0 ? d : 0;
                v = en > v ? en : v;
                v = fn > v ? fn : v;
                e[l] = en;
                f[j][l] = fn;
                h[j][l] = v;
                left[l] = v;
                diagonal[l] = up;
                short b = best[l], bx = ri[l], by = rj[l];
                best[l] = v > b ? v : b;
                ri[l] = v > b ? (short)(i + 1) : bx;
                rj[l] = v > b ? (short)(j + 1) : by;
            }
        }
    }
    for (int l = 0; l < LANES; l++) {
        score[l] = best[l];
        bi[l] = ri[l];
        bj[l] = rj[l];
    }
}

static void align_all(const Sequence *s, int count, int longest, Hit *hits)
{
    int groups = (count + LANES - 1) / LANES;
    Group *g = malloc(sizeof(Group) * groups);
    const Sequence **order = malloc(sizeof(*order) * count);
    for (int n = 0; n < count; n++)
        order[n] = &s[n];
    qsort(order, count, sizeof *order, cmp_length);
    for (int k = 0; k < groups; k++)
        make_group(&g[k], (Sequence *const *)order + k * LANES, s,
                   count - k * LANES < LANES ? count - k * LANES : LANES);
#pragma omp parallel
    {
        lanes *h = aligned_alloc(64, (size_t)(longest + 2) / 2 * 2 * sizeof(lanes));
        lanes *f = aligned_alloc(64, (size_t)(longest + 2) / 2 * 2 * sizeof(lanes));
#pragma omp for collapse(2) schedule(dynamic, 1)
        for (int k = groups - 1; k >= 0; k--)
            for (int q = 0; q < count; q++) {
                lanes score, bi, bj;
                int wanted = 0;
                for (int l = 0; l < g[k].count; l++)
                    wanted += g[k].target[l] > q;
                if (wanted == 0)
                    continue;
                align_group(&s[q], &g[k], h, f, score, bi, bj);
                for (int l = 0; l < g[k].count; l++)
                    if (g[k].target[l] > q)
                        hits[q * count + g[k].target[l]] = (Hit){ score[l], bi[l], bj[l] };
            }
        free(h);
        free(f);
    }
    for (int k = 0; k < groups; k++)
        free(g[k].profile);
    free(g);
    free(order);
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 90;
    int typical = argc > 2 ? atoi(argv[2]) : 280;
    make_similarity();
    Sequence *s = generate(count, typical);
    size_t cells = (size_t)(2 * typical + 9) * (2 * typical + 9);
    Tables t = { 0, 0, malloc(cells * sizeof(int)), malloc(cells * sizeof(int)),
                 malloc(cells * sizeof(int)) };
    Hit *hits = malloc(sizeof(Hit) * count * count);
    align_all(s, count, 2 * typical + 8, hits);

    long long sum = 0, places = 0;
    int top_a = 0, top_b = 1, related = 0;
    for (int a = 0; a < count; a++)
        for (int b = a + 1; b < count; b++) {
            Hit h = hits[a * count + b];
            sum += h.score;
            places += (long long)h.i * 3 + h.j;
            related += h.score > 150;
            if (h.score > hits[top_a * count + top_b].score) {
                top_a = a;
                top_b = b;
            }
        }
    printf("%d sequences, sum of scores %lld, places %lld, related %d\n", count, sum, places,
           related);
    for (int a = 0; a < count - 1; a += count / 6 + 1) {
        int b = a + 1;
        for (int c = a + 1; c < count; c++)
            if (hits[a * count + c].score > hits[a * count + b].score)
                b = c;
        Hit h = hits[a * count + b];
        printf("sequence %d (%d): nearest %d score %d at %d %d\n", a, s[a].length, b, h.score, h.i,
               h.j);
    }
    printf("best pair %d %d\n", top_a, top_b);
    show(&t, &s[top_a], &s[top_b], align(&t, &s[top_a], &s[top_b]));
    for (int n = 0; n < count; n++)
        free(s[n].letter);
    free(s);
    free(hits);
    free(t.h);
    free(t.e);
    free(t.f);
    return 0;
}

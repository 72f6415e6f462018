// SPDX-License-Identifier: Apache-2.0
// Scores all pairs of a protein family by affine-gap global alignment, turns the
// identities into distances and clusters them into an average-linkage guide tree.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define ALPHA 20
#define NEG (-1000000)

struct seq {
    char name[12];
    int len;
    unsigned char *res;
};

struct result {
    int score;
    int ident; /* identical columns on the best path */
    int columns;
};

struct cell {
    int score, ident, cols;
};

struct node {
    int left, right, size;
    double height;
};

static int subst[ALPHA][ALPHA];
static int gap_open = 11, gap_extend = 1;
static unsigned int rstate = 20240229u;

static unsigned int rnd(unsigned int n)
{
    rstate = rstate * 1103515245u + 12345u;
    return (rstate >> 8) % n;
}

/* A substitution matrix with a few groups of similar residues. */
static void init_subst(void)
{
    static const char *groups = "AABBCDDEEFFFGGHHIIJJ";
    for (int i = 0; i < ALPHA; i++)
        for (int j = 0; j <= i; j++) {
            int s = i == j ? 4 + i % 5 : groups[i] == groups[j] ? 2 : -1 - (i * 7 + j * 3) % 4;
            subst[i][j] = subst[j][i] = s;
        }
}

static struct seq new_seq(int cap)
{
    struct seq s = {"", 0, malloc(cap)};
    return s;
}

/* Copy a parent with point mutations, insertions and deletions. */
static struct seq mutate(const struct seq *p, int percent)
{
    struct seq s = new_seq(p->len * 2 + 16);
    for (int i = 0; i < p->len && s.len < p->len * 2; i++) {
        if (rnd(1000) < 8) { /* deletion */
            i += rnd(5);
            continue;
        }
        if (rnd(1000) < 8)
            for (int k = 1 + rnd(5); k > 0; k--) s.res[s.len++] = rnd(ALPHA);
        s.res[s.len++] = rnd(100) < (unsigned)percent ? rnd(ALPHA) : p->res[i];
    }
    return s;
}

/* Grow the family by splitting lineages recursively. */
static int evolve(struct seq *out, int have, int want, const struct seq *ancestor)
{
    if (want == 1) {
        out[have] = mutate(ancestor, 6);
        snprintf(out[have].name, sizeof out[have].name, "s%d", have);
        return have + 1;
    }
    int first = want / 2 - (want > 5 ? (int)rnd(want / 4) : 0);
    for (int side = 0; side < 2; side++) {
        struct seq child = mutate(ancestor, 5 + rnd(10));
        have = evolve(out, have, side ? want - first : first, &child);
        free(child.res);
    }
    return have;
}

static struct cell better(struct cell a, struct cell b)
{
    return b.score > a.score ? b : a;
}

static struct cell extend(struct cell c, int penalty)
{
    c.score -= penalty;
    c.cols++;
    return c;
}

/* Gotoh's recurrences, row by row; every cell carries identities along. */
static struct result align(const struct seq *a, const struct seq *b, struct cell *m, struct cell *iy)
{
    const struct cell none = {NEG, 0, 0};
    m[0] = (struct cell){0, 0, 0};
    iy[0] = none;
    for (int j = 1; j <= b->len; j++) {
        m[j] = (struct cell){-gap_open - (j - 1) * gap_extend, 0, j};
        iy[j] = none;
    }
    for (int i = 1; i <= a->len; i++) {
        const int *row = subst[a->res[i - 1]];
        struct cell diag = m[0], ix = none;
        m[0] = (struct cell){-gap_open - (i - 1) * gap_extend, 0, i};
        for (int j = 1; j <= b->len; j++) {
            struct cell up = m[j], best = diag;
            iy[j] = better(extend(up, gap_open), extend(iy[j], gap_extend));
            ix = better(extend(m[j - 1], gap_open), extend(ix, gap_extend));
            best.score += row[b->res[j - 1]];
            best.ident += a->res[i - 1] == b->res[j - 1];
            best.cols++;
            best = better(best, ix);
            best = better(best, iy[j]);
            m[j] = best;
            diag = up;
        }
    }
    return (struct result){m[b->len].score, m[b->len].ident, m[b->len].cols};
}

static void score_all(const struct seq *s, int n, struct result **res)
{
    int longest = 0;
    for (int i = 0; i < n; i++)
        if (s[i].len > longest) longest = s[i].len;
#pragma omp parallel
    {
        struct cell *m = malloc(sizeof *m * (longest + 1)), *iy = malloc(sizeof *iy * (longest + 1));
#pragma omp for schedule(dynamic, 1)
        for (int i = n - 1; i >= 0; i--)
            for (int j = 0; j < i; j++) res[i][j] = align(&s[i], &s[j], m, iy);
        free(m);
        free(iy);
    }
}

/* Average linkage; returns the root's index. */
static int cluster(double **d, int n, struct node *t)
{
    int *active = malloc(sizeof *active * n), count = n, top = n;
    for (int i = 0; i < n; i++) {
        active[i] = i;
        t[i] = (struct node){-1, -1, 1, 0};
    }
    for (; count > 1; top++) {
        int bi = 1, bj = 0;
        for (int i = 1; i < count; i++)
            for (int j = 0; j < i; j++)
                if (d[active[i]][active[j]] < d[active[bi]][active[bj]]) {
                    bi = i;
                    bj = j;
                }
        int a = active[bi], b = active[bj];
        t[top] = (struct node){a, b, t[a].size + t[b].size, d[a][b] / 2};
        for (int k = 0; k < count; k++) {
            int c = active[k];
            if (c == a || c == b) continue;
            d[top][c] = d[c][top] = (d[a][c] * t[a].size + d[b][c] * t[b].size) / t[top].size;
        }
        active[bj] = top;
        active[bi] = active[--count];
    }
    free(active);
    return top - 1;
}

static void print_tree(const struct node *t, const struct seq *s, int k, double above)
{
    if (t[k].left < 0) {
        printf("%s:%.4f", s[k].name, above);
        return;
    }
    printf("(");
    print_tree(t, s, t[k].left, t[k].height - t[t[k].left].height);
    printf(",");
    print_tree(t, s, t[k].right, t[k].height - t[t[k].right].height);
    printf("):%.4f", above);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 70, len = argc > 2 ? atoi(argv[2]) : 220;
    if (n < 2) return 1;
    init_subst();
    struct seq root = new_seq(len);
    for (root.len = 0; root.len < len; root.len++) root.res[root.len] = rnd(ALPHA);
    struct seq *s = malloc(sizeof *s * n);
    evolve(s, 0, n, &root);

    struct result **res = malloc(sizeof *res * n);
    for (int i = 0; i < n; i++) res[i] = malloc(sizeof **res * (i + 1));
    score_all(s, n, res);

    double **d = malloc(sizeof *d * 2 * n), mean = 0;
    long total = 0, hist[11] = {0};
    for (int i = 0; i < 2 * n; i++) d[i] = calloc(2 * n, sizeof **d);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            double id = (double)res[i][j].ident / res[i][j].columns;
            d[i][j] = d[j][i] = id > 0.1 ? -log(id) : 3 - id;
            mean += id;
            total += res[i][j].score;
            hist[(int)(id * 10)]++;
        }
    printf("%d sequences, %d pairs, total score %ld, mean identity %.9f\n", n, n * (n - 1) / 2, total,
           mean / (n * (n - 1) / 2));
    for (int k = 0; k < 11; k++) printf("%ld ", hist[k]);
    printf("\n");

    long best = 0;
    int centre = -1;
    for (int i = 0; i < n; i++) {
        long sum = 0;
        for (int j = 0; j < n; j++)
            if (j != i) sum += j < i ? res[i][j].score : res[j][i].score;
        if (centre < 0 || sum > best) {
            best = sum;
            centre = i;
        }
    }
    printf("centre %s (length %d), star score %ld\n", s[centre].name, s[centre].len, best);
    struct node *tree = malloc(sizeof *tree * 2 * n);
    int top = cluster(d, n, tree);
    printf("height %.9f\n", tree[top].height);
    print_tree(tree, s, top, 0);
    printf(";\n");
    return 0;
}

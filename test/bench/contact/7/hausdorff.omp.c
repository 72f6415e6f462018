// SPDX-License-Identifier: Apache-2.0
// Compares two scanned shapes: directed Hausdorff distances, mean deviation
// and a deviation histogram, with a k-d tree for the nearest neighbours.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct { double c[3]; } Point;

typedef struct Node {
    Point p;
    int axis;
    struct Node *left, *right;
} Node;

typedef struct {
    Node *pool;
    int used;
    Node *root;
} Tree;

#define BINS 24

typedef struct {
    double max, mean;
    int from, to_index;
    long hist[BINS];
} Result;

static uint32_t rstate = 2463534242u;

static double rnd(void)
{
    rstate ^= rstate << 13;
    rstate ^= rstate >> 17;
    rstate ^= rstate << 5;
    return rstate / 4294967296.0;
}

/* a bumpy torus; the second scan has a dent, noise and a slight shift */
static void scan(Point *out, int n, int second)
{
    for (int i = 0; i < n; i++) {
        double u = 2 * M_PI * rnd(), v = 2 * M_PI * rnd();
        double r = 1.0 + 0.05 * sin(7 * u) * cos(3 * v);
        if (second) {
            double d = (u - 2.0) * (u - 2.0) + (v - 1.0) * (v - 1.0);
            r -= 0.25 * exp(-8 * d);
            r += 0.01 * (rnd() - 0.5);
        }
        out[i].c[0] = (3.0 + r * cos(v)) * cos(u) + (second ? 0.004 : 0.0);
        out[i].c[1] = (3.0 + r * cos(v)) * sin(u);
        out[i].c[2] = r * sin(v);
    }
}

static void swap_points(Point *a, Point *b)
{
    Point t = *a;
    *a = *b;
    *b = t;
}

static void select_nth(Point *p, int n, int k, int axis)
{
    int lo = 0, hi = n - 1;
    while (lo < hi) {
        double pivot = p[(lo + hi) / 2].c[axis];
        int i = lo, j = hi;
        while (i <= j) {
            while (p[i].c[axis] < pivot) i++;
            while (p[j].c[axis] > pivot) j--;
            if (i <= j)
                swap_points(&p[i++], &p[j--]);
        }
        if (k <= j)
            hi = j;
        else if (k >= i)
            lo = i;
        else
            return;
    }
}

static int widest(const Point *p, int n)
{
    double best = -1;
    int axis = 0;
    for (int a = 0; a < 3; a++) {
        double lo = p[0].c[a], hi = lo;
        for (int i = 1; i < n; i++) {
            if (p[i].c[a] < lo) lo = p[i].c[a];
            if (p[i].c[a] > hi) hi = p[i].c[a];
        }
        if (hi - lo > best) {
            best = hi - lo;
            axis = a;
        }
    }
    return axis;
}

static Node *build(Tree *t, Point *p, int n)
{
    if (n == 0)
        return NULL;
    int axis = widest(p, n), mid = n / 2;
    select_nth(p, n, mid, axis);
    Node *node = &t->pool[t->used++];
    node->p = p[mid];
    node->axis = axis;
    /* subtrees have fixed places in the pool, so they can grow side by side */
    Tree lt = { t->pool, t->used, NULL }, rt = { t->pool, t->used + mid, NULL };
    t->used += n - 1;
    #pragma omp task shared(lt) if (n > 5000)
    node->left = build(&lt, p, mid);
    node->right = build(&rt, p + mid + 1, n - mid - 1);
    #pragma omp taskwait
    return node;
}

static void nearest(const Node *n, const Point *q, double *best, const Node **who)
{
    while (n) {
        double dx = n->p.c[0] - q->c[0], dy = n->p.c[1] - q->c[1], dz = n->p.c[2] - q->c[2];
        double d = dx * dx + dy * dy + dz * dz;
        if (d < *best) {
            *best = d;
            *who = n;
        }
        double delta = q->c[n->axis] - n->p.c[n->axis];
        nearest(delta < 0 ? n->left : n->right, q, best, who);
        if (delta * delta >= *best)
            return;
        n = delta < 0 ? n->right : n->left;
    }
}

static void directed(const Point *a, int n, const Tree *t, double *dist, Result *res)
{
    for (int i = 0; i < BINS; i++)
        res->hist[i] = 0;
    res->max = -1;
    res->mean = 0;
    long hist[BINS] = { 0 };
    #pragma omp parallel for schedule(dynamic, 256) reduction(+:hist[:BINS])
    for (int i = 0; i < n; i++) {
        double best = 1e300;
        const Node *who = NULL;
        nearest(t->root, &a[i], &best, &who);
        dist[i] = sqrt(best);
        int bin = (int)(dist[i] * 200);
        hist[bin < BINS ? bin : BINS - 1]++;
    }
    for (int i = 0; i < BINS; i++)
        res->hist[i] = hist[i];
    for (int i = 0; i < n; i++)
        if (dist[i] > res->max) {
            res->max = dist[i];
            res->from = i;
        }
    double best = 1e300;
    const Node *who = NULL;
    nearest(t->root, &a[res->from], &best, &who);
    res->to_index = (int)(who - t->pool);
    for (int i = 0; i < n; i++)
        res->mean += dist[i];
    res->mean /= n;
}

static int tree_make(Tree *t, const Point *p, int n)
{
    Point *copy = malloc(n * sizeof *copy);
    t->used = 0;
    t->pool = malloc(n * sizeof *t->pool);
    if (!copy || !t->pool) {
        free(copy);
        return -1;
    }
    for (int i = 0; i < n; i++)
        copy[i] = p[i];
    #pragma omp parallel
    #pragma omp single
    t->root = build(t, copy, n);
    free(copy);
    return 0;
}

int main(int argc, char **argv)
{
    int na = argc > 1 ? atoi(argv[1]) : 420000;
    int nb = argc > 2 ? atoi(argv[2]) : 460000;
    int status = 1;
    Point *a = malloc(na * sizeof *a), *b = malloc(nb * sizeof *b);
    double *dist = malloc((na > nb ? na : nb) * sizeof *dist);
    Tree ta = { 0 }, tb = { 0 };
    Result ab, ba;
    if (!a || !b || !dist)
        goto out;
    scan(a, na, 0);
    scan(b, nb, 1);
    if (tree_make(&ta, a, na) || tree_make(&tb, b, nb))
        goto out;
    directed(a, na, &tb, dist, &ab);
    directed(b, nb, &ta, dist, &ba);
    printf("a -> b: max %.10f (point %d, node %d) mean %.12f\n", ab.max, ab.from, ab.to_index, ab.mean);
    printf("b -> a: max %.10f (point %d, node %d) mean %.12f\n", ba.max, ba.from, ba.to_index, ba.mean);
    printf("Hausdorff distance %.10f\n", ab.max > ba.max ? ab.max : ba.max);
    for (int i = 0; i < BINS; i++)
        printf("%6.3f %7ld %7ld\n", i / 200.0, ab.hist[i], ba.hist[i]);
    status = 0;
out:
    if (status)
        fprintf(stderr, "out of memory\n");
    free(a);
    free(b);
    free(dist);
    free(ta.pool);
    free(tb.pool);
    return status;
}

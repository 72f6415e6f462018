/*
 * knnfind - k nearest neighbours by kd-tree, with majority vote
 *
 *   knnfind [points [queries [k]]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdbool.h>
#include <math.h>

#define DIM 4
#define NCLASS 6
#define KMAX 64

typedef struct Point {
    double x[DIM];
    int label;
} Point;

typedef struct Node {
    Point pt;
    int axis;
    struct Node *left, *right;
} Node;

typedef struct {
    double dist2;
    int label;
} Found;

/* bounded max-heap, worst candidate on top */
typedef struct {
    int k, n;
    Found item[KMAX];
    long visited;
} Heap;

typedef struct {
    int label;
    double kth;
    long visited;
} Answer;

static unsigned long long seed = 0x9E3779B97F4A7C15ULL;

static double uniform(void)
{
    seed ^= seed >> 12;
    seed ^= seed << 25;
    seed ^= seed >> 27;
    return (double)((seed * 2685821657736338717ULL) >> 11) / 9007199254740992.0;
}

static void *must_alloc(size_t n, size_t size)
{
    void *p = calloc(n, size);
    if (!p) {
        fprintf(stderr, "knnfind: cannot allocate %zu bytes\n", n * size);
        exit(EXIT_FAILURE);
    }
    return p;
}

static Point random_point(void)
{
    static const double centre[NCLASS][DIM] = {
        { .2, .2, .3, .5 }, { .7, .3, .4, .2 }, { .5, .8, .6, .7 },
        { .3, .6, .1, .9 }, { .8, .7, .8, .4 }, { .1, .9, .5, .1 },
    };
    Point p;
    p.label = (int)(uniform() * NCLASS);
    for (int d = 0; d < DIM; d++) {
        double bump = uniform() + uniform() + uniform() - 1.5;
        p.x[d] = centre[p.label][d] + 0.45 * bump;
    }
    return p;
}

static inline double sqr(double v) { return v * v; }

static double distance2(const Point *a, const Point *b)
{
    double s = 0;
    for (int d = 0; d < DIM; d++)
        s += sqr(a->x[d] - b->x[d]);
    return s;
}

static void swap_points(Point *a, Point *b)
{
    Point t = *a;
    *a = *b;
    *b = t;
}

/* quickselect: element k in its sorted place along the axis */
static void select_median(Point *p, int n, int k, int axis)
{
    int lo = 0, hi = n - 1;
    while (lo < hi) {
        double pivot = p[lo + (hi - lo) / 2].x[axis];
        int i = lo, j = hi;
        while (i <= j) {
            while (p[i].x[axis] < pivot) i++;
            while (p[j].x[axis] > pivot) j--;
            if (i <= j)
                swap_points(&p[i++], &p[j--]);
        }
        if (k <= j) hi = j;
        else if (k >= i) lo = i;
        else break;
    }
}

static Node *build(Point *p, int n, int depth)
{
    if (n <= 0)
        return NULL;
    int axis = depth % DIM, mid = n / 2;
    select_median(p, n, mid, axis);
    Node *nd = must_alloc(1, sizeof *nd);
    nd->pt = p[mid];
    nd->axis = axis;
    nd->left = build(p, mid, depth + 1);
    nd->right = build(p + mid + 1, n - mid - 1, depth + 1);
    return nd;
}

static void destroy(Node *nd)
{
    if (!nd)
        return;
    destroy(nd->left);
    destroy(nd->right);
    free(nd);
}

static int height(const Node *nd)
{
    if (!nd)
        return 0;
    int l = height(nd->left), r = height(nd->right);
    return 1 + (l > r ? l : r);
}

static void heap_sift(Heap *h, int i)
{
    for (;;) {
        int big = i, l = 2 * i + 1, r = l + 1;
        if (l < h->n && h->item[l].dist2 > h->item[big].dist2) big = l;
        if (r < h->n && h->item[r].dist2 > h->item[big].dist2) big = r;
        if (big == i)
            return;
        Found t = h->item[i];
        h->item[i] = h->item[big];
        h->item[big] = t;
        i = big;
    }
}

static void heap_offer(Heap *h, double d2, int label)
{
    if (h->n < h->k) {
        h->item[h->n].dist2 = d2;
        h->item[h->n].label = label;
        h->n++;
        if (h->n == h->k)
            for (int i = h->n / 2 - 1; i >= 0; i--)
                heap_sift(h, i);
    } else if (d2 < h->item[0].dist2) {
        h->item[0].dist2 = d2;
        h->item[0].label = label;
        heap_sift(h, 0);
    }
}

static void search(const Node *nd, const Point *q, Heap *h)
{
    if (!nd)
        return;
    h->visited++;
    heap_offer(h, distance2(&nd->pt, q), nd->pt.label);

    double delta = q->x[nd->axis] - nd->pt.x[nd->axis];
    bool go_left = delta < 0;
    search(go_left ? nd->left : nd->right, q, h);
    if (h->n < h->k || sqr(delta) < h->item[0].dist2)
        search(go_left ? nd->right : nd->left, q, h);
}

static int vote(const Heap *h)
{
    int count[NCLASS] = { 0 }, best = 0;
    for (int i = 0; i < h->n; i++)
        count[h->item[i].label]++;
    for (int c = 1; c < NCLASS; c++)
        if (count[c] > count[best])
            best = c;
    return best;
}

static void classify(const Node *root, const Point *q, int nq, int k, Answer *ans)
{
    for (int i = 0; i < nq; i++) {
        Heap h;
        h.k = k;
        h.n = 0;
        h.visited = 0;
        search(root, &q[i], &h);
        ans[i].label = vote(&h);
        ans[i].kth = sqrt(h.item[0].dist2);
        ans[i].visited = h.visited;
    }
}

int main(int argc, char **argv)
{
    int n = 200000, nq = 70000, k = 12;

    if (argc > 4) {
        fprintf(stderr, "usage: %s [points [queries [k]]]\n", argv[0]);
        return 2;
    }
    if (argc > 1) n = atoi(argv[1]);
    if (argc > 2) nq = atoi(argv[2]);
    if (argc > 3) k = atoi(argv[3]);
    if (k < 1 || k > KMAX || n < k || nq < 1) {
        fprintf(stderr, "%s: need 1 <= k <= %d, points >= k, queries >= 1\n", argv[0], KMAX);
        return 2;
    }
    Point *pts = must_alloc(n, sizeof *pts);
    Point *q = must_alloc(nq, sizeof *q);
    Answer *ans = must_alloc(nq, sizeof *ans);
    for (int i = 0; i < n; i++) pts[i] = random_point();
    for (int i = 0; i < nq; i++) q[i] = random_point();

    Node *root = build(pts, n, 0);
    classify(root, q, nq, k, ans);

    long visited = 0, confusion[NCLASS][NCLASS];
    double total = 0;
    int right = 0;
    memset(confusion, 0, sizeof confusion);
    for (int i = 0; i < nq; i++) {
        visited += ans[i].visited;
        total += ans[i].kth;
        right += ans[i].label == q[i].label;
        confusion[q[i].label][ans[i].label]++;
    }
    printf("tree of %d points, height %d\n", n, height(root));
    printf("visited %.2f nodes per query, mean k-th distance %.9f\n", (double)visited / nq, total / nq);
    printf("accuracy %.4f\n", (double)right / nq);
    for (int a = 0; a < NCLASS; a++) {
        for (int b = 0; b < NCLASS; b++)
            printf("%7ld", confusion[a][b]);
        putchar('\n');
    }
    destroy(root);
    free(pts);
    free(q);
    free(ans);
    return 0;
}

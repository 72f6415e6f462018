/* kdnear - statistical outlier filter and normals for a lidar point cloud.
 * usage: kdnear [points] [k] [seed]
 * Builds a kd-tree, finds the k nearest neighbours of every point with a
 * bounded heap, drops points whose mean neighbour distance is unusual, and
 * classifies the rest as ground / facade / clutter from the local plane. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <stdint.h>

#define KMAX 32
#define LEAF 8

typedef struct { float c[3]; float ref; } Point;

typedef struct Tree {
    struct Tree *kid[2];
    float split;
    int axis, lo, hi;                   /* axis -1: leaf */
} Tree;

typedef struct { float d2; int i; } Near;

static Point *pt;
static int *order;
static int npt, K = 14;
static uint32_t seed = 8;

static float frand(void)
{
    seed = seed * 1664525u + 1013904223u;
    return (float)(seed >> 8) / 16777216.0f;
}

static void survey(int n)               /* hilly ground, some box houses, shrubs, stray echoes */
{
    float house[24][4];
    for (int h = 0; h < 24; h++) {
        house[h][0] = 180 * frand(); house[h][1] = 180 * frand();
        house[h][2] = 6 + 10 * frand(); house[h][3] = 4 + 8 * frand();
    }
    for (int i = 0; i < n; i++) {
        Point *p = &pt[i];
        float x = 200 * frand(), y = 200 * frand(), z = 4 * sinf(x * 0.03f) * cosf(y * 0.04f), u = frand();
        if (u < 0.25f) {
            float *h = house[(int)(24 * frand())], s = h[2] * frand();
            int side = (int)(4 * frand());
            x = h[0] + (side == 0 ? 0 : side == 1 ? h[2] : s);
            y = h[1] + (side == 2 ? 0 : side == 3 ? h[2] : s);
            z += h[3] * frand();
        } else if (u < 0.33f) {
            z += 2.5f * frand() * frand();
        } else if (u < 0.335f) {
            z += 40 * frand() - 10;
        }
        p->c[0] = x; p->c[1] = y; p->c[2] = z + 0.03f * (frand() - 0.5f);
        p->ref = 0;
    }
}

static void nth(int *v, int n, int k, int ax)           /* quickselect on one axis */
{
    int lo = 0, hi = n - 1;
    while (lo < hi) {
        float p = pt[v[lo + (hi - lo) / 2]].c[ax];
        int i = lo, j = hi;
        do {
            while (pt[v[i]].c[ax] < p) i++;
            while (pt[v[j]].c[ax] > p) j--;
            if (i <= j) { int t = v[i]; v[i++] = v[j]; v[j--] = t; }
        } while (i <= j);
        if (k <= j) hi = j;
        else if (k >= i) lo = i;
        else return;
    }
}

static Tree *build(int lo, int hi)
{
    Tree *t = malloc(sizeof *t);
    if (!t) { perror("kdnear"); exit(1); }
    *t = (Tree){ { NULL, NULL }, 0, -1, lo, hi };
    if (hi - lo <= LEAF) return t;
    float mn[3] = { 1e9f, 1e9f, 1e9f }, mx[3] = { -1e9f, -1e9f, -1e9f };
    for (int i = lo; i < hi; i++)
        for (int a = 0; a < 3; a++) {
            float c = pt[order[i]].c[a];
            if (c < mn[a]) mn[a] = c;
            if (c > mx[a]) mx[a] = c;
        }
    int ax = 0, mid = (lo + hi) / 2;
    for (int a = 1; a < 3; a++)
        if (mx[a] - mn[a] > mx[ax] - mn[ax]) ax = a;
    nth(order + lo, hi - lo, mid - lo, ax);
    t->axis = ax;
    t->split = pt[order[mid]].c[ax];
#pragma omp task shared(t) if (hi - lo > 2000)
    t->kid[0] = build(lo, mid);
    t->kid[1] = build(mid, hi);
#pragma omp taskwait
    return t;
}

static void tree_free(Tree *t)
{
    if (!t) return;
    tree_free(t->kid[0]); tree_free(t->kid[1]); free(t);
}

static int worse(Near a, Near b) { return a.d2 > b.d2 || (a.d2 == b.d2 && a.i > b.i); }

static void offer(Near *heap, int *n, float d2, int i)  /* keeps the K nearest; heap[0] is the worst */
{
    Near e = { d2, i };
    int p;
    if (*n < K) {
        for (p = (*n)++; p > 0 && worse(e, heap[(p - 1) / 2]); p = (p - 1) / 2) heap[p] = heap[(p - 1) / 2];
        heap[p] = e;
        return;
    }
    if (!worse(heap[0], e)) return;
    for (p = 0;;) {
        int c = 2 * p + 1;
        if (c >= K) break;
        if (c + 1 < K && worse(heap[c + 1], heap[c])) c++;
        if (!worse(heap[c], e)) break;
        heap[p] = heap[c];
        p = c;
    }
    heap[p] = e;
}

static void query(const Tree *t, int self, Near *heap, int *n, long *visits)
{
    const float *q = pt[self].c;
    ++*visits;
    if (t->axis < 0) {
        for (const int *o = order + t->lo; o < order + t->hi; o++) {
            const float *c = pt[*o].c;
            float x = c[0] - q[0], y = c[1] - q[1], z = c[2] - q[2];
            if (*o != self) offer(heap, n, x * x + y * y + z * z, *o);
        }
        return;
    }
    float d = q[t->axis] - t->split;
    query(t->kid[d >= 0], self, heap, n, visits);
    if (*n < K || d * d <= heap[0].d2) query(t->kid[d < 0], self, heap, n, visits);
}

/* normal of the neighbourhood by inverse-power steps on its covariance */
static int classify(const Near *nb, int n)
{
    double m[3] = { 0, 0, 0 }, c[3][3] = { { 0 } }, v[3] = { 0.3, 0.4, 0.86 };
    for (int k = 0; k < n; k++)
        for (int a = 0; a < 3; a++) m[a] += pt[nb[k].i].c[a] / n;
    for (int k = 0; k < n; k++)
        for (int a = 0; a < 3; a++)
            for (int b = 0; b <= a; b++) c[a][b] += (pt[nb[k].i].c[a] - m[a]) * (pt[nb[k].i].c[b] - m[b]);
    double tr = c[0][0] + c[1][1] + c[2][2] + 1e-12, len = 1, low = 0;
    c[0][1] = c[1][0]; c[0][2] = c[2][0]; c[1][2] = c[2][1];
    for (int it = 0; it < 12; it++) {                    /* largest of tr*I - C is the smallest of C */
        double w[3];
        for (int a = 0; a < 3; a++) w[a] = tr * v[a] - c[a][0] * v[0] - c[a][1] * v[1] - c[a][2] * v[2];
        len = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
        for (int a = 0; a < 3; a++) v[a] = w[a] / len;
    }
    low = (tr - len) / tr;
    if (low > 0.06) return 2;
    return fabs(v[2]) > 0.8 ? 0 : fabs(v[2]) < 0.3 ? 1 : 2;
}

int main(int argc, char **argv)
{
    npt = argc > 1 ? atoi(argv[1]) : 150000;
    if (argc > 2) K = atoi(argv[2]);
    if (argc > 3) seed = (uint32_t)atoi(argv[3]);
    if (K < 3 || K > KMAX || npt <= K) { fprintf(stderr, "kdnear: need 3 <= k <= %d < points\n", KMAX); return 1; }
    pt = malloc(npt * sizeof *pt);
    order = malloc(npt * sizeof *order);
    unsigned char *cls = malloc(npt);
    if (!pt || !order || !cls) return 1;
    survey(npt);
    for (int i = 0; i < npt; i++) order[i] = i;
    Tree *root = NULL;
    long visits = 0;
#pragma omp parallel
#pragma omp single
    root = build(0, npt);

    double sum = 0, sq = 0;
#pragma omp parallel for schedule(dynamic, 256) reduction(+ : visits)
    for (int i = 0; i < npt; i++) {
        Near heap[KMAX];
        int n = 0;
        float d = 0;
        query(root, i, heap, &n, &visits);
        for (int k = 0; k < n; k++) d += sqrtf(heap[k].d2);
        pt[i].ref = d / n;
        cls[i] = (unsigned char)classify(heap, n);
    }
    for (int i = 0; i < npt; i++) {
        sum += pt[i].ref; sq += (double)pt[i].ref * pt[i].ref;
    }
    double mean = sum / npt, sd = sqrt(sq / npt - mean * mean), height[3] = { 0, 0, 0 };
    long count[3] = { 0, 0, 0 }, out = 0;
    int far = 0;
    for (int i = 0; i < npt; i++) {
        if (pt[i].ref > pt[far].ref) far = i;
        if (pt[i].ref > mean + 2.5 * sd) { out++; continue; }
        count[cls[i]]++;
        height[cls[i]] += pt[i].c[2];
    }
    printf("%d points, k %d, mean distance %.12f sd %.12f, tree visits %ld\n", npt, K, mean, sd, visits);
    printf("outliers %ld, farthest %d at %.6f\n", out, far, pt[far].ref);
    for (int c = 0; c < 3; c++)
        printf("%-8s %7ld mean height %.9f\n", c == 0 ? "ground" : c == 1 ? "facade" : "clutter", count[c],
               count[c] ? height[c] / count[c] : 0.0);
    tree_free(root);
    free(pt); free(order); free(cls);
    return 0;
}

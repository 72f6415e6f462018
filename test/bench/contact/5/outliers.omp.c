// SPDX-License-Identifier: Apache-2.0
/* Statistical outlier removal for a point cloud: a balanced k-d tree stored
 * in place (the median of a range is its node), k nearest neighbours of every
 * point, then a mean + s*sigma cut on the mean neighbour distance.
 *
 * outliers [points] [neighbours]
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define KMAX 64
#define LEAF 8

struct pt { float c[3]; uint32_t id; };

static struct pt *cloud;
static unsigned char *split_axis;

/* candidates of the running query: a max-heap on distance */
static float best_d[KMAX];
static uint32_t best_id[KMAX];
static int best_n, best_k;
static long visited;
#pragma omp threadprivate(best_d, best_id, best_n, best_k, visited)

static uint64_t seed = 88172645463325252ULL;

static double uni(void)
{
    seed ^= seed << 13; seed ^= seed >> 7; seed ^= seed << 17;
    return (seed >> 11) * (1.0 / 9007199254740992.0);
}

static void swap(struct pt *a, struct pt *b)
{
    struct pt t = *a;
    *a = *b;
    *b = t;
}

/* coordinate first, id second: a total order, so the tree is unique */
static int before(const struct pt *a, const struct pt *b, int axis)
{
    return a->c[axis] < b->c[axis] || (a->c[axis] == b->c[axis] && a->id < b->id);
}

static void select_nth(int lo, int hi, int nth, int axis)
{
    while (hi - lo > 1) {
        int mid = lo + (hi - lo) / 2, last = hi - 1;
        if (before(&cloud[mid], &cloud[lo], axis)) swap(&cloud[mid], &cloud[lo]);
        if (before(&cloud[last], &cloud[mid], axis)) swap(&cloud[last], &cloud[mid]);
        if (before(&cloud[mid], &cloud[lo], axis)) swap(&cloud[mid], &cloud[lo]);
        struct pt pivot = cloud[mid];
        int i = lo, j = last;
        while (i <= j) {
            while (before(&cloud[i], &pivot, axis)) i++;
            while (before(&pivot, &cloud[j], axis)) j--;
            if (i <= j)
                swap(&cloud[i++], &cloud[j--]);
        }
        if (nth <= j) hi = j + 1;
        else if (nth >= i) lo = i;
        else return;
    }
}

static void build(int lo, int hi)
{
    float mn[3], mx[3];
    int mid = lo + (hi - lo) / 2, axis = 0;
    if (hi - lo <= LEAF)
        return;
    for (int a = 0; a < 3; a++)
        mn[a] = mx[a] = cloud[lo].c[a];
    for (int i = lo + 1; i < hi; i++)
        for (int a = 0; a < 3; a++) {
            if (cloud[i].c[a] < mn[a]) mn[a] = cloud[i].c[a];
            if (cloud[i].c[a] > mx[a]) mx[a] = cloud[i].c[a];
        }
    for (int a = 1; a < 3; a++)
        if (mx[a] - mn[a] > mx[axis] - mn[axis])
            axis = a;
    select_nth(lo, hi, mid, axis);
    split_axis[mid] = (unsigned char)axis;
    #pragma omp task if(hi - lo > 4000)
    build(lo, mid);
    build(mid + 1, hi);
}

static int worse(float d, uint32_t id, int j)
{
    return d > best_d[j] || (d == best_d[j] && id > best_id[j]);
}

static void offer(const struct pt *p, const float *q)
{
    float dx = p->c[0] - q[0], dy = p->c[1] - q[1], dz = p->c[2] - q[2];
    float d = dx * dx + dy * dy + dz * dz;
    int i;
    visited++;
    if (best_n < best_k) {
        for (i = best_n++; i > 0 && worse(d, p->id, (i - 1) / 2); i = (i - 1) / 2) {
            best_d[i] = best_d[(i - 1) / 2];
            best_id[i] = best_id[(i - 1) / 2];
        }
    } else if (!worse(d, p->id, 0)) {
        for (i = 0;;) {
            int c = 2 * i + 1;
            if (c >= best_n) break;
            if (c + 1 < best_n && worse(best_d[c + 1], best_id[c + 1], c)) c++;
            if (worse(d, p->id, c)) break;
            best_d[i] = best_d[c];
            best_id[i] = best_id[c];
            i = c;
        }
    } else
        return;
    best_d[i] = d;
    best_id[i] = p->id;
}

static void search(int lo, int hi, const float *q)
{
    if (hi - lo <= LEAF) {
        for (int i = lo; i < hi; i++)
            offer(&cloud[i], q);
        return;
    }
    int mid = lo + (hi - lo) / 2, axis = split_axis[mid];
    float off = q[axis] - cloud[mid].c[axis];
    if (off < 0) search(lo, mid, q);
    else search(mid + 1, hi, q);
    offer(&cloud[mid], q);
    if (best_n < best_k || off * off <= best_d[0]) {
        if (off < 0) search(mid + 1, hi, q);
        else search(lo, mid, q);
    }
}

static void scan(int n)
{
    for (int i = 0; i < n; i++) {
        double u = 6.283185307179586 * uni(), v = uni(), r = 1 + 0.01 * uni();
        float *c = cloud[i].c;
        cloud[i].id = (uint32_t)i;
        if (i % 50 == 0) {                              /* stray returns */
            for (int a = 0; a < 3; a++) c[a] = (float)(6 * uni() - 3);
        } else if (i % 3) {                             /* a sphere */
            double z = 2 * v - 1, s = sqrt(1 - z * z);
            c[0] = (float)(r * s * cos(u)); c[1] = (float)(r * s * sin(u)); c[2] = (float)(r * z);
        } else {                                        /* the floor */
            c[0] = (float)(4 * uni() - 2); c[1] = (float)(4 * v - 2); c[2] = (float)(0.01 * uni() - 1);
        }
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 300000;
    int k = argc > 2 ? atoi(argv[2]) : 12;
    if (k < 1 || k >= KMAX || n <= k) return 1;
    cloud = malloc(n * sizeof *cloud);
    split_axis = calloc(n, 1);
    double *spread = malloc(n * sizeof *spread);
    uint32_t *far_id = malloc(n * sizeof *far_id);
    if (!cloud || !split_axis || !spread || !far_id) return 1;
    scan(n);

    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    long seen = 0;
    #pragma omp parallel reduction(+:seen)
    {
    #pragma omp single
    build(0, n);
    visited = 0;
    #pragma omp for schedule(dynamic, 512)
    for (int i = 0; i < n; i++) {
        double sum = 0;
        best_n = 0;
        best_k = k + 1;                                 /* the point itself is one */
        search(0, n, cloud[i].c);
        for (int j = 0; j < best_n; j++)
            sum += sqrt(best_d[j]);
        spread[cloud[i].id] = sum / k;
        far_id[cloud[i].id] = best_id[0];
    }
    seen += visited;
    }
    double mean = 0, var = 0;
    for (int i = 0; i < n; i++)
        mean += spread[i];
    mean /= n;
    for (int i = 0; i < n; i++)
        var += (spread[i] - mean) * (spread[i] - mean);
    double limit = mean + 2.0 * sqrt(var / (n - 1));
    clock_gettime(CLOCK_MONOTONIC, &b);

    int removed = 0, stray = 0;
    uint32_t check = 0;
    for (int i = 0; i < n; i++) {
        check = (check ^ far_id[i]) * 16777619u + i;
        if (spread[i] > limit) {
            removed++;
            stray += i % 50 == 0;
        }
    }
    printf("points %d mean %.9f limit %.9f\nremoved %d of which stray %d, candidates %ld, check %08x\n",
           n, mean, limit, removed, stray, seen, (unsigned)check);
    fprintf(stderr, "time %.3f\n", b.tv_sec - a.tv_sec + 1e-9 * (b.tv_nsec - a.tv_nsec));
    free(cloud); free(split_axis); free(spread); free(far_id);
    return 0;
}

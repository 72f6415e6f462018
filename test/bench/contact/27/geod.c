/*
 * geod - build a minimal baseline network over a set of GNSS stations.
 *
 * All mutual geodesics are computed on the GRS80 ellipsoid (Vincenty's
 * inverse formula); every station keeps its K nearest neighbours as candidate
 * baselines, which Kruskal's algorithm then thins out to a spanning forest.
 *
 * usage: geod [stations] [seed]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define PI      3.14159265358979323846
#define GRS80_A 6378137.0
#define GRS80_F (1.0 / 298.257222101)
#define KNEAR   6
#define MAXITER 60

typedef struct {
    int    from, to;
    double dist, az12, az21;
} Baseline;

typedef struct {
    char     code[8];
    double   lat, lon;          /* radians, geodetic */
    double   su, cu;            /* sine and cosine of the reduced latitude */
    int      nnear;
    Baseline near[KNEAR];
} Station;

typedef struct {
    long   pairs, failed;
    long   iter_hist[MAXITER + 1];
    double total, longest;
    int    far_a, far_b;
} Statistics;

static unsigned long long rng_state;

static double uniform(void)
{
    rng_state = rng_state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(rng_state >> 11) / 9007199254740992.0;
}

static void make_stations(Station *st, int n)
{
    int i;
    for (i = 0; i < n; i++) {
        double z = 2.0 * uniform() - 1.0, u;
        st[i].lat = asin(z * 0.98);
        st[i].lon = (2.0 * uniform() - 1.0) * PI;
        snprintf(st[i].code, sizeof st[i].code, "%c%c%02d", 'A' + (i / 2600) % 26,
                 'A' + (i / 100) % 26, i % 100);
        u = atan((1.0 - GRS80_F) * tan(st[i].lat));
        st[i].su = sin(u);
        st[i].cu = cos(u);
        st[i].nnear = 0;
    }
}

/* Vincenty's inverse problem; returns the number of iterations, or -1 when
 * the points are (nearly) antipodal and the series does not converge. */
static int inverse(const Station *p, const Station *q, Baseline *b)
{
    const double f = GRS80_F, bb = GRS80_A * (1.0 - GRS80_F);
    double L = q->lon - p->lon, lam, prev, sl, cl, ss, cs, sigma, sa, c2a, c2m;
    double C, usq, A, B, ds;
    int it;

    if (L > PI) L -= 2 * PI;
    if (L < -PI) L += 2 * PI;
    lam = L;
    for (it = 1; it <= MAXITER; it++) {
        double t1, t2;
        sl = sin(lam);
        cl = cos(lam);
        t1 = q->cu * sl;
        t2 = p->cu * q->su - p->su * q->cu * cl;
        ss = sqrt(t1 * t1 + t2 * t2);
        if (ss == 0.0) {
            b->dist = b->az12 = b->az21 = 0.0;
            return it;
        }
        cs = p->su * q->su + p->cu * q->cu * cl;
        sigma = atan2(ss, cs);
        sa = p->cu * q->cu * sl / ss;
        c2a = 1.0 - sa * sa;
        c2m = c2a > 1e-14 ? cs - 2.0 * p->su * q->su / c2a : 0.0;
        C = f / 16.0 * c2a * (4.0 + f * (4.0 - 3.0 * c2a));
        prev = lam;
        lam = L + (1.0 - C) * f * sa *
              (sigma + C * ss * (c2m + C * cs * (2.0 * c2m * c2m - 1.0)));
        if (fabs(lam) > PI) return -1;
        if (fabs(lam - prev) < 1e-9) break;
    }
    if (it > MAXITER) return -1;
    usq = c2a * (GRS80_A * GRS80_A - bb * bb) / (bb * bb);
    A = 1.0 + usq / 16384.0 * (4096.0 + usq * (-768.0 + usq * (320.0 - 175.0 * usq)));
    B = usq / 1024.0 * (256.0 + usq * (-128.0 + usq * (74.0 - 47.0 * usq)));
    ds = B * ss * (c2m + B / 4.0 * (cs * (2.0 * c2m * c2m - 1.0) -
         B / 6.0 * c2m * (4.0 * ss * ss - 3.0) * (4.0 * c2m * c2m - 3.0)));
    b->dist = bb * A * (sigma - ds);
    b->az12 = atan2(q->cu * sl, p->cu * q->su - p->su * q->cu * cl);
    b->az21 = atan2(p->cu * sl, p->cu * q->su * cl - p->su * q->cu);
    return it;
}

/* keep the KNEAR shortest baselines of a station, sorted by length */
static void remember(Station *s, const Baseline *b)
{
    int k;
    if (s->nnear == KNEAR) {
        if (b->dist >= s->near[KNEAR - 1].dist) return;
        s->nnear--;
    }
    for (k = s->nnear++; k > 0 && s->near[k - 1].dist > b->dist; k--) s->near[k] = s->near[k - 1];
    s->near[k] = *b;
}

static void all_pairs(Station *st, int n, Statistics *stat)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = i + 1; j < n; j++) {
            Baseline b;
            int it = inverse(&st[i], &st[j], &b);
            stat->pairs++;
            if (it < 0) {
                stat->failed++;
                continue;
            }
            stat->iter_hist[it]++;
            stat->total += b.dist;
            if (b.dist > stat->longest) {
                stat->longest = b.dist;
                stat->far_a = i;
                stat->far_b = j;
            }
            b.from = i;
            b.to = j;
            remember(&st[i], &b);
            remember(&st[j], &b);
        }
}

static int by_length(const void *x, const void *y)
{
    const Baseline *a = x, *b = y;
    if (a->dist != b->dist) return a->dist < b->dist ? -1 : 1;
    if (a->from != b->from) return a->from - b->from;
    return a->to - b->to;
}

static int find_root(int *parent, int i)
{
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2000, i, k, ncand = 0, used = 0;
    double length = 0.0, azsum = 0.0, longest = 0.0;
    Station *st;
    Baseline *cand;
    int *parent;
    Statistics stat;

    rng_state = argc > 2 ? strtoull(argv[2], NULL, 10) : 20261201ULL;
    if (n < 2 || n > 20000) {
        fprintf(stderr, "geod: number of stations must be 2..20000\n");
        return 1;
    }
    st = malloc(n * sizeof *st);
    cand = malloc((size_t)n * KNEAR * sizeof *cand);
    parent = malloc(n * sizeof *parent);
    if (!st || !cand || !parent) {
        fprintf(stderr, "geod: out of memory\n");
        return 1;
    }
    memset(&stat, 0, sizeof stat);
    make_stations(st, n);
    all_pairs(st, n, &stat);
    for (i = 0; i < n; i++) {
        parent[i] = i;
        for (k = 0; k < st[i].nnear; k++) cand[ncand++] = st[i].near[k];
    }
    qsort(cand, ncand, sizeof *cand, by_length);
    for (i = 0; i < ncand; i++) {
        int a = find_root(parent, cand[i].from), b = find_root(parent, cand[i].to);
        if (a == b) continue;
        parent[a] = b;
        used++;
        length += cand[i].dist;
        azsum += cand[i].az12 - cand[i].az21;
        longest = cand[i].dist;
    }
    printf("pairs %ld, not converged %ld, mean distance %.4f m\n", stat.pairs,
           stat.failed, stat.total / (stat.pairs - stat.failed));
    printf("longest line %s-%s %.4f m\n", st[stat.far_a].code, st[stat.far_b].code, stat.longest);
    for (i = 1; i <= MAXITER; i++)
        if (stat.iter_hist[i]) printf("  %2d iterations: %ld\n", i, stat.iter_hist[i]);
    printf("network: %d candidates, %d baselines, %d components\n", ncand, used, n - used);
    printf("length %.4f m, longest %.5f m, convergence %.9f\n", length, longest, azsum);
    free(st);
    free(cand);
    free(parent);
    return 0;
}

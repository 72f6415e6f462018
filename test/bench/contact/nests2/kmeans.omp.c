/* k-means clustering of feature vectors kept as an array of records.
 * Reads "points clusters rounds" from standard input when there is a line to
 * read, otherwise uses its defaults:  echo 20000 32 10 | kmeans
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define DIM 20

struct point {
    int label;
    float dist;
    float x[DIM];
};

struct centre {
    double sum[DIM];
    long count;
    float x[DIM];
    float spread;
};

struct model {
    int npoints, k;
    struct point *pts;
    struct centre *ctr;
};

static unsigned long seed = 4711;

static float frand(void)
{
    seed = seed * 6364136223846793005UL + 1442695040888963407UL;
    return (float)(seed >> 40) / 16777216.0f;
}

static int model_init(struct model *m)
{
    m->pts = malloc(m->npoints * sizeof *m->pts);
    m->ctr = calloc(m->k, sizeof *m->ctr);
    float(*hub)[DIM] = malloc(m->k * sizeof *hub);
    if (!m->pts || !m->ctr || !hub)
        return -1;

    for (int c = 0; c < m->k; c++)
        for (int d = 0; d < DIM; d++)
            hub[c][d] = 10.0f * frand();
    for (int i = 0; i < m->npoints; i++) {
        int c = (int)(frand() * (float)m->k * 0.999f);
        float width = 1.0f + (float)(c % 4);
        m->pts[i].label = -1;
        for (int d = 0; d < DIM; d++)
            m->pts[i].x[d] = hub[c][d] + width * (frand() + frand() - 1.0f);
    }
    for (int c = 0; c < m->k; c++)
        for (int d = 0; d < DIM; d++)
            m->ctr[c].x[d] = m->pts[(long)c * m->npoints / m->k].x[d];
    free(hub);
    return 0;
}

#define PB 4  /* points compared together */
#define CB 16 /* centres per vector strip */

_Static_assert(DIM % 5 == 0, "strip() is unrolled by 5");

/* all distances of PB points to CB centres, every sum over ascending d */
static inline void strip(float dist[PB][CB], const struct point *p, const float (*restrict ct)[CB])
{
    for (int i = 0; i < PB; i++) {
        float acc[CB] = { 0 };
        const float *restrict x = p[i].x;
        for (int d = 0; d < DIM; d += 5) {
            float x0 = x[d], x1 = x[d + 1], x2 = x[d + 2], x3 = x[d + 3], x4 = x[d + 4];
#pragma omp simd
            for (int c = 0; c < CB; c++) {
                float t0 = x0 - ct[d][c], t1 = x1 - ct[d + 1][c], t2 = x2 - ct[d + 2][c];
                float t3 = x3 - ct[d + 3][c], t4 = x4 - ct[d + 4][c];
                float a = acc[c];
                a += t0 * t0;
                a += t1 * t1;
                a += t2 * t2;
                a += t3 * t3;
                a += t4 * t4;
                acc[c] = a;
            }
        }
        for (int c = 0; c < CB; c++)
            dist[i][c] = acc[c];
    }
}

/* returns how many points changed their cluster */
static long assign(struct model *m)
{
    long moved = 0;
    const int ns = (m->k + CB - 1) / CB;
    /* centres transposed in strips; the padding is too far away to win */
    float(*ct)[DIM][CB] = malloc(ns * sizeof *ct);
    if (!ct)
        abort();
    for (int c = 0; c < ns * CB; c++)
        for (int d = 0; d < DIM; d++)
            ct[c / CB][d][c % CB] = c < m->k ? m->ctr[c].x[d] : 1e18f;

#pragma omp parallel for schedule(static) reduction(+ : moved)
    for (int i0 = 0; i0 < m->npoints; i0 += PB) {
        struct point *p = &m->pts[i0], spare[PB] = { 0 };
        int n = m->npoints - i0 < PB ? m->npoints - i0 : PB;
        float best[PB][CB], dist[PB][CB];
        int arg[PB][CB];
        if (n < PB)
            for (int i = 0; i < n; i++)
                spare[i] = p[i];
        for (int i = 0; i < PB; i++)
            for (int c = 0; c < CB; c++) {
                best[i][c] = FLT_MAX;
                arg[i][c] = 0;
            }
        for (int s = 0; s < ns; s++) {
            strip(dist, n < PB ? spare : p, (const float(*)[CB])ct[s]);
            for (int i = 0; i < PB; i++) {
#pragma omp simd
                for (int c = 0; c < CB; c++) {
                    int closer = dist[i][c] < best[i][c];
                    arg[i][c] = closer ? s * CB + c : arg[i][c];
                    best[i][c] = closer ? dist[i][c] : best[i][c];
                }
            }
        }
        for (int i = 0; i < n; i++) {
            float b = FLT_MAX;
            int a = 0;
            for (int c = 0; c < CB; c++) /* lowest index wins ties */
                if (best[i][c] < b || (best[i][c] == b && arg[i][c] < a)) {
                    b = best[i][c];
                    a = arg[i][c];
                }
            moved += a != p[i].label;
            p[i].label = a;
            p[i].dist = b;
        }
    }
    free(ct);
    return moved;
}

static double update(struct model *m)
{
    double inertia = 0.0;

    for (int c = 0; c < m->k; c++) {
        m->ctr[c].count = 0;
        m->ctr[c].spread = 0.0f;
        for (int d = 0; d < DIM; d++)
            m->ctr[c].sum[d] = 0.0;
    }
    /* each task owns half of the clusters and passes over all points, so
     * every centre still sums its points in order */
#pragma omp parallel for schedule(static, 1)
    for (int job = 0; job < 2; job++) {
        if (job == 0)
            for (int i = 0; i < m->npoints; i++)
                inertia += m->pts[i].dist;
        for (int i = 0; i < m->npoints; i++) {
            const struct point *p = &m->pts[i];
            struct centre *c = &m->ctr[p->label];
            if (p->label % 2 != job)
                continue;
            c->count++;
            c->spread = p->dist > c->spread ? p->dist : c->spread;
#pragma omp simd
            for (int d = 0; d < DIM; d++)
                c->sum[d] += p->x[d];
        }
    }
    for (int c = 0; c < m->k; c++)
        for (int d = 0; d < DIM; d++)
            if (m->ctr[c].count > 0)
                m->ctr[c].x[d] = (float)(m->ctr[c].sum[d] / (double)m->ctr[c].count);
    return inertia;
}

int main(void)
{
    struct model m = { .npoints = 100000, .k = 64 };
    int rounds = 15, np, k, r;

    if (scanf("%d %d %d", &np, &k, &r) == 3) {
        m.npoints = np;
        m.k = k;
        rounds = r;
    }
    if (m.k < 1 || m.npoints < m.k || rounds < 1) {
        fprintf(stderr, "need points >= clusters >= 1 and rounds >= 1\n");
        return 2;
    }
    if (model_init(&m)) {
        fprintf(stderr, "out of memory\n");
        return 1;
    }

    double inertia = 0.0;
    long moved = 0;
    int done = 0;
    while (done < rounds) {
        moved = assign(&m);
        inertia = update(&m);
        done++;
        if (moved == 0)
            break;
    }

    double check = 0.0;
    long biggest = 0, labels = 0;
    for (int c = 0; c < m.k; c++) {
        biggest = m.ctr[c].count > biggest ? m.ctr[c].count : biggest;
        for (int d = 0; d < DIM; d++)
            check += m.ctr[c].x[d] * (double)(c + d + 1);
    }
    for (int i = 0; i < m.npoints; i++)
        labels += (long)m.pts[i].label * (i % 9 + 1);
    printf("rounds %d, still moving %ld, inertia %.12g\n", done, moved, inertia);
    printf("biggest cluster %ld, labels %ld, centres %.12g\n", biggest, labels, check);
    printf("spread of cluster 0: %.8g\n", sqrt((double)m.ctr[0].spread));
    free(m.pts);
    free(m.ctr);
    return 0;
}

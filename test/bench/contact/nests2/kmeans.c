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

static float distance2(const float *a, const float *b)
{
    float s = 0.0f;
    for (int d = 0; d < DIM; d++) {
        float t = a[d] - b[d];
        s += t * t;
    }
    return s;
}

/* returns how many points changed their cluster */
static long assign(struct model *m)
{
    long moved = 0;

    for (int i = 0; i < m->npoints; i++) {
        struct point *p = &m->pts[i];
        float best = FLT_MAX;
        int arg = 0;
        for (int c = 0; c < m->k; c++) {
            float d = distance2(p->x, m->ctr[c].x);
            if (d < best) {
                best = d;
                arg = c;
            }
        }
        if (arg != p->label)
            moved++;
        p->label = arg;
        p->dist = best;
    }
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
    for (int i = 0; i < m->npoints; i++) {
        const struct point *p = &m->pts[i];
        struct centre *c = &m->ctr[p->label];
        c->count++;
        c->spread = p->dist > c->spread ? p->dist : c->spread;
        for (int d = 0; d < DIM; d++)
            c->sum[d] += p->x[d];
        inertia += p->dist;
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

/* k-means, hand optimised: points as blocks of 16 lanes per dimension, 64
 * points x 4 centres in registers, generator jumped with tables, centre sums
 * divided among threads by dimension (so the order of the points is kept). */
#pragma GCC target("prefer-vector-width=512")
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <float.h>
#include <omp.h>

typedef float vf __attribute__((vector_size(64)));
typedef int vi __attribute__((vector_size(64)));

static int npoints, ndims, nclusters;
static vf *soa;                 /* [block of 16][ndims] */
static float *aos;              /* [npoints][lda] */
static int lda;
static float *centre;           /* [nclusters padded to 4][ndims] */
static int *label;
static float *near;             /* distance to the nearest centre */

static void *get(size_t bytes)
{
    void *p = aligned_alloc(64, (bytes + 63) / 64 * 64 + 64);
    if (!p)
        exit(1);
    return p;
}

static inline uint32_t next(uint32_t s)
{
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    return s;
}

static unsigned seed = 5u;

static float uni(void)
{
    seed = next(seed);
    return (float)(seed >> 8) / 16777216.0f;
}

/* the generator is linear over GF(2): a map is given by its 32 columns */
struct map { uint32_t col[32]; };

static uint32_t apply(const struct map *m, uint32_t x)
{
    uint32_t r = 0;
    for (int b = 0; b < 32; b++)
        r ^= m->col[b] & -(x >> b & 1u);
    return r;
}

static struct map compose(const struct map *a, const struct map *b)
{
    struct map r;
    for (int k = 0; k < 32; k++)
        r.col[k] = apply(a, b->col[k]);
    return r;
}

static struct map power(struct map m, unsigned long e)
{
    struct map r;
    for (int k = 0; k < 32; k++)
        r.col[k] = 1u << k;
    for (; e; e >>= 1) {
        if (e & 1)
            r = compose(&m, &r);
        m = compose(&m, &m);
    }
    return r;
}

static void generate(void)
{
    int blobs = nclusters + 3, nblk = (npoints + 15) / 16;
    float *mid = get(sizeof(float) * blobs * ndims);    /* [dim][blob] */
    struct map one, step;
    static uint32_t tab[4][256];

    for (int i = 0; i < blobs; i++)
        for (int d = 0; d < ndims; d++)
            mid[d * blobs + i] = 10.0f * uni();
    for (int k = 0; k < 32; k++)
        one.col[k] = next(1u << k);
    step = power(one, 1 + 2 * (unsigned long)ndims);
    for (int q = 0; q < 4; q++)
        for (int v = 0; v < 256; v++)
            tab[q][v] = apply(&step, (uint32_t)v << (8 * q));

#pragma omp parallel
    {
        int nt = omp_get_num_threads(), me = omp_get_thread_num();
        int b0 = (int)((long)nblk * me / nt), b1 = (int)((long)nblk * (me + 1) / nt);
        struct map skip = power(step, 16ul * b0);
        uint32_t st = apply(&skip, seed);
        for (int b = b0; b < b1; b++) {
            uint32_t s[16] __attribute__((aligned(64)));
            int blob[16] __attribute__((aligned(64)));
            for (int l = 0; l < 16; l++) {
                s[l] = st;
                st = tab[0][st & 255] ^ tab[1][st >> 8 & 255] ^ tab[2][st >> 16 & 255] ^ tab[3][st >> 24];
            }
            for (int l = 0; l < 16; l++) {
                s[l] = next(s[l]);
                blob[l] = (int)((float)(int)(s[l] >> 8) / 16777216.0f * blobs);
            }
            for (int d = 0; d < ndims; d++) {
                float *x = (float *)&soa[(size_t)b * ndims + d];
                const float *m = mid + d * blobs;
                for (int l = 0; l < 16; l++) {
                    uint32_t a = next(s[l]), c = next(a);
                    s[l] = c;
                    float u = (float)(int)(a >> 8) / 16777216.0f, v = (float)(int)(c >> 8) / 16777216.0f;
                    x[l] = m[blob[l]] + 6.0f * (u + v - 1.0f);
                }
                for (int l = 0; l < 16 && b * 16 + l < npoints; l++)
                    aos[(size_t)(b * 16 + l) * lda + d] = x[l];
            }
        }
#pragma omp for schedule(static)
        for (int b = nblk; b < (nblk + 3) / 4 * 4; b++)
            memset(&soa[(size_t)b * ndims], 0, sizeof(vf) * ndims);
    }
    for (int i = 0; i < nclusters; i++) {
        int p = (int)(((long)i * npoints) / nclusters);
        memcpy(centre + (size_t)i * ndims, aos + (size_t)p * lda, ndims * sizeof(float));
    }
    free(mid);
}

/* 64 points from block b on */
static int assign(int b)
{
    vf best[4];
    vi which[4];
    const vf *x0 = soa + (size_t)b * ndims, *x1 = x0 + ndims, *x2 = x1 + ndims, *x3 = x2 + ndims;
    int changed = 0;

    for (int v = 0; v < 4; v++) {
        best[v] = (vf){0} + FLT_MAX;
        which[v] = (vi){0};
    }
    for (int c = 0; c < nclusters; c += 4) {
        vf acc[4][4] = { { {0} } };
        const float *p = centre + (size_t)c * ndims;
        for (int d = 0; d < ndims; d++) {
            vf x[4] = { x0[d], x1[d], x2[d], x3[d] };
#pragma GCC unroll 4
            for (int k = 0; k < 4; k++) {
                float m = p[k * ndims + d];
#pragma GCC unroll 4
                for (int v = 0; v < 4; v++) {
                    vf t = x[v] - m;
                    acc[k][v] += t * t;
                }
            }
        }
        for (int k = 0; k < 4 && c + k < nclusters; k++)
#pragma GCC unroll 4
            for (int v = 0; v < 4; v++) {
                vi m = acc[k][v] < best[v];
                which[v] = (m & (c + k)) | (~m & which[v]);
                best[v] = (vf)((m & (vi)acc[k][v]) | (~m & (vi)best[v]));
            }
    }
    for (int v = 0; v < 4; v++)
        for (int l = 0; l < 16; l++) {
            int i = (b + v) * 16 + l;
            if (i < npoints) {
                changed += label[i] != which[v][l];
                label[i] = which[v][l];
                near[i] = best[v][l];
            }
        }
    return changed;
}

static float distance2(const float *a, const float *b)
{
    float s = 0.0f;
    for (int d = 0; d < ndims; d++) {
        float t = a[d] - b[d];
        s += t * t;
    }
    return s;
}

static double inertia_sum(void)
{
    double total = 0.0;
    for (int i = 0; i < npoints; i++)
        total += near[i];
    return total;
}

int main(int argc, char **argv)
{
    int maxiter = 12, changed = 0;
    double inertia = 0.0;

    npoints = argc > 1 ? atoi(argv[1]) : 60000;
    ndims = argc > 2 ? atoi(argv[2]) : 32;
    nclusters = argc > 3 ? atoi(argv[3]) : 50;
    if (argc > 4)
        maxiter = atoi(argv[4]);
    if (npoints < 1 || ndims < 1 || nclusters < 1) {
        fprintf(stderr, "usage: kmeans [points [dims [clusters [iterations]]]]\n");
        return 1;
    }
    int nblk = (npoints + 63) / 64 * 4, cpad = (nclusters + 3) / 4 * 4;
    lda = (ndims + 15) / 16 * 16;
    soa = get(sizeof(vf) * (size_t)nblk * ndims);
    aos = get(sizeof(float) * (size_t)npoints * lda);
    centre = get(sizeof(float) * (size_t)cpad * ndims);
    memset(centre, 0, sizeof(float) * (size_t)cpad * ndims);
    label = get(sizeof(int) * npoints);
    near = get(sizeof(float) * npoints);
    for (int i = 0; i < npoints; i++)
        label[i] = -1;
    generate();

    int *count = get(sizeof(int) * nclusters);
    int stop = 0;
#pragma omp parallel
    {
        int nt = omp_get_num_threads(), me = omp_get_thread_num();
        int d0 = (int)((long)ndims * me / nt), d1 = (int)((long)ndims * (me + 1) / nt), nd = d1 - d0;
        double *sum = get(sizeof(double) * nclusters * (nd + 1));
        for (int iter = 0; iter < maxiter && !stop; iter++) {
#pragma omp single
            changed = 0;
#pragma omp for schedule(static) reduction(+:changed)
            for (int b = 0; b < nblk; b += 4)
                changed += assign(b);
            /* the sum of the distances is only used for some iterations */
#pragma omp single
            {
                if (iter % 4 == 0 || changed == 0 || iter == maxiter - 1)
                    inertia = inertia_sum();
                if (iter % 4 == 0)
                    printf("iteration %2d inertia %.10g changed %d\n", iter, inertia, changed);
                stop = changed == 0;
                if (!stop) {
                    memset(count, 0, sizeof(int) * nclusters);
                    for (int i = 0; i < npoints; i++)
                        count[label[i]]++;
                }
            }
            if (stop)
                break;
            memset(sum, 0, sizeof(double) * nclusters * (nd + 1));
            if (nd == 16) {
                for (int i = 0; i < npoints; i++) {
                    double *s = sum + label[i] * 16;
                    const float *p = aos + (size_t)i * lda + d0;
                    for (int d = 0; d < 16; d++)
                        s[d] += p[d];
                }
            } else if (nd == 32) {
                for (int i = 0; i < npoints; i++) {
                    double *s = sum + label[i] * 32;
                    const float *p = aos + (size_t)i * lda + d0;
                    for (int d = 0; d < 32; d++)
                        s[d] += p[d];
                }
            } else
                for (int i = 0; i < npoints; i++) {
                    double *s = sum + label[i] * nd;
                    const float *p = aos + (size_t)i * lda + d0;
                    for (int d = 0; d < nd; d++)
                        s[d] += p[d];
                }
            for (int c = 0; c < nclusters; c++)
                if (count[c] > 0)
                    for (int d = 0; d < nd; d++)
                        centre[(size_t)c * ndims + d0 + d] = (float)(sum[c * nd + d] / count[c]);
#pragma omp barrier
        }
        free(sum);
    }
    unsigned hash = 0;
    for (int i = 0; i < npoints; i++)
        hash = hash * 33u + (unsigned)label[i];
    double s = 0.0;
    int pairs = 0;
    for (int a = 0; a < nclusters; a++)
        for (int b = 0; b < a; b++) {
            s += distance2(centre + (size_t)a * ndims, centre + (size_t)b * ndims);
            pairs++;
        }
    printf("inertia %.10g separation %.9g labels %08x\n", inertia, pairs ? s / pairs : 0.0, hash);
    for (int c = 0; c < 3 && c < nclusters; c++)
        printf("centre %d: %.7g .. %.7g\n", c, centre[(size_t)c * ndims],
               centre[(size_t)c * ndims + ndims - 1]);
    return 0;
}

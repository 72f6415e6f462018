/* PCA, hand optimised: 16 generator streams as lanes, column statistics by
 * rows, correlation matrix in 8 x 24 register tiles over packed panels, power
 * iteration on a transposed copy split among the threads. */
#pragma GCC target("prefer-vector-width=512")
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <omp.h>

#define NCOMP 4
#define TW 24
#define KB 256
#define A1 1103515245u
#define C1 12345u

typedef double vd __attribute__((vector_size(64)));
typedef double vdu __attribute__((vector_size(64), aligned(8)));

static void *get(size_t bytes)
{
    void *p = aligned_alloc(64, (bytes + 63) / 64 * 64 + 64);
    if (!p) {
        fprintf(stderr, "pca: no memory\n");
        exit(1);
    }
    return p;
}

/* multiplier and increment of k steps */
static void steps(size_t k, uint32_t *am, uint32_t *cm)
{
    uint32_t a = A1, c = C1, ra = 1, rc = 0;
    for (; k; k >>= 1) {
        if (k & 1) {
            rc = rc * a + c;
            ra *= a;
        }
        c = c * a + c;
        a *= a;
    }
    *am = ra;
    *cm = rc;
}

static double gauss_like(uint32_t *s)
{
    double g = 0.0;
    for (int i = 0; i < 4; i++) {
        *s = *s * A1 + C1;
        g += ((*s >> 16) & 32767) / 32768.0 - 0.5;
    }
    return g;
}

static void measure_row(double *restrict x, int m, uint32_t s, const double *p1,
                        const double *p2, const double *p3, uint32_t ja, uint32_t jc)
{
    double f1 = 3.0 * gauss_like(&s), f2 = 2.0 * gauss_like(&s), f3 = gauss_like(&s);
    uint32_t st[16] __attribute__((aligned(64)));
    double g[16] __attribute__((aligned(64)));

    for (int l = 0; l < 16; l++) {
        st[l] = s;
        for (int k = 0; k < 4; k++)
            s = s * A1 + C1;
    }
    for (int j0 = 0; j0 < m; j0 += 16) {
        for (int l = 0; l < 16; l++) {
            uint32_t r = st[l];
            double h = 0.0;
            r = r * A1 + C1;
            h += (int)((r >> 16) & 32767) / 32768.0 - 0.5;
            r = r * A1 + C1;
            h += (int)((r >> 16) & 32767) / 32768.0 - 0.5;
            r = r * A1 + C1;
            h += (int)((r >> 16) & 32767) / 32768.0 - 0.5;
            r = r * A1 + C1;
            h += (int)((r >> 16) & 32767) / 32768.0 - 0.5;
            g[l] = h;
            st[l] = st[l] * ja + jc;
        }
        int n = m - j0 < 16 ? m - j0 : 16;
        for (int l = 0; l < n; l++) {
            int j = j0 + l;
            x[j] = 5.0 + f1 * p1[j] * 0.4 + f2 * p2[j] * 0.5 + f3 * p3[j] + 0.8 * g[l];
        }
    }
}

static inline void tile(const double *pa, const double *pb, double *out, size_t ld, int len)
{
    vd acc[8][3];
#pragma GCC unroll 8
    for (int i = 0; i < 8; i++)
#pragma GCC unroll 3
        for (int v = 0; v < 3; v++)
            acc[i][v] = *(vd *)(out + i * ld + 8 * v);
    for (int k = 0; k < len; k++, pa += TW, pb += TW) {
        vd b0 = *(vd *)pb, b1 = *(vd *)(pb + 8), b2 = *(vd *)(pb + 16);
#pragma GCC unroll 8
        for (int i = 0; i < 8; i++) {
            double a = pa[i];
            acc[i][0] += a * b0;
            acc[i][1] += a * b1;
            acc[i][2] += a * b2;
        }
    }
#pragma GCC unroll 8
    for (int i = 0; i < 8; i++)
#pragma GCC unroll 3
        for (int v = 0; v < 3; v++)
            *(vd *)(out + i * ld + 8 * v) = acc[i][v];
}

int main(int argc, char **argv)
{
    int n = 1800, m = 600, iters = 60;
    if (argc > 1) n = atoi(argv[1]);
    if (argc > 2) m = atoi(argv[2]);
    if (argc > 3) iters = atoi(argv[3]);
    if (n < 1 || m < 1 || iters < 1) {
        fprintf(stderr, "usage: pca [observations [variables [iterations]]]\n");
        return 1;
    }
    int nt = (m + TW - 1) / TW, mp = nt * TW;
    /* x packed: [panel of 24 columns][row][24] */
    double *xp = get(sizeof(double) * (size_t)n * mp);
    double *x = get(sizeof(double) * 3 * mp);           /* first rows for the scores */
    double *c = get(sizeof(double) * (size_t)mp * mp);  /* upper part */
    double *mean = get(sizeof(double) * mp), *sdev = get(sizeof(double) * mp);
    double *p1 = get(sizeof(double) * mp), *p2 = get(sizeof(double) * mp), *p3 = get(sizeof(double) * mp);
    double *w[2] = { get(sizeof(double) * mp), get(sizeof(double) * mp) };
    double *vfinal = get(sizeof(double) * mp), lambdas[NCOMP], vf[NCOMP], vl[NCOMP];
    double trace = 0.0, all = 0.0;
    uint32_t *start = get(sizeof(uint32_t) * (n + 1)), am, cm, ja, jc, s0 = 8u;
    double *raw = get(sizeof(double) * (size_t)n * mp);

    steps(4 * (3 + (size_t)m), &am, &cm);
    steps(64, &ja, &jc);
    for (int i = 0; i <= n; i++) {
        start[i] = s0;
        s0 = s0 * am + cm;
    }
    for (int j = 0; j < mp; j++) {
        p1[j] = (j % 5) - 2;
        p2[j] = j % 3;
        p3[j] = j % 7 == 0;
    }

#pragma omp parallel
    {
        double *v = get(sizeof(double) * mp);
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++) {
            measure_row(raw + (size_t)i * mp, m, start[i], p1, p2, p3, ja, jc);
            for (int j = m; j < mp; j++)
                raw[(size_t)i * mp + j] = 0.0;
        }
        /* one panel of columns at a time */
#pragma omp for schedule(dynamic, 1)
        for (int t = 0; t < nt; t++) {
            double *p = xp + (size_t)t * n * TW, sq[TW], dv[TW];
            vd s[3] = { {0} };
            for (int i = 0; i < n; i++)
                for (int q = 0; q < 3; q++) {
                    vd y = *(vd *)(raw + (size_t)i * mp + t * TW + 8 * q);
                    *(vd *)(p + (size_t)i * TW + 8 * q) = y;
                    s[q] += y;
                }
            double *mu = mean + t * TW;
            memcpy(mu, s, sizeof s);
            for (int l = 0; l < TW; l++)
                mu[l] /= n;
            vd m0 = *(vdu *)mu, m1 = *(vdu *)(mu + 8), m2 = *(vdu *)(mu + 16);
            vd q0 = {0}, q1 = {0}, q2 = {0};
            for (int i = 0; i < n; i++) {
                vd *r = (vd *)(p + (size_t)i * TW);
                vd a = r[0] - m0, b = r[1] - m1, d = r[2] - m2;
                q0 += a * a;
                q1 += b * b;
                q2 += d * d;
            }
            memcpy(sq, &q0, 64);
            memcpy(sq + 8, &q1, 64);
            memcpy(sq + 16, &q2, 64);
            for (int l = 0; l < TW; l++) {
                double e = sqrt(sq[l] / n);
                if (e < 1e-12)
                    e = 1.0;
                sdev[t * TW + l] = e;
                dv[l] = sqrt((double)n) * e;
            }
            vd d0 = *(vdu *)dv, d1 = *(vdu *)(dv + 8), d2 = *(vdu *)(dv + 16);
            for (int i = 0; i < n; i++) {
                vd *r = (vd *)(p + (size_t)i * TW);
                r[0] = (r[0] - m0) / d0;
                r[1] = (r[1] - m1) / d1;
                r[2] = (r[2] - m2) / d2;
            }
            for (int i = 0; i < n && i < 3; i++)
                memcpy(x + (size_t)i * mp + t * TW, p + (size_t)i * TW, TW * sizeof(double));
        }
        /* rows of 8 x panels, upper part */
#pragma omp for schedule(dynamic, 1)
        for (int t = 0; t < nt; t++) {
            memset(c + (size_t)t * TW * mp, 0, sizeof(double) * TW * mp);
            for (int k = 0; k < n; k += KB) {
                int len = n - k < KB ? n - k : KB;
                for (int u = t; u < nt; u++)
                    for (int i = 0; i < TW; i += 8)
                        tile(xp + ((size_t)t * n + k) * TW + i, xp + ((size_t)u * n + k) * TW,
                             c + (size_t)(t * TW + i) * mp + u * TW, mp, len);
            }
        }
        /* this thread keeps the columns i0..i1-1 of c' : ct[j][i] = c[i][j] */
        int nth = omp_get_num_threads(), me = omp_get_thread_num();
        int ng = (m + 7) / 8, i0 = 8 * (int)((long)ng * me / nth), i1 = 8 * (int)((long)ng * (me + 1) / nth);
        if (i1 > m)
            i1 = m;
        if (i0 > m)
            i0 = m;
        int wd = i1 - i0, ldt = (wd + 7) / 8 * 8;
        double *ct = get(sizeof(double) * (size_t)m * (ldt + 8));
        for (int j = 0; j < m; j++)
            for (int i = i0; i < i1; i++)
                ct[(size_t)j * ldt + i - i0] = i <= j ? c[(size_t)i * mp + j] : c[(size_t)j * mp + i];
        for (int j = 0; j < m; j++)
            for (int i = wd; i < ldt; i++)
                ct[(size_t)j * ldt + i] = 0.0;
#pragma omp single nowait
        for (int i = 0; i < m; i++) {
            trace += c[(size_t)i * mp + i];
            for (int j = 0; j < m; j++) {
                double y = i <= j ? c[(size_t)i * mp + j] : c[(size_t)j * mp + i];
                all += y * y;
            }
        }
        int par = 0;
        for (int k = 0; k < NCOMP && k < m; k++) {
            double lambda = 0.0;
            for (int i = 0; i < m; i++)
                v[i] = 1.0 + 0.01 * ((i * 13 + k) % 11);
            for (int t = 0; t < iters; t++) {
                double *restrict out = w[par];
                int i = 0;
                for (; i + 64 <= ldt; i += 64) {
                    vd a[8] = { {0} };
                    for (int j = 0; j < m; j++) {
                        double y = v[j];
                        const vd *r = (const vd *)(ct + (size_t)j * ldt + i);
#pragma GCC unroll 8
                        for (int q = 0; q < 8; q++)
                            a[q] += r[q] * y;
                    }
                    memcpy(out + i0 + i, a, sizeof a);
                }
                for (; i + 32 <= ldt; i += 32) {
                    vd a[4] = { {0} };
                    for (int j = 0; j < m; j++) {
                        double y = v[j];
                        const vd *r = (const vd *)(ct + (size_t)j * ldt + i);
#pragma GCC unroll 4
                        for (int q = 0; q < 4; q++)
                            a[q] += r[q] * y;
                    }
                    memcpy(out + i0 + i, a, sizeof a);
                }
                for (; i < ldt; i += 8) {
                    vd a = {0};
                    for (int j = 0; j < m; j++)
                        a += *(const vd *)(ct + (size_t)j * ldt + i) * v[j];
                    memcpy(out + i0 + i, &a, sizeof a);
                }
#pragma omp barrier
                double norm = 0.0;
                for (int q = 0; q < m; q++)
                    norm += out[q] * out[q];
                norm = sqrt(norm);
                for (int q = 0; q < m; q++)
                    v[q] = norm > 0.0 ? out[q] / norm : 0.0;
                lambda = norm;
                par ^= 1;
            }
            for (int j = 0; j < m; j++) {
                double *restrict r = ct + (size_t)j * ldt;
                const double *vi = v + i0;
                for (int i = 0; i < wd; i++)
                    r[i] -= lambda * vi[i] * v[j];
            }
            if (me == 0) {
                lambdas[k] = lambda;
                vf[k] = v[0];
                vl[k] = v[m - 1];
                memcpy(vfinal, v, sizeof(double) * m);
            }
        }
        free(v);
        free(ct);
    }

    printf("mean[0] %.10g sdev[0] %.10g\n", mean[0], sdev[0]);
    printf("trace %.10g frobenius %.10g\n", trace, sqrt(all));
    double left = trace;
    for (int k = 0; k < NCOMP && k < m; k++) {
        left -= lambdas[k];
        printf("component %d: eigenvalue %.8g  v[0] %.6f v[last] %.6f\n",
               k, lambdas[k], vf[k], vl[k]);
    }
    printf("unexplained %.8g\n", left);
    for (int i = 0; i < n && i < 3; i++) {
        double s = 0.0;
        for (int j = 0; j < m; j++)
            s += x[(size_t)i * mp + j] * vfinal[j];
        printf("score %d %.7f\n", i, s);
    }
    return 0;
}

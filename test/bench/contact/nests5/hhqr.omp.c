/* Householder QR, hand optimised: the matrix is kept in tiles of 32 columns
 * (rows contiguous), reflectors as contiguous vectors.  A block of reflectors
 * is applied tile by tile in cache; the update with one reflector and the dot
 * products with the next are fused in one pass.  Look-ahead hides the panel. */
#pragma GCC target("prefer-vector-width=512")
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <omp.h>

#define TW 32
#define NV (TW / 8)

typedef double vd __attribute__((vector_size(64)));

static int m, n, ntile;
static double *tiles;           /* [ntile][m][TW] */
static double *refl;            /* [n][ldv] */
static size_t ldv;
static double *rdiag;
static unsigned char *skip;

#define T(t) ((vd *)(tiles + (size_t)(t) * m * TW))
#define VEC(k) (refl + (size_t)(k) * ldv)

static void *get(size_t bytes)
{
    void *p = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!p) {
        fprintf(stderr, "memory\n");
        exit(1);
    }
    return p;
}

static void dot(const vd *restrict a, const double *restrict v, int k, vd *restrict s)
{
    vd s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};
    for (int i = k; i < m; i++) {
        double x = v[i];
        s0 += x * a[i * NV];
        s1 += x * a[i * NV + 1];
        s2 += x * a[i * NV + 2];
        s3 += x * a[i * NV + 3];
    }
    s[0] = s0; s[1] = s1; s[2] = s2; s[3] = s3;
}

static void add(vd *restrict a, const double *restrict v, int k, const vd *restrict c)
{
    vd c0 = c[0], c1 = c[1], c2 = c[2], c3 = c[3];
    for (int i = k; i < m; i++) {
        double x = v[i];
        a[i * NV] += c0 * x;
        a[i * NV + 1] += c1 * x;
        a[i * NV + 2] += c2 * x;
        a[i * NV + 3] += c3 * x;
    }
}

/* add reflector k (from row k), dot with w from row k+1 */
static void add_dot(vd *restrict a, const double *restrict v, const double *restrict w,
                    int k, const vd *restrict c, vd *restrict s)
{
    vd c0 = c[0], c1 = c[1], c2 = c[2], c3 = c[3];
    vd s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};
    double x = v[k];
    a[k * NV] += c0 * x;
    a[k * NV + 1] += c1 * x;
    a[k * NV + 2] += c2 * x;
    a[k * NV + 3] += c3 * x;
    for (int i = k + 1; i < m; i++) {
        double y = w[i];
        vd t;
        x = v[i];
        t = a[i * NV] + c0 * x;     a[i * NV] = t;     s0 += y * t;
        t = a[i * NV + 1] + c1 * x; a[i * NV + 1] = t; s1 += y * t;
        t = a[i * NV + 2] + c2 * x; a[i * NV + 2] = t; s2 += y * t;
        t = a[i * NV + 3] + c3 * x; a[i * NV + 3] = t; s3 += y * t;
    }
    s[0] = s0; s[1] = s1; s[2] = s2; s[3] = s3;
}

static void apply(int t, int k0, int k1)
{
    vd *a = T(t), s[NV], c[NV];
    int have = 0;

    for (int k = k0; k < k1; k++) {
        if (skip[k]) {
            have = 0;
            continue;
        }
        if (!have)
            dot(a, VEC(k), k, s);
        double vkk = VEC(k)[k];
        for (int v = 0; v < NV; v++)
            c[v] = -s[v] / vkk;
        have = k + 1 < k1 && !skip[k + 1];
        if (have)
            add_dot(a, VEC(k), VEC(k + 1), k, c, s);
        else
            add(a, VEC(k), k, c);
    }
}

/* factor the columns of tile t; columns left of the current one keep the
 * reflectors (written back at the end of every step) */
static void panel(int t)
{
    vd *a = T(t);
    double *ad = (double *)a;
    int k0 = t * TW, k1 = k0 + TW < n ? k0 + TW : n;
    double sq[TW];

    for (int k = k0; k < k1; k++) {
        int c = k - k0;
        double nrm;
        if (k == k0) {
            nrm = 0.0;
            for (int i = k; i < m; i++)
                nrm += ad[(size_t)i * TW + c] * ad[(size_t)i * TW + c];
        } else
            nrm = sq[c];
        nrm = sqrt(nrm);
        double *v = VEC(k);
        if (nrm != 0.0) {
            if (ad[(size_t)k * TW + c] < 0.0)
                nrm = -nrm;
            for (int i = k; i < m; i++)
                v[i] = ad[(size_t)i * TW + c];
            for (int i = k; i < m; i++)
                v[i] /= nrm;
            v[k] += 1.0;
            skip[k] = 0;
        } else {
            for (int i = k; i < m; i++)
                v[i] = ad[(size_t)i * TW + c];
            skip[k] = 1;
        }
        rdiag[k] = -nrm;
        if (k + 1 == k1)
            break;
        /* remaining columns; also the squares of the next column */
        double kill[TW];
        vd s[NV], cf[NV], q[NV];
        if (!skip[k]) {
            dot(a, v, k, s);
            for (int l = 0; l < TW; l++)
                kill[l] = l > c ? 1.0 : 0.0;
            for (int b = 0; b < NV; b++) {
                cf[b] = -s[b] / v[k];
                for (int l = 0; l < 8; l++)
                    if (kill[b * 8 + l] == 0.0)
                        cf[b][l] = 0.0;
            }
        } else
            for (int b = 0; b < NV; b++)
                cf[b] = (vd){0};
        for (int b = 0; b < NV; b++)
            q[b] = (vd){0};
        for (int b = 0; b < NV; b++)
            a[(size_t)k * NV + b] += cf[b] * v[k];
        for (int i = k + 1; i < m; i++)
            for (int b = 0; b < NV; b++) {
                vd x = a[(size_t)i * NV + b] + cf[b] * v[i];
                a[(size_t)i * NV + b] = x;
                q[b] += x * x;
            }
        memcpy(sq, q, sizeof sq);
    }
    for (int k = k0; k < k1; k++)
        for (int i = k; i < m; i++)
            ad[(size_t)i * TW + k - k0] = VEC(k)[i];
}

static double signal(int i)
{
    double t = (double)i / m;
    double saw = 5.0 * t - (int)(5.0 * t);
    return t * (1.0 - t) * 4.0 + 0.3 * saw;
}

#define ELEM(i, j) (tiles[((size_t)((j) / TW) * m + (i)) * TW + (j) % TW])

int main(int argc, char **argv)
{
    m = 1100, n = 640;
    if (argc > 1)
        m = atoi(argv[1]);
    if (argc > 2)
        n = atoi(argv[2]);
    if (n < 1 || m < n) {
        fprintf(stderr, "need m >= n >= 1\n");
        return 1;
    }
    ntile = (n + TW - 1) / TW;
    ldv = ((size_t)m + 7) / 8 * 8;
    tiles = get(sizeof(double) * ntile * m * TW);
    refl = get(sizeof(double) * n * ldv);
    double *keep = get(sizeof(double) * m * n), *res = get(sizeof(double) * m);
    double *b = get(sizeof(double) * m), *x = get(sizeof(double) * n);
    rdiag = get(sizeof(double) * n);
    skip = get(n);
    unsigned *start = get(sizeof(unsigned) * (m + 1)), s0 = 20011u, am = 1, cm = 0;
    for (int j = 0; j < n; j++) {
        cm = cm * 1103515245u + 12345u;
        am *= 1103515245u;
    }
    for (int i = 0; i <= m; i++) {
        start[i] = s0;
        s0 = s0 * am + cm;
    }

    int next = 0;
#pragma omp parallel
    {
#pragma omp for schedule(static)
        for (int i = 0; i < m; i++) {
            unsigned s = start[i];
            double t = (double)i / m, *row = keep + (size_t)i * n;
            for (int j = 0; j < n; j++) {
                double c = (double)j / n, d = t - c, v;
                d = d > 0.5 ? d - 1.0 : d;
                d = d < -0.5 ? d + 1.0 : d;
                v = 1.0 - 8.0 * fabs(d);
                v = v < 0.0 ? 0.0 : v;
                s = s * 1103515245u + 12345u;
                row[j] = v * v + 0.2 * (int)((s >> 16) % 2048) / 2048.0;
            }
            b[i] = signal(i);
            for (int k = 0; k < ntile; k++)
                for (int l = 0; l < TW; l++)
                    tiles[((size_t)k * m + i) * TW + l] = k * TW + l < n ? row[k * TW + l] : 0.0;
        }
#pragma omp single
        panel(0);
        for (int t = 0; t < ntile - 1; t++) {
            int k0 = t * TW, k1 = k0 + TW;
#pragma omp single
            next = t + 1;
            for (;;) {
                int q;
#pragma omp atomic capture
                q = next++;
                if (q >= ntile)
                    break;
                apply(q, k0, k1);
                if (q == t + 1)
                    panel(q);
            }
#pragma omp barrier
        }
    }

    for (int k = 0; k < n; k++) {
        const double *v = VEC(k);
        double s = 0.0;
        if (v[k] == 0.0)
            continue;
        for (int i = k; i < m; i++)
            s += v[i] * b[i];
        s = -s / v[k];
        for (int i = k; i < m; i++)
            b[i] += s * v[i];
    }
    for (int k = n - 1; k >= 0; k--) {
        double s = b[k];
        for (int j = k + 1; j < n; j++)
            s -= ELEM(k, j) * x[j];
        x[k] = rdiag[k] != 0.0 ? s / rdiag[k] : 0.0;
    }

    double fit = 0.0, xn = 0.0, logdet = 0.0;
#pragma omp parallel for schedule(static)
    for (int i0 = 0; i0 < m; i0 += 4) {
        int r = m - i0 < 4 ? m - i0 : 4;
        if (r == 4) {
            const double *k0 = keep + (size_t)i0 * n, *k1 = k0 + n, *k2 = k1 + n, *k3 = k2 + n;
            double a0 = -signal(i0), a1 = -signal(i0 + 1), a2 = -signal(i0 + 2), a3 = -signal(i0 + 3);
            for (int j = 0; j < n; j++) {
                a0 += k0[j] * x[j];
                a1 += k1[j] * x[j];
                a2 += k2[j] * x[j];
                a3 += k3[j] * x[j];
            }
            res[i0] = a0; res[i0 + 1] = a1; res[i0 + 2] = a2; res[i0 + 3] = a3;
        } else
            for (int i = i0; i < m; i++) {
                double a = -signal(i);
                for (int j = 0; j < n; j++)
                    a += keep[(size_t)i * n + j] * x[j];
                res[i] = a;
            }
    }
    for (int i = 0; i < m; i++)
        fit += res[i] * res[i];
    for (int j = 0; j < n; j++) {
        xn += x[j] * x[j];
        if (rdiag[j] != 0.0)
            logdet += log(fabs(rdiag[j]));
    }
    double tail = 0.0;
    for (int i = n; i < m; i++)
        tail += b[i] * b[i];

    printf("residual %.8g\n", sqrt(fit));
    printf("from Q'b %.8g\n", sqrt(tail));
    printf("coefficient norm %.9g, first %.9g last %.9g\n", sqrt(xn), x[0], x[n - 1]);
    printf("log|R| %.10g\n", logdet);
    printf("R(0,n-1) %.10g R(n/2,n/2+) %.10g\n", ELEM(0, n - 1),
           ELEM(n / 2, n / 2 + 1 < n ? n / 2 + 1 : n - 1));
    return 0;
}

/* Pulse Doppler radar processing of one coherent interval: chirp echoes,
 * matched filter (direct correlation), windowed Doppler DFT, two dimensional
 * cell averaging CFAR.      usage: radar [ranges] [pulses] [chirp] */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <math.h>

typedef struct { float *re, *im; } cpx;      /* planes */

typedef struct {
    int nr, np, nc;             /* range gates, pulses, chirp length */
    cpx raw;                    /* [np][nr + nc - 1] */
    cpx comp;                   /* [np][nr] */
    cpx map;                    /* [np (Doppler)][nr] */
    float *power;               /* [np][nr] */
    unsigned char *hit;         /* [np][nr] */
    cpx chirp;                  /* [nc] */
} radar;

static void *need(void *p)
{
    if (!p) {
        fprintf(stderr, "radar: no memory\n");
        exit(1);
    }
    return p;
}

static cpx planes(size_t n)
{
    cpx p = { need(malloc(n * sizeof(float))), need(malloc(n * sizeof(float))) };
    return p;
}

static void unplane(cpx p)
{
    free(p.re);
    free(p.im);
}

static void synthesize(radar *r)
{
    static const struct { float range, doppler, amp; } target[] = {
        { .2f, .1f, 1.f }, { .55f, -.23f, .5f }, { .57f, -.2f, .4f }, { .8f, .37f, .8f }
    };
    int len = r->nr + r->nc - 1;
    uint32_t s = 2026;
    for (int c = 0; c < r->nc; c++) {
        double ph = 3.141592653589793 * 0.45 * c * c / r->nc;
        r->chirp.re[c] = (float)cos(ph);
        r->chirp.im[c] = (float)sin(ph);
    }
    for (int p = 0; p < r->np; p++) {
        float *re = r->raw.re + (size_t)p * len, *im = r->raw.im + (size_t)p * len;
        for (int i = 0; i < len; i++) {
            s = s * 1664525u + 1013904223u;
            re[i] = ((s >> 8) & 0xffff) / 65536.0f - 0.5f;
            im[i] = (s >> 16) / 65536.0f - 0.5f;
        }
        for (int t = 0; t < 4; t++) {
            int d = (int)(target[t].range * r->nr);
            double ph = 2 * 3.141592653589793 * target[t].doppler * p;
            float a = target[t].amp * (float)cos(ph), b = target[t].amp * (float)sin(ph);
            for (int c = 0; c < r->nc; c++)
                re[d + c] += a * r->chirp.re[c] - b * r->chirp.im[c];
            for (int c = 0; c < r->nc; c++)
                im[d + c] += a * r->chirp.im[c] + b * r->chirp.re[c];
        }
    }
}

/* zero padded copy of one pulse; 64 gates share the chirp, eight accumulators */
static void compress(radar *r)
{
    enum { T = 64 };
    const int nr = r->nr, nc = r->nc, len = nr + nc - 1;
#pragma omp parallel
    {
        float *xr = need(calloc(len + T, sizeof *xr)), *xi = need(calloc(len + T, sizeof *xi));
#pragma omp for schedule(static)
        for (int p = 0; p < r->np; p++) {
            memcpy(xr, r->raw.re + (size_t)p * len, sizeof(float) * len);
            memcpy(xi, r->raw.im + (size_t)p * len, sizeof(float) * len);
            for (int i0 = 0; i0 < nr; i0 += T) {
                float re[T] = { 0 }, im[T] = { 0 };
                int m = nr - i0 < T ? nr - i0 : T;
                for (int c = 0; c < nc; c++) {
                    const float hr = r->chirp.re[c], hi = r->chirp.im[c];
                    const float *a = xr + i0 + c, *b = xi + i0 + c;
#pragma omp simd
                    for (int i = 0; i < T; i++) {
                        re[i] += a[i] * hr + b[i] * hi;
                        im[i] += b[i] * hr - a[i] * hi;
                    }
                }
                memcpy(r->comp.re + (size_t)p * nr + i0, re, sizeof(float) * m);
                memcpy(r->comp.im + (size_t)p * nr + i0, im, sizeof(float) * m);
            }
        }
        free(xr);
        free(xi);
    }
}

/* 16 range gates at a time: windowed columns packed, then 2 frequencies at once */
static void doppler(radar *r)
{
    enum { T = 16, F = 2 };
    const int np = r->np, nr = r->nr;
    cpx tw = planes(np);
    float *win = need(malloc(sizeof *win * np));
    for (int k = 0; k < np; k++) {
        double ph = -2 * 3.141592653589793 * k / np;
        tw.re[k] = (float)cos(ph);
        tw.im[k] = (float)sin(ph);
        win[k] = 0.54f - 0.46f * (float)cos(ph);
    }
#pragma omp parallel
    {
        float (*xa)[T] = need(calloc(np, sizeof *xa)), (*xb)[T] = need(calloc(np, sizeof *xb));
#pragma omp for schedule(static)
        for (int i0 = 0; i0 < nr; i0 += T) {
            int m = nr - i0 < T ? nr - i0 : T;
            for (int p = 0; p < np; p++)
                for (int i = 0; i < m; i++) {
                    xa[p][i] = win[p] * r->comp.re[(size_t)p * nr + i0 + i];
                    xb[p][i] = win[p] * r->comp.im[(size_t)p * nr + i0 + i];
                }
            for (int f = 0; f < np; f += F) {
                double re[F][T] = { { 0 } }, im[F][T] = { { 0 } };
                int k[F], g = f + 1 < np ? f + 1 : f;
                k[0] = k[1] = 0;
                for (int p = 0; p < np; p++) {
                    const float r0 = tw.re[k[0]], r1 = tw.re[k[1]], j0 = tw.im[k[0]], j1 = tw.im[k[1]];
                    const float *a = xa[p], *b = xb[p];
#pragma omp simd
                    for (int i = 0; i < T; i++) {
                        re[0][i] += a[i] * r0 - b[i] * j0;
                        im[0][i] += a[i] * j0 + b[i] * r0;
                        re[1][i] += a[i] * r1 - b[i] * j1;
                        im[1][i] += a[i] * j1 + b[i] * r1;
                    }
                    k[0] = k[0] + f >= np ? k[0] + f - np : k[0] + f;
                    k[1] = k[1] + g >= np ? k[1] + g - np : k[1] + g;
                }
                for (int q = 0; q < F && f + q < np; q++) {
                    size_t o = (size_t)(f + q) * nr + i0;
                    for (int i = 0; i < m; i++) {
                        r->map.re[o + i] = (float)re[q][i];
                        r->map.im[o + i] = (float)im[q][i];
                        r->power[o + i] = (float)(re[q][i] * re[q][i] + im[q][i] * im[q][i]);
                    }
                }
            }
        }
        free(xa);
        free(xb);
    }
    unplane(tw);
    free(win);
}

/* one cell near the ends of the range axis */
static int cfar_edge(const radar *r, int f, int i, int guard, int w, float factor)
{
    int np = r->np, nr = r->nr, cells = 0;
    float noise = 0;
    for (int df = -w; df <= w; df++)
        for (int di = -w; di <= w; di++) {
            if ((abs(df) <= guard && abs(di) <= guard) || i + di < 0 || i + di >= nr)
                continue;
            noise += r->power[(size_t)((f + df + np) % np) * nr + i + di];
            cells++;
        }
    return r->power[(size_t)f * nr + i] * cells > factor * noise;
}

/* ring of cells around the cell under test; Doppler wraps, range is cut.  The
 * sums keep their order per cell; 64 cells of the inside advance together. */
static int cfar(radar *r, int guard, int train, float factor)
{
    enum { T = 64 };
    const int np = r->np, nr = r->nr, w = guard + train;
    const int cells = (2 * w + 1) * (2 * w + 1) - (2 * guard + 1) * (2 * guard + 1);
    int hits = 0;
#pragma omp parallel for schedule(static) reduction(+:hits)
    for (int f = 0; f < np; f++) {
        unsigned char *hit = r->hit + (size_t)f * nr;
        int lo = w < nr ? w : nr, hi = nr - w > lo ? nr - w : lo;
        for (int i = 0; i < nr; i = i + 1 == lo && hi > lo ? hi : i + 1)
            hit[i] = (unsigned char)cfar_edge(r, f, i, guard, w, factor);
        for (int i0 = lo; i0 < hi; i0 += T) {
            /* the last block slides back; cells done twice get the same value */
            int a = i0 + T <= hi ? i0 : hi - T >= lo ? hi - T : i0, m = hi - a < T ? hi - a : T;
            float noise[T] = { 0 };
            for (int df = -w; df <= w; df++) {
                const float *row = r->power + (size_t)((f + df + np) % np) * nr + a;
                for (int di = -w; di <= w; di++) {
                    if (abs(df) <= guard && abs(di) <= guard)
                        continue;
                    if (m == T)
#pragma omp simd
                        for (int i = 0; i < T; i++)
                            noise[i] += row[i + di];
                    else
                        for (int i = 0; i < m; i++)
                            noise[i] += row[i + di];
                }
            }
            const float *own = r->power + (size_t)f * nr + a;
            for (int i = 0; i < m; i++)
                hit[a + i] = own[i] * cells > factor * noise[i];
        }
        for (int i = 0; i < nr; i++)
            hits += hit[i];
    }
    return hits;
}

static unsigned long long fnv(const void *d, size_t n)
{
    const unsigned char *p = d;
    uint64_t h = 14695981039346656037u;
    while (n--)
        h = (h ^ *p++) * 1099511628211u;
    return h;
}

int main(int argc, char **argv)
{
    radar r = { .nr = argc > 1 ? atoi(argv[1]) : 2400, .np = argc > 2 ? atoi(argv[2]) : 256,
                .nc = argc > 3 ? atoi(argv[3]) : 200 };
    int guard = 1, train = 4;
    if (r.nr < 8 || r.np < guard + train + 1 || r.nc < 1)
        return 2;
    size_t n = (size_t)r.nr * r.np, nraw = (size_t)(r.nr + r.nc - 1) * r.np;
    r.raw = planes(nraw);
    r.comp = planes(n);
    r.map = planes(n);
    r.power = need(malloc(sizeof *r.power * n));
    r.hit = need(malloc(n));
    r.chirp = planes(r.nc);

    synthesize(&r);
    compress(&r);
    doppler(&r);
    int hits = cfar(&r, guard, train, 12.0f);

    double total = 0;
    long where = 0;
    for (size_t i = 0; i < n; i++) {
        total += r.power[i];
        where += r.hit[i] ? (long)i : 0;
    }
    printf("compressed %016llx %016llx\n", fnv(r.comp.re, sizeof(float) * n),
           fnv(r.comp.im, sizeof(float) * n));
    printf("map %016llx %016llx power %.17g\n", fnv(r.map.re, sizeof(float) * n),
           fnv(r.map.im, sizeof(float) * n), total);
    printf("hits %d at %ld mask %016llx\n", hits, where, fnv(r.hit, n));
    unplane(r.raw);
    unplane(r.comp);
    unplane(r.map);
    free(r.power);
    free(r.hit);
    unplane(r.chirp);
    return 0;
}

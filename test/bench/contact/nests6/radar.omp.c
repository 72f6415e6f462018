/* (split planes, gates as vector lanes, four outputs in registers) Pulse-Doppler radar: simulated echoes, range compression in the time domain,
 * two-pulse clutter canceller, windowed Doppler transform, power map, cell-
 * averaging CFAR in two dimensions.  usage: radar [intervals] [gates] [pulses] */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define NCODE 64
#define GUARD 2
#define REF 6

struct cplx { float re, im; };
struct planes { float *re, *im; };

struct radar {
    int gates, pulses, ld;
    struct cplx code[NCODE], *twid;
    struct planes rx, comp, dopp;
    float *win, *power;
    float *xre, *xim, *cre, *cim;   /* real and imaginary parts apart, padded */
    unsigned char *hit;
};

static uint64_t rng = 0x9E3779B97F4A7C15ULL;
static float noise(void)
{
    float s = 0.0f;
    for (int i = 0; i < 4; i++) {
        rng = rng * 6364136223846793005ULL + 1442695040888963407ULL;
        s += (float)(rng >> 40) / 16777216.0f - 0.5f;
    }
    return s;
}

static void *get(size_t n, size_t size)
{
    void *p = calloc(n, size);
    if (!p) { fprintf(stderr, "no memory\n"); exit(1); }
    return p;
}

static struct planes get_planes(size_t n)
{
    return (struct planes){ get(n, sizeof(float)), get(n, sizeof(float)) };
}

static void init(struct radar *r, int gates, int pulses)
{
    size_t n = (size_t)gates * pulses;
    r->gates = gates;
    r->pulses = pulses;
    r->rx = get_planes(n + (size_t)pulses * NCODE);
    r->comp = get_planes(n);
    r->dopp = get_planes(n);
    r->twid = get(pulses, sizeof *r->twid);
    r->win = get(pulses, sizeof *r->win);
    r->power = get(n, sizeof *r->power);
    r->hit = get(n, 1);
    r->ld = (gates + 31) / 32 * 32;
    r->xre = get((size_t)pulses * (r->ld + NCODE), sizeof(float));
    r->xim = get((size_t)pulses * (r->ld + NCODE), sizeof(float));
    r->cre = get((size_t)pulses * r->ld, sizeof(float));
    r->cim = get((size_t)pulses * r->ld, sizeof(float));
    for (int i = 0; i < NCODE; i++) {
        double ph = 3.14159265358979 * (i - NCODE / 2) * (i - NCODE / 2) / NCODE;
        r->code[i] = (struct cplx){ (float)cos(ph), (float)sin(ph) };
    }
    for (int p = 0; p < pulses; p++) {
        double a = 2.0 * 3.14159265358979 * p / pulses;
        r->twid[p] = (struct cplx){ (float)cos(a), (float)-sin(a) };
        r->win[p] = (float)(0.54 - 0.46 * cos(a));
    }
}

/* echoes of moving targets, static clutter, noise; a pulse has gates + NCODE samples */
static void receive(struct radar *r, int cpi)
{
    int len = r->gates + NCODE;
    for (int p = 0; p < r->pulses; p++) {
        float *xr = r->rx.re + (size_t)p * len, *xi = r->rx.im + (size_t)p * len;
        for (int i = 0; i < len; i++) {
            xr[i] = noise();
            xi[i] = noise();
        }
        for (int t = 0; t < 9; t++) {
            int gate = (t * 97 + cpi * (t % 3 + 1) + 20) % r->gates;
            float f = t < 3 ? 0.0f : 0.37f * t, amp = t < 3 ? 5.0f : 0.2f + 0.05f * t;
            struct cplx d = { amp * cosf(f * p), amp * sinf(f * p) };
            for (int i = 0; i < NCODE; i++) {
                xr[gate + i] += d.re * r->code[i].re - d.im * r->code[i].im;
                xi[gate + i] += d.re * r->code[i].im + d.im * r->code[i].re;
            }
        }
    }
}

typedef float f16 __attribute__((vector_size(64), aligned(4)));

/* 32 gates of a pulse at once */
static void compress(struct radar *r)
{
    int len = r->gates + NCODE, ld = r->ld, np = r->pulses;
    #pragma omp parallel for schedule(static)
    for (int p = 0; p < np; p++) {
        float *xr = r->xre + (size_t)p * (ld + NCODE), *xi = r->xim + (size_t)p * (ld + NCODE);
        for (int i = 0; i < len; i++) {
            xr[i] = r->rx.re[(size_t)p * len + i];
            xi[i] = r->rx.im[(size_t)p * len + i];
        }
        for (int g = 0; g < ld; g += 32) {
            f16 re0 = { 0 }, re1 = re0, im0 = re0, im1 = re0;
            for (int i = 0; i < NCODE; i++) {
                float cr = r->code[i].re, ci = r->code[i].im;
                f16 a0 = *(f16 *)(xr + g + i), a1 = *(f16 *)(xr + g + i + 16);
                f16 b0 = *(f16 *)(xi + g + i), b1 = *(f16 *)(xi + g + i + 16);
                re0 += a0 * cr + b0 * ci;
                re1 += a1 * cr + b1 * ci;
                im0 += b0 * cr - a0 * ci;
                im1 += b1 * cr - a1 * ci;
            }
            float *o = r->cre + (size_t)p * ld + g, *q = r->cim + (size_t)p * ld + g;
            *(f16 *)o = re0; *(f16 *)(o + 16) = re1;
            *(f16 *)q = im0; *(f16 *)(q + 16) = im1;
        }
    }
}

/* canceller, output copy and window for a strip of gates, then all Doppler bins of
 * the strip, four at a time */
static void cancel_doppler(struct radar *r)
{
    int np = r->pulses, ng = r->gates, ld = r->ld;
    #pragma omp parallel for schedule(dynamic, 1)
    for (int g = 0; g < ng; g += 16) {
        f16 *w = aligned_alloc(64, (size_t)np * 2 * sizeof(f16));
        int m = ng - g < 16 ? ng - g : 16;
        if (!w) exit(1);
        for (int p = np - 1; p >= 0; p--) {
            f16 *re = (f16 *)(r->cre + (size_t)p * ld + g), *im = (f16 *)(r->cim + (size_t)p * ld + g);
            if (p > 0) {
                *re -= 0.9f * *(f16 *)((float *)re - ld);
                *im -= 0.9f * *(f16 *)((float *)im - ld);
            }
            for (int q = 0; q < m; q++) {
                r->comp.re[(size_t)p * ng + g + q] = (*re)[q];
                r->comp.im[(size_t)p * ng + g + q] = (*im)[q];
            }
            w[2 * p] = *re * r->win[p];
            w[2 * p + 1] = *im * r->win[p];
        }
        for (int k0 = 0; k0 < np; k0 += 4) {
            f16 re[4] = { { 0 } }, im[4] = { { 0 } };
            int ph[4] = { 0 };
            for (int p = 0; p < np; p++) {
                f16 a = w[2 * p], b = w[2 * p + 1];
                #pragma GCC unroll 4
                for (int u = 0; u < 4; u++) {
                    struct cplx t = r->twid[ph[u]];
                    re[u] += a * t.re - b * t.im;
                    im[u] += a * t.im + b * t.re;
                    ph[u] += k0 + u;
                    while (ph[u] >= np) ph[u] -= np;
                }
            }
            for (int u = 0; u < 4 && k0 + u < np; u++) {
                f16 pw = re[u] * re[u] + im[u] * im[u];
                size_t o = (size_t)(k0 + u) * ng + g;
                for (int q = 0; q < m; q++) {
                    r->dopp.re[o + q] = re[u][q];
                    r->dopp.im[o + q] = im[u][q];
                    r->power[o + q] = pw[q];
                }
            }
        }
        free(w);
    }
}

/* The sums keep their order, so no running sums; a cell beyond the ends of the range
 * adds +0 to a sum of non-negative numbers.  Rows are copied with such zeros. */
static int cfar(struct radar *r, float factor)
{
    int np = r->pulses, ng = r->gates, found = 0;
    size_t ld = (size_t)r->ld + 2 * REF + 16;
    float *pw = get((np + 2 * REF) * ld, sizeof *pw);
    #pragma omp parallel
    {
        #pragma omp for schedule(static)
        for (int k = -REF; k < np + REF; k++)
            for (int g = 0; g < ng; g++)
                pw[(k + REF) * ld + REF + g] = r->power[(size_t)((k + np) % np) * ng + g];
        #pragma omp for schedule(static) reduction(+ : found)
        for (int k = 0; k < np; k++)
            for (int g0 = 0; g0 < ng; g0 += 32) {
                f16 s0 = { 0 }, s1 = s0;
                for (int dk = 0; dk <= 2 * REF; dk++)
                    for (int dg = 0; dg <= 2 * REF; dg++) {
                        if (abs(dk - REF) <= GUARD && abs(dg - REF) <= GUARD) continue;
                        const float *p = pw + (k + dk) * ld + g0 + dg;
                        s0 += *(const f16 *)p;
                        s1 += *(const f16 *)(p + 16);
                    }
                for (int g = g0; g < g0 + 32 && g < ng; g++) {
                    int lo = g < REF ? g : REF, hi = ng - 1 - g < REF ? ng - 1 - g : REF;
                    int glo = lo < GUARD ? lo : GUARD, ghi = hi < GUARD ? hi : GUARD;
                    int cells = (2 * REF + 1) * (lo + hi + 1) - (2 * GUARD + 1) * (glo + ghi + 1);
                    float s = g < g0 + 16 ? s0[g - g0] : s1[g - g0 - 16];
                    int h = r->power[(size_t)k * ng + g] > factor * (s / cells);
                    r->hit[(size_t)k * ng + g] = (unsigned char)h;
                    found += h;
                }
            }
    }
    free(pw);
    return found;
}

static uint64_t fnv(uint64_t h, const void *p, size_t n)
{
    for (const unsigned char *c = p; n--; c++) h = (h ^ *c) * 1099511628211ULL;
    return h;
}

int main(int argc, char **argv)
{
    int cpis = argc > 1 ? atoi(argv[1]) : 16, gates = argc > 2 ? atoi(argv[2]) : 800;
    int pulses = argc > 3 ? atoi(argv[3]) : 96;
    if (cpis < 1 || gates < 16 || pulses < 2 * REF) return 1;
    struct radar r;
    init(&r, gates, pulses);
    size_t n = (size_t)gates * pulses;
    uint64_t h = 14695981039346656037ULL;
    for (int c = 0; c < cpis; c++) {
        double sum = 0.0;
        receive(&r, c);
        compress(&r);
        cancel_doppler(&r);
        int found = cfar(&r, 9.0f);
        for (size_t i = 0; i < n; i++) sum += r.power[i];
        h = fnv(h, r.comp.re, n * sizeof(float));
        h = fnv(h, r.comp.im, n * sizeof(float));
        h = fnv(h, r.dopp.re, n * sizeof(float));
        h = fnv(h, r.dopp.im, n * sizeof(float));
        h = fnv(h, r.hit, n);
        if (c % 4 == 3 || c == cpis - 1)
            printf("cpi %d: %d cells, power %.17g, hash %016llx\n", c, found, sum, (unsigned long long)h);
    }
    free(r.rx.re); free(r.rx.im); free(r.comp.re); free(r.comp.im); free(r.dopp.re); free(r.dopp.im);
    free(r.twid); free(r.win); free(r.power); free(r.hit);
    free(r.xre); free(r.xim); free(r.cre); free(r.cim);
    return 0;
}

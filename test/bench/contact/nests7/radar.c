/* Pulse Doppler radar processing of one coherent interval: chirp echoes,
 * matched filter (direct correlation), windowed Doppler DFT, two dimensional
 * cell averaging CFAR.      usage: radar [ranges] [pulses] [chirp] */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
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

static void compress(radar *r)
{
    int len = r->nr + r->nc - 1;
    for (int p = 0; p < r->np; p++)
        for (int i = 0; i < r->nr; i++) {
            float re = 0, im = 0;
            for (int c = 0; c < r->nc; c++) {
                size_t k = (size_t)p * len + i + c;
                re += r->raw.re[k] * r->chirp.re[c] + r->raw.im[k] * r->chirp.im[c];
                im += r->raw.im[k] * r->chirp.re[c] - r->raw.re[k] * r->chirp.im[c];
            }
            r->comp.re[(size_t)p * r->nr + i] = re;
            r->comp.im[(size_t)p * r->nr + i] = im;
        }
}

static void doppler(radar *r)
{
    int np = r->np;
    cpx tw = planes(np);
    float *win = need(malloc(sizeof *win * np));
    for (int k = 0; k < np; k++) {
        double ph = -2 * 3.141592653589793 * k / np;
        tw.re[k] = (float)cos(ph);
        tw.im[k] = (float)sin(ph);
        win[k] = 0.54f - 0.46f * (float)cos(ph);
    }
    for (int i = 0; i < r->nr; i++)
        for (int f = 0; f < np; f++) {
            double re = 0, im = 0;
            for (int p = 0; p < np; p++) {
                size_t k = (size_t)p * r->nr + i;
                float wr = tw.re[f * p % np], wi = tw.im[f * p % np];
                float a = win[p] * r->comp.re[k], b = win[p] * r->comp.im[k];
                re += a * wr - b * wi;
                im += a * wi + b * wr;
            }
            r->map.re[(size_t)f * r->nr + i] = (float)re;
            r->map.im[(size_t)f * r->nr + i] = (float)im;
            r->power[(size_t)f * r->nr + i] = (float)(re * re + im * im);
        }
    unplane(tw);
    free(win);
}

/* ring of cells around the cell under test; Doppler wraps, range is cut */
static int cfar(radar *r, int guard, int train, float factor)
{
    int np = r->np, nr = r->nr, hits = 0, w = guard + train;
    for (int f = 0; f < np; f++)
        for (int i = 0; i < nr; i++) {
            float noise = 0;
            int cells = 0;
            for (int df = -w; df <= w; df++)
                for (int di = -w; di <= w; di++) {
                    if (abs(df) <= guard && abs(di) <= guard)
                        continue;
                    if (i + di < 0 || i + di >= nr)
                        continue;
                    noise += r->power[(size_t)((f + df + np) % np) * nr + i + di];
                    cells++;
                }
            int h = r->power[(size_t)f * nr + i] * cells > factor * noise;
            r->hit[(size_t)f * nr + i] = (unsigned char)h;
            hits += h;
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

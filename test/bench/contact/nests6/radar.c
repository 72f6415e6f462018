/* Pulse-Doppler radar: simulated echoes, range compression in the time domain,
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
    int gates, pulses;
    struct cplx code[NCODE], *twid;
    struct planes rx, comp, dopp;
    float *win, *power;
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

static void compress(struct radar *r)
{
    int len = r->gates + NCODE;
    for (int p = 0; p < r->pulses; p++)
        for (int g = 0; g < r->gates; g++) {
            const float *xr = r->rx.re + (size_t)p * len + g, *xi = r->rx.im + (size_t)p * len + g;
            float re = 0.0f, im = 0.0f;
            for (int i = 0; i < NCODE; i++) {
                re += xr[i] * r->code[i].re + xi[i] * r->code[i].im;
                im += xi[i] * r->code[i].re - xr[i] * r->code[i].im;
            }
            r->comp.re[(size_t)p * r->gates + g] = re;
            r->comp.im[(size_t)p * r->gates + g] = im;
        }
}

static void cancel(struct radar *r)
{
    for (int p = r->pulses - 1; p > 0; p--)
        for (int g = 0; g < r->gates; g++) {
            size_t a = (size_t)p * r->gates + g, b = a - r->gates;
            r->comp.re[a] -= 0.9f * r->comp.re[b];
            r->comp.im[a] -= 0.9f * r->comp.im[b];
        }
}

/* naive transform over the pulses of every gate */
static void doppler(struct radar *r)
{
    int np = r->pulses, ng = r->gates;
    for (int k = 0; k < np; k++)
        for (int g = 0; g < ng; g++) {
            float re = 0.0f, im = 0.0f;
            for (int p = 0; p < np; p++) {
                struct cplx t = r->twid[k * p % np];
                float a = r->comp.re[(size_t)p * ng + g] * r->win[p];
                float b = r->comp.im[(size_t)p * ng + g] * r->win[p];
                re += a * t.re - b * t.im;
                im += a * t.im + b * t.re;
            }
            r->dopp.re[(size_t)k * ng + g] = re;
            r->dopp.im[(size_t)k * ng + g] = im;
            r->power[(size_t)k * ng + g] = re * re + im * im;
        }
}

/* mean of a ring of cells around the guard cells; Doppler wraps, range is cut off */
static int cfar(struct radar *r, float factor)
{
    int np = r->pulses, ng = r->gates, found = 0;
    for (int k = 0; k < np; k++)
        for (int g = 0; g < ng; g++) {
            float s = 0.0f;
            int cells = 0;
            for (int dk = -REF; dk <= REF; dk++)
                for (int dg = -REF; dg <= REF; dg++) {
                    if (abs(dk) <= GUARD && abs(dg) <= GUARD) continue;
                    if (g + dg < 0 || g + dg >= ng) continue;
                    s += r->power[(size_t)((k + dk + np) % np) * ng + g + dg];
                    cells++;
                }
            int h = r->power[(size_t)k * ng + g] > factor * (s / cells);
            r->hit[(size_t)k * ng + g] = (unsigned char)h;
            found += h;
        }
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
        cancel(&r);
        doppler(&r);
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
    return 0;
}

/* rangedop - pulse-Doppler radar processing: range compression by FFT,
 * Doppler FFT per range gate, cell-averaging CFAR. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <complex.h>

typedef float complex cf;

typedef struct {
    int n, bits;
    cf *tw;
    int *rev;
} Fft;

typedef struct {
    int pulses, gates;
    cf **cube;              /* pulses rows of gates samples */
    cf *chirp;              /* reference spectrum */
    float **power;          /* gates rows of pulses Doppler bins */
    int **hit;
    float *window;
} Cpi;

static void *get(size_t n)
{
    void *p = calloc(1, n ? n : 1);
    if (!p) exit(2);
    return p;
}

static void fft_init(Fft *f, int n)
{
    f->n = n;
    f->bits = 0;
    while (1 << f->bits < n) f->bits++;
    f->tw = get(sizeof(cf) * (size_t)n);
    f->rev = get(sizeof(int) * (size_t)n);
    for (int i = 0; i < n; i++) {
        double a = -2.0 * 3.14159265358979323846 * i / n;
        f->tw[i] = (float)cos(a) + (float)sin(a) * I;
        int r = 0;
        for (int b = 0; b < f->bits; b++)
            r |= (i >> b & 1) << (f->bits - 1 - b);
        f->rev[i] = r;
    }
}

static cf cmulf(cf a, cf b)
{
    float ar = crealf(a), ai = cimagf(a), br = crealf(b), bi = cimagf(b);
    return (ar * br - ai * bi) + (ar * bi + ai * br) * I;
}

static void fft_run(const Fft *f, cf *x)
{
    for (int i = 0; i < f->n; i++)
        if (f->rev[i] > i) {
            cf t = x[i];
            x[i] = x[f->rev[i]];
            x[f->rev[i]] = t;
        }
    for (int len = 2; len <= f->n; len *= 2) {
        int half = len / 2, step = f->n / len;
        for (int i = 0; i < f->n; i += len)
            for (int k = 0; k < half; k++) {
                cf u = x[i + k], v = cmulf(x[i + k + half], f->tw[k * step]);
                x[i + k] = u + v;
                x[i + k + half] = u - v;
            }
    }
}

static void cpi_init(Cpi *c, int pulses, int gates, const Fft *fr)
{
    c->pulses = pulses;
    c->gates = gates;
    c->cube = get(sizeof(cf *) * (size_t)pulses);
    for (int p = 0; p < pulses; p++)
        c->cube[p] = get(sizeof(cf) * (size_t)gates);
    c->power = get(sizeof(float *) * (size_t)gates);
    c->hit = get(sizeof(int *) * (size_t)gates);
    for (int g = 0; g < gates; g++) {
        c->power[g] = get(sizeof(float) * (size_t)pulses);
        c->hit[g] = get(sizeof(int) * (size_t)pulses);
    }
    c->chirp = get(sizeof(cf) * (size_t)gates);
    for (int i = 0; i < gates / 8; i++) {
        double ph = 3.14159265358979323846 * 4.0 * i * i / gates;
        c->chirp[i] = (float)cos(ph) + (float)sin(ph) * I;
    }
    fft_run(fr, c->chirp);
    c->window = get(sizeof(float) * (size_t)pulses);
    for (int p = 0; p < pulses; p++)
        c->window[p] = (float)(0.54 - 0.46 * cos(2.0 * 3.14159265358979323846 * p / (pulses - 1)));
}

static void cpi_free(Cpi *c)
{
    for (int p = 0; p < c->pulses; p++) free(c->cube[p]);
    for (int g = 0; g < c->gates; g++) { free(c->power[g]); free(c->hit[g]); }
    free(c->cube); free(c->power); free(c->hit); free(c->chirp); free(c->window);
}

static void receive(Cpi *c, int scan)
{
    int plen = c->gates / 8;
    for (int p = 0; p < c->pulses; p++) {
        unsigned s = 1u + (unsigned)p * 9781u + (unsigned)scan * 6271u;
        cf *row = c->cube[p];
        for (int g = 0; g < c->gates; g++) {
            s = s * 1664525u + 1013904223u;
            float re = (float)(s >> 16) / 65536.0f - 0.5f;
            s = s * 1664525u + 1013904223u;
            float im = (float)(s >> 16) / 65536.0f - 0.5f;
            row[g] = re + im * I;
        }
        for (int t = 0; t < 6; t++) {
            int r0 = (t * 97 + 31 + scan * (t + 1)) % (c->gates - plen);
            double dop = 2.0 * 3.14159265358979323846 * (0.07 * t - 0.2) * p;
            cf rot = 0.3f * ((float)cos(dop) + (float)sin(dop) * I);
            for (int i = 0; i < plen; i++) {
                double ph = 3.14159265358979323846 * 4.0 * i * i / c->gates;
                row[r0 + i] += cmulf(rot, (float)cos(ph) + (float)sin(ph) * I);
            }
        }
    }
}

static void compress_range(Cpi *c, const Fft *fr)
{
    float inv = 1.0f / (float)c->gates;
    for (int p = 0; p < c->pulses; p++) {
        cf *x = c->cube[p];
        fft_run(fr, x);
        for (int g = 0; g < c->gates; g++)
            x[g] = conjf(cmulf(x[g], conjf(c->chirp[g])));
        fft_run(fr, x);
        for (int g = 0; g < c->gates; g++)
            x[g] = conjf(x[g]) * inv;
    }
}

static void doppler(Cpi *c, const Fft *fd, cf *tmp)
{
    for (int g = 0; g < c->gates; g++) {
        for (int p = 0; p < c->pulses; p++)
            tmp[p] = c->cube[p][g] * c->window[p];
        fft_run(fd, tmp);
        for (int p = 0; p < c->pulses; p++) {
            float re = crealf(tmp[p]), im = cimagf(tmp[p]);
            c->power[g][p] = re * re + im * im;
        }
    }
}

static int cfar(Cpi *c, int guard, int ring, float factor)
{
    int found = 0;
    for (int g = 0; g < c->gates; g++)
        for (int p = 0; p < c->pulses; p++) {
            float sum = 0.0f;
            int cnt = 0;
            for (int dg = -ring; dg <= ring; dg++)
                for (int dp = -ring; dp <= ring; dp++) {
                    if (abs(dg) <= guard && abs(dp) <= guard) continue;
                    int gg = g + dg, pp = (p + dp + c->pulses) % c->pulses;
                    if (gg < 0 || gg >= c->gates) continue;
                    sum += c->power[gg][pp];
                    cnt++;
                }
            c->hit[g][p] = c->power[g][p] * (float)cnt > factor * sum;
            found += c->hit[g][p];
        }
    return found;
}

int main(int argc, char **argv)
{
    int pulses = argc > 1 ? atoi(argv[1]) : 256, gates = argc > 2 ? atoi(argv[2]) : 1024, cpis = argc > 3 ? atoi(argv[3]) : 20;
    Fft fr, fd;
    Cpi c;
    fft_init(&fr, gates);
    fft_init(&fd, pulses);
    cpi_init(&c, pulses, gates, &fr);
    cf *tmp = get(sizeof(cf) * (size_t)pulses);
    for (int s = 0; s < cpis; s++) {
        receive(&c, s);
        compress_range(&c, &fr);
        doppler(&c, &fd, tmp);
        int n = cfar(&c, 1, 3, 12.0f), bg = 0, bp = 0;
        for (int g = 0; g < gates; g++)
            for (int p = 0; p < pulses; p++)
                if (c.power[g][p] > c.power[bg][bp]) { bg = g; bp = p; }
        printf("cpi %d: %d cells, strongest gate %d bin %d power %.5f\n", s, n, bg, bp, c.power[bg][bp]);
    }
    free(tmp);
    cpi_free(&c);
    free(fr.tw); free(fr.rev); free(fd.tw); free(fd.rev);
    return 0;
}

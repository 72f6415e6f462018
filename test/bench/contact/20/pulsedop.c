/* PULSEDOP  Pulse-Doppler processing of simulated coherent processing intervals
 *           (1) signal simulation (2) pulse compression (3) Doppler filter bank
 *           (4) 2-D CA-CFAR       (5) plot extraction and alpha-beta range track
 * Usage:    pulsedop [nCpi] [nPulses (pow2)] [nRange (pow2)] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <time.h>

#define PI            3.14159265358979323846
#define CHIRP_LEN     64
#define GUARD         2
#define TRAIN         5
#define CFAR_FACTOR   9.0f
#define MAX_PLOTS     512
#define N_TARGETS     4

typedef struct { float re, im; } Cpx;
typedef struct { int range, doppler; float power; } Plot;
typedef struct { double range, speed, amp; } Target;      /* cells, cells/CPI, - */
typedef struct { int active, hits, misses; double range, rate; } Track;

static int     nCpi = 32, nPulse = 128, nRange = 2048;
static Cpx    *cube, *chirpSpec, *twiddle;   /* [pulse][range], [range], [range] */
static float  *power;                        /* [doppler][range] */
static Plot    plots[MAX_PLOTS];
static int     nPlots;
static Track   tracks[N_TARGETS * 4];
static unsigned int noiseState;
static Target targets[N_TARGETS] = {
    { 300.0, 6.3, 0.30 }, { 900.0, -4.1, 0.22 }, { 1400.0, 1.7, 0.35 }, { 1100.0, 9.9, 0.18 }
};

static float Noise(void)             /* roughly gaussian, sigma about 1 */
{
    int k; float s = 0.0f;
    for (k = 0; k < 4; k++) {
        noiseState = noiseState * 1664525u + 1013904223u;
        s += (float)(noiseState >> 8) / 16777216.0f;
    }
    return (s - 2.0f) * 1.7320508f;
}

/* in place radix 2, n divides nRange; inverse is not scaled */
static void Fft(Cpx *x, int n, int inverse)
{
    int i, j, k, len, half, step;
    for (i = 1, j = 0; i < n; i++) {
        for (k = n >> 1; j & k; k >>= 1) j ^= k;
        j |= k;
        if (i < j) { Cpx t = x[i]; x[i] = x[j]; x[j] = t; }
    }
    for (len = 2; len <= n; len <<= 1) {
        half = len >> 1; step = nRange / len;
        for (i = 0; i < n; i += len)
            for (k = 0; k < half; k++) {
                Cpx w = twiddle[k * step], a = x[i + k], b = x[i + k + half], t;
                if (inverse) w.im = -w.im;
                t.re = b.re * w.re - b.im * w.im;
                t.im = b.re * w.im + b.im * w.re;
                x[i + k].re = a.re + t.re;        x[i + k].im = a.im + t.im;
                x[i + k + half].re = a.re - t.re; x[i + k + half].im = a.im - t.im;
            }
    }
}

static void ChirpSample(int i, Cpx *c)
{
    double t = (i - CHIRP_LEN / 2) / (double)CHIRP_LEN, ph = PI * 0.8 * CHIRP_LEN * t * t;
    c->re = (float)cos(ph); c->im = (float)sin(ph);
}

static void SimulateCpi(int cpi)
{
    int p, r, t, i;
    Cpx c;
    for (p = 0; p < nPulse; p++) {
        Cpx *row = cube + (size_t)p * nRange;
        noiseState = 77777u * (unsigned)(cpi * nPulse + p + 1);
        for (r = 0; r < nRange; r++) { row[r].re = Noise(); row[r].im = Noise(); }
        for (t = 0; t < N_TARGETS; t++) {
            double pos = targets[t].range + targets[t].speed * cpi;
            double ph = 2.0 * PI * targets[t].speed * 0.037 * p;
            int start = (int)pos % (nRange - CHIRP_LEN);
            float cr = (float)(targets[t].amp * cos(ph)), ci = (float)(targets[t].amp * sin(ph));
            for (i = 0; i < CHIRP_LEN; i++) {
                ChirpSample(i, &c);
                row[start + i].re += c.re * cr - c.im * ci;
                row[start + i].im += c.re * ci + c.im * cr;
            }
        }
    }
}

static void CompressPulses(void)
{
    int p, r;
    for (p = 0; p < nPulse; p++) {
        Cpx *row = cube + (size_t)p * nRange;
        Fft(row, nRange, 0);
        for (r = 0; r < nRange; r++) {
            Cpx a = row[r], h = chirpSpec[r];
            row[r].re = a.re * h.re + a.im * h.im;
            row[r].im = a.im * h.re - a.re * h.im;
        }
        Fft(row, nRange, 1);
    }
}

static void DopplerFilter(void)
{
    static Cpx col[4096];
    int p, r;
    for (r = 0; r < nRange; r++) {
        for (p = 0; p < nPulse; p++) {
            float w = (float)(0.54 - 0.46 * cos(2.0 * PI * p / (nPulse - 1))) / nRange;
            col[p].re = cube[(size_t)p * nRange + r].re * w;
            col[p].im = cube[(size_t)p * nRange + r].im * w;
        }
        Fft(col, nPulse, 0);
        for (p = 0; p < nPulse; p++)
            power[(size_t)p * nRange + r] = col[p].re * col[p].re + col[p].im * col[p].im;
    }
}

/* a cell is a plot when it beats the neighbourhood mean and is a local peak */
static void DetectPlots(void)
{
    int d, r, i, j, w = GUARD + TRAIN;
    nPlots = 0;
    for (d = 0; d < nPulse; d++) {
        for (r = w; r < nRange - w; r++) {
            float cut = power[(size_t)d * nRange + r], sum = 0.0f;
            int n = 0, peak = 1;
            for (i = -w; i <= w; i++) {
                const float *line = power + (size_t)((d + i + nPulse) % nPulse) * nRange + r;
                for (j = -w; j <= w; j++) {
                    if (abs(i) <= GUARD && abs(j) <= GUARD) {
                        if (line[j] > cut) peak = 0;
                    } else { sum += line[j]; n++; }
                }
                if (!peak) break;
            }
            if (!peak || cut * n <= CFAR_FACTOR * sum) continue;
            if (nPlots == MAX_PLOTS) { fprintf(stderr, "plot overflow\n"); return; }
            plots[nPlots].range = r;
            plots[nPlots].doppler = d;
            plots[nPlots++].power = cut * n / sum;
        }
    }
}

static void UpdateTracks(void)
{
    int t, i, nt = sizeof tracks / sizeof tracks[0];
    char taken[MAX_PLOTS] = { 0 };
    for (t = 0; t < nt; t++) {
        int best = -1;
        double pred = tracks[t].range + tracks[t].rate;
        if (!tracks[t].active) continue;
        for (i = 0; i < nPlots; i++)
            if (!taken[i] && fabs(plots[i].range - pred) < 12.0 &&
                (best < 0 || plots[i].power > plots[best].power)) best = i;
        tracks[t].range = pred;
        if (best < 0) {
            if (++tracks[t].misses > 2) tracks[t].active = 0;
            continue;
        }
        taken[best] = 1; tracks[t].hits++;
        tracks[t].range += 0.6 * (plots[best].range - pred);
        tracks[t].rate += 0.3 * (plots[best].range - pred);
    }
    for (i = 0; i < nPlots; i++) {
        if (taken[i] || plots[i].power < 2.0f * CFAR_FACTOR) continue;
        for (t = 0; t < nt && tracks[t].active; t++) ;
        if (t == nt) break;
        tracks[t] = (Track){ 1, 1, 0, plots[i].range, 0.0 };
    }
}

int main(int argc, char **argv)
{
    struct timespec t0, t1;
    int i, c;
    if (argc > 1) nCpi = atoi(argv[1]);
    if (argc > 2) nPulse = atoi(argv[2]);
    if (argc > 3) nRange = atoi(argv[3]);
    if (nCpi < 1 || nPulse < 16 || nPulse > 4096 || nRange < 256 || nRange < nPulse ||
        (nPulse & (nPulse - 1)) || (nRange & (nRange - 1))) { fprintf(stderr, "bad sizes\n"); return 1; }
    clock_gettime(CLOCK_MONOTONIC, &t0);
    cube = malloc(sizeof(Cpx) * nPulse * nRange);
    power = malloc(sizeof(float) * nPulse * nRange);
    chirpSpec = calloc(nRange, sizeof(Cpx));
    twiddle = malloc(sizeof(Cpx) * nRange);
    if (!cube || !power || !chirpSpec || !twiddle) { perror("pulsedop"); return 1; }
    for (i = 0; i < nRange; i++) {
        twiddle[i].re = (float)cos(2.0 * PI * i / nRange);
        twiddle[i].im = (float)-sin(2.0 * PI * i / nRange);
    }
    for (i = 0; i < CHIRP_LEN; i++) ChirpSample(i, &chirpSpec[i]);
    Fft(chirpSpec, nRange, 0);
    for (c = 0; c < nCpi; c++) {
        double strongest = 0.0;
        SimulateCpi(c);
        CompressPulses();
        DopplerFilter();
        DetectPlots();
        UpdateTracks();
        for (i = 0; i < nPlots; i++) if (plots[i].power > strongest) strongest = plots[i].power;
        printf("CPI %2d: %3d plots, strongest %.5f\n", c, nPlots, strongest);
    }
    for (i = 0; i < (int)(sizeof tracks / sizeof tracks[0]); i++)
        if (tracks[i].active && tracks[i].hits >= 3)
            printf("track %2d: range %9.3f rate %7.3f hits %d\n", i, tracks[i].range, tracks[i].rate, tracks[i].hits);
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "run time %.3f s\n", (t1.tv_sec - t0.tv_sec) + 1e-9 * (t1.tv_nsec - t0.tv_nsec));
    free(cube); free(power); free(chirpSpec); free(twiddle);
    return 0;
}

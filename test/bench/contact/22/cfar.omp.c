/* cfar.c - pulse-Doppler radar chain, fixed point, static buffers only:
 *   ADC simulation -> pulse compression (FFT) -> Doppler FFT -> magnitude
 *   -> greatest-of CFAR (range direction) -> plots -> alpha-beta tracks
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define N_RANGE    512
#define LOG_RANGE  9
#define N_PULSE    64
#define LOG_PULSE  6
#define N_CHIRP    96
#define N_TGT      6
#define GUARD      3
#define TRAIN      12
#define MAX_PLOT   256

typedef struct { int32_t re, im; } c32_t;
typedef struct { int16_t re, im; } c16_t;
typedef struct { int16_t range, dopp; uint32_t mag; } plot_t;
typedef struct { int32_t r_q8, v_q8, dop; int16_t hits, misses; } track_t;

static c16_t   tw_range[N_RANGE / 2], tw_pulse[N_PULSE / 2], sine[1024];
static c16_t   ref_spec[N_RANGE], chirp[N_CHIRP];
static int16_t win[N_PULSE];

static c32_t    adc[N_PULSE][N_RANGE], cube[N_PULSE][N_RANGE];
static uint32_t map[N_PULSE][N_RANGE];
static plot_t   plots[MAX_PLOT];
static plot_t   row_plots[N_PULSE][N_RANGE / 2];      /* one list per Doppler row */
static int      row_n[N_PULSE];
static int      n_plots;

/* target state: range in 1/256 bins, speed in 1/256 bins per CPI, amplitude */
static struct { int32_t r, v, amp; uint32_t ph, dph; } tgt[N_TGT] = {
    { 60 * 256, 420, 95, 0, 0 }, { 130 * 256, -150, 60, 0, 0 }, { 210 * 256, 777, 48, 0, 0 },
    { 300 * 256, -600, 75, 0, 0 }, { 305 * 256, 64, 40, 0, 0 }, { 390 * 256, -333, 30, 0, 0 } };
static track_t trk[N_TGT];

static uint32_t prbs = 0xBEEF1234u;
static int32_t noise(void)
{
    int32_t s = 0;
    for (int i = 0; i < 2; i++) {
        prbs ^= prbs << 13; prbs ^= prbs >> 17; prbs ^= prbs << 5;
        s += (int32_t)(prbs & 63u) + (int32_t)((prbs >> 8) & 63u) + (int32_t)((prbs >> 20) & 63u);
    }
    return s - 189;
}

static inline c32_t cmul_q15(c32_t a, c16_t w)
{
    c32_t r;
    r.re = (int32_t)(((int64_t)a.re * w.re - (int64_t)a.im * w.im + 16384) >> 15);
    r.im = (int32_t)(((int64_t)a.re * w.im + (int64_t)a.im * w.re + 16384) >> 15);
    return r;
}

/* in-place radix-2 DIT; inverse uses conjugate twiddles */
static void fft(c32_t *x, int log2n, const c16_t *tw, int inverse)
{
    const int n = 1 << log2n;
    for (int i = 1, j = 0; i < n; i++) {
        int bit = n >> 1;
        for (; j & bit; bit >>= 1) j ^= bit;
        j |= bit;
        if (i < j) { c32_t t = x[i]; x[i] = x[j]; x[j] = t; }
    }
    for (int len = 2, step = n / 2; len <= n; len <<= 1, step >>= 1)
        for (int k = 0; k < len / 2; k++) {
            c16_t w = tw[k * step];
            if (inverse) w.im = (int16_t)-w.im;
            for (int i = k; i < n; i += len) {
                c32_t u = x[i], v = cmul_q15(x[i + len / 2], w);
                x[i] = (c32_t){ u.re + v.re, u.im + v.im };
                x[i + len / 2] = (c32_t){ u.re - v.re, u.im - v.im };
            }
        }
}

static c16_t unit(double turns)
{
    c16_t c = { (int16_t)lrint(32767.0 * cos(2.0 * M_PI * turns)),
                (int16_t)lrint(32767.0 * sin(2.0 * M_PI * turns)) };
    return c;
}

static void tables(void)
{
    static c32_t tmp[N_RANGE];
    for (int i = 0; i < N_RANGE / 2; i++) tw_range[i] = unit(-(double)i / N_RANGE);
    for (int i = 0; i < N_PULSE / 2; i++) tw_pulse[i] = unit(-(double)i / N_PULSE);
    for (int i = 0; i < 1024; i++) sine[i] = unit(i / 1024.0);
    for (int i = 0; i < N_PULSE; i++)
        win[i] = (int16_t)lrint(32767.0 * (0.54 - 0.46 * cos(2.0 * M_PI * i / (N_PULSE - 1))));
    for (int i = 0; i < N_CHIRP; i++) {
        double t = (double)i / N_CHIRP - 0.5;
        chirp[i] = unit(0.35 * N_CHIRP * t * t);
        tmp[i].re = chirp[i].re >> 3; tmp[i].im = chirp[i].im >> 3;
    }
    fft(tmp, LOG_RANGE, tw_range, 0);
    for (int i = 0; i < N_RANGE; i++) {
        ref_spec[i].re = (int16_t)(tmp[i].re >> 2);
        ref_spec[i].im = (int16_t)-(tmp[i].im >> 2);
    }
}

static void simulate(void)
{
    for (int p = 0; p < N_PULSE; p++) {
        for (int i = 0; i < N_RANGE; i++) { adc[p][i].re = noise(); adc[p][i].im = noise(); }
        for (int k = 0; k < N_TGT; k++) {
            c16_t ph = sine[(tgt[k].ph >> 22) & 1023u];
            int r0 = tgt[k].r >> 8;
            for (int i = 0; i < N_CHIRP && r0 + i < N_RANGE; i++) {
                c32_t s = { chirp[i].re, chirp[i].im };
                s = cmul_q15(s, ph);
                adc[p][r0 + i].re += (s.re * tgt[k].amp) >> 15;
                adc[p][r0 + i].im += (s.im * tgt[k].amp) >> 15;
            }
            tgt[k].ph += tgt[k].dph;
        }
    }
    for (int k = 0; k < N_TGT; k++) {
        tgt[k].r += tgt[k].v;
        if (tgt[k].r < 20 * 256 || tgt[k].r > 400 * 256) { tgt[k].v = -tgt[k].v; tgt[k].r += 2 * tgt[k].v; }
        tgt[k].dph = (uint32_t)tgt[k].v * 4000000u;
    }
}

/* pulse_compress(), doppler() and cfar() are called by the whole team */
static void pulse_compress(void)
{
    #pragma omp for schedule(static)
    for (int p = 0; p < N_PULSE; p++) {
        memcpy(cube[p], adc[p], sizeof cube[p]);
        fft(cube[p], LOG_RANGE, tw_range, 0);
        for (int i = 0; i < N_RANGE; i++) cube[p][i] = cmul_q15(cube[p][i], ref_spec[i]);
        fft(cube[p], LOG_RANGE, tw_range, 1);
    }
}

static void doppler(void)
{
    c32_t col[N_PULSE];
    #pragma omp for schedule(dynamic, 16)
    for (int r = 0; r < N_RANGE; r++) {
        for (int p = 0; p < N_PULSE; p++) {
            col[p].re = (int32_t)(((int64_t)cube[p][r].re * win[p]) >> 19);
            col[p].im = (int32_t)(((int64_t)cube[p][r].im * win[p]) >> 19);
        }
        fft(col, LOG_PULSE, tw_pulse, 0);
        for (int p = 0; p < N_PULSE; p++) {
            uint32_t a = (uint32_t)abs(col[p].re), b = (uint32_t)abs(col[p].im);
            map[p][r] = a > b ? a + (b >> 2) + (b >> 3) : b + (a >> 2) + (a >> 3);
        }
    }
}

static void cfar(void)
{
    #pragma omp for schedule(dynamic, 4)
    for (int d = 0; d < N_PULSE; d++) {
        row_n[d] = 0;
        for (int r = GUARD + TRAIN; r < N_RANGE - GUARD - TRAIN; r++) {
            const uint32_t *m = map[d];
            const uint32_t *dn = map[(d + N_PULSE - 1) % N_PULSE], *up = map[(d + 1) % N_PULSE];
            uint64_t lead = 0, lag = 0, s;
            for (int k = GUARD + 1; k <= GUARD + TRAIN; k++) { lead += m[r + k]; lag += m[r - k]; }
            s = lead > lag ? lead : lag;                      /* greatest-of */
            if ((uint64_t)m[r] * TRAIN * 10u < s * 52u) continue;
            if (m[r] < m[r - 1] || m[r] <= m[r + 1] || m[r] < dn[r] || m[r] <= up[r]) continue;
            row_plots[d][row_n[d]++] = (plot_t){ (int16_t)r, (int16_t)d, m[r] };
        }
    }
}

static void collect(void)
{
    n_plots = 0;
    for (int d = 0; d < N_PULSE; d++)
        for (int i = 0; i < row_n[d] && n_plots < MAX_PLOT; i++) plots[n_plots++] = row_plots[d][i];
}

static void track(void)
{
    for (int k = 0; k < N_TGT; k++) {
        track_t *t = &trk[k];
        int best = -1;
        int32_t pred = t->r_q8 + t->v_q8, dist = 6 * 256;
        for (int i = 0; i < n_plots; i++) {
            int32_t e = abs(plots[i].range * 256 - pred);
            if (e < dist) { dist = e; best = i; }
        }
        t->r_q8 = pred;
        if (best < 0) {                               /* coast, then re-seed */
            if (++t->misses % 8 == 0 && n_plots > 0)
                *t = (track_t){ plots[t->misses % n_plots].range * 256, 0, 0, t->hits, t->misses };
            continue;
        }
        t->hits++;
        t->r_q8 += (plots[best].range * 256 - pred) / 2; t->v_q8 += (plots[best].range * 256 - pred) / 6;
        t->dop = plots[best].dopp;
    }
}

int main(int argc, char **argv)
{
    int n_cpi = argc > 1 ? atoi(argv[1]) : 600;
    uint64_t total = 0, sum = 0;

    tables();
    for (int k = 0; k < N_TGT; k++) trk[k] = (track_t){ tgt[k].r, tgt[k].v, 0, 0, 0 };
    if (n_cpi > 0) simulate();
    #pragma omp parallel
    for (int c = 0; c < n_cpi; c++) {
        pulse_compress();
        #pragma omp single nowait
        if (c + 1 < n_cpi) simulate();                  /* adc is free again: next CPI */
        doppler();
        cfar();
        #pragma omp single
        {
        collect();
        track();
        total += (uint64_t)n_plots;
        for (int i = 0; i < n_plots; i++)
            sum = sum * 31u + plots[i].mag + (uint32_t)(plots[i].range * 64 + plots[i].dopp);
        if (c % 40 == 39) {
            printf("CPI %4d plots %3d |", c + 1, n_plots);
            for (int k = 0; k < N_TGT; k++) printf(" %6.2f/%-2d", trk[k].r_q8 / 256.0, (int)trk[k].dop);
            printf("\n");
        }
        }
    }
    for (int k = 0; k < N_TGT; k++)
        printf("track %d: hits %d misses %d\n", k, trk[k].hits, trk[k].misses);
    printf("plots %llu digest %016llx\n", (unsigned long long)total, (unsigned long long)sum);
    return 0;
}

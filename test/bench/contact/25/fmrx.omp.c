/* fmrx - narrow software FM receiver.
 * Builds an int16 IQ recording of one modulated carrier next to an interferer,
 * then tunes, filters, demodulates and writes 16 bit audio (in memory).
 * usage: fmrx [iq_samples] [offset_hz] */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <math.h>

#define FS_IN   960000
#define DEC1    4
#define DEC2    5
#define TAPS1   96
#define TAPS2   160
#define LUTBITS 12
#define LUTSIZE (1 << LUTBITS)

struct iq { int16_t i, q; };

/* Decimating FIR with a doubled delay line, so the window is contiguous. */
struct fir {
    float *taps;
    float *line;
    int ntaps, pos, dec, phase;
};

struct rx {
    uint32_t nco, step;
    struct fir fi, fq, fa;
    float last_i, last_q;
    float deemph, deemph_a;
    float dc;
    float level;
    long muted;
};

static float sintab[LUTSIZE];
static uint32_t noise_state = 0x1234567u;

static uint32_t noise(void)
{
    uint32_t x = noise_state;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return noise_state = x;
}

static void init_tables(void)
{
    for (int k = 0; k < LUTSIZE; k++)
        sintab[k] = (float)sin(2.0 * M_PI * k / LUTSIZE);
}

static float lut_sin(uint32_t ph) { return sintab[ph >> (32 - LUTBITS)]; }
static float lut_cos(uint32_t ph) { return lut_sin(ph + 0x40000000u); }

static uint32_t hz_to_step(double hz, double fs)
{
    return (uint32_t)(int64_t)llround(hz / fs * 4294967296.0);
}

static int fir_init(struct fir *f, int ntaps, int dec, double cutoff)
{
    double sum = 0;
    f->taps = malloc(sizeof(float) * ntaps);
    f->line = calloc(2 * ntaps, sizeof(float));
    if (!f->taps || !f->line)
        return -1;
    for (int k = 0; k < ntaps; k++) {
        double t = k - (ntaps - 1) / 2.0;
        double w = 0.54 - 0.46 * cos(2 * M_PI * k / (ntaps - 1));
        double s = t == 0 ? 2 * cutoff : sin(2 * M_PI * cutoff * t) / (M_PI * t);
        f->taps[k] = (float)(s * w);
        sum += s * w;
    }
    for (int k = 0; k < ntaps; k++)
        f->taps[k] /= (float)sum;
    f->ntaps = ntaps;
    f->dec = dec;
    f->pos = f->phase = 0;
    return 0;
}

static void fir_free(struct fir *f)
{
    free(f->taps);
    free(f->line);
}

static void make_recording(struct iq *buf, long n, double offset)
{
    enum { CHUNK = 65536 };
    static uint32_t phs[CHUNK], nz[CHUNK];
    uint32_t ph = 0, tone = 0, tone2 = 0;
    uint32_t base = hz_to_step(offset, FS_IN);
    uint32_t dev = hz_to_step(5000, FS_IN);
    uint32_t st1 = hz_to_step(440, FS_IN), st2 = hz_to_step(1330, FS_IN), ist = hz_to_step(-171000, FS_IN);
    for (long k0 = 0; k0 < n; k0 += CHUNK) {
        long cnt = n - k0 < CHUNK ? n - k0 : CHUNK;
        for (long j = 0; j < cnt; j++) {       /* the recurrences */
            float m = 0.6f * lut_sin(tone) + 0.3f * lut_sin(tone2);
            tone += st1;
            tone2 += st2 + (uint32_t)((k0 + j) >> 6);
            ph += base + (uint32_t)(int32_t)(m * (float)dev);
            phs[j] = ph;
            uint32_t a = noise() >> 24, b = noise() >> 24;
            nz[j] = a | b << 8;
        }
        #pragma omp parallel for schedule(static)
        for (long j = 0; j < cnt; j++) {
            long k = k0 + j;
            uint32_t iph = (uint32_t)(k + 1) * ist;
            float amp = (k / 200000) % 5 == 4 ? 100.0f : 6000.0f;
            float a = amp * lut_cos(phs[j]) + 3000.0f * lut_cos(iph);
            float b = amp * lut_sin(phs[j]) + 3000.0f * lut_sin(iph);
            buf[k].i = (int16_t)(a + (float)(nz[j] & 255) - 128.0f);
            buf[k].q = (int16_t)(b + (float)(nz[j] >> 8) - 128.0f);
        }
    }
}

/* All outputs of one decimating filter; x is preceded by ntaps zeros. */
static void fir_block(const struct fir *f, const float *x, float *y, long nout)
{
    #pragma omp for schedule(static)
    for (long m = 0; m < nout; m++) {
        const float *w = x + (m + 1) * f->dec - f->ntaps;
        float acc = 0;
        for (int k = 0; k < f->ntaps; k++)
            acc += f->taps[k] * w[k];
        y[m] = acc;
    }
}

/* The whole recording, stage by stage. Only the one-pole loops stay serial. */
static long rx_run(struct rx *r, const struct iq *s, long n, int16_t *audio)
{
    long n1 = n / r->fi.dec, n2 = n1 / r->fa.dec;
    long p1 = r->fi.ntaps, p2 = r->fa.ntaps;
    float *xi = malloc(sizeof(float) * (n + p1)), *xq = malloc(sizeof(float) * (n + p1));
    float *yi = malloc(sizeof(float) * (n1 + 1)), *yq = malloc(sizeof(float) * (n1 + 1));
    float *dm = malloc(sizeof(float) * (n1 + p2)), *au = malloc(sizeof(float) * (n2 + 1));
    float *pw = malloc(sizeof(float) * (n1 + 1));
    if (!xi || !xq || !yi || !yq || !dm || !au || !pw)
        return -1;
    memset(xi, 0, sizeof(float) * p1);
    memset(xq, 0, sizeof(float) * p1);
    memset(dm, 0, sizeof(float) * p2);
    yi[0] = yq[0] = 0;
    #pragma omp parallel
    {
        #pragma omp for schedule(static)
        for (long k = 0; k < n; k++) {
            uint32_t nco = (uint32_t)k * r->step;
            float c = lut_cos(nco), d = lut_sin(nco);
            xi[p1 + k] = (float)s[k].i * c + (float)s[k].q * d;
            xq[p1 + k] = (float)s[k].q * c - (float)s[k].i * d;
        }
        fir_block(&r->fi, xi + p1, yi + 1, n1);
        fir_block(&r->fq, xq + p1, yq + 1, n1);
        #pragma omp for schedule(static)
        for (long m = 0; m < n1; m++) {
            float re = yi[m + 1] * yi[m] + yq[m + 1] * yq[m];
            float im = yq[m + 1] * yi[m] - yi[m + 1] * yq[m];
            dm[p2 + m] = atan2f(im, re);
            pw[m] = yi[m + 1] * yi[m + 1] + yq[m + 1] * yq[m + 1];
        }
        fir_block(&r->fa, dm + p2, au, n2);
    }
    long m = 0;
    for (long k = 0; k < n2; k++) {
        float a = au[k];
        for (int e = 0; e < r->fa.dec; e++, m++)
            r->level += 0.002f * (pw[m] - r->level);
        r->dc += 0.0005f * (a - r->dc);
        r->deemph += r->deemph_a * (a - r->dc - r->deemph);
        float v = r->deemph * 200000.0f;
        if (r->level < 250000.0f) {
            r->muted++;
            v = 0;
        }
        if (v > 32767.0f) v = 32767.0f;
        if (v < -32768.0f) v = -32768.0f;
        audio[k] = (int16_t)v;
    }
    free(xi); free(xq); free(yi); free(yq); free(dm); free(au); free(pw);
    return n2;
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 9000000;
    double offset = argc > 2 ? atof(argv[2]) : 125000.0;
    struct rx r;
    if (n < 1000) {
        fprintf(stderr, "fmrx: need at least 1000 samples\n");
        return 1;
    }
    init_tables();
    struct iq *rec = malloc(sizeof *rec * n);
    int16_t *audio = malloc(sizeof *audio * (n / (DEC1 * DEC2) + 1));
    memset(&r, 0, sizeof r);
    if (!rec || !audio || fir_init(&r.fi, TAPS1, DEC1, 0.02) ||
        fir_init(&r.fq, TAPS1, DEC1, 0.02) || fir_init(&r.fa, TAPS2, DEC2, 0.03)) {
        fprintf(stderr, "fmrx: out of memory\n");
        return 1;
    }
    r.step = hz_to_step(offset, FS_IN);
    r.deemph_a = 0.25f;
    make_recording(rec, n, offset);

    long out = rx_run(&r, rec, n, audio);
    if (out < 0) {
        fprintf(stderr, "fmrx: out of memory\n");
        return 1;
    }

    uint32_t sum = 1, cross = 0;
    int peak = 0;
    double power = 0;
    for (long k = 0; k < out; k++) {
        sum = sum * 31 + (uint16_t)audio[k];
        if (abs(audio[k]) > peak) peak = abs(audio[k]);
        if (k && (audio[k] ^ audio[k - 1]) < 0) cross++;
        power += (double)audio[k] * audio[k];
    }
    printf("audio samples %ld muted %ld\n", out, r.muted);
    printf("peak %d rms %.3f crossings %u\n", peak, sqrt(power / (double)out), cross);
    printf("checksum %08x\n", sum);
    fir_free(&r.fi);
    fir_free(&r.fq);
    fir_free(&r.fa);
    free(rec);
    free(audio);
    return 0;
}

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

/* Push one sample; returns 1 and sets *y when an output is due. */
static int fir_push(struct fir *f, float x, float *y)
{
    f->line[f->pos] = x;
    f->line[f->pos + f->ntaps] = x;
    if (++f->pos == f->ntaps)
        f->pos = 0;
    if (++f->phase < f->dec)
        return 0;
    f->phase = 0;
    const float *w = f->line + f->pos;
    float acc = 0;
    for (int k = 0; k < f->ntaps; k++)
        acc += f->taps[k] * w[k];
    *y = acc;
    return 1;
}

static void make_recording(struct iq *buf, long n, double offset)
{
    uint32_t ph = 0, iph = 0, tone = 0, tone2 = 0;
    uint32_t base = hz_to_step(offset, FS_IN);
    uint32_t dev = hz_to_step(5000, FS_IN);
    for (long k = 0; k < n; k++) {
        float m = 0.6f * lut_sin(tone) + 0.3f * lut_sin(tone2);
        tone += hz_to_step(440, FS_IN);
        tone2 += hz_to_step(1330, FS_IN) + (uint32_t)(k >> 6);
        ph += base + (uint32_t)(int32_t)(m * (float)dev);
        iph += hz_to_step(-171000, FS_IN);
        float amp = (k / 200000) % 5 == 4 ? 100.0f : 6000.0f;
        float a = amp * lut_cos(ph) + 3000.0f * lut_cos(iph);
        float b = amp * lut_sin(ph) + 3000.0f * lut_sin(iph);
        buf[k].i = (int16_t)(a + (float)(noise() >> 24) - 128.0f);
        buf[k].q = (int16_t)(b + (float)(noise() >> 24) - 128.0f);
    }
}

/* One input sample through the whole chain. Returns 1 if audio came out. */
static int rx_sample(struct rx *r, const struct iq *s, int16_t *audio)
{
    float c = lut_cos(r->nco), d = lut_sin(r->nco);
    float xi = (float)s->i * c + (float)s->q * d;
    float xq = (float)s->q * c - (float)s->i * d;
    float yi = 0, yq = 0, a = 0;
    r->nco += r->step;
    int ready = fir_push(&r->fi, xi, &yi);
    fir_push(&r->fq, xq, &yq);
    if (!ready)
        return 0;
    float re = yi * r->last_i + yq * r->last_q;
    float im = yq * r->last_i - yi * r->last_q;
    r->last_i = yi;
    r->last_q = yq;
    r->level += 0.002f * (yi * yi + yq * yq - r->level);
    if (!fir_push(&r->fa, atan2f(im, re), &a))
        return 0;
    r->dc += 0.0005f * (a - r->dc);
    r->deemph += r->deemph_a * (a - r->dc - r->deemph);
    float v = r->deemph * 200000.0f;
    if (r->level < 250000.0f) {
        r->muted++;
        v = 0;
    }
    if (v > 32767.0f) v = 32767.0f;
    if (v < -32768.0f) v = -32768.0f;
    *audio = (int16_t)v;
    return 1;
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

    long out = 0;
    for (long k = 0; k < n; k++)
        if (rx_sample(&r, &rec[k], &audio[out]))
            out++;

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

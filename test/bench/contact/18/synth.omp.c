/* synth - offline renderer for a small multi-track tune.
   Each track: notes (linked list) -> oscillator + ADSR + state variable
   filter -> stereo delay -> mixed to the master bus, then a limiter. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define RATE 44100
#define TWO_PI 6.283185307179586

typedef double (*osc_fn)(double phase, double param);

struct note {
    double start, length;
    int pitch;
    double vel;
    struct note *next;
};

struct track {
    const char *name;
    osc_fn osc;
    double param, cutoff, reso;
    double attack, decay, sustain, release;
    double delay_time, delay_fb, pan;
    struct note *notes;
    int count;
};

struct svf { double low, band; };

static double osc_saw(double ph, double p)
{
    (void)p;
    return 2.0 * ph - 1.0;
}
static double osc_pulse(double ph, double p) { return ph < p ? 1.0 : -1.0; }
static double osc_fm(double ph, double p)
{
    return sin(TWO_PI * ph + p * sin(TWO_PI * 2.0 * ph));
}
static double osc_organ(double ph, double p)
{
    return 0.5 * sin(TWO_PI * ph) + 0.3 * sin(TWO_PI * 2 * ph) + p * sin(TWO_PI * 3 * ph);
}

static struct track band[] = {
    { "lead",   osc_saw,   0.0, 3000, 0.6, .01, .10, .6, .20, .33, .40,  0.3, NULL, 0 },
    { "bass",   osc_pulse, 0.3,  700, 0.8, .005,.20, .5, .05, .00, .00,  0.0, NULL, 0 },
    { "bells",  osc_fm,    3.5, 6000, 0.3, .002,.60, .1, .80, .41, .50, -0.6, NULL, 0 },
    { "organ",  osc_organ, 0.2, 4000, 0.2, .05, .05, .9, .10, .00, .00, -0.2, NULL, 0 },
    { "pluck",  osc_pulse, 0.1, 2500, 0.5, .001,.15, .0, .05, .25, .30,  0.7, NULL, 0 },
    { "pad",    osc_saw,   0.0, 1200, 0.4, .40, .30, .8, .90, .50, .35, -0.4, NULL, 0 },
    { "fmbass", osc_fm,    1.2, 1500, 0.5, .005,.25, .4, .05, .00, .00,  0.1, NULL, 0 },
};
#define NTRACKS ((int)(sizeof band / sizeof band[0]))

static unsigned rng_state = 2463534242u;
static int pick(int n)
{
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 17;
    rng_state ^= rng_state << 5;
    return (int)(rng_state % (unsigned)n);
}

static void push_note(struct track *t, double start, double len, int pitch, double vel)
{
    struct note *n = malloc(sizeof *n);
    if (!n) exit(1);
    n->start = start; n->length = len; n->pitch = pitch; n->vel = vel;
    n->next = t->notes;
    t->notes = n;
    t->count++;
}

static void compose(double seconds)
{
    static const int scale[] = { 0, 2, 3, 5, 7, 8, 10 };
    static const double durs[] = { 0.125, 0.25, 0.25, 0.5, 1.0 };
    for (int i = 0; i < NTRACKS; i++) {
        double t = 0;
        int octave = 36 + 12 * (i % 4);
        while (t < seconds - 1.5) {
            double d = durs[pick(5)];
            if (band[i].attack > 0.1) d = 2.0;
            if (pick(8)) push_note(&band[i], t, d * 0.95, octave + scale[pick(7)], 0.4 + pick(60) / 100.0);
            t += d;
        }
    }
}

static double envelope(const struct track *t, double time, double len)
{
    double level;
    if (time < t->attack) level = time / t->attack;
    else if (time < t->attack + t->decay) level = 1.0 - (1.0 - t->sustain) * (time - t->attack) / t->decay;
    else level = t->sustain;
    if (time > len) {
        double rel = 1.0 - (time - len) / t->release;
        level = rel > 0 ? level * rel : 0;
    }
    return level;
}

static double filter(struct svf *s, double in, double f, double q)
{
    double high = in - s->low - q * s->band;
    s->band += f * high;
    s->low += f * s->band;
    return s->low;
}

static void render_note(const struct track *t, const struct note *n, float *buf, int total)
{
    struct svf s = { 0, 0 };
    double freq = 440.0 * pow(2.0, (n->pitch - 69) / 12.0), step = freq / RATE, ph = 0;
    double f = 2.0 * sin(M_PI * t->cutoff / RATE), q = 1.0 - t->reso;
    int first = (int)(n->start * RATE), len = (int)((n->length + t->release) * RATE);
    for (int i = 0; i < len && first + i < total; i++) {
        double x = t->osc(ph, t->param) * envelope(t, (double)i / RATE, n->length) * n->vel;
        buf[first + i] += (float)filter(&s, x, f, q);
        ph += step;
        if (ph >= 1.0) ph -= 1.0;
    }
}

static void delay_fx(const struct track *t, float *buf, int total)
{
    int d = (int)(t->delay_time * RATE);
    if (d == 0) return;
    for (int i = d; i < total; i++) buf[i] += (float)(t->delay_fb * buf[i - d]);
}

static void limiter(float *l, float *r, int total)
{
    float gain = 1.0f;
    for (int i = 0; i < total; i++) {
        float peak = fmaxf(fabsf(l[i]), fabsf(r[i])) * gain;
        if (peak > 0.95f) gain *= 0.95f / peak;
        else gain += (1.0f - gain) * 0.0002f;
        l[i] *= gain;
        r[i] *= gain;
    }
}

int main(int argc, char **argv)
{
    double seconds = argc > 1 ? atof(argv[1]) : 90.0;
    int total = (int)(seconds * RATE);
    if (total < RATE * 2) { fprintf(stderr, "too short\n"); return 2; }
    float *bufs[NTRACKS];       /* one per track, mixed at the end */
    double energy[NTRACKS];
    float *left = calloc(total, sizeof(float)), *right = calloc(total, sizeof(float));
    if (!left || !right) return 1;
    for (int t = 0; t < NTRACKS; t++)
        if (!(bufs[t] = malloc(total * sizeof(float)))) return 1;
    compose(seconds);

#pragma omp parallel for schedule(dynamic, 1)
    for (int t = 0; t < NTRACKS; t++) {
        float *buf = bufs[t];
        memset(buf, 0, total * sizeof(float));
        for (struct note *n = band[t].notes; n; n = n->next) render_note(&band[t], n, buf, total);
        delay_fx(&band[t], buf, total);
        double e = 0;
        for (int i = 0; i < total; i++) e += buf[i] * buf[i];
        energy[t] = e;
    }
    /* each sample takes the tracks in the same order as before */
#pragma omp parallel
    for (int t = 0; t < NTRACKS; t++) {
        const float *buf = bufs[t];
        float gl = (float)(0.25 * (1 - band[t].pan)), gr = (float)(0.25 * (1 + band[t].pan));
#pragma omp for schedule(static) nowait
        for (int i = 0; i < total; i++) {
            left[i] += gl * buf[i];
            right[i] += gr * buf[i];
        }
    }
    for (int t = 0; t < NTRACKS; t++)
        printf("%-7s %4d notes  rms %.8f\n", band[t].name, band[t].count, sqrt(energy[t] / total));
    limiter(left, right, total);

    unsigned h = 2166136261u;
    for (int i = 0; i < total; i++) {
        short s[2] = { (short)(left[i] * 32767.0f), (short)(right[i] * 32767.0f) };
        h = (h ^ (unsigned short)s[0]) * 16777619u;
        h = (h ^ (unsigned short)s[1]) * 16777619u;
    }
    printf("pcm %d frames, fnv %08x\n", total, h);
    for (int t = 0; t < NTRACKS; t++)
        while (band[t].notes) {
            struct note *n = band[t].notes;
            band[t].notes = n->next;
            free(n);
        }
    for (int t = 0; t < NTRACKS; t++) free(bufs[t]);
    free(left); free(right);
    return 0;
}

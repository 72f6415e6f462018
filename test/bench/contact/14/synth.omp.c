/* Polyphonic synth: renders a random score into a stereo buffer.
 * Each voice: two detuned oscillators -> state variable filter -> ADSR -> pan.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <math.h>

#define RATE 44100
#define TABLE 2048

enum env_state { ENV_ATTACK, ENV_DECAY, ENV_SUSTAIN, ENV_RELEASE, ENV_OFF };

typedef struct {
    enum env_state st;
    float level, attack, decay, sustain, release;
} env_t;

typedef struct { float low, band, f, q; } svf_t;

struct synth;
typedef struct voice {
    uint32_t ph1, ph2, inc1, inc2;
    env_t amp, flt;
    svf_t svf;
    float gain, panl, panr, cutoff;
    int gate;               /* samples until release */
    float (*osc)(const struct synth *, uint32_t ph);
} voice_t;

typedef struct { int start, len, pitch, vel, program; } note_t;

typedef struct synth {
    float sine[TABLE];
    float *mix;             /* interleaved stereo */
    int frames;
    long clipped, voices, rendered;
} synth_t;

static unsigned lcg = 4242;
static int rnd(int n) { lcg = lcg * 1103515245u + 12345u; return (int)((lcg >> 16) % (unsigned)n); }

static float osc_sine(const synth_t *s, uint32_t ph)
{
    uint32_t i = ph >> 21;
    float f = (ph & 0x1fffff) * (1.0f / 2097152.0f);
    float a = s->sine[i], b = s->sine[(i + 1) & (TABLE - 1)];
    return a + f * (b - a);
}

static float osc_saw(const synth_t *s, uint32_t ph)
{
    (void)s;
    return (float)(int32_t)ph * (1.0f / 2147483648.0f);
}

static float osc_square(const synth_t *s, uint32_t ph)
{
    (void)s;
    return ph & 0x80000000u ? 0.7f : -0.7f;
}

static float env_next(env_t *e)
{
    switch (e->st) {
    case ENV_ATTACK:
        e->level += e->attack;
        if (e->level >= 1.0f) { e->level = 1.0f; e->st = ENV_DECAY; }
        break;
    case ENV_DECAY:
        e->level += (e->sustain - e->level) * e->decay;
        if (e->level - e->sustain < 1e-3f) e->st = ENV_SUSTAIN;
        break;
    case ENV_SUSTAIN:
        break;
    case ENV_RELEASE:
        e->level -= e->level * e->release;
        if (e->level < 1e-4f) { e->level = 0; e->st = ENV_OFF; }
        break;
    case ENV_OFF:
        break;
    }
    return e->level;
}

static float svf_next(svf_t *v, float in)
{
    v->low += v->f * v->band;
    float high = in - v->low - v->q * v->band;
    v->band += v->f * high;
    return v->low;
}

static void voice_start(voice_t *v, const note_t *n)
{
    memset(v, 0, sizeof *v);
    double hz = 440.0 * pow(2.0, (n->pitch - 69) / 12.0);
    v->inc1 = (uint32_t)(hz / RATE * 4294967296.0);
    v->inc2 = (uint32_t)(hz * 1.007 / RATE * 4294967296.0);
    v->osc = n->program == 0 ? osc_sine : n->program == 1 ? osc_saw : osc_square;
    v->amp = (env_t){ ENV_ATTACK, 0, 1.0f / 400, 0.0004f, 0.6f, 0.0006f };
    v->flt = (env_t){ ENV_ATTACK, 0, 1.0f / 3000, 0.0001f, 0.3f, 0.001f };
    v->gain = n->vel / 127.0f * 0.2f;
    float pan = (n->pitch % 12) / 11.0f;
    v->panl = sqrtf(1 - pan);
    v->panr = sqrtf(pan);
    v->cutoff = 0.05f + 0.02f * n->program;
    v->svf.q = 0.7f;
    v->gate = n->len;
}

/* adds the note to the mix buffer; returns frames rendered */
static int render_note(const synth_t *s, const note_t *n, float *mix)
{
    voice_t v;
    voice_start(&v, n);
    int t;
    for (t = 0; n->start + t < s->frames; t++) {
        if (t == v.gate) { v.amp.st = ENV_RELEASE; v.flt.st = ENV_RELEASE; }
        if (v.amp.st == ENV_OFF) break;
        float x = 0.5f * (v.osc(s, v.ph1) + v.osc(s, v.ph2));
        v.ph1 += v.inc1;
        v.ph2 += v.inc2;
        v.svf.f = v.cutoff + 0.5f * env_next(&v.flt);
        x = svf_next(&v.svf, x) * env_next(&v.amp) * v.gain;
        float *out = mix + 2 * (n->start + t);
        out[0] += x * v.panl;
        out[1] += x * v.panr;
    }
    return t;
}

static int cmp_start(const void *a, const void *b)
{
    const note_t *x = a, *y = b;
    if (x->start != y->start) return x->start - y->start;
    return x->pitch - y->pitch;
}

int main(int argc, char **argv)
{
    int seconds = argc > 1 ? atoi(argv[1]) : 80;
    int nnotes = seconds * 35;
    if (seconds < 1 || seconds > 300) { fprintf(stderr, "1..300 seconds\n"); return 1; }

    static synth_t s;
    for (int i = 0; i < TABLE; i++) s.sine[i] = (float)sin(2 * M_PI * i / TABLE);
    s.frames = seconds * RATE;
    s.mix = calloc((size_t)s.frames * 2, sizeof *s.mix);
    note_t *score = malloc(nnotes * sizeof *score);
    int16_t *pcm = malloc((size_t)s.frames * 2 * sizeof *pcm);
    if (!s.mix || !score || !pcm) return 1;

    for (int i = 0; i < nnotes; i++) {
        score[i].start = rnd(seconds * 10) * (RATE / 10);
        score[i].len = RATE / 8 * (1 + rnd(6));
        score[i].pitch = 36 + rnd(48);
        score[i].vel = 40 + rnd(88);
        score[i].program = rnd(3);
    }
    qsort(score, nnotes, sizeof *score, cmp_start);

    int longest = 0;
    long rendered = 0;
#pragma omp parallel reduction(max:longest) reduction(+:rendered)
    {
        float *mine = calloc((size_t)s.frames * 2, sizeof *mine);
        if (!mine) abort();
#pragma omp for schedule(static)
        for (int i = 0; i < nnotes; i++) {
            int t = render_note(&s, &score[i], mine);
            if (t > longest) longest = t;
            rendered += t;
        }
#pragma omp critical
        for (int i = 0; i < s.frames * 2; i++) s.mix[i] += mine[i];
        free(mine);
    }
    s.voices += nnotes;
    s.rendered += rendered;

    double sum[2] = { 0, 0 };
    int peak = 0;
    long clipped = 0;
#pragma omp parallel for reduction(+:clipped, sum[:2]) reduction(max:peak)
    for (int i = 0; i < s.frames * 2; i++) {
        float x = s.mix[i] * 0.9f;
        if (x > 1.0f || x < -1.0f) clipped++;
        x = x > 1.0f ? 1.0f : x < -1.0f ? -1.0f : x;
        x = 1.5f * x - 0.5f * x * x * x;
        pcm[i] = (int16_t)lrintf(x * 30000.0f);
        if (abs(pcm[i]) > peak) peak = abs(pcm[i]);
        sum[i & 1] += (double)pcm[i] * pcm[i];
    }
    s.clipped = clipped;
    printf("frames %d voices %ld rendered %ld longest %d clipped %ld\n",
           s.frames, s.voices, s.rendered, longest, s.clipped);
    printf("peak %d rms L %.2f R %.2f\n", peak, sqrt(sum[0] / s.frames), sqrt(sum[1] / s.frames));
    free(s.mix); free(score); free(pcm);
    return 0;
}

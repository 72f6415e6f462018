// synth: a small software synthesizer.  A composer (a little state machine) writes notes for a
// handful of tracks, each track has an instrument with several voices (voice stealing, ADSR,
// oscillator, filter) and a chain of effects, and all is mixed, given reverb and limited.
//    synth [seconds] [tracks] [seed]
//
// In parallel: the tracks, each rendered with its own voices and effects; the mix adds them in
// order, sample by sample; of the reverb the combs run side by side.
//
// SMALL: 1 3 4
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define RATE 44100
#define VOICES 6
#define TAU 6.283185307179586
#define COMBS 4
typedef struct Note { struct Note *next; long start, len; int key; float vel; } Note;
typedef enum { OFF, ATTACK, DECAY, SUSTAIN, RELEASE } Stage;
typedef struct Voice Voice;
typedef float (*Osc)(Voice *v);
typedef struct {
    const char *name;
    Osc osc;
    float attack, decay, sustain, release;     // seconds, seconds, level, seconds
    float cutoff, reso, envamt;
    int octave;
} Instrument;
struct Voice {
    Stage stage;
    float env, vel, low, band;
    double phase, inc, mod;
    long off, age;
    uint32_t noise;
};
typedef struct Effect {
    struct Effect *next;
    float (*run)(struct Effect *e, float x), *line, a, b;
    int len, pos;
    double lfo;
} Effect;
typedef struct {
    const Instrument *ins;
    Note *notes;
    Effect *fx;
    Voice voice[VOICES];
    long clock, stolen;                        // the clock counts the notes played
    float gain, pan;
} Track;
// ---------- oscillators ----------
static float osc_sine(Voice *v) { return (float)sin(TAU * v->phase); }
static float osc_saw(Voice *v)
{
    double t = v->phase, d = v->inc, y = 2 * t - 1;           // PolyBLEP
    if (t < d) { t /= d; y -= t + t - t * t - 1; }
    else if (t > 1 - d) { t = (t - 1) / d; y -= t * t + t + t + 1; }
    return (float)y;
}
static float osc_square(Voice *v) { return v->phase < 0.5 + 0.2 * sin(TAU * v->mod) ? 0.8f : -0.8f; }
static float osc_fm(Voice *v) { return (float)sin(TAU * (v->phase + 0.4 * v->env * sin(TAU * v->mod * 128))); }
static float osc_noise(Voice *v)
{
    v->noise = v->noise * 196314165u + 907633515u;
    return (float)(int32_t)v->noise / 2147483648.0f * 0.5f + 0.5f * (float)sin(TAU * v->phase);
}
static const Instrument bank[] = {
    { "bass",  osc_saw,    0.01f, 0.20f, 0.6f, 0.10f, 0.06f, 0.5f, 0.20f, -2 },
    { "lead",  osc_square, 0.02f, 0.10f, 0.7f, 0.20f, 0.20f, 0.3f, 0.15f,  0 },
    { "bells", osc_fm,     0.001f, 0.8f, 0.0f, 0.80f, 0.90f, 0.9f, 0.00f,  1 },
    { "drum",  osc_noise,  0.001f, 0.1f, 0.0f, 0.05f, 0.30f, 0.6f, 0.40f, -1 },
    { "organ", osc_sine,   0.05f, 0.05f, 0.9f, 0.10f, 0.95f, 1.0f, 0.00f,  0 },
    { "pad",   osc_saw,    0.50f, 0.30f, 0.8f, 1.20f, 0.10f, 0.7f, 0.10f, -1 },
};
#define NBANK ((int)(sizeof bank / sizeof *bank))
// ---------- utilities ----------
static uint32_t seed;
static int rnd(int n) { seed ^= seed << 13; seed ^= seed >> 17; seed ^= seed << 5; return (int)(seed % (uint32_t)n); }
static void *xcalloc(size_t n, size_t s)
{
    void *p = calloc(n ? n : 1, s);
    if (!p) { fprintf(stderr, "synth: no memory\n"); exit(1); }
    return p;
}
// ---------- effects ----------
static float fx_echo(Effect *e, float x)
{
    float y = e->line[e->pos];
    e->line[e->pos] = x + e->a * y;
    e->pos = (e->pos + 1) % e->len;
    return x + e->b * y;
}
static float fx_chorus(Effect *e, float x)
{
    e->lfo = fmod(e->lfo + e->a / RATE, 1);
    double d = e->len / 2 * (1 + 0.8 * sin(TAU * e->lfo));
    int i = (int)d, p = (e->pos - i + e->len) % e->len, q = (p + e->len - 1) % e->len;
    float f = (float)(d - i);
    e->line[e->pos] = x;
    e->pos = (e->pos + 1) % e->len;
    return 0.7f * x + e->b * ((1 - f) * e->line[p] + f * e->line[q]);
}
static float fx_drive(Effect *e, float x) { x *= e->a; return e->b * x / (1 + fabsf(x)); }

static void add_fx(Track *t, float (*run)(Effect *, float), float seconds, float a, float b)
{
    Effect *e = xcalloc(1, sizeof *e), **end = &t->fx;
    int len = (int)(seconds * RATE) + 4;
    *e = (Effect){ .run = run, .line = xcalloc(len, sizeof(float)), .len = len, .a = a, .b = b };
    while (*end) end = &(*end)->next;
    *end = e;
}
// ---------- composer ----------
static void compose(Track *t, long total)
{
    static const int scale[] = { 0, 2, 3, 5, 7, 8, 10 };
    enum { VERSE, CHORUS, BREAK } mood = VERSE;
    int degree = rnd(7), left = 8;
    Note **end = &t->notes;
    for (long at = rnd(RATE / 4); at < total; ) {
        long len = (long)(RATE / 8) * (1 + rnd(mood == BREAK ? 8 : 4));
        for (int c = 0; c < (mood == CHORUS ? 3 : 1); c++) {
            Note *n = xcalloc(1, sizeof *n);
            int d = degree + 2 * c;
            int key = 60 + 12 * (t->ins->octave + d / 7) + scale[d % 7];
            *n = (Note){ NULL, at, len - rnd((int)len / 3), key, 0 };
            n->vel = 0.4f + 0.06f * rnd(10);
            *end = n;
            end = &n->next;
        }
        at += len;
        degree = (degree + rnd(5) + 5) % 7;
        if (--left == 0) { left = 4 + rnd(8); mood = mood == VERSE ? CHORUS : mood == CHORUS && rnd(2) ? BREAK : VERSE; }
    }
}
// ---------- voices ----------
static void note_on(Track *t, const Note *n)
{
    Voice *v = t->voice;
    for (Voice *w = v; w < t->voice + VOICES; w++) {
        if (w->stage == OFF) { v = w; break; }
        if (w->age < v->age) v = w;
    }
    if (v->stage != OFF) t->stolen++;
    v->stage = ATTACK;
    v->age = ++t->clock;
    v->vel = n->vel;
    v->off = n->start + n->len;
    v->inc = 440.0 * pow(2, (n->key - 69) / 12.0) / RATE;
    v->phase = v->mod = 0;
    v->noise = (uint32_t)n->key * 77777u + (uint32_t)n->start;
}
static float voice_run(Voice *v, const Instrument *in, long now)
{
    if (now >= v->off && v->stage != RELEASE) v->stage = RELEASE;
    switch (v->stage) {
    case OFF: return 0;
    case ATTACK: v->env += 1 / (in->attack * RATE); if (v->env >= 1) { v->env = 1; v->stage = DECAY; } break;
    case DECAY: v->env -= (1 - in->sustain) / (in->decay * RATE); if (v->env <= in->sustain) { v->env = in->sustain; v->stage = SUSTAIN; } break;
    case SUSTAIN: break;
    case RELEASE: v->env -= 1 / (in->release * RATE); if (v->env <= 0) { v->env = 0; v->stage = OFF; v->low = v->band = 0; } break;
    }
    float x = in->osc(v), f = in->cutoff + in->envamt * v->env;
    v->phase += v->inc;
    v->mod += 3.5 / RATE;
    if (v->phase >= 1) v->phase -= 1;
    if (v->mod >= 1) v->mod -= 1;
    v->low += f * v->band;                                    // state variable filter
    v->band += f * (x - v->low - in->reso * v->band);
    return v->low * v->env * v->vel;
}
static void render(Track *t, float *out, long total)
{
    const Note *n = t->notes;
    for (long i = 0; i < total; i++) {
        float s = 0;
        for (; n && n->start <= i; n = n->next) note_on(t, n);
        for (int k = 0; k < VOICES; k++)
            if (t->voice[k].stage != OFF) s += voice_run(&t->voice[k], t->ins, i);
        for (Effect *e = t->fx; e; e = e->next) s = e->run(e, s);
        out[i] = s * t->gain;
    }
}
static void comb(const float *in, float *out, long n, int delay, float feedback)
{
    float damp = 0;
    for (long i = 0; i < n; i++) {
        damp = 0.8f * (i >= delay ? out[i - delay] : 0) + 0.2f * damp;
        out[i] = in[i] + feedback * damp;
    }
}
static int16_t limit(float x)
{
    x = 32767 * x / (1 + 0.3f * fabsf(x));
    return (int16_t)(x > 32767 ? 32767 : x < -32767 ? -32767 : x);
}

int main(int argc, char **argv)
{
    static const int delays[COMBS] = { 1557, 1617, 1491, 1422 };
    int secs = argc > 1 ? atoi(argv[1]) : 55, nt = argc > 2 ? atoi(argv[2]) : 8;
    seed = argc > 3 ? (uint32_t)atoi(argv[3]) * 2u + 1 : 8086u;
    long total = (long)secs * RATE;
    Track *tr = xcalloc(nt, sizeof *tr);
    float *wet[COMBS], *bus = xcalloc(total, sizeof *bus), *left = xcalloc(total, sizeof *left), *right = xcalloc(total, sizeof *right);
    for (int i = 0; i < nt; i++) {
        tr[i].ins = &bank[i % NBANK], tr[i].gain = 0.25f - 0.01f * (float)(i % 5);
        tr[i].pan = nt > 1 ? (float)i / (float)(nt - 1) : 0.5f;
        compose(&tr[i], total);
        if (i % 3 == 1) add_fx(&tr[i], fx_echo, 0.31f, 0.4f, 0.5f);
        if (i % 2 == 1) add_fx(&tr[i], fx_chorus, 0.02f, 0.7f, 0.6f);
        if (i % 4 == 0) add_fx(&tr[i], fx_drive, 0, 3.0f, 0.6f);
    }
    float **own = xcalloc(nt, sizeof *own);
    #pragma omp parallel for schedule(dynamic, 1)
    for (int i = 0; i < nt; i++) {
        own[i] = xcalloc(total, sizeof(float));
        render(&tr[i], own[i], total);
    }
    #pragma omp parallel for schedule(static)
    for (long k = 0; k < total; k++) {
        float l = 0, r = 0;
        for (int i = 0; i < nt; i++) {
            l += (1 - tr[i].pan) * own[i][k];
            r += tr[i].pan * own[i][k];
        }
        left[k] = l;
        right[k] = r;
        bus[k] = 0.5f * (l + r);
    }
    for (int i = 0; i < nt; i++) free(own[i]);
    free(own);
    #pragma omp parallel for schedule(dynamic, 1)
    for (int c = 0; c < COMBS; c++) {
        wet[c] = xcalloc(total, sizeof(float));
        comb(bus, wet[c], total, delays[c], 0.80f + 0.01f * c);
    }
    uint64_t h = 0xcbf29ce484222325u;
    for (int s = 0; s < secs; s++) {
        double e = 0;
        int peak = 0;
        for (long k = (long)s * RATE; k < (long)(s + 1) * RATE; k++) {
            float w = 0;
            for (int c = 0; c < COMBS; c++) w += wet[c][k];
            int16_t l = limit(left[k] + 0.05f * w), r = limit(right[k] + 0.05f * w);
            h = (h ^ (uint16_t)l) * 0x100000001b3u;
            h = (h ^ (uint16_t)r) * 0x100000001b3u;
            e += (double)l * l + (double)r * r;
            if (abs(l) > peak || abs(r) > peak) peak = abs(l) > abs(r) ? abs(l) : abs(r);
        }
        if (s % (secs / 10 + 1) == 0) printf("second %2d: rms %9.3f peak %d\n", s, sqrt(e / (2 * RATE)), peak);
    }
    for (int i = 0; i < nt; i++) {
        printf("track %d %-6s %4ld notes, %ld stolen\n", i, tr[i].ins->name, tr[i].clock, tr[i].stolen);
        for (Note *n = tr[i].notes, *nn; n; n = nn) { nn = n->next; free(n); }
        for (Effect *e = tr[i].fx, *en; e; e = en) { en = e->next; free(e->line); free(e); }
    }
    printf("pcm %016llx\n", (unsigned long long)h);
    for (int c = 0; c < COMBS; c++) free(wet[c]);
    free(tr); free(bus); free(left); free(right);
    return 0;
}

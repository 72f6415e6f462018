/*
 * synth.c - offline polyphonic synthesizer
 *
 * Composes a little piece, renders every note with detuned oscillators, an
 * FM bell, an ADSR envelope and a swept state variable filter, mixes the notes
 * into a stereo track and normalizes the result to 16 bit samples.
 *
 * usage: synth [bars] [seed]
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define RATE 44100
#define BPM 108
#define TWO_PI 6.28318530717958648
#define MAXVOICE 5
#define BATCH 96                /* notes rendered at a time */
#define SLICE 16384             /* frames mixed by one thread */

enum { PAD, BASS, BELL, LEAD, NPATCH };

struct patch {
    const char *name;
    int voices;                 /* detuned saws; 0: FM pair */
    double detune, ratio, index;
    double attack, decay, sustain, release;
    double cutoff, sweep, reso, gain;
};

static const struct patch patches[NPATCH] = {
    { "pad",  5, 0.006, 0, 0,   0.30, 0.40, 0.7, 0.60, 700, 1800, 0.5, 0.10 },
    { "bass", 2, 0.003, 0, 0,   0.005, 0.15, 0.5, 0.08, 160, 1400, 0.3, 0.25 },
    { "bell", 0, 0, 3.5, 5.0,   0.002, 0.60, 0.1, 0.70, 5000, 3000, 1.2, 0.14 },
    { "lead", 3, 0.004, 0, 0,   0.02, 0.10, 0.8, 0.15, 1200, 3000, 0.4, 0.16 },
};

struct note {
    int patch, key;
    double when, dur;           /* seconds */
    float vel, pan;
    struct note *next;
};

/* per-note synthesis state */
struct voice {
    const struct patch *p;
    double phase[MAXVOICE], step[MAXVOICE];
    double mod, modstep, lfo;
    double low, band;           /* filter memory */
};

static float *track[2];         /* left, right */
static long tracklen;
static struct note *score, **score_end = &score;
static uint32_t dice = 1;

static int roll(int n)
{
    dice = dice * 1664525u + 1013904223u;
    return (int)((dice >> 8) % n);
}

static void play(int patch, int key, double when, double dur, float vel)
{
    struct note *n = malloc(sizeof *n);
    if (!n)
        exit(1);
    n->patch = patch;
    n->key = key;
    n->when = when;
    n->dur = dur;
    n->vel = vel;
    n->pan = 0.5f + 0.08f * (roll(9) - 4);
    n->next = NULL;
    *score_end = n;
    score_end = &n->next;
}

static void compose(int bars)
{
    static const int roots[] = { 45, 41, 48, 43 }, minor[] = { 0, 3, 7, 10, 12, 15 }, major[] = { 0, 4, 7, 11, 12, 16 };
    double beat = 60.0 / BPM;
    for (int b = 0; b < bars; b++) {
        int root = roots[b % 4];
        const int *chord = b % 4 ? major : minor;
        double t = 4 * b * beat;
        for (int k = 0; k < 4; k++)
            play(PAD, root + 12 + chord[k], t, 4 * beat, 0.7f);
        for (int k = 0; k < 8; k++)
            if (k == 0 || roll(4))
                play(BASS, root - 12 + (roll(5) ? 0 : 12), t + k * beat / 2, beat * 0.45, 0.8f + 0.02f * roll(10));
        for (int k = 0; k < 16; k++)
            if (roll(3) == 0)
                play(BELL, root + 24 + chord[roll(6)], t + k * beat / 4, beat * 0.3, 0.5f + 0.05f * roll(10));
        for (int k = 0; k < 8; ) {
            int len = 1 + roll(3);
            if (roll(5))
                play(LEAD, root + 12 + chord[roll(6)], t + k * beat / 2, beat * 0.48 * len, 0.7f);
            k += len;
        }
    }
    tracklen = (long)((4 * bars * beat + 2) * RATE);
}

static double envelope(const struct patch *p, double t, double dur)
{
    double level;
    if (t < p->attack)
        level = t / p->attack;
    else if (t < p->attack + p->decay)
        level = 1 - (1 - p->sustain) * (t - p->attack) / p->decay;
    else
        level = p->sustain;
    if (t <= dur)
        return level;
    double rest = 1 - (t - dur) / p->release;
    return level * rest * rest;
}

static void voice_start(struct voice *v, const struct note *n)
{
    double freq = 440 * pow(2, (n->key - 69) / 12.0);
    v->p = &patches[n->patch];
    v->mod = v->lfo = v->low = v->band = 0;
    v->modstep = TWO_PI * freq * v->p->ratio / RATE;
    for (int i = 0; i < MAXVOICE; i++) {
        v->phase[i] = 0.37 * i;
        v->step[i] = freq * (1 + v->p->detune * (i - 0.5 * (v->p->voices - 1))) / RATE;
    }
}

/* band limited saw: correct the step with a two sample polynomial */
static double saw(double ph, double dt)
{
    double y = 2 * ph - 1;
    if (ph < dt) {
        double x = ph / dt;
        y -= x + x - x * x - 1;
    } else if (ph > 1 - dt) {
        double x = (ph - 1) / dt;
        y -= x * x + x + x + 1;
    }
    return y;
}

static double oscillate(struct voice *v, double env)
{
    double s = 0;
    if (v->p->voices == 0) {
        v->mod += v->modstep;
        v->phase[0] += v->step[0];
        return sin(TWO_PI * v->phase[0] + v->p->index * env * sin(v->mod));
    }
    for (int i = 0; i < v->p->voices; i++) {
        v->phase[i] += v->step[i];
        if (v->phase[i] >= 1)
            v->phase[i] -= (int)v->phase[i];
        s += saw(v->phase[i], v->step[i]);
    }
    return s / v->p->voices;
}

static double filter(struct voice *v, double in, double env)
{
    v->lfo += 4.5 / RATE;
    double fc = v->p->cutoff + v->p->sweep * env * env + 60 * sin(TWO_PI * v->lfo);
    double f = 2 * sin(TWO_PI / 2 * fmin(fc, 7000) / RATE);
    v->low += f * v->band;
    v->band += f * (in - v->low - v->p->reso * v->band);
    return v->low;
}

static long note_frames(const struct note *n)
{
    long first = lround(n->when * RATE), count = lround((n->dur + patches[n->patch].release) * RATE);
    return first + count > tracklen ? tracklen - first : count;
}

static void render(const struct note *n, float *out, long count)
{
    struct voice v;
    voice_start(&v, n);
    for (long i = 0; i < count; i++) {
        double env = envelope(v.p, (double)i / RATE, n->dur);
        out[i] = (float)(v.p->gain * env * filter(&v, oscillate(&v, env), env));
    }
}

/* add what falls into frames [lo,hi) of the track */
static void mix(const struct note *n, const float *in, long count, long lo, long hi)
{
    long first = lround(n->when * RATE);
    float left = n->vel * sqrtf(1 - n->pan), right = n->vel * sqrtf(n->pan);
    long i0 = lo > first ? lo - first : 0, i1 = hi - first < count ? hi - first : count;
    for (long i = i0; i < i1; i++) {
        track[0][first + i] += left * in[i];
        track[1][first + i] += right * in[i];
    }
}

/* Notes are rendered in batches, then every time slice adds them in score order. */
static void render_score(void)
{
    const struct note *batch[BATCH], *n = score;
    long start[BATCH + 1], room = 0;
    float *pool = NULL;
    while (n) {
        int nb = 0;
        start[0] = 0;
        for (; n && nb < BATCH; n = n->next, nb++) {
            batch[nb] = n;
            start[nb + 1] = start[nb] + note_frames(n);
        }
        if (start[nb] > room) {
            room = start[nb] + start[nb] / 4;
            free(pool);
            pool = malloc(room * sizeof *pool);
        }
#pragma omp parallel
        {
#pragma omp for schedule(dynamic, 1)
            for (int k = 0; k < nb; k++)
                render(batch[k], pool + start[k], start[k + 1] - start[k]);
#pragma omp for schedule(static, 1)
            for (long lo = 0; lo < tracklen; lo += SLICE)
                for (int k = 0; k < nb; k++)
                    mix(batch[k], pool + start[k], start[k + 1] - start[k], lo, lo + SLICE < tracklen ? lo + SLICE : tracklen);
        }
    }
    free(pool);
}

static float peak_level(void)
{
    float peak = 0;
    for (int c = 0; c < 2; c++)
#pragma omp parallel for reduction(max:peak)
        for (long i = 0; i < tracklen; i++)
            if (fabsf(track[c][i]) > peak)
                peak = fabsf(track[c][i]);
    return peak;
}

int main(int argc, char **argv)
{
    int bars = argc > 1 ? atoi(argv[1]) : 24, notes[NPATCH] = { 0 };
    dice = argc > 2 ? (uint32_t)atoi(argv[2]) : 12;
    compose(bars);
    for (int c = 0; c < 2; c++)
        track[c] = calloc(tracklen, sizeof(float));
    if (!track[0] || !track[1])
        return 1;

    render_score();
    for (const struct note *n = score; n; n = n->next)
        notes[n->patch]++;

    /* soft clip, then bring the loudest sample to -1 dB */
    float before = peak_level(), drive = 1.6f / before;
    for (int c = 0; c < 2; c++)
#pragma omp parallel for
        for (long i = 0; i < tracklen; i++)
            track[c][i] = tanhf(drive * track[c][i]);
    float scale = 0.891f * 32767 / peak_level();
    int16_t *pcm = malloc(2 * tracklen * sizeof *pcm);
#pragma omp parallel for
    for (long i = 0; i < 2 * tracklen; i++)
        pcm[i] = (int16_t)lrintf(scale * track[i & 1][i / 2]);

    uint32_t crc = 0;
    int clipped = 0;
    for (long i = 0; i < 2 * tracklen; i++) {
        crc = crc * 16777619u ^ (uint16_t)pcm[i];
        clipped += pcm[i] > 20000 || pcm[i] < -20000;
    }
    for (int k = 0; k < NPATCH; k++)
        printf("%-4s %4d notes\n", patches[k].name, notes[k]);
    printf("%ld frames, peak %.6f, scale %.4f, hot samples %d, crc %08x\n", tracklen, before, scale, clipped, crc);
    double *power = calloc(tracklen / (8 * RATE) + 1, sizeof *power);
#pragma omp parallel for schedule(dynamic, 1)
    for (long t = 0; t < tracklen; t += 8 * RATE) {
        long end = t + 8 * RATE < tracklen ? t + 8 * RATE : tracklen;
        double sum = 0;
        for (long i = 2 * t; i < 2 * end; i++)
            sum += (double)pcm[i] * pcm[i];
        power[t / (8 * RATE)] = sum / (2 * (end - t));
    }
    for (long t = 0; t < tracklen; t += 8 * RATE)
        printf("%4lds rms %9.3f\n", t / RATE, sqrt(power[t / (8 * RATE)]));
    return 0;
}

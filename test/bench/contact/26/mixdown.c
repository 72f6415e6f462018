/*  mixdown.c  --  offline bounce of a small synth session

    Tracks (subtractive voices, wavetable oscillators, TPT state variable
    filter, drive, feedback delay) are rendered in blocks of 256 frames and
    summed on a stereo bus; master chain = low shelf, look-ahead limiter,
    TPDF dither to 16 bit.  Usage: mixdown [seconds] [tracks] [bpm]
*/
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SR        48000.0f
#define BLOCK     256
#define TABLE     2048
#define VOICES    6
#define MAXDELAY  48000
#define LOOKAHEAD 64

typedef struct { float ic1, ic2; } Svf;
typedef enum { ENV_OFF, ENV_ATTACK, ENV_DECAY, ENV_RELEASE } EnvStage;
typedef struct { EnvStage stage; float level; } Env;

typedef struct { int note, age; float phase[2], inc[2]; Env env; Svf filt; } Voice;

typedef struct Track {
    struct Track *next;
    Voice    voice[VOICES];
    float    attack, decay, sustain, release;
    float    cutoff, reso, envmod, drive, gainL, gainR;
    float    lfoPhase, lfoInc;
    float   *delay;
    int      delayLen, delayPos, stepFrames, stepLeft, step;
    float    feedback, wet, peak;
    uint32_t rng;
    uint8_t  pattern[16];
    float    out[BLOCK];
} Track;
static float  sawTable[TABLE + 1];
static Track *session;
static float  busL[BLOCK], busR[BLOCK];
/* master state */
static float    shelfL, shelfR, limGain = 1.0f, lookL[LOOKAHEAD], lookR[LOOKAHEAD];
static int      lookPos;
static uint32_t ditherState = 22222;
static long     limited;
static void buildTables(void) {
    for (int i = 0; i <= TABLE; i++) {
        double s = 0;
        for (int h = 1; h <= 40; h++) s += sin(2.0 * M_PI * h * i / TABLE) / h * cos(0.5 * M_PI * h / 41.0);
        sawTable[i] = (float)(s * 0.6);
    }
}

static uint32_t trackRand(Track *t) {
    t->rng = t->rng * 1664525u + 1013904223u;
    return t->rng >> 10;
}

static Track *addTrack(int index, float bpm) {
    Track *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->rng = 12345u + 777u * (uint32_t)index;
    t->attack  = 1.0f / (SR * (0.002f + 0.01f * (index % 5)));
    t->decay   = 1.0f / (SR * (0.1f + 0.07f * (index % 4)));
    t->sustain = 0.3f + 0.1f * (index % 3);
    t->release = 1.0f / (SR * 0.4f);
    t->cutoff  = 300.0f + 250.0f * (index % 7);
    t->reso    = 0.3f + 0.08f * (index % 6);
    t->envmod  = 2500.0f;
    t->drive   = 1.0f + 0.5f * (index % 4);
    t->gainL   = 0.22f * cosf(0.3f * index);
    t->gainR   = 0.22f * sinf(0.3f * index + 0.4f);
    t->lfoInc  = (0.2f + 0.11f * index) / SR;
    t->delayLen = 9000 + 2311 * (index % 13);
    t->delay    = calloc(MAXDELAY, sizeof *t->delay);
    t->feedback = 0.45f; t->wet = 0.25f;
    t->stepFrames = (int)(SR * 60.0f / bpm / (index % 2 ? 4 : 2));
    for (int i = 0; i < 16; i++)
        t->pattern[i] = trackRand(t) % 3 ? (uint8_t)(36 + index % 3 * 12 + "\0\3\5\7\12"[trackRand(t) % 5]) : 0;
    if (!t->delay) { free(t); return NULL; }
    return t;
}

static void noteOn(Track *t, int note) {
    Voice *v = NULL;
    for (int i = 0; i < VOICES && !v; i++)  if (t->voice[i].env.stage == ENV_OFF) v = &t->voice[i];
    if (!v) {                                   /* steal the oldest */
        v = &t->voice[0];
        for (int i = 1; i < VOICES; i++)  if (t->voice[i].age > v->age) v = &t->voice[i];
    }
    float hz = 440.0f * powf(2.0f, (note - 69) / 12.0f);
    v->note = note; v->age = 0;
    v->inc[0] = hz * TABLE / SR; v->inc[1] = hz * 1.007f * TABLE / SR;
    v->env.stage = ENV_ATTACK;
}

static float envTick(Env *e, const Track *t) {
    if (e->stage == ENV_ATTACK) {
        e->level += t->attack;
        if (e->level >= 1.0f) { e->level = 1.0f; e->stage = ENV_DECAY; }
    } else if (e->stage == ENV_DECAY) {
        e->level -= t->decay;
        if (e->level <= t->sustain) { e->level = t->sustain; e->stage = ENV_RELEASE; }
    } else if (e->stage == ENV_RELEASE) {
        e->level -= t->release;
        if (e->level <= 0.0f) { e->level = 0.0f; e->stage = ENV_OFF; }
    }
    return e->level;
}

static float oscTick(float *phase, float inc) {
    int i = (int)*phase;
    float frac = *phase - (float)i, s = sawTable[i] + frac * (sawTable[i + 1] - sawTable[i]);
    *phase += inc;
    if (*phase >= TABLE) *phase -= TABLE;
    return s;
}

static float svfLow(Svf *f, float in, float g, float k) {
    float a1 = 1.0f / (1.0f + g * (g + k)), a2 = g * a1, a3 = g * a2;
    float v3 = in - f->ic2;
    float v1 = a1 * f->ic1 + a2 * v3;
    float v2 = f->ic2 + a2 * f->ic1 + a3 * v3;
    f->ic1 = 2.0f * v1 - f->ic1; f->ic2 = 2.0f * v2 - f->ic2;
    return v2;
}

static void renderTrack(Track *t) {
    for (int n = 0; n < BLOCK; n++) {
        if (t->stepLeft-- <= 0) {
            int note = t->pattern[t->step++ & 15];
            t->stepLeft = t->stepFrames;
            if (note) noteOn(t, note);
            if (trackRand(t) % 40 == 0) t->pattern[trackRand(t) & 15] ^= 2;
        }
        float lfo = 4.0f * fabsf(t->lfoPhase - 0.5f) - 1.0f, mix = 0.0f;
        t->lfoPhase += t->lfoInc;
        if (t->lfoPhase >= 1.0f) t->lfoPhase -= 1.0f;
        for (int i = 0; i < VOICES; i++) {
            Voice *v = &t->voice[i];
            if (v->env.stage == ENV_OFF) continue;
            float e = envTick(&v->env, t);
            float x = oscTick(&v->phase[0], v->inc[0]) + oscTick(&v->phase[1], v->inc[1]);
            float fc = (t->cutoff * (1.0f + 0.4f * lfo) + t->envmod * e * e) * (float)(M_PI / SR);
            mix += svfLow(&v->filt, x * e, fc * (1.0f + fc * fc * 0.333f), 2.0f - 2.0f * t->reso);
            v->age++;
        }
        mix *= t->drive;
        mix = mix / (1.0f + fabsf(mix));
        float d = t->delay[t->delayPos];
        t->delay[t->delayPos] = mix + t->feedback * d + 1e-18f;
        if (++t->delayPos >= t->delayLen) t->delayPos = 0;
        t->out[n] = mix + t->wet * d;
        if (fabsf(t->out[n]) > t->peak) t->peak = fabsf(t->out[n]);
    }
}

static float dither(void) {
    uint32_t a = ditherState = ditherState * 196314165u + 907633515u;
    uint32_t b = ditherState = ditherState * 196314165u + 907633515u;
    return ((float)(a >> 16) - (float)(b >> 16)) / 65536.0f;
}
static void master(int16_t *pcm) {
    for (int n = 0; n < BLOCK; n++) {
        shelfL += 0.02f * (busL[n] - shelfL); shelfR += 0.02f * (busR[n] - shelfR);
        float l = busL[n] + 0.4f * shelfL, r = busR[n] + 0.4f * shelfR;
        float pk = fmaxf(fabsf(l), fabsf(r)), want = pk > 0.9f ? 0.9f / pk : 1.0f;
        if (want < limGain) { limGain = want; limited++; }
        else limGain += 0.0004f * (want - limGain);
        pcm[2 * n]     = (int16_t)lrintf(lookL[lookPos] * limGain * 32000.0f + dither());
        pcm[2 * n + 1] = (int16_t)lrintf(lookR[lookPos] * limGain * 32000.0f + dither());
        lookL[lookPos] = l; lookR[lookPos] = r;
        lookPos = (lookPos + 1) % LOOKAHEAD;
    }
}

int main(int argc, char **argv) {
    float seconds = argc > 1 ? (float)atof(argv[1]) : 56.0f, bpm = argc > 3 ? (float)atof(argv[3]) : 124.0f;
    int tracks = argc > 2 ? atoi(argv[2]) : 12, index = 0;
    Track **link = &session;
    int16_t pcm[2 * BLOCK];
    uint32_t crc = 1, lo = 0;
    double energy = 0;
    if (seconds <= 0 || tracks < 1 || tracks > 64 || bpm < 20) { fprintf(stderr, "mixdown: bad session\n"); return 1; }
    buildTables();
    for (; index < tracks; index++) {
        if (!(*link = addTrack(index, bpm))) { fprintf(stderr, "mixdown: no memory\n"); return 1; }
        link = &(*link)->next;
    }
    int blocks = (int)(seconds * SR / BLOCK);
    for (int b = 0; b < blocks; b++) {
        memset(busL, 0, sizeof busL); memset(busR, 0, sizeof busR);
        for (Track *t = session; t; t = t->next) {
            renderTrack(t);
            for (int n = 0; n < BLOCK; n++) {
                busL[n] += t->gainL * t->out[n];
                busR[n] += t->gainR * t->out[n];
            }
        }
        master(pcm);
        for (int n = 0; n < 2 * BLOCK; n++) {
            crc = (crc + (uint16_t)pcm[n]) % 65521u;
            lo = (lo + crc) % 65521u;
            energy += (double)pcm[n] * pcm[n];
        }
        if (b % (blocks / 5 + 1) == 0) printf("block %5d adler %04x%04x gain %.9f\n", b, lo, crc, limGain);
    }
    printf("%d blocks, rms %.12f, adler %04x%04x, limited %ld\npeaks:", blocks,
           sqrt(energy / (blocks * 2.0 * BLOCK)), lo, crc, limited);
    while (session) {
        Track *t = session;
        printf(" %.7f", t->peak);
        session = t->next;
        free(t->delay); free(t);
    }
    printf("\n");
    return 0;
}

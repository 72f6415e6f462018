// Offline FM synthesizer: renders a generated score into a stereo buffer,
// adds a Schroeder reverb, normalizes and quantizes to 16 bit.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <omp.h>

#ifndef M_PI
#define M_PI 3.14159265358979323846
#endif
#define RATE 44100
#define NCOMB 4
#define BATCH 64
#define SLICE 4096

typedef struct Note {
    int start, length;         // in samples
    double freq, ratio, index; // carrier, modulator ratio, modulation depth
    float gainL, gainR;
    double cutoff;
    struct Note *next;
} Note;

typedef struct {
    float *buf;
    int len, pos;
    float feedback, damp, store;
} Delay;

static uint64_t gSeed = 0x9E3779B97F4A7C15ull;

static double frand(void) {
    gSeed = gSeed * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(gSeed >> 11) / 9007199254740992.0;
}

static Note *composeScore(int bars, int *outFrames) {
    static const int scale[8] = {0, 2, 3, 5, 7, 8, 10, 12};
    Note *head = NULL, **tail = &head;
    int beat = RATE / 4, last = 0;
    for (int b = 0; b < bars; b++) {
        int root = 36 + scale[(b * 3) % 7];
        for (int s = 0; s < 8; s++) {
            int voices = 1 + (int)(frand() * 3.0);
            for (int v = 0; v < voices; v++) {
                Note *n = malloc(sizeof *n);
                if (!n) { fprintf(stderr, "no memory\n"); exit(1); }
                int pitch = root + 12 * v + scale[(int)(frand() * 8.0)];
                n->start = (b * 8 + s) * beat + (int)(frand() * 200.0);
                n->length = beat + (int)(frand() * 2.5 * beat);
                n->freq = 440.0 * pow(2.0, (pitch - 69) / 12.0);
                n->ratio = 1.0 + (int)(frand() * 4.0) * 0.5;
                n->index = 0.5 + 4.0 * frand();
                double pan = frand();
                n->gainL = (float)(0.2 * cos(pan * M_PI / 2));
                n->gainR = (float)(0.2 * sin(pan * M_PI / 2));
                n->cutoff = 0.05 + 0.6 * frand();
                n->next = NULL;
                *tail = n;
                tail = &n->next;
                if (n->start + n->length > last) last = n->start + n->length;
            }
        }
    }
    *outFrames = last + RATE;
    return head;
}

static double envelope(int t, int length) {
    double x = (double)t / length;
    if (x < 0.02) return x / 0.02;
    return (1.0 - x) * (1.0 - x);
}

static void renderNote(const Note *n, float *dst) {
    double pc = 0.0, pm = 0.0, low = 0.0;
    double dc = 2 * M_PI * n->freq / RATE, dm = dc * n->ratio;
    for (int t = 0; t < n->length; t++) {
        double env = envelope(t, n->length);
        double s = sin(pc + n->index * env * sin(pm));
        low += n->cutoff * (s * env - low);
        dst[t] = (float)low;
        pc += dc;
        pm += dm;
        if (pc > 2 * M_PI) pc -= 2 * M_PI;
        if (pm > 2 * M_PI) pm -= 2 * M_PI;
    }
}

static void mixInto(float *mix, const float *src, float gain, int n) {
    for (int i = 0; i < n; i++)
        mix[i] += gain * src[i];
}

static void delayInit(Delay *d, int len, float feedback) {
    d->buf = calloc((size_t)len, sizeof(float));
    if (!d->buf) exit(1);
    d->len = len;
    d->pos = 0;
    d->feedback = feedback;
    d->damp = 0.3f;
    d->store = 0.0f;
}

static float combStep(Delay *d, float in) {
    float y = d->buf[d->pos];
    d->store = y + d->damp * (d->store - y);
    d->buf[d->pos] = in + d->feedback * d->store;
    if (++d->pos == d->len) d->pos = 0;
    return y;
}

static float allpassStep(Delay *d, float in) {
    float b = d->buf[d->pos];
    float y = b - in;
    d->buf[d->pos] = in + 0.5f * b;
    if (++d->pos == d->len) d->pos = 0;
    return y;
}

static void reverb(float *ch, int frames, int spread) {
    static const int combLen[NCOMB] = {1116, 1277, 1422, 1617};
    Delay comb[NCOMB], ap[2];
    for (int i = 0; i < NCOMB; i++) delayInit(&comb[i], combLen[i] + spread, 0.82f);
    delayInit(&ap[0], 556 + spread, 0);
    delayInit(&ap[1], 225 + spread, 0);
    for (int t = 0; t < frames; t++) {
        float acc = 0.0f;
        for (int i = 0; i < NCOMB; i++) acc += combStep(&comb[i], ch[t]);
        acc = allpassStep(&ap[1], allpassStep(&ap[0], acc));
        ch[t] = ch[t] * 0.75f + acc * 0.125f;
    }
    for (int i = 0; i < NCOMB; i++) free(comb[i].buf);
    free(ap[0].buf);
    free(ap[1].buf);
}

// add the part of a rendered note that falls into frames [from, to)
static void mixSlice(float *mix, const Note *n, const float *buf, float gain, int from, int to) {
    int a = from > n->start ? from : n->start;
    int b = n->start + n->length < to ? n->start + n->length : to;
    if (a < b) mixInto(mix + a, buf + (a - n->start), gain, b - a);
}

// render BATCH notes at a time, then mix them slice by slice in score order
static int playScore(Note *score, float *left, float *right, int frames) {
    float *bufs = malloc(sizeof(float) * RATE * BATCH);
    Note *batch[BATCH], *n = score;
    int notes = 0;
    if (!bufs) { fprintf(stderr, "no memory\n"); exit(1); }
    while (n) {
        int cnt = 0, lo = frames, hi = 0;
        for (; n && cnt < BATCH; n = n->next) {
            batch[cnt++] = n;
            if (n->start < lo) lo = n->start;
            if (n->start + n->length > hi) hi = n->start + n->length;
        }
        #pragma omp parallel
        {
            #pragma omp for schedule(dynamic, 1)
            for (int i = 0; i < cnt; i++) renderNote(batch[i], bufs + (size_t)i * RATE);
            #pragma omp for schedule(dynamic, 1)
            for (int t = lo; t < hi; t += SLICE) {
                int end = t + SLICE < hi ? t + SLICE : hi;
                for (int i = 0; i < cnt; i++) {
                    mixSlice(left, batch[i], bufs + (size_t)i * RATE, batch[i]->gainL, t, end);
                    mixSlice(right, batch[i], bufs + (size_t)i * RATE, batch[i]->gainR, t, end);
                }
            }
        }
        notes += cnt;
    }
    free(bufs);
    return notes;
}

int main(int argc, char **argv) {
    int bars = argc > 1 ? atoi(argv[1]) : 58;
    if (bars < 1) { fprintf(stderr, "usage: synth [bars]\n"); return 1; }
    int frames, notes;
    Note *score = composeScore(bars, &frames);
    float *left = calloc((size_t)frames, sizeof(float));
    float *right = calloc((size_t)frames, sizeof(float));
    if (!left || !right) { fprintf(stderr, "no memory\n"); return 1; }

    notes = playScore(score, left, right, frames);
    #pragma omp parallel sections
    {
        #pragma omp section
        reverb(left, frames, 0);
        #pragma omp section
        reverb(right, frames, 23);
    }

    float peak = 0.0f;
    #pragma omp parallel for reduction(max:peak)
    for (int t = 0; t < frames; t++) {
        if (fabsf(left[t]) > peak) peak = fabsf(left[t]);
        if (fabsf(right[t]) > peak) peak = fabsf(right[t]);
    }
    uint32_t adler = 1, exact = 0;
    double power = 0.0;
    for (int t = 0; t < frames; t++) {
        int16_t l = (int16_t)(left[t] / peak * 32000.0f);
        int16_t r = (int16_t)(right[t] / peak * 32000.0f);
        uint32_t bl;
        memcpy(&bl, &left[t], 4);
        exact = exact * 31u + bl;
        memcpy(&bl, &right[t], 4);
        exact = exact * 31u + bl;
        adler = adler * 33u + (uint16_t)l;
        adler = adler * 33u + (uint16_t)r;
        power += (double)l * l + (double)r * r;
    }
    printf("notes=%d frames=%d peak=%.7f\n", notes, frames, (double)peak);
    printf("rms=%.6f pcm=%08x exact=%08x\n", sqrt(power / (2.0 * frames)), adler, exact);
    while (score) {
        Note *nx = score->next;
        free(score);
        score = nx;
    }
    free(left); free(right);
    return 0;
}

/* midirend - small software synthesizer: composes a piece, renders it to 16-bit stereo.
 * usage: midirend [bars] [tempo] [seed] [out.raw]
 * Notes of all tracks go through patch-dependent oscillators and an ADSR
 * envelope into an integer mix bus, then through a filter and a soft limiter. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <math.h>
#include <omp.h>

#define RATE  44100
#define TABN  4096

typedef enum { LEAD, PAD, BASS, DRUM, NPATCH } Patch;

typedef struct {
    uint32_t start, len;             /* samples */
    uint8_t key, vel, patch, pan;
    uint32_t id;
} Note;

typedef struct { Note *v; size_t n, cap; } Score;

typedef struct { double a, d, s, r; int32_t (*osc)(uint32_t phase, uint32_t aux, uint32_t *noise); double gain; } Voice;

static int16_t sine[TABN];
static uint32_t rng;

static uint32_t rnd(void)
{
    rng ^= rng << 13; rng ^= rng >> 17; rng ^= rng << 5;
    return rng;
}

static int32_t osc_lead(uint32_t ph, uint32_t aux, uint32_t *noise)
{
    (void)noise;
    int32_t saw = (int32_t)(ph >> 16) - 32768, saw2 = (int32_t)((ph + (ph >> 8) + aux) >> 16) - 32768;
    return (saw + saw2) / 2;
}
static int32_t osc_fm(uint32_t ph, uint32_t aux, uint32_t *noise)
{
    (void)noise;
    uint32_t mod = (uint32_t)(sine[(aux >> 20) & (TABN - 1)] * 30000);
    return sine[((ph + mod) >> 20) & (TABN - 1)];
}
static int32_t osc_bass(uint32_t ph, uint32_t aux, uint32_t *noise)
{
    (void)aux; (void)noise;
    int32_t sq = ph & 0x80000000u ? 14000 : -14000;
    return sq + sine[(ph >> 20) & (TABN - 1)] / 2;
}
static int32_t osc_drum(uint32_t ph, uint32_t aux, uint32_t *noise)
{
    (void)aux;
    uint32_t l = *noise;
    l = (l >> 1) ^ (-(l & 1u) & 0xD0000001u);
    *noise = l;
    return ((int32_t)(l & 0xffff) - 32768) / 2 + sine[(ph >> 20) & (TABN - 1)];
}

static const Voice voices[NPATCH] = {
    [LEAD] = { 0.01, 0.08, 0.6, 0.15, osc_lead, 0.30 },
    [PAD] = { 0.25, 0.40, 0.7, 0.60, osc_fm, 0.22 },
    [BASS] = { 0.005, 0.10, 0.8, 0.08, osc_bass, 0.34 },
    [DRUM] = { 0.001, 0.09, 0.0, 0.05, osc_drum, 0.50 },
};

static int add_note(Score *s, uint32_t start, uint32_t len, int key, int vel, Patch p, int pan)
{
    if (s->n == s->cap) {
        size_t c = s->cap ? s->cap * 2 : 64;
        Note *v = realloc(s->v, c * sizeof *v);
        if (!v) return -1;
        s->v = v; s->cap = c;
    }
    Note *t = &s->v[s->n];
    *t = (Note){ start, len, (uint8_t)key, (uint8_t)vel, (uint8_t)p, (uint8_t)pan, (uint32_t)s->n };
    s->n++;
    return 0;
}

static int compose(Score *s, int bars, int tempo)
{
    static const int roots[] = { 0, 5, 7, 9, 2, 4 }, scale[] = { 0, 2, 4, 5, 7, 9, 11 };
    uint32_t beat = RATE * 60u / (uint32_t)tempo, t = 0;
    int degree = 3, err = 0;
    for (int b = 0; b < bars; b++, t += 4 * beat) {
        int root = roots[rnd() % 6], minor = rnd() & 1;
        err |= add_note(s, t, 4 * beat, 48 + root, 70, PAD, 40);
        err |= add_note(s, t, 4 * beat, 51 + root + !minor, 66, PAD, 64);
        err |= add_note(s, t, 4 * beat, 55 + root, 66, PAD, 88);
        for (int k = 0; k < 8; k++)                         /* string section, staggered */
            err |= add_note(s, t + k * beat / 4, 3 * beat, 60 + root + 12 * (k & 1) + (k >> 1) * 4 % 7, 40, PAD, 20 + 12 * k);
        for (int q = 0; q < 4; q++) {
            err |= add_note(s, t + q * beat, beat * 3 / 4, 36 + root + (q == 3 ? 7 : 0), 90, BASS, 64);
            err |= add_note(s, t + q * beat, beat / 4, q & 1 ? 62 : 40, 100, DRUM, 60);
        }
        uint32_t pos = 0;
        while (pos < 4 * beat) {
            uint32_t l = beat / (1u << rnd() % 3);
            degree += (int)(rnd() % 5) - 2;
            if (degree < -3) degree = 0;
            if (degree > 10) degree = 7;
            if (rnd() % 6) {
                int oct = degree < 0 ? -1 : degree / 7, d = (degree + 7) % 7;
                int key = 72 + 12 * oct + scale[d], vel = 70 + (int)(rnd() % 40);
                err |= add_note(s, t + pos, l, key, vel, LEAD, 30 + (int)(rnd() % 70));
                err |= add_note(s, t + pos + 400, l, key - 12, vel / 2, LEAD, 100);
            }
            pos += l;
        }
    }
    return err;
}

static void render_note(const Note *n, int32_t *mix, size_t frames)
{
    const Voice *v = &voices[n->patch];
    double f = 440.0 * pow(2.0, (n->key - 69) / 12.0);
    uint32_t inc = (uint32_t)(f / RATE * 4294967296.0), aux = 0, ph = n->id * 7919u, noise = n->id * 2654435761u | 1;
    uint32_t inc2 = inc * 2 + 371;
    double env = 0, peak = v->gain * n->vel / 127.0;
    double up = peak / (v->a * RATE), down = pow(0.001, 1.0 / (v->d * RATE)), rel = pow(0.001, 1.0 / (v->r * RATE));
    double floor_ = peak * v->s;
    int stage = 0;
    size_t i = n->start;
    int32_t *out = mix + 2 * i;
    do {
        if (i >= frames) break;
        if (i - n->start >= n->len) stage = 2;
        switch (stage) {
        case 0: env += up; if (env >= peak) stage = 1; break;
        case 1: env = floor_ + (env - floor_) * down; break;
        default: env *= rel;
        }
        int32_t x = (int32_t)(v->osc(ph, aux, &noise) * env);
        out[0] += x * (127 - n->pan) >> 7;
        out[1] += x * n->pan >> 7;
        ph += inc; aux += inc2;
        if (n->patch == DRUM) inc -= inc >> 12;
        out += 2;
        i++;
    } while (stage < 2 || env > 1e-4);
}

/* one-pole low-pass, DC blocker and soft limiter over one channel */
static double master(const int32_t *in, int16_t *out, size_t frames, int ch, double *level)
{
    double lp = 0, dc = 0, peak = 0, sq = 0;
    for (size_t i = 0; i < frames; i++) {
        double x = in[2 * i + ch] / 32768.0;
        lp += 0.35 * (x - lp);
        dc += 0.0005 * (lp - dc);
        double y = lp - dc;
        y = y / (1.0 + fabs(y));
        if (fabs(y) > peak) peak = fabs(y);
        sq += y * y;
        out[2 * i + ch] = (int16_t)(y * 32767.0);
    }
    *level = sqrt(sq / (double)frames);
    return peak;
}

int main(int argc, char **argv)
{
    int bars = argc > 1 ? atoi(argv[1]) : 56, tempo = argc > 2 ? atoi(argv[2]) : 104, rc = 1;
    rng = (argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 10) : 1812) * 2654435761u | 1;
    Score sc = { NULL, 0, 0 };
    int32_t *mix = NULL;
    int16_t *pcm = NULL;
    size_t frames;
    if (bars < 1 || tempo < 20) { fprintf(stderr, "usage: midirend [bars] [tempo] [seed] [out.raw]\n"); return 1; }
    for (int i = 0; i < TABN; i++) sine[i] = (int16_t)(32767 * sin(2 * 3.14159265358979323846 * i / TABN));
    if (compose(&sc, bars, tempo)) goto out;
    frames = (size_t)bars * 4 * (RATE * 60 / tempo) + RATE;
    mix = calloc(frames, 2 * sizeof *mix);
    pcm = malloc(frames * 2 * sizeof *pcm);
    if (!mix || !pcm) goto out;

    /* integer mix bus: one bus per thread, summed afterwards */
    int nt = omp_get_max_threads(), bad = 0;
    int32_t **bus = calloc(nt, sizeof *bus);
    if (!bus) goto out;
    bus[0] = mix;
#pragma omp parallel num_threads(nt) reduction(| : bad)
    {
        int me = omp_get_thread_num(), got = omp_get_num_threads();
        if (me) bus[me] = calloc(frames, 2 * sizeof *mix);
        bad |= !bus[me];
#pragma omp for schedule(dynamic, 16)
        for (size_t k = 0; k < sc.n; k++)
            if (bus[me]) render_note(&sc.v[k], bus[me], frames);
#pragma omp for schedule(static)
        for (size_t i = 0; i < 2 * frames; i++)
            for (int t = 1; t < got; t++)
                if (bus[t]) mix[i] += bus[t][i];
        if (me) free(bus[me]);
    }
    free(bus);
    if (bad) goto out;

    double level[2], peak[2];
#pragma omp parallel for num_threads(2)
    for (int ch = 0; ch < 2; ch++) peak[ch] = master(mix, pcm, frames, ch, &level[ch]);
    uint64_t h = 14695981039346656037ull;
    for (size_t i = 0; i < 2 * frames; i++) h = (h ^ (uint16_t)pcm[i]) * 1099511628211ull;
    printf("%zu notes, %zu frames\n", sc.n, frames);
    for (int ch = 0; ch < 2; ch++) printf("channel %d peak %.9f rms %.12f\n", ch, peak[ch], level[ch]);
    printf("pcm hash %016llx\n", (unsigned long long)h);
    if (argc > 4) {
        FILE *fp = fopen(argv[4], "wb");
        if (!fp || fwrite(pcm, 4, frames, fp) != frames) { perror(argv[4]); goto out; }
        fclose(fp);
    }
    rc = 0;
out:
    free(sc.v); free(mix); free(pcm);
    return rc;
}

/*
 * trellis.c - link simulation of a K=7 rate 1/2 convolutional code over an
 * AWGN channel with puncturing and soft-decision Viterbi decoding.
 * Every operating point runs until enough frame errors were seen.
 *
 * usage: trellis [info_bits] [max_frames] [target_errors] [seed]
 */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <math.h>

#define K       7
#define STATES  (1 << (K - 1))
#define G0      0171
#define G1      0133
#define QMAX    15                       /* soft values are -15 .. 15 */

typedef struct { uint64_t s; } Rng;

typedef struct {
    int info, steps, punctured;          /* steps = info + tail */
    uint8_t *bits, *decoded;
    int8_t *soft;                        /* 2 per trellis step, 0 = punctured */
    uint64_t *surv;                      /* one decision bit per state */
} Frame;

typedef struct { long frames, biterr, frameerr, sat, detected; double metric; } Tally;

static const uint8_t puncture_34[6] = { 1, 1, 0, 1, 1, 0 };
static uint8_t outbits[STATES][2];       /* coder output for state, input */

static double uniform(Rng *r)
{
    r->s = r->s * 6364136223846793005ULL + 1442695040888963407ULL;
    return ((double)(r->s >> 12) + 0.5) / 4503599627370496.0;
}

/* state of the generator n draws further on */
static Rng skip(Rng r, uint64_t n)
{
    uint64_t a = 6364136223846793005ULL, c = 1442695040888963407ULL, A = 1, C = 0;
    for (; n; n >>= 1) {
        if (n & 1) { C = C * a + c; A *= a; }
        c *= a + 1;
        a *= a;
    }
    return (Rng){ r.s * A + C };
}

static int parity(unsigned x) { return __builtin_popcount(x) & 1; }

static void *grab(size_t n)
{
    void *p = malloc(n);
    if (!p) { perror("trellis"); exit(1); }
    return p;
}

static void init_tables(void)
{
    for (int s = 0; s < STATES; s++)
        for (int b = 0; b < 2; b++) {
            unsigned reg = (unsigned)(b << (K - 1) | s);
            outbits[s][b] = (uint8_t)(parity(reg & G0) << 1 | parity(reg & G1));
        }
}

static void frame_alloc(Frame *f, int info, int punctured)
{
    f->info = info;
    f->steps = info + K - 1;
    f->punctured = punctured;
    f->bits = grab(f->steps);
    f->decoded = grab(f->steps);
    f->soft = grab(2 * f->steps);
    f->surv = grab(sizeof(uint64_t) * f->steps);
}

static void frame_free(Frame *f)
{
    free(f->bits); free(f->decoded); free(f->soft); free(f->surv);
}

/* data with a 16 bit check word at the end */
static unsigned crc16(const uint8_t *b, int n)
{
    unsigned c = 0xffff;
    for (int i = 0; i < n; i++) {
        c ^= (unsigned)b[i] << 15;
        c = c & 0x8000 ? (c << 1 ^ 0x1021) & 0xffff : c << 1;
    }
    return c;
}

static void make_data(Frame *f, Rng *r)
{
    for (int i = 0; i < f->info - 16; i++) f->bits[i] = uniform(r) < 0.5;
    unsigned c = crc16(f->bits, f->info - 16);
    for (int i = 0; i < 16; i++) f->bits[f->info - 16 + i] = c >> (15 - i) & 1;
    memset(f->bits + f->info, 0, K - 1);
}

static int quantise(double x, long *sat)
{
    int q = (int)lrint(x * 6);
    if (q > QMAX) { q = QMAX; ++*sat; }
    if (q < -QMAX) { q = -QMAX; ++*sat; }
    return q;
}

static void transmit(Frame *f, double sigma, Rng *r, Tally *t)
{
    int state = 0;
    for (int i = 0; i < f->steps; i++) {
        int o = outbits[state][f->bits[i]];
        state = state >> 1 | f->bits[i] << (K - 2);
        double u = uniform(r), v = uniform(r);
        double mag = sigma * sqrt(-2 * log(u)), a = 6.283185307179586 * v;
        double x = (o & 2 ? -1 : 1) + mag * cos(a), y = (o & 1 ? -1 : 1) + mag * sin(a);
        const uint8_t *p = puncture_34 + 2 * (i % 3);
        f->soft[2 * i] = (int8_t)(!f->punctured || p[0] ? quantise(x, &t->sat) : 0);
        f->soft[2 * i + 1] = (int8_t)(!f->punctured || p[1] ? quantise(y, &t->sat) : 0);
    }
}

static int viterbi(Frame *f)
{
    int metric[2][STATES];
    int *old = metric[0], *new = metric[1];
    for (int s = 0; s < STATES; s++) old[s] = s ? -100000 : 0;
    for (int i = 0; i < f->steps; i++) {
        int a = f->soft[2 * i], b = f->soft[2 * i + 1];
        int bm[4] = { a + b, a - b, b - a, -a - b };
        uint64_t dec = 0;
        for (int s = 0; s < STATES; s++) {
            int in = s >> (K - 2), p0 = (s << 1) & (STATES - 1), p1 = p0 | 1;
            int m0 = old[p0] + bm[outbits[p0][in]], m1 = old[p1] + bm[outbits[p1][in]];
            if (m1 > m0) { dec |= 1ULL << s; m0 = m1; }
            new[s] = m0;
        }
        f->surv[i] = dec;
        int *tmp = old; old = new; new = tmp;
    }
    int s = 0;
    for (int i = f->steps - 1; i >= 0; i--) {
        f->decoded[i] = (uint8_t)(s >> (K - 2));
        s = ((s << 1) & (STATES - 1)) | (int)(f->surv[i] >> s & 1);
    }
    return old[0];
}

/* returns the number of wrong bits */
static int score(const Frame *f, Tally *t)
{
    int wrong = 0;
    for (int i = 0; i < f->info; i++) wrong += f->bits[i] != f->decoded[i];
    if (wrong) {
        unsigned c = crc16(f->decoded, f->info - 16), w = 0;
        for (int i = 0; i < 16; i++) w = w << 1 | f->decoded[f->info - 16 + i];
        if (c != w) t->detected++;
    }
    return wrong;
}

#define BATCH 64
typedef struct { Tally t; int wrong; double metric; } Outcome;

/* Frames are simulated in batches; every frame draws the same number of
 * random values, so each can start from its own place in the sequence. The
 * outcomes are then taken in order up to the frame where the run stops. */
static void run_point(int info, int punctured, double ebno, int maxframes, int target, Rng *r, Tally *t)
{
    int steps = info + K - 1;
    uint64_t draws = (uint64_t)(info - 16) + 2 * (uint64_t)steps;
    double rate = (punctured ? 0.75 : 0.5) * info / steps;
    double sigma = sqrt(1 / (2 * rate * pow(10, ebno / 10)));
    memset(t, 0, sizeof *t);
    Outcome out[BATCH];
    int stop = 0;
    while (t->frames < maxframes && !stop) {
        int n = target - (int)t->frameerr;              /* needs at least these */
        if (n < 32) n = 32;
        if (n > BATCH) n = BATCH;
        if (n > maxframes - t->frames) n = maxframes - (int)t->frames;
#pragma omp parallel
        {
            Frame f;
            frame_alloc(&f, info, punctured);
#pragma omp for schedule(dynamic)
            for (int i = 0; i < n; i++) {
                Rng mine = skip(*r, draws * (uint64_t)i);
                Outcome *o = &out[i];
                memset(o, 0, sizeof *o);
                make_data(&f, &mine);
                transmit(&f, sigma, &mine, &o->t);
                o->metric = viterbi(&f) / (double)f.steps;
                o->wrong = score(&f, &o->t);
            }
            frame_free(&f);
        }
        int used = 0;
        while (used < n && !stop) {
            const Outcome *o = &out[used++];
            t->sat += o->t.sat;
            t->detected += o->t.detected;
            t->metric += o->metric;
            t->frames++;
            t->biterr += o->wrong;
            if (o->wrong && ++t->frameerr >= target) stop = 1;
        }
        *r = skip(*r, draws * (uint64_t)used);
    }
}

int main(int argc, char **argv)
{
    int info = argc > 1 ? atoi(argv[1]) : 480, maxframes = argc > 2 ? atoi(argv[2]) : 350;
    int target = argc > 3 ? atoi(argv[3]) : 40;
    Rng rng = { argc > 4 ? strtoull(argv[4], 0, 10) : 600613 };
    if (info < 32 || maxframes < 1 || target < 1) {
        fprintf(stderr, "usage: trellis [info_bits] [max_frames] [target_errors] [seed]\n");
        return 2;
    }
    init_tables();
    long all = 0, undetected = 0;
    for (int punctured = 0; punctured < 2; punctured++) {
        printf("rate %s, %d bits\n Eb/N0   frames  FER          BER          metric\n", punctured ? "3/4" : "1/2", info);
        for (int k = 0; k < 8; k++) {
            Tally t;
            double ebno = (punctured ? 2.0 : 1.0) + 0.35 * k;
            run_point(info, punctured, ebno, maxframes, target, &rng, &t);
            printf(" %5.2f %8ld  %.5e  %.5e  %.8f  sat %ld\n", ebno, t.frames, (double)t.frameerr / t.frames,
                   (double)t.biterr / ((double)t.frames * info), t.metric / t.frames, t.sat);
            all += t.frames;
            undetected += t.frameerr - t.detected;
            if (t.frameerr == 0) break;                 /* nothing to see further out */
        }
    }
    printf("frames %ld  undetected %ld  rng %016llx\n", all, undetected, (unsigned long long)rng.s);
    return 0;
}

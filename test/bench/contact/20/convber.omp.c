/*
 * convber: bit/frame error rates of the (133,171) K=7 convolutional code on an
 * AWGN channel with BPSK, block interleaver, CRC-16 and soft Viterbi decoding.
 * For each Eb/N0 frames are sent until enough frame errors were seen.
 *
 *   convber [max-frames [wanted-errors]]
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    K = 7,
    STATES = 1 << (K - 1),
    PAYLOAD = 480,              /* bits */
    INFO = PAYLOAD + 16,        /* with CRC */
    TOTAL = INFO + K - 1,       /* with tail */
    CODED = 2 * TOTAL,
    ROWS = 4,
    BATCH = 64                  /* frames simulated ahead of the stopping rule */
};

struct codec {
    uint8_t out[STATES][2];     /* two code bits for (state, input) */
    int perm[CODED];
};

struct point {
    double ebn0_db;
    long frames, frame_errors, bit_errors, undetected;
    double noise_sum;           /* sanity check of the channel */
};

struct rng { uint64_t s; };

static uint64_t
rng_next(struct rng *r)
{
    uint64_t z = (r->s += 0x9E3779B97F4A7C15ull);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

static double
rng_gauss(struct rng *r)
{
    /* polar method, second value thrown away */
    double u, v, s;
    do {
        u = (double)(rng_next(r) >> 11) / 4503599627370496.0 - 1.0;
        v = (double)(rng_next(r) >> 11) / 4503599627370496.0 - 1.0;
        s = u * u + v * v;
    } while (s >= 1.0 || s == 0.0);
    return u * sqrt(-2.0 * log(s) / s);
}

static int
parity(unsigned x)
{
    return __builtin_popcount(x) & 1;
}

static void
codec_init(struct codec *c)
{
    for (unsigned s = 0; s < STATES; s++)
        for (unsigned b = 0; b < 2; b++) {
            unsigned reg = b << (K - 1) | s;
            c->out[s][b] = (uint8_t)(parity(reg & 0133) << 1 | parity(reg & 0171));
        }
    for (int i = 0, n = 0; i < ROWS; i++)
        for (int j = i; j < CODED; j += ROWS)
            c->perm[n++] = j;
}

static unsigned
crc16(const uint8_t *bit, int n)
{
    unsigned crc = 0xFFFF;
    while (n-- > 0) {
        unsigned top = (crc >> 15 ^ *bit++) & 1;
        crc = (crc << 1) & 0xFFFF;
        if (top)
            crc ^= 0x1021;
    }
    return crc;
}

static void
make_frame(struct rng *r, uint8_t info[TOTAL])
{
    int i;
    for (i = 0; i < PAYLOAD; i++)
        info[i] = rng_next(r) >> 63;
    unsigned crc = crc16(info, PAYLOAD);
    for (; i < INFO; i++)
        info[i] = crc >> (INFO - 1 - i) & 1;
    memset(info + INFO, 0, TOTAL - INFO);
}

static void
encode(const struct codec *c, const uint8_t info[TOTAL], uint8_t tx[CODED])
{
    uint8_t raw[CODED];
    unsigned state = 0;
    for (int i = 0; i < TOTAL; i++) {
        unsigned o = c->out[state][info[i]];
        raw[2 * i] = o >> 1;
        raw[2 * i + 1] = o & 1;
        state = (info[i] << (K - 1) | state) >> 1;
    }
    for (int i = 0; i < CODED; i++)
        tx[i] = raw[c->perm[i]];
}

static double
channel(const struct codec *c, struct rng *r, const uint8_t tx[CODED], double sigma, int soft[CODED])
{
    double energy = 0.0;
    for (int i = 0; i < CODED; i++) {
        double n = sigma * rng_gauss(r);
        double y = (tx[i] ? -1.0 : 1.0) + n;
        int q = (int)lrint(y * 32.0);
        soft[c->perm[i]] = q > 127 ? 127 : q < -127 ? -127 : q;
        energy += n * n;
    }
    return energy;
}

static void
viterbi(const struct codec *c, const int soft[CODED], uint8_t info[TOTAL])
{
    uint8_t from[TOTAL][STATES];                /* survivor: low bit of the predecessor */
    int metric[2][STATES], cur = 0;

    for (int s = 0; s < STATES; s++)
        metric[0][s] = s ? -1000000 : 0;
    for (int t = 0; t < TOTAL; t++, cur ^= 1) {
        int a = soft[2 * t], b = soft[2 * t + 1];
        int gain[4] = { a + b, a - b, b - a, -a - b };
        for (int s = 0; s < STATES; s++) {
            int in = s >> (K - 2), p0 = (s << 1) & (STATES - 1), p1 = p0 | 1;
            int m0 = metric[cur][p0] + gain[c->out[p0][in]];
            int m1 = metric[cur][p1] + gain[c->out[p1][in]];
            from[t][s] = m1 > m0;
            metric[cur ^ 1][s] = m1 > m0 ? m1 : m0;
        }
    }
    int s = 0;
    for (int t = TOTAL - 1; t >= 0; t--) {
        info[t] = (uint8_t)(s >> (K - 2));
        s = ((s << 1) & (STATES - 1)) | from[t][s];
    }
}

struct outcome {
    double energy;
    int errs, undetected;
};

static struct outcome
one_frame(const struct codec *c, int index, long frame, double sigma)
{
    struct rng r = { (uint64_t)index << 40 | (uint64_t)frame << 8 };
    uint8_t sent[TOTAL], got[TOTAL], tx[CODED];
    int soft[CODED];
    struct outcome o = { 0.0, 0, 0 };

    make_frame(&r, sent);
    encode(c, sent, tx);
    o.energy = channel(c, &r, tx, sigma, soft);
    viterbi(c, soft, got);
    for (int i = 0; i < PAYLOAD; i++)
        o.errs += sent[i] != got[i];
    if (o.errs) {
        unsigned crc = 0;
        for (int i = PAYLOAD; i < INFO; i++)
            crc = crc << 1 | got[i];
        o.undetected = crc == crc16(got, PAYLOAD);
    }
    return o;
}

static void
simulate(const struct codec *c, struct point *pt, int index, long max_frames, long want_errors)
{
    double rate = (double)PAYLOAD / CODED;
    double sigma = sqrt(0.5 / (rate * pow(10.0, pt->ebn0_db / 10.0)));

    while (pt->frames < max_frames && pt->frame_errors < want_errors) {
        struct outcome res[BATCH];
        long base = pt->frames;
        int n = max_frames - base < BATCH ? (int)(max_frames - base) : BATCH;

#pragma omp parallel for schedule(dynamic)
        for (int k = 0; k < n; k++)
            res[k] = one_frame(c, index, base + k, sigma);

        /* book them in order, frames beyond the stop are dropped */
        for (int k = 0; k < n && pt->frame_errors < want_errors; k++) {
            pt->noise_sum += res[k].energy;
            pt->frames++;
            if (res[k].errs == 0)
                continue;
            pt->frame_errors++;
            pt->bit_errors += res[k].errs;
            pt->undetected += res[k].undetected;
        }
    }
}

int
main(int argc, char **argv)
{
    long max_frames = argc > 1 ? strtol(argv[1], NULL, 10) : 2200;
    long want = argc > 2 ? strtol(argv[2], NULL, 10) : 150;
    static struct codec codec;
    struct timespec t0, t1;

    if (max_frames <= 0 || want <= 0) {
        fprintf(stderr, "usage: %s [max-frames [wanted-errors]]\n", argv[0]);
        return 2;
    }
    clock_gettime(CLOCK_MONOTONIC, &t0);
    codec_init(&codec);
    puts("Eb/N0   frames  ferr        FER          BER  undet   noise");
    for (int i = 0; i <= 8; i++) {
        struct point pt = { .ebn0_db = 0.5 * i };
        simulate(&codec, &pt, i, max_frames, want);
        printf("%5.1f %8ld %5ld %.4e %.6e %6ld %.8f\n", pt.ebn0_db, pt.frames, pt.frame_errors,
               (double)pt.frame_errors / pt.frames, (double)pt.bit_errors / pt.frames / PAYLOAD,
               pt.undetected, pt.noise_sum / pt.frames / CODED);
        if (pt.frame_errors == 0)
            break;
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "%.3f s\n", (double)(t1.tv_sec - t0.tv_sec) + (double)(t1.tv_nsec - t0.tv_nsec) * 1e-9);
    return 0;
}

/*
 * linksim.c -- baseband link simulation: CRC-16, K=7 rate 1/2 convolutional
 * code (133,171), block interleaver, BPSK over AWGN, soft decision Viterbi.
 * Prints BER/FER per Eb/N0 point.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define K          7
#define NSTATES    (1 << (K - 1))
#define POLY_A     0133
#define POLY_B     0171
#define PAYLOAD    60                   /* octets per frame */
#define INFO_BITS  ((PAYLOAD + 2) * 8)
#define STEPS      (INFO_BITS + K - 1)  /* with tail */
#define CODED      (2 * STEPS)
#define ROWS       16

typedef struct link_stats {
    unsigned long frames, bit_errors, frame_errors, undetected;
    unsigned long long metric_sum;
} link_stats_t;

typedef struct decoder {
    int32_t metric[2][NSTATES];
    uint8_t decision[STEPS][NSTATES];
} decoder_t;

static uint8_t  branch[NSTATES][2];     /* output pair for state, input */
static uint16_t crc_table[256];

/* --- random sources --- */

#define NOISE_MUL 6364136223846793005ULL
#define NOISE_ADD 1442695040888963407ULL
#define BATCH 64                        /* frames decoded at once */

typedef struct frame {
    uint8_t  tx[PAYLOAD + 2];
    uint64_t noise;                     /* generator state before the frame */
    uint64_t prbs_after, noise_after;
    unsigned errs;
    int good;
    int32_t metric;
} frame_t;

static uint64_t jump_mul = 1, jump_add = 0;     /* one whole frame of noise ahead */
static uint64_t prbs_state = 1, noise_state = 0x123456789abcdefULL;

static uint8_t prbs_octet(void)         /* PN23, x^23 + x^18 + 1 */
{
    uint8_t o = 0;
    int i;
    for (i = 0; i < 8; i++) {
        unsigned b = (unsigned)((prbs_state >> 22) ^ (prbs_state >> 17)) & 1;
        prbs_state = ((prbs_state << 1) | b) & 0x7fffff;
        o = (uint8_t)(o << 1 | b);
    }
    return o;
}

static double noise(uint64_t *state)               /* sum of 8 16-bit uniforms, unit variance */
{
    uint32_t s = 0;
    int i;
    for (i = 0; i < 2; i++) {
        *state = *state * NOISE_MUL + NOISE_ADD;
        uint64_t v = *state ^ (*state >> 29);
        s += (uint32_t)(v & 0xffff) + (uint32_t)(v >> 16 & 0xffff)
           + (uint32_t)(v >> 32 & 0xffff) + (uint32_t)(v >> 48);
    }
    return (s / 65536.0 - 4.0) * 1.224744871391589;
}

/* --- coding --- */

static unsigned parity(unsigned v)
{
    v ^= v >> 4;
    v ^= v >> 2;
    v ^= v >> 1;
    return v & 1;
}

static void init_tables(void)
{
    unsigned s, b, i, r;
    for (s = 0; s < NSTATES; s++)
        for (b = 0; b < 2; b++) {
            r = b << (K - 1) | s;
            branch[s][b] = (uint8_t)(parity(r & POLY_A) << 1 | parity(r & POLY_B));
        }
    for (i = 0; i < 2 * CODED; i++) {   /* noise() steps twice */
        jump_mul *= NOISE_MUL;
        jump_add = jump_add * NOISE_MUL + NOISE_ADD;
    }
    for (i = 0; i < 256; i++) {
        r = i << 8;
        for (b = 0; b < 8; b++)
            r = r & 0x8000 ? r << 1 ^ 0x1021 : r << 1;
        crc_table[i] = (uint16_t)r;
    }
}

static uint16_t crc16(const uint8_t *p, int n)
{
    uint16_t c = 0xffff;
    while (n--)
        c = (uint16_t)(c << 8 ^ crc_table[c >> 8 ^ *p++]);
    return c;
}

static void encode(const uint8_t *octets, uint8_t *out)
{
    unsigned state = 0;
    int i;
    for (i = 0; i < STEPS; i++) {
        unsigned b = i < INFO_BITS ? octets[i >> 3] >> (7 - (i & 7)) & 1 : 0;
        uint8_t o = branch[state][b];
        out[2 * i] = o >> 1;
        out[2 * i + 1] = o & 1;
        state = b << (K - 2) | state >> 1;
    }
}

static int interleave(int i)            /* column-wise read of ROWS rows */
{
    int cols = CODED / ROWS, full = cols * ROWS;
    return i >= full ? i : i % ROWS * cols + i / ROWS;
}

static void transmit(const uint8_t *coded, double sigma, int8_t *soft, uint64_t *state)
{
    int i;
    for (i = 0; i < CODED; i++) {
        double r = (coded[interleave(i)] ? -1.0 : 1.0) + sigma * noise(state);
        double q = floor(r * 24.0 + 0.5);
        soft[interleave(i)] = (int8_t)(q > 127 ? 127 : q < -127 ? -127 : q);
    }
}

/* returns the metric of the survivor path */
static int32_t viterbi(decoder_t *d, const int8_t *soft, uint8_t *octets)
{
    int32_t *old = d->metric[0], *new = d->metric[1], *tmp;
    unsigned s, state;
    int i;

    for (s = 0; s < NSTATES; s++)
        old[s] = s ? -1000000 : 0;
    for (i = 0; i < STEPS; i++) {
        int a = soft[2 * i], b = soft[2 * i + 1];
        int32_t gain[4] = { a + b, a - b, b - a, -a - b };
        for (s = 0; s < NSTATES; s++) {
            /* state s was reached by input bit s>>(K-2) from 2s or 2s+1 */
            unsigned in = s >> (K - 2), p0 = s << 1 & (NSTATES - 1), p1 = p0 | 1;
            int32_t m0 = old[p0] + gain[branch[p0][in]];
            int32_t m1 = old[p1] + gain[branch[p1][in]];
            d->decision[i][s] = m1 > m0;
            new[s] = m1 > m0 ? m1 : m0;
        }
        tmp = old; old = new; new = tmp;
    }
    memset(octets, 0, PAYLOAD + 2);
    for (i = STEPS - 1, state = 0; i >= 0; i--) {
        if (i < INFO_BITS && state >> (K - 2))
            octets[i >> 3] |= (uint8_t)(0x80 >> (i & 7));
        state = (state << 1 & (NSTATES - 1)) | d->decision[i][state];
    }
    return old[0];
}

/* draw what the frame needs from the sequential sources */
static void prepare(frame_t *f)
{
    int i;
    for (i = 0; i < PAYLOAD; i++)
        f->tx[i] = prbs_octet();
    f->noise = noise_state;
    noise_state = noise_state * jump_mul + jump_add;
    f->prbs_after = prbs_state;
    f->noise_after = noise_state;
}

static void run_frame(decoder_t *dec, double sigma, frame_t *f)
{
    uint8_t rx[PAYLOAD + 2], coded[CODED];
    int8_t soft[CODED];
    uint64_t state = f->noise;
    int i;

    uint16_t c = crc16(f->tx, PAYLOAD);
    f->tx[PAYLOAD] = (uint8_t)(c >> 8);
    f->tx[PAYLOAD + 1] = (uint8_t)c;
    encode(f->tx, coded);
    transmit(coded, sigma, soft, &state);
    f->metric = viterbi(dec, soft, rx);
    f->errs = 0;
    for (i = 0; i < PAYLOAD; i++)
        for (unsigned x = f->tx[i] ^ rx[i]; x; x &= x - 1)
            f->errs++;
    f->good = crc16(rx, PAYLOAD) == (rx[PAYLOAD] << 8 | rx[PAYLOAD + 1]);
}

static int finished(const link_stats_t *st, int max_frames, int stop_errors)
{
    return st->frames >= (unsigned long)max_frames || st->frame_errors >= (unsigned long)stop_errors;
}

int main(int argc, char **argv)
{
    int max_frames = argc > 1 ? atoi(argv[1]) : 1200, stop_errors = argc > 2 ? atoi(argv[2]) : 300;
    frame_t batch[BATCH];
    double ebn0;
    int i, n;

    if (max_frames < 1) {
        fprintf(stderr, "usage: linksim [max-frames [stop-after-frame-errors]]\n");
        return 1;
    }
    init_tables();
    puts("Eb/N0    frames  bit-err      BER         FER      undet  metric");
    for (ebn0 = 0.0; ebn0 <= 4.01; ebn0 += 0.5) {
        link_stats_t st = { 0, 0, 0, 0, 0 };
        double sigma = sqrt(1.0 / pow(10.0, ebn0 / 10.0));
        while (!finished(&st, max_frames, stop_errors)) {
            n = (unsigned long)max_frames - st.frames < BATCH ? (int)((unsigned long)max_frames - st.frames) : BATCH;
            for (i = 0; i < n; i++)
                prepare(&batch[i]);
            #pragma omp parallel
            {
                decoder_t *dec = malloc(sizeof *dec);
                if (!dec)
                    abort();
                #pragma omp for schedule(dynamic)
                for (i = 0; i < n; i++)
                    run_frame(dec, sigma, &batch[i]);
                free(dec);
            }
            /* book in order; frames beyond the stop never happened */
            for (i = 0; i < n && !finished(&st, max_frames, stop_errors); i++) {
                st.metric_sum += (unsigned long long)batch[i].metric;
                st.frames++;
                st.bit_errors += batch[i].errs;
                st.frame_errors += !batch[i].good;
                st.undetected += batch[i].good && batch[i].errs;
                prbs_state = batch[i].prbs_after;
                noise_state = batch[i].noise_after;
            }
        }
        printf("%4.1f %10lu %8lu  %.5e %.5e %4lu  %llu\n", ebn0, st.frames, st.bit_errors,
               (double)st.bit_errors / (st.frames * PAYLOAD * 8.0),
               (double)st.frame_errors / st.frames, st.undetected, st.metric_sum);
    }
    printf("prbs %06llx noise %016llx\n", (unsigned long long)prbs_state, (unsigned long long)noise_state);
    return 0;
}

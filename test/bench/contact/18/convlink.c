/* convlink.c: bit error rate of a K=7 convolutional code over AWGN with
 * block interleaving, soft and hard Viterbi decoding, sweep over Eb/N0. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CONSTRAINT 7
#define STATES (1 << (CONSTRAINT - 1))
#define G0 0133
#define G1 0171
#define INFO_BITS 512
#define TAIL (CONSTRAINT - 1)
#define STEPS (INFO_BITS + TAIL)
#define CODED (2 * STEPS)
#define ROWS 28
#define COLS 37

typedef struct {
    uint64_t s[2];
    int have;
    double spare;
} noise_src;

typedef struct {
    unsigned char out[STATES][2];           /* coded pair for state, input */
    float metric[2][STATES];
    unsigned char survivor[STEPS][STATES];
} viterbi;

typedef struct {
    unsigned char info[INFO_BITS], decoded[INFO_BITS];
    unsigned char coded[CODED];
    float tx[ROWS * COLS], rx[ROWS * COLS], soft[CODED];
} frame_bufs;

typedef struct {
    long frames, bits, bit_errors, frame_errors;
    int worst;
} tally;

static uint64_t rot(uint64_t x, int k) { return x << k | x >> (64 - k); }

static uint64_t src_next(noise_src *n)
{
    uint64_t a = n->s[0], b = n->s[1], r = a + b;
    b ^= a;
    n->s[0] = rot(a, 24) ^ b ^ b << 16;
    n->s[1] = rot(b, 37);
    return r;
}

static void src_seed(noise_src *n, uint64_t k)
{
    n->s[0] = k * 0x9E3779B97F4A7C15ULL + 1;
    n->s[1] = k ^ 0xD1B54A32D192ED03ULL;
    n->have = 0;
    n->spare = 0;
    for (int i = 0; i < 8; i++) src_next(n);
}

/* polar method */
static double gauss(noise_src *n)
{
    double u, v, q;
    if (n->have) {
        n->have = 0;
        return n->spare;
    }
    do {
        u = (double)(src_next(n) >> 11) / 4503599627370496.0 - 1;
        v = (double)(src_next(n) >> 11) / 4503599627370496.0 - 1;
        q = u * u + v * v;
    } while (q >= 1 || q == 0);
    q = sqrt(-2 * log(q) / q);
    n->spare = v * q;
    n->have = 1;
    return u * q;
}

static int parity(unsigned x) { return __builtin_popcount(x) & 1; }

static void viterbi_setup(viterbi *v)
{
    for (int s = 0; s < STATES; s++)
        for (int b = 0; b < 2; b++) {
            unsigned reg = (unsigned)(b << (CONSTRAINT - 1) | s);
            v->out[s][b] = (unsigned char)(parity(reg & G0) << 1 | parity(reg & G1));
        }
}

static void encode(const unsigned char *info, unsigned char *out)
{
    unsigned reg = 0;
    for (int i = 0; i < STEPS; i++) {
        reg = (reg | (i < INFO_BITS && info[i] ? 1u << (CONSTRAINT - 1) : 0));
        out[2 * i] = (unsigned char)parity(reg & G0);
        out[2 * i + 1] = (unsigned char)parity(reg & G1);
        reg >>= 1;
    }
}

static void interleave(const unsigned char *c, float *tx)
{
    for (int r = 0; r < ROWS; r++)
        for (int k = 0; k < COLS; k++) {
            int i = r * COLS + k;
            tx[k * ROWS + r] = i < CODED && c[i] ? -1.0f : 1.0f;
        }
}

static void deinterleave(const float *rx, float *soft)
{
    for (int r = 0; r < ROWS; r++)
        for (int k = 0; k < COLS; k++)
            if (r * COLS + k < CODED) soft[r * COLS + k] = rx[k * ROWS + r];
}

/* slow fading: bursts that the interleaver should spread */
static void channel(noise_src *n, const float *tx, float *rx, double sigma)
{
    double fade = 1;
    for (int i = 0; i < ROWS * COLS; i++) {
        if (i % 16 == 0) fade = 0.6 + 0.4 * fabs(gauss(n));
        rx[i] = (float)(fade * tx[i] + sigma * gauss(n));
    }
}

static void decode(viterbi *v, const float *soft, unsigned char *info)
{
    float *cur = v->metric[0], *nxt = v->metric[1];
    for (int s = 0; s < STATES; s++) cur[s] = s ? -1e9f : 0;
    for (int t = 0; t < STEPS; t++) {
        float branch[4], a = soft[2 * t], b = soft[2 * t + 1];
        branch[0] = a + b;
        branch[1] = a - b;
        branch[2] = -a + b;
        branch[3] = -a - b;
        /* next state ns = in << 5 | s >> 1, so its predecessors are 2k, 2k+1 */
        for (int ns = 0; ns < STATES; ns++) {
            int in = ns >> (CONSTRAINT - 2), p = (ns << 1) & (STATES - 1);
            float m0 = cur[p] + branch[v->out[p][in]], m1 = cur[p + 1] + branch[v->out[p + 1][in]];
            v->survivor[t][ns] = (unsigned char)(m1 > m0);
            nxt[ns] = m1 > m0 ? m1 : m0;
        }
        float *x = cur;
        cur = nxt;
        nxt = x;
    }
    int s = 0;
    for (int t = STEPS - 1; t >= 0; t--) {
        if (t < INFO_BITS) info[t] = (unsigned char)(s >> (CONSTRAINT - 2));
        s = ((s << 1) & (STATES - 1)) | v->survivor[t][s];
    }
}

static void simulate(viterbi *v, frame_bufs *f, double ebn0, int hard, int frames, tally *t)
{
    double sigma = sqrt(1.0 / (2 * 0.5 * pow(10, ebn0 / 10)));
    memset(t, 0, sizeof *t);
    for (int k = 0; k < frames; k++) {
        noise_src n;
        int errors = 0;
        src_seed(&n, (uint64_t)k + 1);
        for (int i = 0; i < INFO_BITS; i++) f->info[i] = src_next(&n) >> 63;
        encode(f->info, f->coded);
        interleave(f->coded, f->tx);
        channel(&n, f->tx, f->rx, sigma);
        deinterleave(f->rx, f->soft);
        if (hard)
            for (int i = 0; i < CODED; i++) f->soft[i] = f->soft[i] < 0 ? -1.0f : 1.0f;
        decode(v, f->soft, f->decoded);
        for (int i = 0; i < INFO_BITS; i++) errors += f->info[i] != f->decoded[i];
        t->frames++;
        t->bits += INFO_BITS;
        t->bit_errors += errors;
        t->frame_errors += errors > 0;
        if (errors > t->worst) t->worst = errors;
    }
}

int main(int argc, char **argv)
{
    int frames = argc > 1 ? atoi(argv[1]) : 900;
    viterbi *v = malloc(sizeof *v);
    frame_bufs *f = malloc(sizeof *f);
    if (!v || !f || frames < 1) {
        fprintf(stderr, "convlink: cannot start\n");
        return 1;
    }
    viterbi_setup(v);
    for (int hard = 0; hard < 2; hard++)
        for (int k = 0; k < 6; k++) {
            double ebn0 = 2.0 + 0.8 * k;
            tally t;
            simulate(v, f, ebn0, hard, frames, &t);
            printf("%s %.1f dB: BER %.6e FER %.5f (%ld/%ld, worst %d)\n", hard ? "hard" : "soft", ebn0,
                   (double)t.bit_errors / t.bits, (double)t.frame_errors / t.frames, t.bit_errors, t.bits, t.worst);
        }
    free(v);
    free(f);
    return 0;
}

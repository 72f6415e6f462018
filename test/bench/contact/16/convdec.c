/* convdec - link simulation: frames are convolutionally encoded (K=7, rate
 * 1/2), sent over a noisy channel with 3-bit soft decisions and decoded by a
 * Viterbi decoder kept behind a small create/reset/decode/destroy API. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

#define K 7
#define NSTATES (1 << (K - 1))
#define POLY_A 0x6d
#define POLY_B 0x4f

/* ---- decoder module ---- */
typedef struct viterbi viterbi;

struct viterbi {
    int nbits;
    int metric[2][NSTATES];
    uint8_t out_a[NSTATES * 2], out_b[NSTATES * 2];
    uint64_t *decisions;
};

static int parity(unsigned x)
{
    x ^= x >> 4;
    x ^= x >> 2;
    x ^= x >> 1;
    return (int)(x & 1u);
}

static viterbi *viterbi_create(int nbits)
{
    viterbi *v = malloc(sizeof *v);
    if (!v)
        return NULL;
    v->nbits = nbits;
    v->decisions = malloc(sizeof(uint64_t) * (size_t)(nbits + K - 1));
    if (!v->decisions) {
        free(v);
        return NULL;
    }
    for (unsigned s = 0; s < NSTATES * 2; s++) {
        v->out_a[s] = (uint8_t)(7 * parity(s & POLY_A));
        v->out_b[s] = (uint8_t)(7 * parity(s & POLY_B));
    }
    return v;
}

static void viterbi_destroy(viterbi *v)
{
    free(v->decisions);
    free(v);
}

static void viterbi_reset(viterbi *v)
{
    for (int s = 0; s < NSTATES; s++)
        v->metric[0][s] = 100000;
    v->metric[0][0] = 0;
}

/* register = (state << 1) | bit, next state = register mod NSTATES */
static int viterbi_decode(viterbi *v, const uint8_t *soft, uint8_t *bits)
{
    int total = v->nbits + K - 1, cur = 0;
    for (int t = 0; t < total; t++) {
        const int *old = v->metric[cur];
        int *now = v->metric[!cur];
        int sa = soft[2 * t], sb = soft[2 * t + 1];
        uint64_t dec = 0;
        for (int ns = 0; ns < NSTATES; ns++) {
            int r0 = ns, r1 = ns | NSTATES;
            int m0 = old[r0 >> 1] + abs(sa - v->out_a[r0]) + abs(sb - v->out_b[r0]);
            int m1 = old[r1 >> 1] + abs(sa - v->out_a[r1]) + abs(sb - v->out_b[r1]);
            if (m1 < m0) {
                now[ns] = m1;
                dec |= (uint64_t)1 << ns;
            } else
                now[ns] = m0;
        }
        v->decisions[t] = dec;
        cur = !cur;
    }
    int final = v->metric[cur][0];
    unsigned state = 0;
    for (int t = total - 1; t >= 0; t--) {
        unsigned top = (unsigned)(v->decisions[t] >> state) & 1u;
        if (t < v->nbits)
            bits[t] = (uint8_t)(state & 1u);
        state = (state | top * NSTATES) >> 1;
    }
    return final;
}

/* ---- simulation ---- */
typedef struct {
    int bit_errors, raw_errors, metric;
} FrameResult;

static uint32_t hash32(uint32_t x)
{
    x ^= x >> 16; x *= 0x7feb352dU;
    x ^= x >> 15; x *= 0x846ca68bU;
    return x ^ (x >> 16);
}

static int channel(int bit, uint32_t h, int noise)
{
    int n = (int)(h & 255) + (int)(h >> 8 & 255) + (int)(h >> 16 & 255) + (int)(h >> 24) - 510;
    int level = bit * 7 * 64 + n * noise / 40;
    int q = (level + 32) / 64;
    return q < 0 ? 0 : q > 7 ? 7 : q;
}

static void make_frame(int id, int nbits, uint8_t *msg)
{
    for (int i = 0; i < nbits; i++)
        msg[i] = (uint8_t)(hash32((uint32_t)id * 65537u + (uint32_t)i) & 1u);
}

static int transmit(int id, int nbits, int noise, const uint8_t *msg, uint8_t *soft)
{
    unsigned reg = 0;
    int raw = 0;
    for (int i = 0; i < nbits + K - 1; i++) {
        reg = ((reg << 1) | (i < nbits ? msg[i] : 0u)) & (2 * NSTATES - 1);
        int a = parity(reg & POLY_A), b = parity(reg & POLY_B);
        uint32_t seed = (uint32_t)id * 40503u + (uint32_t)i * 2u + 0x9e3779b9u;
        soft[2 * i] = (uint8_t)channel(a, hash32(seed), noise);
        soft[2 * i + 1] = (uint8_t)channel(b, hash32(seed + 1u), noise);
        raw += (soft[2 * i] > 3) != a;
        raw += (soft[2 * i + 1] > 3) != b;
    }
    return raw;
}

int main(int argc, char **argv)
{
    int frames = argc > 1 ? atoi(argv[1]) : 1600;
    int nbits = argc > 2 ? atoi(argv[2]) : 1024;
    viterbi *dec = viterbi_create(nbits);
    uint8_t *msg = malloc((size_t)nbits), *out = malloc((size_t)nbits);
    uint8_t *soft = malloc(2 * (size_t)(nbits + K));
    if (!dec || !msg || !out || !soft)
        return 1;
    for (int noise = 24; noise <= 60; noise += 12) {
        long bits = 0, raw = 0, bad = 0, metric = 0;
        for (int f = 0; f < frames / 4; f++) {
            FrameResult r = { 0, 0, 0 };
            make_frame(f, nbits, msg);
            r.raw_errors = transmit(f, nbits, noise, msg, soft);
            viterbi_reset(dec);
            r.metric = viterbi_decode(dec, soft, out);
            for (int i = 0; i < nbits; i++)
                r.bit_errors += msg[i] != out[i];
            bits += r.bit_errors;
            raw += r.raw_errors;
            bad += r.bit_errors > 0;
            metric += r.metric;
        }
        printf("noise %3d: raw %ld bit errors %ld frame errors %ld metric %ld\n", noise, raw, bits, bad, metric);
    }
    viterbi_destroy(dec);
    free(msg);
    free(out);
    free(soft);
    return 0;
}

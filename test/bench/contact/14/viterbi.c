/* Rate 1/2 K=7 convolutional code over a noisy channel with puncturing and
 * interleaving: encode, corrupt, soft decode, count errors for several SNR. */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>

#define K 7
#define NSTATES 64
#define POLY_A 0x6d
#define POLY_B 0x4f
#define FRAME 480                   /* info bits */
#define TAIL (K - 1)
#define NSYM ((FRAME + TAIL) * 2)

struct decoder {
    uint8_t out[NSTATES * 2];       /* expected symbol pair by state<<1|bit */
    uint16_t metric[2][NSTATES];
    uint64_t decision[FRAME + TAIL];
    uint8_t bits[FRAME + TAIL];
    unsigned renorm;
};

struct tally {
    unsigned long bits, biterr, frames, frameerr, chanerr;
    unsigned worst;
};

struct channel {
    int noise;                      /* amplitude of noise, symbols are +-64 */
    int puncture;                   /* drop every n-th symbol, 0 none */
    uint64_t seed;
};

static int perm[NSYM];

static uint32_t next32(uint64_t *s)
{
    *s ^= *s >> 12; *s ^= *s << 25; *s ^= *s >> 27;
    return (uint32_t)(*s * 0x2545F4914F6CDD1DULL >> 32);
}

static int parity(unsigned v)
{
    v ^= v >> 4; v ^= v >> 2; v ^= v >> 1;
    return v & 1;
}

static void decoder_init(struct decoder *d)
{
    memset(d, 0, sizeof *d);
    for (int s = 0; s < NSTATES; s++)
        for (int b = 0; b < 2; b++) {
            unsigned reg = (unsigned)(b << 6 | s);
            d->out[s << 1 | b] = (uint8_t)(parity(reg & POLY_A) << 1 | parity(reg & POLY_B));
        }
}

static void encode(const uint8_t *info, uint8_t *sym)
{
    unsigned st = 0;
    for (int i = 0; i < FRAME + TAIL; i++) {
        unsigned reg = (unsigned)((i < FRAME ? info[i] : 0) << 6) | st;
        sym[2 * i] = (uint8_t)parity(reg & POLY_A);
        sym[2 * i + 1] = (uint8_t)parity(reg & POLY_B);
        st = reg >> 1;
    }
}

static unsigned transmit(const struct channel *c, uint64_t *rng, const uint8_t *sym, int8_t *rx)
{
    unsigned flips = 0;
    for (int i = 0; i < NSYM; i++) {
        int v = sym[perm[i]] ? 64 : -64;
        uint32_t r = next32(rng);
        v += (int)((r & 255) + (r >> 8 & 255) + (r >> 16 & 255) + (r >> 24) - 510) * c->noise / 256;
        if (c->puncture && perm[i] % c->puncture == c->puncture - 1) v = 0;
        else if ((v > 0) != sym[perm[i]]) flips++;
        rx[i] = (int8_t)(v > 127 ? 127 : v < -127 ? -127 : v);
    }
    return flips;
}

static const uint8_t *decode(struct decoder *d, const int8_t *rx)
{
    int8_t soft[NSYM];
    int cur = 0;
    for (int i = 0; i < NSYM; i++) soft[perm[i]] = rx[i];
    for (int s = 0; s < NSTATES; s++) d->metric[0][s] = s ? 20000 : 0;
    for (int i = 0; i < FRAME + TAIL; i++) {
        int a = soft[2 * i], b = soft[2 * i + 1];
        uint16_t cost[4] = {
            (uint16_t)(254 + a + b), (uint16_t)(254 + a - b),
            (uint16_t)(254 - a + b), (uint16_t)(254 - a - b)
        };
        uint16_t *m = d->metric[cur], *nm = d->metric[!cur], low = 65535;
        uint64_t dec = 0;
        for (int s = 0; s < NSTATES; s++) {
            /* predecessors of s: state p with (bit<<6|p)>>1 == s */
            int bit = s >> 5, p0 = (s << 1) & 63, p1 = p0 | 1;
            unsigned m0 = m[p0] + cost[d->out[p0 << 1 | bit]];
            unsigned m1 = m[p1] + cost[d->out[p1 << 1 | bit]];
            if (m1 < m0) { m0 = m1; dec |= 1ULL << s; }
            nm[s] = (uint16_t)m0;
            if (m0 < low) low = (uint16_t)m0;
        }
        d->decision[i] = dec;
        if (low > 30000) {
            for (int s = 0; s < NSTATES; s++) nm[s] -= low;
            d->renorm++;
        }
        cur = !cur;
    }
    int s = 0;
    for (int i = FRAME + TAIL - 1; i >= 0; i--) {
        d->bits[i] = (uint8_t)(s >> 5);
        s = ((s << 1) & 63) | (int)(d->decision[i] >> s & 1);
    }
    return d->bits;
}

static void run_channel(struct decoder *dec, const struct channel *c, int frames, struct tally *t)
{
    uint8_t info[FRAME], sym[NSYM];
    int8_t rx[NSYM];
    memset(t, 0, sizeof *t);
    for (int f = 0; f < frames; f++) {
        uint64_t rng = (c->seed + (uint64_t)f) * 0x9E3779B97F4A7C15ULL + 1;
        for (int i = 0; i < FRAME; i++) info[i] = next32(&rng) >> 31;
        encode(info, sym);
        t->chanerr += transmit(c, &rng, sym, rx);
        const uint8_t *got = decode(dec, rx);
        unsigned err = 0;
        for (int i = 0; i < FRAME; i++) err += got[i] != info[i];
        t->bits += FRAME;
        t->biterr += err;
        t->frames++;
        if (err) t->frameerr++;
        if (err > t->worst) t->worst = err;
    }
}

int main(int argc, char **argv)
{
    int frames = argc > 1 ? atoi(argv[1]) : 1200;
    static struct decoder dec;
    if (frames < 1) return 1;
    decoder_init(&dec);
    for (int i = 0, v = 0; i < NSYM; i++) { perm[i] = v; v = (v + 31) % NSYM; }
    static const struct channel ch[] = {
        { 60, 0, 11 }, { 90, 0, 22 }, { 110, 0, 33 }, { 60, 4, 44 }, { 80, 4, 55 },
    };
    for (size_t k = 0; k < sizeof ch / sizeof ch[0]; k++) {
        struct tally t;
        run_channel(&dec, &ch[k], frames, &t);
        printf("noise %3d punct %d: channel %.5f ber %.6f fer %.4f worst %u\n", ch[k].noise, ch[k].puncture,
               (double)t.chanerr / ((double)t.frames * NSYM), (double)t.biterr / t.bits,
               (double)t.frameerr / t.frames, t.worst);
    }
    printf("renormalisations %u\n", dec.renorm);
    return 0;
}

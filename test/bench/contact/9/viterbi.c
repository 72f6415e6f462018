/*
 * viterbi: bit and frame error rates of the K=7 rate 1/2 convolutional code
 * (171,133 octal) on an AWGN channel, BPSK, block interleaver, soft decisions
 * with 5 bits of resolution, frames checked by a CRC-16.
 *
 *      viterbi [frames per point] [payload bits]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <math.h>

#define K        7
#define NSTATES  (1 << (K - 1))
#define G0       0171
#define G1       0133
#define MAXBITS  2048           /* payload + CRC + tail */
#define COLUMNS  16             /* interleaver width */
#define QMAX     15

enum outcome { FRAME_OK, FRAME_DETECTED, FRAME_UNDETECTED, N_OUTCOMES };

struct point {
    double ebno_db;
    long bits, raw_errors, bit_errors;
    long frames[N_OUTCOMES];
};

/* code tables */
static unsigned char out0[NSTATES][2], out1[NSTATES][2];

/* buffers of the link, reused from frame to frame */
static unsigned char payload[MAXBITS], coded[2 * MAXBITS], decoded[MAXBITS];
static double symbols[2 * MAXBITS], received[2 * MAXBITS];
static signed char soft[2 * MAXBITS];
static int metric[2][NSTATES];
static unsigned char survivor[MAXBITS][NSTATES];

static uint32_t lfsr;

static uint32_t rand32(void)
{
    lfsr ^= lfsr << 13;
    lfsr ^= lfsr >> 17;
    lfsr ^= lfsr << 5;
    return lfsr;
}

static void seed_frame(int point, int frame)
{
    uint32_t h = (uint32_t)point * 0x9E3779B1u + (uint32_t)frame * 0x85EBCA77u + 0x2545F491u;
    h ^= h >> 15;
    h *= 0x2C1B3C6Du;
    h ^= h >> 12;
    lfsr = h ? h : 1;
}

static double uniform(void)
{
    return (rand32() + 0.5) / 4294967296.0;
}

static int parity(unsigned x)
{
    int p = 0;
    for (; x; x &= x - 1)
        p ^= 1;
    return p;
}

static void init_tables(void)
{
    for (int s = 0; s < NSTATES; s++)
        for (int b = 0; b < 2; b++) {
            unsigned reg = (unsigned)(b << (K - 1) | s);
            out0[s][b] = (unsigned char)parity(reg & G0);
            out1[s][b] = (unsigned char)parity(reg & G1);
        }
}

static unsigned crc16(const unsigned char *bits, int n)
{
    unsigned crc = 0xffff;
    for (int i = 0; i < n; i++) {
        unsigned top = (crc >> 15 ^ bits[i]) & 1;
        crc = crc << 1 & 0xffff;
        if (top)
            crc ^= 0x1021;
    }
    return crc;
}

/* payload, CRC and tail zeros; returns the number of bits sent */
static int make_frame(int nbits)
{
    for (int i = 0; i < nbits; i++)
        payload[i] = rand32() >> 31;
    unsigned crc = crc16(payload, nbits);
    for (int i = 0; i < 16; i++)
        payload[nbits + i] = crc >> (15 - i) & 1;
    memset(payload + nbits + 16, 0, K - 1);
    return nbits + 16 + K - 1;
}

static void encode(int n)
{
    int state = 0;
    for (int i = 0; i < n; i++) {
        coded[2 * i] = out0[state][payload[i]];
        coded[2 * i + 1] = out1[state][payload[i]];
        state = (payload[i] << (K - 1) | state) >> 1;
    }
}

static void interleave(int n)
{
    int k = 0;
    for (int c = 0; c < COLUMNS; c++)
        for (int i = c; i < n; i += COLUMNS)
            symbols[k++] = coded[i] ? -1.0 : 1.0;
}

static void channel(int n, double sigma)
{
    for (int i = 0; i < n; i += 2) {            /* Box-Muller, n is even */
        double r = sigma * sqrt(-2.0 * log(uniform())), a = 2.0 * M_PI * uniform();
        received[i] = symbols[i] + r * cos(a);
        received[i + 1] = symbols[i + 1] + r * sin(a);
    }
}

/* deinterleave and quantise; counts hard decision errors on the way */
static int demodulate(int n, double scale)
{
    int k = 0, errors = 0;
    for (int c = 0; c < COLUMNS; c++)
        for (int i = c; i < n; i += COLUMNS, k++) {
            int q = (int)lrint(received[k] * scale);
            soft[i] = (signed char)(q > QMAX ? QMAX : q < -QMAX ? -QMAX : q);
            errors += (received[k] < 0) != coded[i];
        }
    return errors;
}

static void decode(int n)
{
    int *cur = metric[0], *nxt = metric[1];
    for (int s = 0; s < NSTATES; s++)
        cur[s] = s ? -100000 : 0;
    for (int i = 0; i < n; i++) {
        int a = soft[2 * i], b = soft[2 * i + 1];
        for (int s = 0; s < NSTATES; s++) {
            /* new state s was entered with bit s >> (K-2) from p0 or p0 + 1 */
            int bit = s >> (K - 2), p0 = (s << 1) & (NSTATES - 1);
            int m0 = cur[p0] + (out0[p0][bit] ? -a : a) + (out1[p0][bit] ? -b : b);
            int m1 = cur[p0 + 1] + (out0[p0 + 1][bit] ? -a : a) + (out1[p0 + 1][bit] ? -b : b);
            survivor[i][s] = m1 > m0;
            nxt[s] = m1 > m0 ? m1 : m0;
        }
        int *t = cur;
        cur = nxt;
        nxt = t;
    }
    int state = 0;
    for (int i = n - 1; i >= 0; i--) {
        decoded[i] = (unsigned char)(state >> (K - 2));
        state = ((state << 1) & (NSTATES - 1)) + survivor[i][state];
    }
}

static enum outcome check(int nbits, int *errors)
{
    unsigned crc = 0;
    *errors = 0;
    for (int i = 0; i < nbits; i++)
        *errors += decoded[i] != payload[i];
    for (int i = 0; i < 16; i++)
        crc = crc << 1 | decoded[nbits + i];
    if (crc16(decoded, nbits) != crc)
        return FRAME_DETECTED;
    return *errors ? FRAME_UNDETECTED : FRAME_OK;
}

static void simulate(struct point *pt, int index, int frames, int nbits)
{
    double rate = 0.5 * nbits / (nbits + 16 + K - 1);
    double sigma = sqrt(0.5 / (rate * pow(10.0, pt->ebno_db / 10.0)));
    for (int f = 0; f < frames; f++) {
        int errors;
        seed_frame(index, f);
        int n = make_frame(nbits);
        encode(n);
        interleave(2 * n);
        channel(2 * n, sigma);
        pt->raw_errors += demodulate(2 * n, 6.0);
        decode(n);
        pt->frames[check(nbits, &errors)]++;
        pt->bit_errors += errors;
        pt->bits += nbits;
    }
}

int main(int argc, char **argv)
{
    struct point points[8];
    int frames = argc > 1 ? atoi(argv[1]) : 700;
    int nbits = argc > 2 ? atoi(argv[2]) : 512, npoints = 8;

    if (nbits < 1 || nbits > MAXBITS - 16 - K) {
        fprintf(stderr, "payload must be 1..%d bits\n", MAXBITS - 16 - K);
        return 1;
    }
    init_tables();
    printf("%d frames of %d bits per point\n", frames, nbits);
    printf("Eb/N0    raw BER      BER          FER       undetected\n");
    for (int i = 0; i < npoints; i++) {
        memset(&points[i], 0, sizeof points[i]);
        points[i].ebno_db = 0.5 + 0.5 * i;
        simulate(&points[i], i, frames, nbits);
        printf("%4.1f dB  %.4e  %.4e  %.4e  %ld\n", points[i].ebno_db,
               (double)points[i].raw_errors / (2.0 * frames * (nbits + 16 + K - 1)),
               (double)points[i].bit_errors / points[i].bits,
               (double)(frames - points[i].frames[FRAME_OK]) / frames,
               points[i].frames[FRAME_UNDETECTED]);
    }
    return 0;
}

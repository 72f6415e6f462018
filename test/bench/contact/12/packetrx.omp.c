// packetrx.c - a packet radio link in software
//
// transmitter: random payload, K=7 rate 1/2 convolutional code, block
//              interleaver, QPSK, root raised cosine pulse shaping (x4)
// channel:     phase offset, small frequency offset, Gaussian noise
// receiver:    matched filter, pilot based phase estimate and decision
//              directed tracking, soft bits, de-interleaver, Viterbi
//
// For each Eb/N0 of a sweep some hundred packets are sent; bit and packet
// error rates come out.      packetrx [packets-per-point]

#include <complex.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI        3.14159265358979323846
#define PAYLOAD   240
#define TAIL      6
#define NBITS     (PAYLOAD + TAIL)
#define NCODED    (2 * NBITS)          // 492
#define ILV_ROWS  12
#define ILV_COLS  (NCODED / ILV_ROWS)  // 41
#define NPILOT    16
#define NSYM      (NPILOT + NCODED / 2)
#define SPS       4
#define SPAN      8
#define NTAPS     (SPS * SPAN + 1)
#define NSAMP     (NSYM * SPS + NTAPS)
#define NSTATES   64

typedef float complex cf;

static float taps[NTAPS];
static uint8_t branch_out[NSTATES][2];

// working storage of the chain
static uint8_t payload[NBITS], coded[NCODED], decoded[NBITS];
static cf symbols[NSYM], tx[NSAMP], rx[NSAMP], recovered[NSYM];
static float soft[NCODED], deilv[NCODED];
static uint8_t decision[NBITS][NSTATES];
static uint32_t rng;
#pragma omp threadprivate(payload, coded, decoded, symbols, tx, rx, recovered)
#pragma omp threadprivate(soft, deilv, decision, rng)

static uint32_t rand32(void)
{
    rng ^= rng << 13;
    rng ^= rng >> 17;
    rng ^= rng << 5;
    return rng;
}

static float uniform(void)
{
    return (rand32() >> 8) * (1.0f / 16777216.0f);
}

static cf gauss2(void)
{
    float r = sqrtf(-2.0f * logf(uniform() + 1e-9f));
    float a = 2.0f * (float)PI * uniform();
    return r * cosf(a) + I * (r * sinf(a));
}

static int parity(int x)
{
    int p = 0;
    for (; x; x &= x - 1)
        p ^= 1;
    return p;
}

static void init_tables(void)
{
    const double beta = 0.35;
    double energy = 0;
    for (int n = 0; n < NTAPS; n++) {
        double t = (n - NTAPS / 2) / (double)SPS, v;
        double den = 1 - 16 * beta * beta * t * t;
        if (t == 0)
            v = 1 - beta + 4 * beta / PI;
        else if (fabs(den) < 1e-9)
            v = beta / sqrt(2) * ((1 + 2 / PI) * sin(PI / 4 / beta)
                                  + (1 - 2 / PI) * cos(PI / 4 / beta));
        else
            v = (sin(PI * t * (1 - beta)) + 4 * beta * t * cos(PI * t * (1 + beta)))
                / (PI * t * den);
        taps[n] = (float)v;
        energy += v * v;
    }
    for (int n = 0; n < NTAPS; n++)
        taps[n] /= (float)sqrt(energy);
    for (int s = 0; s < NSTATES; s++)
        for (int b = 0; b < 2; b++) {
            int reg = (b << 6) | s;
            branch_out[s][b] = (uint8_t)(parity(reg & 0171) << 1 | parity(reg & 0133));
        }
}

static void encode(void)
{
    int state = 0;
    for (int i = 0; i < NBITS; i++) {
        int o = branch_out[state][payload[i]];
        coded[2 * i] = o >> 1;
        coded[2 * i + 1] = o & 1;
        state = (payload[i] << 5) | (state >> 1);
    }
}

static void modulate(void)
{
    const float a = (float)sqrt(0.5);
    for (int i = 0; i < NPILOT; i++)
        symbols[i] = (i * 7 % 3 == 0) ? a + I * a : -a - I * a;
    for (int i = 0; i < NCODED / 2; i++) {
        int k0 = 2 * i, k1 = 2 * i + 1;
        int b0 = coded[(k0 % ILV_ROWS) * ILV_COLS + k0 / ILV_ROWS];
        int b1 = coded[(k1 % ILV_ROWS) * ILV_COLS + k1 / ILV_ROWS];
        symbols[NPILOT + i] = (b0 ? -a : a) + I * (b1 ? -a : a);
    }
    memset(tx, 0, sizeof tx);
    for (int i = 0; i < NSYM; i++)
        for (int k = 0; k < NTAPS; k++)
            tx[i * SPS + k] += symbols[i] * taps[k];
}

static void channel(float sigma)
{
    float phase = 2.0f * (float)PI * uniform();
    float df = 0.0004f * (uniform() - 0.5f);
    for (int n = 0; n < NSAMP; n++) {
        cf rot = cosf(phase) + I * sinf(phase);
        rx[n] = tx[n] * rot + sigma * gauss2();
        phase += 2.0f * (float)PI * df;
    }
}

static void matched_filter(void)
{
    for (int i = 0; i < NSYM; i++) {
        cf acc = 0;
        for (int k = 0; k < NTAPS; k++)
            acc += rx[i * SPS + k] * taps[NTAPS - 1 - k];
        recovered[i] = acc;
    }
}

static void derotate(void)
{
    cf ref = 0;
    for (int i = 0; i < NPILOT; i++)
        ref += recovered[i] * conjf(symbols[i]);
    float phase = cargf(ref), freq = 0;
    for (int i = 0; i < NSYM; i++) {
        cf z = recovered[i] * (cosf(phase) - I * sinf(phase));
        float re = crealf(z), im = cimagf(z);
        float err = (re > 0 ? im : -im) - (im > 0 ? re : -re);
        if (i >= NPILOT) {
            freq += 0.0005f * err;
            phase += 0.02f * err + freq;
        }
        recovered[i] = z;
    }
}

static void demap(void)
{
    for (int i = 0; i < NCODED / 2; i++) {
        soft[2 * i] = crealf(recovered[NPILOT + i]);
        soft[2 * i + 1] = cimagf(recovered[NPILOT + i]);
    }
    for (int k = 0; k < NCODED; k++)
        deilv[(k % ILV_ROWS) * ILV_COLS + k / ILV_ROWS] = soft[k];
}

static float viterbi(void)
{
    float metric[2][NSTATES];
    int now = 0;
    for (int s = 0; s < NSTATES; s++)
        metric[0][s] = s ? -1e9f : 0.0f;
    for (int i = 0; i < NBITS; i++) {
        float bm[4];
        for (int o = 0; o < 4; o++)
            bm[o] = (o & 2 ? -deilv[2 * i] : deilv[2 * i])
                  + (o & 1 ? -deilv[2 * i + 1] : deilv[2 * i + 1]);
        for (int s = 0; s < NSTATES; s++) {
            int bit = s >> 5, p0 = (s << 1) & 63, p1 = p0 | 1;
            float m0 = metric[now][p0] + bm[branch_out[p0][bit]];
            float m1 = metric[now][p1] + bm[branch_out[p1][bit]];
            decision[i][s] = m1 > m0;
            metric[!now][s] = m1 > m0 ? m1 : m0;
        }
        now = !now;
    }
    int s = 0;
    for (int i = NBITS - 1; i >= 0; i--) {
        decoded[i] = (uint8_t)(s >> 5);
        s = ((s << 1) & 63) | decision[i][s];
    }
    return metric[now][0];
}

struct point {
    long bits, packets;
    double metric;
};

int main(int argc, char **argv)
{
    int packets = argc > 1 ? atoi(argv[1]) : 2500;
    static const float ebn0_db[] = { -1.0f, 0.5f, 1.5f, 2.5f, 3.5f, 4.5f };

    double *metric = malloc(packets * sizeof *metric);

    init_tables();
    for (size_t e = 0; e < sizeof ebn0_db / sizeof *ebn0_db; e++) {
        struct point pt = { 0, 0, 0.0 };
        long bits = 0, bad = 0;
        // rate 1/2 and 2 bits a symbol: Es = Eb
        float sigma = sqrtf(0.5f / powf(10.0f, ebn0_db[e] / 10.0f));
#pragma omp parallel for reduction(+:bits, bad) schedule(static)
        for (int p = 0; p < packets; p++) {
            int errors = 0;
            rng = 0x9E3779B9u ^ (uint32_t)(p * 7919 + 104729 * (int)e + 1);
            for (int i = 0; i < NBITS; i++)
                payload[i] = i < PAYLOAD ? (rand32() >> 16) & 1 : 0;
            encode();
            modulate();
            channel(sigma);
            matched_filter();
            derotate();
            demap();
            metric[p] = viterbi();
            for (int i = 0; i < PAYLOAD; i++)
                errors += decoded[i] != payload[i];
            bits += errors;
            bad += errors > 0;
        }
        pt.bits = bits;
        pt.packets = bad;
        for (int p = 0; p < packets; p++)
            pt.metric += metric[p];
        printf("Eb/N0 %5.1f dB  ber %.6e  per %.4f  metric %.6f\n", ebn0_db[e],
               pt.bits / (double)packets / PAYLOAD,
               pt.packets / (double)packets, pt.metric / packets);
    }
    free(metric);
    return 0;
}

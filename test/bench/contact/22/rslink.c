/* rslink.c - telemetry link simulation
 *  RS(255,223), GF(256) poly 0x187, interleave depth 5, CRC-16 per frame,
 *  Gilbert-Elliott burst channel, decoder: syndromes / Berlekamp-Massey /
 *  Chien / Forney.  All buffers static, no heap.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RS_N        255u
#define RS_K        223u
#define RS_R        (RS_N - RS_K)
#define DEPTH       5u
#define FRAME_DATA  (RS_K * DEPTH)
#define FRAME_LEN   (RS_N * DEPTH)
#define GF_POLY     0x187u
#define LOG_ZERO    0xFFu

static uint8_t gf_exp[512], gf_log[256], genpoly[RS_R + 1u];
static uint16_t crc_tab[256];

static uint8_t tx_data[FRAME_DATA], rx_data[FRAME_DATA];
static uint8_t air[FRAME_LEN];
static uint8_t cw[RS_N];

static struct {
    uint8_t syn[RS_R], omega[RS_R];
    uint8_t lambda[RS_R + 1u], prev[RS_R + 1u], tmp[RS_R + 1u];
} ws;

static struct {
    uint32_t frames, good, bad, undetected;
    uint32_t cw_clean, cw_fixed, cw_failed;
    uint32_t sym_fixed, chan_err;
    uint32_t hist[RS_R / 2u + 1u];
} stat;

static uint32_t lfsr = 0xACE1F00Du;

static uint32_t prng(void)
{
    lfsr = lfsr * 747796405u + 2891336453u;
    uint32_t w = ((lfsr >> ((lfsr >> 28) + 4u)) ^ lfsr) * 277803737u;
    return (w >> 22) ^ w;
}

static inline uint8_t gf_mul(uint8_t a, uint8_t b)
{
    return (a == 0u || b == 0u) ? 0u : gf_exp[gf_log[a] + gf_log[b]];
}

static inline uint8_t gf_div(uint8_t a, uint8_t b)
{
    return a == 0u ? 0u : gf_exp[gf_log[a] + 255u - gf_log[b]];
}

static void tables_init(void)
{
    uint16_t x = 1u;
    for (uint16_t i = 0; i < 255u; i++) {
        gf_exp[i] = gf_exp[i + 255u] = (uint8_t)x;
        gf_log[x] = (uint8_t)i;
        x = (uint16_t)(x << 1);
        if (x & 0x100u) x ^= GF_POLY;
    }
    gf_log[0] = LOG_ZERO;
    memset(genpoly, 0, sizeof genpoly);
    genpoly[0] = 1u;                          /* genpoly[i] = coeff of x^i */
    for (uint16_t r = 1; r <= RS_R; r++) {
        for (int16_t j = (int16_t)r; j > 0; j--)
            genpoly[j] = genpoly[j - 1] ^ gf_mul(genpoly[j], gf_exp[r]);
        genpoly[0] = gf_mul(genpoly[0], gf_exp[r]);
    }
    for (uint16_t i = 0; i < 256u; i++) {
        uint16_t c = (uint16_t)(i << 8);
        for (uint8_t b = 0; b < 8u; b++)
            c = (uint16_t)((c & 0x8000u) ? ((unsigned)c << 1) ^ 0x1021u : (unsigned)c << 1);
        crc_tab[i] = c;
    }
}

static uint16_t crc16(const uint8_t *p, uint32_t n)
{
    uint16_t c = 0xFFFFu;
    while (n--) c = (uint16_t)((c << 8) ^ crc_tab[(c >> 8) ^ *p++]);
    return c;
}

/* systematic encoder, data in cw[0..K-1], parity appended */
static void rs_encode(uint8_t *c)
{
    uint8_t *par = c + RS_K;
    memset(par, 0, RS_R);
    for (uint16_t i = 0; i < RS_K; i++) {
        uint8_t fb = c[i] ^ par[0];
        memmove(par, par + 1, RS_R - 1u); par[RS_R - 1u] = 0u;
        if (fb != 0u)
            for (uint16_t j = 0; j < RS_R; j++)
                par[j] ^= gf_mul(fb, genpoly[RS_R - 1u - j]);
    }
}

/* returns number of corrected symbols, or -1 */
static int rs_decode(uint8_t *c)
{
    uint8_t any = 0u, b = 1u;
    uint16_t L = 0, m = 1;

    for (uint16_t i = 0; i < RS_R; i++) {
        uint8_t s = 0u;
        for (uint16_t k = 0; k < RS_N; k++)
            s = c[k] ^ gf_mul(s, gf_exp[i + 1u]);
        ws.syn[i] = s;
        any |= s;
    }
    if (any == 0u) return 0;

    memset(ws.lambda, 0, sizeof ws.lambda);
    memset(ws.prev, 0, sizeof ws.prev);
    ws.lambda[0] = ws.prev[0] = 1u;
    for (uint16_t n = 0; n < RS_R; n++) {
        uint8_t d = ws.syn[n];
        for (uint16_t i = 1; i <= L; i++) d ^= gf_mul(ws.lambda[i], ws.syn[n - i]);
        if (d == 0u) { m++; continue; }
        uint8_t q = gf_div(d, b);
        memcpy(ws.tmp, ws.lambda, sizeof ws.tmp);
        for (uint16_t i = m; i <= RS_R; i++) ws.lambda[i] ^= gf_mul(q, ws.prev[i - m]);
        if (2u * L <= n) {
            L = (uint16_t)(n + 1u - L);
            memcpy(ws.prev, ws.tmp, sizeof ws.prev);
            b = d; m = 1;
        } else m++;
    }
    if (L > RS_R / 2u) return -1;

    for (uint16_t i = 0; i < RS_R; i++) {
        uint8_t s = 0u;
        for (uint16_t j = 0; j <= i && j <= L; j++) s ^= gf_mul(ws.lambda[j], ws.syn[i - j]);
        ws.omega[i] = s;
    }

    int found = 0;
    uint8_t pos[RS_R], mag[RS_R];
    for (uint16_t p = 0; p < RS_N; p++) {         /* locator alpha^p */
        uint8_t xi = gf_exp[(255u - p) % 255u];
        uint8_t v = 0u, der = 0u, om = 0u;
        for (int16_t i = (int16_t)L; i >= 0; i--) v = ws.lambda[i] ^ gf_mul(v, xi);
        if (v != 0u) continue;
        if (found >= (int)L) return -1;
        for (int16_t i = (int16_t)RS_R - 1; i >= 0; i--) om = ws.omega[i] ^ gf_mul(om, xi);
        for (uint16_t i = 1; i <= L; i += 2)
            der ^= gf_mul(ws.lambda[i], gf_exp[((255u - p) * (i - 1u)) % 255u]);
        if (der == 0u) return -1;
        pos[found] = (uint8_t)(RS_N - 1u - p);
        mag[found++] = gf_div(om, der);
    }
    if (found != (int)L) return -1;
    for (int i = 0; i < found; i++) c[pos[i]] ^= mag[i];
    return found;
}

static void channel(uint8_t *p, uint32_t n)
{
    static uint8_t burst = 0u;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t r = prng();
        if (burst) { if ((r & 0xFFFFu) < 1150u) burst = 0u; }
        else if ((r & 0xFFFFu) < 45u) burst = 1u;
        if ((r >> 16) < (burst ? 45000u : 500u)) {
            p[i] ^= (uint8_t)(1u + prng() % 255u);
            stat.chan_err++;
        }
    }
}

int main(int argc, char **argv)
{
    uint32_t nframes = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 0) : 5000u;

    tables_init();
    for (uint32_t f = 0; f < nframes; f++) {
        for (uint32_t i = 0; i < FRAME_DATA - 2u; i++) tx_data[i] = (uint8_t)(prng() >> 24);
        uint16_t crc = crc16(tx_data, FRAME_DATA - 2u);
        tx_data[FRAME_DATA - 2u] = (uint8_t)(crc >> 8);
        tx_data[FRAME_DATA - 1u] = (uint8_t)crc;
        for (uint32_t d = 0; d < DEPTH; d++) {
            for (uint32_t i = 0; i < RS_K; i++) cw[i] = tx_data[i * DEPTH + d];
            rs_encode(cw);
            for (uint32_t i = 0; i < RS_N; i++) air[i * DEPTH + d] = cw[i];
        }
        channel(air, FRAME_LEN);
        for (uint32_t d = 0; d < DEPTH; d++) {
            for (uint32_t i = 0; i < RS_N; i++) cw[i] = air[i * DEPTH + d];
            int n = rs_decode(cw);
            if (n < 0) stat.cw_failed++;
            else {
                if (n == 0) stat.cw_clean++; else stat.cw_fixed++;
                stat.sym_fixed += (uint32_t)n;
                stat.hist[n]++;
            }
            for (uint32_t i = 0; i < RS_K; i++) rx_data[i * DEPTH + d] = cw[i];
        }
        stat.frames++;
        crc = crc16(rx_data, FRAME_DATA - 2u);
        if (crc == (uint16_t)((rx_data[FRAME_DATA - 2u] << 8) | rx_data[FRAME_DATA - 1u])) {
            stat.good++;
            if (memcmp(rx_data, tx_data, FRAME_DATA) != 0) stat.undetected++;
        } else {
            stat.bad++;
            if (stat.bad % 25u == 1u) printf("frame %5u: CRC error (crc %04X)\n", (unsigned)f, (unsigned)crc);
        }
    }
    printf("frames %u good %u bad %u undetected %u\n", stat.frames, stat.good, stat.bad, stat.undetected);
    printf("codewords clean %u fixed %u failed %u\n", stat.cw_clean, stat.cw_fixed, stat.cw_failed);
    printf("symbols: channel errors %u corrected %u\n", stat.chan_err, stat.sym_fixed);
    for (unsigned i = 0; i <= RS_R / 2u; i++) printf("%2u:%u%c", i, stat.hist[i], i % 6u == 5u ? '\n' : ' ');
    putchar('\n');
    return 0;
}

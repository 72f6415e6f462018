/*
 * rslink.c -- Reed-Solomon RS(255,223) over a bursty channel
 *
 * The message is cut in blocks of 223 bytes; each block gets 32 check bytes,
 * passes a two state (good/bad) error channel, and is decoded again with
 * syndromes, Berlekamp-Massey, Chien search and Forney's formula.
 * A CRC-32 of every block decides whether the decoder was right.
 *
 * usage: rslink [blocks]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

enum { N = 255, KLEN = 223, PARITY = 32, T = 16 };
enum outcome { CLEAN, FIXED, FAILED, WRONG, NOUTCOMES };

static uint8_t gf_exp[512], gf_log[256];
static uint8_t genpoly[PARITY + 1];
static uint32_t crc_table[256];

static void init_gf(void)
{
    int i, x = 1;
    for (i = 0; i < 255; i++) {
        gf_exp[i] = gf_exp[i + 255] = (uint8_t)x;
        gf_log[x] = (uint8_t)i;
        x <<= 1;
        if (x & 0x100)
            x ^= 0x11d;
    }
    gf_exp[510] = gf_exp[0];
    gf_exp[511] = gf_exp[1];
}

static uint8_t mul(uint8_t a, uint8_t b)
{
    if (a == 0 || b == 0)
        return 0;
    return gf_exp[gf_log[a] + gf_log[b]];
}

static uint8_t divide(uint8_t a, uint8_t b)
{
    if (a == 0)
        return 0;
    return gf_exp[gf_log[a] + 255 - gf_log[b]];
}

static void init_generator(void)
{
    int i, j;
    genpoly[0] = 1;
    for (i = 0; i < PARITY; i++) {
        genpoly[i + 1] = genpoly[i];
        for (j = i; j > 0; j--)
            genpoly[j] = genpoly[j - 1] ^ mul(genpoly[j], gf_exp[i]);
        genpoly[0] = mul(genpoly[0], gf_exp[i]);
    }
}

static void init_crc(void)
{
    uint32_t i, k, c;
    for (i = 0; i < 256; i++) {
        for (c = i, k = 0; k < 8; k++)
            c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
        crc_table[i] = c;
    }
}

static uint32_t crc32(const uint8_t *p, int n)
{
    uint32_t c = 0xffffffffu;
    while (n-- > 0)
        c = crc_table[(c ^ *p++) & 0xff] ^ (c >> 8);
    return ~c;
}

/* code word: data first (highest powers), then the remainder */
static void rs_encode(const uint8_t *data, uint8_t *code)
{
    uint8_t *par = code + KLEN;
    int i, j;
    memcpy(code, data, KLEN);
    memset(par, 0, PARITY);
    for (i = 0; i < KLEN; i++) {
        uint8_t f = data[i] ^ par[0];
        for (j = 0; j < PARITY - 1; j++)
            par[j] = par[j + 1] ^ mul(f, genpoly[PARITY - 1 - j]);
        par[PARITY - 1] = mul(f, genpoly[0]);
    }
}

static int syndromes(const uint8_t *r, uint8_t *s)
{
    int i, j, any = 0;
    for (i = 0; i < PARITY; i++) {
        uint8_t v = 0;
        for (j = 0; j < N; j++)
            v = mul(v, gf_exp[i]) ^ r[j];
        s[i] = v;
        any |= v;
    }
    return any;
}

/* error locator; returns its degree */
static int berlekamp_massey(const uint8_t *s, uint8_t *lambda)
{
    uint8_t b[PARITY + 1] = { 1 }, t[PARITY + 1], c[PARITY + 1] = { 1 };
    uint8_t bb = 1;
    int l = 0, m = 1, n, i;

    for (n = 0; n < PARITY; n++) {
        uint8_t d = s[n];
        for (i = 1; i <= l; i++)
            d ^= mul(c[i], s[n - i]);
        if (d == 0) {
            m++;
            continue;
        }
        memcpy(t, c, sizeof t);
        {
            uint8_t f = divide(d, bb);
            for (i = 0; i + m <= PARITY; i++)
                c[i + m] ^= mul(f, b[i]);
        }
        if (2 * l <= n) {
            l = n + 1 - l;
            memcpy(b, t, sizeof b);
            bb = d;
            m = 1;
        } else {
            m++;
        }
    }
    memcpy(lambda, c, PARITY + 1);
    return l;
}

static uint8_t eval_poly(const uint8_t *p, int deg, uint8_t x)
{
    uint8_t v = p[deg];
    while (--deg >= 0)
        v = mul(v, x) ^ p[deg];
    return v;
}

/* corrects r in place; number of corrected bytes, or -1 */
static int rs_decode(uint8_t *r)
{
    uint8_t s[PARITY], lambda[PARITY + 1], omega[PARITY], deriv[PARITY + 1];
    int where[T], deg, i, j, found = 0;

    if (!syndromes(r, s))
        return 0;
    deg = berlekamp_massey(s, lambda);
    if (deg > T)
        return -1;
    for (i = 0; i < N && found <= deg; i++)       /* position power i */
        if (eval_poly(lambda, deg, gf_exp[255 - i]) == 0) {
            if (found == deg)
                return -1;
            where[found++] = i;
        }
    if (found != deg)
        return -1;
    for (i = 0; i < PARITY; i++) {
        omega[i] = 0;
        for (j = 0; j <= i && j <= deg; j++)
            omega[i] ^= mul(s[i - j], lambda[j]);
    }
    memset(deriv, 0, sizeof deriv);
    for (i = 1; i <= deg; i += 2)
        deriv[i - 1] = lambda[i];
    for (i = 0; i < found; i++) {
        uint8_t xinv = gf_exp[255 - where[i]];
        uint8_t den = eval_poly(deriv, deg, xinv), num;
        if (den == 0)
            return -1;
        num = eval_poly(omega, deg - 1, xinv);
        r[N - 1 - where[i]] ^= mul(gf_exp[where[i]], divide(num, den));
    }
    return syndromes(r, s) ? -1 : found;
}

static uint32_t lcg(uint32_t *s)
{
    *s = *s * 1664525u + 1013904223u;
    return *s >> 8;
}

static int disturb(uint8_t *code, uint32_t *rng)
{
    int i, bad = 0, hits = 0;
    for (i = 0; i < N; i++) {
        uint32_t p = lcg(rng) % 1000;
        if (bad ? p < 150 : p < 8)
            bad = !bad;
        if (lcg(rng) % 1000 < (bad ? 620u : 8u)) {
            uint8_t e = (uint8_t)(lcg(rng) >> 4);
            code[i] ^= e;
            hits += e != 0;
        }
    }
    return hits;
}

struct tally {
    long outcome[NOUTCOMES];
    long corrected;
    long channel_errors;
    long by_errors[N + 1];
    int worst_fixed;
};

int main(int argc, char **argv)
{
    long blocks = argc > 1 ? atol(argv[1]) : 16000, b;
    uint8_t *message = malloc(blocks * KLEN);
    uint32_t (*crcs)[2] = malloc(blocks * sizeof *crcs);
    struct tally t;
    uint32_t seed = 2024, digest = 0, sent = 0;
    int i;

    if (!message || !crcs)
        return 1;
    init_gf();
    init_generator();
    init_crc();
    for (b = 0; b < blocks * KLEN; b++)
        message[b] = (uint8_t)(lcg(&seed) >> 7);

    memset(&t, 0, sizeof t);
#pragma omp parallel private(i)
    {
    struct tally my;
    memset(&my, 0, sizeof my);
#pragma omp for schedule(dynamic, 32)
    for (b = 0; b < blocks; b++) {
        uint8_t code[N];
        const uint8_t *data = message + b * KLEN;
        uint32_t rng = (uint32_t)b * 2654435761u + 17, crc = crc32(data, KLEN);
        enum outcome o;
        int hits, fixed;

        rs_encode(data, code);
        crcs[b][0] = crc32(code, N);
        hits = disturb(code, &rng);
        fixed = rs_decode(code);
        if (fixed < 0)
            o = FAILED;
        else if (crc32(code, KLEN) != crc)
            o = WRONG;
        else
            o = fixed ? FIXED : CLEAN;
        my.outcome[o]++;
        my.channel_errors += hits;
        my.by_errors[hits]++;
        if (fixed > 0) {
            my.corrected += fixed;
            if (fixed > my.worst_fixed)
                my.worst_fixed = fixed;
        }
        crcs[b][1] = crc32(code, N);
    }
#pragma omp critical
    {
        for (i = 0; i < NOUTCOMES; i++)
            t.outcome[i] += my.outcome[i];
        for (i = 0; i <= N; i++)
            t.by_errors[i] += my.by_errors[i];
        t.corrected += my.corrected;
        t.channel_errors += my.channel_errors;
        if (my.worst_fixed > t.worst_fixed)
            t.worst_fixed = my.worst_fixed;
    }
    }
    for (b = 0; b < blocks; b++) {
        sent = (sent << 1 | sent >> 31) ^ crcs[b][0];
        digest = (digest << 5 | digest >> 27) ^ crcs[b][1];
    }

    printf("blocks %ld: clean %ld fixed %ld failed %ld wrong %ld\n", blocks,
           t.outcome[CLEAN], t.outcome[FIXED], t.outcome[FAILED], t.outcome[WRONG]);
    printf("byte errors %ld corrected %ld most in a block %d\n",
           t.channel_errors, t.corrected, t.worst_fixed);
    printf("errors per block:");
    for (i = 0; i < 40; i += 4)
        printf(" %ld", t.by_errors[i] + t.by_errors[i + 1] + t.by_errors[i + 2] + t.by_errors[i + 3]);
    printf("\nsent %08x received %08x\n", sent, digest);
    free(message);
    free(crcs);
    return 0;
}

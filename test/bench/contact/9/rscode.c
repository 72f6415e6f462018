/*
 * rscode - protects a payload with a Reed-Solomon (255,223) code, sends it
 * through a bursty channel and repairs it on the other side.
 *
 * usage: rscode [blocks [error-percent]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned char byte;

enum { N = 255, K = 223, T2 = N - K };
enum status { CLEAN, REPAIRED, FAILED, WRONG };

struct codec {
    byte *exp;          /* 512 entries, so that products need no modulus */
    int *log;
    byte gen[T2 + 1];
    /* work space of the decoder */
    byte *synd, *lambda, *prev, *tmp, *omega;
    int *where;
};

struct channel {
    unsigned long state;
    int bad;            /* inside a burst */
    int percent;
};

static unsigned next_random(unsigned long *s)
{
    *s = *s * 6364136223846793005UL + 1442695040888963407UL;
    return (unsigned)(*s >> 33);
}

static byte mul(const struct codec *c, byte a, byte b)
{
    if (a == 0 || b == 0)
        return 0;
    return c->exp[c->log[a] + c->log[b]];
}

static byte over(const struct codec *c, byte a, byte b)
{
    if (a == 0)
        return 0;
    return c->exp[c->log[a] + 255 - c->log[b]];
}

static struct codec *codec_new(void)
{
    struct codec *c = calloc(1, sizeof *c);
    int x = 1;

    c->exp = malloc(512);
    c->log = calloc(256, sizeof *c->log);
    for (int i = 0; i < 255; i++) {
        c->exp[i] = c->exp[i + 255] = (byte)x;
        c->log[x] = i;
        x <<= 1;
        if (x & 0x100)
            x ^= 0x11d;
    }
    c->exp[510] = c->exp[0];
    c->exp[511] = c->exp[1];
    c->gen[0] = 1;
    for (int i = 0; i < T2; i++) {
        for (int j = i + 1; j > 0; j--)
            c->gen[j] = c->gen[j - 1] ^ mul(c, c->gen[j], c->exp[i]);
        c->gen[0] = mul(c, c->gen[0], c->exp[i]);
    }
    c->synd = malloc(T2);
    c->lambda = malloc(2 * T2);
    c->prev = malloc(2 * T2);
    c->tmp = malloc(2 * T2);
    c->omega = malloc(T2);
    c->where = malloc(T2 * sizeof *c->where);
    return c;
}

static void codec_free(struct codec *c)
{
    free(c->exp);
    free(c->log);
    free(c->synd);
    free(c->lambda);
    free(c->prev);
    free(c->tmp);
    free(c->omega);
    free(c->where);
    free(c);
}

/* word[0..K) holds the data, the parity goes to word[K..N) */
static void encode(const struct codec *c, byte *word)
{
    byte *par = word + K;
    memset(par, 0, T2);
    for (int i = 0; i < K; i++) {
        byte fb = word[i] ^ par[0];
        for (int j = 0; j < T2 - 1; j++)
            par[j] = par[j + 1] ^ mul(c, fb, c->gen[T2 - 1 - j]);
        par[T2 - 1] = mul(c, fb, c->gen[0]);
    }
}

static int syndromes(struct codec *c, const byte *word)
{
    int any = 0;
    for (int i = 0; i < T2; i++) {
        byte s = 0;
        for (int j = 0; j < N; j++)
            s = mul(c, s, c->exp[i]) ^ word[j];
        c->synd[i] = s;
        any |= s;
    }
    return any;
}

/* Berlekamp-Massey; returns the degree of the error locator */
static int locator(struct codec *c)
{
    int L = 0, m = 1;
    byte b = 1;

    memset(c->lambda, 0, 2 * T2);
    memset(c->prev, 0, 2 * T2);
    c->lambda[0] = c->prev[0] = 1;
    for (int n = 0; n < T2; n++) {
        byte d = c->synd[n], f;
        for (int i = 1; i <= L; i++)
            d ^= mul(c, c->lambda[i], c->synd[n - i]);
        if (d == 0) {
            m++;
            continue;
        }
        f = over(c, d, b);
        memcpy(c->tmp, c->lambda, 2 * T2);
        for (int i = 0; i + m < 2 * T2; i++)
            c->lambda[i + m] ^= mul(c, f, c->prev[i]);
        if (2 * L <= n) {
            byte *swap = c->prev;
            L = n + 1 - L;
            c->prev = c->tmp;
            c->tmp = swap;
            b = d;
            m = 1;
        } else {
            m++;
        }
    }
    return L;
}

static enum status decode(struct codec *c, byte *word)
{
    int deg, found = 0;

    if (!syndromes(c, word))
        return CLEAN;
    deg = locator(c);
    if (deg > T2 / 2)
        return FAILED;
    for (int p = 0; p < N; p++) {           /* Chien search */
        byte v = 0, xinv = c->exp[(255 - p) % 255];
        for (int i = deg; i >= 0; i--)
            v = mul(c, v, xinv) ^ c->lambda[i];
        if (v == 0 && found < deg)
            c->where[found++] = p;
    }
    if (found != deg)
        return FAILED;
    for (int i = 0; i < T2; i++) {
        byte v = 0;
        for (int j = 0; j <= i && j <= deg; j++)
            v ^= mul(c, c->lambda[j], c->synd[i - j]);
        c->omega[i] = v;
    }
    for (int e = 0; e < found; e++) {       /* Forney */
        int p = c->where[e];
        byte xinv = c->exp[(255 - p) % 255], num = 0, den = 0;
        for (int i = T2 - 1; i >= 0; i--)
            num = mul(c, num, xinv) ^ c->omega[i];
        for (int i = 1; i <= deg; i += 2)
            den ^= mul(c, c->lambda[i], c->exp[((i - 1) * (255 - p)) % 255]);
        if (den == 0)
            return FAILED;
        word[N - 1 - p] ^= mul(c, c->exp[p], over(c, num, den));
    }
    return syndromes(c, word) ? FAILED : REPAIRED;
}

static long transmit(struct channel *ch, byte *data, size_t n)
{
    long hits = 0;
    for (size_t i = 0; i < n; i++) {
        unsigned r = next_random(&ch->state) % 1000;
        if (ch->bad ? r < 120 : r < 2)
            ch->bad = !ch->bad;
        if (ch->bad ? r % 10 < 6 : (int)(r % 200) < ch->percent) {
            data[i] ^= 1 + next_random(&ch->state) % 255;
            hits++;
        }
    }
    return hits;
}

int main(int argc, char **argv)
{
    int blocks = argc > 1 ? atoi(argv[1]) : 11000;
    struct channel ch = { 99, 0, argc > 2 ? atoi(argv[2]) : 4 };
    struct codec *c = codec_new();
    byte *payload = malloc((size_t)blocks * K), *line = malloc((size_t)blocks * N);
    unsigned long s = 12345;
    unsigned crc = 0xffffffffu;
    long hits, count[4] = { 0, 0, 0, 0 };

    for (size_t i = 0; i < (size_t)blocks * K; i++)
        payload[i] = "etaoin shrdlu\n0123"[next_random(&s) % 18];
    for (int b = 0; b < blocks; b++) {
        memcpy(line + (size_t)b * N, payload + (size_t)b * K, K);
        encode(c, line + (size_t)b * N);
    }
    for (size_t i = 0; i < (size_t)blocks * N; i += 97)
        crc = (crc << 5 | crc >> 27) ^ line[i];
    hits = transmit(&ch, line, (size_t)blocks * N);

    for (int b = 0; b < blocks; b++) {
        byte *word = line + (size_t)b * N;
        enum status st = decode(c, word);
        if (st != FAILED && memcmp(word, payload + (size_t)b * K, K) != 0)
            st = WRONG;
        count[st]++;
    }
    for (size_t i = 0; i < (size_t)blocks * N; i++)
        crc = (crc << 5 | crc >> 27) ^ line[i];
    printf("%d blocks, %ld bytes hit\n", blocks, hits);
    printf("clean %ld repaired %ld failed %ld wrong %ld\n",
           count[CLEAN], count[REPAIRED], count[FAILED], count[WRONG]);
    printf("check %08x\n", crc);
    free(payload);
    free(line);
    codec_free(c);
    return 0;
}

/* wotsig - hash-based signatures: Winternitz one-time keys under a Merkle
 * tree (in the manner of XMSS, simplified), with SHA-256. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

#define HB   32
#define L1   64
#define L2   3
#define LEN  (L1 + L2)
#define WMAX 15

typedef struct { uint8_t b[HB]; } hash_t;

typedef struct {
    hash_t secret, pubseed;
    int height;
    hash_t **level;          /* level[0] = leaves ... level[height] = root */
    uint32_t next_leaf;
} signer_t;

typedef struct { uint32_t leaf; hash_t chain[LEN]; hash_t *path; } sig_t;

static const uint32_t K[64] = {
    0x428a2f98,0x71374491,0xb5c0fbcf,0xe9b5dba5,0x3956c25b,0x59f111f1,0x923f82a4,0xab1c5ed5,
    0xd807aa98,0x12835b01,0x243185be,0x550c7dc3,0x72be5d74,0x80deb1fe,0x9bdc06a7,0xc19bf174,
    0xe49b69c1,0xefbe4786,0x0fc19dc6,0x240ca1cc,0x2de92c6f,0x4a7484aa,0x5cb0a9dc,0x76f988da,
    0x983e5152,0xa831c66d,0xb00327c8,0xbf597fc7,0xc6e00bf3,0xd5a79147,0x06ca6351,0x14292967,
    0x27b70a85,0x2e1b2138,0x4d2c6dfc,0x53380d13,0x650a7354,0x766a0abb,0x81c2c92e,0x92722c85,
    0xa2bfe8a1,0xa81a664b,0xc24b8b70,0xc76c51a3,0xd192e819,0xd6990624,0xf40e3585,0x106aa070,
    0x19a4c116,0x1e376c08,0x2748774c,0x34b0bcb5,0x391c0cb3,0x4ed8aa4a,0x5b9cca4f,0x682e6ff3,
    0x748f82ee,0x78a5636f,0x84c87814,0x8cc70208,0x90befffa,0xa4506ceb,0xbef9a3f7,0xc67178f2 };

static unsigned long compressions;

#define ROR(x, n) ((x) >> (n) | (x) << (32 - (n)))
static void compress(uint32_t h[8], const uint8_t *p)
{
    uint32_t w[64], s[8];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)p[4 * i] << 24 | p[4 * i + 1] << 16 | p[4 * i + 2] << 8 | p[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (ROR(a, 7) ^ ROR(a, 18) ^ a >> 3) + w[i - 7] + (ROR(b, 17) ^ ROR(b, 19) ^ b >> 10);
    }
    memcpy(s, h, sizeof s);
    for (int i = 0; i < 64; i++) {
        uint32_t t1 = s[7] + (ROR(s[4], 6) ^ ROR(s[4], 11) ^ ROR(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + K[i] + w[i];
        uint32_t t2 = (ROR(s[0], 2) ^ ROR(s[0], 13) ^ ROR(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        s[7] = s[6]; s[6] = s[5]; s[5] = s[4]; s[4] = s[3] + t1;
        s[3] = s[2]; s[2] = s[1]; s[1] = s[0]; s[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++) h[i] += s[i];
    compressions++;
}

static hash_t sha256(const uint8_t *m, size_t n)
{
    uint32_t h[8] = { 0x6a09e667,0xbb67ae85,0x3c6ef372,0xa54ff53a,0x510e527f,0x9b05688c,0x1f83d9ab,0x5be0cd19 };
    uint8_t tail[128] = { 0 };
    size_t full = n / 64 * 64, rest = n - full, tl = rest < 56 ? 64 : 128;
    hash_t out;
    for (size_t i = 0; i < full; i += 64) compress(h, m + i);
    memcpy(tail, m + full, rest);
    tail[rest] = 0x80;
    for (int i = 0; i < 8; i++) tail[tl - 1 - i] = (uint8_t)((uint64_t)n * 8 >> 8 * i);
    for (size_t i = 0; i < tl; i += 64) compress(h, tail + i);
    for (int i = 0; i < 32; i++) out.b[i] = (uint8_t)(h[i / 4] >> (24 - 8 * (i % 4)));
    return out;
}

/* keyed hash with address (leaf, chain, step); one compression block */
static hash_t prf(const hash_t *key, uint32_t leaf, uint8_t chain, uint8_t step)
{
    uint8_t m[HB + 6];
    memcpy(m, key->b, HB);
    for (int i = 0; i < 4; i++) m[HB + i] = (uint8_t)(leaf >> 8 * i);
    m[HB + 4] = chain; m[HB + 5] = step;
    return sha256(m, sizeof m);
}

static hash_t run_chain(const hash_t *seed, hash_t v, uint32_t leaf, int c, int from, int to)
{
    for (int s = from; s < to; s++) {
        for (int i = 0; i < HB; i++) v.b[i] ^= seed->b[(i + s) % HB];
        v = prf(&v, leaf, (uint8_t)c, (uint8_t)s);
    }
    return v;
}

static hash_t leaf_of(const hash_t *ends) { return sha256(ends->b, sizeof(hash_t) * LEN); }

static hash_t keygen_leaf(const signer_t *s, uint32_t leaf)
{
    static hash_t ends[LEN];
    for (int c = 0; c < LEN; c++)
        ends[c] = run_chain(&s->pubseed, prf(&s->secret, leaf, (uint8_t)c, 255), leaf, c, 0, WMAX);
    return leaf_of(ends);
}

static hash_t parent(const hash_t *l, const hash_t *r)
{
    hash_t two[2] = { *l, *r };
    return sha256(two[0].b, sizeof two);
}

static signer_t *signer_new(const char *phrase, int height)
{
    signer_t *s = calloc(1, sizeof *s);
    if (!s || !(s->level = calloc((size_t)height + 1, sizeof *s->level))) return NULL;
    s->height = height;
    s->secret = sha256((const uint8_t *)phrase, strlen(phrase));
    s->pubseed = sha256(s->secret.b, HB);
    for (int h = 0; h <= height; h++) {
        size_t n = (size_t)1 << (height - h);
        if (!(s->level[h] = malloc(n * sizeof(hash_t)))) return NULL;
        for (size_t i = 0; i < n; i++)
            s->level[h][i] = h ? parent(&s->level[h - 1][2 * i], &s->level[h - 1][2 * i + 1])
                               : keygen_leaf(s, (uint32_t)i);
    }
    return s;
}

static void digits(const hash_t *d, int *out)
{
    int sum = 0;
    for (int i = 0; i < L1; i++) {
        out[i] = i & 1 ? d->b[i / 2] & 15 : d->b[i / 2] >> 4;
        sum += WMAX - out[i];
    }
    for (int i = 0; i < L2; i++, sum >>= 4) out[L1 + i] = sum & 15;
}

static int sign(signer_t *s, const hash_t *digest, sig_t *out)
{
    int d[LEN];
    if (s->next_leaf >> s->height) return -1;        /* key exhausted */
    out->leaf = s->next_leaf++;
    digits(digest, d);
    for (int c = 0; c < LEN; c++)
        out->chain[c] = run_chain(&s->pubseed, prf(&s->secret, out->leaf, (uint8_t)c, 255), out->leaf, c, 0, d[c]);
    for (int h = 0; h < s->height; h++) out->path[h] = s->level[h][(out->leaf >> h) ^ 1];
    return 0;
}

static int verify(const hash_t *root, const hash_t *pubseed, int height, const hash_t *digest, const sig_t *sig)
{
    int d[LEN];
    hash_t ends[LEN], n;
    digits(digest, d);
    for (int c = 0; c < LEN; c++)
        ends[c] = run_chain(pubseed, sig->chain[c], sig->leaf, c, d[c], WMAX);
    n = leaf_of(ends);
    for (int h = 0; h < height; h++)
        n = sig->leaf >> h & 1 ? parent(&sig->path[h], &n) : parent(&n, &sig->path[h]);
    return memcmp(&n, root, HB) == 0;
}

static void show(const char *what, const hash_t *h)
{
    printf("%s ", what);
    for (int i = 0; i < HB; i++) printf("%02x", h->b[i]);
    putchar('\n');
}

int main(int argc, char **argv)
{
    int height = argc > 1 ? atoi(argv[1]) : 11;
    int nmsg = argc > 2 ? atoi(argv[2]) : 1800;
    if (height < 1 || height > 20 || nmsg < 0) return 2;
    signer_t *s = signer_new("correct horse battery staple", height);
    if (!s) { perror("wotsig"); return 1; }
    hash_t root = s->level[height][0], acc = root;
    sig_t sig;
    sig.path = malloc((size_t)height * sizeof(hash_t));
    if (!sig.path) { perror("wotsig"); return 1; }
    int good = 0, rejected = 0, exhausted = 0, wrong = 0;
    for (int i = 0; i < nmsg; i++) {
        char msg[64];
        int n = snprintf(msg, sizeof msg, "invoice %d: pay %d.%02d to account %d", i, i * 37 % 9999, i % 100, i * 7919);
        hash_t d = sha256((uint8_t *)msg, (size_t)n);
        if (sign(s, &d, &sig) < 0) { exhausted++; continue; }
        if (i % 9 == 4) {                       /* tamper with some of them */
            if (i & 1) sig.chain[i % LEN].b[i % HB] ^= 1; else d.b[i % HB] ^= 0x20;
        }
        int ok = verify(&root, &s->pubseed, height, &d, &sig);
        if (ok) good++; else rejected++;
        if (ok == (i % 9 == 4)) wrong++;
        for (int k = 0; k < HB; k++) acc.b[k] ^= sig.chain[i % LEN].b[k];
        acc = sha256(acc.b, HB);
    }
    show("root", &root);
    show("transcript", &acc);
    printf("signed %d good %d rejected %d exhausted %d wrong %d\n", good + rejected, good, rejected, exhausted, wrong);
    printf("compressions %lu\n", compressions);
    for (int h = 0; h <= height; h++) free(s->level[h]);
    free(s->level); free(s); free(sig.path);
    return wrong != 0;
}

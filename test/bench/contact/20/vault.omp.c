/* vault.c - encrypted, authenticated store in memory
 *
 * Derives a key (iterated SHA-256), encrypts files with ChaCha20, hashes the
 * ciphertext in leaves, builds a Merkle tree, flips some bits and finds the
 * damaged leaves, repairs, decrypts and compares.
 *
 *    vault [MiB] [leaf KiB]
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ROTL(x, n) ((x) << (n) | (x) >> (32 - (n)))
#define ROTR(x, n) ((x) >> (n) | (x) << (32 - (n)))

/* ---------------------------------------------------------------- SHA-256 */
static const uint32_t K[64] = {
    0x428a2f98,0x71374491,0xb5c0fbcf,0xe9b5dba5,0x3956c25b,0x59f111f1,0x923f82a4,0xab1c5ed5,
    0xd807aa98,0x12835b01,0x243185be,0x550c7dc3,0x72be5d74,0x80deb1fe,0x9bdc06a7,0xc19bf174,
    0xe49b69c1,0xefbe4786,0x0fc19dc6,0x240ca1cc,0x2de92c6f,0x4a7484aa,0x5cb0a9dc,0x76f988da,
    0x983e5152,0xa831c66d,0xb00327c8,0xbf597fc7,0xc6e00bf3,0xd5a79147,0x06ca6351,0x14292967,
    0x27b70a85,0x2e1b2138,0x4d2c6dfc,0x53380d13,0x650a7354,0x766a0abb,0x81c2c92e,0x92722c85,
    0xa2bfe8a1,0xa81a664b,0xc24b8b70,0xc76c51a3,0xd192e819,0xd6990624,0xf40e3585,0x106aa070,
    0x19a4c116,0x1e376c08,0x2748774c,0x34b0bcb5,0x391c0cb3,0x4ed8aa4a,0x5b9cca4f,0x682e6ff3,
    0x748f82ee,0x78a5636f,0x84c87814,0x8cc70208,0x90befffa,0xa4506ceb,0xbef9a3f7,0xc67178f2 };

typedef struct { uint32_t h[8]; uint8_t buf[64]; uint64_t len; } Sha;

static void sha_block(Sha *s, const uint8_t *p)
{
    uint32_t w[64];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)p[4*i] << 24 | (uint32_t)p[4*i+1] << 16 | (uint32_t)p[4*i+2] << 8 | p[4*i+3];
    for (int i = 16; i < 64; i++) {
        uint32_t a = w[i-15], b = w[i-2];
        w[i] = w[i-16] + (ROTR(a,7) ^ ROTR(a,18) ^ a >> 3) + w[i-7] + (ROTR(b,17) ^ ROTR(b,19) ^ b >> 10);
    }
    uint32_t v[8];
    memcpy(v, s->h, sizeof v);
    for (int i = 0; i < 64; i++) {
        uint32_t e = v[4], a = v[0];
        uint32_t t1 = v[7] + (ROTR(e,6) ^ ROTR(e,11) ^ ROTR(e,25)) + ((e & v[5]) ^ (~e & v[6])) + K[i] + w[i];
        uint32_t t2 = (ROTR(a,2) ^ ROTR(a,13) ^ ROTR(a,22)) + ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
        v[7] = v[6]; v[6] = v[5]; v[5] = e; v[4] = v[3] + t1;
        v[3] = v[2]; v[2] = v[1]; v[1] = a; v[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++) s->h[i] += v[i];
}

static void sha_init(Sha *s)
{
    static const uint32_t iv[8] = { 0x6a09e667,0xbb67ae85,0x3c6ef372,0xa54ff53a,0x510e527f,0x9b05688c,0x1f83d9ab,0x5be0cd19 };
    memcpy(s->h, iv, sizeof iv);
    s->len = 0;
}

static void sha_update(Sha *s, const void *data, size_t n)
{
    const uint8_t *p = data;
    while (n) {
        size_t used = s->len % 64, take = 64 - used < n ? 64 - used : n;
        if (take == 64) sha_block(s, p);
        else {
            memcpy(s->buf + used, p, take);
            if (used + take == 64) sha_block(s, s->buf);
        }
        s->len += take; p += take; n -= take;
    }
}

static void sha_final(Sha *s, uint8_t out[32])
{
    uint64_t bits = s->len * 8;
    uint8_t pad = 0x80, z = 0, lb[8];
    for (int i = 0; i < 8; i++) lb[i] = (uint8_t)(bits >> (56 - 8 * i));
    sha_update(s, &pad, 1);
    while (s->len % 64 != 56) sha_update(s, &z, 1);
    sha_update(s, lb, 8);
    for (int i = 0; i < 32; i++) out[i] = (uint8_t)(s->h[i / 4] >> (24 - 8 * (i % 4)));
}

static void sha256(uint8_t tag, const void *p, size_t n, uint8_t out[32])
{
    Sha s;
    sha_init(&s);
    sha_update(&s, &tag, 1);
    sha_update(&s, p, n);
    sha_final(&s, out);
}

/* --------------------------------------------------------------- ChaCha20 */
typedef struct { uint32_t st[16]; } Chacha;

static void chacha_init(Chacha *c, const uint8_t key[32], uint32_t nonce)
{
    static const uint32_t sig[4] = { 0x61707865, 0x3320646e, 0x79622d32, 0x6b206574 };
    memcpy(c->st, sig, 16);
    memcpy(c->st + 4, key, 32);
    c->st[12] = 0; c->st[13] = nonce; c->st[14] = 0; c->st[15] = 0x5641554c;
}

#define QR(a,b,c,d) a += b; d = ROTL(d ^ a, 16); c += d; b = ROTL(b ^ c, 12); \
                    a += b; d = ROTL(d ^ a, 8);  c += d; b = ROTL(b ^ c, 7)

/* xors the key stream over p; continues where the last call stopped (64-byte steps) */
static void chacha_xor(Chacha *c, uint8_t *p, size_t n)
{
    while (n) {
        uint32_t x[16];
        uint8_t ks[64];
        memcpy(x, c->st, 64);
        for (int r = 0; r < 10; r++) {
            QR(x[0], x[4], x[8], x[12]);  QR(x[1], x[5], x[9], x[13]);
            QR(x[2], x[6], x[10], x[14]); QR(x[3], x[7], x[11], x[15]);
            QR(x[0], x[5], x[10], x[15]); QR(x[1], x[6], x[11], x[12]);
            QR(x[2], x[7], x[8], x[13]);  QR(x[3], x[4], x[9], x[14]);
        }
        for (int i = 0; i < 16; i++) x[i] += c->st[i];
        memcpy(ks, x, 64);
        size_t k = n < 64 ? n : 64;
        for (size_t i = 0; i < k; i++) p[i] ^= ks[i];
        c->st[12]++;
        p += k; n -= k;
    }
}

/* counter mode: every chunk gets a copy of the state moved to its own counter */
static void chacha_xor_all(const Chacha *c, uint8_t *p, size_t n)
{
    const size_t chunk = 64 * 1024;
    #pragma omp parallel for schedule(static)
    for (size_t o = 0; o < n; o += chunk) {
        Chacha k = *c;
        k.st[12] += (uint32_t)(o / 64);
        chacha_xor(&k, p + o, n - o < chunk ? n - o : chunk);
    }
}

/* ------------------------------------------------------------ Merkle tree */
typedef struct { size_t nleaf, leaf; uint8_t (*hash)[32]; } Tree;   /* heap layout, 1 = root */

static void tree_build(Tree *t, const uint8_t *data, size_t n)
{
    #pragma omp parallel for schedule(dynamic, 8)
    for (size_t i = 0; i < t->nleaf; i++) {
        size_t o = i * t->leaf, len = o >= n ? 0 : n - o < t->leaf ? n - o : t->leaf;
        sha256(0, data + (o < n ? o : n), len, t->hash[t->nleaf + i]);
    }
    for (size_t w = t->nleaf / 2; w >= 1; w /= 2) {         /* level by level */
        #pragma omp parallel for schedule(static) if (w > 64)
        for (size_t i = w; i < 2 * w; i++) sha256(1, t->hash[2 * i], 64, t->hash[i]);
    }
}

/* descends only where the hashes differ */
static int diff(const Tree *a, const Tree *b, size_t node, size_t *found, int n)
{
    if (!memcmp(a->hash[node], b->hash[node], 32)) return n;
    if (node >= a->nleaf) { found[n] = node - a->nleaf; return n + 1; }
    n = diff(a, b, 2 * node, found, n);
    return diff(a, b, 2 * node + 1, found, n);
}

static void hex(const char *name, const uint8_t *p)
{
    printf("%-8s", name);
    for (int i = 0; i < 32; i++) printf("%02x", p[i]);
    printf("\n");
}

int main(int argc, char **argv)
{
    size_t n = (size_t)((argc > 1 ? atof(argv[1]) : 56) * 1048576), leaf = (size_t)(argc > 2 ? atoi(argv[2]) : 16) * 1024;
    if (n < 4096 || leaf < 1024) return fprintf(stderr, "vault [MiB] [leaf KiB]\n"), 1;
    Tree t = { 1, leaf, NULL }, u;
    while (t.nleaf * leaf < n) t.nleaf *= 2;
    u = t;
    t.hash = malloc(2 * t.nleaf * 32); u.hash = malloc(2 * t.nleaf * 32);
    size_t *found = malloc(t.nleaf * sizeof *found);
    uint8_t *plain = malloc(n), *data = malloc(n), key[32], sum[32];
    if (!t.hash || !u.hash || !found || !plain || !data) return 1;
    struct timespec t0, t1;
    clock_gettime(CLOCK_MONOTONIC, &t0);

    sha256(2, "correct horse battery staple", 28, key);
    for (int i = 0; i < 20000; i++) sha256(2, key, 32, key);
    uint32_t s = 1;
    for (size_t i = 0; i < n; i++) { s = s * 69069u + 1u; plain[i] = (uint8_t)(s >> 24 & 0x3f) + 32; }
    memcpy(data, plain, n);
    hex("key", key);

    Chacha c;
    chacha_init(&c, key, 7);
    chacha_xor_all(&c, data, n);
    tree_build(&t, data, n);
    hex("root", t.hash[1]);

    size_t where[3] = { n / 7, n / 2 + 5, n - 3 };
    for (int i = 0; i < 3; i++) data[where[i]] ^= 0x10;
    tree_build(&u, data, n);
    hex("damaged", u.hash[1]);
    int bad = diff(&t, &u, 1, found, 0);
    for (int i = 0; i < bad; i++) printf("leaf %zu is damaged\n", found[i]);
    for (int i = 0; i < 3; i++) data[where[i]] ^= 0x10;

    chacha_init(&c, key, 7);
    chacha_xor_all(&c, data, n);
    sha256(3, data, n < 65536 ? n : 65536, sum);
    hex("head", sum);
    printf("%s\n", memcmp(plain, data, n) ? "MISMATCH" : "round trip ok");
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "%.3f s\n", (t1.tv_sec - t0.tv_sec) + 1e-9 * (t1.tv_nsec - t0.tv_nsec));
    free(t.hash); free(u.hash); free(found); free(plain); free(data);
    return 0;
}

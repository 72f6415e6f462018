/* merkle - authenticated block store: SHA-256 Merkle tree over a ChaCha20-filled
 * volume, inclusion proofs, in-place updates, and a hashcash stamp on the root.
 *
 *   merkle [MiB] [block bytes] [stamp bits]
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROTR(x, n) ((x) >> (n) | (x) << (32 - (n)))
#define ROTL(x, n) ((x) << (n) | (x) >> (32 - (n)))

typedef struct { uint8_t b[32]; } digest_t;

typedef struct { uint32_t h[8]; uint64_t bytes; uint8_t buf[64]; } sha_t;

typedef struct mnode {
    digest_t d;
    size_t first, count;        /* range of blocks below */
    struct mnode *l, *r;
} mnode;

typedef struct {
    uint8_t *data;
    size_t nblocks, bsize;
    mnode *root;
} volume;
typedef struct { int depth; digest_t sib[48]; uint8_t left[48]; } proof_t;

static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
};

static void sha_block(uint32_t h[8], const uint8_t *p)
{
    uint32_t w[64], s[8];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)p[4 * i] << 24 | p[4 * i + 1] << 16 | p[4 * i + 2] << 8 | p[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        uint32_t a = ROTR(w[i - 15], 7) ^ ROTR(w[i - 15], 18) ^ w[i - 15] >> 3;
        uint32_t b = ROTR(w[i - 2], 17) ^ ROTR(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + a + w[i - 7] + b;
    }
    memcpy(s, h, sizeof s);
    for (int i = 0; i < 64; i++) {
        uint32_t e = s[4], a = s[0];
        uint32_t t1 = s[7] + (ROTR(e, 6) ^ ROTR(e, 11) ^ ROTR(e, 25)) + ((e & s[5]) ^ (~e & s[6])) + K[i] + w[i];
        uint32_t t2 = (ROTR(a, 2) ^ ROTR(a, 13) ^ ROTR(a, 22)) + ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));
        s[7] = s[6], s[6] = s[5], s[5] = e, s[4] = s[3] + t1;
        s[3] = s[2], s[2] = s[1], s[1] = a, s[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++)
        h[i] += s[i];
}

static void sha_init(sha_t *c)
{
    static const uint32_t iv[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
    memcpy(c->h, iv, sizeof iv);
    c->bytes = 0;
}

static void sha_update(sha_t *c, const void *data, size_t n)
{
    const uint8_t *p = data;
    size_t have = c->bytes & 63;
    c->bytes += n;
    if (have) {
        size_t take = n < 64 - have ? n : 64 - have;
        memcpy(c->buf + have, p, take);
        p += take, n -= take;
        if (have + take < 64) return;
        sha_block(c->h, c->buf);
    }
    for (; n >= 64; p += 64, n -= 64)
        sha_block(c->h, p);
    memcpy(c->buf, p, n);
}

static digest_t sha_final(sha_t *c)
{
    digest_t d;
    uint64_t bits = c->bytes * 8;
    uint8_t pad[72] = { 0x80 };
    size_t n = 1 + (119 - c->bytes % 64) % 64;
    for (int i = 0; i < 8; i++)
        pad[n + i] = (uint8_t)(bits >> (56 - 8 * i));
    sha_update(c, pad, n + 8);
    for (int i = 0; i < 32; i++)
        d.b[i] = (uint8_t)(c->h[i / 4] >> (24 - 8 * (i % 4)));
    return d;
}

static void chacha_block(const uint32_t key[8], uint64_t counter, uint8_t out[64])
{
    uint32_t in[16] = { 0x61707865, 0x3320646e, 0x79622d32, 0x6b206574 }, x[16];
    memcpy(in + 4, key, 32);
    in[12] = (uint32_t)counter, in[13] = (uint32_t)(counter >> 32), in[14] = 7, in[15] = 9;
    memcpy(x, in, sizeof x);
#define QR(a, b, c, d) a += b, d ^= a, d = ROTL(d, 16), c += d, b ^= c, b = ROTL(b, 12), \
                       a += b, d ^= a, d = ROTL(d, 8), c += d, b ^= c, b = ROTL(b, 7)
    for (int r = 0; r < 10; r++) {
        for (int i = 0; i < 4; i++)
            QR(x[i], x[4 + i], x[8 + i], x[12 + i]);
        for (int i = 0; i < 4; i++)
            QR(x[i], x[4 + (i + 1) % 4], x[8 + (i + 2) % 4], x[12 + (i + 3) % 4]);
    }
    for (int i = 0; i < 16; i++) {
        uint32_t v = x[i] + in[i];
        out[4 * i] = (uint8_t)v, out[4 * i + 1] = (uint8_t)(v >> 8);
        out[4 * i + 2] = (uint8_t)(v >> 16), out[4 * i + 3] = (uint8_t)(v >> 24);
    }
}

/* leaves and inner nodes are domain separated by a prefix byte */
static digest_t hash_leaf(const volume *v, size_t i)
{
    sha_t c;
    sha_init(&c);
    sha_update(&c, "\0", 1);
    sha_update(&c, v->data + i * v->bsize, v->bsize);
    return sha_final(&c);
}

static digest_t hash_pair(const digest_t *l, const digest_t *r)
{
    sha_t c;
    sha_init(&c);
    sha_update(&c, "\1", 1);
    sha_update(&c, l, sizeof *l), sha_update(&c, r, sizeof *r);
    return sha_final(&c);
}

static mnode *build(const volume *v, size_t first, size_t count)
{
    mnode *n = calloc(1, sizeof *n);
    if (!n)
        exit(1);
    n->first = first, n->count = count;
    if (count == 1) {
        n->d = hash_leaf(v, first);
        return n;
    }
#pragma omp task if(count > 512)
    n->l = build(v, first, count / 2);
    n->r = build(v, first + count / 2, count - count / 2);
#pragma omp taskwait
    n->d = hash_pair(&n->l->d, &n->r->d);
    return n;
}

static void destroy(mnode *n)
{
    if (n)
        destroy(n->l), destroy(n->r), free(n);
}

static void update(const volume *v, mnode *n, size_t block)
{
    if (n->count == 1) {
        n->d = hash_leaf(v, block);
        return;
    }
    update(v, block < n->r->first ? n->l : n->r, block);
    n->d = hash_pair(&n->l->d, &n->r->d);
}

static proof_t prove(const mnode *n, size_t block)
{
    proof_t p = { 0 };
    for (; n->count > 1; p.depth++) {
        int right = block >= n->r->first;
        p.left[p.depth] = (uint8_t)right;
        p.sib[p.depth] = right ? n->l->d : n->r->d;
        n = right ? n->r : n->l;
    }
    return p;
}

static int verify(const proof_t *p, digest_t d, const digest_t *root)
{
    for (int i = p->depth - 1; i >= 0; i--)
        d = p->left[i] ? hash_pair(&p->sib[i], &d) : hash_pair(&d, &p->sib[i]);
    return memcmp(&d, root, sizeof d) == 0;
}

static int try_stamp(const digest_t *root, uint64_t nonce, int bits)
{
    sha_t c;
    sha_init(&c);
    sha_update(&c, root, sizeof *root), sha_update(&c, &nonce, sizeof nonce);
    digest_t d = sha_final(&c);
    return ((uint32_t)d.b[0] << 24 | d.b[1] << 16 | d.b[2] << 8 | d.b[3]) >> (32 - bits) == 0;
}

static void print_digest(const char *what, const digest_t *d)
{
    printf("%-8s", what);
    for (int i = 0; i < 32; i++)
        printf("%02x", d->b[i]);
    putchar('\n');
}

int main(int argc, char **argv)
{
    size_t mib = argc > 1 ? strtoul(argv[1], 0, 10) : 96;
    volume v = { .bsize = argc > 2 ? strtoul(argv[2], 0, 10) : 1024 };
    int bits = argc > 3 ? atoi(argv[3]) : 20, good = 0, forged = 0;
    uint32_t key[8] = { 3, 1, 4, 1, 5, 9, 2, 6 };
    if (mib < 1 || mib > 4096 || v.bsize < 64 || v.bsize % 64 || bits < 1 || bits > 31)
        return fprintf(stderr, "usage: merkle [MiB] [block] [bits]\n"), 2;
    if ((v.nblocks = (mib << 20) / v.bsize) < 2)
        return fprintf(stderr, "merkle: blocks too large\n"), 2;
    if (!(v.data = malloc(v.nblocks * v.bsize)))
        return perror("merkle"), 1;
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < v.nblocks * v.bsize / 64; i++)
        chacha_block(key, i, v.data + 64 * i);
#pragma omp parallel
#pragma omp single
    v.root = build(&v, 0, v.nblocks);
    print_digest("root", &v.root->d);
    for (size_t k = 0; k < 2000; k++) {
        size_t b = k * 7919 % v.nblocks;
        v.data[b * v.bsize + k % v.bsize] ^= 0x5a;
        update(&v, v.root, b);
    }
    print_digest("updated", &v.root->d);
#pragma omp parallel for reduction(+:good, forged)
    for (size_t k = 0; k < 4000; k++) {
        size_t b = k * 104729 % v.nblocks;
        proof_t p = prove(v.root, b);
        good += verify(&p, hash_leaf(&v, b), &v.root->d);
        p.sib[p.depth / 2].b[k % 32] ^= (uint8_t)(1 + k % 5);
        forged += verify(&p, hash_leaf(&v, b), &v.root->d);
    }
    printf("proofs accepted %d, forged accepted %d\n", good, forged);
    uint64_t nonce = UINT64_MAX;
#pragma omp parallel
    for (uint64_t base = 0;; base += 16384) {
        uint64_t found;
#pragma omp for schedule(static) reduction(min:nonce)
        for (int k = 0; k < 16384; k++)
            if (base + k < nonce && try_stamp(&v.root->d, base + k, bits))
                nonce = base + k;
        found = nonce;
#pragma omp barrier
        if (found != UINT64_MAX)
            break;
    }
    printf("stamp nonce %llu (%d bits)\n", (unsigned long long)nonce, bits);
    destroy(v.root);
    free(v.data);
    return 0;
}

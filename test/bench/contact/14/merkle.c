/* Content store digest: 32-bit ARX sponge over pages, Merkle tree over page
 * digests, then a small proof-of-work seal on the root (early exit search). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

#define PAGE 1024
typedef struct { uint32_t w[8]; } digest;

typedef struct hasher {
    void (*reset)(struct hasher *);
    void (*update)(struct hasher *, const uint8_t *, size_t);
    digest (*final)(struct hasher *);
    uint32_t st[16];
    uint8_t pend[32];
    size_t npend, total;
    unsigned long perms;
} hasher;

#define ROTL(x, r) ((x) << (r) | (x) >> (32 - (r)))
#define QR(a, b, c, d) \
    a += b; d ^= a; d = ROTL(d, 16); c += d; b ^= c; b = ROTL(b, 12); \
    a += b; d ^= a; d = ROTL(d, 8);  c += d; b ^= c; b = ROTL(b, 7)

static void permute(uint32_t s[16])
{
    for (int r = 0; r < 6; r++) {
        QR(s[0], s[4], s[8], s[12]);  QR(s[1], s[5], s[9], s[13]);
        QR(s[2], s[6], s[10], s[14]); QR(s[3], s[7], s[11], s[15]);
        QR(s[0], s[5], s[10], s[15]); QR(s[1], s[6], s[11], s[12]);
        QR(s[2], s[7], s[8], s[13]);  QR(s[3], s[4], s[9], s[14]);
        s[0] ^= 0x9e3779b9u + r;
    }
}

static void h_reset(hasher *h)
{
    static const uint32_t iv[4] = { 0x61707865, 0x3320646e, 0x79622d32, 0x6b206574 };
    memset(h->st, 0, sizeof h->st);
    memcpy(h->st, iv, sizeof iv);
    h->npend = h->total = 0;
}

static void absorb(hasher *h, const uint8_t *p)
{
    for (int i = 0; i < 8; i++)
        h->st[i] ^= p[4 * i] | p[4 * i + 1] << 8 | p[4 * i + 2] << 16 | (uint32_t)p[4 * i + 3] << 24;
    permute(h->st);
    h->perms++;
}

static void h_update(hasher *h, const uint8_t *p, size_t n)
{
    h->total += n;
    if (h->npend) {
        while (n && h->npend < 32) { h->pend[h->npend++] = *p++; n--; }
        if (h->npend < 32) return;
        absorb(h, h->pend);
        h->npend = 0;
    }
    for (; n >= 32; n -= 32, p += 32) absorb(h, p);
    memcpy(h->pend, p, n);
    h->npend = n;
}

static digest h_final(hasher *h)
{
    digest d;
    memset(h->pend + h->npend, 0, 32 - h->npend);
    h->pend[h->npend] = 0x80;
    absorb(h, h->pend);
    h->st[0] ^= (uint32_t)h->total;
    permute(h->st);
    h->perms++;
    memcpy(d.w, h->st, sizeof d.w);
    return d;
}

static void hasher_init(hasher *h)
{
    h->reset = h_reset;
    h->update = h_update;
    h->final = h_final;
    h->perms = 0;
    h->reset(h);
}

static digest hash_pair(hasher *h, const digest *a, const digest *b)
{
    h->reset(h);
    h->update(h, (const uint8_t *)"node", 4);
    h->update(h, (const uint8_t *)a->w, sizeof a->w);
    h->update(h, (const uint8_t *)b->w, sizeof b->w);
    return h->final(h);
}

static digest merkle_root(hasher *h, const uint8_t *data, size_t npages, digest *level, int *height)
{
    for (size_t i = 0; i < npages; i++) {
        h->reset(h);
        h->update(h, (const uint8_t *)"leaf", 4);
        h->update(h, data + i * PAGE, PAGE);
        level[i] = h->final(h);
    }
    size_t n = npages;
    *height = 0;
    while (n > 1) {
        size_t m = 0;
        for (size_t i = 0; i + 1 < n; i += 2)
            level[m++] = hash_pair(h, &level[i], &level[i + 1]);
        if (n & 1) level[m++] = level[n - 1];
        n = m;
        ++*height;
    }
    return level[0];
}

/* smallest nonce whose digest starts with `bits` zero bits */
static int seal(hasher *h, const digest *root, int bits, uint64_t limit, uint64_t *nonce, digest *out)
{
    uint32_t mask = bits >= 32 ? 0xffffffffu : ~(0xffffffffu >> bits);
    for (uint64_t k = 0; k < limit; k++) {
        uint8_t buf[8];
        for (int i = 0; i < 8; i++) buf[i] = (uint8_t)(k >> (8 * i));
        h->reset(h);
        h->update(h, (const uint8_t *)root->w, sizeof root->w);
        h->update(h, buf, sizeof buf);
        digest d = h->final(h);
        if ((d.w[0] & mask) == 0) {
            *nonce = k;
            *out = d;
            return 0;
        }
    }
    return -1;
}

static void show(const char *name, const digest *d)
{
    printf("%s ", name);
    for (int i = 0; i < 8; i++) printf("%08x", d->w[i]);
    putchar('\n');
}

int main(int argc, char **argv)
{
    size_t npages = argc > 1 ? strtoul(argv[1], NULL, 10) : 100000;
    int bits = argc > 2 ? atoi(argv[2]) : 21;
    if (npages < 1 || npages > 200000) { fprintf(stderr, "pages 1..200000\n"); return 1; }
    uint8_t *data = malloc(npages * PAGE);
    digest *level = malloc(npages * sizeof *level);
    if (!data || !level) return 1;
    uint64_t x = 42;
    for (size_t i = 0; i < npages * PAGE / 8; i++) {
        x ^= x << 7; x ^= x >> 9;
        memcpy(data + 8 * i, &x, 8);
    }
    hasher h;
    hasher_init(&h);
    int height;
    digest root = merkle_root(&h, data, npages, level, &height);
    show("root", &root);
    printf("pages %zu height %d perms %lu\n", npages, height, h.perms);
    uint64_t nonce;
    digest d;
    if (seal(&h, &root, bits, 1ULL << 26, &nonce, &d)) { printf("no seal found\n"); return 2; }
    show("seal", &d);
    printf("nonce %llu\n", (unsigned long long)nonce);
    free(data); free(level);
    return 0;
}

/*
 * manifest - writes a SHA-256 manifest of the members of an archive and
 * verifies it against a list with some damaged entries.
 *
 * usage: manifest [files] [average size]
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint32_t h[8];
    uint8_t block[64];
    size_t used;
    uint64_t total;
} sha256_ctx;

typedef struct {
    char name[40];
    uint8_t *data;
    size_t size;
} file_entry;

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

static const char *const folder[] = { "bin", "share/doc", "lib", "etc", "var/cache" };
static const char *const suffix[] = { "", ".txt", ".so", ".conf", ".dat" };

#define ROR(x, n) ((x) >> (n) | (x) << (32 - (n)))

static void sha256_block(sha256_ctx *c, const uint8_t *p)
{
    static uint32_t w[64];
    uint32_t s[8];

    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)p[4 * i] << 24 | (uint32_t)p[4 * i + 1] << 16 | (uint32_t)p[4 * i + 2] << 8 | p[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (ROR(a, 7) ^ ROR(a, 18) ^ a >> 3) + w[i - 7] + (ROR(b, 17) ^ ROR(b, 19) ^ b >> 10);
    }
    memcpy(s, c->h, sizeof s);
    for (int i = 0; i < 64; i++) {
        uint32_t t1 = s[7] + (ROR(s[4], 6) ^ ROR(s[4], 11) ^ ROR(s[4], 25)) +
                      ((s[4] & s[5]) ^ (~s[4] & s[6])) + K[i] + w[i];
        uint32_t t2 = (ROR(s[0], 2) ^ ROR(s[0], 13) ^ ROR(s[0], 22)) +
                      ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += t1;
        s[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++)
        c->h[i] += s[i];
}

static void sha256_init(sha256_ctx *c)
{
    static const uint32_t start[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                       0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
    memcpy(c->h, start, sizeof c->h);
    c->used = 0;
    c->total = 0;
}

static void sha256_update(sha256_ctx *c, const void *data, size_t n)
{
    const uint8_t *p = data;
    c->total += n;
    while (n) {
        size_t k = 64 - c->used < n ? 64 - c->used : n;
        memcpy(c->block + c->used, p, k);
        c->used += k;
        p += k;
        n -= k;
        if (c->used == 64) {
            sha256_block(c, c->block);
            c->used = 0;
        }
    }
}

static void sha256_final(sha256_ctx *c, uint8_t out[32])
{
    uint64_t bits = c->total * 8;
    uint8_t pad[72] = { 0x80 };
    size_t n = (c->used < 56 ? 56 : 120) - c->used;
    for (int i = 0; i < 8; i++)
        pad[n + (size_t)i] = (uint8_t)(bits >> (56 - 8 * i));
    sha256_update(c, pad, n + 8);
    for (int i = 0; i < 32; i++)
        out[i] = (uint8_t)(c->h[i / 4] >> (24 - 8 * (i % 4)));
}

static const char *hex(const uint8_t digest[32])
{
    static char text[65];
    for (int i = 0; i < 32; i++)
        sprintf(text + 2 * i, "%02x", digest[i]);
    return text;
}

static void file_digest(const file_entry *f, uint8_t out[32])
{
    sha256_ctx c;
    sha256_init(&c);
    sha256_update(&c, f->name, strlen(f->name));
    for (size_t at = 0; at < f->size; at += 1000)
        sha256_update(&c, f->data + at, f->size - at < 1000 ? f->size - at : 1000);
    sha256_final(&c, out);
}

static file_entry *make_archive(int n, size_t average)
{
    file_entry *f = calloc((size_t)n, sizeof *f);
    uint64_t s = 99991;
    if (!f)
        exit(1);
    for (int i = 0; i < n; i++) {
        s = s * 6364136223846793005ull + 1442695040888963407ull;
        unsigned r = (unsigned)(s >> 40);
        snprintf(f[i].name, sizeof f[i].name, "%s/item%05u%s", folder[r % 5], r % 99991, suffix[i % 5]);
        f[i].size = average / 4 + (r % 1000) * average / 660;
        if (!(f[i].data = malloc(f[i].size + 1)))
            exit(1);
        for (size_t k = 0; k < f[i].size; k++) {
            s = s * 6364136223846793005ull + 1442695040888963407ull;
            f[i].data[k] = (uint8_t)(s >> 56);
        }
    }
    return f;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 200, failed = 0;
    size_t average = argc > 2 ? (size_t)atol(argv[2]) : 160000, bytes = 0;
    sha256_ctx all;
    uint8_t digest[32];

    if (n < 1 || average < 8)
        return 1;
    file_entry *files = make_archive(n, average);
    char (*listed)[65] = malloc((size_t)n * sizeof *listed);
    if (!listed)
        return 1;
    sha256_init(&all);
    for (int i = 0; i < n; i++) {
        file_digest(&files[i], digest);
        strcpy(listed[i], hex(digest));
        sha256_update(&all, digest, sizeof digest);
        bytes += files[i].size;
        if (i % 12 == 0)
            printf("%s  %s\n", listed[i], files[i].name);
    }
    sha256_final(&all, digest);
    printf("%d files, %zu bytes, manifest %s\n", n, bytes, hex(digest));

    for (int i = 5; i < n; i += 37)         /* bit rot */
        files[i].data[files[i].size / 2] ^= 4;
    for (int i = 0; i < n; i++) {
        file_digest(&files[i], digest);
        if (strcmp(hex(digest), listed[i]) != 0) {
            printf("%s: FAILED\n", files[i].name);
            failed++;
        }
    }
    printf("%d of %d members did not match\n", failed, n);
    for (int i = 0; i < n; i++)
        free(files[i].data);
    free(files);
    free(listed);
    return 0;
}

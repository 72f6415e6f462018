// SPDX-License-Identifier: Apache-2.0
/* AES-128 in counter mode over a buffer; encrypt, decrypt, verify. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <time.h>

static uint8_t sbox[256];

typedef struct {
    uint8_t rk[11][16];
    uint8_t nonce[8];
} AesCtr;

static uint8_t xtime(uint8_t a)
{
    return (uint8_t)(a << 1 ^ (a & 0x80 ? 0x1b : 0));
}

static void make_sbox(void)
{
    uint8_t p = 1, q = 1;
    do {
        p = p ^ xtime(p);
        q ^= q << 1;
        q ^= q << 2;
        q ^= q << 4;
        if (q & 0x80)
            q ^= 0x09;
        uint8_t x = q ^ (uint8_t)(q << 1 | q >> 7) ^ (uint8_t)(q << 2 | q >> 6) ^
                    (uint8_t)(q << 3 | q >> 5) ^ (uint8_t)(q << 4 | q >> 4);
        sbox[p] = x ^ 0x63;
    } while (p != 1);
    sbox[0] = 0x63;
}

static void aes_init(AesCtr *c, const uint8_t key[16], const uint8_t nonce[8])
{
    uint8_t *w = &c->rk[0][0], rcon = 1;
    memcpy(w, key, 16);
    memcpy(c->nonce, nonce, 8);
    for (int i = 16; i < 176; i += 4) {
        uint8_t t[4];
        memcpy(t, w + i - 4, 4);
        if (i % 16 == 0) {
            uint8_t f = t[0];
            t[0] = sbox[t[1]] ^ rcon;
            t[1] = sbox[t[2]];
            t[2] = sbox[t[3]];
            t[3] = sbox[f];
            rcon = xtime(rcon);
        }
        for (int k = 0; k < 4; k++)
            w[i + k] = w[i + k - 16] ^ t[k];
    }
}

static void add_key(uint8_t s[16], const uint8_t k[16])
{
    for (int i = 0; i < 16; i++)
        s[i] ^= k[i];
}

static void sub_shift(uint8_t s[16])
{
    uint8_t t[16];
    for (int c = 0; c < 4; c++)
        for (int r = 0; r < 4; r++)
            t[4 * c + r] = sbox[s[4 * ((c + r) % 4) + r]];
    memcpy(s, t, 16);
}

static void mix(uint8_t s[16])
{
    for (int c = 0; c < 4; c++, s += 4) {
        uint8_t a = s[0], all = s[0] ^ s[1] ^ s[2] ^ s[3];
        s[0] ^= all ^ xtime(s[0] ^ s[1]);
        s[1] ^= all ^ xtime(s[1] ^ s[2]);
        s[2] ^= all ^ xtime(s[2] ^ s[3]);
        s[3] ^= all ^ xtime(s[3] ^ a);
    }
}

static void encrypt_block(const AesCtr *c, uint8_t s[16])
{
    add_key(s, c->rk[0]);
    for (int r = 1; r < 10; r++) {
        sub_shift(s);
        mix(s);
        add_key(s, c->rk[r]);
    }
    sub_shift(s);
    add_key(s, c->rk[10]);
}

static void ctr_crypt(const AesCtr *c, const uint8_t *in, uint8_t *out, size_t len)
{
    size_t blocks = (len + 15) / 16;
#pragma omp parallel for schedule(static)
    for (size_t k = 0; k < blocks; k++) {
        uint8_t ks[16];
        size_t n = k + 1 < blocks ? 16 : len - 16 * k;
        memcpy(ks, c->nonce, 8);
        for (int i = 0; i < 8; i++)
            ks[8 + i] = (uint8_t)((uint64_t)k >> (56 - 8 * i));
        encrypt_block(c, ks);
        for (size_t i = 0; i < n; i++)
            out[16 * k + i] = in[16 * k + i] ^ ks[i];
    }
}

int main(int argc, char **argv)
{
    size_t len = argc > 1 ? (size_t)atol(argv[1]) : 30000003;
    uint8_t key[16], nonce[8] = {1, 2, 3, 4, 5, 6, 7, 8}, test[16];
    uint8_t *plain = calloc(len, 1), *coded = malloc(len), *back = malloc(len);
    AesCtr c;
    struct timespec a, b;
    if (!plain || !coded || !back)
        return 1;
    make_sbox();
    for (int i = 0; i < 16; i++) {
        key[i] = (uint8_t)i;
        test[i] = (uint8_t)(i * 17);
    }
    aes_init(&c, key, nonce);
    encrypt_block(&c, test);
    printf("FIPS-197:");
    for (int i = 0; i < 16; i++)
        printf(" %02x", test[i]);
    uint32_t r = 1, h = 0;
    for (size_t i = 0; i < len; i++) {
        r = r * 1664525u + 1013904223u;
        plain[i] = (uint8_t)(r >> 24);
    }
    clock_gettime(CLOCK_MONOTONIC, &a);
    ctr_crypt(&c, plain, coded, len);
    ctr_crypt(&c, coded, back, len);
    clock_gettime(CLOCK_MONOTONIC, &b);
    for (size_t i = 0; i < len; i++)
        h = h * 31 + coded[i];
    printf("\nbytes %zu ciphertext hash %08x round trip %s\n", len, h,
           memcmp(plain, back, len) ? "FAILED" : "ok");
    fprintf(stderr, "%.3f s\n", b.tv_sec - a.tv_sec + (b.tv_nsec - a.tv_nsec) * 1e-9);
    free(plain); free(coded); free(back);
    return 0;
}

// SPDX-License-Identifier: Apache-2.0
/*
 * chasess - bulk encryption of packets in many sessions.
 *
 * Every session has a ChaCha20 key and a SipHash-2-4 key (encrypt then MAC).
 * A packet's nonce is its number within its session.  Some packets get
 * damaged in transit; the receiving side must notice.
 *
 * usage: chasess [packets] [sessions] [max packet bytes] [rounds]
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct session {
    uint32_t key[8];
    uint64_t mac_key[2];
    uint64_t next_send;
    uint64_t bytes;
    int accepted, rejected;
};

struct packet {
    int session;
    uint32_t len;
    uint64_t seq;
    uint64_t tag;
    uint8_t *data;
};

static uint64_t splitmix(uint64_t *s)
{
    uint64_t z = *s += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static inline uint32_t rotl32(uint32_t x, int n) { return x << n | x >> (32 - n); }
static inline uint64_t rotl64(uint64_t x, int n) { return x << n | x >> (-n & 63); }

#define QR(a, b, c, d)                          \
    do {                                        \
        a += b; d = rotl32(d ^ a, 16);          \
        c += d; b = rotl32(b ^ c, 12);          \
        a += b; d = rotl32(d ^ a, 8);           \
        c += d; b = rotl32(b ^ c, 7);           \
    } while (0)

static void chacha_block(const uint32_t in[16], uint8_t out[64])
{
    uint32_t x[16];
    memcpy(x, in, sizeof x);
    for (int i = 0; i < 10; i++) {
        QR(x[0], x[4], x[8], x[12]);
        QR(x[1], x[5], x[9], x[13]);
        QR(x[2], x[6], x[10], x[14]);
        QR(x[3], x[7], x[11], x[15]);
        QR(x[0], x[5], x[10], x[15]);
        QR(x[1], x[6], x[11], x[12]);
        QR(x[2], x[7], x[8], x[13]);
        QR(x[3], x[4], x[9], x[14]);
    }
    for (int i = 0; i < 16; i++) {
        uint32_t v = x[i] + in[i];
        out[4 * i] = v & 255;
        out[4 * i + 1] = v >> 8 & 255;
        out[4 * i + 2] = v >> 16 & 255;
        out[4 * i + 3] = v >> 24;
    }
}

static void chacha_xor(const uint32_t key[8], uint64_t nonce, uint8_t *buf, size_t len)
{
    uint32_t st[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    uint8_t ks[64];
    memcpy(st + 4, key, 32);
    st[14] = (uint32_t)nonce;
    st[15] = (uint32_t)(nonce >> 32);
    while (len > 0) {
        size_t n = len < 64 ? len : 64;
        chacha_block(st, ks);
        for (size_t i = 0; i < n; i++)
            buf[i] ^= ks[i];
        st[12]++;
        buf += n;
        len -= n;
    }
}

#define SIPROUND                                                        \
    do {                                                                \
        v0 += v1; v1 = rotl64(v1, 13) ^ v0; v0 = rotl64(v0, 32);        \
        v2 += v3; v3 = rotl64(v3, 16) ^ v2;                             \
        v0 += v3; v3 = rotl64(v3, 21) ^ v0;                             \
        v2 += v1; v1 = rotl64(v1, 17) ^ v2; v2 = rotl64(v2, 32);        \
    } while (0)

static uint64_t siphash(const uint64_t k[2], uint64_t seq, const uint8_t *p, size_t len)
{
    uint64_t v0 = k[0] ^ 0x736f6d6570736575u, v1 = k[1] ^ 0x646f72616e646f6du;
    uint64_t v2 = k[0] ^ 0x6c7967656e657261u, v3 = k[1] ^ 0x7465646279746573u;
    uint64_t m = seq, last = (uint64_t)len << 56;
    size_t i = 0;

    v3 ^= m; SIPROUND; SIPROUND; v0 ^= m;
    for (; i + 8 <= len; i += 8) {
        memcpy(&m, p + i, 8);
        v3 ^= m; SIPROUND; SIPROUND; v0 ^= m;
    }
    for (int sh = 0; i < len; i++, sh += 8)
        last |= (uint64_t)p[i] << sh;
    v3 ^= last; SIPROUND; SIPROUND; v0 ^= last;
    v2 ^= 255;
    SIPROUND; SIPROUND; SIPROUND; SIPROUND;
    return v0 ^ v1 ^ v2 ^ v3;
}

static void seal(struct session *s, struct packet *p)
{
    p->seq = s->next_send++;
    chacha_xor(s->key, p->seq, p->data, p->len);
    p->tag = siphash(s->mac_key, p->seq, p->data, p->len);
    s->bytes += p->len;
}

static int open_packet(struct session *s, struct packet *p)
{
    if (siphash(s->mac_key, p->seq, p->data, p->len) != p->tag) {
        s->rejected++;
        return 0;
    }
    chacha_xor(s->key, p->seq, p->data, p->len);
    s->accepted++;
    return 1;
}

static uint32_t adler(const uint8_t *p, size_t len)
{
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < len; i++) {
        a += p[i];
        b += a;
        if (i % 4096 == 4095) {
            a %= 65521;
            b %= 65521;
        }
    }
    return b % 65521 << 16 | a % 65521;
}

static void fill_plain(struct packet *p, uint64_t seed)
{
    static const char msg[] = "the quick brown fox jumps over the lazy dog; ";
    unsigned off = seed % (sizeof msg - 1);
    for (uint32_t i = 0; i < p->len; i++)
        p->data[i] = msg[(i + off) % (sizeof msg - 1)];
}

int main(int argc, char **argv)
{
    int npkt = argc > 1 ? atoi(argv[1]) : 36000;
    int nsess = argc > 2 ? atoi(argv[2]) : 300;
    int maxlen = argc > 3 ? atoi(argv[3]) : 3000;
    int rounds = argc > 4 ? atoi(argv[4]) : 2;
    uint64_t rng = 42, mix = 0;
    long damaged = 0, good = 0;

    if (npkt < 1 || nsess < 1 || maxlen < 1)
        return 1;
    struct session *sess = calloc(nsess, sizeof *sess);
    struct packet *pkt = calloc(npkt, sizeof *pkt);
    for (int i = 0; i < nsess; i++) {
        for (int k = 0; k < 8; k++)
            sess[i].key[k] = (uint32_t)splitmix(&rng);
        sess[i].mac_key[0] = splitmix(&rng);
        sess[i].mac_key[1] = splitmix(&rng);
    }
    for (int i = 0; i < npkt; i++) {
        pkt[i].session = splitmix(&rng) % nsess;
        pkt[i].len = 1 + splitmix(&rng) % maxlen;
        pkt[i].data = malloc(pkt[i].len);
        fill_plain(&pkt[i], splitmix(&rng));
    }

    for (int r = 0; r < rounds; r++) {
        for (int i = 0; i < npkt; i++) {
            seal(&sess[pkt[i].session], &pkt[i]);
            mix = mix * 31 + pkt[i].tag;
        }
        /* the line flips a bit now and then */
        for (int i = 0; i < npkt; i++)
            if (splitmix(&rng) % 50 == 0) {
                pkt[i].data[splitmix(&rng) % pkt[i].len] ^= 1 << splitmix(&rng) % 8;
                damaged++;
            }
        for (int i = 0; i < npkt; i++) {
            if (open_packet(&sess[pkt[i].session], &pkt[i])) {
                good++;
                mix ^= rotl64(adler(pkt[i].data, pkt[i].len), i % 64);
            } else {
                fill_plain(&pkt[i], pkt[i].seq);    /* resent in clear for the next round */
            }
        }
    }

    uint64_t bytes = 0;
    int worst = 0;
    for (int i = 0; i < nsess; i++) {
        bytes += sess[i].bytes;
        if (sess[i].rejected > sess[worst].rejected)
            worst = i;
    }
    printf("%llu bytes sealed, %ld damaged, %ld opened\n", (unsigned long long)bytes, damaged, good);
    printf("worst session %d: %d rejected, %d accepted\n", worst, sess[worst].rejected, sess[worst].accepted);
    printf("digest %016llx\n", (unsigned long long)mix);
    for (int i = 0; i < npkt; i++)
        free(pkt[i].data);
    free(pkt);
    free(sess);
    return 0;
}

/*
 * packer - block oriented LZ compressor (LZ4-like token format) with a
 * verify pass.  The archive is a sequence of length-prefixed blocks.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

#define BLOCK_SIZE (64 * 1024)
#define HASH_BITS  14
#define MIN_MATCH  4
#define MAX_CHAIN  160

enum { PK_OK = 0, PK_NOMEM = -1, PK_CORRUPT = -2, PK_MISMATCH = -3 };

struct pk_stats {
    uint64_t literals, matches, match_bytes, chain_steps;
    uint32_t raw_blocks;
};

struct pk_encoder {
    int32_t head[1 << HASH_BITS];
    int32_t prev[BLOCK_SIZE];
    struct pk_stats st;
};

struct pk_archive {
    uint8_t *buf;
    size_t len, cap;
    uint32_t nblocks;
};

static uint32_t hash4(const uint8_t *p)
{
    uint32_t v;
    memcpy(&v, p, 4);
    return v * 2654435761u >> (32 - HASH_BITS);
}

static uint8_t *put_len(uint8_t *o, size_t n)
{
    while (n >= 255) { *o++ = 255; n -= 255; }
    *o++ = (uint8_t)n;
    return o;
}

static uint8_t *put_seq(struct pk_encoder *e, uint8_t *o, const uint8_t *lit, size_t nlit, size_t mlen, size_t off)
{
    uint8_t *tok = o++;
    *tok = (uint8_t)((nlit < 15 ? nlit : 15) << 4);
    if (nlit >= 15) o = put_len(o, nlit - 15);
    memcpy(o, lit, nlit);
    o += nlit;
    e->st.literals += nlit;
    if (mlen) {
        size_t m = mlen - MIN_MATCH;
        *tok |= m < 15 ? m : 15;
        *o++ = off & 255;
        *o++ = off >> 8;
        if (m >= 15) o = put_len(o, m - 15);
        e->st.matches++;
        e->st.match_bytes += mlen;
    }
    return o;
}

/* out must have room for n + n/255 + 16 */
static size_t encode_block(struct pk_encoder *e, const uint8_t *in, size_t n, uint8_t *out)
{
    uint8_t *o = out;
    size_t i = 0, anchor = 0;
    memset(e->head, 0xff, sizeof e->head);
    while (i + MIN_MATCH + 8 <= n) {
        uint32_t h = hash4(in + i);
        int32_t c = e->head[h];
        size_t best = 0, boff = 0;
        for (int k = 0; c >= 0 && k < MAX_CHAIN; k++, c = e->prev[c]) {
            size_t l = 0, lim = n - i - 5;
            e->st.chain_steps++;
            if (best && in[c + best] != in[i + best]) continue;
            while (l < lim && in[c + l] == in[i + l]) l++;
            if (l > best && i - c < 65536) { best = l; boff = i - c; if (l == lim) break; }
        }
        e->prev[i] = e->head[h];
        e->head[h] = (int32_t)i;
        if (best >= MIN_MATCH) {
            o = put_seq(e, o, in + anchor, i - anchor, best, boff);
            for (size_t k = 1; k < best; k++) {
                if (i + k + 4 > n) break;
                h = hash4(in + i + k);
                e->prev[i + k] = e->head[h];
                e->head[h] = (int32_t)(i + k);
            }
            i += best;
            anchor = i;
        } else {
            i++;
        }
    }
    o = put_seq(e, o, in + anchor, n - anchor, 0, 0);
    return o - out;
}

static int decode_block(const uint8_t *in, size_t n, uint8_t *out, size_t outcap, size_t *outlen)
{
    const uint8_t *end = in + n;
    size_t w = 0;
    while (in < end) {
        uint8_t tok = *in++;
        size_t lit = tok >> 4, m = tok & 15;
        if (lit == 15) { uint8_t b; do { if (in >= end) return PK_CORRUPT; b = *in++; lit += b; } while (b == 255); }
        if (lit > (size_t)(end - in) || w + lit > outcap) return PK_CORRUPT;
        memcpy(out + w, in, lit);
        in += lit; w += lit;
        if (in == end) break;
        if (end - in < 2) return PK_CORRUPT;
        size_t off = in[0] | in[1] << 8;
        in += 2;
        if (m == 15) { uint8_t b; do { if (in >= end) return PK_CORRUPT; b = *in++; m += b; } while (b == 255); }
        m += MIN_MATCH;
        if (off == 0 || off > w || w + m > outcap) return PK_CORRUPT;
        for (; m; m--, w++) out[w] = out[w - off];
    }
    *outlen = w;
    return PK_OK;
}

static void put32(uint8_t *p, uint32_t v) { for (int i = 0; i < 4; i++) p[i] = v >> (8 * i); }
static uint32_t get32(const uint8_t *p) { return p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24; }

static int pack(struct pk_encoder *e, const uint8_t *in, size_t n, struct pk_archive *ar)
{
    uint8_t *tmp = malloc(BLOCK_SIZE + BLOCK_SIZE / 255 + 16);
    if (!tmp) return PK_NOMEM;
    for (size_t pos = 0; pos < n; pos += BLOCK_SIZE) {
        size_t len = n - pos < BLOCK_SIZE ? n - pos : BLOCK_SIZE;
        size_t c = encode_block(e, in + pos, len, tmp);
        const uint8_t *src = tmp;
        uint32_t flag = 0;
        if (c >= len) { c = len; src = in + pos; flag = 0x80000000u; e->st.raw_blocks++; }
        if (ar->len + c + 4 > ar->cap) {
            size_t nc = ar->cap * 2 + c + 4;
            uint8_t *nb = realloc(ar->buf, nc);
            if (!nb) { free(tmp); return PK_NOMEM; }
            ar->buf = nb;
            ar->cap = nc;
        }
        put32(ar->buf + ar->len, (uint32_t)c | flag);
        memcpy(ar->buf + ar->len + 4, src, c);
        ar->len += c + 4;
        ar->nblocks++;
    }
    free(tmp);
    return PK_OK;
}

static int verify(const struct pk_archive *ar, const uint8_t *orig, size_t n)
{
    static uint8_t tmp[BLOCK_SIZE];
    size_t pos = 0, w = 0;
    while (pos < ar->len) {
        uint32_t c = get32(ar->buf + pos);
        size_t got;
        pos += 4;
        if (c & 0x80000000u) {
            c &= 0x7fffffff;
            got = c;
            memcpy(tmp, ar->buf + pos, c);
        } else {
            int rc = decode_block(ar->buf + pos, c, tmp, sizeof tmp, &got);
            if (rc) return rc;
        }
        if (w + got > n || memcmp(tmp, orig + w, got)) return PK_MISMATCH;
        w += got;
        pos += c;
    }
    return w == n ? PK_OK : PK_MISMATCH;
}

static void fill(uint8_t *p, size_t n)
{
    static const char *w[] = { "error", "user", "GET /index", " 200 ", "session=", "timeout", "\n2024-01-", "cache" };
    uint32_t r = 7;
    size_t i = 0;
    while (i < n) {
        r = r * 1664525u + 1013904223u;
        uint32_t k = r >> 24;
        if ((i >> 19) % 6 == 5) { p[i++] = k; continue; }   /* incompressible stretch */
        if (k < 60) p[i++] = 'a' + k % 26;
        else for (const char *s = w[k & 7]; *s && i < n; ) p[i++] = *s++;
    }
}

int main(int argc, char **argv)
{
    size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 20000000;
    uint8_t *data = malloc(n + 1);
    struct pk_encoder *e = calloc(1, sizeof *e);
    struct pk_archive ar = { 0 };
    if (!data || !e) return 1;
    fill(data, n);
    int rc = pack(e, data, n, &ar);
    if (rc == PK_OK) rc = verify(&ar, data, n);
    if (rc) { fprintf(stderr, "packer: error %d\n", rc); return 1; }
    uint64_t h = 1469598103934665603ULL;
    for (size_t i = 0; i < ar.len; i++) h = (h ^ ar.buf[i]) * 1099511628211ULL;
    printf("in %zu out %zu blocks %u raw %u hash %016llx\n", n, ar.len, ar.nblocks, e->st.raw_blocks, (unsigned long long)h);
    printf("lit %llu matches %llu bytes %llu steps %llu\n", (unsigned long long)e->st.literals,
           (unsigned long long)e->st.matches, (unsigned long long)e->st.match_bytes, (unsigned long long)e->st.chain_steps);
    free(ar.buf); free(data); free(e);
    return 0;
}

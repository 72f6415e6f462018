/* lzblk: compresses a buffer in independent blocks with an LZ77 scheme (hash
 * chains, lazy matching, byte-aligned tokens), expands the result again and
 * compares.
 *      lzblk [kilobytes] [block kilobytes] [chain depth] [seed]
 *
 * Stream: per block 4 bytes raw size, 4 bytes packed size, 4 bytes checksum,
 * then the packed bytes.  Token: literal count (7 bits per byte), literals,
 * match length - MINMATCH + 1 or 0 at the end, two bytes distance.
 *
 * In parallel: the blocks, for packing (into buffers of their own, put
 * together afterwards) and for expanding (after a walk over the headers).
 *
 * SMALL: 100 8 16 2
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

#define MINMATCH 4
#define HBITS 14
#define HSIZE (1u << HBITS)
#define HEADER 12

typedef struct { uint8_t *p; size_t n, cap; } buf;

typedef struct {
    int depth;
    int32_t head[HSIZE];
    int32_t *prev;              /* one per byte of a block */
    long matches, literals, probes;
} packer;

static uint32_t rng = 1;
static uint32_t rnd(void) { rng = rng * 69069u + 5u; return rng >> 9; }

static void die(const char *m) { fprintf(stderr, "lzblk: %s\n", m); exit(1); }

static void put(buf *b, unsigned c)
{
    if (b->n == b->cap) {
        b->cap = b->cap ? b->cap * 2 : 4096;
        b->p = realloc(b->p, b->cap);
        if (!b->p) die("out of memory");
    }
    b->p[b->n++] = (uint8_t)c;
}

static void put_var(buf *b, uint32_t v)
{
    while (v >= 128) { put(b, (v & 127) | 128); v >>= 7; }
    put(b, v);
}

static void put32(buf *b, uint32_t v) { for (int i = 0; i < 4; i++) put(b, v >> (8 * i)); }
static void set32(uint8_t *p, uint32_t v) { for (int i = 0; i < 4; i++) p[i] = (uint8_t)(v >> (8 * i)); }
static uint32_t get32(const uint8_t *p) { return p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24; }

static uint32_t adler(const uint8_t *p, size_t n)
{
    uint32_t a = 1, b = 0;
    while (n) {
        size_t k = n < 5552 ? n : 5552;
        n -= k;
        while (k--) { a += *p++; b += a; }
        a %= 65521;
        b %= 65521;
    }
    return b << 16 | a;
}

static uint32_t hash4(const uint8_t *p) { return get32(p) * 2654435761u >> (32 - HBITS); }

static void insert(packer *pk, const uint8_t *s, int i, int n)
{
    if (i + MINMATCH > n) return;
    uint32_t h = hash4(s + i);
    pk->prev[i] = pk->head[h];
    pk->head[h] = i;
}

static int longest(packer *pk, const uint8_t *s, int i, int n, int *dist)
{
    int best = MINMATCH - 1, depth = pk->depth;
    if (i + MINMATCH > n) return 0;
    for (int j = pk->head[hash4(s + i)]; j >= 0 && depth-- > 0 && i - j < 65536; j = pk->prev[j]) {
        pk->probes++;
        if (i + best >= n) break;
        if (s[j + best] != s[i + best]) continue;
        int l = 0;
        while (i + l < n && s[j + l] == s[i + l]) l++;
        if (l > best) { best = l; *dist = i - j; }
    }
    return best >= MINMATCH ? best : 0;
}

static void pack(packer *pk, const uint8_t *s, int n, buf *out)
{
    int i = 0, lit = 0, dist = 0, len, d2 = 0;
    for (unsigned h = 0; h < HSIZE; h++) pk->head[h] = -1;
    while (i < n) {
        len = longest(pk, s, i, n, &dist);
        insert(pk, s, i, n);
        if (len && len < 32 && i + 1 < n && longest(pk, s, i + 1, n, &d2) > len) len = 0;
        if (!len) { i++; continue; }
        put_var(out, (uint32_t)(i - lit));
        for (int k = lit; k < i; k++) put(out, s[k]);
        put_var(out, (uint32_t)(len - MINMATCH + 1));
        put(out, (unsigned)dist & 255);
        put(out, (unsigned)dist >> 8);
        pk->literals += i - lit;
        pk->matches++;
        for (int k = 1; k < len; k++) insert(pk, s, i + k, n);
        lit = i += len;
    }
    put_var(out, (uint32_t)(n - lit));
    for (int k = lit; k < n; k++) put(out, s[k]);
    put_var(out, 0);
    pk->literals += n - lit;
}

static const uint8_t *get_var(const uint8_t *p, const uint8_t *end, uint32_t *v)
{
    int shift = 0;
    *v = 0;
    for (;;) {
        if (p >= end || shift > 28) die("damaged stream");
        *v |= (uint32_t)(*p & 127) << shift;
        shift += 7;
        if (!(*p++ & 128)) return p;
    }
}

static void unpack(const uint8_t *p, const uint8_t *end, uint8_t *dst, uint32_t n)
{
    uint32_t at = 0, v, d;
    for (;;) {
        p = get_var(p, end, &v);
        if (v > n - at || v > (size_t)(end - p)) die("damaged literals");
        memcpy(dst + at, p, v);
        p += v;
        at += v;
        p = get_var(p, end, &v);
        if (v == 0) break;
        v += MINMATCH - 1;
        if (end - p < 2) die("damaged distance");
        d = p[0] | (uint32_t)p[1] << 8;
        p += 2;
        if (d == 0 || d > at || v > n - at) die("damaged match");
        for (; v; v--, at++) dst[at] = dst[at - d];
    }
    if (at != n) die("wrong block size");
}

/* stretches of words, of records with small numbers and of noise */
static void fill(uint8_t *p, size_t n)
{
    static char vocab[512][12];
    size_t i = 0;
    for (int w = 0; w < 512; w++) {
        int l = 2 + rnd() % 9;
        for (int k = 0; k < l; k++) vocab[w][k] = (char)('a' + rnd() % (k & 1 ? 5 : 26));
    }
    while (i < n) {
        size_t end = i + 500 + rnd() % 20000;
        unsigned kind = rnd() % 8, no = rnd();
        if (end > n) end = n;
        while (i < end) {
            if (kind < 5) {
                unsigned a = rnd() % 512, b = rnd() % 512;
                for (const char *w = vocab[a < b ? a : b]; *w && i < end; w++) p[i++] = (uint8_t)*w;
                if (i < end) p[i++] = rnd() % 10 ? ' ' : '\n';
            } else if (kind < 7) {
                uint8_t rec[16] = { 'R', 'E', 'C', 0 };
                set32(rec + 4, no++);
                set32(rec + 8, rnd() % 50);
                rec[13] = (uint8_t)(rnd() % 3);
                for (int k = 0; k < 16 && i < end; k++) p[i++] = rec[k];
            } else
                p[i++] = (uint8_t)rnd();
        }
    }
}

int main(int argc, char **argv)
{
    size_t total = (size_t)(argc > 1 ? atoi(argv[1]) : 30000) << 10;
    size_t bsize = (size_t)(argc > 2 ? atoi(argv[2]) : 64) << 10;
    packer *pk = calloc(1, sizeof *pk);
    uint8_t *in = calloc(total + 1, 1), *back = malloc(total + 1);
    buf out = { NULL, 0, 0 };
    int blocks = 0;
    if (!pk || !in || !back || bsize == 0 || bsize > 1 << 24) die("bad size or no memory");
    pk->depth = argc > 3 ? atoi(argv[3]) : 24;
    rng = argc > 4 ? (uint32_t)atoi(argv[4]) : 42;
    pk->prev = malloc(bsize * sizeof *pk->prev);
    if (!pk->prev) die("out of memory");
    fill(in, total);

    size_t worst = 0, best = (size_t)-1;
    for (size_t o = 0; o < total; o += bsize) {
        size_t n = total - o < bsize ? total - o : bsize, start = out.n;
        put32(&out, (uint32_t)n);
        put32(&out, 0);
        put32(&out, adler(in + o, n));
        pack(pk, in + o, (int)n, &out);
        size_t packed = out.n - start - HEADER;
        set32(out.p + start + 4, (uint32_t)packed);
        if (packed > worst) worst = packed;
        if (packed < best) best = packed;
        blocks++;
    }

    size_t at = 0;
    int bad = 0;
    for (size_t o = 0; o < out.n; ) {
        uint32_t n = get32(out.p + o), packed = get32(out.p + o + 4);
        if (n > total - at || packed > out.n - o - HEADER) die("damaged header");
        unpack(out.p + o + HEADER, out.p + o + HEADER + packed, back + at, n);
        if (adler(back + at, n) != get32(out.p + o + 8)) bad++;
        at += n;
        o += HEADER + packed;
    }

    printf("%zu bytes in %d blocks -> %zu bytes (%.3f%%)\n", total, blocks, out.n, total ? 100.0 * out.n / total : 0);
    printf("smallest block %zu, largest %zu\n", best, worst);
    printf("matches %ld, literals %ld, probes %ld\n", pk->matches, pk->literals, pk->probes);
    printf("checksums: input %08x, stream %08x\n", adler(in, total), adler(out.p, out.n));
    printf("%s, %d bad blocks\n", at == total && !memcmp(in, back, total) ? "identical" : "DIFFERENT", bad);
    free(in);
    free(back);
    free(out.p);
    free(pk->prev);
    free(pk);
    return 0;
}

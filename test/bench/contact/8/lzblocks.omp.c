// SPDX-License-Identifier: Apache-2.0
// LZ77 block compressor with hash chains and lazy matching; compresses synthetic
// text and binary tables, then decompresses everything and compares.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned char u8;

#define BLOCK (96 * 1024)
#define HASH_BITS 14
#define MIN_MATCH 4
#define MAX_CHAIN 64
#define BOUND(n) ((n) + (n) / 128 + 64)

struct buffer {
    u8 *data;
    size_t len, cap;
};

struct matcher {
    int head[1 << HASH_BITS];
    int prev[BLOCK];
    long tried, found;
};

static unsigned long lcg_state = 42;

static unsigned lcg(void)
{
    lcg_state = (lcg_state * 1103515245UL + 12345UL) & 0x7fffffffUL;
    return (unsigned)(lcg_state >> 8);
}

static void append(struct buffer *b, const void *p, size_t n)
{
    if (b->len + n > b->cap) {
        b->cap = 2 * (b->len + n);
        b->data = realloc(b->data, b->cap);
        if (!b->data) {
            perror("realloc");
            exit(1);
        }
    }
    memcpy(b->data + b->len, p, n);
    b->len += n;
}

static void make_input(struct buffer *b, size_t want)
{
    enum { WORDS = 3000 };
    static char word[WORDS][14];
    for (int i = 0; i < WORDS; i++) {
        int n = 2 + lcg() % 10;
        for (int k = 0; k < n; k++) word[i][k] = (k & 1) ? "aeiou"[lcg() % 5] : (char)('a' + lcg() % 26);
    }
    while (b->len < want) {
        if (lcg() % 400 == 0) { /* a little table of records */
            int rows = 50 + lcg() % 200;
            unsigned id = lcg() % 100000;
            for (int r = 0; r < rows; r++) {
                u8 rec[16] = {0};
                id += 1 + lcg() % 3;
                memcpy(rec, &id, 4);
                rec[5] = r & 7;
                rec[8] = lcg() % 200;
                rec[9] = lcg() % 4;
                append(b, rec, sizeof rec);
            }
        } else { /* a sentence, favouring common words */
            int n = 4 + lcg() % 16;
            for (int k = 0; k < n; k++) {
                unsigned a = lcg() % WORDS, c = lcg() % WORDS;
                const char *w = word[a * c / WORDS];
                append(b, w, strlen(w));
                append(b, k == n - 1 ? ".\n" : " ", k == n - 1 ? 2 : 1);
            }
        }
    }
    b->len = want;
}

static unsigned hash4(const u8 *p)
{
    uint32_t v;
    memcpy(&v, p, 4);
    return (v * 2654435761u) >> (32 - HASH_BITS);
}

static void insert(struct matcher *m, const u8 *src, int pos, int n)
{
    if (pos + MIN_MATCH > n) return;
    unsigned h = hash4(src + pos);
    m->prev[pos] = m->head[h];
    m->head[h] = pos;
}

static int longest_match(struct matcher *m, const u8 *src, int pos, int n, int *dist)
{
    int best = 0, chain = MAX_CHAIN;
    if (pos + MIN_MATCH > n) return 0;
    for (int c = m->head[hash4(src + pos)]; c >= 0 && chain-- > 0; c = m->prev[c]) {
        m->tried++;
        if (best && (pos + best >= n || src[c + best] != src[pos + best])) continue;
        int l = 0;
        while (pos + l < n && src[c + l] == src[pos + l]) l++;
        if (l > best && l >= MIN_MATCH) {
            best = l;
            *dist = pos - c;
        }
    }
    return best;
}

static u8 *put_varint(u8 *o, unsigned v)
{
    for (; v >= 128; v >>= 7) *o++ = (u8)(v | 128);
    *o++ = (u8)v;
    return o;
}

static const u8 *get_varint(const u8 *p, unsigned *v)
{
    unsigned shift = 0;
    *v = 0;
    do *v |= (unsigned)(*p & 127) << shift, shift += 7;
    while (*p++ & 128);
    return p;
}

static u8 *emit(u8 *o, const u8 *lit, int nlit, int len, int dist)
{
    o = put_varint(o, nlit);
    memcpy(o, lit, nlit);
    o = put_varint(o + nlit, len);
    return len ? put_varint(o, dist) : o;
}

/* Format: repeated (literal count, literals, match length, distance); length 0 ends. */
static int compress_block(struct matcher *m, const u8 *src, int n, u8 *out)
{
    u8 *o = out;
    int pos = 0, lit = 0;
    memset(m->head, -1, sizeof m->head);
    while (pos < n) {
        int dist = 0, len = longest_match(m, src, pos, n, &dist);
        insert(m, src, pos, n);
        if (len == 0) {
            pos++;
            continue;
        }
        if (pos + 1 < n && len < 32) { /* would waiting one byte be better? */
            int dist2 = 0, len2 = longest_match(m, src, pos + 1, n, &dist2);
            if (len2 > len + 1) {
                insert(m, src, ++pos, n);
                len = len2;
                dist = dist2;
            }
        }
        o = emit(o, src + lit, pos - lit, len, dist);
        m->found++;
        for (int k = 1; k < len; k++) insert(m, src, pos + k, n);
        pos += len;
        lit = pos;
    }
    o = emit(o, src + lit, n - lit, 0, 0);
    return (int)(o - out);
}

static int expand_block(const u8 *p, u8 *out, int cap)
{
    int n = 0;
    for (;;) {
        unsigned nlit, len, dist;
        p = get_varint(p, &nlit);
        if (n + (int)nlit > cap) return -1;
        memcpy(out + n, p, nlit);
        n += nlit;
        p = get_varint(p + nlit, &len);
        if (len == 0) return n;
        p = get_varint(p, &dist);
        if ((int)dist > n || n + (int)len > cap) return -1;
        for (unsigned k = 0; k < len; k++, n++) out[n] = out[n - dist];
    }
}

static uint32_t adler(const u8 *p, size_t n)
{
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < n; i++) {
        a = (a + p[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

int main(int argc, char **argv)
{
    size_t total = (argc > 1 ? (size_t)atoi(argv[1]) : 34000) * 1024;
    struct buffer in = {0}, packed = {0};
    long tried = 0, found = 0;
    make_input(&in, total);
    int nblock = (int)((total + BLOCK - 1) / BLOCK);
    size_t *where = malloc(sizeof *where * (nblock + 1));
    u8 **part = malloc(sizeof *part * (nblock + 1));

#pragma omp parallel reduction(+ : tried, found)
    {
        struct matcher *m = calloc(1, sizeof *m);
        u8 *tmp = malloc(BOUND(BLOCK));
#pragma omp for schedule(dynamic, 1)
        for (int b = 0; b < nblock; b++) {
            size_t off = (size_t)b * BLOCK;
            int n = total - off < BLOCK ? (int)(total - off) : BLOCK;
            where[b] = compress_block(m, in.data + off, n, tmp);
            part[b] = malloc(where[b]);
            memcpy(part[b], tmp, where[b]);
        }
        tried += m->tried;
        found += m->found;
        free(m);
        free(tmp);
    }
    for (int b = 0; b < nblock; b++) {
        size_t n = where[b];
        where[b] = packed.len;
        append(&packed, part[b], n);
        free(part[b]);
    }
    free(part);
    where[nblock] = packed.len;

    int bad = 0;
    size_t worst = 0;
    uint32_t sum = 0, *sums = malloc(sizeof *sums * (nblock + 1));
#pragma omp parallel reduction(+ : bad) reduction(max : worst)
    {
        u8 *tmp = malloc(BOUND(BLOCK));
#pragma omp for schedule(dynamic, 1)
        for (int b = 0; b < nblock; b++) {
            size_t off = (size_t)b * BLOCK;
            int n = total - off < BLOCK ? (int)(total - off) : BLOCK;
            int got = expand_block(packed.data + where[b], tmp, BLOCK);
            if (got != n || memcmp(tmp, in.data + off, n) != 0) bad++;
            sums[b] = adler(packed.data + where[b], where[b + 1] - where[b]);
            if (where[b + 1] - where[b] > worst) worst = where[b + 1] - where[b];
        }
        free(tmp);
    }
    for (int b = 0; b < nblock; b++) sum = sum * 31 + sums[b];
    free(sums);
    printf("%zu bytes in %d blocks -> %zu bytes (%.3f%%), largest block %zu\n", total, nblock, packed.len,
           100.0 * packed.len / total, worst);
    printf("candidates %ld matches %ld checksum %08x, %d bad blocks\n", tried, found, sum, bad);
    return bad != 0;
}

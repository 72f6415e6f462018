// SPDX-License-Identifier: Apache-2.0
/* blocklz.c -- byte oriented LZ77 with hash chains. The input is cut into
 * independent 64K blocks, each stored as: u32 raw size, u32 packed size, u32
 * adler, payload. Round-trips generated text and reports totals. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BLOCK_SIZE  65536
#define HASH_BITS   14
#define HASH_SIZE   (1 << HASH_BITS)
#define MIN_MATCH   4
#define MAX_MATCH   (MIN_MATCH + 255 + 14)
#define MAX_CHAIN   96
#define HEADER      12
#define SLOT        (HEADER + BLOCK_SIZE + BLOCK_SIZE / 200 + 64)

static int head[HASH_SIZE];
static int chain[BLOCK_SIZE];
#pragma omp threadprivate(head, chain)

struct stats {
    size_t literals, matches, matched_bytes, probes, stored;
};

static struct stats stats;      /* of the calling thread, summed into total */
#pragma omp threadprivate(stats)
static struct stats total;

static void put32(uint8_t *p, uint32_t v)
{
    p[0] = (uint8_t)v; p[1] = (uint8_t)(v >> 8); p[2] = (uint8_t)(v >> 16); p[3] = (uint8_t)(v >> 24);
}

static uint32_t get32(const uint8_t *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static uint32_t hash4(const uint8_t *p)
{
    return (get32(p) * 2654435761u) >> (32 - HASH_BITS);
}

static uint32_t adler(const uint8_t *p, size_t n)
{
    uint32_t a = 1, b = 0;
    while (n > 0) {
        size_t k = n < 5000 ? n : 5000;
        n -= k;
        while (k--) {
            a += *p++;
            b += a;
        }
        a %= 65521;
        b %= 65521;
    }
    return b << 16 | a;
}

static int match_length(const uint8_t *a, const uint8_t *b, const uint8_t *end)
{
    const uint8_t *start = b;
    if (end - b > MAX_MATCH)
        end = b + MAX_MATCH;
    while (b < end && *a == *b) {
        a++;
        b++;
    }
    return (int)(b - start);
}

static void insert(const uint8_t *src, int pos)
{
    uint32_t h = hash4(src + pos);
    chain[pos] = head[h];
    head[h] = pos;
}

static int find_match(const uint8_t *src, int pos, int n, int *dist)
{
    int best = MIN_MATCH - 1, tries = MAX_CHAIN;
    for (int c = head[hash4(src + pos)]; c >= 0 && tries > 0; c = chain[c], tries--) {
        stats.probes++;
        if (pos + best < n && src[c + best] != src[pos + best])
            continue;
        int len = match_length(src + c, src + pos, src + n);
        if (len > best) {
            best = len;
            *dist = pos - c;
            if (len == MAX_MATCH)
                break;
        }
    }
    return best >= MIN_MATCH ? best : 0;
}

static uint8_t *emit_run(uint8_t *out, const uint8_t *lit, int nlit, int len, int dist)
{
    int l = nlit < 15 ? nlit : 15, m = len ? (len - MIN_MATCH < 14 ? len - MIN_MATCH : 14) : 15;
    *out++ = (uint8_t)(l << 4 | m);
    if (l == 15) {
        int rest = nlit - 15;
        for (; rest >= 255; rest -= 255)
            *out++ = 255;
        *out++ = (uint8_t)rest;
    }
    memcpy(out, lit, nlit);
    out += nlit;
    if (len) {
        if (m == 14)
            *out++ = (uint8_t)(len - MIN_MATCH - 14);
        *out++ = (uint8_t)dist;
        *out++ = (uint8_t)(dist >> 8);
        stats.matches++;
        stats.matched_bytes += len;
    }
    stats.literals += nlit;
    return out;
}

/* worst case output is n + n/255 + 16 */
static size_t compress_block(const uint8_t *src, int n, uint8_t *dst)
{
    uint8_t *out = dst;
    int pos = 0, anchor = 0, limit = n - MIN_MATCH;
    memset(head, 0xff, sizeof head);
    while (pos <= limit) {
        int dist = 0, len = find_match(src, pos, n, &dist);
        insert(src, pos);
        if (!len) {
            pos++;
            continue;
        }
        if (pos + 1 <= limit) {                 /* one step lazy */
            int dist2 = 0, len2 = find_match(src, pos + 1, n, &dist2);
            if (len2 > len + 1) {
                pos++;
                insert(src, pos);
                len = len2;
                dist = dist2;
            }
        }
        out = emit_run(out, src + anchor, pos - anchor, len, dist);
        for (int k = 1; k < len && pos + k <= limit; k++)
            insert(src, pos + k);
        pos += len;
        anchor = pos;
    }
    out = emit_run(out, src + anchor, n - anchor, 0, 0);
    return (size_t)(out - dst);
}

static int expand_block(const uint8_t *src, size_t packed, uint8_t *dst)
{
    const uint8_t *end = src + packed;
    uint8_t *out = dst;
    while (src < end) {
        int token = *src++, nlit = token >> 4, m = token & 15;
        if (nlit == 15) {
            int c;
            do {
                c = *src++;
                nlit += c;
            } while (c == 255);
        }
        memcpy(out, src, nlit);
        out += nlit;
        src += nlit;
        if (m == 15)
            break;
        int len = m + MIN_MATCH;
        if (m == 14)
            len += *src++;
        int dist = src[0] | src[1] << 8;
        src += 2;
        for (; len > 0; len--, out++)
            *out = out[-dist];
    }
    return (int)(out - dst);
}

static size_t compress_all(const uint8_t *src, size_t n, uint8_t *dst)
{
    size_t blocks = (n + BLOCK_SIZE - 1) / BLOCK_SIZE;
    uint8_t *slots = malloc(blocks * SLOT);
    size_t *start = malloc((blocks + 1) * sizeof *start);
    start[0] = 0;
    #pragma omp parallel
    {
        #pragma omp for schedule(dynamic, 1)
        for (size_t b = 0; b < blocks; b++) {
            size_t off = b * BLOCK_SIZE;
            uint8_t *out = slots + b * SLOT;
            int raw = n - off < BLOCK_SIZE ? (int)(n - off) : BLOCK_SIZE;
            size_t packed = compress_block(src + off, raw, out + HEADER);
            if (packed >= (size_t)raw) {
                packed = raw;
                memcpy(out + HEADER, src + off, raw);
                stats.stored++;
            }
            put32(out, raw);
            put32(out + 4, (uint32_t)packed);
            put32(out + 8, adler(src + off, raw));
            start[b + 1] = HEADER + packed;
        }
        #pragma omp single
        for (size_t b = 0; b < blocks; b++)
            start[b + 1] += start[b];
        #pragma omp for schedule(static)
        for (size_t b = 0; b < blocks; b++)
            memcpy(dst + start[b], slots + b * SLOT, start[b + 1] - start[b]);
        #pragma omp critical
        {
            total.literals += stats.literals;
            total.matches += stats.matches;
            total.matched_bytes += stats.matched_bytes;
            total.probes += stats.probes;
            total.stored += stats.stored;
        }
    }
    size_t used = start[blocks];
    free(slots);
    free(start);
    return used;
}

/* returns the number of damaged blocks */
static int expand_all(const uint8_t *src, size_t n, uint8_t *dst, size_t *out)
{
    int bad = 0, blocks = 0;
    size_t *from = malloc((n / HEADER + 1) * sizeof *from), *to = malloc((n / HEADER + 1) * sizeof *to);
    *out = 0;
    for (size_t at = 0; at < n; at += HEADER + get32(src + at + 4)) {
        from[blocks] = at;
        to[blocks++] = *out;
        *out += get32(src + at);
    }
    #pragma omp parallel for schedule(dynamic, 4) reduction(+:bad)
    for (int b = 0; b < blocks; b++) {
        const uint8_t *p = src + from[b];
        uint8_t *q = dst + to[b];
        uint32_t raw = get32(p), packed = get32(p + 4), sum = get32(p + 8);
        if (raw == packed)
            memcpy(q, p + HEADER, raw);
        else if (expand_block(p + HEADER, packed, q) != (int)raw)
            bad++;
        if (adler(q, raw) != sum)
            bad++;
    }
    free(from);
    free(to);
    return bad;
}

static uint32_t seed = 7;
static uint32_t next_rand(void) { return (seed = seed * 1103515245u + 12345u) >> 8; }

static void make_text(uint8_t *p, size_t n)
{
    static char words[2000][12];
    for (int i = 0; i < 2000; i++) {
        int len = 2 + (int)(next_rand() % 9);
        for (int k = 0; k < len; k++)
            words[i][k] = "etaoinshrdlucmfwypvbgkq"[next_rand() % 23 * (next_rand() % 23) / 23];
    }
    size_t at = 0;
    while (at < n) {
        uint32_t r = next_rand() % 2000, topic = (uint32_t)(at >> 18) * 37;
        const char *w = words[(r * r / 2000 + topic) % 2000];
        while (*w && at < n)
            p[at++] = (uint8_t)*w++;
        if (at < n)
            p[at++] = next_rand() % 11 ? ' ' : '\n';
        if (next_rand() % 400 == 0)             /* some binary junk */
            for (int k = 0; k < 60 && at < n; k++)
                p[at++] = (uint8_t)next_rand();
    }
}

int main(int argc, char **argv)
{
    size_t n = (size_t)(argc > 1 ? atoi(argv[1]) : 24000) * 1024;
    size_t room = n + n / 200 + (n / BLOCK_SIZE + 1) * (HEADER + 64), back;
    uint8_t *text = malloc(n), *packed = malloc(room), *copy = malloc(n);
    struct timespec t[3];

    make_text(text, n);
    clock_gettime(CLOCK_MONOTONIC, &t[0]);
    size_t size = compress_all(text, n, packed);
    clock_gettime(CLOCK_MONOTONIC, &t[1]);
    int bad = expand_all(packed, size, copy, &back);
    clock_gettime(CLOCK_MONOTONIC, &t[2]);

    printf("%zu -> %zu bytes, adler %08x\n", n, size, adler(packed, size));
    printf("literals %zu matches %zu covering %zu, probes %zu, stored %zu\n", total.literals,
           total.matches, total.matched_bytes, total.probes, total.stored);
    printf("round trip %s, %d bad blocks\n", back == n && !memcmp(text, copy, n) ? "ok" : "FAILED", bad);
    for (int i = 0; i < 2; i++)
        fprintf(stderr, "%s %.3f s\n", i ? "expand" : "compress", (double)(t[i + 1].tv_sec - t[i].tv_sec) + (double)(t[i + 1].tv_nsec - t[i].tv_nsec) * 1e-9);
    free(text);
    free(packed);
    free(copy);
    return 0;
}

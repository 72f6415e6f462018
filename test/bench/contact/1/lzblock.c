// SPDX-License-Identifier: Apache-2.0
/*
 * lzblock: LZ77 block compressor with hash chains (level 9 style lazy
 * matching), plus decompressor for verification.  Each block of the input
 * is compressed on its own, as in many archive formats.
 *
 * Stream: token byte  0LLLLLLL           L+1 literals follow
 *                     1LLLLLLL lo hi     match, length L+4, 16-bit distance
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef unsigned char u8;
typedef unsigned int u32;

#define HASH_BITS 14
#define HASH_SIZE (1 << HASH_BITS)
#define MIN_MATCH 4
#define MAX_MATCH (127 + MIN_MATCH)
#define MAX_DIST 65535

static int max_chain = 256;

/* scratch tables, reused for all blocks */
static int head[HASH_SIZE];
static int *prev_pos;

static u32 hash4(const u8 *p)
{
    u32 v = p[0] | p[1] << 8 | p[2] << 16 | (u32)p[3] << 24;
    return (v * 2654435761u) >> (32 - HASH_BITS);
}

static void insert(const u8 *buf, int pos)
{
    u32 h = hash4(buf + pos);
    prev_pos[pos] = head[h];
    head[h] = pos;
}

static int find_match(const u8 *buf, int pos, int n, int *dist)
{
    int best = MIN_MATCH - 1, chain = max_chain, cand, limit = n - pos;
    if (limit > MAX_MATCH)
        limit = MAX_MATCH;
    if (limit < MIN_MATCH)
        return 0;
    for (cand = head[hash4(buf + pos)]; cand >= 0 && chain-- > 0; cand = prev_pos[cand]) {
        int len = 0;
        if (pos - cand > MAX_DIST)
            break;
        if (best < limit && buf[cand + best] != buf[pos + best])
            continue;
        while (len < limit && buf[cand + len] == buf[pos + len])
            len++;
        if (len > best) {
            best = len;
            *dist = pos - cand;
            if (len == limit)
                break;
        }
    }
    return best >= MIN_MATCH ? best : 0;
}

static u8 *flush_literals(u8 *out, const u8 *lit, int n)
{
    while (n > 0) {
        int k = n > 128 ? 128 : n;
        *out++ = k - 1;
        memcpy(out, lit, k);
        out += k;
        lit += k;
        n -= k;
    }
    return out;
}

static int compress_block(const u8 *buf, int n, u8 *out)
{
    u8 *o = out;
    int pos = 0, lit = 0, i;

    for (i = 0; i < HASH_SIZE; i++)
        head[i] = -1;
    while (pos < n) {
        int dist = 0, len = find_match(buf, pos, n, &dist);
        if (pos + MIN_MATCH <= n)
            insert(buf, pos);
        if (len && pos + 1 < n) {
            int d2 = 0, l2 = find_match(buf, pos + 1, n, &d2);
            if (l2 > len + 1)
                len = 0;        /* lazy: better match one byte later */
        }
        if (!len) {
            pos++;
            continue;
        }
        o = flush_literals(o, buf + lit, pos - lit);
        *o++ = 0x80 | (len - MIN_MATCH);
        *o++ = dist & 255;
        *o++ = dist >> 8;
        for (i = 1; i < len; i++)
            if (pos + i + MIN_MATCH <= n)
                insert(buf, pos + i);
        pos += len;
        lit = pos;
    }
    o = flush_literals(o, buf + lit, n - lit);
    return o - out;
}

static int expand_block(const u8 *in, int n, u8 *out)
{
    const u8 *end = in + n;
    u8 *o = out;
    while (in < end) {
        int t = *in++;
        if (t & 0x80) {
            int len = (t & 0x7f) + MIN_MATCH, dist = in[0] | in[1] << 8;
            in += 2;
            for (; len > 0; len--, o++)
                *o = o[-dist];
        } else {
            memcpy(o, in, t + 1);
            o += t + 1;
            in += t + 1;
        }
    }
    return o - out;
}

/* something log-file like */
static void make_input(u8 *p, long n)
{
    static const char *verb[] = { "GET", "POST", "PUT", "HEAD" };
    static const char *dir[] = { "images", "static/js", "api/v2/users", "api/v2/orders", "docs" };
    char line[160];
    u32 r = 1;
    long pos = 0, t = 1500000000;
    while (pos < n) {
        int k, len;
        r = r * 1664525u + 1013904223u;
        t += r >> 28;
        len = sprintf(line, "%ld 10.%u.%u.%u %s /%s/%u.html HTTP/1.1 %d %u\n", t,
                      (r >> 9) & 3, (r >> 11) & 15, (r >> 15) & 255, verb[(r >> 23) & 3],
                      dir[(r >> 8) % 5], (r >> 12) % 997, r % 11 ? 200 : 404, (r >> 7) & 0xffff);
        for (k = 0; k < len && pos < n; k++)
            p[pos++] = line[k];
    }
}

int main(int argc, char **argv)
{
    long n = (argc > 1 ? atol(argv[1]) : 20000) * 1024;
    int block = (argc > 2 ? atoi(argv[2]) : 256) * 1024;
    int nblocks = (n + block - 1) / block, b, bad = 0;
    long total = 0;
    u32 sum = 0;
    u8 *input = malloc(n), *packed = malloc(block + block / 64 + 64), *check = malloc(block);
    struct timespec t0, t1;

    if (argc > 3)
        max_chain = atoi(argv[3]);
    prev_pos = malloc(block * sizeof(int));
    if (!input || !packed || !check || !prev_pos)
        return 1;
    make_input(input, n);
    clock_gettime(CLOCK_MONOTONIC, &t0);
    for (b = 0; b < nblocks; b++) {
        long off = (long)b * block;
        int len = n - off < block ? n - off : block, i;
        int clen = compress_block(input + off, len, packed);
        if (expand_block(packed, clen, check) != len || memcmp(check, input + off, len))
            bad++;
        for (i = 0; i < clen; i++)
            sum += (u32)packed[i] * (i + 1) ^ b;
        total += clen;
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "compress+verify: %.2f s\n",
            t1.tv_sec - t0.tv_sec + (t1.tv_nsec - t0.tv_nsec) * 1e-9);
    printf("%ld -> %ld bytes (%.3f), %d blocks, %d bad\n", n, total, (double)total / n, nblocks, bad);
    printf("sum %08x\n", sum);
    free(input);
    free(packed);
    free(check);
    free(prev_pos);
    return bad != 0;
}

// SPDX-License-Identifier: Apache-2.0
/*
 * huffman - compress a buffer as a sequence of independent Huffman blocks,
 *           decompress it again and verify the round trip.
 *
 * usage: huffman [blocks] [block size in bytes]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <time.h>

#define NSYM 256

struct node {
    uint32_t freq;
    int left, right;        /* -1 for leaves */
};

struct tree {
    struct node n[2 * NSYM];
    int root;
    uint32_t code[NSYM];
    uint8_t len[NSYM];
};

struct block {
    const uint8_t *in;
    size_t in_len;
    uint8_t *out;
    size_t out_bits;
    uint32_t checksum;
    int ok;
};

static uint8_t *make_text(size_t n)
{
    uint8_t *buf = malloc(n);
    uint64_t s = 42;
    if (!buf)
        exit(1);
    for (size_t i = 0; i < n; i++) {
        s = s * 6364136223846793005ULL + 1442695040888963407ULL;
        unsigned a = (s >> 33) & 31, b = (s >> 40) & 31, c = (s >> 50) & 15;
        buf[i] = (uint8_t)(32 + (a & b) + (c == 0 ? (s >> 56) & 63 : 0) + (i / 50000) % 9);
    }
    return buf;
}

static void assign_codes(struct tree *t, int at, uint32_t code, int len)
{
    if (t->n[at].left < 0) {
        t->code[at] = code;
        t->len[at] = (uint8_t)(len ? len : 1);
        return;
    }
    assign_codes(t, t->n[at].left, code << 1, len + 1);
    assign_codes(t, t->n[at].right, code << 1 | 1, len + 1);
}

static void build_tree(struct tree *t, const uint8_t *data, size_t len)
{
    int live[NSYM], nlive = 0, next = NSYM;
    memset(t, 0, sizeof *t);
    for (int i = 0; i < NSYM; i++)
        t->n[i].left = t->n[i].right = -1;
    for (size_t i = 0; i < len; i++)
        t->n[data[i]].freq++;
    for (int i = 0; i < NSYM; i++)
        if (t->n[i].freq)
            live[nlive++] = i;
    while (nlive > 1) {
        int pick[2];
        for (int p = 0; p < 2; p++) {
            int best = 0;
            for (int i = 1; i < nlive; i++)
                if (t->n[live[i]].freq < t->n[live[best]].freq)
                    best = i;
            pick[p] = live[best];
            live[best] = live[--nlive];
        }
        t->n[next].freq = t->n[pick[0]].freq + t->n[pick[1]].freq;
        t->n[next].left = pick[0];
        t->n[next].right = pick[1];
        live[nlive++] = next++;
    }
    t->root = live[0];
    assign_codes(t, t->root, 0, 0);
}

static void encode(const struct tree *t, struct block *b)
{
    uint64_t acc = 0;
    int have = 0;
    size_t pos = 0;
    for (size_t i = 0; i < b->in_len; i++) {
        int s = b->in[i];
        acc = acc << t->len[s] | t->code[s];
        have += t->len[s];
        b->out_bits += t->len[s];
        while (have >= 8) {
            have -= 8;
            b->out[pos++] = (uint8_t)(acc >> have);
        }
    }
    if (have)
        b->out[pos++] = (uint8_t)(acc << (8 - have));
    for (size_t i = 0; i < pos; i++)
        b->checksum = (b->checksum ^ b->out[i]) * 16777619u;
}

static int decode_matches(const struct tree *t, const struct block *b)
{
    size_t bit = 0;
    for (size_t i = 0; i < b->in_len; i++) {
        int at = t->root;
        do {
            int one = b->out[bit >> 3] >> (7 - (bit & 7)) & 1;
            if (t->n[at].left >= 0)
                at = one ? t->n[at].right : t->n[at].left;
            bit++;
        } while (t->n[at].left >= 0);
        if (at != b->in[i])
            return 0;
    }
    return bit == b->out_bits;
}

int main(int argc, char **argv)
{
    int nblocks = argc > 1 ? atoi(argv[1]) : 700;
    size_t bsize = argc > 2 ? (size_t)atol(argv[2]) : 50000;
    uint8_t *text = make_text(nblocks * bsize);
    struct block *blk = calloc(nblocks, sizeof *blk);
    struct timespec t0, t1;
    size_t bits = 0;
    uint32_t sum = 0;
    int good = 0;

    if (!blk)
        return 1;
    clock_gettime(CLOCK_MONOTONIC, &t0);
#pragma omp parallel for schedule(dynamic, 4)
    for (int i = 0; i < nblocks; i++) {
        struct tree t;
        blk[i].in = text + i * bsize;
        blk[i].in_len = bsize;
        blk[i].checksum = 2166136261u;
        blk[i].out = malloc(bsize * 4 + 16);
        if (!blk[i].out)
            exit(1);
        build_tree(&t, blk[i].in, bsize);
        encode(&t, &blk[i]);
        blk[i].ok = decode_matches(&t, &blk[i]);
        free(blk[i].out);
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    for (int i = 0; i < nblocks; i++) {
        bits += blk[i].out_bits;
        sum = sum * 31 + blk[i].checksum;
        good += blk[i].ok;
    }
    printf("%d blocks, %d verified\n", nblocks, good);
    printf("%zu -> %zu bytes (%.2f%%), checksum %08x\n", nblocks * bsize, (bits + 7) / 8,
           100.0 * bits / 8 / (nblocks * bsize), sum);
    fprintf(stderr, "time: %.3f s\n", (t1.tv_sec - t0.tv_sec) + (t1.tv_nsec - t0.tv_nsec) * 1e-9);
    free(blk);
    free(text);
    return 0;
}

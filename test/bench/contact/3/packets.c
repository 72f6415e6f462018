// SPDX-License-Identifier: Apache-2.0
/*
 * packets.c - link-layer style packet pipeline: each packet is run-length
 * encoded, travels over a few hops (every hop decrements the TTL byte and has
 * to refresh the CRC32), is decoded at the receiver and verified.
 *
 *   packets [number of packets] [mtu]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <time.h>

typedef struct packet {
    uint32_t id;
    uint32_t length;
    uint32_t hops;
    uint8_t *payload;
} packet;

typedef struct stats {
    uint64_t bytes_in, bytes_out;
    uint32_t stored_raw;    /* packets that did not compress */
    uint32_t bad;
    uint32_t crc_xor;
} stats;

static uint32_t crc_table[256];

static void crc_init(void)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xEDB88320u ^ (c >> 1) : c >> 1;
        crc_table[i] = c;
    }
}

static uint32_t crc32(const uint8_t *p, size_t n)
{
    uint32_t c = 0xFFFFFFFFu;
    while (n--)
        c = crc_table[(c ^ *p++) & 0xFF] ^ (c >> 8);
    return c ^ 0xFFFFFFFFu;
}

/* (count, byte) pairs; out must hold 2 * n bytes */
static size_t rle_encode(const uint8_t *in, size_t n, uint8_t *out)
{
    size_t o = 0, i = 0;
    while (i < n) {
        size_t run = 1;
        while (i + run < n && run < 255 && in[i + run] == in[i])
            run++;
        out[o++] = (uint8_t)run;
        out[o++] = in[i];
        i += run;
    }
    return o;
}

static size_t rle_decode(const uint8_t *in, size_t n, uint8_t *out)
{
    size_t o = 0;
    for (size_t i = 0; i + 1 < n; i += 2) {
        memset(out + o, in[i + 1], in[i]);
        o += in[i];
    }
    return o;
}

static packet *generate(int count, uint32_t mtu, uint8_t **pool)
{
    packet *p = malloc(count * sizeof *p);
    *pool = malloc((size_t)count * mtu);
    uint32_t s = 0xC0FFEEu;
    if (!p || !*pool) {
        fprintf(stderr, "packets: out of memory\n");
        exit(1);
    }
    for (int i = 0; i < count; i++) {
        p[i].id = (uint32_t)i;
        p[i].payload = *pool + (size_t)i * mtu;
        s = s * 1664525u + 1013904223u;
        p[i].length = mtu / 4 + (s >> 8) % (mtu - mtu / 4 + 1);
        p[i].hops = 2 + (s >> 24) % 9;
        int noisy = (s >> 28) < 4;
        for (uint32_t j = 0; j < p[i].length;) {
            s = s * 1664525u + 1013904223u;
            uint32_t run = noisy ? 1 : 1 + (s >> 20) % 24;
            uint8_t value = (uint8_t)(s >> 12);
            while (run-- && j < p[i].length)
                p[i].payload[j++] = value;
        }
    }
    return p;
}

static void process(const packet *p, uint8_t *wire, uint8_t *check, stats *st)
{
    size_t n = rle_encode(p->payload, p->length, wire);
    int raw = n >= p->length;
    if (raw) {
        n = p->length;
        memcpy(wire, p->payload, n);
        st->stored_raw++;
    }
    wire[n] = 64;                           /* TTL */
    uint32_t crc = crc32(wire, n + 1);
    for (uint32_t h = 0; h < p->hops; h++) {
        if (crc32(wire, n + 1) != crc)
            st->bad++;
        wire[n]--;
        crc = crc32(wire, n + 1);
    }

    /* receiving side */
    size_t back = n;
    if (raw)
        memcpy(check, wire, n);
    else
        back = rle_decode(wire, n, check);
    if (wire[n] != 64 - p->hops || back != p->length || memcmp(check, p->payload, back) != 0)
        st->bad++;
    st->bytes_in += p->length;
    st->bytes_out += n + 5;
    st->crc_xor ^= crc + 2654435761u * p->id;
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 75000;
    int mtu = argc > 2 ? atoi(argv[2]) : 1500;
    stats st = { 0, 0, 0, 0, 0 };
    uint8_t *pool;
    struct timespec t0, t1;

    if (count < 1 || mtu < 16) {
        fprintf(stderr, "usage: packets [count] [mtu >= 16]\n");
        return 1;
    }
    packet *p = generate(count, (uint32_t)mtu, &pool);
    uint8_t *wire = malloc(2 * (size_t)mtu + 1), *check = malloc(mtu);
    if (!wire || !check)
        return 1;
    crc_init();

    clock_gettime(CLOCK_MONOTONIC, &t0);
    for (int i = 0; i < count; i++)
        process(&p[i], wire, check, &st);
    clock_gettime(CLOCK_MONOTONIC, &t1);

    printf("packets   %d (bad %u, raw %u)\n", count, st.bad, st.stored_raw);
    printf("bytes     %llu -> %llu\n", (unsigned long long)st.bytes_in,
           (unsigned long long)st.bytes_out);
    printf("crc xor   %08x\n", st.crc_xor);
    fprintf(stderr, "elapsed %.3f s\n", (t1.tv_sec - t0.tv_sec) + (t1.tv_nsec - t0.tv_nsec) / 1e9);
    free(wire);
    free(check);
    free(p);
    free(pool);
    return 0;
}

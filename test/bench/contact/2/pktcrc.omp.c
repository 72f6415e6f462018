// SPDX-License-Identifier: Apache-2.0
/* Checks a capture of packets: CRC-32 over each frame, internet checksum
 * of the header, per-protocol statistics. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <time.h>

struct packet {
    uint32_t offset;
    uint16_t length;
    uint8_t proto;
    uint32_t crc;
};

struct stats {
    long packets, bytes, bad_crc, bad_header;
};

static uint32_t table[256];

static void crc_init(void)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
        table[i] = c;
    }
}

static uint32_t crc32(const uint8_t *p, size_t n)
{
    uint32_t c = 0xffffffffu;
    while (n--)
        c = table[(c ^ *p++) & 0xff] ^ (c >> 8);
    return ~c;
}

static uint16_t inet_sum(const uint8_t *p, int n)
{
    uint32_t s = 0;
    for (int i = 0; i + 1 < n; i += 2)
        s += p[i] << 8 | p[i + 1];
    while (s >> 16)
        s = (s & 0xffff) + (s >> 16);
    return (uint16_t)~s;
}

static uint32_t lcg = 4711;
static uint32_t rnd(void)
{
    lcg = lcg * 1664525u + 1013904223u;
    return lcg >> 8;
}

static uint8_t *capture(struct packet *pk, int n, size_t *total)
{
    size_t cap = (size_t)n * 1514, used = 0;
    uint8_t *buf = malloc(cap);
    if (!buf)
        exit(1);
    for (int i = 0; i < n; i++) {
        int len = rnd() % 4 ? 200 + rnd() % 1300 : 60 + rnd() % 40;
        uint8_t *p = buf + used;
        for (int k = 0; k < len; k++)
            p[k] = (uint8_t)rnd();
        pk[i].proto = rnd() % 5 ? (rnd() % 3 ? 6 : 17) : 1;
        p[9] = pk[i].proto;
        p[10] = p[11] = 0;
        uint16_t s = inet_sum(p, 20);
        p[10] = s >> 8;
        p[11] = s & 255;
        pk[i].offset = (uint32_t)used;
        pk[i].length = (uint16_t)len;
        pk[i].crc = crc32(p, len);
        if (rnd() % 1000 < 4)
            p[rnd() % len] ^= 1 << rnd() % 8;
        used += len;
    }
    *total = used;
    return buf;
}

static void analyse(const uint8_t *buf, const struct packet *pk, int n, struct stats st[256])
{
    long pc[256] = {0}, by[256] = {0}, bc[256] = {0}, bh[256] = {0};
#pragma omp parallel for schedule(static) reduction(+:pc, by, bc, bh)
    for (int i = 0; i < n; i++) {
        const uint8_t *p = buf + pk[i].offset;
        int k = pk[i].proto;
        pc[k]++;
        by[k] += pk[i].length;
        if (crc32(p, pk[i].length) != pk[i].crc)
            bc[k]++;
        if (inet_sum(p, 20) != 0)
            bh[k]++;
    }
    for (int k = 0; k < 256; k++) {
        st[k].packets += pc[k];
        st[k].bytes += by[k];
        st[k].bad_crc += bc[k];
        st[k].bad_header += bh[k];
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 40000, rounds = argc > 2 ? atoi(argv[2]) : 16;
    struct packet *pk = malloc(n * sizeof *pk);
    struct stats st[256];
    struct timespec a, b;
    size_t total;

    crc_init();
    uint8_t *buf = capture(pk, n, &total);
    memset(st, 0, sizeof st);
    clock_gettime(CLOCK_MONOTONIC, &a);
    for (int r = 0; r < rounds; r++)
        analyse(buf, pk, n, st);
    clock_gettime(CLOCK_MONOTONIC, &b);
    printf("%d packets, %zu bytes, %d rounds\n", n, total, rounds);
    for (int i = 0; i < 256; i++)
        if (st[i].packets)
            printf("proto %3d: %8ld packets %11ld bytes %5ld bad crc %5ld bad header\n", i,
                   st[i].packets, st[i].bytes, st[i].bad_crc, st[i].bad_header);
    fprintf(stderr, "%.3f s\n", b.tv_sec - a.tv_sec + (b.tv_nsec - a.tv_nsec) * 1e-9);
    free(buf);
    free(pk);
    return 0;
}

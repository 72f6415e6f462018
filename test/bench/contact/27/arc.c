/* arc - archive writer with a small bitwise context-mixing coder.
 * Every member starts with a fresh model, so that it can be extracted alone.
 * Layout: per member  name\0, size, packed size, crc (LE32), packed bytes.
 * The archive is verified by unpacking it again.
 * usage: arc [members] [mean size]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

typedef uint8_t U8; typedef uint16_t U16; typedef uint32_t U32;

#define HBITS 16

struct buf { U8 *p; size_t n, cap; };
struct member { char name[32]; struct buf data; };

/* model state */
static U16 o1[65536], o2[1 << HBITS], o3[1 << HBITS];
static int wt[256][4];
static int stretch_tab[4096];
static U32 hist;                /* last bytes */
static U32 c0;                  /* partial byte with leading 1 */
static U32 i1, i2, i3;          /* slots in use */
static int st[3], pr;
static U32 crc_tab[256];

static void fail(const char *msg) {
    fprintf(stderr, "arc: %s\n", msg); exit(1);
}

static void put(struct buf *b, U8 c) {
    if (b->n == b->cap) {
        b->cap = b->cap ? b->cap * 2 : 256;
        b->p = realloc(b->p, b->cap);
        if (!b->p) fail("out of memory");
    }
    b->p[b->n++] = c;
}

static void put32(struct buf *b, U32 v) {
    for (int k = 0; k < 4; k++) put(b, (U8)(v >> (8 * k)));
}

static int squash(int d)        /* 4096 / (1 + e^-d/256), by interpolation */
{
    static const int t[33] = { 1, 2, 3, 6, 10, 16, 27, 45, 73, 120, 194, 310, 488, 747, 1101, 1546, 2047,
        2549, 2994, 3348, 3607, 3785, 3901, 3975, 4024, 4050, 4068, 4079, 4085, 4089, 4092, 4093, 4094 };
    if (d > 2047) return 4095;
    if (d < -2047) return 1;
    int w = d & 127;
    d = (d >> 7) + 16;
    return (t[d] * (128 - w) + t[d + 1] * w + 64) >> 7;
}

static void init_tables(void) {
    int pi = 0;
    for (int x = -2047; x <= 2047; x++) {
        int v = squash(x);
        for (int i = pi; i <= v; i++) stretch_tab[i] = x;
        pi = v + 1;
    }
    for (; pi < 4096; pi++) stretch_tab[pi] = 2047;
    for (U32 i = 0; i < 256; i++) {
        U32 c = i;
        for (int k = 0; k < 8; k++) c = c & 1 ? 0xEDB88320u ^ (c >> 1) : c >> 1;
        crc_tab[i] = c;
    }
}

static U32 crc32(const U8 *p, size_t n) {
    U32 c = ~0u;
    while (n--) c = crc_tab[(c ^ *p++) & 255] ^ (c >> 8);
    return ~c;
}

static void predict(void) {
    i1 = (hist & 255) << 8 | c0;
    i2 = (((hist & 0xffff) * 0x9E3779B1u + c0 * 0x85EBCA6Bu) >> (32 - HBITS));
    i3 = (((hist & 0xffffff) * 0xC2B2AE35u + c0 * 0x27D4EB2Fu) >> (32 - HBITS));
    st[0] = stretch_tab[o1[i1] >> 4];
    st[1] = stretch_tab[o2[i2] >> 4];
    st[2] = stretch_tab[o3[i3] >> 4];
    const int *w = wt[c0];
    int dot = (st[0] * w[0] + st[1] * w[1] + st[2] * w[2]) >> 16;
    pr = squash(dot);
}

static void learn(int bit) {
    int target = bit ? 65535 : 0, err = ((bit << 12) - pr) * 6;
    o1[i1] += (target - o1[i1]) >> 5;
    o2[i2] += (target - o2[i2]) >> 4;
    o3[i3] += (target - o3[i3]) >> 4;
    for (int k = 0; k < 3; k++) wt[c0][k] += (st[k] * err + 0x2000) >> 14;
    c0 = c0 << 1 | (U32)bit;
    if (c0 > 255) {
        hist = hist << 8 | (c0 & 255), c0 = 1;
    }
    predict();
}

static void reset_model(void) {
    for (int i = 0; i < 65536; i++) o1[i] = 32768;
    for (int i = 0; i < 1 << HBITS; i++) o2[i] = o3[i] = 32768;
    for (int i = 0; i < 256; i++) wt[i][0] = wt[i][1] = wt[i][2] = 24000;
    hist = 0; c0 = 1;
    predict();
}

static void pack(const struct buf *in, struct buf *out) {
    U32 lo = 0, hi = ~0u;
    reset_model();
    for (size_t i = 0; i < in->n; i++)
        for (int k = 7; k >= 0; k--) {
            int bit = in->p[i] >> k & 1;
            U32 mid = lo + (hi - lo) / 4096 * (U32)pr;
            if (bit) hi = mid; else lo = mid + 1;
            learn(bit);
            while ((lo ^ hi) >> 24 == 0) {
                put(out, (U8)(hi >> 24));
                lo <<= 8; hi = hi << 8 | 255;
            }
        }
    put32(out, (lo >> 24) + 1);
}

static void unpack(const U8 *src, const U8 *end, U8 *dst, size_t n) {
    U32 lo = 0, hi = ~0u, x = 0;
    for (int k = 0; k < 4; k++) x = x << 8 | (src < end ? *src++ : 0);
    reset_model();
    for (size_t i = 0; i < n; i++) {
        for (int k = 0; k < 8; k++) {
            U32 mid = lo + (hi - lo) / 4096 * (U32)pr;
            int bit = x <= mid;
            if (bit) hi = mid; else lo = mid + 1;
            learn(bit);
            while ((lo ^ hi) >> 24 == 0) {
                lo <<= 8; hi = hi << 8 | 255;
                x = x << 8 | (src < end ? *src++ : 0);
            }
        }
        dst[i] = (U8)hist;
    }
}

static U32 seed = 12345;
static U32 rnd(U32 n) { seed = seed * 1103515245u + 12345u; return (seed >> 9) % n; }

static void make_member(struct member *m, int k, int mean) {
    static const char *word[] = { "valve", "pump", "the", "of", "pressure", "station", "is", "closed", "open", "log",
        "at", "north", "reading", "bar", "and", "error", "line", "main", "check", "by" };
    size_t want = (size_t)mean / 2 + rnd((U32)mean);
    snprintf(m->name, sizeof m->name, "site%02d.%s", k, k % 3 ? "txt" : "dat");
    while (m->data.n < want) {
        if (k % 3) {
            for (const char *s = word[rnd(rnd(20) + 1)]; *s; s++) put(&m->data, (U8)*s);
            put(&m->data, rnd(11) ? ' ' : '\n');
        } else {                /* sampled records */
            put32(&m->data, (U32)m->data.n * 3 + rnd(4));
            put(&m->data, (U8)(128 + rnd(9) - 4));
            put(&m->data, (U8)k);
        }
    }
}

static struct buf write_archive(const struct member *m, int n) {
    struct buf ar = { 0 };
    for (int k = 0; k < n; k++) {
        for (const char *s = m[k].name; ; s++) {
            put(&ar, (U8)*s);
            if (!*s) break;
        }
        put32(&ar, (U32)m[k].data.n);
        size_t at = ar.n;
        put32(&ar, 0);                          /* packed size, known later */
        put32(&ar, crc32(m[k].data.p, m[k].data.n));
        size_t start = ar.n;
        pack(&m[k].data, &ar);
        for (int b = 0; b < 4; b++) ar.p[at + b] = (U8)((ar.n - start) >> (8 * b));
    }
    return ar;
}

static U32 get32(const U8 *p) { return p[0] | p[1] << 8 | p[2] << 16 | (U32)p[3] << 24; }

static int verify(const struct buf *ar) {
    int bad = 0;
    const U8 *p = ar->p, *end = ar->p + ar->n;
    while (p < end) {
        const char *name = (const char *)p;
        p += strlen(name) + 1;
        U32 size = get32(p), packed = get32(p + 4), crc = get32(p + 8);
        U8 *out = malloc(size + 1);
        if (!out) fail("out of memory");
        unpack(p + 12, p + 12 + packed, out, size);
        int ok = crc32(out, size) == crc;
        printf("%-12s %7u -> %6u %s\n", name, size, packed, ok ? "ok" : "BAD");
        bad += !ok;
        free(out);
        p += 12 + packed;
    }
    return bad;
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 14, mean = argc > 2 ? atoi(argv[2]) : 100000;
    if (n < 1 || n > 99 || mean < 2) fail("usage: arc [members 1..99] [mean size]");
    struct member *m = calloc((size_t)n, sizeof *m);
    if (!m) fail("out of memory");
    init_tables();
    for (int k = 0; k < n; k++) make_member(&m[k], k, mean);
    struct buf ar = write_archive(m, n);
    int bad = verify(&ar);
    printf("%d members, %zu bytes, crc %08x, %d bad\n", n, ar.n, crc32(ar.p, ar.n), bad);
    for (int k = 0; k < n; k++) free(m[k].data.p);
    free(m); free(ar.p);
    return bad != 0;
}

/* cmarc - a toy archiver: every member is coded by a bitwise context-mixing
 * model (orders 1-4 and word) driving a binary arithmetic coder, then the
 * archive is unpacked again and compared.    usage: cmarc [kilobytes] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

typedef unsigned char byte;
enum { NIN = 6, TBITS = 16 };

typedef struct {
    uint16_t *t[NIN];           /* hashed 16-bit probabilities, one table per context */
    uint32_t hash[NIN], slot[NIN];
    int w[256][NIN];            /* mixer weights, chosen by the partial byte */
    int st[NIN];
    uint32_t c4, word;
    int c0, pr;
} Model;

typedef struct {
    Model m;
    uint32_t x1, x2, x;
    byte *buf;
    size_t pos, cap;
} Coder;

typedef struct {
    char name[24];
    byte *data, *packed;
    size_t size, psize;
    uint32_t crc;
} Member;

static short stretch_tab[4096];
static int squash_tab[4095];
static uint32_t crc_tab[256];

static int squash(int d)
{
    return d > 2047 ? 4095 : d < -2047 ? 0 : squash_tab[d + 2047];
}

static void init_tables(void)
{
    static const int t[33] = { 1, 2, 3, 6, 10, 16, 27, 45, 73, 120, 194, 310, 488, 747, 1101, 1546, 2047, 2549,
        2994, 3348, 3607, 3785, 3901, 3975, 4022, 4050, 4068, 4079, 4085, 4089, 4092, 4093, 4094 };
    for (int d = -2047; d <= 2047; d++) {
        int w = d & 127, k = (d >> 7) + 16;
        squash_tab[d + 2047] = (t[k] * (128 - w) + t[k + 1 > 32 ? 32 : k + 1] * w + 64) >> 7;
    }
    int pi = 0;
    for (int x = -2047; x <= 2047; x++)
        for (int v = squash(x); pi <= v; pi++) stretch_tab[pi] = (short)x;
    while (pi < 4096) stretch_tab[pi++] = 2047;
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++) c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
        crc_tab[i] = c;
    }
}

static uint32_t crc32(const byte *p, size_t n)
{
    uint32_t c = ~0u;
    while (n--) c = c >> 8 ^ crc_tab[(c ^ *p++) & 255];
    return ~c;
}

static void predict(Model *m)
{
    int dot = 0, *w = m->w[m->c0];
    for (int i = 0; i < NIN; i++) {
        m->slot[i] = ((m->hash[i] + (uint32_t)m->c0 * 0x9E3779B1u) * 0x2545F491u) >> (32 - TBITS);
        m->st[i] = stretch_tab[m->t[i][m->slot[i]] >> 4];
        dot += m->st[i] * w[i] >> 4;
    }
    m->pr = squash(dot >> 12);
    if (m->pr < 1) m->pr = 1;
}

static void update(Model *m, int bit)
{
    int err = ((bit << 12) - m->pr) * 6, *w = m->w[m->c0];
    for (int i = 0; i < NIN; i++) {
        uint16_t *p = &m->t[i][m->slot[i]];
        *p = (uint16_t)(bit ? *p + ((65535 - *p) >> 4) : *p - (*p >> 4));
        w[i] += (m->st[i] * err + 0x2000) >> 14;
    }
    m->c0 = m->c0 << 1 | bit;
    if (m->c0 >= 256) {
        int c = m->c0 & 255;
        m->c0 = 1;
        m->c4 = m->c4 << 8 | (uint32_t)c;
        int alpha = (c | 32) >= 'a' && (c | 32) <= 'z';
        m->word = alpha ? (m->word + (uint32_t)c) * 0x2F0B4C47u : 0;
        m->hash[0] = 0;
        m->hash[1] = (m->c4 & 0xff) * 0x1003F001u + 1;
        m->hash[2] = (m->c4 & 0xffff) * 0x3D4D51CBu + 2;
        m->hash[3] = (m->c4 & 0xffffff) * 0x5851F42Du + 3;
        m->hash[4] = m->c4 * 0x6C078965u + 4;
        m->hash[5] = m->word + 5;
    }
    predict(m);
}

static void coder_open(Coder *c, byte *buf, size_t cap)
{
    memset(c, 0, sizeof *c);
    for (int i = 0; i < NIN; i++) {
        c->m.t[i] = malloc((1u << TBITS) * sizeof(uint16_t));
        if (!c->m.t[i]) exit(1);
        for (int k = 0; k < 1 << TBITS; k++) c->m.t[i][k] = 32768;
        for (int k = 0; k < 256; k++) c->m.w[k][i] = 18000;
    }
    c->m.c0 = 1, c->x2 = ~0u;
    c->buf = buf, c->cap = cap;
    predict(&c->m);
}

static void coder_close(Coder *c)
{
    for (int i = 0; i < NIN; i++) free(c->m.t[i]);
}

/* bit < 0: decode one bit and return it */
static int code_bit(Coder *c, int bit)
{
    uint32_t mid = c->x1 + (uint32_t)((uint64_t)(c->x2 - c->x1) * (unsigned)c->m.pr >> 12);
    int dec = bit < 0;
    if (dec) bit = c->x <= mid;
    if (bit) c->x2 = mid; else c->x1 = mid + 1;
    update(&c->m, bit);
    while (((c->x1 ^ c->x2) & 0xff000000u) == 0) {
        if (dec) c->x = c->x << 8 | (c->pos < c->cap ? c->buf[c->pos++] : 0);
        else if (c->pos < c->cap) c->buf[c->pos++] = (byte)(c->x2 >> 24);
        c->x1 <<= 8;
        c->x2 = c->x2 << 8 | 255;
    }
    return bit;
}

static void pack(Member *f)
{
    Coder c;
    size_t cap = f->size + f->size / 4 + 64;
    if (!(f->packed = malloc(cap))) exit(1);
    coder_open(&c, f->packed, cap);
    for (size_t i = 0; i < f->size; i++)
        for (int b = 7; b >= 0; b--) code_bit(&c, f->data[i] >> b & 1);
    for (int k = 24; k >= 0; k -= 8) f->packed[c.pos++] = (byte)(c.x1 >> k);
    f->psize = c.pos;
    f->crc = crc32(f->data, f->size);
    coder_close(&c);
}

static int unpack_ok(const Member *f)
{
    Coder c;
    byte *out = malloc(f->size + 1);
    if (!out) exit(1);
    coder_open(&c, f->packed, f->psize);
    for (int k = 0; k < 4; k++) c.x = c.x << 8 | c.buf[c.pos++];
    for (size_t i = 0; i < f->size; i++) {
        int v = 1;
        while (v < 256) v = v << 1 | code_bit(&c, -1);
        out[i] = (byte)v;
    }
    coder_close(&c);
    int ok = crc32(out, f->size) == f->crc && memcmp(out, f->data, f->size) == 0;
    free(out);
    return ok;
}

static uint32_t seed = 7;
static uint32_t rnd(uint32_t n) { seed = seed * 1664525u + 1013904223u; return (seed >> 10) % n; }

static void synth(Member *f, int kind, size_t size)
{
    static const char *const words[16] = { "the ", "valve ", "pressure ", "of ", "is ", "open, ", "closed. ",
        "pump ", "and ", "shall ", "not ", "exceed ", "limit ", "see ", "section ", "\n" };
    static const char *const suffix[4] = { "txt", "csv", "pcm", "bin" };
    snprintf(f->name, sizeof f->name, "member%02u.%s", rnd(90) + 10, suffix[kind]);
    f->size = size;
    if (!(f->data = calloc(size + 64, 1))) exit(1);
    int a = 0, b = 0;
    for (size_t i = 0; i < size; ) {
        char *p = (char *)f->data + i;
        if (kind == 0) i += (size_t)sprintf(p, "%s", words[rnd(8) + rnd(9)]);
        else if (kind == 1) i += (size_t)sprintf(p, "%d;%u;%d.%02u\n", a++, rnd(4) * 100, b += (int)rnd(5) - 2, rnd(100));
        else if (kind == 2) { b += (int)rnd(9) - 4 - a / 64; a += b; *p = (char)(a >> 2); i++; }
        else { *p = (char)(rnd(3) ? f->data[i > 16 ? i - 16 : 0] : rnd(256)); i++; }
    }
}

int main(int argc, char **argv)
{
    static const int share[11] = { 9, 14, 5, 11, 3, 20, 8, 6, 12, 4, 8 };       /* percent */
    size_t total = (size_t)(argc > 1 ? atoi(argv[1]) : 1900) * 1024, in = 0, out = 0;
    Member f[11];
    int bad = 0;
    uint32_t dir = 0;
    init_tables();
    for (int i = 0; i < 11; i++) synth(&f[i], i % 4, total / 100 * (size_t)share[i] + 100);
    /* members are coded independently; hand the long ones out first */
    int order[11];
    for (int i = 0; i < 11; i++) {
        int k = i;
        for (; k > 0 && f[order[k - 1]].size < f[i].size; k--) order[k] = order[k - 1];
        order[k] = i;
    }
    #pragma omp parallel for schedule(dynamic, 1)
    for (int i = 0; i < 11; i++) pack(&f[order[i]]);
    for (int i = 0; i < 11; i++) {
        printf("a %-14s %8zu -> %7zu  %.3f bpc  crc %08x\n", f[i].name, f[i].size, f[i].psize,
               8.0 * (double)f[i].psize / (double)f[i].size, f[i].crc);
        in += f[i].size, out += f[i].psize;
        dir = dir * 31 + crc32(f[i].packed, f[i].psize);
    }
    printf("archive %zu -> %zu, directory hash %08x\n", in, out, dir);
    int ok[11];
    #pragma omp parallel for schedule(dynamic, 1)
    for (int i = 0; i < 11; i++) ok[order[i]] = unpack_ok(&f[order[i]]);
    for (int i = 0; i < 11; i++) {
        printf("x %-14s %s\n", f[i].name, ok[i] ? "ok" : "CORRUPT");
        bad += !ok[i];
    }
    for (int i = 0; i < 11; i++) { free(f[i].data); free(f[i].packed); }
    return bad != 0;
}

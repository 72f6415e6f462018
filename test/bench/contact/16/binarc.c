/* binarc - block archiver with an adaptive binary range coder.
 * The input is cut into independent blocks; each is packed by an order-1
 * bitwise model, unpacked again and verified. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned int u32;
typedef unsigned char u8;

typedef struct {
    unsigned short *prob;   /* 256 contexts x 256 bit nodes */
    u32 low, range, code;
    int carry_run, cache;
    u8 *out;
    const u8 *in;
    size_t pos, cap;
} Coder;

typedef struct Block {
    u8 *raw, *packed;
    size_t nraw, npacked;
    int ok;
    u32 adler;
    struct Block *next;
} Block;

static Coder *coder_open(void)
{
    Coder *c = calloc(1, sizeof *c);
    if (!c || !(c->prob = malloc(65536 * sizeof *c->prob)))
        exit(1);
    return c;
}

static void coder_reset(Coder *c, u8 *buf, size_t cap)
{
    for (int i = 0; i < 65536; i++)
        c->prob[i] = 2048;
    c->low = 0;
    c->range = 0xffffffffu;
    c->out = buf;
    c->in = buf;
    c->pos = 0;
    c->cap = cap;
}

static void coder_close(Coder *c)
{
    free(c->prob);
    free(c);
}

static void put_byte(Coder *c, u8 b)
{
    if (c->pos < c->cap)
        c->out[c->pos] = b;
    c->pos++;
}

/* carry-less coder: the range is cut short when the top byte may still move */
static void enc_shift(Coder *c)
{
    while ((c->low ^ (c->low + c->range)) < (1u << 24) ||
           (c->range < (1u << 16) && ((c->range = (0u - c->low) & 0xffffu), 1))) {
        put_byte(c, (u8)(c->low >> 24));
        c->low <<= 8;
        c->range <<= 8;
    }
}

static void dec_shift(Coder *c)
{
    while ((c->low ^ (c->low + c->range)) < (1u << 24) ||
           (c->range < (1u << 16) && ((c->range = (0u - c->low) & 0xffffu), 1))) {
        c->code = (c->code << 8) | (c->pos < c->cap ? c->in[c->pos] : 0);
        c->pos++;
        c->low <<= 8;
        c->range <<= 8;
    }
}

static void enc_bit(Coder *c, unsigned short *p, int bit)
{
    u32 bound = (c->range >> 12) * *p;
    if (!bit) {
        c->range = bound;
        *p = (unsigned short)(*p + ((4096 - *p) >> 5));
    } else {
        c->low += bound;
        c->range -= bound;
        *p = (unsigned short)(*p - (*p >> 5));
    }
    enc_shift(c);
}

static int dec_bit(Coder *c, unsigned short *p)
{
    u32 bound = (c->range >> 12) * *p;
    int bit = (c->code - c->low) >= bound;
    if (!bit) {
        c->range = bound;
        *p = (unsigned short)(*p + ((4096 - *p) >> 5));
    } else {
        c->low += bound;
        c->range -= bound;
        *p = (unsigned short)(*p - (*p >> 5));
    }
    dec_shift(c);
    return bit;
}

static size_t pack(Coder *c, const u8 *src, size_t n, u8 *dst, size_t cap)
{
    int ctx = 0;
    coder_reset(c, dst, cap);
    for (size_t i = 0; i < n; i++) {
        int node = 1;
        for (int k = 7; k >= 0; k--) {
            int bit = (src[i] >> k) & 1;
            enc_bit(c, &c->prob[ctx * 256 + node], bit);
            node = node * 2 + bit;
        }
        ctx = src[i];
    }
    for (int k = 0; k < 4; k++) {
        put_byte(c, (u8)(c->low >> 24));
        c->low <<= 8;
    }
    return c->pos;
}

static void unpack(Coder *c, u8 *src, size_t cap, u8 *dst, size_t n)
{
    int ctx = 0;
    coder_reset(c, src, cap);
    c->code = 0;
    for (int k = 0; k < 4; k++) {
        c->code = (c->code << 8) | (c->pos < cap ? src[c->pos] : 0);
        c->pos++;
    }
    for (size_t i = 0; i < n; i++) {
        int node = 1;
        for (int k = 0; k < 8; k++)
            node = node * 2 + dec_bit(c, &c->prob[ctx * 256 + node]);
        dst[i] = (u8)node;
        ctx = dst[i];
    }
}

static void generate(u8 *p, size_t n, u32 seed)
{
    static const char *words[] = { "range ", "coder ", "block ", "the ", "of ", "entropy ", "adaptive ", "bit\n",
                                   "model ", "archive " };
    size_t i = 0;
    while (i < n) {
        seed = seed * 1103515245u + 12345u;
        const char *w = words[(seed >> 20) % 10];
        while (*w && i < n)
            p[i++] = (u8)*w++;
        if (((seed >> 12) & 15) == 0 && i < n)
            p[i++] = (u8)(seed >> 24);
    }
}

static u32 adler32(const u8 *p, size_t n)
{
    u32 a = 1, b = 0;
    for (size_t i = 0; i < n; i++) {
        a = (a + p[i]) % 65521u;
        b = (b + a) % 65521u;
    }
    return b << 16 | a;
}

int main(int argc, char **argv)
{
    int nblk = argc > 1 ? atoi(argv[1]) : 160;
    size_t bsize = argc > 2 ? (size_t)atol(argv[2]) : 65536;
    Block *head = NULL, **tail = &head;
    for (int i = 0; i < nblk; i++) {
        Block *b = calloc(1, sizeof *b);
        if (!b) return 1;
        b->nraw = bsize - (size_t)(i % 5) * (bsize / 16);
        b->raw = malloc(b->nraw + 1);
        b->packed = malloc(b->nraw + b->nraw / 4 + 64);
        if (!b->raw || !b->packed) return 1;
        generate(b->raw, b->nraw, 99u + (u32)i * 7u);
        *tail = b;
        tail = &b->next;
    }
    Coder *c = coder_open();
    u8 *check = malloc(bsize + 1);
    if (!check) return 1;
    for (Block *b = head; b; b = b->next) {
        b->npacked = pack(c, b->raw, b->nraw, b->packed, b->nraw + b->nraw / 4 + 64);
        unpack(c, b->packed, b->npacked, check, b->nraw);
        b->ok = memcmp(check, b->raw, b->nraw) == 0;
        b->adler = adler32(b->packed, b->npacked);
    }
    free(check);
    coder_close(c);
    size_t in = 0, out = 0;
    int good = 0;
    u32 sum = 0;
    for (Block *b = head, *nx; b; b = nx) {
        nx = b->next;
        in += b->nraw;
        out += b->npacked;
        good += b->ok;
        sum = sum * 31u + b->adler;
        free(b->raw);
        free(b->packed);
        free(b);
    }
    printf("blocks %d verified %d\nraw %zu packed %zu\nsum %08x\n", nblk, good, in, out, sum);
    return 0;
}

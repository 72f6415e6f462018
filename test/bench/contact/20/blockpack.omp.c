/* blockpack -- LZ77 + adaptive binary range coder, block by block.
 *
 * Packs a synthetic "source tree" in independent blocks, unpacks and checks.
 * Block: u32 raw size, u32 packed size, u32 crc of the raw data, payload.
 *   blockpack [megabytes] [block KiB]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <time.h>

#define HBITS   15
#define CHAIN   24
enum { MINLEN = 3, MAXLEN = 258 };
#define TOPV    (1u << 24)
typedef uint8_t u8;
typedef uint16_t u16; typedef uint32_t u32;

/* ---- models and match finder: one set per thread, reset for each block ---- */
static u16 m_flag[2], m_lit[256][256], m_len[512], m_slot[64], m_low[32 * 16];

static int head[1 << HBITS];
static int *prev_pos;
#pragma omp threadprivate(m_flag, m_lit, m_len, m_slot, m_low, head, prev_pos)

static u32 crc_tab[256];

static void models_reset(void)
{
    u16 *all[] = { m_flag, &m_lit[0][0], m_len, m_slot, m_low };
    size_t n[] = { 2, 65536, 512, 64, 512 };
    for (int t = 0; t < 5; t++)
        for (size_t i = 0; i < n[t]; i++) all[t][i] = 1024;
}

/* ---- range encoder (LZMA style) ---- */
typedef struct { uint64_t low; u32 range; u8 cache; u32 pending; u8 *out; size_t n; } Enc;

static void shift_low(Enc *e)
{
    if (e->low < 0xFF000000u || e->low > 0xFFFFFFFFu) {
        u8 carry = (u8)(e->low >> 32);
        do {
            e->out[e->n++] = (u8)(e->cache + carry);
            e->cache = 0xFF;
        } while (--e->pending);
        e->cache = (u8)(e->low >> 24);
    }
    e->pending++;
    e->low = (e->low & 0x00FFFFFFu) << 8;
}

static void enc_bit(Enc *e, u16 *p, int bit)
{
    u32 bound = (e->range >> 11) * *p;
    if (!bit) { e->range = bound; *p += (2048 - *p) >> 4; }
    else      { e->low += bound; e->range -= bound; *p -= *p >> 4; }
    while (e->range < TOPV) { e->range <<= 8; shift_low(e); }
}

static void enc_tree(Enc *e, u16 *m, int nbits, u32 v)
{
    u32 ctx = 1;
    for (int i = nbits - 1; i >= 0; i--) {
        int b = v >> i & 1;
        enc_bit(e, &m[ctx], b);
        ctx = ctx << 1 | b;
    }
}

/* ---- range decoder ---- */
typedef struct { u32 code, range; const u8 *in; } Dec;

static int dec_bit(Dec *d, u16 *p)
{
    u32 bound = (d->range >> 11) * *p;
    int bit = d->code >= bound;
    if (!bit) { d->range = bound; *p += (2048 - *p) >> 4; }
    else      { d->code -= bound; d->range -= bound; *p -= *p >> 4; }
    while (d->range < TOPV) { d->range <<= 8; d->code = d->code << 8 | *d->in++; }
    return bit;
}

static u32 dec_tree(Dec *d, u16 *m, int nbits)
{
    u32 ctx = 1;
    for (int i = 0; i < nbits; i++) ctx = ctx << 1 | dec_bit(d, &m[ctx]);
    return ctx - (1u << nbits);
}

static u32 crc32(const u8 *p, size_t n)
{
    u32 c = ~0u;
    while (n--) c = crc_tab[(c ^ *p++) & 255] ^ c >> 8;
    return ~c;
}

static u32 hash3(const u8 *p)
{
    return ((u32)p[0] << 16 ^ (u32)p[1] << 8 ^ p[2]) * 2654435761u >> (32 - HBITS);
}

static int find_match(const u8 *src, int n, int i, int *dist)
{
    int best = 0, max = n - i < MAXLEN ? n - i : MAXLEN;
    if (max < MINLEN) return 0;
    for (int c = 0, p = head[hash3(src + i)]; p >= 0 && c < CHAIN; c++, p = prev_pos[p]) {
        int l = 0;
        if (best && src[p + best] != src[i + best]) continue;
        while (l < max && src[p + l] == src[i + l]) l++;
        if (l > best) { best = l; *dist = i - p; if (l == max) break; }
    }
    return best;
}

static size_t pack_block(const u8 *src, int n, u8 *out)
{
    Enc e = { 0, 0xFFFFFFFFu, 0, 1, out, 0 };
    models_reset();
    memset(head, -1, sizeof head);
    for (int i = 0; i < n; ) {
        int dist = 0, len = find_match(src, n, i, &dist);
        if (len < MINLEN || (len == MINLEN && dist > 2048)) {
            len = 1;
            enc_bit(&e, &m_flag[0], 0);
            enc_tree(&e, m_lit[i ? src[i - 1] : 0], 8, src[i]);
        } else {
            int slot = 31 - __builtin_clz(dist);
            enc_bit(&e, &m_flag[0], 1);
            enc_tree(&e, m_len, 8, len - MINLEN);
            enc_tree(&e, m_slot, 5, slot);
            for (int b = slot - 1; b >= 0; b--)
                enc_bit(&e, &m_low[slot * 16 + (b < 15 ? b : 15)], dist >> b & 1);
        }
        for (int k = 0; k < len; k++, i++)
            if (i + MINLEN <= n) {
                u32 h = hash3(src + i);
                prev_pos[i] = head[h];
                head[h] = i;
            }
    }
    for (int k = 0; k < 5; k++) shift_low(&e);
    return e.n;
}

static void unpack_block(const u8 *in, u8 *dst, int n)
{
    Dec d = { 0, 0xFFFFFFFFu, in + 1 };
    for (int k = 0; k < 4; k++) d.code = d.code << 8 | *d.in++;
    models_reset();
    for (int i = 0; i < n; ) {
        if (!dec_bit(&d, &m_flag[0])) {
            dst[i] = (u8)dec_tree(&d, m_lit[i ? dst[i - 1] : 0], 8);
            i++;
        } else {
            int len = (int)dec_tree(&d, m_len, 8) + MINLEN, slot = (int)dec_tree(&d, m_slot, 5);
            int dist = 1;
            for (int b = slot - 1; b >= 0; b--)
                dist = dist << 1 | dec_bit(&d, &m_low[slot * 16 + (b < 15 ? b : 15)]);
            for (; len-- && i < n; i++) dst[i] = dst[i - dist];
        }
    }
}

static void synth(u8 *p, size_t n)
{
    static const char *w[] = { "static ", "int ", "return ", "if (", ") {\n", "}\n", "\t", "for (i = 0; i < ",
        "; i++)", "buf[", "] = ", "len", "size_t ", "struct node *", "->next", " + ", "NULL", ";\n", "/* ", " */\n" };
    u32 s = 12345;
    size_t i = 0;
    while (i < n) {
        s = s * 1103515245u + 12345u;
        const char *t = w[(s >> 16) % 20];
        char num[16];
        if ((s >> 8 & 7) == 0) { snprintf(num, sizeof num, "x%u", s >> 20); t = num; }
        while (*t && i < n) p[i++] = (u8)*t++;
    }
}

int main(int argc, char **argv)
{
    size_t n = (size_t)(argc > 1 ? atof(argv[1]) * 1048576 : 12 * 1048576);
    int bs = (argc > 2 ? atoi(argv[2]) : 128) * 1024;
    if (n < 1000 || bs < 1024) return fprintf(stderr, "bad size\n"), 1;
    for (u32 i = 0; i < 256; i++) {
        u32 c = i;
        for (int k = 0; k < 8; k++) c = c & 1 ? 0xEDB88320u ^ c >> 1 : c >> 1;
        crc_tab[i] = c;
    }
    u8 *raw = malloc(n), *back = malloc(n), *packed = malloc(n + n / 4 + 65536);
    long nblk = (long)((n + bs - 1) / bs);
    u8 **part = malloc(nblk * sizeof *part);
    size_t *at = malloc((nblk + 1) * sizeof *at);
    if (!raw || !back || !packed || !part || !at) return 1;
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    synth(raw, n);

    /* pack into separate buffers, then concatenate */
    #pragma omp parallel
    {
        prev_pos = malloc(bs * sizeof *prev_pos);
        if (!prev_pos) exit(1);
        #pragma omp for schedule(dynamic, 1)
        for (long k = 0; k < nblk; k++) {
            size_t p = (size_t)k * bs;
            u32 hdr[3] = { n - p < (size_t)bs ? (u32)(n - p) : (u32)bs, 0, 0 };
            part[k] = malloc(hdr[0] + hdr[0] / 4 + 4096);
            if (!part[k]) exit(1);
            hdr[1] = (u32)pack_block(raw + p, (int)hdr[0], part[k] + 12);
            hdr[2] = crc32(raw + p, hdr[0]);
            memcpy(part[k], hdr, 12);
            at[k + 1] = 12 + hdr[1];
        }
        free(prev_pos);
    }
    at[0] = 0;
    for (long k = 0; k < nblk; k++) at[k + 1] += at[k];
    size_t o = at[nblk];
    #pragma omp parallel for
    for (long k = 0; k < nblk; k++) {
        memcpy(packed + at[k], part[k], at[k + 1] - at[k]);
        free(part[k]);
    }
    printf("%zu bytes -> %zu in %ld blocks (%.4f), crc %08x\n", n, o, nblk, (double)o / n, crc32(packed, o));

    size_t q = 0, bad = 0;
    #pragma omp parallel for schedule(dynamic, 1) reduction(+: q, bad)
    for (long k = 0; k < nblk; k++) {
        u32 hdr[3];
        u8 *dst = back + (size_t)k * bs;
        memcpy(hdr, packed + at[k], 12);
        unpack_block(packed + at[k] + 12, dst, (int)hdr[0]);
        bad += crc32(dst, hdr[0]) != hdr[2];
        q += hdr[0];
    }
    printf("unpacked %zu bytes, %zu bad blocks, %s\n", q, bad, q == n && !memcmp(raw, back, n) ? "identical" : "DIFFERENT");
    clock_gettime(CLOCK_MONOTONIC, &b);
    fprintf(stderr, "%.3f s\n", (b.tv_sec - a.tv_sec) + 1e-9 * (b.tv_nsec - a.tv_nsec));
    free(raw); free(back); free(packed); free(part); free(at);
    return 0;
}

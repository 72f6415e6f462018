/* lzblk: block compressor. Text is generated, packed into an archive of
 * independent 64 KiB blocks (LZ77 + range of varint tokens), unpacked, compared.
 *   block := u32 raw_len, u32 packed_len, u32 crc, payload
 * usage: lzblk [kib] [effort] */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>

#define BLOCK 65536
#define HBITS 14
#define MINM 4
#define MAXM 1000

typedef struct { uint8_t *p; size_t len, cap; } Buf;

enum { LZ_OK = 0, LZ_NOMEM = -1, LZ_CORRUPT = -2, LZ_CRC = -3 };

static uint32_t crctab[256];
static int32_t head[1 << HBITS];
static int32_t chain[BLOCK];
#pragma omp threadprivate(head, chain)
typedef struct { long literals, matches, matchbytes, longest; } Stats;
static Stats st;

static void crc_init(void)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++) c = c & 1 ? 0xEDB88320u ^ (c >> 1) : c >> 1;
        crctab[i] = c;
    }
}

static uint32_t crc32(const uint8_t *p, size_t n)
{
    uint32_t c = ~0u;
    while (n--) c = crctab[(c ^ *p++) & 255] ^ (c >> 8);
    return ~c;
}

static int put(Buf *b, const void *src, size_t n)
{
    if (b->len + n > b->cap) {
        size_t cap = b->cap ? b->cap * 2 : 4096;
        while (cap < b->len + n) cap *= 2;
        uint8_t *q = realloc(b->p, cap);
        if (!q) return LZ_NOMEM;
        b->p = q;
        b->cap = cap;
    }
    memcpy(b->p + b->len, src, n);
    b->len += n;
    return LZ_OK;
}

static int put_varint(Buf *b, uint32_t v)
{
    uint8_t t[5];
    int n = 0;
    while (v > 127) { t[n++] = (uint8_t)(v | 128); v >>= 7; }
    t[n++] = (uint8_t)v;
    return put(b, t, n);
}

static int put_u32(Buf *b, uint32_t v)
{
    uint8_t t[4] = { (uint8_t)v, (uint8_t)(v >> 8), (uint8_t)(v >> 16), (uint8_t)(v >> 24) };
    return put(b, t, 4);
}

static uint32_t get_u32(const uint8_t *p) { return p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24; }

static unsigned hash4(const uint8_t *p)
{
    uint32_t v;
    memcpy(&v, p, 4);
    return (v * 2654435761u) >> (32 - HBITS);
}

static int longest_match(const uint8_t *in, int pos, int n, int effort, int *dist)
{
    int best = 0, limit = n - pos < MAXM ? n - pos : MAXM;
    if (limit < MINM) return 0;
    for (int c = head[hash4(in + pos)]; c >= 0 && effort-- > 0; c = chain[c]) {
        if (best && in[c + best] != in[pos + best]) continue;
        int l = 0;
        while (l < limit && in[c + l] == in[pos + l]) l++;
        if (l > best) {
            best = l;
            *dist = pos - c;
            if (best == limit) break;
        }
    }
    return best >= MINM ? best : 0;
}

static void insert(const uint8_t *in, int pos, int n)
{
    if (pos + MINM > n) return;
    unsigned h = hash4(in + pos);
    chain[pos] = head[h];
    head[h] = pos;
}

/* Token: varint literal run, bytes, varint match length (0 ends), varint distance. Lazy by one. */
static int pack_block(const uint8_t *in, int n, int effort, Buf *out, Stats *total)
{
    Stats st = { 0 };
    int pos = 0, lit = 0, dist = 0, d2 = 0, rc = 0;
    size_t start = out->len;
    rc |= put_u32(out, (uint32_t)n) | put_u32(out, 0) | put_u32(out, crc32(in, n));
    memset(head, -1, sizeof head);
    while (pos < n) {
        int len = longest_match(in, pos, n, effort, &dist);
        insert(in, pos, n);
        if (len && len < 64 && pos + 1 < n && longest_match(in, pos + 1, n, effort, &d2) > len) len = 0;
        if (!len) { pos++; continue; }
        rc |= put_varint(out, pos - lit) | put(out, in + lit, pos - lit);
        rc |= put_varint(out, len) | put_varint(out, dist);
        st.literals += pos - lit;
        st.matches++;
        st.matchbytes += len;
        if (len > st.longest) st.longest = len;
        for (int k = 1; k < len; k++) insert(in, pos + k, n);
        pos += len;
        lit = pos;
    }
    rc |= put_varint(out, n - lit) | put(out, in + lit, n - lit) | put_varint(out, 0);
    st.literals += n - lit;
    if (rc) return LZ_NOMEM;
    *total = st;
    uint32_t packed = (uint32_t)(out->len - start - 12);
    for (int k = 0; k < 4; k++) out->p[start + 4 + k] = (uint8_t)(packed >> (8 * k));
    return LZ_OK;
}

static const uint8_t *get_varint(const uint8_t *p, const uint8_t *end, uint32_t *v)
{
    int sh = 0;
    *v = 0;
    while (p < end && sh < 32) {
        *v |= (uint32_t)(*p & 127) << sh;
        if (!(*p++ & 128)) return p;
        sh += 7;
    }
    return NULL;
}

static int unpack_block(const uint8_t *p, const uint8_t *end, uint8_t *out, uint32_t n)
{
    uint32_t at = 0, run, len, dist;
    for (;;) {
        if (!(p = get_varint(p, end, &run)) || run > n - at || run > (uint32_t)(end - p)) return LZ_CORRUPT;
        memcpy(out + at, p, run);
        at += run;
        p += run;
        if (!(p = get_varint(p, end, &len))) return LZ_CORRUPT;
        if (!len) return at == n ? LZ_OK : LZ_CORRUPT;
        if (!(p = get_varint(p, end, &dist)) || !dist || dist > at || len > n - at) return LZ_CORRUPT;
        for (; len; len--, at++) out[at] = out[at - dist];
    }
}

static int unpack_all(const Buf *a, uint8_t *out, size_t total)
{
    size_t at = 0, off = 0, nb = 0;
    int bad = LZ_OK;
    struct { size_t off, at; } *blk = malloc((a->len / 12 + 1) * sizeof *blk);
    if (!blk) return LZ_NOMEM;
    while (off < a->len && !bad) {
        if (a->len - off < 12) { bad = LZ_CORRUPT; break; }
        uint32_t n = get_u32(a->p + off), packed = get_u32(a->p + off + 4);
        if (n > total - at || packed > a->len - off - 12) { bad = LZ_CORRUPT; break; }
        blk[nb].off = off;
        blk[nb++].at = at;
        at += n;
        off += 12 + packed;
    }
    #pragma omp parallel for schedule(dynamic, 4) reduction(min : bad)
    for (size_t i = 0; i < nb; i++) {
        const uint8_t *p = a->p + blk[i].off;
        uint32_t n = get_u32(p);
        int rc = unpack_block(p + 12, p + 12 + get_u32(p + 4), out + blk[i].at, n);
        if (!rc && crc32(out + blk[i].at, n) != get_u32(p + 8)) rc = LZ_CRC;
        if (rc < bad) bad = rc;
    }
    free(blk);
    return bad ? bad : at == total ? LZ_OK : LZ_CORRUPT;
}

static void make_text(uint8_t *p, size_t n)
{
    uint32_t r = 99;
    size_t i = 0;
    while (i < n) {
        r = r * 1664525u + 1013904223u;
        if (i > 3000 && (r >> 24) < 40) {                     /* quote something earlier */
            size_t from = i - 1 - (r >> 8) % 3000, len = 5 + (r >> 4) % 60;
            while (len-- && i < n) p[i++] = p[from++];
        } else {                                              /* a new "word" */
            int len = 2 + (r >> 28) % 7;
            while (len-- && i < n) { r = r * 1664525u + 1013904223u; p[i++] = "etaoinshrdlucmfw"[(r >> 20) % 16 & (r >> 27)]; }
            if (i < n) p[i++] = (r >> 16) % 12 ? ' ' : '\n';
        }
    }
}

int main(int argc, char **argv)
{
    size_t total = (argc > 1 ? strtoul(argv[1], NULL, 10) : 18000) * 1024;
    int effort = argc > 2 ? atoi(argv[2]) : 24, rc = LZ_OK;
    Buf arc = { 0 };
    uint8_t *text = malloc(total + 1), *back = malloc(total + 1);
    if (!total || !text || !back) { fprintf(stderr, "lzblk: no memory or nothing to do\n"); return 1; }
    crc_init();
    make_text(text, total);
    size_t nb = (total + BLOCK - 1) / BLOCK;
    Buf *part = calloc(nb, sizeof *part);
    if (!part) { fprintf(stderr, "lzblk: no memory or nothing to do\n"); return 1; }
    #pragma omp parallel reduction(min : rc)
    {
        Stats sum = { 0 };
        #pragma omp for schedule(dynamic, 1)
        for (size_t i = 0; i < nb; i++) {
            size_t off = i * BLOCK;
            Stats one = { 0 };
            int e = pack_block(text + off, total - off < BLOCK ? (int)(total - off) : BLOCK, effort, &part[i], &one);
            if (e < rc) rc = e;
            sum.literals += one.literals;
            sum.matches += one.matches;
            sum.matchbytes += one.matchbytes;
            if (one.longest > sum.longest) sum.longest = one.longest;
        }
        #pragma omp critical
        {
            st.literals += sum.literals;
            st.matches += sum.matches;
            st.matchbytes += sum.matchbytes;
            if (sum.longest > st.longest) st.longest = sum.longest;
        }
    }
    for (size_t i = 0; i < nb; i++) {
        if (!rc) rc = put(&arc, part[i].p, part[i].len);
        free(part[i].p);
    }
    free(part);
    if (!rc) rc = unpack_all(&arc, back, total);
    if (rc) { fprintf(stderr, "lzblk: error %d\n", rc); return 1; }
    if (memcmp(text, back, total)) { fprintf(stderr, "lzblk: round trip differs\n"); return 1; }
    printf("raw %zu packed %zu (%.3f)\n", total, arc.len, (double)arc.len / (double)total);
    printf("literals %ld matches %ld matched bytes %ld longest %ld\n", st.literals, st.matches, st.matchbytes, st.longest);
    uint32_t ca = 0, ct = 0;
    #pragma omp parallel sections
    {
        #pragma omp section
        ca = crc32(arc.p, arc.len);
        #pragma omp section
        ct = crc32(back, total);
    }
    printf("archive crc %08x text crc %08x\n", ca, ct);
    free(arc.p); free(text); free(back);
    return 0;
}

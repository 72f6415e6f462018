/* zpack - block compressor (LZ77 with hash chains), container with CRCs, verifying unpack.
 * usage: zpack [kilobytes] [block-kilobytes]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

#define HBITS 14
#define HSIZE (1 << HBITS)
#define MINMATCH 4
#define MAXMATCH 271
#define CHAIN 48

typedef unsigned char u8;
typedef struct { u8 *data; size_t len, cap; } sink;
typedef struct { uint32_t magic, raw, packed, crc; } blkhead;
struct stats { long literals, matches, matchbytes, stored; int longest; };

static uint32_t crctab[256];
static int head[HSIZE];
static int *chain;
static struct stats st;

static void crc_init(void)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
        crctab[i] = c;
    }
}

static uint32_t crc(const u8 *p, size_t n)
{
    uint32_t c = ~0u;
    while (n--) c = crctab[(c ^ *p++) & 255] ^ c >> 8;
    return ~c;
}

static void reserve(sink *s, size_t more)
{
    if (s->len + more <= s->cap) return;
    while (s->len + more > s->cap) s->cap = s->cap ? s->cap * 2 : 65536;
    s->data = realloc(s->data, s->cap);
    if (!s->data) { fprintf(stderr, "zpack: out of memory\n"); exit(1); }
}

static void emit(sink *s, int c)
{
    if (s->len == s->cap) reserve(s, 1);
    s->data[s->len++] = (u8)c;
}

static void emit_len(sink *s, int n)
{
    for (; n >= 255; n -= 255) emit(s, 255);
    emit(s, n);
}

static unsigned hash4(const u8 *p)
{
    uint32_t v = p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
    return v * 2654435761u >> (32 - HBITS);
}

static void token(sink *out, const u8 *lit, int nlit, int dist, int len)
{
    int a = nlit < 15 ? nlit : 15, b = len ? (len - MINMATCH < 15 ? len - MINMATCH : 15) : 0;
    emit(out, a << 4 | b);
    if (a == 15) emit_len(out, nlit - 15);
    for (int i = 0; i < nlit; i++) emit(out, lit[i]);
    emit(out, dist & 255); emit(out, dist >> 8);
    if (len && b == 15) emit_len(out, len - MINMATCH - 15);
    st.literals += nlit;
    if (len) { st.matches++; st.matchbytes += len; if (len > st.longest) st.longest = len; }
}

static void squeeze(const u8 *in, int n, sink *out)
{
    int i = 0, anchor = 0;
    for (int h = 0; h < HSIZE; h++) head[h] = -1;
    while (i + MINMATCH < n) {
        unsigned h = hash4(in + i);
        int best = 0, where = 0, tries = CHAIN, limit = n - i < MAXMATCH ? n - i : MAXMATCH;
        for (int c = head[h]; c >= 0 && i - c < 65536 && tries--; c = chain[c]) {
            if (best && in[c + best] != in[i + best]) continue;
            int m = 0;
            while (m < limit && in[c + m] == in[i + m]) m++;
            if (m > best) { best = m; where = c; if (m == limit) break; }
        }
        if (best < MINMATCH) {
            chain[i] = head[h]; head[h] = i++;
            continue;
        }
        token(out, in + anchor, i - anchor, i - where, best);
        for (int e = i + best; i < e; i++)
            if (i + MINMATCH < n) { unsigned g = hash4(in + i); chain[i] = head[g]; head[g] = i; }
        anchor = i;
    }
    token(out, in + anchor, n - anchor, 0, 0);
}

static void pack_block(const u8 *in, int n, sink *out)
{
    size_t at = out->len;
    blkhead bh = { 0x4b50425au, (uint32_t)n, 0, crc(in, (size_t)n) };
    reserve(out, sizeof bh);
    out->len += sizeof bh;
    squeeze(in, n, out);
    if (out->len - at - sizeof bh >= (size_t)n) {          /* did not help: store */
        out->len = at + sizeof bh;
        reserve(out, (size_t)n);
        memcpy(out->data + out->len, in, (size_t)n);
        out->len += (size_t)n;
        st.stored++;
    }
    bh.packed = (uint32_t)(out->len - at - sizeof bh);
    memcpy(out->data + at, &bh, sizeof bh);
}

static int unpack_block(const u8 *p, const blkhead *bh, u8 *dst)
{
    const u8 *end = p + bh->packed;
    size_t o = 0;
    if (bh->packed == bh->raw) { memcpy(dst, p, bh->raw); return 0; }
    while (p < end) {
        int t = *p++, nlit = t >> 4, len = t & 15, c;
        if (nlit == 15) do { c = *p++; nlit += c; } while (c == 255);
        if (o + (size_t)nlit > bh->raw || p + nlit > end) return -1;
        memcpy(dst + o, p, (size_t)nlit);
        o += (size_t)nlit; p += nlit;
        int dist = p[0] | p[1] << 8;
        p += 2;
        if (!dist) break;
        if (len == 15) do { c = *p++; len += c; } while (c == 255);
        len += MINMATCH;
        if ((size_t)dist > o || o + (size_t)len > bh->raw) return -1;
        for (int k = 0; k < len; k++, o++) dst[o] = dst[o - (size_t)dist];
    }
    return o == bh->raw && p == end ? 0 : -1;
}

static void make_input(u8 *p, size_t n)
{
    static const char *const word[] = { "sensor", "value", "temp", "pressure", "{\"id\":", "},\n", "\"unit\":\"", "kPa", "null", "true",
        "timestamp", "1970-01-01T", "node-", "ERROR ", "warning: ", "retry", ", ", " = ", "0x", "config.section.", "\t", "end" };
    uint32_t r = 2463534242u; size_t i = 0;
    while (i < n) {
        r ^= r << 13; r ^= r >> 17; r ^= r << 5;
        if ((i >> 16) % 9 == 7) { p[i++] = (u8)(r >> 11); continue; }       /* a noisy stretch */
        if ((i >> 14) % 5 == 3 && i > 4096) { p[i] = (u8)(p[i - 600] + (r % 19 == 0)); i++; continue; }
        if (r % 4 == 0) { p[i++] = (u8)('0' + (r >> 8) % 10); continue; }
        for (const char *w = word[(r >> 5) % 22]; *w && i < n; w++) p[i++] = (u8)*w;
    }
}

int main(int argc, char **argv)
{
    size_t total = (argc > 1 ? strtoul(argv[1], NULL, 10) : 24000) * 1024, blk = (argc > 2 ? strtoul(argv[2], NULL, 10) : 128) * 1024;
    u8 *in = malloc(total + 1), *back = malloc(total + 1);
    sink out = { 0 };
    int rc = 1;
    chain = malloc(blk * sizeof *chain + 1);
    if (!in || !back || !chain || !blk) goto done;
    crc_init();
    make_input(in, total);
    for (size_t o = 0; o < total; o += blk) pack_block(in + o, (int)(total - o < blk ? total - o : blk), &out);
    printf("raw %zu packed %zu ratio %.4f crc %08x\n", total, out.len, (double)out.len / (double)(total + 1), crc(out.data, out.len));
    printf("literals %ld matches %ld mean %.3f longest %d stored %ld\n", st.literals, st.matches,
           st.matches ? (double)st.matchbytes / (double)st.matches : 0.0, st.longest, st.stored);
    size_t at = 0, o = 0; int nblk = 0; uint32_t worst = 0;
    while (at < out.len) {
        blkhead bh;
        memcpy(&bh, out.data + at, sizeof bh);
        at += sizeof bh;
        if (bh.magic != 0x4b50425au || o + bh.raw > total || unpack_block(out.data + at, &bh, back + o) || crc(back + o, bh.raw) != bh.crc) {
            fprintf(stderr, "zpack: block %d damaged\n", nblk);
            goto done;
        }
        if (bh.packed > worst) worst = bh.packed;
        at += bh.packed; o += bh.raw; nblk++;
    }
    rc = o != total || memcmp(in, back, total);
    printf("blocks %d largest %u verify %s crc %08x\n", nblk, worst, rc ? "FAILED" : "ok", crc(back, total));
done:
    free(in); free(back); free(chain); free(out.data);
    return rc;
}

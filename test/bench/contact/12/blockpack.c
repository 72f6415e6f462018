/* blockpack - block compressor: LZ77 with hash chains + canonical Huffman
 *
 * The input is cut in blocks that are compressed independently of each
 * other; the archive is decompressed again and compared.
 *
 *   blockpack [kilobytes [block-kilobytes]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

typedef uint8_t  u8;
typedef uint32_t u32;

#define HBITS    14
#define WINDOW   32768
#define MINMATCH 4
#define MAXMATCH 130
#define MAXCHAIN 48
#define NSYM     384            /* 0..255 literals, 256.. match lengths */
#define MAXBITS  15

/* compressor work area */
static int head[1 << HBITS], chain[1 << 17];
static struct token { uint16_t sym, dist; } tokens[1 << 17];
static int ntokens;

/* statistics */
static long n_literals, n_matches, n_stored;

static u32 crc_table[256];

static void crc_init(void)
{
    for (u32 i = 0; i < 256; i++) {
        u32 c = i;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xEDB88320u ^ (c >> 1) : c >> 1;
        crc_table[i] = c;
    }
}

static u32 crc32(const u8 *p, size_t n)
{
    u32 c = 0xFFFFFFFFu;
    while (n--)
        c = crc_table[(c ^ *p++) & 255] ^ (c >> 8);
    return ~c;
}

/* ---- bit i/o ---- */
typedef struct { u8 *p, *end; u32 acc; int n; } bits;

static int put(bits *b, u32 v, int n)
{
    b->acc |= v << b->n;
    b->n += n;
    while (b->n >= 8) {
        if (b->p == b->end)
            return 0;
        *b->p++ = (u8)b->acc;
        b->acc >>= 8;
        b->n -= 8;
    }
    return 1;
}

static u32 get(bits *b, int n)
{
    while (b->n < n) {
        b->acc |= (u32)(b->p < b->end ? *b->p++ : 0) << b->n;
        b->n += 8;
    }
    u32 v = b->acc & ((1u << n) - 1);
    b->acc >>= n;
    b->n -= n;
    return v;
}

/* ---- huffman ---- */
static void code_lengths(const u32 *freq_in, u8 *len)
{
    u32 freq[NSYM];
    memcpy(freq, freq_in, sizeof freq);
    for (;;) {
        u32 w[2 * NSYM];
        int parent[2 * NSYM], alive[NSYM], na = 0, n = NSYM, max = 0;
        for (int i = 0; i < NSYM; i++) {
            len[i] = 0;
            if (freq[i]) {
                w[i] = freq[i];
                alive[na++] = i;
            }
        }
        if (na == 1) {
            len[alive[0]] = 1;
            return;
        }
        int root = -1;
        while (na > 1) {
            int a = 0, b = 1;       /* the two lightest */
            if (w[alive[b]] < w[alive[a]]) { a = 1; b = 0; }
            for (int i = 2; i < na; i++) {
                if (w[alive[i]] < w[alive[a]]) { b = a; a = i; }
                else if (w[alive[i]] < w[alive[b]]) b = i;
            }
            w[n] = w[alive[a]] + w[alive[b]];
            parent[alive[a]] = parent[alive[b]] = n;
            root = n;
            alive[a] = n++;
            alive[b] = alive[--na];
        }
        for (int i = 0; i < NSYM; i++)
            if (freq[i]) {
                int d = 0;
                for (int k = i; k != root; k = parent[k])
                    d++;
                len[i] = (u8)d;
                if (d > max)
                    max = d;
            }
        if (max <= MAXBITS)
            return;
        for (int i = 0; i < NSYM; i++)      /* flatten and try again */
            if (freq[i])
                freq[i] = freq[i] / 2 + 1;
    }
}

/* canonical codes, bit reversed for the LSB first bit stream */
static void make_codes(const u8 *len, u32 *code)
{
    u32 next = 0;
    for (int l = 1; l <= MAXBITS; l++) {
        for (int i = 0; i < NSYM; i++)
            if (len[i] == l) {
                u32 r = 0;
                for (int k = 0; k < l; k++)
                    if (next >> k & 1)
                        r |= 1u << (l - 1 - k);
                code[i] = r;
                next++;
            }
        next <<= 1;
    }
}

/* ---- LZ77 ---- */
static u32 hash4(const u8 *p)
{
    u32 v = p[0] | (u32)p[1] << 8 | (u32)p[2] << 16 | (u32)p[3] << 24;
    return v * 2654435761u >> (32 - HBITS);
}

static int longest(const u8 *src, int n, int pos, int *dist)
{
    int best = 0, limit = n - pos < MAXMATCH ? n - pos : MAXMATCH;
    int c = head[hash4(src + pos)];
    for (int k = 0; k < MAXCHAIN && c >= 0 && pos - c < WINDOW; k++, c = chain[c]) {
        int l = 0;
        while (l < limit && src[c + l] == src[pos + l])
            l++;
        if (l > best) {
            best = l;
            *dist = pos - c;
            if (l == limit)
                break;
        }
    }
    return best;
}

static void insert(const u8 *src, int n, int pos)
{
    if (pos + MINMATCH <= n) {
        u32 h = hash4(src + pos);
        chain[pos] = head[h];
        head[h] = pos;
    }
}

static void parse(const u8 *src, int n)
{
    memset(head, -1, sizeof head);
    ntokens = 0;
    for (int pos = 0; pos < n; ) {
        int dist = 0, len = 0;
        if (pos + MINMATCH <= n)
            len = longest(src, n, pos, &dist);
        struct token *t = &tokens[ntokens++];
        if (len >= MINMATCH) {
            t->sym = (uint16_t)(256 + len - MINMATCH);
            t->dist = (uint16_t)dist;
            n_matches++;
        } else {
            t->sym = src[pos];
            t->dist = 0;
            len = 1;
            n_literals++;
        }
        while (len--)
            insert(src, n, pos++);
    }
}

/* returns the compressed size, or 0 if the block does not get smaller */
static int pack(const u8 *src, int n, u8 *dst)
{
    u32 freq[NSYM] = { 0 }, code[NSYM] = { 0 };
    u8 len[NSYM];
    parse(src, n);
    for (int i = 0; i < ntokens; i++)
        freq[tokens[i].sym]++;
    code_lengths(freq, len);
    make_codes(len, code);
    bits b = { dst, dst + n - 1, 0, 0 };
    int ok = 1;
    for (int i = 0; i < NSYM; i++)
        ok = ok && put(&b, len[i], 4);
    for (int i = 0; i < ntokens && ok; i++) {
        int s = tokens[i].sym;
        ok = put(&b, code[s], len[s]);
        if (ok && s >= 256)
            ok = put(&b, tokens[i].dist, 15);
    }
    if (!ok || !put(&b, 0, 7)) {
        n_stored++;
        return 0;
    }
    return (int)(b.p - dst);
}

static void unpack(const u8 *src, int size, u8 *dst, int n)
{
    u8 len[NSYM];
    u32 code[NSYM] = { 0 };
    static uint16_t table[1 << MAXBITS];
    bits b = { (u8 *)src, (u8 *)src + size, 0, 0 };
    for (int i = 0; i < NSYM; i++)
        len[i] = (u8)get(&b, 4);
    make_codes(len, code);
    for (u32 i = 0; i < NSYM; i++)
        if (len[i])
            for (u32 k = code[i]; k < 1u << MAXBITS; k += 1u << len[i])
                table[k] = (uint16_t)i;
    for (int pos = 0; pos < n; ) {
        while (b.n < MAXBITS) {
            b.acc |= (u32)(b.p < b.end ? *b.p++ : 0) << b.n;
            b.n += 8;
        }
        int s = table[b.acc & ((1u << MAXBITS) - 1)];
        b.acc >>= len[s];
        b.n -= len[s];
        if (s < 256)
            dst[pos++] = (u8)s;
        else {
            int d = (int)get(&b, 15), l = s - 256 + MINMATCH;
            for (; l > 0 && pos < n; l--, pos++)
                dst[pos] = dst[pos - d];
        }
    }
}

/* ---- test data: text-like, records and noise in turn ---- */
static void make_input(u8 *p, size_t n)
{
    static const char *words[] = { "the ", "block ", "of ", "data ", "is ", "packed ", "into ", "an ",
        "archive", ", ", ". ", "file ", "which ", "window ", "token ", "length ", "and ", "0x1f " };
    u32 s = 99;
    size_t i = 0;
    while (i < n) {
        s = s * 1664525u + 1013904223u;
        u32 kind = (u32)(i >> 17) % 5;
        if (kind < 3) {
            const char *w = words[(s >> 16) % 18];
            while (*w && i < n)
                p[i++] = (u8)*w++;
        } else if (kind == 3) {
            u32 rec[4] = { (u32)i & 0xFFF0u, s >> 28, 7, s >> 20 };
            for (int k = 0; k < 16 && i < n; k++)
                p[i++] = (u8)(rec[k / 4] >> 8 * (k % 4));
        } else
            p[i++] = (u8)(s >> 24);
    }
}

int main(int argc, char **argv)
{
    size_t n = (size_t)(argc > 1 ? atoi(argv[1]) : 30720) * 1024;
    int bs = (argc > 2 ? atoi(argv[2]) : 64) * 1024;
    if (n < 1 || bs < 1024 || bs > 1 << 17)
        return fprintf(stderr, "usage: blockpack [kilobytes [block-kilobytes <= 128]]\n"), 1;
    int nblocks = (int)((n + bs - 1) / bs);
    u8 *in = malloc(n), *arc = malloc(n + 8), *out = malloc(n);
    size_t *offset = malloc((nblocks + 1) * sizeof *offset);
    u32 *crc = malloc(nblocks * sizeof *crc);
    char *stored = malloc(nblocks);
    if (!in || !arc || !out || !offset || !crc || !stored)
        return perror("blockpack"), 1;
    crc_init();
    make_input(in, n);

    size_t pos = 0;
    for (int b = 0; b < nblocks; b++) {
        const u8 *src = in + (size_t)b * bs;
        int len = b == nblocks - 1 ? (int)(n - (size_t)b * bs) : bs;
        int size = pack(src, len, arc + pos);
        stored[b] = size == 0;
        if (size == 0) {
            memcpy(arc + pos, src, len);
            size = len;
        }
        crc[b] = crc32(src, len);
        offset[b] = pos;
        pos += size;
    }
    offset[nblocks] = pos;

    int bad = 0;
    for (int b = 0; b < nblocks; b++) {
        u8 *dst = out + (size_t)b * bs;
        int len = b == nblocks - 1 ? (int)(n - (size_t)b * bs) : bs;
        if (stored[b])
            memcpy(dst, arc + offset[b], len);
        else
            unpack(arc + offset[b], (int)(offset[b + 1] - offset[b]), dst, len);
        if (crc32(dst, len) != crc[b])
            bad++;
    }
    printf("%zu -> %zu bytes in %d blocks (%.3f%%)\n", n, pos, nblocks, 100.0 * pos / n);
    printf("%ld literals, %ld matches, %ld blocks stored\n", n_literals, n_matches, n_stored);
    printf("archive crc %08x, output %s, %d bad blocks\n", crc32(arc, pos),
           memcmp(in, out, n) ? "differs" : "identical", bad);
    free(in); free(arc); free(out);
    free(offset); free(crc); free(stored);
    return bad != 0;
}

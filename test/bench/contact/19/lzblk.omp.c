/* lzblk.c - block compressor: hash-chain LZ77 with lazy matching, then a
 * per-block canonical Huffman code. Compresses, decompresses, verifies. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
typedef unsigned char u8;
typedef uint32_t u32;
#define BLOCK     (1 << 16)
#define HBITS     14
#define MINMATCH  4
#define MAXMATCH  130
#define NSYM      (256 + MAXMATCH - MINMATCH + 1)   /* literals and lengths */
#define MAXBITS   20
#define DEPTH     96
struct token { uint16_t sym, dist; };
struct coder {
    int head[1 << HBITS];
    int chain[BLOCK];
    struct token tok[BLOCK];
    int ntok;
    u32 freq[NSYM];
    u8 bits[NSYM];
    u32 code[NSYM];
};
struct buf { u8 *p; size_t len, cap; uint64_t acc; int nacc; };
struct totals { long literals, matches, matchbytes, stored; };
static struct totals tot;
#pragma omp threadprivate(tot)
static void put8(struct buf *b, u8 v)
{
    if (b->len == b->cap) {
        b->cap = b->cap ? b->cap * 2 : 4096;
        b->p = realloc(b->p, b->cap);
        if (!b->p) { perror("lzblk"); exit(1); }
    }
    b->p[b->len++] = v;
}
static void put32(struct buf *b, u32 v) { for (int i = 0; i < 4; i++) put8(b, (u8)(v >> 8 * i)); }
static void putbits(struct buf *b, u32 v, int n)
{
    b->acc |= (uint64_t)v << b->nacc;
    b->nacc += n;
    while (b->nacc >= 8) { put8(b, (u8)b->acc); b->acc >>= 8; b->nacc -= 8; }
}
static void flushbits(struct buf *b) { if (b->nacc > 0) put8(b, (u8)b->acc); b->acc = 0; b->nacc = 0; }
static u32 get32(const u8 *p) { return p[0] | p[1] << 8 | p[2] << 16 | (u32)p[3] << 24; }
static u32 hash4(const u8 *p) { u32 v; memcpy(&v, p, 4); return v * 2654435761u >> (32 - HBITS); }

static int longest(struct coder *c, const u8 *s, int pos, int n, int *dist)
{
    int best = MINMATCH - 1, limit = n - pos < MAXMATCH ? n - pos : MAXMATCH, tries = DEPTH;
    if (limit < MINMATCH) return 0;
    for (int k = c->head[hash4(s + pos)]; k >= 0 && tries--; k = c->chain[k]) {
        if (best < limit && s[k + best] != s[pos + best]) continue;
        int l = 0;
        while (l < limit && s[k + l] == s[pos + l]) l++;
        if (l > best) { best = l; *dist = pos - k; if (l == limit) break; }
    }
    return best >= MINMATCH ? best : 0;
}

static void insert(struct coder *c, const u8 *s, int pos, int n)
{
    if (pos + 4 > n) return;
    u32 h = hash4(s + pos);
    c->chain[pos] = c->head[h];
    c->head[h] = pos;
}

static void parse(struct coder *c, const u8 *s, int n)
{
    int pos = 0, d = 0, d2 = 0;
    memset(c->head, 0xff, sizeof c->head);
    memset(c->freq, 0, sizeof c->freq);
    c->ntok = 0;
    while (pos < n) {
        int l = longest(c, s, pos, n, &d);
        insert(c, s, pos, n);
        if (l && l < 32 && longest(c, s, pos + 1, n, &d2) > l) l = 0;
        struct token *t = &c->tok[c->ntok++];
        t->sym = l ? 256 + l - MINMATCH : s[pos];
        t->dist = l ? d : 0;
        c->freq[t->sym]++;
        if (!l) { tot.literals++; pos++; continue; }
        tot.matches++;
        tot.matchbytes += l;
        for (int k = 1; k < l; k++) insert(c, s, pos + k, n);
        pos += l;
    }
}

/* Huffman code lengths by repeated merging of the two lightest trees */
static void lengths(const u32 *freq, u8 *bits)
{
    u32 w[2 * NSYM]; int up[2 * NSYM], live[NSYM], scale = 0;
again:;
    int nl = 0, nn = NSYM, worst = 0;
    for (int i = 0; i < NSYM; i++) {
        bits[i] = 0;
        if (!freq[i]) continue;
        w[i] = (freq[i] >> scale) + 1;
        live[nl++] = i;
    }
    if (nl == 1) { bits[live[0]] = 1; return; }
    while (nl > 1) {
        int a = 0, b = 1;
        if (w[live[b]] < w[live[a]]) { a = 1; b = 0; }
        for (int i = 2; i < nl; i++) {
            if (w[live[i]] < w[live[a]]) { b = a; a = i; }
            else if (w[live[i]] < w[live[b]]) b = i;
        }
        w[nn] = w[live[a]] + w[live[b]];
        up[live[a]] = up[live[b]] = nn;
        live[a] = nn++;
        live[b] = live[--nl];
    }
    for (int i = 0; i < NSYM; i++) {
        if (!freq[i]) continue;
        int d = 0;
        for (int k = i; k != nn - 1; k = up[k]) d++;
        bits[i] = d;
        if (d > worst) worst = d;
    }
    if (worst > MAXBITS) { scale++; goto again; }
}

static void canonical(const u8 *bits, u32 *code)
{
    u32 next = 0;
    for (int l = 1; l <= MAXBITS; l++, next <<= 1)
        for (int i = 0; i < NSYM; i++)
            if (bits[i] == l) {
                u32 v = next++, r = 0;
                for (int k = 0; k < l; k++) r = r << 1 | (v >> k & 1);
                code[i] = r;
            }
}

static void compress_block(struct coder *c, const u8 *s, int n, struct buf *out)
{
    size_t at = out->len;
    put32(out, (u32)n);
    put32(out, 0);
    parse(c, s, n);
    lengths(c->freq, c->bits);
    canonical(c->bits, c->code);
    put32(out, c->ntok);
    for (int i = 0; i < NSYM; i++) put8(out, c->bits[i]);
    for (int i = 0; i < c->ntok; i++) {
        struct token *t = &c->tok[i];
        putbits(out, c->code[t->sym], c->bits[t->sym]);
        if (t->dist) putbits(out, t->dist, 16);
    }
    flushbits(out);
    if (out->len - at > (size_t)n + 8) {        /* incompressible: store */
        out->len = at + 8;
        for (int i = 0; i < n; i++) put8(out, s[i]);
        tot.stored++;
    }
    u32 size = (u32)(out->len - at);
    for (int i = 0; i < 4; i++) out->p[at + 4 + i] = (u8)(size >> 8 * i);
}

static int expand_block(const u8 *p, u8 *dst)
{
    int n = (int)get32(p), ntok, pos = 0, cnt[MAXBITS + 1] = { 0 }, order[NSYM], k = 0;
    u32 size = get32(p + 4);
    if (size == (u32)n + 8) { memcpy(dst, p + 8, n); return n; }
    ntok = (int)get32(p + 8);
    const u8 *bits = p + 12, *q = bits + NSYM;
    for (int l = 1; l <= MAXBITS; l++)
        for (int i = 0; i < NSYM; i++)
            if (bits[i] == l) { cnt[l]++; order[k++] = i; }
    int bp = 0;
    for (int t = 0; t < ntok; t++) {
        int code = 0, first = 0, base = 0, l;
        for (l = 1; l <= MAXBITS; l++) {
            code |= q[bp >> 3] >> (bp & 7) & 1; bp++;
            if (code - first < cnt[l]) break;
            base += cnt[l];
            first = (first + cnt[l]) << 1;
            code <<= 1;
        }
        if (l > MAXBITS) return -1;
        int sym = order[base + code - first];
        if (sym < 256) { if (pos >= n) return -1; dst[pos++] = sym; continue; }
        int d = 0, len = sym - 256 + MINMATCH;
        for (int i = 0; i < 16; i++, bp++) d |= (q[bp >> 3] >> (bp & 7) & 1) << i;
        if (d == 0 || d > pos || pos + len > n) return -1;
        for (; len--; pos++) dst[pos] = dst[pos - d];
    }
    return pos;
}

static u32 adler(const u8 *p, size_t n)
{
    u32 a = 1, b = 0;
    while (n) {
        size_t k = n < 5552 ? n : 5552;
        n -= k;
        while (k--) { a += *p++; b += a; }
        a %= 65521; b %= 65521;
    }
    return b << 16 | a;
}

static void fill(u8 *p, size_t n)
{
    static const char *w[] = { "pump", "valve", "pressure", " error at ", "sensor/", "\n", "temp=", "0.", "ok;", "restart", "<row id=", "/>" };
    u32 r = 77;
    size_t i = 0;
    while (i < n) {
        r = r * 1664525u + 1013904223u;
        u32 k = r >> 16, kind = (i >> 18) % 5;
        if (kind == 3) p[i++] = (u8)(128 + (k & 15) + (k >> 4 & 15) - 16);
        else if (kind == 4 && (i >> 16) % 4 == 1) p[i++] = (u8)(k >> 5);
        else if (kind == 4 && i % 3) p[i++] = (u8)(k >> 3);
        else if (k % 5 == 0) p[i++] = '0' + k / 5 % 10;
        else for (const char *s = w[k % 12]; *s && i < n; ) p[i++] = *s++;
    }
}

int main(int argc, char **argv)
{
    size_t n = (size_t)(argc > 1 ? atoi(argv[1]) : 30000) * 1000;
    u8 *src = malloc(n + 1), *back = malloc(n + 1);
    struct buf out = { 0 };
    if (!src || !back) { perror("lzblk"); return 1; }
    fill(src, n);

    int nb = (int)((n + BLOCK - 1) / BLOCK);
    struct buf *part = calloc(nb + 1, sizeof *part);
    size_t *from = malloc((nb + 1) * sizeof *from);
    long lit = 0, mat = 0, matb = 0, sto = 0;
    if (!part || !from) { perror("lzblk"); return 1; }
    #pragma omp parallel reduction(+:lit, mat, matb, sto)
    {
        struct coder *c = malloc(sizeof *c);
        if (!c) { perror("lzblk"); exit(1); }
        memset(&tot, 0, sizeof tot);
        #pragma omp for schedule(dynamic, 1)
        for (int b = 0; b < nb; b++) {
            size_t at = (size_t)b * BLOCK;
            compress_block(c, src + at, (int)(n - at < BLOCK ? n - at : BLOCK), &part[b]);
        }
        free(c);
        lit += tot.literals; mat += tot.matches; matb += tot.matchbytes; sto += tot.stored;
    }
    tot = (struct totals){ lit, mat, matb, sto };
    for (int b = 0; b < nb; b++) { from[b] = out.len; out.len += part[b].len; }
    out.p = malloc(out.len + 1);
    if (!out.p) { perror("lzblk"); return 1; }
    #pragma omp parallel for schedule(static)
    for (int b = 0; b < nb; b++) {
        memcpy(out.p + from[b], part[b].p, part[b].len);
        free(part[b].p);
    }
    free(part);

    /* block starts come from the headers; every block but the last is full */
    size_t pos = 0, w = 0, badpos = (size_t)-1;
    int found = 0;
    while (pos < out.len && found < nb) { from[found++] = pos; pos += get32(out.p + pos + 4); }
    #pragma omp parallel for schedule(dynamic, 4) reduction(+:w) reduction(min:badpos)
    for (int b = 0; b < found; b++) {
        int got = expand_block(out.p + from[b], back + (size_t)b * BLOCK);
        if (got < 0) badpos = from[b] < badpos ? from[b] : badpos;
        else w += got;
    }
    if (badpos != (size_t)-1) { fprintf(stderr, "corrupt block at %zu\n", badpos); return 1; }
    free(from);
    printf("in %zu out %zu ratio %.4f\n", n, out.len, (double)out.len / (n ? n : 1));
    printf("literals %ld matches %ld avg %.3f stored %ld\n", tot.literals, tot.matches,
           tot.matches ? (double)tot.matchbytes / tot.matches : 0.0, tot.stored);
    printf("adler in %08x packed %08x\n", adler(src, n), adler(out.p, out.len));
    printf("verify %s\n", w == n && !memcmp(src, back, n) ? "ok" : "FAILED");
    free(src); free(back); free(out.p);
    return 0;
}

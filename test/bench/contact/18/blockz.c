/* blockz.c -- block compressor: LZ77 (hash chains, lazy matching) followed by
 * canonical Huffman coding of the literal/length symbols.  Every block stands
 * alone.  The program compresses a generated corpus, expands it again and
 * compares. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK   (64 * 1024)
#define HBITS   14
#define MINLEN  4
#define MAXLEN  67
#define NSYM    (256 + 64)
#define MAXBITS 15
#define CHAIN   48

typedef struct { uint16_t sym; uint16_t dist; } token;

typedef struct {
    int head[1 << HBITS];
    int prev[BLOCK];
    token tok[BLOCK];
    int ntok;
    unsigned freq[NSYM];
    unsigned char len[NSYM];
    unsigned short code[NSYM];
} lzstate;

typedef struct { unsigned char *p; size_t n, cap; } bytes;
typedef struct { bytes *b; uint64_t acc; int cnt; } bitw;

static void push(bytes *b, unsigned c)
{
    if (b->n == b->cap) {
        b->cap = b->cap ? b->cap * 2 : 4096;
        b->p = realloc(b->p, b->cap);
        if (!b->p) { perror("blockz"); exit(1); }
    }
    b->p[b->n++] = (unsigned char)c;
}

static void putbits(bitw *w, unsigned v, int n)
{
    w->acc = w->acc << n | v;
    w->cnt += n;
    while (w->cnt >= 8) {
        w->cnt -= 8;
        push(w->b, (unsigned)(w->acc >> w->cnt) & 255);
    }
}

static unsigned hash4(const unsigned char *p)
{
    uint32_t v;
    memcpy(&v, p, 4);
    return v * 2654435761u >> (32 - HBITS);
}

static int longest(const lzstate *z, const unsigned char *in, int pos, int n, int *dist)
{
    int best = 0, limit = n - pos < MAXLEN ? n - pos : MAXLEN, tries = CHAIN;
    if (limit < MINLEN) return 0;
    for (int c = z->head[hash4(in + pos)]; c >= 0 && tries-- > 0; c = z->prev[c]) {
        int l = 0;
        if (best && in[c + best] != in[pos + best]) continue;
        while (l < limit && in[c + l] == in[pos + l]) l++;
        if (l > best) {
            best = l;
            *dist = pos - c;
            if (l == limit) break;
        }
    }
    return best >= MINLEN ? best : 0;
}

static void enter(lzstate *z, const unsigned char *in, int pos, int n)
{
    if (pos + 4 > n) return;
    unsigned h = hash4(in + pos);
    z->prev[pos] = z->head[h];
    z->head[h] = pos;
}

static void tokenize(lzstate *z, const unsigned char *in, int n)
{
    memset(z->head, -1, sizeof z->head);
    memset(z->freq, 0, sizeof z->freq);
    z->ntok = 0;
    for (int pos = 0; pos < n;) {
        int d = 0, d2 = 0, l = longest(z, in, pos, n, &d);
        enter(z, in, pos, n);
        if (l && l < 32 && longest(z, in, pos + 1, n, &d2) > l) l = 0;   /* lazy */
        token *t = &z->tok[z->ntok++];
        t->sym = l ? 256 + l - MINLEN : in[pos];
        t->dist = (uint16_t)(l ? d : 0);
        z->freq[t->sym]++;
        for (int k = 1; k < l; k++) enter(z, in, pos + k, n);
        pos += l ? l : 1;
    }
}

/* code lengths by repeated merging; halve the counts if a code is too long */
static void huffman(lzstate *z)
{
    int parent[2 * NSYM], alive[2 * NSYM], n, top;
    unsigned w[2 * NSYM];
    for (;;) {
        n = 0;
        for (int s = 0; s < NSYM; s++) {
            w[s] = z->freq[s];
            if (w[s]) alive[n++] = s;
        }
        top = NSYM;
        while (n > 1) {
            for (int k = 0; k < 2; k++) {       /* two lightest to the end */
                int m = 0, last = n - 1 - k;
                for (int i = 1; i <= last; i++)
                    if (w[alive[i]] < w[alive[m]]) m = i;
                int t = alive[m]; alive[m] = alive[last]; alive[last] = t;
            }
            w[top] = w[alive[n - 1]] + w[alive[n - 2]];
            parent[alive[n - 1]] = parent[alive[n - 2]] = top;
            alive[n - 2] = top++;
            n--;
        }
        int root = alive[0], worst = 0;
        for (int s = 0; s < NSYM; s++) {
            int l = 0;
            if (z->freq[s])
                for (int k = s; k != root; k = parent[k]) l++;
            z->len[s] = (unsigned char)l;
            if (l > worst) worst = l;
        }
        if (worst <= MAXBITS) break;
        for (int s = 0; s < NSYM; s++)
            if (z->freq[s]) z->freq[s] = z->freq[s] / 2 + 1;
    }
}

static void canonical(const unsigned char *len, unsigned short *code)
{
    unsigned c = 0;
    for (int l = 1; l <= MAXBITS; l++, c <<= 1)
        for (int s = 0; s < NSYM; s++)
            if (len[s] == l) code[s] = (unsigned short)c++;
}

static void compress_block(lzstate *z, const unsigned char *in, int n, bytes *out)
{
    bitw w = { out, 0, 0 };
    tokenize(z, in, n);
    huffman(z);
    canonical(z->len, z->code);
    putbits(&w, n, 24);
    putbits(&w, z->ntok, 24);
    for (int s = 0; s < NSYM; s++) putbits(&w, z->len[s], 4);
    for (int i = 0; i < z->ntok; i++) {
        putbits(&w, z->code[z->tok[i].sym], z->len[z->tok[i].sym]);
        if (z->tok[i].sym >= 256) putbits(&w, z->tok[i].dist, 16);
    }
    if (w.cnt) putbits(&w, 0, 8 - w.cnt);
}

typedef struct { const unsigned char *p; size_t bit; } bitr;

static unsigned getbits(bitr *r, int n)
{
    unsigned v = 0;
    for (; n > 0; n--, r->bit++) v = v << 1 | (r->p[r->bit >> 3] >> (7 - (r->bit & 7)) & 1);
    return v;
}

/* returns the bytes consumed */
static size_t expand_block(const unsigned char *in, unsigned char *out, int *n)
{
    bitr r = { in, 0 };
    unsigned char len[NSYM];
    unsigned short sorted[NSYM];
    int count[MAXBITS + 1] = { 0 }, k = 0, pos = 0;
    *n = (int)getbits(&r, 24);
    int ntok = (int)getbits(&r, 24);
    for (int s = 0; s < NSYM; s++) count[len[s] = (unsigned char)getbits(&r, 4)]++;
    for (int l = 1; l <= MAXBITS; l++)
        for (int s = 0; s < NSYM; s++)
            if (len[s] == l) sorted[k++] = (unsigned short)s;
    while (ntok--) {
        int code = 0, first = 0, index = 0, l;
        for (l = 1; l <= MAXBITS; l++) {
            code |= (int)getbits(&r, 1);
            if (code - count[l] < first) break;
            index += count[l];
            first = (first + count[l]) << 1;
            code <<= 1;
        }
        int sym = sorted[index + code - first];
        if (sym < 256) { out[pos++] = (unsigned char)sym; continue; }
        int d = (int)getbits(&r, 16);
        for (int c = sym - 256 + MINLEN; c > 0; c--, pos++) out[pos] = out[pos - d];
    }
    return (r.bit + 7) / 8;
}

static void corpus(unsigned char *p, size_t n)
{
    static const char *w[] = { "the ", "of ", "block ", "window ", "entropy ", "and ", "symbol", "s ", "code", "d ",
                               "\n", "length ", "0x", "table[", "] = ", "distance ", "match", "ing ", "a ", "stream. " };
    uint32_t r = 12345;
    for (size_t i = 0; i < n;) {
        r = r * 1103515245u + 12345u;
        unsigned k = r >> 16;
        if (k % 11 == 0) { p[i++] = (unsigned char)('0' + (k >> 4) % 64); continue; }
        for (const char *s = w[(k * k >> 9) % 20]; *s && i < n; s++) p[i++] = (unsigned char)*s;
    }
}

int main(int argc, char **argv)
{
    size_t n = (size_t)(argc > 1 ? atoi(argv[1]) : 14000) * 1024, in = 0, at = 0;
    unsigned char *src = malloc(n), *back = malloc(n + BLOCK);
    lzstate *z = malloc(sizeof *z);
    bytes out = { 0 };
    if (!src || !back || !z || n == 0) return 1;
    corpus(src, n);
    for (; in < n; in += BLOCK) compress_block(z, src + in, (int)(n - in < BLOCK ? n - in : BLOCK), &out);
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < out.n; i++) h = (h ^ out.p[i]) * 16777619u;
    printf("%zu -> %zu bytes (%.3f%%), hash %08x\n", n, out.n, 100.0 * out.n / n, h);
    for (in = 0; in < n;) {
        int got;
        at += expand_block(out.p + at, back + in, &got);
        in += got;
    }
    printf("round trip %s\n", in == n && at == out.n && !memcmp(src, back, n) ? "ok" : "FAILED");
    free(src); free(back); free(z); free(out.p);
    return 0;
}

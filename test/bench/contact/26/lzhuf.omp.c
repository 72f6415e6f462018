/* lzhuf: block compressor, LZ77 tokens + Huffman codes, self-checking */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

typedef uint8_t u8; typedef uint16_t u16; typedef uint32_t u32; typedef uint64_t u64;

enum { BLOCK = 1 << 16, MINM = 4, MAXM = 66, CHAIN = 24, HBITS = 13,
       NSYM = 256 + MAXM - MINM + 1 };

typedef struct { u8 *p; size_t bits, cap; } bitbuf;

static bitbuf out;
static int head[1 << HBITS], prev[BLOCK];
static u16 tok[BLOCK], off[BLOCK];
static u64 st_lit, st_match, st_mlen;
#pragma omp threadprivate(head, prev, tok, off, st_lit, st_match, st_mlen)

static void die(const char *m) { fprintf(stderr, "lzhuf: %s\n", m); exit(1); }

static void put(bitbuf *b, u32 v, int n)
{
    if ((b->bits + 64) / 8 >= b->cap) {
        size_t nc = b->cap * 2 + 4096;
        b->p = realloc(b->p, nc);
        if (!b->p) die("memory");
        memset(b->p + b->cap, 0, nc - b->cap);
        b->cap = nc;
    }
    for (int i = n - 1; i >= 0; i--, b->bits++)
        if (v >> i & 1) b->p[b->bits >> 3] |= (u8)(0x80 >> (b->bits & 7));
}

/* append all bits of s to b, bytewise */
static void append(bitbuf *b, const bitbuf *s)
{
    size_t n = (s->bits + 7) / 8, need = (b->bits + s->bits) / 8 + 16;
    if (need > b->cap) {
        size_t nc = need * 2;
        b->p = realloc(b->p, nc);
        if (!b->p) die("memory");
        memset(b->p + b->cap, 0, nc - b->cap);
        b->cap = nc;
    }
    u8 *d = b->p + b->bits / 8;
    int sh = (int)(b->bits & 7);
    for (size_t i = 0; i < n; i++) {
        d[i] |= (u8)(s->p[i] >> sh);
        if (sh) d[i + 1] = (u8)(s->p[i] << (8 - sh));
    }
    b->bits += s->bits;
}

static u32 get(const bitbuf *b, size_t *at, int n)
{
    u32 v = 0;
    while (n--) { v = v << 1 | (b->p[*at >> 3] >> (7 - (*at & 7)) & 1); ++*at; }
    return v;
}

/* --- Huffman: lengths by repeated merging, canonical codes --- */
static void sift(int *h, int n, int i, const u32 *w)
{
    for (int c; (c = 2 * i + 1) < n; i = c) {
        if (c + 1 < n && (w[h[c + 1]] < w[h[c]] || (w[h[c + 1]] == w[h[c]] && h[c + 1] < h[c]))) c++;
        if (w[h[i]] < w[h[c]] || (w[h[i]] == w[h[c]] && h[i] < h[c])) break;
        int t = h[i]; h[i] = h[c]; h[c] = t;
    }
}

static void code_lengths(const u32 *freq, u8 *len)
{
    u32 w[2 * NSYM];
    int par[2 * NSYM], heap[NSYM], n = 0, next = NSYM;
    memset(len, 0, NSYM);
    for (int s = 0; s < NSYM; s++) if ((w[s] = freq[s])) heap[n++] = s;
    if (n == 1) { len[heap[0]] = 1; return; }
    for (int i = n / 2 - 1; i >= 0; i--) sift(heap, n, i, w);
    while (n > 1) {
        int a = heap[0]; heap[0] = heap[--n]; sift(heap, n, 0, w);
        int b = heap[0];
        w[next] = w[a] + w[b]; par[a] = par[b] = next;
        heap[0] = next++; sift(heap, n, 0, w);
    }
    for (int s = 0; s < NSYM; s++)
        if (freq[s]) for (int x = s; x != next - 1; x = par[x]) len[s]++;
}

static void canonical(const u8 *len, u32 *code)
{
    u32 c = 0;
    for (int l = 1; l < 32; l++, c <<= 1)
        for (int s = 0; s < NSYM; s++) if (len[s] == l) code[s] = c++;
}

/* --- match finder --- */
static u32 hash4(const u8 *p)
{
    u32 v; memcpy(&v, p, 4);
    return v * 2654435761u >> (32 - HBITS);
}

static int tokenize(const u8 *s, int n)
{
    int nt = 0;
    memset(head, -1, sizeof head);
    for (int i = 0; i < n; ) {
        int bl = 0, bo = 0;
        if (i + MINM <= n) {
            int lim = n - i < MAXM ? n - i : MAXM, tries = CHAIN;
            for (int j = head[hash4(s + i)]; j >= 0 && tries--; j = prev[j]) {
                int l = 0;
                while (l < lim && s[j + l] == s[i + l]) l++;
                if (l > bl) { bl = l; bo = i - j; if (l == lim) break; }
            }
        }
        int step = bl >= MINM ? bl : 1;
        if (step > 1) { tok[nt] = (u16)(256 + bl - MINM); off[nt++] = (u16)(bo - 1); st_match++; st_mlen += bl; }
        else { tok[nt++] = s[i]; st_lit++; }
        for (; step--; i++)
            if (i + MINM <= n) { u32 h = hash4(s + i); prev[i] = head[h]; head[h] = i; }
    }
    return nt;
}

static void compress_block(const u8 *s, int n, bitbuf *b)
{
    u32 freq[NSYM] = {0}, code[NSYM] = {0}; u8 len[NSYM];
    int nt = tokenize(s, n);
    for (int i = 0; i < nt; i++) freq[tok[i]]++;
    code_lengths(freq, len);
    canonical(len, code);
    put(b, n, 17); put(b, nt, 17);
    for (int i = 0; i < NSYM; i++) put(b, len[i], 5);
    for (int i = 0; i < nt; i++) {
        put(b, code[tok[i]], len[tok[i]]);
        if (tok[i] >= 256) put(b, off[i], 16);
    }
}

static int expand_block(const bitbuf *b, size_t at, u8 *dst)
{
    u8 len[NSYM]; u16 sym[NSYM]; u32 first[33], cnt[33] = {0}, base[33], c = 0;
    int n = (int)get(b, &at, 17), nt = (int)get(b, &at, 17), k = 0, o = 0;
    for (int i = 0; i < NSYM; i++) cnt[len[i] = (u8)get(b, &at, 5)]++;
    for (int l = 1; l < 32; l++, c <<= 1) {
        first[l] = c; base[l] = (u32)k; c += cnt[l];
        for (int s = 0; s < NSYM; s++) if (len[s] == l) sym[k++] = (u16)s;
    }
    while (nt--) {
        u32 v = 0; int l = 0, t;
        do { v = v << 1 | get(b, &at, 1); if (++l > 31) return -1; } while (v - first[l] >= cnt[l]);
        t = sym[base[l] + v - first[l]];
        if (t < 256) { dst[o++] = (u8)t; continue; }
        int d = (int)get(b, &at, 16) + 1, m = t - 256 + MINM;
        if (d > o || o + m > n) return -1;
        for (; m--; o++) dst[o] = dst[o - d];
    }
    return o == n ? n : -1;
}

/* --- test data: sentences over a Zipf-like vocabulary, some numbers --- */
static u32 rs = 1;
static u32 rnd(u32 n) { rs ^= rs << 13; rs ^= rs >> 17; rs ^= rs << 5; return rs % n; }

static void make_text(u8 *t, int n)
{
    static char voc[3000][12];
    for (int i = 0; i < 3000; i++) {
        int l = 2 + (int)rnd(8);
        for (int j = 0; j < l; j++) voc[i][j] = "etaoinshrdlucmfwypvbgk"[rnd(rnd(22) + 1)];
        voc[i][l] = 0;
    }
    for (int i = 0; i < n; ) {
        const char *w = voc[rnd(rnd(rnd(3000) + 1) + 1)];
        while (*w && i < n) t[i++] = (u8)*w++;
        if (rnd(12) == 0) for (u32 k = rnd(5); k-- && i < n; ) t[i++] = (u8)('0' + rnd(10));
        if (i < n) t[i++] = rnd(9) ? ' ' : '\n';
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 12000000;
    if (n < 1) die("usage: lzhuf [bytes]");
    int nb = (n + BLOCK - 1) / BLOCK;
    u8 *src = malloc(n), *back = malloc((size_t)nb * BLOCK);
    size_t *seek = malloc(nb * sizeof *seek);       /* bit offset of every block */
    if (!src || !back || !seek) die("memory");
    make_text(src, n);
    bitbuf *part = calloc(nb, sizeof *part);
    u64 lit = 0, match = 0, mlen = 0;
    int bad = 0;
    if (!part) die("memory");
    #pragma omp parallel reduction(+:lit, match, mlen)
    {
        #pragma omp for schedule(dynamic, 1)
        for (int b = 0; b < nb; b++) {
            int left = n - b * BLOCK;
            compress_block(src + (size_t)b * BLOCK, left < BLOCK ? left : BLOCK, &part[b]);
        }
        lit += st_lit; match += st_match; mlen += st_mlen;
    }
    for (int b = 0; b < nb; b++) {
        seek[b] = out.bits;
        append(&out, &part[b]);
        free(part[b].p);
    }
    free(part);
    #pragma omp parallel for schedule(dynamic, 1) reduction(|:bad)
    for (int b = 0; b < nb; b++)
        bad |= expand_block(&out, seek[b], back + (size_t)b * BLOCK) < 0;
    if (bad) die("corrupt block");
    if (memcmp(src, back, n)) die("mismatch");
    u64 h = 0;
    for (size_t i = 0; i < (out.bits + 7) / 8; i++) h = h * 1099511628211u + out.p[i];
    for (int b = 0; b < nb; b++) h = h * 31 + seek[b];
    printf("%d -> %zu bytes in %d blocks (%.4f bpc)\n", n, (out.bits + 7) / 8, nb, (double)out.bits / n);
    printf("literals %llu matches %llu avg %.5f check %016llx\n", (unsigned long long)lit,
           (unsigned long long)match, (double)mlen / (match ? match : 1), (unsigned long long)h);
    free(src); free(back); free(seek); free(out.p);
    return 0;
}

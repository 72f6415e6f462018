/* lzblk -- block oriented LZ77 + canonical Huffman compressor.
 *
 * The input (generated web-server log) is cut into blocks; each block is
 * compressed on its own and appended to the output stream.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BLOCK     (1 << 16)
#define HASHBITS  14
#define MINMATCH  4
#define MAXMATCH  130
#define MAXCHAIN  24
#define NSYM      512           /* 0..255 literals, 256.. match lengths */
#define MAXCODE   20

typedef struct {
    uint8_t *buf;
    size_t   len, cap;
    uint64_t acc;
    int      nbits;
} bitwriter;

static int32_t  head[1 << HASHBITS];
static int32_t  prev[BLOCK];
static uint16_t sym[BLOCK + 1];
static uint16_t dist[BLOCK + 1];

static void put_bits(bitwriter *w, uint32_t v, int n)
{
    w->acc |= (uint64_t)v << w->nbits;
    w->nbits += n;
    while (w->nbits >= 8) {
        if (w->len == w->cap) {
            w->cap = w->cap * 2 + 1024;
            w->buf = realloc(w->buf, w->cap);
        }
        w->buf[w->len++] = (uint8_t)w->acc;
        w->acc >>= 8;
        w->nbits -= 8;
    }
}

static void flush_bits(bitwriter *w)
{
    if (w->nbits > 0)
        put_bits(w, 0, 8 - w->nbits);
}

static uint32_t hash4(const uint8_t *p)
{
    uint32_t v;
    memcpy(&v, p, 4);
    return (v * 2654435761u) >> (32 - HASHBITS);
}

static int lz_parse(const uint8_t *in, int n)
{
    int out = 0;
    memset(head, 0xff, sizeof head);
    for (int i = 0; i < n; ) {
        int best = 0, bdist = 0;
        if (i + MINMATCH <= n) {
            int limit = n - i < MAXMATCH ? n - i : MAXMATCH;
            int chain = MAXCHAIN;
            for (int c = head[hash4(in + i)]; c >= 0 && chain-- > 0; c = prev[c]) {
                int l = 0;
                while (l < limit && in[c + l] == in[i + l])
                    l++;
                if (l > best) {
                    best = l;
                    bdist = i - c;
                    if (l == limit)
                        break;
                }
            }
        }
        int step = 1;
        if (best >= MINMATCH) {
            sym[out] = 256 + best;
            dist[out++] = bdist;
            step = best;
        } else {
            sym[out++] = in[i];
        }
        for (; step > 0; step--, i++)
            if (i + MINMATCH <= n) {
                uint32_t h = hash4(in + i);
                prev[i] = head[h];
                head[h] = i;
            }
    }
    return out;
}

/* code lengths by repeated merging of the two rarest nodes */
static void code_lengths(const uint32_t *freq, uint8_t *len)
{
    uint32_t w[2 * NSYM];
    int parent[2 * NSYM], alive[NSYM], na = 0, next = NSYM;
    memset(len, 0, NSYM);
    for (int i = 0; i < NSYM; i++)
        if (freq[i]) {
            w[i] = freq[i];
            alive[na++] = i;
        }
    while (na > 1) {
        int a = 0, b = 1;
        if (w[alive[b]] < w[alive[a]]) { a = 1; b = 0; }
        for (int k = 2; k < na; k++) {
            if (w[alive[k]] < w[alive[a]]) { b = a; a = k; }
            else if (w[alive[k]] < w[alive[b]]) b = k;
        }
        w[next] = w[alive[a]] + w[alive[b]];
        parent[alive[a]] = parent[alive[b]] = next;
        alive[a] = next++;
        alive[b] = alive[--na];
    }
    if (next == NSYM) { len[alive[0]] = 1; return; }
    for (int i = 0; i < NSYM; i++)
        if (freq[i])
            for (int k = i; k != next - 1; k = parent[k])
                len[i]++;
}

static void canonical(const uint8_t *len, uint32_t *code)
{
    uint32_t c = 0;
    for (int l = 1; l <= MAXCODE; l++, c <<= 1)
        for (int i = 0; i < NSYM; i++)
            if (len[i] == l) {
                uint32_t r = 0;
                for (int b = 0; b < l; b++)
                    r |= ((c >> b) & 1) << (l - 1 - b);
                code[i] = r;
                c++;
            }
}

static void compress_block(const uint8_t *in, int n, bitwriter *w)
{
    uint32_t freq[NSYM] = {0}, code[NSYM];
    uint8_t len[NSYM];
    int ntok = lz_parse(in, n);
    for (int i = 0; i < ntok; i++)
        freq[sym[i]]++;
    code_lengths(freq, len);
    canonical(len, code);
    put_bits(w, n, 20);
    put_bits(w, ntok, 20);
    for (int i = 0; i < NSYM; i++)
        put_bits(w, len[i], 5);
    for (int i = 0; i < ntok; i++) {
        put_bits(w, code[sym[i]], len[sym[i]]);
        if (sym[i] >= 256)
            put_bits(w, dist[i], 16);
    }
    flush_bits(w);
}

static uint8_t *make_log(size_t n)
{
    static const char *verb[] = {"GET", "PUT", "POST", "HEAD"};
    static const char *path[] = {"/index.html", "/api/v1/items", "/img/logo.png", "/login", "/search?q="};
    uint8_t *buf = malloc(n + 128);
    uint32_t r = 7;
    size_t k = 0;
    for (unsigned t = 0; k < n; t++) {
        r = r * 1103515245u + 12345u;
        k += sprintf((char *)buf + k, "%u 10.0.%u.%u %s %s%u %u\n", 1600000000u + t / 3, (r >> 9) % 4,
                     (r >> 16) % 200, verb[(r >> 20) & 3], path[(r >> 24) % 5], (r >> 12) % 1000, (r >> 10) % 90000);
    }
    return buf;
}

int main(int argc, char **argv)
{
    size_t n = argc > 1 ? (size_t)atol(argv[1]) : 60000000;
    uint8_t *data = make_log(n);
    bitwriter w = {0};
    struct timespec a, b;

    clock_gettime(CLOCK_MONOTONIC, &a);
    for (size_t pos = 0; pos < n; pos += BLOCK) {
        int len = n - pos < BLOCK ? (int)(n - pos) : BLOCK;
        compress_block(data + pos, len, &w);
    }
    clock_gettime(CLOCK_MONOTONIC, &b);
    fprintf(stderr, "compress: %.3f s\n", (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) * 1e-9);

    uint32_t adler_a = 1, adler_b = 0;
    for (size_t i = 0; i < w.len; i++) {
        adler_a = (adler_a + w.buf[i]) % 65521;
        adler_b = (adler_b + adler_a) % 65521;
    }
    printf("in %zu out %zu ratio %.4f adler %08x\n", n, w.len, (double)w.len / n, adler_b << 16 | adler_a);
    free(data);
    free(w.buf);
    return 0;
}

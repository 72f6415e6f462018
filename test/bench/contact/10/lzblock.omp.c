// lzblock - block compressor for VM bytecode images (LZSS, hash chains)
//
//   lzblock [functions] [block KiB] [chain depth] [seed]
//
// Generates an image of bytecode functions, compresses it block by block into
// one growing archive, prints ratios and token statistics, then unpacks the
// archive and compares it with the image.
//
// block  : u32 raw size, u32 packed size, u32 crc of the raw bytes, tokens
// tokens : flag byte (bit set = match) followed by 8 items;
//          literal = 1 byte, match = u16 distance-1, u8 length-MIN_LEN

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HASH_BITS 14
#define HASH_SIZE (1u << HASH_BITS)
#define WINDOW    0xffff
#define MIN_LEN   4
#define MAX_LEN   (MIN_LEN + 255)
#define HEADER    12

typedef struct {
    uint8_t *data;
    size_t len, cap;
} buffer_t;

typedef struct {
    int32_t *head;      // last position with this hash, -1 if none
    int32_t *prev;      // previous position in the chain
    int depth;
} finder_t;

typedef struct {
    uint64_t literals, matches, match_bytes, lazy, probes;
    uint32_t len_hist[9];
} stats_t;

static uint32_t crc_table[256];

static void crc_init(void)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++) c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
        crc_table[i] = c;
    }
}

static uint32_t crc32(const uint8_t *p, size_t n)
{
    uint32_t c = ~0u;
    while (n--) c = crc_table[(c ^ *p++) & 255] ^ c >> 8;
    return ~c;
}

static void buf_reserve(buffer_t *b, size_t extra)
{
    if (b->len + extra <= b->cap) return;
    while (b->cap < b->len + extra) b->cap = b->cap ? b->cap * 2 : 4096;
    b->data = realloc(b->data, b->cap);
    if (!b->data) { perror("lzblock"); exit(1); }
}

static void buf_put(buffer_t *b, uint8_t v)
{
    if (b->len == b->cap) buf_reserve(b, 1);
    b->data[b->len++] = v;
}

static void put32(uint8_t *p, uint32_t v) { for (int i = 0; i < 4; i++) p[i] = (uint8_t)(v >> 8 * i); }
static uint32_t get32(const uint8_t *p) { return p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24; }

// ------------------------------------------------------------------ image

static uint64_t rng_state;

static uint32_t rng(void)
{
    rng_state = rng_state * 6364136223846793005ull + 1442695040888963407ull;
    return (uint32_t)(rng_state >> 33);
}

// Idioms are short instruction sequences that functions are stitched from.
enum { IDIOMS = 160 };
static uint8_t idiom[IDIOMS][24];
static int idiom_len[IDIOMS];

static void make_idioms(void)
{
    for (int i = 0; i < IDIOMS; i++) {
        idiom_len[i] = 6 + (int)(rng() % 18);
        for (int k = 0; k < idiom_len[i]; k++)
            idiom[i][k] = k % 3 ? (uint8_t)(rng() % 24) : (uint8_t)(0x40 + rng() % 48);
    }
}

static void make_function(buffer_t *img, int index)
{
    int n = 12 + (int)(rng() % 60), base = (int)(rng() % (IDIOMS - 60));
    buf_reserve(img, 16 + (size_t)n * 24);
    buf_put(img, 0xfe);
    buf_put(img, (uint8_t)index);
    buf_put(img, (uint8_t)(index >> 8));
    while (n-- > 0) {
        uint32_t r = rng();
        int k = base + (int)(r % 60), len = idiom_len[k];
        uint8_t *dst = img->data + img->len;
        memcpy(dst, idiom[k], (size_t)len);
        if (r & 0x1000) dst[(r >> 13) % (uint32_t)len] = (uint8_t)(r >> 18);   // register or constant differs
        img->len += (size_t)len;
    }
    buf_put(img, 0xff);
}

// ------------------------------------------------------------- compressor

static inline uint32_t hash4(const uint8_t *p)
{
    uint32_t v;
    memcpy(&v, p, 4);
    return v * 2654435761u >> (32 - HASH_BITS);
}

static void finder_insert(finder_t *f, const uint8_t *src, int pos)
{
    uint32_t h = hash4(src + pos);
    f->prev[pos] = f->head[h];
    f->head[h] = pos;
}

static int finder_longest(const finder_t *f, const uint8_t *src, int n, int pos, int *dist, stats_t *st)
{
    int best = MIN_LEN - 1, limit = n - pos < MAX_LEN ? n - pos : MAX_LEN, tries = f->depth;
    if (limit < MIN_LEN) return 0;
    for (int c = f->head[hash4(src + pos)]; c >= 0 && pos - c <= WINDOW && tries-- > 0; c = f->prev[c]) {
        st->probes++;
        if (best < limit && src[c + best] != src[pos + best]) continue;
        int len = 0;
        while (len < limit && src[c + len] == src[pos + len]) len++;
        if (len <= best) continue;
        best = len;
        *dist = pos - c;
        if (len == limit) break;
    }
    return best >= MIN_LEN ? best : 0;
}

static void pack_block(buffer_t *out, finder_t *f, const uint8_t *src, int n, stats_t *st)
{
    size_t start = out->len, flag_at = 0;
    int pos = 0, items = 8;
    for (uint32_t h = 0; h < HASH_SIZE; h++) f->head[h] = -1;
    buf_reserve(out, HEADER + (size_t)n + (size_t)n / 8 + 8);
    out->len += HEADER;
    while (pos < n) {
        int dist = 0, dist2 = 0, len = finder_longest(f, src, n, pos, &dist, st);
        if (pos + MIN_LEN <= n) finder_insert(f, src, pos);
        if (len && len < 32 && finder_longest(f, src, n, pos + 1, &dist2, st) > len + 1) {
            len = 0;                    // a better match starts one byte later
            st->lazy++;
        }
        if (items == 8) {
            flag_at = out->len;
            buf_put(out, 0);
            items = 0;
        }
        if (len) {
            out->data[flag_at] |= (uint8_t)(1 << items);
            buf_put(out, (uint8_t)(dist - 1));
            buf_put(out, (uint8_t)((dist - 1) >> 8));
            buf_put(out, (uint8_t)(len - MIN_LEN));
            st->matches++;
            st->match_bytes += (uint64_t)len;
            st->len_hist[len / 32]++;
            for (int k = 1; k < len && pos + k + MIN_LEN <= n; k++) finder_insert(f, src, pos + k);
            pos += len;
        } else {
            buf_put(out, src[pos++]);
            st->literals++;
        }
        items++;
    }
    put32(out->data + start, (uint32_t)n);
    put32(out->data + start + 4, (uint32_t)(out->len - start - HEADER));
    put32(out->data + start + 8, crc32(src, (size_t)n));
}

static int unpack_block(uint8_t *dst, const uint8_t *blk)
{
    uint32_t n = get32(blk), pos = 0;
    const uint8_t *p = blk + HEADER, *end = p + get32(blk + 4);
    unsigned flags = 1;
    while (p < end) {
        if (flags == 1) flags = *p++ | 0x100u;
        if (flags & 1) {
            uint32_t d = (p[0] | (uint32_t)p[1] << 8) + 1, len = p[2] + MIN_LEN;
            if (d > pos || pos + len > n) return 0;
            for (; len; len--, pos++) dst[pos] = dst[pos - d];
            p += 3;
        } else {
            if (pos == n) return 0;
            dst[pos++] = *p++;
        }
        flags >>= 1;
    }
    return pos == n && crc32(dst, n) == get32(blk + 8);
}

int main(int argc, char **argv)
{
    int nfunc = argc > 1 ? atoi(argv[1]) : 26000, bs = (argc > 2 ? atoi(argv[2]) : 128) * 1024;
    int depth = argc > 3 ? atoi(argv[3]) : 64;
    buffer_t img = { 0 }, arc = { 0 };
    stats_t st = { 0 };
    rng_state = argc > 4 ? strtoull(argv[4], NULL, 10) : 2166136261u;
    crc_init();
    make_idioms();
    for (int i = 0; i < nfunc; i++) make_function(&img, i);

    // every block is packed on its own; the pieces are joined in block order
    int npack = (int)((img.len + (size_t)bs - 1) / (size_t)bs);
    buffer_t *piece = calloc((size_t)npack + 1, sizeof *piece);
    #pragma omp parallel
    {
        finder_t f = { malloc(HASH_SIZE * sizeof(int32_t)), malloc((size_t)bs * sizeof(int32_t)), depth };
        stats_t mine = { 0 };
        #pragma omp for schedule(dynamic) nowait
        for (int b = 0; b < npack; b++) {
            size_t at = (size_t)b * (size_t)bs;
            pack_block(&piece[b], &f, img.data + at, (int)(img.len - at < (size_t)bs ? img.len - at : (size_t)bs), &mine);
        }
        #pragma omp critical
        {
            st.literals += mine.literals; st.matches += mine.matches; st.match_bytes += mine.match_bytes;
            st.lazy += mine.lazy; st.probes += mine.probes;
            for (int i = 0; i < 9; i++) st.len_hist[i] += mine.len_hist[i];
        }
        free(f.head);
        free(f.prev);
    }
    for (int b = 0; b < npack; b++) {
        buf_reserve(&arc, piece[b].len);
        memcpy(arc.data + arc.len, piece[b].data, piece[b].len);
        arc.len += piece[b].len;
        free(piece[b].data);
    }
    free(piece);
    printf("image %zu bytes, archive %zu bytes, %.3f %%\n", img.len, arc.len, 100.0 * (double)arc.len / (double)img.len);
    printf("literals %llu matches %llu (mean %.3f) lazy %llu probes %llu\nlengths/32:", (unsigned long long)st.literals, (unsigned long long)st.matches,
           (double)st.match_bytes / (double)st.matches, (unsigned long long)st.lazy, (unsigned long long)st.probes);
    for (int i = 0; i < 9; i++) printf(" %u", st.len_hist[i]);

    uint8_t *back = malloc(img.len + 1);
    size_t in = 0, out = 0;
    int nblk = 0, bad = 0;
    uint32_t mix = 0;
    size_t *src_at = malloc(sizeof *src_at * ((size_t)npack + 1)), *dst_at = malloc(sizeof *dst_at * ((size_t)npack + 1));
    uint32_t *crc = malloc(sizeof *crc * ((size_t)npack + 1));
    for (; in < arc.len; nblk++) {          // walk the headers first
        src_at[nblk] = in;
        dst_at[nblk] = out;
        in += HEADER + get32(arc.data + in + 4);
        out += get32(arc.data + src_at[nblk]);
    }
    #pragma omp parallel for schedule(dynamic) reduction(+ : bad)
    for (int b = 0; b < nblk; b++) {
        const uint8_t *blk = arc.data + src_at[b];
        if (!unpack_block(back + dst_at[b], blk)) bad++;
        crc[b] = crc32(blk, HEADER + get32(blk + 4));
    }
    for (int b = 0; b < nblk; b++) mix = mix * 31 + crc[b];
    printf("\n%d blocks, %d bad, archive mix %08x, image %s\n", nblk, bad, mix, out == img.len && !memcmp(back, img.data, out) ? "identical" : "DIFFERS");
    free(back); free(img.data); free(arc.data); free(src_at); free(dst_at); free(crc);
    return 0;
}

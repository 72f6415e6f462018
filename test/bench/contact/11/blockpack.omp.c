/*
 * blockpack - LZ77 compressor working on independent blocks.
 *
 * Generates a mixed corpus (pseudo text, log lines, binary records, noise),
 * compresses it block by block with hash chains and lazy matching, checks the
 * result by decompressing it, and prints statistics.
 *
 * usage: blockpack [kilobytes [block_kilobytes [max_chain]]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <stdbool.h>

#define HASH_BITS 14
#define MIN_MATCH 4
#define MAX_MATCH 259
#define WINDOW    65535

enum block_kind { KIND_STORED, KIND_LZ };

struct stats {
    uint64_t literals, matches, match_bytes;
    uint64_t len_hist[8];       /* by power of two */
    uint64_t probes;
};

struct block {
    const uint8_t *src;
    size_t n;
    uint8_t *packed;
    size_t packed_n;
    enum block_kind kind;
    uint32_t crc;
    struct stats st;
    bool good;
};

struct match { int len, dist; };

struct matcher {
    int32_t head[1 << HASH_BITS];
    int32_t *prev;
    int max_chain;
};

static uint32_t crc_table[256];
static uint32_t rng = 0xC0FFEEu;

static uint32_t rnd(void)
{
    rng ^= rng << 13;
    rng ^= rng >> 17;
    rng ^= rng << 5;
    return rng;
}

static void crc_init(void)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xEDB88320u ^ (c >> 1) : c >> 1;
        crc_table[i] = c;
    }
}

static uint32_t crc32(const uint8_t *p, size_t n)
{
    uint32_t c = 0xFFFFFFFFu;
    while (n--)
        c = crc_table[(c ^ *p++) & 255] ^ (c >> 8);
    return ~c;
}

static const char *const words[] = {
    "the ", "request ", "from ", "server ", "timeout ", "and ", "failed ", "with ", "code ",
    "user ", "session ", "opened ", "closed ", "in ", "module ", "warning: ", "retry ", "after ",
    "connection ", "reset ", "by ", "peer ", "cache ", "miss ", "on ", "shard ", "table ", "lock ",
};

static void generate(uint8_t *buf, size_t n)
{
    size_t i = 0;
    while (i < n) {
        size_t end = i + 20000 + rnd() % 60000;
        unsigned style = rnd() % 8, serial = rnd() % 100000;
        if (end > n)
            end = n;
        while (i < end) {
            char tmp[96];
            size_t k;
            if (style < 4) {
                k = (size_t)snprintf(tmp, sizeof tmp, "%s", words[rnd() % (sizeof words / sizeof *words)]);
                if (rnd() % 12 == 0)
                    tmp[k - 1] = '\n';
            } else if (style < 6) {
                k = (size_t)snprintf(tmp, sizeof tmp, "[%06u] node%02u %s%slatency=%ums\n", serial++, rnd() % 16,
                                     words[rnd() % 28], words[rnd() % 28], rnd() % 500);
            } else {
                for (k = 0; k < 16; k++)
                    tmp[k] = style == 7 ? (char)rnd() : k < 4 ? (char)(serial >> (8 * k)) : k < 12 ? 0 : (char)(rnd() & 7);
                serial++;
            }
            for (size_t j = 0; j < k && i < end; j++)
                buf[i++] = (uint8_t)tmp[j];
        }
    }
}

static uint32_t hash4(const uint8_t *p)
{
    uint32_t v;
    memcpy(&v, p, 4);
    return (v * 2654435761u) >> (32 - HASH_BITS);
}

static void insert(struct matcher *m, const uint8_t *src, int pos)
{
    uint32_t h = hash4(src + pos);
    m->prev[pos] = m->head[h];
    m->head[h] = pos;
}

static struct match find_match(const struct matcher *m, const struct block *b, int pos, struct stats *st)
{
    struct match best = { 0, 0 };
    int limit = (int)b->n - pos < MAX_MATCH ? (int)b->n - pos : MAX_MATCH;
    int chain = m->max_chain;
    if (limit < MIN_MATCH)
        return best;
    const uint8_t *here = b->src + pos;
    for (int c = m->head[hash4(here)]; c >= 0 && pos - c <= WINDOW && chain-- > 0; c = m->prev[c]) {
        const uint8_t *cand = b->src + c;
        int len = 0;
        st->probes++;
        if (best.len >= MIN_MATCH && cand[best.len - 1] != here[best.len - 1])
            continue;
        while (len < limit && cand[len] == here[len])
            len++;
        if (len >= MIN_MATCH && len > best.len) {
            best.len = len;
            best.dist = pos - c;
            if (len == limit)
                break;
        }
    }
    return best;
}

static int log2_bucket(int len)
{
    int k = 0;
    while (len > 7 && k < 7) {
        len >>= 1;
        k++;
    }
    return k;
}

/* Format: control byte 0..127 = run of literals (+1), 128 = match: dist16, len-4. */
static size_t flush_literals(uint8_t *out, size_t o, const uint8_t *src, size_t from, size_t to)
{
    while (from < to) {
        size_t run = to - from > 128 ? 128 : to - from;
        out[o++] = (uint8_t)(run - 1);
        memcpy(out + o, src + from, run);
        o += run;
        from += run;
    }
    return o;
}

static int compress_block(struct block *b, int max_chain)
{
    struct matcher *m = malloc(sizeof *m);
    if (!m)
        return -1;
    m->prev = malloc(b->n * sizeof *m->prev);
    b->packed = malloc(b->n + b->n / 128 + 16);
    if (!m->prev || !b->packed) {
        free(m->prev);
        free(m);
        return -1;
    }
    memset(m->head, 0xff, sizeof m->head);
    m->max_chain = max_chain;
    memset(&b->st, 0, sizeof b->st);

    size_t o = 0, lit = 0;
    int pos = 0, n = (int)b->n;
    while (pos < n) {
        struct match cur = find_match(m, b, pos, &b->st);
        if (pos + MIN_MATCH <= n)
            insert(m, b->src, pos);
        if (cur.len >= MIN_MATCH && cur.len < 64 && pos + 1 < n) {
            struct match next = find_match(m, b, pos + 1, &b->st);
            if (next.len > cur.len + 1)
                cur.len = 0;
        }
        if (cur.len < MIN_MATCH) {
            b->st.literals++;
            pos++;
            continue;
        }
        o = flush_literals(b->packed, o, b->src, lit, (size_t)pos);
        b->packed[o++] = 128;
        b->packed[o++] = (uint8_t)cur.dist;
        b->packed[o++] = (uint8_t)(cur.dist >> 8);
        b->packed[o++] = (uint8_t)(cur.len - MIN_MATCH);
        b->st.matches++;
        b->st.match_bytes += (uint64_t)cur.len;
        b->st.len_hist[log2_bucket(cur.len)]++;
        for (int k = 1; k < cur.len; k++)
            if (pos + k + MIN_MATCH <= n)
                insert(m, b->src, pos + k);
        pos += cur.len;
        lit = (size_t)pos;
    }
    o = flush_literals(b->packed, o, b->src, lit, b->n);
    b->kind = KIND_LZ;
    if (o >= b->n) {
        memcpy(b->packed, b->src, b->n);
        o = b->n;
        b->kind = KIND_STORED;
    }
    b->packed_n = o;
    b->crc = crc32(b->packed, o);
    free(m->prev);
    free(m);
    return 0;
}

static bool verify_block(const struct block *b, uint8_t *scratch)
{
    size_t i = 0, o = 0;
    if (b->kind == KIND_STORED)
        return memcmp(b->packed, b->src, b->n) == 0;
    while (i < b->packed_n) {
        uint8_t c = b->packed[i++];
        if (c < 128) {
            memcpy(scratch + o, b->packed + i, c + 1u);
            i += c + 1u;
            o += c + 1u;
        } else {
            size_t dist = b->packed[i] | (size_t)b->packed[i + 1] << 8;
            size_t len = b->packed[i + 2] + (size_t)MIN_MATCH;
            i += 3;
            for (size_t k = 0; k < len; k++, o++)
                scratch[o] = scratch[o - dist];
        }
    }
    return o == b->n && memcmp(scratch, b->src, o) == 0;
}

int main(int argc, char **argv)
{
    long kb = argc > 1 ? atol(argv[1]) : 20480;
    long bkb = argc > 2 ? atol(argv[2]) : 128;
    int chain = argc > 3 ? atoi(argv[3]) : 16;
    if (kb < 1 || bkb < 1 || bkb > 4096 || chain < 1 || kb > 200000) {
        fprintf(stderr, "usage: blockpack [kilobytes [block_kilobytes [max_chain]]]\n");
        return 2;
    }
    size_t total = (size_t)kb * 1024, bsize = (size_t)bkb * 1024;
    int nb = (int)((total + bsize - 1) / bsize), rc = 1, bad = 0;
    uint8_t *data = malloc(total);
    struct block *blocks = calloc((size_t)nb, sizeof *blocks);
    struct stats sum;
    size_t packed = 0;
    uint32_t crc = 0;
    int stored = 0, best = 0;

    if (!data || !blocks) {
        fprintf(stderr, "blockpack: out of memory\n");
        goto done;
    }
    crc_init();
    generate(data, total);
    int failed = nb;
    uint32_t src_crc = 0;
#pragma omp parallel
    {
        uint8_t *scratch = malloc(bsize);
#pragma omp single nowait
        src_crc = crc32(data, total);
#pragma omp for schedule(dynamic, 1) reduction(min:failed)
        for (int i = 0; i < nb; i++) {
            blocks[i].src = data + (size_t)i * bsize;
            blocks[i].n = i == nb - 1 ? total - (size_t)i * bsize : bsize;
            if (!scratch || compress_block(&blocks[i], chain) != 0) {
                if (i < failed)
                    failed = i;
                continue;
            }
            blocks[i].good = verify_block(&blocks[i], scratch);
        }
        free(scratch);
    }
    if (failed < nb) {
        fprintf(stderr, "blockpack: out of memory in block %d\n", failed);
        goto done;
    }
    memset(&sum, 0, sizeof sum);
    for (int i = 0; i < nb; i++) {
        const struct block *b = &blocks[i];
        if (!b->good)
            bad++;
        packed += b->packed_n;
        crc = crc * 31u + b->crc;
        stored += b->kind == KIND_STORED;
        if (b->packed_n * blocks[best].n < blocks[best].packed_n * b->n)
            best = i;
        sum.literals += b->st.literals;
        sum.matches += b->st.matches;
        sum.match_bytes += b->st.match_bytes;
        sum.probes += b->st.probes;
        for (int k = 0; k < 8; k++)
            sum.len_hist[k] += b->st.len_hist[k];
    }
    printf("%zu bytes in %d blocks -> %zu bytes (%.3f%%), %d stored, %d bad\n", total, nb, packed,
           100.0 * packed / total, stored, bad);
    printf("literals %llu matches %llu bytes in matches %llu probes %llu\n", (unsigned long long)sum.literals,
           (unsigned long long)sum.matches, (unsigned long long)sum.match_bytes, (unsigned long long)sum.probes);
    printf("match lengths:");
    for (int k = 0; k < 8; k++)
        printf(" %llu", (unsigned long long)sum.len_hist[k]);
    printf("\nbest block %d: %zu -> %zu, source crc %08x, packed check %08x\n", best, blocks[best].n,
           blocks[best].packed_n, src_crc, crc);
    rc = bad ? 1 : 0;
done:
    if (blocks)
        for (int i = 0; i < nb; i++)
            free(blocks[i].packed);
    free(blocks);
    free(data);
    return rc;
}

// SPDX-License-Identifier: Apache-2.0
/* Finds near-duplicate documents: character shingles, minhash signatures,
 * locality sensitive hashing into bands, exact Jaccard on the candidates.
 *
 *   neardup [documents] [mean words]
 */
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SHINGLE 8
#define HASHES 96
#define BANDS 24
#define ROWS (HASHES / BANDS)
#define VOCAB 4000

typedef struct {
    char *text;                 /* words, each followed by a blank or a stop */
    size_t len;
    uint32_t *shingle;          /* sorted, unique */
    int count;
    uint32_t sig[HASHES];
} Doc;

typedef struct { uint64_t key; int doc; } Bucket;

static char vocab[VOCAB][16];
static uint32_t mul[HASHES], inc[HASHES];
static uint32_t *scratch;
static size_t scratch_size;
#pragma omp threadprivate(scratch, scratch_size)

static void *need(size_t bytes)
{
    void *p = malloc(bytes);
    if (!p) exit(1);
    return p;
}

static uint32_t rnd(void)
{
    static uint64_t s = 0x853c49e6748fea9bULL;
    s = s * 6364136223846793005ULL + 1;
    return (uint32_t)(s >> 33);
}

static void make_vocab(void)
{
    static const char *syl[] = { "ka", "to", "mi", "ren", "sol", "ve", "ar", "un", "dis",
        "per", "com", "lo", "ti", "on", "ex", "qui", "ba", "fe", "gu", "ny" };
    for (int i = 0; i < VOCAB; i++) {
        for (int parts = 1 + rnd() % 4; parts > 0; parts--) strcat(vocab[i], syl[rnd() % 20]);
    }
}

static void put_word(Doc *d, size_t room)
{
    const char *w = vocab[(rnd() % VOCAB) * (uint64_t)(rnd() % VOCAB) / VOCAB];
    size_t n = strlen(w);
    if (d->len + n + 1 >= room) return;
    memcpy(d->text + d->len, w, n);
    d->len += n;
    d->text[d->len++] = rnd() % 12 ? ' ' : '.';
}

static void write_doc(Doc *d, const Doc *old, int words)
{
    size_t room = (size_t)words * 16 + 64 + (old ? old->len : 0);
    d->text = need(room);
    d->len = 0;
    if (!old) {
        for (int n = words / 2 + rnd() % words; n > 0; n--) put_word(d, room);
    } else {
        int rate = 8 + rnd() % 120;
        for (const char *p = old->text, *end = p + old->len; p < end;) {
            const char *q = p;
            while (q < end && *q != ' ' && *q != '.') q++;
            if (q < end) q++;
            if (rnd() % rate == 0) put_word(d, room);
            else if (d->len + (size_t)(q - p) < room) {
                memcpy(d->text + d->len, p, (size_t)(q - p));
                d->len += (size_t)(q - p);
            }
            p = q;
        }
    }
}

static int by_value(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void shingles(Doc *d)
{
    int n = 0;
    uint32_t h = 0, top = 1;
    if (d->len > scratch_size) {
        scratch_size = d->len * 2;
        free(scratch);
        scratch = need(scratch_size * sizeof *scratch);
    }
    for (int i = 0; i < SHINGLE; i++) top *= 257;
    for (size_t i = 0; i < d->len; i++) {
        h = h * 257 + (unsigned char)d->text[i];
        if (i >= SHINGLE) h -= top * (unsigned char)d->text[i - SHINGLE];
        if (i + 1 >= SHINGLE) scratch[n++] = (h ^ h >> 15) * 0x2c1b3c6du;
    }
    qsort(scratch, n, sizeof *scratch, by_value);
    int u = 0;
    for (int i = 0; i < n; i++)
        if (u == 0 || scratch[i] != scratch[u - 1]) scratch[u++] = scratch[i];
    d->count = u;
    d->shingle = need(((size_t)u + 1) * sizeof *d->shingle);
    memcpy(d->shingle, scratch, u * sizeof *scratch);
}

static void signature(Doc *d)
{
    for (int k = 0; k < HASHES; k++) d->sig[k] = UINT32_MAX;
    for (int i = 0; i < d->count; i++)
        for (int k = 0; k < HASHES; k++) {
            uint32_t v = d->shingle[i] * mul[k] + inc[k];
            if (v < d->sig[k]) d->sig[k] = v;
        }
}

static int by_key(const void *a, const void *b)
{
    const Bucket *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return (x->doc > y->doc) - (x->doc < y->doc);
}

static int by_pair(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static double jaccard(const Doc *a, const Doc *b)
{
    int i = 0, j = 0, both = 0;
    while (i < a->count && j < b->count) {
        if (a->shingle[i] == b->shingle[j]) both++, i++, j++;
        else if (a->shingle[i] < b->shingle[j]) i++;
        else j++;
    }
    int all = a->count + b->count - both;
    return all ? (double)both / all : 0;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3000, words = argc > 2 ? atoi(argv[2]) : 300;
    if (n < 2 || words < 4 || words > 100000) return 1;
    Doc *doc = calloc(n, sizeof *doc);

    uint64_t *pair = NULL;          /* first document in the high half */
    size_t pairs = 0, room = 0;
    if (!doc) return 1;
    make_vocab();
    for (int i = 0; i < n; i++)
        write_doc(&doc[i], i && rnd() % 4 == 0 ? &doc[rnd() % i] : NULL, words);
    for (int k = 0; k < HASHES; k++) {
        mul[k] = (rnd() << 1 ^ rnd() << 9) | 1;
        inc[k] = rnd() << 1;
    }

    struct timespec t0, t1;
    clock_gettime(CLOCK_MONOTONIC, &t0);
    #pragma omp parallel
    {
    #pragma omp for schedule(dynamic, 16)
    for (int i = 0; i < n; i++) {
        shingles(&doc[i]);
        signature(&doc[i]);
    }
    free(scratch);
    scratch = NULL;
    scratch_size = 0;
    Bucket *bucket = need(n * sizeof *bucket);
    #pragma omp for schedule(dynamic)
    for (int band = 0; band < BANDS; band++) {
        for (int i = 0; i < n; i++) {
            uint64_t key = 1469598103934665603ULL;
            for (int r = 0; r < ROWS; r++)
                key = (key ^ doc[i].sig[band * ROWS + r]) * 1099511628211ULL;
            bucket[i] = (Bucket){ key, i };
        }
        qsort(bucket, n, sizeof *bucket, by_key);
        #pragma omp critical        /* the list is sorted below, so any order does */
        for (int i = 0; i < n; i++)
            for (int j = i + 1; j < n && bucket[j].key == bucket[i].key; j++) {
                if (pairs == room && !(pair = realloc(pair, (room = room * 2 + 256) * sizeof *pair))) exit(1);
                pair[pairs++] = (uint64_t)bucket[i].doc << 32 | (uint32_t)bucket[j].doc;
            }
    }
    free(bucket);
    }
    size_t cand = 0, found = 0;
    double best = 0, sum = 0;
    if (pairs) qsort(pair, pairs, sizeof *pair, by_pair);
    for (size_t i = 0; i < pairs; i++)
        if (cand == 0 || pair[i] != pair[cand - 1])
            pair[cand++] = pair[i];
    uint32_t check = 7;
    double *score = need((cand + 1) * sizeof *score);
    #pragma omp parallel for schedule(dynamic, 16)
    for (size_t i = 0; i < cand; i++)
        score[i] = jaccard(&doc[pair[i] >> 32], &doc[(uint32_t)pair[i]]);
    for (size_t i = 0; i < cand; i++) {
        double s = score[i];
        if (s >= 0.5) {
            found++, sum += s;
            check = check * 31 + (uint32_t)(pair[i] ^ pair[i] >> 20);
        }
        if (s < 1 && s > best) best = s;
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);

    long total = 0;
    for (int i = 0; i < n; i++) {
        total += doc[i].count;
        for (int k = 0; k < HASHES; k++) check = check * 33 ^ doc[i].sig[k];
    }
    printf("documents %d shingles %ld hits %zu candidates %zu duplicates %zu\n", n, total, pairs, cand, found);
    printf("similarity mean %.9f closest %.9f check %08x\n", found ? sum / found : 0.0, best, (unsigned)check);
    fprintf(stderr, "time %.3f\n", t1.tv_sec - t0.tv_sec + 1e-9 * (t1.tv_nsec - t0.tv_nsec));
    for (int i = 0; i < n; i++) { free(doc[i].text); free(doc[i].shingle); }
    free(doc); free(pair); free(score);
    return 0;
}

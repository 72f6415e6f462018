// SPDX-License-Identifier: Apache-2.0
// spell: reports the unknown words of a text with the best corrections.
//
// The dictionary and the text are made up (syllables, typing errors) so that
// no input files are needed.  Distinct unknown words are collected in a hash
// table first, then each is compared with the dictionary by the restricted
// Damerau-Levenshtein distance (at most 2), ties broken by word frequency.
//
// usage: spell [dictionary words] [text words]
#define _POSIX_C_SOURCE 199309L
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAXWORD = 24, MAXDIST = 2 };

typedef struct {
    char text[MAXWORD + 1];
    uint8_t len;
    uint32_t letters;       // set of letters used
    int count;              // occurrences in the text
    int suggestion;         // dictionary index or -1
    int distance;
} Word;

typedef struct {
    Word *words;
    int n, cap;
    int *slot;
    int nslots;             // power of two
} Table;

typedef struct {
    long candidates, compared, cut;
} Stats;

static Stats stats;
static uint32_t lcg = 20240607;

static unsigned rnd(unsigned n)
{
    lcg = lcg * 1664525u + 1013904223u;
    return (unsigned)(((uint64_t)lcg * n) >> 32);
}

static uint32_t hash(const char *s)
{
    uint32_t h = 5381;
    while (*s)
        h = h * 33 ^ (unsigned char)*s++;
    return h ^ h >> 15;
}

static void table_rehash(Table *t, int nslots)
{
    free(t->slot);
    t->nslots = nslots;
    t->slot = malloc(nslots * sizeof(int));
    for (int i = 0; i < nslots; i++)
        t->slot[i] = -1;
    for (int i = 0; i < t->n; i++) {
        uint32_t h = hash(t->words[i].text) & (nslots - 1);
        while (t->slot[h] >= 0)
            h = (h + 1) & (nslots - 1);
        t->slot[h] = i;
    }
}

static void table_init(Table *t)
{
    memset(t, 0, sizeof *t);
    table_rehash(t, 1024);
}

static void table_free(Table *t)
{
    free(t->words);
    free(t->slot);
}

static Word *table_find(const Table *t, const char *s)
{
    uint32_t h = hash(s) & (t->nslots - 1);
    while (t->slot[h] >= 0) {
        Word *w = &t->words[t->slot[h]];
        if (strcmp(w->text, s) == 0)
            return w;
        h = (h + 1) & (t->nslots - 1);
    }
    return NULL;
}

static Word *table_add(Table *t, const char *s)
{
    Word *w = table_find(t, s);
    if (w)
        return w;
    if (t->n == t->cap) {
        t->cap = t->cap ? t->cap * 2 : 256;
        t->words = realloc(t->words, t->cap * sizeof(Word));
    }
    w = &t->words[t->n];
    memset(w, 0, sizeof *w);
    strcpy(w->text, s);
    w->len = strlen(s);
    w->suggestion = -1;
    w->distance = MAXDIST + 1;
    for (const char *p = s; *p; p++)
        w->letters |= 1u << (*p - 'a');
    t->n++;
    if (t->n * 2 > t->nslots)
        table_rehash(t, t->nslots * 2);
    else {
        uint32_t h = hash(s) & (t->nslots - 1);
        while (t->slot[h] >= 0)
            h = (h + 1) & (t->nslots - 1);
        t->slot[h] = t->n - 1;
    }
    return w;
}

static void invent_word(char *out)
{
    static const char *onset[] = {"b", "br", "c", "ch", "d", "f", "g", "gr", "h", "l", "m", "n", "p", "pl", "r", "s", "st", "t", "tr", "v"};
    static const char *nucleus[] = {"a", "e", "i", "o", "u", "ai", "ea", "ou"};
    static const char *coda[] = {"", "", "n", "r", "l", "s", "nt", "ck"};
    int syl = 2 + rnd(3);
    out[0] = '\0';
    while (syl-- > 0) {
        strcat(out, onset[rnd(20)]);
        strcat(out, nucleus[rnd(8)]);
        strcat(out, coda[rnd(8)]);
    }
}

static void misspell(char *s)
{
    int n = strlen(s), p = rnd(n - 1);
    char c = 'a' + rnd(26);
    switch (rnd(4)) {
    case 0:
        s[p] = c;
        break;
    case 1:
        memmove(s + p, s + p + 1, n - p);
        break;
    case 2:
        if (n < MAXWORD) {
            memmove(s + p + 1, s + p, n - p + 1);
            s[p] = c;
        }
        break;
    default:
        c = s[p];
        s[p] = s[p + 1];
        s[p + 1] = c;
    }
}

static char *make_text(const Table *dict, int nwords)
{
    char *text = malloc((size_t)nwords * (MAXWORD + 2) + 1), *p = text;
    char w[MAXWORD + 2];
    for (int i = 0; i < nwords; i++) {
        unsigned r = rnd(dict->n);
        strcpy(w, dict->words[rnd(3) ? rnd(r / 4 + 1) : r].text);
        if (rnd(40) == 0)
            misspell(w);
        if (rnd(160) == 0 && strlen(w) > 2)
            misspell(w);
        p += sprintf(p, "%s%c", w, i % 12 == 11 ? '\n' : ' ');
    }
    return text;
}

static int popcount(uint32_t x)
{
    int n = 0;
    for (; x; x &= x - 1)
        n++;
    return n;
}

// restricted Damerau-Levenshtein distance, gives up above limit
static int edit_distance(const Word *a, const Word *b, int limit)
{
    static int rows[3][MAXWORD + 1];
    int *prev2 = rows[0], *prev = rows[1], *cur = rows[2];

    for (int j = 0; j <= b->len; j++)
        prev[j] = j;
    for (int i = 1; i <= a->len; i++) {
        int low = cur[0] = i;
        for (int j = 1; j <= b->len; j++) {
            int d = prev[j - 1] + (a->text[i - 1] != b->text[j - 1]);
            if (prev[j] + 1 < d)
                d = prev[j] + 1;
            if (cur[j - 1] + 1 < d)
                d = cur[j - 1] + 1;
            if (i > 1 && j > 1 && a->text[i - 1] == b->text[j - 2] &&
                a->text[i - 2] == b->text[j - 1] && prev2[j - 2] + 1 < d)
                d = prev2[j - 2] + 1;
            cur[j] = d;
            if (d < low)
                low = d;
        }
        if (low > limit) {
            stats.cut++;
            return limit + 1;
        }
        int *t = prev2;
        prev2 = prev;
        prev = cur;
        cur = t;
    }
    return prev[b->len];
}

static void suggest(Word *w, const Table *dict)
{
    for (int k = 0; k < dict->n; k++) {
        const Word *d = &dict->words[k];
        if (abs(d->len - w->len) > MAXDIST)
            continue;
        stats.candidates++;
        if (popcount(d->letters & ~w->letters) > MAXDIST || popcount(w->letters & ~d->letters) > MAXDIST)
            continue;
        stats.compared++;
        int limit = w->distance < MAXDIST ? w->distance : MAXDIST;
        int dist = edit_distance(w, d, limit);
        if (dist < w->distance || (dist == w->distance && w->suggestion >= 0 && d->count > dict->words[w->suggestion].count)) {
            w->distance = dist;
            w->suggestion = k;
        }
    }
}

int main(int argc, char **argv)
{
    int ndict = argc > 1 ? atoi(argv[1]) : 40000;
    int ntext = argc > 2 ? atoi(argv[2]) : 120000;
    Table dict, unknown;
    struct timespec t0, t1;
    char buf[4 * MAXWORD];

    table_init(&dict);
    table_init(&unknown);
    while (dict.n < ndict) {
        invent_word(buf);
        if (strlen(buf) <= MAXWORD)
            table_add(&dict, buf);
    }
    char *text = make_text(&dict, ntext);

    int total = 0, known = 0;
    for (char *tok = strtok(text, " \n"); tok; tok = strtok(NULL, " \n")) {
        Word *w = table_find(&dict, tok);
        if (w)
            known++;
        else
            w = table_add(&unknown, tok);
        w->count++;
        total++;
    }
    clock_gettime(CLOCK_MONOTONIC, &t0);
    for (int i = 0; i < unknown.n; i++)
        suggest(&unknown.words[i], &dict);
    clock_gettime(CLOCK_MONOTONIC, &t1);

    int bydist[MAXDIST + 2] = {0};
    uint32_t check = 0;
    for (int i = 0; i < unknown.n; i++) {
        const Word *w = &unknown.words[i];
        const char *s = w->suggestion >= 0 ? dict.words[w->suggestion].text : "?";
        bydist[w->suggestion >= 0 ? w->distance : MAXDIST + 1]++;
        check = check * 31 + hash(s);
        if (i % (unknown.n / 12 + 1) == 0)
            printf("%-20s -> %-20s (%d)\n", w->text, s, w->distance);
    }
    printf("%d words, %d known, %d distinct unknown\n", total, known, unknown.n);
    printf("distance 1: %d, distance 2: %d, no idea: %d, check %08x\n", bydist[1], bydist[2], bydist[3], check);
    printf("%ld candidates, %ld compared, %ld cut short\n", stats.candidates, stats.compared, stats.cut);
    fprintf(stderr, "suggestions %.3f s\n", (t1.tv_sec - t0.tv_sec) + 1e-9 * (t1.tv_nsec - t0.tv_nsec));
    free(text);
    table_free(&dict);
    table_free(&unknown);
    return 0;
}

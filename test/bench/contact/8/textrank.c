// SPDX-License-Identifier: Apache-2.0
// Builds an inverted index over a synthetic document collection and answers
// ranked multi-term queries with TF-IDF weights and cosine normalisation.
#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TABLE_SIZE (1 << 15)
#define WORD_MAX 24
#define TOP 10
#define QUERY_TERMS 8

typedef struct posting {
    int doc, count;
} posting;

typedef struct term {
    char *word;
    double idf;
    int df, capacity;
    posting *list;
    struct term *chain;
} term;

typedef struct { double score; int doc; } result;

typedef struct {
    char words[QUERY_TERMS][WORD_MAX];
    int nwords;
    result top[TOP];
    int nresults, candidates;
} query;

static term *table[TABLE_SIZE];
static int ndocs, nterms, vocab_size;
static double *doc_norm;
static char (*vocabulary)[WORD_MAX];
static uint32_t rng_state = 0xC0FFEEu;

static uint32_t next_rand(void) {
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 17;
    rng_state ^= rng_state << 5;
    return rng_state;
}

static void *must(void *p) {
    if (!p)
        exit(1);
    return p;
}

static void make_vocabulary(int n) {
    static const char *const syllable[] = {"ka", "lo", "mi", "ten", "ra", "shu", "vor", "el", "di", "pan",
                                           "qui", "zet", "bo", "nar", "ige", "ust", "fe", "cha", "wy", "orn"};
    vocab_size = n;
    vocabulary = must(malloc(sizeof *vocabulary * (size_t)n));
    for (int i = 0; i < n; i++) {
        int code = i, len = 0;
        do {
            len += snprintf(vocabulary[i] + len, (size_t)(WORD_MAX - len), "%s", syllable[code % 20]);
            code /= 20;
        } while (code > 0);
        if (next_rand() % 3 == 0)
            snprintf(vocabulary[i] + len, (size_t)(WORD_MAX - len), "s");
    }
}

/* low ranks are drawn far more often than high ones; topics shift the rest */
static int draw_word(int topic) {
    double u = next_rand() / 4294967296.0;
    int rank = (int)(exp(u * log(vocab_size + 1.0)) - 1.0);
    if (rank > 200 && next_rand() % 3)
        rank = 200 + (rank * 7 + topic * 131) % (vocab_size - 200);
    return rank < vocab_size ? rank : vocab_size - 1;
}

static char *make_document(int topic) {
    int words = 60 + (int)(next_rand() % 120);
    char *text = must(malloc((size_t)words * (WORD_MAX + 2) + 1)), *p = text;
    for (int i = 0; i < words; i++) {
        const char *w = vocabulary[draw_word(topic)];
        size_t len = strlen(w);
        memcpy(p, w, len);
        if (i % 14 == 0)
            *p = (char)toupper((unsigned char)*p);
        p += len;
        if (i % 14 == 13)
            *p++ = '.';
        *p++ = ' ';
    }
    *p = '\0';
    return text;
}

static uint32_t hash_word(const char *s) {
    uint32_t h = 5381;
    while (*s)
        h = h * 33u ^ (unsigned char)*s++;
    return (h ^ h >> 15) & (TABLE_SIZE - 1);
}

static term *lookup(const char *word, bool create) {
    term **head = &table[hash_word(word)];
    for (term *t = *head; t; t = t->chain)
        if (strcmp(t->word, word) == 0)
            return t;
    if (!create)
        return NULL;
    term *t = must(calloc(1, sizeof *t));
    t->word = must(malloc(strlen(word) + 1));
    strcpy(t->word, word);
    t->chain = *head;
    *head = t;
    nterms++;
    return t;
}

/* copies the next lower-cased word to out, returns where to go on or NULL */
static const char *next_word(const char *s, char *out) {
    int n = 0;
    while (*s && !isalpha((unsigned char)*s))
        s++;
    if (!*s)
        return NULL;
    while (isalpha((unsigned char)*s)) {
        if (n < WORD_MAX - 1)
            out[n++] = (char)tolower((unsigned char)*s);
        s++;
    }
    if (n > 3 && out[n - 1] == 's') /* crude stemming */
        n--;
    out[n] = '\0';
    return s;
}

static void index_document(int doc, const char *text) {
    char word[WORD_MAX];
    while ((text = next_word(text, word)) != NULL) {
        term *t = lookup(word, true);
        if (t->df == 0 || t->list[t->df - 1].doc != doc) {
            if (t->df == t->capacity) {
                t->capacity = t->capacity ? 2 * t->capacity : 4;
                t->list = must(realloc(t->list, (size_t)t->capacity * sizeof *t->list));
            }
            t->list[t->df++] = (posting){doc, 0};
        }
        t->list[t->df - 1].count++;
    }
}

static double tf_weight(int count) { return 1.0 + log((double)count); }

static void finish_index(void) {
    doc_norm = must(calloc((size_t)ndocs, sizeof *doc_norm));
    for (int b = 0; b < TABLE_SIZE; b++)
        for (term *t = table[b]; t; t = t->chain) {
            t->idf = log(1.0 + (double)ndocs / t->df);
            for (int i = 0; i < t->df; i++) {
                double w = tf_weight(t->list[i].count) * t->idf;
                doc_norm[t->list[i].doc] += w * w;
            }
        }
    for (int d = 0; d < ndocs; d++)
        doc_norm[d] = doc_norm[d] > 0 ? sqrt(doc_norm[d]) : 1.0;
}

static void offer(query *q, int doc, double score) {
    int i = q->nresults;
    q->candidates++;
    if (i == TOP && score <= q->top[TOP - 1].score)
        return;
    if (i < TOP)
        q->nresults++;
    else
        i--;
    for (; i > 0 && q->top[i - 1].score < score; i--)
        q->top[i] = q->top[i - 1];
    q->top[i] = (result){score, doc};
}

static void answer(query *q, double *acc) {
    memset(acc, 0, (size_t)ndocs * sizeof *acc);
    for (int w = 0; w < q->nwords; w++) {
        const term *t = lookup(q->words[w], false);
        if (!t)
            continue;
        for (int i = 0; i < t->df; i++)
            acc[t->list[i].doc] += tf_weight(t->list[i].count) * t->idf * t->idf;
    }
    for (int d = 0; d < ndocs; d++)
        if (acc[d] > 0)
            offer(q, d, acc[d] / doc_norm[d]);
}

static void make_query(query *q) {
    char text[WORD_MAX];
    memset(q, 0, sizeof *q);
    q->nwords = 2 + (int)(next_rand() % (QUERY_TERMS - 1));
    int topic = (int)(next_rand() % 50);
    for (int i = 0; i < q->nwords; i++) {
        next_word(vocabulary[draw_word(topic)], text);
        memcpy(q->words[i], text, sizeof text);
    }
}

int main(int argc, char **argv) {
    ndocs = argc > 1 ? atoi(argv[1]) : 9000;
    int nqueries = argc > 2 ? atoi(argv[2]) : 8800;
    make_vocabulary(argc > 3 ? atoi(argv[3]) : 20000);
    for (int d = 0; d < ndocs; d++) {
        char *text = make_document(d % 50);
        index_document(d, text);
        free(text);
    }
    finish_index();
    query *queries = must(malloc((size_t)nqueries * sizeof *queries));
    for (int i = 0; i < nqueries; i++)
        make_query(&queries[i]);

    double *acc = must(malloc((size_t)ndocs * sizeof *acc));
    for (int i = 0; i < nqueries; i++)
        answer(&queries[i], acc);
    free(acc);

    uint64_t check = 0;
    long candidates = 0;
    double total = 0;
    for (int i = 0; i < nqueries; i++) {
        candidates += queries[i].candidates;
        for (int r = 0; r < queries[i].nresults; r++) {
            check = check * 31 + (uint64_t)queries[i].top[r].doc;
            total += queries[i].top[r].score;
        }
    }
    printf("%d documents, %d terms, %d queries, %ld candidates\n", ndocs, nterms, nqueries, candidates);
    for (int i = 0; i < nqueries && i < 5; i++) {
        for (int w = 0; w < queries[i].nwords; w++)
            printf("%s ", queries[i].words[w]);
        for (int r = 0; r < queries[i].nresults && r < 4; r++)
            printf(" [%d %.6f]", queries[i].top[r].doc, queries[i].top[r].score);
        putchar('\n');
    }
    printf("score sum %.9f check %016llx\n", total, (unsigned long long)check);
    return 0;
}

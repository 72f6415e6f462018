// SPDX-License-Identifier: Apache-2.0
/* tfidf - generate a corpus of pseudo-English documents, tokenize it, build a
 * vocabulary, tf-idf vectors (sparse, unit length) and report for every
 * document its nearest neighbour by cosine similarity.
 *
 *   tfidf [documents] [words per document] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
#include <math.h>
#include <time.h>

#define TABLE (1 << 15)
#define MAXWORD 32

typedef struct { char word[MAXWORD]; int df, last_doc; } Entry;

typedef struct { int id; double w; } Term;

typedef struct { char *text; Term *terms; int nterms; } Doc;

static Entry vocab[TABLE];
static int nvocab;
static unsigned rng = 2463534242u;

static unsigned rnd(unsigned n)
{
    rng = rng * 1664525u + 1013904223u;
    return (unsigned)(((unsigned long long)rng * n) >> 32);
}

static void make_word(unsigned rank, char *out)
{
    static const char *syl[] = { "ba", "ce", "di", "fo", "gu", "ha", "ke", "li", "mo", "nu",
                                 "par", "ser", "tin", "vol", "wy", "xe" };
    int n = 0;
    do {
        n += sprintf(out + n, "%s", syl[rank % 16]);
        rank /= 16;
    } while (rank);
}

static char *make_text(int words, int topic)
{
    char *buf = malloc((size_t)words * 16 + 1), *p = buf;
    if (!buf)
        exit(1);
    *p = '\0';
    for (int i = 0; i < words; i++) {
        /* product of uniforms gives a Zipf-like skew; a third is on topic */
        unsigned r = rnd(3) ? rnd(rnd(4000) + 1) : 1000u + topic * 90u + rnd(90);
        char word[MAXWORD];
        make_word(r, word);
        if (rnd(12) == 0)
            word[0] = (char)toupper((unsigned char)word[0]);
        p += sprintf(p, "%s%s", word, rnd(10) == 0 ? ". " : " ");
    }
    return buf;
}

static int lookup(const char *w)
{
    unsigned h = 2166136261u;
    for (const char *c = w; *c; c++)
        h = (h ^ (unsigned char)*c) * 16777619u;
    h &= TABLE - 1;
    for (; vocab[h].word[0] && strcmp(vocab[h].word, w); h = (h + 1) & (TABLE - 1))
        ;
    if (!vocab[h].word[0]) {
        strcpy(vocab[h].word, w);
        vocab[h].last_doc = -1;
        nvocab++;
    }
    return (int)h;
}

static int by_id(const void *a, const void *b)
{
    return ((const Term *)a)->id - ((const Term *)b)->id;
}

static void tokenize(Doc *d, int docno, int words)
{
    char w[MAXWORD];
    int len = 0, n = 0;

    d->terms = malloc((size_t)words * sizeof(Term));
    if (!d->terms)
        exit(1);
    for (const char *p = d->text;; p++) {
        if (isalpha((unsigned char)*p) && len < MAXWORD - 1) {
            w[len++] = (char)tolower((unsigned char)*p);
        } else if (len) {
            w[len] = '\0';
            len = 0;
            int id = lookup(w);
            vocab[id].df += vocab[id].last_doc != docno;
            vocab[id].last_doc = docno;
            d->terms[n++] = (Term){ id, 1.0 };
        }
        if (!*p)
            break;
    }
    qsort(d->terms, n, sizeof(Term), by_id);
    d->nterms = 0;
    for (int i = 0; i < n; i++) {
        if (d->nterms && d->terms[d->nterms - 1].id == d->terms[i].id)
            d->terms[d->nterms - 1].w += 1.0;
        else
            d->terms[d->nterms++] = d->terms[i];
    }
}

static void weigh(Doc *d, int ndocs)
{
    double norm = 0.0;
    for (int i = 0; i < d->nterms; i++) {
        Term *t = &d->terms[i];
        t->w = (1.0 + log(t->w)) * log((double)ndocs / vocab[t->id].df);
        norm += t->w * t->w;
    }
    norm = norm > 0.0 ? 1.0 / sqrt(norm) : 0.0;
    for (int i = 0; i < d->nterms; i++)
        d->terms[i].w *= norm;
}

static int nearest(const Doc *docs, int ndocs, int self, double *dense, double *score)
{
    int best = -1;
    *score = -1.0;
    for (int i = 0; i < docs[self].nterms; i++)
        dense[docs[self].terms[i].id] = docs[self].terms[i].w;
    for (int j = 0; j < ndocs; j++) {
        double dot = 0.0;
        for (int i = 0; i < docs[j].nterms; i++)
            dot += dense[docs[j].terms[i].id] * docs[j].terms[i].w;
        if (j != self && dot > *score) {
            *score = dot;
            best = j;
        }
    }
    for (int i = 0; i < docs[self].nterms; i++)
        dense[docs[self].terms[i].id] = 0.0;
    return best;
}

int main(int argc, char **argv)
{
    int ndocs = argc > 1 ? atoi(argv[1]) : 2000, words = argc > 2 ? atoi(argv[2]) : 300, agree = 0;
    Doc *docs = calloc(ndocs, sizeof *docs);
    double *score = malloc(ndocs * sizeof *score), sum = 0.0;
    int *mate = malloc(ndocs * sizeof *mate);
    for (int i = 0; i < ndocs; i++)
        docs[i].text = make_text(words, i % 25);

    struct timespec t0, t1;
    clock_gettime(CLOCK_MONOTONIC, &t0);
    for (int i = 0; i < ndocs; i++)
        tokenize(&docs[i], i, words);
    #pragma omp parallel
    {
        double *dense = calloc(TABLE, sizeof *dense);   /* scratch vector per thread */
        #pragma omp for schedule(static)
        for (int i = 0; i < ndocs; i++)
            weigh(&docs[i], ndocs);
        #pragma omp for schedule(dynamic, 8)
        for (int i = 0; i < ndocs; i++)
            mate[i] = nearest(docs, ndocs, i, dense, &score[i]);
        free(dense);
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);

    for (int i = 0; i < ndocs; i++) {
        agree += mate[i] % 25 == i % 25;
        sum += score[i];
        if (i % (ndocs / 4 + 1) == 0)
            printf("doc %d: nearest %d, similarity %.6f\n", i, mate[i], score[i]);
    }
    printf("vocabulary %d, same topic %d of %d, mean similarity %.8f\n", nvocab, agree, ndocs, sum / ndocs);
    fprintf(stderr, "%.3f s\n", (t1.tv_sec - t0.tv_sec) + 1e-9 * (t1.tv_nsec - t0.tv_nsec));
    for (int i = 0; i < ndocs; i++)
        free(docs[i].text), free(docs[i].terms);
    free(docs), free(score), free(mate);
    return 0;
}

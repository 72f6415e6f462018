/* bm25.c - in-memory full text search.
   Generates a document collection, tokenizes it into an inverted index and
   answers a batch of ranked queries.
   usage: bm25 [documents] [queries] [seed]  */
#include <ctype.h>
#include <math.h>
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VOCAB = 30000, TOPK = 10, QTERMS = 5, MAXWORD = 32 };

typedef struct { int doc, tf; } Posting;
typedef struct { int doc; float score; } Hit;

typedef struct Term {
    char *word;
    uint32_t hash;
    int n, cap;
    Posting *post;
    struct Term *chain;
} Term;

typedef struct {
    Term **bucket;
    size_t mask;
    int nterms, ndocs, *doclen;
    long total;
} Index;

typedef struct {                    /* scratch of the query evaluator */
    float *score;
    int *touched, ntouched;
    Hit heap[TOPK];
    int nheap;
} Searcher;

static uint64_t seed;

static uint32_t rnd(uint64_t *s)
{
    *s += 0x9E3779B97F4A7C15u;
    uint64_t z = *s;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (uint32_t)(z >> 32);
}

static double zipf_cdf[VOCAB];

static void init_zipf(void)
{
    double sum = 0;
    for (int i = 0; i < VOCAB; i++)
        zipf_cdf[i] = sum += 1.0 / pow(i + 3, 0.95);
}

static int zipf(uint64_t *s)
{
    double u = rnd(s) / 4294967296.0 * zipf_cdf[VOCAB - 1];
    int lo = 0, hi = VOCAB - 1;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (zipf_cdf[mid] < u) lo = mid + 1;
        else hi = mid;
    }
    return lo;
}

/* spell word number id; returns its length */
static int spell(int id, char *out)
{
    static const char syl[] = "rasetonilumkadevpogihubwyfjzc";
    int n = 0;
    for (unsigned v = id * 7u + 11; v; v /= 29, n += 2) {
        out[n] = syl[v % 29];
        out[n + 1] = "aeiou"[(v + n + 1) % 5];
    }
    return n;
}

static char *make_document(int doc)
{
    uint64_t s = seed * 1000003 + doc;
    int words = 40 + rnd(&s) % 120, topic = rnd(&s) % 900, n = 0;
    char *text = malloc(words * (MAXWORD + 4) + 1);
    for (int w = 0; w < words; w++) {
        int at = n;
        n += spell(rnd(&s) % 6 ? zipf(&s) : topic * 30 + (int)(rnd(&s) % 40), text + n);
        if (w == 0 || text[at - 2] == '.')
            text[at] = toupper((unsigned char)text[at]);
        if (rnd(&s) % 9 == 0)
            text[n++] = ",.;.!"[rnd(&s) % 5];
        text[n++] = ' ';
    }
    text[n] = '\0';
    return text;
}

static Term *intern(Index *ix, const char *word, int len, uint32_t hash, int create)
{
    Term *t, **head = &ix->bucket[hash & ix->mask];
    for (t = *head; t; t = t->chain)
        if (t->hash == hash && strcmp(t->word, word) == 0)
            break;
    if (t || !create)
        return t;
    t = calloc(1, sizeof *t);
    t->word = memcpy(malloc(len + 1), word, len + 1);
    t->hash = hash;
    t->chain = *head;
    *head = t;
    ix->nterms++;
    return t;
}

static void add_posting(Term *t, int doc)
{
    if (t->n && t->post[t->n - 1].doc == doc) {
        t->post[t->n - 1].tf++;
        return;
    }
    if (t->n == t->cap) {
        t->cap = t->cap ? t->cap * 2 : 4;
        t->post = realloc(t->post, t->cap * sizeof *t->post);
    }
    t->post[t->n++] = (Posting){ doc, 1 };
}

/* Next lower-cased word of *p; 0 at the end of the text. */
static int next_token(const char **p, char *word, uint32_t *hash)
{
    int n = 0;
    uint32_t h = 2166136261u;
    while (**p && !isalpha((unsigned char)**p))
        ++*p;
    for (; isalpha((unsigned char)**p); ++*p)
        if (n < MAXWORD - 1) {
            word[n] = tolower((unsigned char)**p);
            h = (h ^ (unsigned char)word[n++]) * 16777619u;
        }
    word[n] = '\0';
    *hash = h;
    return n;
}

static void index_document(Index *ix, int doc, const char *text)
{
    char word[MAXWORD];
    uint32_t hash;
    int len;
    while ((len = next_token(&text, word, &hash)) > 0) {
        add_posting(intern(ix, word, len, hash, 1), doc);
        ix->doclen[doc]++;
        ix->total++;
    }
}

/* Contiguous blocks of documents get an index of their own; the blocks are then
   joined bucket by bucket, in document order.  All tables have equal size. */
static void build_index(Index *ix)
{
    int nblock = omp_get_max_threads(), nterms = 0;
    long total = 0;
    Index *part = calloc(nblock, sizeof *part);
#pragma omp parallel reduction(+:total, nterms)
    {
#pragma omp for schedule(static, 1)
        for (int b = 0; b < nblock; b++) {
            Index p = *ix;
            p.bucket = calloc(ix->mask + 1, sizeof *p.bucket);
            int end = (int)((long)ix->ndocs * (b + 1) / nblock);
            for (int d = (int)((long)ix->ndocs * b / nblock); d < end; d++) {
                char *text = make_document(d);
                index_document(&p, d, text);
                free(text);
            }
            total += p.total;
            part[b] = p;
        }
#pragma omp for schedule(static)
        for (size_t k = 0; k <= ix->mask; k++)
            for (int b = 0; b < nblock; b++)
                for (Term *t = part[b].bucket[k], *next; t; t = next) {
                    Term *u = ix->bucket[k];
                    next = t->chain;
                    while (u && (u->hash != t->hash || strcmp(u->word, t->word)))
                        u = u->chain;
                    if (!u) {
                        t->chain = ix->bucket[k];
                        ix->bucket[k] = t;
                        nterms++;
                        continue;
                    }
                    u->cap = u->n + t->n;
                    u->post = realloc(u->post, u->cap * sizeof *u->post);
                    memcpy(u->post + u->n, t->post, t->n * sizeof *t->post);
                    u->n += t->n;
                    free(t->post);
                    free(t->word);
                    free(t);
                }
    }
    for (int b = 0; b < nblock; b++)
        free(part[b].bucket);
    free(part);
    ix->total = total;
    ix->nterms = nterms;
}

static int worse(Hit a, Hit b) { return a.score != b.score ? a.score < b.score : a.doc > b.doc; }

/* heap[0] is the worst of the best TOPK */
static void offer(Searcher *se, Hit h)
{
    int i, c;
    if (se->nheap < TOPK) {
        for (i = se->nheap++; i > 0 && worse(h, se->heap[(i - 1) / 2]); i = (i - 1) / 2)
            se->heap[i] = se->heap[(i - 1) / 2];
        se->heap[i] = h;
        return;
    }
    if (!worse(se->heap[0], h))
        return;
    for (i = 0; (c = 2 * i + 1) < TOPK; i = c) {
        if (c + 1 < TOPK && worse(se->heap[c + 1], se->heap[c]))
            c++;
        if (!worse(se->heap[c], h))
            break;
        se->heap[i] = se->heap[c];
    }
    se->heap[i] = h;
}

static void search(const Index *ix, Searcher *se, const char *query)
{
    char word[MAXWORD];
    uint32_t hash;
    int len;
    float avg = (float)ix->total / ix->ndocs;
    se->ntouched = se->nheap = 0;
    while ((len = next_token(&query, word, &hash)) > 0) {
        const Term *t = intern((Index *)ix, word, len, hash, 0);
        if (!t)
            continue;
        float idf = logf(1 + (ix->ndocs - t->n + 0.5f) / (t->n + 0.5f));
        for (const Posting *p = t->post; p < t->post + t->n; p++) {
            float norm = 1.2f * (0.25f + 0.75f * ix->doclen[p->doc] / avg);
            if (se->score[p->doc] == 0)
                se->touched[se->ntouched++] = p->doc;
            se->score[p->doc] += idf * p->tf * 2.2f / (p->tf + norm);
        }
    }
    for (int i = 0; i < se->ntouched; i++) {
        offer(se, (Hit){ se->touched[i], se->score[se->touched[i]] });
        se->score[se->touched[i]] = 0;
    }
}

int main(int argc, char **argv)
{
    Index ix = { .ndocs = argc > 1 ? atoi(argv[1]) : 20000, .mask = 32767 };
    int nq = argc > 2 ? atoi(argv[2]) : 11000, empty = 0, shown = 0;
    seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 99;
    init_zipf();
    ix.bucket = calloc(ix.mask + 1, sizeof *ix.bucket);
    ix.doclen = calloc(ix.ndocs, sizeof *ix.doclen);
    build_index(&ix);
    printf("%d documents, %ld tokens, %d terms\n", ix.ndocs, ix.total, ix.nterms);

    uint64_t qs = seed ^ 0xABCDEF, mix = 0;
    double best_sum = 0;
    struct answer { char text[QTERMS * (MAXWORD + 1)]; int ntouched, nheap; Hit heap[TOPK]; };
    struct answer *ans = malloc(nq * sizeof *ans);
    for (int q = 0; q < nq; q++) {
        char *text = ans[q].text;
        int n = 0;
        for (int k = 2 + rnd(&qs) % (QTERMS - 1); k > 0; k--) {
            n += spell(rnd(&qs) % 3 ? zipf(&qs) : (int)(rnd(&qs) % VOCAB), text + n);
            text[n++] = ' ';
        }
        text[n - 1] = '\0';
    }
#pragma omp parallel
    {
        Searcher se = { calloc(ix.ndocs, sizeof(float)), malloc(ix.ndocs * sizeof(int)), 0, { { 0, 0 } }, 0 };
#pragma omp for schedule(dynamic, 16)
        for (int q = 0; q < nq; q++) {
            search(&ix, &se, ans[q].text);
            ans[q].ntouched = se.ntouched;
            ans[q].nheap = se.nheap;
            memcpy(ans[q].heap, se.heap, sizeof se.heap);
        }
        free(se.score);
        free(se.touched);
    }
    for (const struct answer *a = ans; a < ans + nq; a++) {
        empty += a->nheap == 0;
        if (a->nheap == 0)
            continue;
        Hit top = a->heap[0];
        for (int i = 0; i < a->nheap; i++) {
            top = worse(top, a->heap[i]) ? a->heap[i] : top;
            mix = (mix ^ a->heap[i].doc) * 1099511628211u;
        }
        best_sum += top.score;
        if (shown++ < 5)
            printf("\"%s\": %d hits, best %d (%.4f)\n", a->text, a->ntouched, top.doc, top.score);
    }
    printf("%d queries, %d without hits, mean best %.6f, mix %016llx\n", nq, empty, best_sum / nq, (unsigned long long)mix);
    return 0;
}

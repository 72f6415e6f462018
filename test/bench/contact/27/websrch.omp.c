/* websrch - miniature full text search engine: synthesizes a collection, builds an
 * inverted index (delta + varint postings), answers a query log with BM25 ranking. */
#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { TOPK = 10, MAXTERM = 32 };

struct posting_list { uint8_t *data; size_t len, cap; uint32_t last_doc, df, cf; };

struct term { char *word; uint32_t id; struct posting_list pl; struct term *next; };

struct index {
    struct term **bucket;
    size_t nbucket, nterm;
    uint32_t *doclen, ndoc;
    double avglen;
};

struct hit { uint32_t doc; double score; };

static void *xrealloc(void *p, size_t n) {
    p = realloc(p, n);
    if (!p) { perror("websrch"); exit(EXIT_FAILURE); }
    return p;
}

static uint64_t prng = 0x9e3779b97f4a7c15u;

static uint32_t next(uint32_t n) {
    prng ^= prng >> 12; prng ^= prng << 25; prng ^= prng >> 27;
    return (uint32_t)(((prng * 0x2545F4914F6CDD1DULL) >> 33) % n);
}

static void make_word(uint32_t rank, char *out) {
    static const char *on[] = { "b", "st", "k", "pr", "l", "m", "tr", "s", "d", "gr", "v", "ch", "n" };
    static const char *nu[] = { "a", "e", "io", "u", "ea", "o", "i" };
    static const char *suf[] = { "", "s", "ing", "ed", "", "er", "ly", "" };
    uint32_t r = rank / 8;
    *out = 0;
    do {
        strcat(strcat(out, on[r % 13]), nu[r / 13 % 7]);
        r /= 13 * 7;
    } while (r);
    strcat(strcat(out, "n"), suf[rank % 8]);
}

static uint32_t zipf_rank(uint32_t vocab) {
    uint32_t a = next(vocab) + 1, b = next(a) + 1;
    return next(b);
}

static char *make_document(uint32_t words) {
    size_t cap = words * 14 + 64, n = 0;
    char *text = xrealloc(NULL, cap), w[64];
    for (uint32_t i = 0; i < words; i++) {
        make_word(zipf_rank(40000), w);
        size_t l = strlen(w);
        if (n + l + 4 > cap) text = xrealloc(text, cap *= 2);
        if (next(12) == 0) w[0] = (char)toupper((unsigned char)w[0]);
        memcpy(text + n, w, l); n += l;
        if (next(15) == 0) text[n++] = next(2) ? ',' : '.';
        text[n++] = ' ';
    }
    return text[n] = 0, text;
}

static void stem(char *w, size_t n) {
    static const char *strip[] = { "ing", "edly", "ed", "ly", "er", "s" };
    for (size_t i = 0; i < sizeof strip / sizeof *strip; i++) {
        size_t l = strlen(strip[i]);
        if (n > l + 2 && memcmp(w + n - l, strip[i], l) == 0) { w[n - l] = 0; return; }
    }
}

/* returns the position after the token, or NULL at the end of the text */
static const char *next_token(const char *p, char *w) {
    size_t n = 0;
    while (*p && !isalnum((unsigned char)*p)) p++;
    if (!*p) return NULL;
    for (; isalnum((unsigned char)*p); p++)
        if (n < MAXTERM - 1) w[n++] = (char)tolower((unsigned char)*p);
    w[n] = 0;
    stem(w, n);
    return p;
}

static uint32_t hash(const char *s) {
    uint32_t h = 5381;
    while (*s) h = h * 33 ^ (uint8_t)*s++;
    return h;
}

static struct term *lookup(struct index *ix, const char *w, int create) {
    struct term **b = &ix->bucket[hash(w) % ix->nbucket], *t;
    for (t = *b; t; t = t->next)
        if (strcmp(t->word, w) == 0) return t;
    if (!create) return NULL;
    t = memset(xrealloc(NULL, sizeof *t), 0, sizeof *t);
    t->word = strcpy(xrealloc(NULL, strlen(w) + 1), w);
    t->id = (uint32_t)ix->nterm++;
    t->next = *b;
    return *b = t;
}

static void put_varint(struct posting_list *pl, uint32_t v) {
    if (pl->len + 5 > pl->cap) pl->data = xrealloc(pl->data, pl->cap = pl->cap ? pl->cap * 2 : 16);
    for (; v >= 128; v >>= 7) pl->data[pl->len++] = (uint8_t)(v | 128);
    pl->data[pl->len++] = (uint8_t)v;
}

static const uint8_t *get_varint(const uint8_t *p, uint32_t *v) {
    int sh = 0;
    for (*v = 0; *p & 128; sh += 7) *v |= (uint32_t)(*p++ & 127) << sh;
    *v |= (uint32_t)*p++ << sh;
    return p;
}

static int by_id(const void *a, const void *b) {
    const struct term *x = *(struct term *const *)a, *y = *(struct term *const *)b;
    return x->id < y->id ? -1 : x->id > y->id;
}

static void add_document(struct index *ix, uint32_t doc, const char *text) {
    struct term **occ = NULL;
    size_t n = 0, cap = 0, i, j;
    char w[MAXTERM];
    while ((text = next_token(text, w))) {
        if (n == cap) occ = xrealloc(occ, (cap = cap ? cap * 2 : 256) * sizeof *occ);
        occ[n++] = lookup(ix, w, 1);
    }
    ix->doclen[doc] = (uint32_t)n;
    ix->avglen += (double)n;
    if (n) qsort(occ, n, sizeof *occ, by_id);
    for (i = 0; i < n; i = j) {
        struct posting_list *pl = &occ[i]->pl;
        for (j = i; j < n && occ[j] == occ[i]; j++) ;
        put_varint(pl, doc - pl->last_doc);
        put_varint(pl, (uint32_t)(j - i));
        pl->last_doc = doc; pl->df++; pl->cf += (uint32_t)(j - i);
    }
    free(occ);
}

/* append the chunk's index, whose documents follow all of ix, and dispose of it */
static void append_index(struct index *ix, struct index *part) {
    struct term **byid = xrealloc(NULL, (part->nterm + 1) * sizeof *byid);
    for (size_t b = 0; b < part->nbucket; b++)
        for (struct term *t = part->bucket[b]; t; t = t->next) byid[t->id] = t;
    for (size_t i = 0; i < part->nterm; i++) {      /* in order of first occurrence */
        struct posting_list *src = &byid[i]->pl, *dst = &lookup(ix, byid[i]->word, 1)->pl;
        uint32_t first;
        const uint8_t *rest = get_varint(src->data, &first);
        size_t n = src->len - (size_t)(rest - src->data);
        put_varint(dst, first - dst->last_doc);
        if (dst->len + n > dst->cap) dst->data = xrealloc(dst->data, dst->cap = 2 * (dst->len + n));
        memcpy(dst->data + dst->len, rest, n);
        dst->len += n; dst->last_doc = src->last_doc; dst->df += src->df; dst->cf += src->cf;
        free(src->data); free(byid[i]->word); free(byid[i]);
    }
    ix->avglen += part->avglen;
    free(byid); free(part->bucket);
}

static int worse(const struct hit *a, const struct hit *b) {
    return a->score < b->score || (a->score == b->score && a->doc > b->doc);
}

static int offer(struct hit *top, int n, struct hit h) {
    int i;
    if (n == TOPK && worse(&h, &top[n - 1])) return n;
    for (i = n < TOPK ? n++ : TOPK - 1; i > 0 && worse(&top[i - 1], &h); i--) top[i] = top[i - 1];
    top[i] = h;
    return n;
}

static int query(struct index *ix, const char *q, double *acc, struct hit *top) {
    char w[MAXTERM];
    int n = 0;
    memset(acc, 0, ix->ndoc * sizeof *acc);
    while ((q = next_token(q, w))) {
        struct term *t = lookup(ix, w, 0);
        if (!t) continue;
        double idf = log(1.0 + (ix->ndoc - t->pl.df + 0.5) / (t->pl.df + 0.5));
        uint32_t doc = 0, gap, tf;
        for (const uint8_t *p = t->pl.data, *end = p + t->pl.len; p < end;) {
            p = get_varint(get_varint(p, &gap), &tf); doc += gap;
            acc[doc] += idf * tf * 2.2 / (tf + 1.2 * (0.25 + 0.75 * ix->doclen[doc] / ix->avglen));
        }
    }
    for (uint32_t d = 0; d < ix->ndoc; d++)
        if (acc[d] > 0)
            n = offer(top, n, (struct hit){ d, acc[d] });
    return n;
}

enum { CHUNK = 400 };
struct request { char q[256]; int n; struct hit top[TOPK]; };

int main(int argc, char **argv) {
    uint32_t ndoc = argc > 1 ? (uint32_t)atoi(argv[1]) : 8000, nq = argc > 2 ? (uint32_t)atoi(argv[2]) : 5000;
    uint64_t bytes = 0, sum = 0, df = 0;
    double scores = 0;
    if (ndoc < 1 || ndoc > 1000000) return fprintf(stderr, "websrch: bad size\n"), EXIT_FAILURE;
    struct index ix = { calloc(1 << 14, sizeof(struct term *)), 1 << 14, 0, calloc(ndoc, sizeof(uint32_t)), ndoc, 0 };
    uint32_t nchunk = (ndoc + CHUNK - 1) / CHUNK;
    struct index *part = xrealloc(NULL, nchunk * sizeof *part);
    struct request *rq = xrealloc(NULL, (nq + 1) * sizeof *rq);
    if (!ix.bucket || !ix.doclen) return EXIT_FAILURE;
    /* texts come in order from one generator; a task indexes each chunk of them */
    #pragma omp parallel
    #pragma omp single
    for (uint32_t c = 0; c < nchunk; c++) {
        uint32_t lo = c * CHUNK, hi = lo + CHUNK < ndoc ? lo + CHUNK : ndoc;
        char **text = xrealloc(NULL, CHUNK * sizeof *text);
        for (uint32_t d = lo; d < hi; d++) text[d - lo] = make_document(60 + next(200));
        #pragma omp task firstprivate(c, lo, hi, text) shared(part, ix)
        {
            part[c] = (struct index){ calloc(1 << 14, sizeof(struct term *)), 1 << 14, 0, ix.doclen, ndoc, 0 };
            if (!part[c].bucket) exit(EXIT_FAILURE);
            for (uint32_t d = lo; d < hi; d++) {
                add_document(&part[c], d, text[d - lo]);
                free(text[d - lo]);
            }
            free(text);
        }
    }
    for (uint32_t c = 0; c < nchunk; c++) append_index(&ix, &part[c]);
    free(part);
    ix.avglen /= ndoc;
    for (uint32_t i = 0; i < nq; i++) {
        char w[64];
        rq[i].q[0] = 0;
        for (uint32_t k = 1 + next(4); k > 0; k--) {
            make_word(zipf_rank(40000), w);
            strcat(strcat(rq[i].q, w), " ");
        }
    }
    #pragma omp parallel
    {
        double *acc = xrealloc(NULL, ndoc * sizeof *acc);
        #pragma omp for schedule(dynamic, 16)
        for (uint32_t i = 0; i < nq; i++) rq[i].n = query(&ix, rq[i].q, acc, rq[i].top);
        free(acc);
    }
    for (uint32_t i = 0; i < nq; i++) {
        for (int k = 0; k < rq[i].n; k++) {
            sum = sum * 1000003 + rq[i].top[k].doc; scores += rq[i].top[k].score;
        }
        if (i % 500 == 0 && rq[i].n)
            printf("query \"%s\": %d hits, best %u (%.6f)\n", rq[i].q, rq[i].n, rq[i].top[0].doc, rq[i].top[0].score);
    }
    for (size_t b = 0; b < ix.nbucket; b++)
        for (struct term *t = ix.bucket[b], *nx; t; t = nx) {
            nx = t->next;
            bytes += t->pl.len; df += t->pl.df;
            for (size_t i = 0; i < t->pl.len; i++) sum = (sum ^ t->pl.data[i]) * 1099511628211u;
            sum += t->id + t->pl.cf;
            free(t->pl.data); free(t->word); free(t);
        }
    printf("%u documents, %zu terms, %llu postings in %llu bytes\n", ndoc, ix.nterm,
           (unsigned long long)df, (unsigned long long)bytes);
    printf("scores %.6f, checksum %016llx\n", scores, (unsigned long long)sum);
    free(ix.bucket); free(ix.doclen); free(rq);
    return 0;
}

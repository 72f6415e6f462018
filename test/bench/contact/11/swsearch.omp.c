/*
 * swsearch -- Smith-Waterman search of a protein against a database,
 *             affine gaps, ranked hits with an alignment of the best one.
 *
 * Usage: swsearch [nseq [querylen [top]]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>

#define NAA 20
#define GAP_OPEN 11
#define GAP_EXTEND 1

static const char alphabet[] = "ARNDCQEGHILKMFPSTWYV";

static const signed char blosum62[NAA][NAA] = {
    { 4,-1,-2,-2, 0,-1,-1, 0,-2,-1,-1,-1,-1,-2,-1, 1, 0,-3,-2, 0},
    {-1, 5, 0,-2,-3, 1, 0,-2, 0,-3,-2, 2,-1,-3,-2,-1,-1,-3,-2,-3},
    {-2, 0, 6, 1,-3, 0, 0, 0, 1,-3,-3, 0,-2,-3,-2, 1, 0,-4,-2,-3},
    {-2,-2, 1, 6,-3, 0, 2,-1,-1,-3,-4,-1,-3,-3,-1, 0,-1,-4,-3,-3},
    { 0,-3,-3,-3, 9,-3,-4,-3,-3,-1,-1,-3,-1,-2,-3,-1,-1,-2,-2,-1},
    {-1, 1, 0, 0,-3, 5, 2,-2, 0,-3,-2, 1, 0,-3,-1, 0,-1,-2,-1,-2},
    {-1, 0, 0, 2,-4, 2, 5,-2, 0,-3,-3, 1,-2,-3,-1, 0,-1,-3,-2,-2},
    { 0,-2, 0,-1,-3,-2,-2, 6,-2,-4,-4,-2,-3,-3,-2, 0,-2,-2,-3,-3},
    {-2, 0, 1,-1,-3, 0, 0,-2, 8,-3,-3,-1,-2,-1,-2,-1,-2,-2, 2,-3},
    {-1,-3,-3,-3,-1,-3,-3,-4,-3, 4, 2,-3, 1, 0,-3,-2,-1,-3,-1, 3},
    {-1,-2,-3,-4,-1,-2,-3,-4,-3, 2, 4,-2, 2, 0,-3,-2,-1,-2,-1, 1},
    {-1, 2, 0,-1,-3, 1, 1,-2,-1,-3,-2, 5,-1,-3,-1, 0,-1,-3,-2,-2},
    {-1,-1,-2,-3,-1, 0,-2,-3,-2, 1, 2,-1, 5, 0,-2,-1,-1,-1,-1, 1},
    {-2,-3,-3,-3,-2,-3,-3,-3,-1, 0, 0,-3, 0, 6,-4,-2,-2, 1, 3,-1},
    {-1,-2,-2,-1,-3,-1,-1,-2,-2,-3,-3,-1,-2,-4, 7,-1,-1,-4,-3,-2},
    { 1,-1, 1, 0,-1, 0, 0, 0,-1,-2,-2, 0,-1,-2,-1, 4, 1,-3,-2,-2},
    { 0,-1, 0,-1,-1,-1,-1,-2,-2,-1,-1,-1,-1,-2,-1, 1, 5,-2,-2, 0},
    {-3,-3,-4,-4,-2,-2,-3,-2,-2,-3,-2,-3,-1, 1,-4,-3,-2,11, 2,-3},
    {-2,-2,-2,-3,-2,-1,-2,-3, 2,-1,-1,-2,-1, 3,-3,-2,-2, 2, 7,-1},
    { 0,-3,-3,-3,-1,-2,-2,-3,-3, 3, 1,-2, 1,-1,-2,-2, 0,-3,-1, 4}
};

typedef struct sequence {
    char name[24];
    int len;
    char *res;                  /* residue codes 0..19 */
    struct sequence *next;
} sequence;

typedef struct hit {
    const sequence *seq;
    int score;
    int end;                    /* end position in the subject */
} hit;

static unsigned long rnd_state = 42;

static unsigned rnd(unsigned n)
{
    rnd_state = (rnd_state * 6364136223846793005UL + 1442695040888963407UL);
    return (unsigned)(rnd_state >> 33) % n;
}

static void *xalloc(size_t n)
{
    void *p = malloc(n ? n : 1);
    if (!p) {
        fprintf(stderr, "swsearch: out of memory\n");
        exit(1);
    }
    return p;
}

static sequence *seq_random(const char *name, int len)
{
    sequence *s = xalloc(sizeof *s);
    snprintf(s->name, sizeof s->name, "%s", name);
    s->len = len;
    s->res = xalloc(len);
    for (int i = 0; i < len; i++)
        s->res[i] = (char)rnd(NAA);
    s->next = NULL;
    return s;
}

/* copy a mutated piece of q into s, so that there is something to find */
static void plant(sequence *s, const sequence *q, int percent)
{
    int n = s->len < q->len ? s->len : q->len;
    int from = (int)rnd(q->len - n + 1), at = (int)rnd(s->len - n + 1);
    for (int i = 0; i < n && at < s->len; i++) {
        int dice = (int)rnd(100);
        if (dice < percent)
            s->res[at++] = q->res[from + i];
        else if (dice < 97)
            s->res[at++] = (char)rnd(NAA);
    }
}

static sequence *make_database(int nseq, const sequence *query)
{
    sequence *head = NULL, **tail = &head;
    for (int i = 0; i < nseq; i++) {
        char name[24];
        snprintf(name, sizeof name, "SP|%05d", i + 10000);
        sequence *s = seq_random(name, 80 + (int)rnd(400));
        if (i % 37 == 5)
            plant(s, query, 25 + (int)rnd(55));
        *tail = s;
        tail = &s->next;
    }
    return head;
}

static inline int max2(int a, int b) { return a > b ? a : b; }

/* score only, one row of H and E */
static int sw_score(const sequence *q, const sequence *s, int *end)
{
    int *H = xalloc((q->len + 1) * sizeof *H);
    int *E = xalloc((q->len + 1) * sizeof *E);
    int best = 0;

    *end = -1;
    for (int j = 0; j <= q->len; j++)
        H[j] = E[j] = 0;
    for (int i = 0; i < s->len; i++) {
        const signed char *row = blosum62[(int)s->res[i]];
        int diag = 0, F = 0;
        for (int j = 1; j <= q->len; j++) {
            int h = diag + row[(int)q->res[j - 1]];
            E[j] = max2(E[j] - GAP_EXTEND, H[j] - GAP_OPEN);
            F = max2(F - GAP_EXTEND, H[j - 1] - GAP_OPEN);
            h = max2(max2(h, 0), max2(E[j], F));
            diag = H[j];
            H[j] = h;
            if (h > best) {
                best = h;
                *end = i;
            }
        }
    }
    free(H);
    free(E);
    return best;
}

/* linear gap version with full matrix, used to show the best hit */
static void show_alignment(const sequence *q, const sequence *s)
{
    int w = q->len + 1, bi = 0, bj = 0, n = 0;
    int *M = xalloc((size_t)(s->len + 1) * w * sizeof *M);
    char *top = xalloc(q->len + s->len + 1), *bot = xalloc(q->len + s->len + 1);

    memset(M, 0, (size_t)(s->len + 1) * w * sizeof *M);
    for (int i = 1; i <= s->len; i++)
        for (int j = 1; j <= q->len; j++) {
            int v = M[(i - 1) * w + j - 1] + blosum62[(int)s->res[i - 1]][(int)q->res[j - 1]];
            v = max2(v, max2(M[(i - 1) * w + j], M[i * w + j - 1]) - 6);
            M[i * w + j] = max2(v, 0);
            if (M[i * w + j] > M[bi * w + bj]) {
                bi = i;
                bj = j;
            }
        }
    int i = bi, j = bj, same = 0;
    while (i > 0 && j > 0 && M[i * w + j] > 0) {
        int a = s->res[i - 1], b = q->res[j - 1], v = M[i * w + j];
        if (v == M[(i - 1) * w + j - 1] + blosum62[a][b]) {
            top[n] = alphabet[b];
            bot[n++] = a == b ? alphabet[a] : (char)tolower(alphabet[a]);
            same += a == b;
            i--, j--;
        } else if (v == M[(i - 1) * w + j] - 6) {
            top[n] = '-';
            bot[n++] = alphabet[a];
            i--;
        } else {
            top[n] = alphabet[b];
            bot[n++] = '-';
            j--;
        }
    }
    printf("best alignment: %d columns, %d identical\n", n, same);
    for (int k = n - 1; k >= 0 && k >= n - 60; k--) putchar(top[k]);
    putchar('\n');
    for (int k = n - 1; k >= 0 && k >= n - 60; k--) putchar(bot[k]);
    putchar('\n');
    free(M); free(top); free(bot);
}

static int by_score(const void *a, const void *b)
{
    const hit *x = a, *y = b;
    if (x->score != y->score)
        return x->score < y->score ? 1 : -1;
    return strcmp(x->seq->name, y->seq->name);
}

int main(int argc, char **argv)
{
    int nseq = argc > 1 ? atoi(argv[1]) : 5000;
    int qlen = argc > 2 ? atoi(argv[2]) : 320;
    int top = argc > 3 ? atoi(argv[3]) : 10, n = 0;

    if (argc > 4 || nseq < 1 || qlen < 1 || top < 1) {
        fprintf(stderr, "usage: %s [nseq [querylen [top]]]\n", argv[0]);
        return 2;
    }
    sequence *query = seq_random("QUERY", qlen);
    sequence *db = make_database(nseq, query);
    hit *hits = xalloc(nseq * sizeof *hits);

    for (const sequence *s = db; s; s = s->next) {
        hits[n].seq = s;
        n++;
    }
#pragma omp parallel for schedule(dynamic, 8)
    for (int i = 0; i < n; i++) {
        int end;
        hits[i].score = sw_score(query, hits[i].seq, &end);
        hits[i].end = end;
    }
    long residues = 0, total = 0;
    for (int i = 0; i < n; i++) {
        residues += hits[i].seq->len;
        total += (long)hits[i].score * (i % 97 + 1) + hits[i].end;
    }
    qsort(hits, n, sizeof *hits, by_score);
    printf("%d sequences, %ld residues, check %ld\n", n, residues, total);
    for (int i = 0; i < n && i < top; i++)
        printf("%3d %-12s len %4d score %5d end %4d\n", i + 1, hits[i].seq->name,
               hits[i].seq->len, hits[i].score, hits[i].end);
    show_alignment(query, hits[0].seq);

    free(hits);
    while (db) {
        sequence *next = db->next;
        free(db->res);
        free(db);
        db = next;
    }
    free(query->res);
    free(query);
    return 0;
}

/* swdb: Smith-Waterman search of queries against a protein database,
   affine gaps, query profile, hit list of the best k per query. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

#define NAA 20
#define TOPK 5

static const char AA[] = "ARNDCQEGHILKMFPSTWYV";

typedef struct seq {
    char name[16];
    int len;
    unsigned char *res;
} seq_t;

typedef struct {
    seq_t *v;
    int n, cap;
    long residues;
} seqdb_t;

typedef struct hit {
    const seq_t *s;
    int score, end;
    struct hit *next;
} hit_t;

typedef struct {
    int open, ext;
    int qlen;
    int *profile;   /* NAA rows of qlen scores */
    int *H, *E;     /* one column of the matrix */
    int end;        /* where the best score was found in the subject */
} aligner_t;

static int subst[NAA][NAA];
static unsigned long long state = 42;

static unsigned rnd(unsigned n)
{
    state = state * 6364136223846793005ULL + 1;
    return (unsigned)((state >> 33) % n);
}

static void die(const char *msg)
{
    fprintf(stderr, "swdb: %s\n", msg);
    exit(EXIT_FAILURE);
}

static void *need(void *p)
{
    if (p == NULL) die("out of memory");
    return p;
}

/* residues in the same group substitute for one another */
static void init_subst(void)
{
    static const char *groups[] = { "AGSTP", "RKHQ", "NDE", "ILVM", "FYW", "C" };
    for (int a = 0; a < NAA; a++)
        for (int b = 0; b < NAA; b++) {
            int s = -2 - (a * 7 + b * 7) % 3 / 2;
            for (size_t g = 0; g < sizeof groups / sizeof *groups; g++)
                if (strchr(groups[g], AA[a]) && strchr(groups[g], AA[b])) s = 1;
            if (a == b) s = AA[a] == 'W' ? 11 : AA[a] == 'C' ? 9 : 5;
            subst[a][b] = s;
        }
}

static seq_t *db_add(seqdb_t *db, const char *prefix, int len)
{
    if (db->n == db->cap) {
        db->cap = db->cap ? db->cap * 2 : 64;
        db->v = need(realloc(db->v, db->cap * sizeof(seq_t)));
    }
    seq_t *s = &db->v[db->n++];
    snprintf(s->name, sizeof s->name, "%s%05d", prefix, db->n);
    s->len = len;
    s->res = need(malloc(len));
    for (int i = 0; i < len; i++) s->res[i] = rnd(NAA);
    db->residues += len;
    return s;
}

/* copy with mutations so that some database entries are homologous */
static void plant(seq_t *dst, const seq_t *src, int percent)
{
    int i = rnd(dst->len / 4 + 1), j = rnd(src->len / 4 + 1);
    while (i < dst->len && j < src->len) {
        unsigned r = rnd(100);
        if (r < 2) { i++; continue; }
        if (r < 4) { j++; continue; }
        dst->res[i++] = (int)rnd(100) < percent ? src->res[j] : rnd(NAA);
        j++;
    }
}

static void aligner_setup(aligner_t *al, const seq_t *q)
{
    al->qlen = q->len;
    al->profile = need(malloc(sizeof(int) * NAA * q->len));
    al->H = need(malloc(sizeof(int) * (q->len + 1)));
    al->E = need(malloc(sizeof(int) * (q->len + 1)));
    for (int a = 0; a < NAA; a++)
        for (int i = 0; i < q->len; i++) al->profile[a * q->len + i] = subst[a][q->res[i]];
}

static void aligner_done(aligner_t *al)
{
    free(al->profile);
    free(al->H);
    free(al->E);
}

static int align(aligner_t *al, const seq_t *s)
{
    int best = 0, n = al->qlen;
    int *H = al->H, *E = al->E;
    memset(H, 0, sizeof(int) * (n + 1));
    for (int i = 0; i <= n; i++) E[i] = -10000;
    al->end = -1;
    for (int j = 0; j < s->len; j++) {
        const int *p = al->profile + s->res[j] * n;
        int diag = 0, F = -10000;
        for (int i = 1; i <= n; i++) {
            int h = diag + p[i - 1];
            diag = H[i];
            int e = E[i] - al->ext, eo = H[i] - al->open;
            E[i] = e > eo ? e : eo;
            int f = F - al->ext, fo = H[i - 1] - al->open;
            F = f > fo ? f : fo;
            if (h < 0) h = 0;
            if (h < E[i]) h = E[i];
            if (h < F) h = F;
            H[i] = h;
            if (h > best) {
                best = h;
                al->end = j;
            }
        }
    }
    return best;
}

/* list sorted by falling score; earlier entries win ties */
static hit_t *insert_hit(hit_t *list, const seq_t *s, int score, int end)
{
    hit_t **pp = &list;
    int k = 0;
    while (*pp && (*pp)->score >= score) {
        pp = &(*pp)->next;
        k++;
    }
    if (k >= TOPK) return list;
    hit_t *h = need(malloc(sizeof *h));
    h->s = s;
    h->score = score;
    h->end = end;
    h->next = *pp;
    *pp = h;
    for (; k < TOPK && *pp; k++) pp = &(*pp)->next;
    if (*pp) {
        free(*pp);
        *pp = NULL;
    }
    return list;
}

int main(int argc, char **argv)
{
    int nseq = argc > 1 ? atoi(argv[1]) : 3500, nq = argc > 2 ? atoi(argv[2]) : 4;
    seqdb_t db = { 0 }, queries = { 0 };
    if (nseq < 1 || nq < 1) die("usage: swdb [sequences] [queries]");
    init_subst();
    for (int i = 0; i < nq; i++) db_add(&queries, "QRY", 120 + rnd(150));
    for (int i = 0; i < nseq; i++) {
        seq_t *s = db_add(&db, "SP", 60 + rnd(rnd(8) ? 300 : 900));
        if (rnd(60) == 0) plant(s, &queries.v[rnd(nq)], 40 + rnd(50));
    }
    printf("%d sequences, %ld residues\n", db.n, db.residues);

    for (int k = 0; k < nq; k++) {
        aligner_t al = { .open = 11, .ext = 1 };
        hit_t *hits = NULL;
        long total = 0;
        aligner_setup(&al, &queries.v[k]);
        for (int i = 0; i < db.n; i++) {
            int score = align(&al, &db.v[i]);
            total += score;
            hits = insert_hit(hits, &db.v[i], score, al.end);
        }
        aligner_done(&al);
        printf("query %s (%d aa): mean score %.4f\n", queries.v[k].name, queries.v[k].len, (double)total / db.n);
        while (hits) {
            hit_t *next = hits->next;
            printf("  %-8s %5d  ends at %d of %d\n", hits->s->name, hits->score, hits->end, hits->s->len);
            free(hits);
            hits = next;
        }
    }
    for (int i = 0; i < db.n; i++) free(db.v[i].res);
    for (int i = 0; i < queries.n; i++) free(queries.v[i].res);
    free(db.v);
    free(queries.v);
    return 0;
}

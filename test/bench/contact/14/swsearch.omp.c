// Protein database search: affine gap local alignment of several queries
// against generated sequences, keeps top hits, score histogram, traceback-free.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <assert.h>

#define AA 20
#define GAP_OPEN 11
#define GAP_EXT 1
#define TOPHITS 6

typedef struct Seq { int id, len; const uint8_t *res; } Seq;

typedef struct {
    uint8_t *pool;
    size_t used, cap;
    Seq *seq;
    int n;
    int maxlen;
} Db;

typedef struct { int score, id, qend, send; } Hit;

typedef struct Searcher {
    int8_t mat[AA][AA];
    int8_t *profile;        // AA x qlen
    int qlen;
    int *H, *E;
    Hit hits[TOPHITS];
    int nhits;
    uint64_t cells;
    int hist[32];
} Searcher;

static uint32_t rstate = 1;
static uint32_t rnd(void) { rstate = rstate * 747796405u + 2891336453u; uint32_t w = ((rstate >> ((rstate >> 28) + 4)) ^ rstate) * 277803737u; return w >> 22 ^ w; }

static Searcher *searcherNew(void)
{
    Searcher *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    for (int i = 0; i < AA; i++)
        for (int j = 0; j <= i; j++) {
            int v = i == j ? 4 + (i * 7) % 5 : i / 4 == j / 4 ? 1 : -1 - (i + j) % 3;
            s->mat[i][j] = s->mat[j][i] = (int8_t)v;
        }
    return s;
}

static void searcherFree(Searcher *s)
{
    if (!s) return;
    free(s->profile); free(s->H); free(s->E); free(s);
}

static int setQuery(Searcher *s, const Seq *q)
{
    free(s->profile); free(s->H); free(s->E);
    s->qlen = q->len;
    s->profile = malloc((size_t)AA * q->len);
    s->H = malloc((q->len + 1) * sizeof(int));
    s->E = malloc((q->len + 1) * sizeof(int));
    s->nhits = 0;
    memset(s->hist, 0, sizeof s->hist);
    if (!s->profile || !s->H || !s->E) return -1;
    for (int a = 0; a < AA; a++)
        for (int i = 0; i < q->len; i++)
            s->profile[a * q->len + i] = s->mat[a][q->res[i]];
    return 0;
}

static Hit align(Searcher *s, const Seq *t)
{
    Hit best = { 0, t->id, -1, -1 };
    int n = s->qlen;
    for (int i = 0; i <= n; i++) { s->H[i] = 0; s->E[i] = -1000000; }
    for (int j = 0; j < t->len; j++) {
        const int8_t *prof = s->profile + t->res[j] * n;
        int diag = 0, f = -1000000;
        for (int i = 1; i <= n; i++) {
            int e = s->E[i] - GAP_EXT, h2 = s->H[i] - GAP_OPEN;
            if (h2 > e) e = h2;
            f -= GAP_EXT;
            h2 = s->H[i - 1] - GAP_OPEN;
            if (h2 > f) f = h2;
            int h = diag + prof[i - 1];
            if (h < 0) h = 0;
            if (e > h) h = e;
            if (f > h) h = f;
            diag = s->H[i];
            s->H[i] = h;
            s->E[i] = e;
            if (h > best.score) { best.score = h; best.qend = i; best.send = j; }
        }
    }
    s->cells += (uint64_t)n * t->len;
    return best;
}

static int hitBefore(const Hit *a, const Hit *b)
{
    return a->score > b->score || (a->score == b->score && a->id < b->id);
}

static void keep(Searcher *s, Hit h)
{
    int i = s->nhits;
    if (i == TOPHITS) {
        if (!hitBefore(&h, &s->hits[i - 1])) return;
        i--;
    } else s->nhits++;
    while (i > 0 && hitBefore(&h, &s->hits[i - 1])) { s->hits[i] = s->hits[i - 1]; i--; }
    s->hits[i] = h;
}

static int search(Searcher *s, const Db *db, const Seq *q)
{
    if (setQuery(s, q)) return -1;
    int bad = 0;
    #pragma omp parallel reduction(|:bad)
    {
        Searcher my = *s;                           // shares the profile
        my.cells = 0;
        my.H = malloc((s->qlen + 1) * sizeof(int));
        my.E = malloc((s->qlen + 1) * sizeof(int));
        if (!my.H || !my.E) bad = 1;
        #pragma omp for schedule(dynamic, 8)
        for (int k = 0; k < db->n; k++) {
            const Seq *t = &db->seq[k];
            if (bad || t->len < 20) continue;       // fragments are not searched
            Hit h = align(&my, t);
            int b = h.score / 8;
            my.hist[b > 31 ? 31 : b]++;
            keep(&my, h);
        }
        #pragma omp critical
        {
            for (int b = 0; b < 32; b++) s->hist[b] += my.hist[b];
            for (int i = 0; i < my.nhits; i++) keep(s, my.hits[i]);
            s->cells += my.cells;
        }
        free(my.H); free(my.E);
    }
    return bad ? -1 : s->nhits;
}

static int dbMake(Db *db, int n)
{
    memset(db, 0, sizeof *db);
    db->cap = (size_t)n * 420;
    db->pool = malloc(db->cap);
    db->seq = malloc(n * sizeof(Seq));
    if (!db->pool || !db->seq) return -1;
    for (int k = 0; k < n; k++) {
        int len = 10 + rnd() % 200 + rnd() % 200;
        uint8_t *p = db->pool + db->used;
        assert(db->used + len <= db->cap);
        for (int i = 0; i < len; i++) p[i] = rnd() % AA;
        if (k > 10 && rnd() % 12 == 0) {            // a mutated relative
            const Seq *o = &db->seq[rnd() % 10];
            int w = 0;
            for (int i = 0; i < o->len && w < len; i++) {
                uint32_t r = rnd() % 100;
                if (r < 5) continue;
                if (r < 10) { p[w++] = rnd() % AA; if (w == len) break; }
                p[w++] = r < 50 ? rnd() % AA : o->res[i];
            }
        }
        db->seq[k] = (Seq){ k, len, p };
        db->used += len;
        if (len > db->maxlen) db->maxlen = len;
    }
    return 0;
}

int main(int argc, char **argv)
{
    Db db;
    int n = argc > 1 ? atoi(argv[1]) : 2200;
    int nq = argc > 2 ? atoi(argv[2]) : 6;
    if (n < 20 || nq < 1 || nq > 10 || dbMake(&db, n)) { fprintf(stderr, "cannot make database\n"); return 1; }
    Searcher *s = searcherNew();
    if (!s) return 1;
    printf("%d sequences, %zu residues, longest %d\n", db.n ? db.n : n, db.used, db.maxlen);
    db.n = n;
    for (int q = 0; q < nq; q++) {
        if (search(s, &db, &db.seq[q]) < 0) { fprintf(stderr, "no memory\n"); return 1; }
        printf("query %d (%d):", q, s->qlen);
        for (int i = 0; i < s->nhits; i++)
            printf(" %d=%d@%d/%d", s->hits[i].id, s->hits[i].score, s->hits[i].qend, s->hits[i].send);
        int mode = 0;
        for (int b = 0; b < 32; b++) if (s->hist[b] > s->hist[mode]) mode = b;
        printf(" mode %d (%d)\n", mode * 8, s->hist[mode]);
    }
    printf("cells %llu\n", (unsigned long long)s->cells);
    searcherFree(s);
    free(db.pool); free(db.seq);
    return 0;
}

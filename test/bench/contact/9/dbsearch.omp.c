/* dbsearch.c - search a protein database with a few queries
 * (Smith-Waterman, affine gaps), list the best hits of every query and show
 * the alignment of the best one.
 *
 * dbsearch [number of database sequences]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAA      20
#define TOP      5
#define MAXQ     400
#define GAP_OPEN 11
#define GAP_EXT  1

static const char letters[] = "ARNDCQEGHILKMFPSTWYV";

/* coarse physico-chemical class of every amino acid */
static const char aaclass[] = "sppaxpasphhphhxssrrh";

typedef struct Sequence {
    char name[16];
    int len;
    unsigned char *aa;
} Sequence;

typedef struct Hit {
    int index;
    int score;
    int qend, send;
} Hit;

typedef struct Search {
    const Sequence *query;
    int nhits;
    Hit hits[TOP];
    long histogram[16];     /* of score / 10 */
    long cells;
} Search;

static int matrix[NAA][NAA];

static unsigned rstate = 4711;
static unsigned rnd(unsigned n)
{
    rstate ^= rstate << 13;
    rstate ^= rstate >> 17;
    rstate ^= rstate << 5;
    return rstate % n;
}

static void make_matrix(void)
{
    for (int i = 0; i < NAA; i++)
        for (int j = 0; j < NAA; j++)
            if (i == j)
                matrix[i][j] = 4 + (i * 7) % 4;
            else if (aaclass[i] == aaclass[j])
                matrix[i][j] = 1;
            else
                matrix[i][j] = -1 - (i + j) % 3;
}

static void random_sequence(Sequence *s, const char *prefix, int nr, int len)
{
    snprintf(s->name, sizeof s->name, "%s%05d", prefix, nr % 100000);
    s->len = len;
    s->aa = malloc((size_t)len);
    if (s->aa == NULL) {
        fputs("no memory\n", stderr);
        exit(2);
    }
    for (int i = 0; i < len; i++)
        s->aa[i] = (unsigned char)rnd(NAA);
}

/* copy a piece of q with point mutations into s */
static void plant(Sequence *s, const Sequence *q, int identity)
{
    int len = 30 + (int)rnd(90);
    if (len > q->len)
        len = q->len;
    if (len > s->len)
        len = s->len;
    int from = (int)rnd((unsigned)(q->len - len + 1));
    int to = (int)rnd((unsigned)(s->len - len + 1));
    for (int i = 0; i < len; i++)
        if ((int)rnd(100) < identity)
            s->aa[to + i] = q->aa[from + i];
}

/* best local score; H and E are rows of q->len + 1 numbers */
static int align_score(const Sequence *q, const Sequence *s, int *H, int *E,
                       int *qend, int *send)
{
    int best = 0;
    *qend = *send = 0;
    for (int i = 0; i <= q->len; i++) {
        H[i] = 0;
        E[i] = -10000;
    }
    for (int j = 0; j < s->len; j++) {
        const int *row = matrix[s->aa[j]];
        int diag = 0, F = -10000;
        for (int i = 1; i <= q->len; i++) {
            int h = diag + row[q->aa[i - 1]];
            if (h < 0)
                h = 0;
            if (h < E[i])
                h = E[i];
            if (h < F)
                h = F;
            diag = H[i];
            H[i] = h;
            if (h > best) {
                best = h;
                *qend = i;
                *send = j + 1;
            }
            int open = h - GAP_OPEN;
            E[i] = E[i] - GAP_EXT > open ? E[i] - GAP_EXT : open;
            F = F - GAP_EXT > open ? F - GAP_EXT : open;
        }
    }
    return best;
}

static void add_hit(Search *sr, Hit h)
{
    int k = sr->nhits;
    if (k == TOP) {
        if (sr->hits[TOP - 1].score >= h.score)
            return;
        k = TOP - 1;
    } else
        sr->nhits++;
    while (k > 0 && sr->hits[k - 1].score < h.score) {
        sr->hits[k] = sr->hits[k - 1];
        k--;
    }
    sr->hits[k] = h;
}

static void search(Search *sr, const Sequence *db, int ndb)
{
    Hit *all = malloc((size_t)ndb * sizeof *all);
    if (all == NULL)
        exit(2);

#pragma omp parallel
    {
        int H[MAXQ + 1], E[MAXQ + 1];
#pragma omp for schedule(dynamic, 4)
        for (int n = 0; n < ndb; n++) {
            Hit h;
            h.index = n;
            h.score = align_score(sr->query, &db[n], H, E, &h.qend, &h.send);
            all[n] = h;
        }
    }
    for (int n = 0; n < ndb; n++) {
        int bin = all[n].score / 10;
        sr->histogram[bin < 15 ? bin : 15]++;
        sr->cells += (long)db[n].len * sr->query->len;
        if (all[n].score >= 30)
            add_hit(sr, all[n]);
    }
    free(all);
}

/* gapless stretch that ends where the hit ends */
static void show(const Search *sr, const Sequence *db)
{
    char mid[64];
    const Hit *h = &sr->hits[0];
    int n = h->qend < h->send ? h->qend : h->send;
    if (n > 60)
        n = 60;
    printf("  q ");
    for (int i = 0; i < n; i++)
        putchar(letters[sr->query->aa[h->qend - n + i]]);
    printf("\n    ");
    for (int i = 0; i < n; i++) {
        int a = sr->query->aa[h->qend - n + i], b = db[h->index].aa[h->send - n + i];
        mid[i] = a == b ? '|' : matrix[a][b] > 0 ? '+' : ' ';
    }
    mid[n] = '\0';
    printf("%s\n  s ", mid);
    for (int i = 0; i < n; i++)
        putchar(letters[db[h->index].aa[h->send - n + i]]);
    putchar('\n');
}

int main(int argc, char **argv)
{
    int ndb = argc > 1 ? atoi(argv[1]) : 1600;
    Sequence query[3];
    Sequence *db = calloc((size_t)(ndb > 0 ? ndb : 1), sizeof *db);

    if (db == NULL || ndb < 1)
        return 2;
    make_matrix();
    for (int i = 0; i < 3; i++)
        random_sequence(&query[i], "QUERY", i + 1, 180 + 90 * i);
    for (int n = 0; n < ndb; n++) {
        random_sequence(&db[n], "SP", n, 80 + (int)rnd(500));
        if (rnd(25) == 0)
            plant(&db[n], &query[rnd(3)], 35 + (int)rnd(50));
    }
    for (int i = 0; i < 3; i++) {
        Search sr;
        memset(&sr, 0, sizeof sr);
        sr.query = &query[i];
        search(&sr, db, ndb);
        printf("%s (%d aa), %ld cells\n ", query[i].name, query[i].len, sr.cells);
        for (int b = 0; b < 16; b++)
            printf(" %ld", sr.histogram[b]);
        putchar('\n');
        for (int k = 0; k < sr.nhits; k++)
            printf("  %-8s score %4d  ends %d/%d\n", db[sr.hits[k].index].name,
                   sr.hits[k].score, sr.hits[k].qend, sr.hits[k].send);
        if (sr.nhits > 0)
            show(&sr, db);
    }
    for (int n = 0; n < ndb; n++)
        free(db[n].aa);
    for (int i = 0; i < 3; i++)
        free(query[i].aa);
    free(db);
    return 0;
}

/* parbreak - optimum-fit paragraph breaking and page building for a small typesetter.
 * usage: parbreak [paragraphs] [measure-pt] [seed]
 * Text is boxes, glue and penalties; breaks minimise total demerits (an active
 * list of feasible breakpoints, as in TeX); paragraphs that cannot be set are
 * retried with looser tolerances; then lines go on pages. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

#define INF_BAD 10000

typedef enum { BOX, GLUE, PENALTY } Kind;

typedef struct {
    Kind kind;
    int width;                          /* 1/100 pt */
    short stretch, shrink, penalty;
    short flagged;
} Item;

typedef struct Active {
    int item, line, fit;
    long long demerits;
    long w, str, shr;                   /* totals up to this break */
    struct Active *prev, *next;
} Active;

typedef struct { int first, last, ratio; } Line;        /* ratio in 1/1000 */

typedef struct {
    Item *it;
    int n, cap;
    Line *lines;
    int nlines, tol, failed;
    long long demerits;
} Par;

static int measure = 34500;
static const int tolerances[] = { 120, 400, 2500 };
static long n_active, n_ratio;
static uint32_t rs;

static uint32_t rnd(uint32_t n)
{
    rs = rs * 747796405u + 2891336453u;
    uint32_t w = ((rs >> ((rs >> 28) + 4)) ^ rs) * 277803737u;
    return ((w >> 22) ^ w) % n;
}

static void put(Par *p, Kind k, int w, int str, int shr, int pen, int flag)
{
    if (p->n == p->cap) {
        p->cap += p->cap / 2 + 64;
        p->it = realloc(p->it, p->cap * sizeof *p->it);
        if (!p->it) { perror("parbreak"); exit(1); }
    }
    Item *i = p->it + p->n++;
    i->kind = k; i->width = w; i->stretch = (short)str; i->shrink = (short)shr; i->penalty = (short)pen;
    i->flagged = (short)flag;
}

static void write_paragraph(Par *p)
{
    int words = 60 + (int)rnd(420);
    put(p, BOX, 2000, 0, 0, 0, 0);                          /* indent */
    for (int w = 0; w < words; w++) {
        int syl = 1 + (int)rnd(2) + (rnd(4) == 0) + (rnd(9) == 0);
        for (int s = 0; s < syl; s++) {
            put(p, BOX, 700 + (int)rnd(900), 0, 0, 0, 0);
            if (s + 1 < syl) put(p, PENALTY, 333, 0, 0, 50, 1);
        }
        int end = rnd(8) == 0;
        if (w + 1 < words) put(p, GLUE, end ? 444 : 333, end ? 330 : 166, end ? 90 : 111, 0, 0);
    }
    put(p, PENALTY, 0, 0, 0, INF_BAD, 0);
    put(p, GLUE, 0, 30000, 0, 0, 0);
    put(p, PENALTY, 0, 0, 0, -INF_BAD, 1);
}

/* badness 0..10000 of a line; *ratio gets the glue set ratio */
static int badness(long need, long str, long shr, int *ratio)
{
    long r;
    n_ratio++;
    if (need == 0) { *ratio = 0; return 0; }
    if (need > 0) r = str > 0 ? need * 1000 / str : 100000;
    else r = shr > 0 ? need * 1000 / shr : -100000;
    *ratio = (int)r;
    if (r < -1000) return INF_BAD + 1;
    if (r > 4600) return INF_BAD;
    long a = r < 0 ? -r : r;
    return (int)(100 * a * a / 1000 * a / 1000000);
}

static int fitness(int r) { return r < -500 ? 0 : r <= 500 ? 1 : r <= 1000 ? 2 : 3; }

static Active *new_active(Active **pool, int item, int line, int fit, long long dem, Active *prev)
{
    Active *a = malloc(sizeof *a);
    if (!a) { perror("parbreak"); exit(1); }
    memset(a, 0, sizeof *a);
    a->item = item; a->line = line; a->fit = fit; a->demerits = dem; a->prev = prev;
    a->next = *pool;                    /* the pool chain is reused as the active chain */
    *pool = a;
    n_active++;
    return a;
}

static int break_paragraph(Par *p, int tol)
{
    Active **all = malloc((p->n * 4 + 1) * sizeof *all), *active = NULL, *best = NULL;
    int nall = 0, ok = 0;
    long W = 0, STR = 0, SHR = 0;
    if (!all) exit(1);
    all[nall++] = new_active(&active, -1, 0, 1, 0, NULL);
    for (int i = 0; i < p->n; i++) {
        const Item *x = &p->it[i];
        if (x->kind == BOX) { W += x->width; continue; }
        int legal = x->kind == GLUE ? i > 0 && p->it[i - 1].kind == BOX : x->penalty < INF_BAD;
        if (legal) {
            int pen = x->kind == PENALTY ? x->penalty : 0, extra = x->kind == PENALTY ? x->width : 0;
            long long dmin[4];
            Active *from[4] = { NULL, NULL, NULL, NULL }, **pp = &active;
            for (int f = 0; f < 4; f++) dmin[f] = 1LL << 60;
            while (*pp) {
                Active *a = *pp;
                int r, b = badness(measure - (W - a->w + extra), STR - a->str, SHR - a->shr, &r);
                if (b > INF_BAD || pen == -INF_BAD) *pp = a->next;        /* deactivate */
                else pp = &a->next;
                if (b > tol) continue;
                long long d = 10 + b;
                d *= d;
                if (pen > 0) d += (long long)pen * pen;
                else if (pen > -INF_BAD) d -= (long long)pen * pen;
                if (x->flagged && a->item >= 0 && p->it[a->item].flagged) d += 5000;
                int f = fitness(r);
                if (abs(f - a->fit) > 1) d += 3000;
                d += a->demerits;
                if (d < dmin[f]) { dmin[f] = d; from[f] = a; }
            }
            for (int f = 0; f < 4; f++) {
                if (!from[f]) continue;
                Active *a = new_active(&active, i, from[f]->line + 1, f, dmin[f], from[f]);
                all[nall++] = a;
                /* totals after the break: following discardable items vanish */
                long w = W, s = STR, h = SHR;
                for (int k = i; k < p->n && p->it[k].kind != BOX; k++) {
                    if (p->it[k].kind == GLUE) { w += p->it[k].width; s += p->it[k].stretch; h += p->it[k].shrink; }
                    else if (k > i && p->it[k].penalty == -INF_BAD) break;
                }
                a->w = w; a->str = s; a->shr = h;
                if (i == p->n - 1 && (!best || a->demerits < best->demerits)) best = a;
            }
            if (!active) break;
        }
        if (x->kind == GLUE) { W += x->width; STR += x->stretch; SHR += x->shrink; }
    }
    if (best) {
        p->nlines = best->line;
        p->demerits = best->demerits;
        p->lines = malloc(best->line * sizeof *p->lines);
        if (!p->lines) exit(1);
        int last = best->item, k = best->line - 1;
        for (Active *a = best->prev; a; a = a->prev, k--) {
            p->lines[k].first = a->item + 1; p->lines[k].last = last; p->lines[k].ratio = a->fit;
            last = a->item;
        }
        ok = 1;
    }
    while (nall > 0) free(all[--nall]);
    free(all);
    return ok;
}

static void set_paragraph(Par *p)
{
    for (p->tol = 0; p->tol < 3; p->tol++)
        if (break_paragraph(p, tolerances[p->tol])) return;
    p->failed = 1;
    p->nlines = 0; p->demerits = 0;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3600;
    if (argc > 2) measure = atoi(argv[2]) * 100;
    rs = argc > 3 ? (uint32_t)atoi(argv[3]) : 1978u;
    if (n < 1 || measure < 3000) return 1;
    Par *doc = calloc(n, sizeof *doc);
    if (!doc) return 1;
    for (int i = 0; i < n; i++) write_paragraph(&doc[i]);

    for (int i = 0; i < n; i++) set_paragraph(&doc[i]);

    long tolhist[4] = { 0 }, lines = 0, hyph = 0, widows = 0;
    long long dem = 0;
    uint32_t check = 1;
    int page = 1, on = 0;
    for (Par *p = doc; p < doc + n; p++) {
        tolhist[p->failed ? 3 : p->tol]++;
        dem += p->demerits;
        lines += p->nlines;
        for (int l = 0; l < p->nlines; l++) {
            hyph += p->it[p->lines[l].last].flagged && l + 1 < p->nlines;
            check = (check ^ (uint32_t)(p->lines[l].last * 8 + p->lines[l].ratio)) * 16777619u;
            int left = p->nlines - l;
            if (on >= 46 || (on == 45 && left == 2 && ++widows)) { page++; on = 0; }
            on++;
        }
    }
    printf("%d paragraphs, %ld lines, %d pages, %ld hyphenated, %ld widow pulls\n", n, lines, page, hyph, widows);
    printf("demerits %lld, tolerance %ld/%ld/%ld failed %ld, active %ld, ratios %ld, check %08x\n", dem, tolhist[0], tolhist[1],
           tolhist[2], tolhist[3], n_active, n_ratio, check);
    for (int l = 0; l < doc->nlines && l < 12; l++)
        printf("  line %2d items %d-%d fit %d\n", l, doc->lines[l].first, doc->lines[l].last, doc->lines[l].ratio);
    for (int i = 0; i < n; i++) { free(doc[i].it); free(doc[i].lines); }
    free(doc);
    return 0;
}

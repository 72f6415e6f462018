/* para -- optimum-fit line breaking for a whole book, after Knuth & Plass.
 * Units: 1/1000 em throughout, integers only (as in TeX, results must not
 * depend on the machine). Each paragraph is tried with several looseness
 * settings of the measure; the cheapest is made up into pages. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>

typedef long long cost_t;
#define INF (LLONG_MAX / 4)
#define HYPHEN_PENALTY 50
#define NMEASURE 4

static const int measures[NMEASURE] = { 24000, 27000, 30000, 33000 };

/* widths of a..z in a roman text face */
static const short cw[26] = { 500, 556, 444, 556, 444, 306, 500, 556, 278, 306, 528, 278, 833,
                              556, 500, 556, 528, 392, 394, 389, 556, 528, 722, 528, 528, 444 };
#define SPACE 333
#define STRETCH 166
#define SHRINK 111
#define HYPHENW 333

typedef struct paragraph {
    char *text;
    int lines, measure;           /* the setting chosen */
    int *ends;                    /* ends[i]: text offset where line i ends */
    cost_t demerits;
    int hyphens;
    struct paragraph *next;
} paragraph;

typedef struct { int pos; int before; int spaces; int hyphen; int skip; } breakpt;

static unsigned rnd_state = 1454;     /* the year of the first printed book */
static unsigned rnd(unsigned n) { rnd_state = rnd_state * 1664525u + 1013904223u; return (rnd_state >> 12) % n; }

static void *need(void *p) { if (!p) { fputs("para: memory exhausted\n", stderr); exit(3); } return p; }

static int vowel(int c) { return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u' || c == 'y'; }

static char *compose(int words)
{
    static const char *syl[] = { "the", "con", "ti", "mo", "lar", "ven", "pres", "si", "on", "ba", "ker",
        "ri", "um", "al", "de", "fo", "gra", "pher", "ty", "po", "ing", "ed", "qua", "ly", "zer", "wist" };
    size_t cap = 64, len = 0;
    char *s = need(malloc(cap));
    int w, k;
    for (w = 0; w < words; w++) {
        int n = 1 + (int)rnd(4);
        if (w) s[len++] = ' ';
        for (k = 0; k < n; k++) {
            const char *y = syl[rnd(sizeof syl / sizeof *syl)];
            size_t l = strlen(y);
            if (len + l + 8 > cap) s = need(realloc(s, cap *= 2));
            memcpy(s + len, y, l);
            len += l;
        }
        if (rnd(9) == 0) s[len++] = ',';
    }
    s[len++] = '.';
    s[len] = 0;
    return s;
}

static int charwidth(int c) { return c == ' ' ? 0 : c >= 'a' && c <= 'z' ? cw[c - 'a'] : 278; }

/* a hyphen may stand between vowel and consonant+vowel, not near word ends */
static int may_hyphenate(const char *s, int i, int wstart)
{
    int k;
    if (i - wstart < 2 || !vowel(s[i - 1]) || vowel(s[i]) || !vowel(s[i + 1])) return 0;
    for (k = 0; k < 3; k++)
        if (s[i + k] < 'a' || s[i + k] > 'z') return 0;
    return 1;
}

/* list all feasible breakpoints; the first is the start of the paragraph */
static int scan(const char *s, breakpt *b)
{
    int n = 0, i, width = 0, spaces = 0, wstart = 0;
    b[n++] = (breakpt){ 0, 0, 0, 0, 0 };
    for (i = 0; s[i]; i++) {
        if (s[i] == ' ') {
            b[n++] = (breakpt){ i, width, spaces, 0, 1 };
            spaces++;
            wstart = i + 1;
        } else if (may_hyphenate(s, i, wstart))
            b[n++] = (breakpt){ i, width, spaces, 1, 0 };
        width += charwidth(s[i]);
    }
    b[n++] = (breakpt){ i, width, spaces, 0, 0 };
    return n;
}

static cost_t line_cost(const breakpt *a, const breakpt *z, int measure, int last)
{
    int sp = z->spaces - a->spaces - a->skip;
    int nat = z->before - a->before + sp * SPACE + (z->hyphen ? HYPHENW : 0);
    long long r, bad;
    cost_t d;
    if (nat <= measure) {
        if (last) bad = 0;
        else if (sp == 0) bad = 10000;
        else {
            r = (long long)(measure - nat) * 100 / ((long long)sp * STRETCH);
            bad = r * r * r / 10000;
            if (bad > 10000) bad = 10000;
        }
    } else {
        if ((nat - measure) > sp * SHRINK) return -1;          /* overfull */
        r = (long long)(nat - measure) * 100 / ((long long)sp * SHRINK);
        bad = r * r * r / 10000;
    }
    d = (1 + bad) * (1 + bad);
    if (z->hyphen) d += HYPHEN_PENALTY * HYPHEN_PENALTY;
    if (z->hyphen && a->hyphen) d += 3000;
    return d;
}

static void set_paragraph(paragraph *p)
{
    size_t len = strlen(p->text);
    breakpt *b = need(malloc((len + 2) * sizeof *b));
    cost_t *best = need(malloc((len + 2) * sizeof *best));
    int *from = need(malloc((len + 2) * sizeof *from));
    int n = scan(p->text, b), m, i, j;
    p->demerits = INF;
    for (m = 0; m < NMEASURE; m++) {
        best[0] = 0;
        for (i = 1; i < n; i++) {
            best[i] = INF;
            from[i] = -1;
            for (j = i - 1; j >= 0; j--) {
                cost_t c = line_cost(&b[j], &b[i], measures[m], i == n - 1);
                if (c < 0) break;
                if (best[j] < INF && best[j] + c < best[i]) { best[i] = best[j] + c; from[i] = j; }
            }
        }
        if (best[n - 1] < p->demerits) {
            int l = 0;
            p->demerits = best[n - 1];
            p->measure = m;
            p->hyphens = 0;
            for (i = n - 1; i > 0; i = from[i]) l++;
            p->lines = l;
            free(p->ends);
            p->ends = need(malloc(l * sizeof *p->ends));
            for (i = n - 1; i > 0; i = from[i]) { p->ends[--l] = b[i].pos; p->hyphens += b[i].hyphen; }
        }
    }
    free(b); free(best); free(from);
}

int main(int argc, char **argv)
{
    int npar = argc > 1 ? atoi(argv[1]) : 8000, k, i, page = 1, used = 0, widows = 0, pageheight = 42;
    long lines = 0, hyph = 0, per[NMEASURE] = { 0 };
    unsigned long long sum = 0;
    cost_t total = 0;
    paragraph *first = NULL, **link = &first, *p;
    for (k = 0; k < npar; k++) {
        p = need(calloc(1, sizeof *p));
        p->text = compose(20 + (int)rnd(rnd(10) ? 150 : 600));
        *link = p;
        link = &p->next;
    }
    for (p = first; p; p = p->next) {
        set_paragraph(p);
        if (p->demerits >= INF) { fprintf(stderr, "para: paragraph cannot be set\n"); return 1; }
        total += p->demerits;
        lines += p->lines;
        hyph += p->hyphens;
        per[p->measure]++;
        for (i = 0; i < p->lines; i++) {
            /* no club or widow lines: move the line over if it must */
            if (used == pageheight || (used == pageheight - 1 && i == 0 && p->lines > 1)) { page++; used = 0; }
            if (used == 0 && i == p->lines - 1 && i > 0) widows++;
            used++;
            sum = sum * 1000003u + (unsigned)p->ends[i] + (unsigned)page * 31u;
        }
    }
    printf("paragraphs %d lines %ld pages %d (last has %d lines) widows %d\n", npar, lines, page, used, widows);
    printf("hyphens %ld demerits %lld checksum %016llx\n", hyph, total, sum);
    for (k = 0; k < NMEASURE; k++) printf("measure %d: %ld\n", measures[k], per[k]);
    while ((p = first)) { first = p->next; free(p->text); free(p->ends); free(p); }
    return 0;
}

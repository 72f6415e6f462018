/* phonidx - phonetic index and spelling suggester.
 * usage: phonidx [words] [queries] [seed]
 * Words are filed under a consonant-class key; every query looks at its own
 * key and at the keys reachable by dropping or altering one class. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>

#define MAXW 32
#define KEYL 8

struct entry {
    char *word;
    int freq, len;
    struct entry *next;              /* same bucket */
};
struct bucket { char key[KEYL]; struct entry *list; int count; struct bucket *chain; };
struct query { char text[MAXW]; struct query *next; };
struct result { const struct entry *best; int dist, near; };

static struct bucket **table;
static unsigned tabsize = 1u << 12;
static long n_keys, n_compare, n_cells;
static unsigned rng_state;

static unsigned rnd(unsigned n)
{
    rng_state = rng_state * 1664525u + 1013904223u;
    return (unsigned)(((unsigned long long)rng_state * n) >> 32);
}

static int class_of(int c)
{
    switch (tolower(c)) {
    case 'b': case 'p': case 'f': case 'v': return '1';
    case 'c': case 'g': case 'j': case 'k': case 'q': case 's': case 'x': case 'z': return '2';
    case 'd': case 't': return '3';
    case 'l': return '4';
    case 'm': case 'n': return '5';
    case 'r': return '6';
    default: return 0;
    }
}

static void make_key(const char *w, char *key)
{
    int n = 0, last = 0;
    for (; *w && n < 4; w++) {
        int c = class_of(*w);
        if (c && c != last) key[n++] = (char)c;
        last = c;
    }
    key[n] = 0;
}

static unsigned hash(const char *s)
{
    unsigned h = 2166136261u;
    while (*s) h = (h ^ (unsigned char)*s++) * 16777619u;
    return h & (tabsize - 1);
}

static struct bucket *lookup(const char *key, int create)
{
    unsigned h = hash(key);
    struct bucket *b;
    for (b = table[h]; b; b = b->chain)
        if (!strcmp(b->key, key)) return b;
    if (!create) return NULL;
    b = calloc(1, sizeof *b);
    if (!b) exit(1);
    strcpy(b->key, key);
    b->chain = table[h]; table[h] = b;
    n_keys++;
    return b;
}

static void gen_word(char *w)
{
    static const char *on[] = { "b", "br", "c", "ch", "d", "f", "g", "gr", "h", "k", "l", "m", "n",
                                "p", "pl", "qu", "r", "s", "st", "t", "tr", "v", "w", "z" };
    static const char *vo[] = { "a", "e", "i", "o", "u", "ea", "ou", "io" };
    static const char *co[] = { "", "", "n", "r", "st", "l", "ck", "m", "t" };
    int syl = 2 + (int)rnd(3);
    *w = 0;
    while (syl--) {
        strcat(w, on[rnd(24)]); strcat(w, vo[rnd(8)]); strcat(w, co[rnd(9)]);
    }
}

static void misspell(char *w)
{
    int n = (int)strlen(w), k = 1 + (int)rnd(2);
    do {
        int p = (int)rnd((unsigned)n);
        switch (rnd(4)) {
        case 0: w[p] = (char)('a' + rnd(26)); break;
        case 1: if (n > 3) { memmove(w + p, w + p + 1, n - p); n--; } break;
        case 2: if (n < MAXW - 2) { memmove(w + p + 1, w + p, n - p + 1); w[p] = "aeiou"[rnd(5)]; n++; } break;
        default: if (p + 1 < n) { char t = w[p]; w[p] = w[p + 1]; w[p + 1] = t; }
        }
    } while (--k);
}

/* Damerau-Levenshtein, given up when above limit */
static int distance(const char *a, int la, const char *b, int lb, int limit)
{
    static int row[3][MAXW + 1];
    int *pp = row[0], *p = row[1], *c = row[2];
    if (abs(la - lb) > limit) return limit + 1;
    n_compare++;
    for (int j = 0; j <= lb; j++) p[j] = j;
    for (int i = 1; i <= la; i++) {
        int low = c[0] = i;
        for (int j = 1; j <= lb; j++) {
            int v = p[j - 1] + (a[i - 1] != b[j - 1]);
            if (p[j] + 1 < v) v = p[j] + 1;
            if (c[j - 1] + 1 < v) v = c[j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && pp[j - 2] + 1 < v) v = pp[j - 2] + 1;
            c[j] = v;
            if (v < low) low = v;
        }
        n_cells += lb;
        if (low > limit) return limit + 1;
        int *t = pp; pp = p; p = c; c = t;
    }
    return p[lb];
}

static void scan(const struct bucket *b, const char *q, struct result *r)
{
    int lq = (int)strlen(q);
    if (!b) return;
    for (const struct entry *e = b->list; e; e = e->next) {
        int d = distance(q, lq, e->word, e->len, r->dist < 4 ? r->dist : 4);
        if (d <= 2) r->near++;
        if (d < r->dist || (d == r->dist && r->best && (e->freq > r->best->freq ||
            (e->freq == r->best->freq && strcmp(e->word, r->best->word) < 0)))) {
            r->dist = d; r->best = e;
        }
    }
}

static void suggest(const char *q, struct result *r)
{
    char key[KEYL], alt[KEYL];
    r->best = NULL; r->dist = 5; r->near = 0;
    make_key(q, key);
    scan(lookup(key, 0), q, r);
    for (int i = 0; key[i]; i++) {
        strcpy(alt, key);
        memmove(alt + i, alt + i + 1, strlen(alt + i));
        scan(lookup(alt, 0), q, r);
        for (char c = '1'; c <= '6'; c++) {
            if (c == key[i]) continue;
            strcpy(alt, key); alt[i] = c;
            scan(lookup(alt, 0), q, r);
        }
    }
}

int main(int argc, char **argv)
{
    int nw = argc > 1 ? atoi(argv[1]) : 40000, nq = argc > 2 ? atoi(argv[2]) : 7000;
    rng_state = argc > 3 ? (unsigned)atoi(argv[3]) : 4242u;
    struct query *queries = NULL;
    char w[MAXW * 2];
    if (nw < 1 || nq < 0) { fputs("usage: phonidx [words] [queries] [seed]\n", stderr); return 1; }
    table = calloc(tabsize, sizeof *table);
    char (*all)[MAXW] = malloc((size_t)nw * sizeof *all);
    if (!table || !all) return 1;
    for (int i = 0; i < nw; i++) {
        char key[KEYL];
        struct entry *e = malloc(sizeof *e);
        if (!e) return 1;
        gen_word(w);
        w[MAXW - 4] = 0;
        strcpy(all[i], w);
        make_key(w, key);
        struct bucket *b = lookup(key, 1);
        e->len = (int)strlen(w);
        if (!(e->word = malloc(e->len + 1))) return 1;
        strcpy(e->word, w);
        e->freq = 1 + (int)rnd(1000) * (int)rnd(1000) / 1000;
        e->next = b->list; b->list = e; b->count++;
    }
    for (int i = 0; i < nq; i++) {
        struct query *q = malloc(sizeof *q);
        if (!q) return 1;
        misspell(strcpy(q->text, all[rnd((unsigned)nw)]));
        q->next = queries; queries = q;
    }

    long hist[6] = { 0 }, near = 0;
    unsigned long check = 17;
    int shown = 0;
    for (struct query *q = queries; q; q = q->next) {
        struct result r;
        suggest(q->text, &r);
        hist[r.dist]++;
        near += r.near;
        check = check * 31 + (r.best ? (unsigned long)r.best->freq * 7 + hash(r.best->word) : 3);
        if (shown++ < 8) printf("%-20s -> %-20s (%d, %d near)\n", q->text, r.best ? r.best->word : "?", r.dist, r.near);
    }
    printf("%d words in %ld keys, %d queries, %ld comparisons, %ld cells\n", nw, n_keys, nq, n_compare, n_cells);
    printf("distance 0..4+: %ld %ld %ld %ld %ld %ld near %ld check %lu\n", hist[0], hist[1], hist[2], hist[3], hist[4],
           hist[5], near, check);

    while (queries) { struct query *q = queries; queries = q->next; free(q); }
    for (unsigned h = 0; h < tabsize; h++)
        for (struct bucket *b = table[h], *nb; b; b = nb) {
            for (struct entry *e = b->list, *ne; e; e = ne) { ne = e->next; free(e->word); free(e); }
            nb = b->chain; free(b);
        }
    free(table); free(all);
    return 0;
}

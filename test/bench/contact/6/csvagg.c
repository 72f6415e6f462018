// SPDX-License-Identifier: Apache-2.0
/* Generates a sales CSV in memory (quoted fields and all), parses it with a state machine and aggregates revenue by region and product. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>

#define MAXFIELDS 8
#define NBUCKET 4096

typedef struct group {
    char region[16], product[24];
    long rows, units, cents, max_cents;
    struct group *next;
} group;

typedef struct {
    group *bucket[NBUCKET];
    long ngroups, bad_rows, good_rows;
} table;

static char *text;
static size_t text_len;

static unsigned long lcg = 42;
static unsigned rnd(unsigned n)
{
    lcg = lcg * 6364136223846793005UL + 1;
    return (unsigned)(lcg >> 40) % n;
}

static void generate(int rows)
{
    static const char *regions[] = { "North", "South", "East", "West", "Central", "\"Far, East\"", "Islands" };
    static const char *adj[] = { "red", "blue", "\"\"big\"\"", "small", "old", "new, fancy", "plain", "odd" };
    static const char *noun[] = { "lamp", "chair", "table", "clock", "rug", "vase", "mug", "kettle", "fork" };
    text = malloc((size_t)rows * 80 + 128);
    char *p = text;
    p += sprintf(p, "id,region,product,date,units,price\n");
    for (int i = 0; i < rows; i++) {
        p += sprintf(p, "%d,%s,\"%s %s\",2023-%02u-%02u,", i, regions[rnd(7)], adj[rnd(8)], noun[rnd(9)],
                     rnd(12) + 1, rnd(28) + 1);
        if (rnd(500) == 0)
            p += sprintf(p, "n/a,");
        else
            p += sprintf(p, "%u,", rnd(40) + 1);
        p += sprintf(p, "%u.%02u\n", rnd(300), rnd(100));
    }
    text_len = (size_t)(p - text);
}

/* splits one record in place; returns pointer past the newline */
static char *split_record(char *p, char *end, char **field, int *nf)
{
    enum { START, PLAIN, QUOTED, QUOTE_SEEN } st = START;
    char *w = p;
    int n = 0;
    field[0] = p;
    for (; p < end; p++) {
        char c = *p;
        switch (st) {
        case START:
            if (c == '"') { st = QUOTED; continue; }
            st = PLAIN;
            /* fall through */
        case PLAIN:
            break;
        case QUOTED:
            if (c == '"') st = QUOTE_SEEN;
            else *w++ = c;
            continue;
        case QUOTE_SEEN:
            if (c == '"') { *w++ = '"'; st = QUOTED; continue; }
            st = PLAIN;
            break;
        }
        if (c == ',' || c == '\n') {
            *w++ = 0;
            if (n < MAXFIELDS) n++;
            if (c == '\n') { p++; break; }
            if (n < MAXFIELDS) field[n] = w;
            st = START;
            continue;
        }
        *w++ = c;
    }
    *nf = n;
    return p;
}

static unsigned hash2(const char *a, const char *b)
{
    unsigned h = 2166136261u;
    while (*a) h = (h ^ (unsigned char)*a++) * 16777619u;
    h = (h ^ 0xff) * 16777619u;
    while (*b) h = (h ^ (unsigned char)*b++) * 16777619u;
    return h;
}

static group *lookup(table *t, const char *region, const char *product)
{
    unsigned h = hash2(region, product) % NBUCKET;
    for (group *g = t->bucket[h]; g; g = g->next)
        if (!strcmp(g->region, region) && !strcmp(g->product, product))
            return g;
    group *g = calloc(1, sizeof *g);
    snprintf(g->region, sizeof g->region, "%s", region);
    snprintf(g->product, sizeof g->product, "%s", product);
    g->next = t->bucket[h];
    t->bucket[h] = g;
    t->ngroups++;
    return g;
}

static int parse_cents(const char *s, long *out)
{
    long v = 0;
    if (!isdigit((unsigned char)*s)) return 0;
    while (isdigit((unsigned char)*s)) v = v * 10 + (*s++ - '0');
    if (*s != '.' || !isdigit((unsigned char)s[1]) || !isdigit((unsigned char)s[2]) || s[3]) return 0;
    *out = v * 100 + (s[1] - '0') * 10 + (s[2] - '0');
    return 1;
}

static void add_record(table *t, char **f, int nf)
{
    char *end;
    long cents, units;
    if (nf != 6) { t->bad_rows++; return; }
    units = strtol(f[4], &end, 10);
    if (end == f[4] || *end || !parse_cents(f[5], &cents)) { t->bad_rows++; return; }
    group *g = lookup(t, f[1], f[2]);
    g->rows++;
    g->units += units;
    g->cents += units * cents;
    if (units * cents > g->max_cents) g->max_cents = units * cents;
    t->good_rows++;
}

static void parse_range(table *t, char *p, char *end)
{
    char *field[MAXFIELDS];
    int nf;
    while (p < end) {
        p = split_record(p, end, field, &nf);
        add_record(t, field, nf);
    }
}

static int by_revenue(const void *a, const void *b)
{
    const group *x = *(group *const *)a, *y = *(group *const *)b;
    if (x->cents != y->cents) return x->cents < y->cents ? 1 : -1;
    int c = strcmp(x->region, y->region);
    return c ? c : strcmp(x->product, y->product);
}

int main(int argc, char **argv)
{
    int rows = argc > 1 ? atoi(argv[1]) : 2500000;
    table *t = calloc(1, sizeof *t);
    generate(rows);
    char *body = (char *)memchr(text, '\n', text_len) + 1;
    parse_range(t, body, text + text_len);

    group **v = malloc((t->ngroups + 1) * sizeof *v);
    long n = 0;
    for (int i = 0; i < NBUCKET; i++)
        for (group *g = t->bucket[i]; g; g = g->next) v[n++] = g;
    qsort(v, n, sizeof *v, by_revenue);
    printf("bytes %zu rows ok %ld bad %ld groups %ld\n", text_len, t->good_rows, t->bad_rows, n);
    for (long i = 0; i < n; i += n / 12 + 1)
        printf("%3ld %-10s %-18s rows %6ld units %8ld revenue %ld.%02ld max %ld\n", i + 1, v[i]->region,
               v[i]->product, v[i]->rows, v[i]->units, v[i]->cents / 100, v[i]->cents % 100, v[i]->max_cents);
    for (long i = 0; i < n; i++) free(v[i]);
    free(v); free(t); free(text);
    return 0;
}

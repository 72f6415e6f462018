// SPDX-License-Identifier: Apache-2.0
/* csvagg: load a CSV of sales lines and print revenue per store, per product
 * and per month. Money is kept in cents. The text is made up: csvagg [rows] */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MAXFIELDS 16
#define MAXKEY 24

struct group {
    char key[MAXKEY];
    long rows, units, revenue;
    long min_price, max_price;
};

struct table {
    struct group *slot;
    unsigned *hash;
    int cap, used;
};

struct summary {
    long lines, good, bad_fields, bad_number;
    long first_bad;             /* line number, 0 if none */
};

static void table_init(struct table *t, int cap)
{
    t->slot = calloc(cap, sizeof *t->slot);
    t->hash = calloc(cap, sizeof *t->hash);
    t->cap = cap;
    t->used = 0;
}

static void table_free(struct table *t)
{
    free(t->slot);
    free(t->hash);
}

static unsigned hash_key(const char *s, size_t n)
{
    unsigned h = 2166136261u;
    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char)s[i]) * 16777619u;
    return h ? h : 1;
}

static void table_grow(struct table *t);

static struct group *table_get(struct table *t, const char *key, size_t n)
{
    if (n >= MAXKEY)
        n = MAXKEY - 1;
    unsigned h = hash_key(key, n);
    for (int i = h % t->cap; ; i = i + 1 == t->cap ? 0 : i + 1) {
        struct group *g = &t->slot[i];
        if (t->hash[i] == h && !strncmp(g->key, key, n) && g->key[n] == '\0')
            return g;
        if (t->hash[i] == 0) {
            if (t->used * 2 >= t->cap) {
                table_grow(t);
                return table_get(t, key, n);
            }
            t->used++;
            t->hash[i] = h;
            memcpy(g->key, key, n);
            g->min_price = 1L << 60;
            return g;
        }
    }
}

static void table_grow(struct table *t)
{
    struct table bigger;
    table_init(&bigger, t->cap * 2 + 1);
    for (int i = 0; i < t->cap; i++)
        if (t->hash[i])
            *table_get(&bigger, t->slot[i].key, strlen(t->slot[i].key)) = t->slot[i];
    table_free(t);
    *t = bigger;
}

static void add_row(struct group *g, long qty, long price, long revenue)
{
    g->rows++;
    g->units += qty;
    g->revenue += revenue;
    if (price < g->min_price) g->min_price = price;
    if (price > g->max_price) g->max_price = price;
}

/* split one line; the fields are pointers into it, quotes stripped */
static int split_line(const char *p, const char *end, const char **field, size_t *len)
{
    int n = 0;
    while (n < MAXFIELDS) {
        if (p < end && *p == '"') {
            const char *q = memchr(p + 1, '"', end - p - 1);
            if (!q)
                q = end;
            field[n] = p + 1;
            len[n++] = q - p - 1;
            p = q < end ? q + 1 : end;
        } else {
            const char *q = p;
            while (q < end && *q != ',')
                q++;
            field[n] = p;
            len[n++] = q - p;
            p = q;
        }
        if (p >= end)
            break;
        p++;                    /* the comma */
    }
    return n;
}

static int parse_int(const char *s, size_t n, long *out)
{
    char *stop;
    *out = strtol(s, &stop, 10);
    return n > 0 && stop == s + n;
}

/* "12.34" -> 1234 */
static int parse_cents(const char *s, size_t n, long *out)
{
    char *stop;
    double v = strtod(s, &stop);
    *out = (long)(v * 100 + (v < 0 ? -0.5 : 0.5));
    return n > 0 && stop == s + n;
}

/* order,date,store,product,qty,price,discount% */
static void load(const char *text, size_t size, struct table *store, struct table *product,
                 struct table *month, struct summary *sum)
{
    const char *field[MAXFIELDS], *end = text + size;
    size_t len[MAXFIELDS];
    for (const char *p = text; p < end; ) {
        const char *nl = memchr(p, '\n', end - p);
        if (!nl)
            nl = end;
        sum->lines++;
        int n = split_line(p, nl, field, len);
        p = nl + 1;
        long qty, price, disc;
        if (n != 7 || len[1] != 10) {
            sum->bad_fields++;
        } else if (!parse_int(field[4], len[4], &qty) || !parse_cents(field[5], len[5], &price) ||
                   !parse_int(field[6], len[6], &disc)) {
            sum->bad_number++;
        } else {
            long revenue = (qty * price * (100 - disc) + 50) / 100;
            add_row(table_get(store, field[2], len[2]), qty, price, revenue);
            add_row(table_get(product, field[3], len[3]), qty, price, revenue);
            add_row(table_get(month, field[1], 7), qty, price, revenue);
            sum->good++;
            continue;
        }
        if (!sum->first_bad)
            sum->first_bad = sum->lines;
    }
}

static char *put_num(char *p, long v)
{
    char tmp[24];
    int n = 0;
    do {
        tmp[n++] = (char)('0' + v % 10);
        v /= 10;
    } while (v);
    while (n)
        *p++ = tmp[--n];
    return p;
}

static char *make_csv(int rows, size_t *size)
{
    static const char *city[] = { "Berlin", "Lyon", "Porto", "\"Delft, West\"", "Gent", "Turku", "Aarhus", "Graz" };
    char *buf = malloc((size_t)rows * 80 + 1), *p = buf;
    unsigned s = 99;
    for (int i = 0; i < rows; i++) {
        s = s * 1664525u + 1013904223u;
        unsigned a = s >> 8, b = (s ^ s >> 15) * 2246822519u >> 7;
        p = put_num(p, 100000 + i);
        *p++ = ',';
        p = put_num(p, 2021 + a % 4);
        *p++ = '-'; *p++ = (char)('0' + (a % 12 + 1) / 10); *p++ = (char)('0' + (a % 12 + 1) % 10);
        *p++ = '-'; *p++ = (char)('0' + b % 3); *p++ = (char)('1' + b % 9);
        *p++ = ',';
        const char *c = city[a / 12 % 8];
        while (*c) *p++ = *c++;
        *p++ = ',';
        *p++ = 'P'; *p++ = (char)('A' + b % 26);
        p = put_num(p, a * 7u % 400);
        *p++ = ',';
        p = put_num(p, 1 + b % 12);
        *p++ = ',';
        if (s % 9973 == 0) *p++ = '?';
        p = put_num(p, 1 + a % 400);
        *p++ = '.'; *p++ = (char)('0' + b / 8 % 10); *p++ = '9';
        if (s % 30011 != 0) { *p++ = ','; p = put_num(p, b % 4 * 5); }
        *p++ = '\n';
    }
    *p = '\0';
    *size = p - buf;
    return buf;
}

static int by_revenue(const void *pa, const void *pb)
{
    const struct group *a = pa, *b = pb;
    if (a->revenue != b->revenue)
        return a->revenue > b->revenue ? -1 : 1;
    return strcmp(a->key, b->key);
}

static void report(const char *title, struct table *t, int top)
{
    struct group *v = malloc(sizeof *v * t->used);
    int n = 0;
    unsigned check = 0;
    for (int i = 0; i < t->cap; i++)
        if (t->hash[i])
            v[n++] = t->slot[i];
    qsort(v, n, sizeof *v, by_revenue);
    printf("%s: %d groups\n", title, n);
    for (int i = 0; i < n; i++) {
        if (i < top)
            printf("  %-14s %8ld %9ld %14ld.%02ld  %ld..%ld\n", v[i].key, v[i].rows, v[i].units,
                   v[i].revenue / 100, v[i].revenue % 100, v[i].min_price, v[i].max_price);
        check = check * 31 + hash_key(v[i].key, strlen(v[i].key)) + (unsigned)v[i].revenue * 7u + (unsigned)v[i].units;
    }
    printf("  check %08x\n", check);
    free(v);
}

int main(int argc, char **argv)
{
    int rows = argc > 1 ? atoi(argv[1]) : 2400000;
    size_t size;
    char *text = make_csv(rows, &size);
    struct table store, product, month;
    struct summary sum = { 0, 0, 0, 0, 0 };
    struct timespec a, b;

    table_init(&store, 61);
    table_init(&product, 61);
    table_init(&month, 61);
    clock_gettime(CLOCK_MONOTONIC, &a);
    load(text, size, &store, &product, &month, &sum);
    clock_gettime(CLOCK_MONOTONIC, &b);
    printf("%ld lines, %ld good, %ld short, %ld malformed, first bad line %ld\n",
           sum.lines, sum.good, sum.bad_fields, sum.bad_number, sum.first_bad);
    report("store", &store, 4);
    report("product", &product, 5);
    report("month", &month, 6);
    fprintf(stderr, "load %.3f s\n", (double)(b.tv_sec - a.tv_sec) + (double)(b.tv_nsec - a.tv_nsec) / 1e9);
    table_free(&store);
    table_free(&product);
    table_free(&month);
    free(text);
    return 0;
}

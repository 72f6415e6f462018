// SPDX-License-Identifier: Apache-2.0
// Parses a large newline-separated JSON log of shop orders into value trees
// and aggregates turnover per region, product category and weekday.
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum vtype { V_NULL, V_BOOL, V_NUM, V_STR, V_ARR, V_OBJ };
struct value {
    enum vtype type;
    int len, keylen;
    double num;
    const char *str, *key;
    struct value *child, *next;
};

struct arena {
    struct value *pool;
    char *chars;
    int used, cap, cused, ccap;
};

struct parser {
    const char *p, *end;
    struct arena *a;
    int error;
};

enum { NREGION = 8, NCAT = 12 };

struct totals {
    int64_t orders, cancelled, bad, nodes;
    int64_t region_cents[NREGION], cat_cents[NCAT], cat_qty[NCAT], weekday[7];
    int64_t largest_cents, largest_id;
    uint64_t notehash;
};

static const char *regions[NREGION] = {"north", "south", "east", "west", "centre", "islands", "coast", "overseas"};
static const char *cats[NCAT] = {"books", "music", "garden", "tools", "toys", "food",
                                 "drinks", "sports", "beauty", "office", "pets", "travel"};

static uint32_t next_rand(uint64_t *s)
{
    *s = *s * 6364136223846793005ULL + 1442695040888963407ULL;
    return (uint32_t)(*s >> 33);
}

static int write_record(char *out, int id, uint64_t *rng)
{
    char *p = out;
    p += sprintf(p, "{\"id\": %d, \"region\": \"%s\", \"day\": %u, ", id, regions[next_rand(rng) % NREGION],
                 next_rand(rng) % 365);
    if (next_rand(rng) % 17 == 0)
        p += sprintf(p, "\"cancelled\": true, ");
    p += sprintf(p, "\"items\": [");
    int n = 1 + next_rand(rng) % 6;
    for (int i = 0; i < n; i++) {
        uint32_t cents = 50 + next_rand(rng) % 20000;
        p += sprintf(p, "%s{\"cat\": \"%s\", \"qty\": %u, \"price\": %u.%02u}", i ? ", " : "",
                     cats[next_rand(rng) % NCAT], 1 + next_rand(rng) % 9, cents / 100, cents % 100);
    }
    p += sprintf(p, "], \"customer\": {\"name\": \"Cust\\u0020%u\", \"vip\": %s, \"score\": -%u.5e-1}",
                 next_rand(rng) % 5000, next_rand(rng) & 1 ? "true" : "false", next_rand(rng) % 100);
    if (next_rand(rng) % 5 == 0)
        p += sprintf(p, ", \"note\": \"leave at \\\"door %u\\\"\\n\"", next_rand(rng) % 100);
    p += sprintf(p, next_rand(rng) % 997 == 0 ? "\n" : "}\n");
    return (int)(p - out);
}

static struct value *new_value(struct parser *ps, enum vtype t)
{
    struct arena *a = ps->a;
    if (a->used == a->cap) { ps->error = 1; return NULL; }
    struct value *v = &a->pool[a->used++];
    memset(v, 0, sizeof *v);
    v->type = t;
    return v;
}

static void skip_ws(struct parser *ps)
{
    while (ps->p < ps->end && (*ps->p == ' ' || *ps->p == '\t' || *ps->p == '\n'))
        ps->p++;
}

static int hexval(char c) { return c <= '9' ? c - '0' : (c | 32) - 'a' + 10; }

static const char *parse_chars(struct parser *ps, int *len)
{
    char *start = ps->a->chars + ps->a->cused, *o = start;
    ps->p++;
    while (ps->p < ps->end && *ps->p != '"') {
        if (ps->a->cused + (o - start) + 2 > ps->a->ccap) { ps->error = 1; break; }
        if (*ps->p != '\\') { *o++ = *ps->p++; continue; }
        ps->p++;
        switch (*ps->p) {
        case 'n': *o++ = '\n'; break;
        case 't': *o++ = '\t'; break;
        case 'u': *o++ = (char)(hexval(ps->p[3]) * 16 + hexval(ps->p[4])); ps->p += 4; break;
        default: *o++ = *ps->p;
        }
        ps->p++;
    }
    if (ps->p++ >= ps->end) ps->error = 1;
    *len = (int)(o - start);
    ps->a->cused += *len;
    return start;
}

static double parse_number(struct parser *ps)
{
    double v = 0, scale = 1;
    int neg = 0, e = 0, eneg = 0;
    if (*ps->p == '-') { neg = 1; ps->p++; }
    while (*ps->p >= '0' && *ps->p <= '9') v = v * 10 + (*ps->p++ - '0');
    if (*ps->p == '.')
        for (ps->p++; *ps->p >= '0' && *ps->p <= '9'; ps->p++) { v = v * 10 + (*ps->p - '0'); scale *= 10; }
    if (*ps->p == 'e' || *ps->p == 'E') {
        ps->p++;
        if (*ps->p == '-') { eneg = 1; ps->p++; }
        while (*ps->p >= '0' && *ps->p <= '9') e = e * 10 + (*ps->p++ - '0');
    }
    v /= scale;
    while (e-- > 0) v = eneg ? v / 10 : v * 10;
    return neg ? -v : v;
}

static struct value *parse_value(struct parser *ps)
{
    struct value *v = NULL;
    skip_ws(ps);
    if (ps->p >= ps->end) { ps->error = 1; return NULL; }
    char c = *ps->p;
    if (c == '{' || c == '[') {
        char close = c == '{' ? '}' : ']';
        if (!(v = new_value(ps, c == '{' ? V_OBJ : V_ARR))) return NULL;
        struct value **tail = &v->child;
        ps->p++;
        skip_ws(ps);
        while (!ps->error && ps->p < ps->end && *ps->p != close) {
            const char *key = NULL;
            int keylen = 0;
            if (c == '{') {
                key = parse_chars(ps, &keylen);
                skip_ws(ps);
                if (*ps->p++ != ':') { ps->error = 1; break; }
            }
            struct value *e = parse_value(ps);
            if (!e) return v;
            e->key = key;
            e->keylen = keylen;
            *tail = e;
            tail = &e->next;
            skip_ws(ps);
            if (ps->p < ps->end && *ps->p == ',') { ps->p++; skip_ws(ps); }
        }
        if (ps->p++ >= ps->end) ps->error = 1;
    } else if (c == '"') {
        if ((v = new_value(ps, V_STR))) v->str = parse_chars(ps, &v->len);
    } else if (c == 't' || c == 'f' || c == 'n') {
        if ((v = new_value(ps, c == 'n' ? V_NULL : V_BOOL))) v->num = c == 't';
        ps->p += c == 'f' ? 5 : 4;
    } else if ((v = new_value(ps, V_NUM))) {
        v->num = parse_number(ps);
    }
    return v;
}

static const struct value *get(const struct value *obj, const char *key)
{
    for (const struct value *c = obj->child; c; c = c->next)
        if (c->keylen == (int)strlen(key) && memcmp(c->key, key, c->keylen) == 0) return c;
    return NULL;
}

static int lookup(const char **names, int n, const struct value *v)
{
    for (int i = 0; i < n; i++)
        if ((int)strlen(names[i]) == v->len && memcmp(names[i], v->str, v->len) == 0) return i;
    return 0;
}

static void account(const struct value *rec, struct totals *t)
{
    int64_t sum = 0;
    const struct value *note = get(rec, "note"), *canc = get(rec, "cancelled");
    t->orders++;
    if (canc && canc->num != 0) { t->cancelled++; return; }
    for (const struct value *it = get(rec, "items")->child; it; it = it->next) {
        int cat = lookup(cats, NCAT, get(it, "cat"));
        int64_t qty = (int64_t)get(it, "qty")->num;
        int64_t cents = (int64_t)(get(it, "price")->num * 100 + 0.5);
        t->cat_qty[cat] += qty;
        t->cat_cents[cat] += qty * cents;
        sum += qty * cents;
    }
    if (get(get(rec, "customer"), "vip")->num != 0) sum -= sum / 20;
    t->region_cents[lookup(regions, NREGION, get(rec, "region"))] += sum;
    t->weekday[(int)get(rec, "day")->num % 7] += sum;
    if (sum > t->largest_cents) { t->largest_cents = sum; t->largest_id = (int64_t)get(rec, "id")->num; }
    if (note) {
        uint64_t h = 1469598103934665603ULL;
        for (int i = 0; i < note->len; i++) h = (h ^ (unsigned char)note->str[i]) * 1099511628211ULL;
        t->notehash += h;
    }
}

static void process_line(const char *s, const char *end, struct arena *a, struct totals *t)
{
    a->used = a->cused = 0;
    struct parser ps = {s, end, a, 0};
    struct value *v = parse_value(&ps);
    t->nodes += a->used;
    if (ps.error || !v || v->type != V_OBJ) t->bad++;
    else account(v, t);
}

static void merge(struct totals *t, const struct totals *o)
{
    t->orders += o->orders;
    t->cancelled += o->cancelled;
    t->bad += o->bad;
    t->nodes += o->nodes;
    for (int i = 0; i < NREGION; i++) t->region_cents[i] += o->region_cents[i];
    for (int i = 0; i < NCAT; i++) { t->cat_cents[i] += o->cat_cents[i]; t->cat_qty[i] += o->cat_qty[i]; }
    for (int i = 0; i < 7; i++) t->weekday[i] += o->weekday[i];
    if (o->largest_cents > t->largest_cents ||
        (o->largest_cents == t->largest_cents && o->largest_id < t->largest_id)) {
        t->largest_cents = o->largest_cents;
        t->largest_id = o->largest_id;
    }
    t->notehash += o->notehash;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 720000;
    /* The text is produced and kept in blocks of whole records. */
    enum { BLOCK = 4096 };
    int nblock = (n + BLOCK - 1) / BLOCK;
    char **text = malloc(sizeof *text * (nblock + 1));
    size_t *tlen = malloc(sizeof *tlen * (nblock + 1)), len = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : len)
    for (int b = 0; b < nblock; b++) {
        int lo = b * BLOCK, hi = lo + BLOCK < n ? lo + BLOCK : n;
        text[b] = malloc((size_t)(hi - lo) * 640 + 1024);
        size_t l = 0;
        for (int i = lo; i < hi; i++) {
            uint64_t rng = 77 + (uint64_t)i * 0x9E3779B97F4A7C15ULL;
            l += write_record(text[b] + l, i, &rng);
        }
        tlen[b] = l;
        len += l;
    }

    struct totals t = {0};
#pragma omp parallel
    {
        struct arena a = {malloc(512 * sizeof(struct value)), malloc(4096), 0, 512, 0, 4096};
        struct totals mine = {0};
#pragma omp for schedule(dynamic) nowait
        for (int b = 0; b < nblock; b++) {
            const char *p = text[b], *end = p + tlen[b];
            while (p < end) {
                const char *nl = memchr(p, '\n', end - p);
                process_line(p, nl, &a, &mine);
                p = nl + 1;
            }
        }
#pragma omp critical
        merge(&t, &mine);
        free(a.pool);
        free(a.chars);
    }

    printf("bytes %zu orders %lld cancelled %lld bad %lld nodes %lld\n", len, (long long)t.orders,
           (long long)t.cancelled, (long long)t.bad, (long long)t.nodes);
    for (int i = 0; i < NREGION; i++) printf("%-9s %.2f\n", regions[i], t.region_cents[i] / 100.0);
    for (int i = 0; i < NCAT; i++)
        printf("%-9s %9lld %.2f\n", cats[i], (long long)t.cat_qty[i], t.cat_cents[i] / 100.0);
    for (int i = 0; i < 7; i++) printf("day%d %.2f\n", i, t.weekday[i] / 100.0);
    printf("largest %lld (order %lld) notes %016llx\n", (long long)t.largest_cents, (long long)t.largest_id,
           (unsigned long long)t.notehash);
    for (int b = 0; b < nblock; b++) free(text[b]);
    free(text);
    free(tlen);
    return 0;
}

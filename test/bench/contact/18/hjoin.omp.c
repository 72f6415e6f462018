/*
 * hjoin - in-memory star query, column store style:
 *
 *   select c.region, p.category, count(*), sum(qty*price*(1-disc)), max(qty)
 *   from   sales s, customer c, product p
 *   where  s.cust = c.id and s.prod = p.id and c.status <> 'closed'
 *          and p.name like '%er%' and s.day between d0 and d1
 *   group  by 1, 2
 *
 * Sales are radix partitioned on the customer key; each partition builds a
 * hash table of its customers and probes it.  Money is kept in integer cents.
 */
#include <omp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RADIX 6
#define NPART (1 << RADIX)
#define NREGION 12
#define NCATEGORY 16

typedef int64_t i64;

struct customers { int n; i64 *id; uint8_t *region; char (*status)[8]; };
struct products { int n; uint8_t *category; char (*name)[20]; int32_t *price; };
struct sales { int n; i64 *cust; int32_t *prod; int16_t *day; uint8_t *qty, *disc; };

struct group { i64 rows, cents; int maxqty; };

struct htable {
    uint32_t mask;
    uint32_t *slot;         /* customer row + 1, 0 = empty */
    uint32_t cap;
};

struct partition { int *rows; int n; };

struct query {
    int d0, d1;
    const char *like;
    bool *wanted;           /* product bitmap */
    struct htable ht;
    struct group result[NREGION][NCATEGORY];
    i64 probes, steps;
};

static uint64_t gen = 99;

static uint32_t rnd(void)
{
    gen += 0x9E3779B97F4A7C15ULL;
    uint64_t z = gen;
    z = (z ^ (z >> 32)) * 0xD6E8FEB86659FD93ULL;
    z = (z ^ (z >> 32)) * 0xD6E8FEB86659FD93ULL;
    return (uint32_t)(z >> 32);
}

static void *alloc(size_t n, size_t size)
{
    void *p = calloc(n ? n : 1, size);
    if (p == NULL) {
        fprintf(stderr, "hjoin: out of memory (%zu x %zu)\n", n, size);
        exit(EXIT_FAILURE);
    }
    return p;
}

static uint64_t hash_key(i64 k)
{
    uint64_t h = (uint64_t)k * 0x9E3779B97F4A7C15ULL;
    return h ^ (h >> 29);
}

static int part_of(i64 key) { return (int)(hash_key(key) & (NPART - 1)); }

static void load(struct customers *c, struct products *p, struct sales *s)
{
    static const char *const syl[] = { "ta", "ber", "mo", "er", "lin", "ka", "do", "ser", "fi", "ru" };
    c->id = alloc(c->n, sizeof *c->id);
    c->region = alloc(c->n, 1);
    c->status = alloc(c->n, sizeof *c->status);
    for (int i = 0; i < c->n; i++) {
        c->id[i] = 1000000 + (i64)i * 7 + rnd() % 7;
        c->region[i] = (uint8_t)(rnd() % NREGION);
        strcpy(c->status[i], rnd() % 10 ? "active" : rnd() % 2 ? "closed" : "hold");
    }
    p->category = alloc(p->n, 1);
    p->name = alloc(p->n, sizeof *p->name);
    p->price = alloc(p->n, sizeof *p->price);
    for (int i = 0; i < p->n; i++) {
        p->category[i] = (uint8_t)(rnd() % NCATEGORY);
        p->price[i] = 99 + (int32_t)(rnd() % 20000);
        for (int k = 0; k < 4; k++) strcat(p->name[i], syl[rnd() % 10]);
    }
    s->cust = alloc(s->n, sizeof *s->cust);
    s->prod = alloc(s->n, sizeof *s->prod);
    s->day = alloc(s->n, sizeof *s->day);
    s->qty = alloc(s->n, 1);
    s->disc = alloc(s->n, 1);
    for (int i = 0; i < s->n; i++) {
        uint32_t r = rnd() % (uint32_t)c->n;
        s->cust[i] = rnd() % 50 ? c->id[r] : c->id[r] + 3;      /* a few dangling */
        s->prod[i] = (int32_t)(rnd() % (uint32_t)p->n);
        s->day[i] = (int16_t)(rnd() % 730);
        s->qty[i] = (uint8_t)(1 + rnd() % 20);
        s->disc[i] = (uint8_t)(rnd() % 4 * 5);
    }
}

/* counting sort of row numbers by partition */
static int *partition_rows(const i64 *key, int n, struct partition part[NPART])
{
    /* a histogram per slice of the input; slices scatter into disjoint
       ranges, in order, so rows stay sorted within each partition */
    int *rows = alloc(n, sizeof *rows), slices = omp_get_max_threads(), at = 0;
    int (*pos)[NPART] = alloc(slices, sizeof *pos);
#pragma omp parallel for schedule(static, 1)
    for (int t = 0; t < slices; t++) {
        int count[NPART] = { 0 };
        for (i64 i = (i64)n * t / slices; i < (i64)n * (t + 1) / slices; i++) count[part_of(key[i])]++;
        memcpy(pos[t], count, sizeof count);
    }
    for (int p = 0; p < NPART; p++) {
        int first = at;
        part[p].rows = rows + at;
        for (int t = 0; t < slices; t++) {
            int c = pos[t][p];
            pos[t][p] = at;
            at += c;
        }
        part[p].n = at - first;
    }
#pragma omp parallel for schedule(static, 1)
    for (int t = 0; t < slices; t++) {
        int next[NPART];
        memcpy(next, pos[t], sizeof next);
        for (i64 i = (i64)n * t / slices; i < (i64)n * (t + 1) / slices; i++) rows[next[part_of(key[i])]++] = (int)i;
    }
    free(pos);
    return rows;
}

static void ht_build(struct htable *h, const struct customers *c, const struct partition *part)
{
    uint32_t want = 16;
    while (want < 2u * (uint32_t)part->n) want *= 2;
    if (want > h->cap) {
        free(h->slot);
        h->slot = alloc(want, sizeof *h->slot);
        h->cap = want;
    } else
        memset(h->slot, 0, want * sizeof *h->slot);
    h->mask = want - 1;
    for (int k = 0; k < part->n; k++) {
        int row = part->rows[k];
        if (strcmp(c->status[row], "closed") == 0) continue;
        uint32_t i = (uint32_t)(hash_key(c->id[row]) >> RADIX) & h->mask;
        while (h->slot[i]) i = (i + 1) & h->mask;
        h->slot[i] = (uint32_t)row + 1;
    }
}

static int ht_find(const struct htable *h, const i64 *ids, i64 key, i64 *steps)
{
    uint32_t i = (uint32_t)(hash_key(key) >> RADIX) & h->mask;
    for (; h->slot[i]; i = (i + 1) & h->mask) {
        ++*steps;
        if (ids[h->slot[i] - 1] == key) return (int)h->slot[i] - 1;
    }
    return -1;
}

static void probe(struct query *q, const struct customers *c, const struct products *p, const struct sales *s,
                  const struct partition *part)
{
    for (int k = 0; k < part->n; k++) {
        int row = part->rows[k];
        if (s->day[row] < q->d0 || s->day[row] > q->d1 || !q->wanted[s->prod[row]]) continue;
        q->probes++;
        int cr = ht_find(&q->ht, c->id, s->cust[row], &q->steps);
        if (cr < 0) continue;
        struct group *g = &q->result[c->region[cr]][p->category[s->prod[row]]];
        g->rows++;
        g->cents += (i64)s->qty[row] * p->price[s->prod[row]] * (100 - s->disc[row]) / 100;
        if (s->qty[row] > g->maxqty) g->maxqty = s->qty[row];
    }
}

static void run_query(struct query *q, const struct customers *c, const struct products *p, const struct sales *s)
{
    struct partition cp[NPART], sp[NPART];
    int *crows = partition_rows(c->id, c->n, cp), *srows = partition_rows(s->cust, s->n, sp);
    q->wanted = alloc(p->n, sizeof *q->wanted);
    for (int i = 0; i < p->n; i++) q->wanted[i] = strstr(p->name[i], q->like) != NULL;
#pragma omp parallel
    {
        struct query mine = *q;         /* own hash table and group results, both still empty */
#pragma omp for schedule(dynamic)
        for (int k = 0; k < NPART; k++) {
            ht_build(&mine.ht, c, &cp[k]);
            probe(&mine, c, p, s, &sp[k]);
        }
#pragma omp critical
        {
            q->probes += mine.probes;
            q->steps += mine.steps;
            for (int r = 0; r < NREGION; r++)
                for (int t = 0; t < NCATEGORY; t++) {
                    struct group *g = &q->result[r][t];
                    const struct group *m = &mine.result[r][t];
                    g->rows += m->rows;
                    g->cents += m->cents;
                    if (m->maxqty > g->maxqty) g->maxqty = m->maxqty;
                }
        }
        free(mine.ht.slot);
    }
    free(q->wanted);
    free(crows);
    free(srows);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1800000;
    static const struct { int d0, d1; const char *like; } param[] = {
        { 0, 729, "er" }, { 100, 465, "ta" }, { 30, 600, "berlin" }, { 0, 500, "o" },
        { 365, 729, "r" }, { 0, 729, "lin" }, { 200, 229, "" }, { 1, 364, "mo" }, { 0, 729, "kado" }, { 0, 729, "i" },
    };
    struct customers c = { .n = n / 10 + 1 };
    struct products p = { .n = n / 200 + 1 };
    struct sales s = { .n = n };
    if (n < 1) return 2;
    load(&c, &p, &s);
    for (size_t k = 0; k < sizeof param / sizeof *param; k++) {
        struct query *q = alloc(1, sizeof *q);
        i64 rows = 0, cents = 0;
        uint64_t check = 0;
        q->d0 = param[k].d0;
        q->d1 = param[k].d1;
        q->like = param[k].like;
        run_query(q, &c, &p, &s);
        for (int r = 0; r < NREGION; r++)
            for (int t = 0; t < NCATEGORY; t++) {
                const struct group *g = &q->result[r][t];
                rows += g->rows;
                cents += g->cents;
                check = check * 31 + (uint64_t)(g->rows * 7 + g->maxqty);
            }
        printf("'%s' days %d-%d: %lld rows, %lld.%02lld, probes %lld steps %lld, check %llu\n", q->like, q->d0, q->d1, (long long)rows,
               (long long)cents / 100, (long long)cents % 100, (long long)q->probes, (long long)q->steps, (unsigned long long)(check % 1000003));
        free(q);
    }
    free(c.id); free(c.region); free(c.status); free(p.category); free(p.name); free(p.price);
    free(s.cust); free(s.prod); free(s.day); free(s.qty); free(s.disc);
    return 0;
}

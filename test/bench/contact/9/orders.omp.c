/*
 * orders - a small in-memory order database: orders are scanned by
 * predicates, joined with the customers and grouped by region and month.
 * usage: orders [orders [customers]]
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REGIONS 8
#define MONTHS 12

struct customer {
    char key[12];
    int region, credit;
    struct customer *next;
};

struct order {
    int id;
    char customer[12];
    char note[48];
    int day, qty, cents;
};

struct db {
    struct customer **bucket;
    unsigned nbuckets;
    struct customer *customers;
    struct order *orders;
    int ncustomers, norders;
};

struct query {
    const char *title;
    int (*match)(const struct order *, const struct query *);
    const char *text;
    int lo, hi;
};

struct group {
    int64_t count, cents;
    int largest;
};

#define CHUNK 2048

struct report {
    struct group cell[REGIONS][MONTHS];
    const struct order **hits;
    int nhits;
    long orphans;
};

static uint64_t state = 0x9e3779b97f4a7c15u;

static int pick(int n)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (int)((state * 2685821657736338717u >> 33) % (unsigned)n);
}

static unsigned hash_key(const char *s)
{
    unsigned h = 2166136261u;
    while (*s)
        h = (h ^ (unsigned char)*s++) * 16777619u;
    return h;
}

static void load(struct db *db, int norders, int ncustomers)
{
    static const char *word[] = { "urgent", "gift", "fragile", "return", "invoice", "cold",
                                  "bulk", "sample", "export", "night" };
    db->ncustomers = ncustomers;
    db->customers = calloc(ncustomers, sizeof *db->customers);
    db->nbuckets = ncustomers / 2 + 1;
    db->bucket = calloc(db->nbuckets, sizeof *db->bucket);
    for (int i = 0; i < ncustomers; i++) {
        struct customer *c = &db->customers[i];
        unsigned h;
        snprintf(c->key, sizeof c->key, "C%07d", i * 7 % 10000000);
        c->region = pick(REGIONS);
        c->credit = 1000 + pick(90000);
        h = hash_key(c->key) % db->nbuckets;
        c->next = db->bucket[h];
        db->bucket[h] = c;
    }
    db->norders = norders;
    db->orders = calloc(norders, sizeof *db->orders);
    for (int i = 0; i < norders; i++) {
        struct order *o = &db->orders[i];
        char *p = o->customer;
        int owner = pick(ncustomers + ncustomers / 50) * 7 % 10000000;
        o->id = i + 1;
        *p++ = 'C';
        for (int d = 1000000; d; d /= 10)
            *p++ = (char)('0' + owner / d % 10);
        for (int k = pick(4) + 1; k > 0; k--) {
            strcat(o->note, word[pick(10)]);
            strcat(o->note, k > 1 ? " " : "");
        }
        o->day = pick(360);
        o->qty = 1 + pick(9);
        o->cents = 99 + pick(20000);
    }
}

static const struct customer *find_customer(const struct db *db, const char *key)
{
    const struct customer *c = db->bucket[hash_key(key) % db->nbuckets];
    while (c && strcmp(c->key, key) != 0)
        c = c->next;
    return c;
}

/* SQL style pattern: % any run, _ any character */
static int like(const char *s, const char *pat)
{
    for (; *pat; pat++, s++) {
        if (*pat == '%') {
            do {
                if (like(s, pat + 1))
                    return 1;
            } while (*s++);
            return 0;
        }
        if (*s == 0 || (*pat != '_' && *pat != *s))
            return 0;
    }
    return *s == 0;
}

static int note_like(const struct order *o, const struct query *q)
{
    return like(o->note, q->text);
}

static int in_period(const struct order *o, const struct query *q)
{
    return o->day >= q->lo && o->day <= q->hi;
}

static int big_and_like(const struct order *o, const struct query *q)
{
    int value = o->qty * o->cents;
    return value >= q->lo && value <= q->hi && like(o->note, q->text);
}

static int same_word_twice(const struct order *o, const struct query *q)
{
    char copy[48];
    char *save = NULL;
    (void)q;
    strcpy(copy, o->note);
    for (char *w = strtok_r(copy, " ", &save); w; w = strtok_r(NULL, " ", &save))
        if (save && strstr(save, w))
            return 1;
    return 0;
}

/* rows [from, to); the hits go to out, their number is returned */
static int run_chunk(const struct db *db, const struct query *q, int percent, int from, int to,
                     struct group cell[REGIONS][MONTHS], long *orphans, const struct order **out)
{
    int n = 0;
    for (int i = from; i < to; i++) {
        const struct order *o = &db->orders[i];
        const struct customer *c;
        struct group *g;
        int value;
        if (!q->match(o, q))
            continue;
        c = find_customer(db, o->customer);
        if (c == NULL && ++*orphans)
            continue;
        value = o->qty * o->cents;
        g = &cell[c->region][o->day / 30];
        g->count++;
        g->cents += value;
        g->largest = value > g->largest ? value : g->largest;
        if (value > c->credit / 100 * percent)
            out[n++] = o;
    }
    return n;
}

static void run(const struct db *db, const struct query *q, int percent, struct report *r)
{
    int nchunks = (db->norders + CHUNK - 1) / CHUNK;
    int *found = malloc((nchunks + 1) * sizeof *found);
    long orphans = 0;

    memset(r->cell, 0, sizeof r->cell);
    #pragma omp parallel reduction(+:orphans)
    {
        struct group cell[REGIONS][MONTHS];
        memset(cell, 0, sizeof cell);
        #pragma omp for schedule(dynamic, 1) nowait
        for (int k = 0; k < nchunks; k++) {
            int from = k * CHUNK, to = from + CHUNK < db->norders ? from + CHUNK : db->norders;
            found[k] = run_chunk(db, q, percent, from, to, cell, &orphans, r->hits + from);
        }
        #pragma omp critical
        for (int g = 0; g < REGIONS; g++)
            for (int m = 0; m < MONTHS; m++) {
                struct group *to = &r->cell[g][m];
                to->count += cell[g][m].count;
                to->cents += cell[g][m].cents;
                if (cell[g][m].largest > to->largest)
                    to->largest = cell[g][m].largest;
            }
    }
    r->orphans = orphans;
    r->nhits = 0;
    for (int k = 0; k < nchunks; k++) {     /* close the gaps between the chunks */
        memmove(r->hits + r->nhits, r->hits + k * CHUNK, found[k] * sizeof *r->hits);
        r->nhits += found[k];
    }
    free(found);
}

static int worth_more(const struct order *a, const struct order *b)
{
    int va = a->qty * a->cents, vb = b->qty * b->cents;
    return va != vb ? va > vb : a->id < b->id;
}

static void show(const struct query *q, const struct report *r)
{
    int64_t count = 0, cents = 0;
    int best = 0, largest = 0;
    uint32_t check = 0;
    const struct order *top = NULL;
    for (int g = 0; g < REGIONS; g++)
        for (int m = 0; m < MONTHS; m++) {
            const struct group *c = &r->cell[g][m];
            count += c->count;
            cents += c->cents;
            largest = c->largest > largest ? c->largest : largest;
            if (c->cents > r->cell[best / MONTHS][best % MONTHS].cents)
                best = g * MONTHS + m;
        }
    for (int i = 0; i < r->nhits; i++) {
        check = check * 131 + (uint32_t)r->hits[i]->id;
        if (top == NULL || worth_more(r->hits[i], top))
            top = r->hits[i];
    }
    printf("%-14s %7lld rows %10lld cents, top %d/%d, largest %d, %ld orphans, %d over (%08x), worst #%d\n",
           q->title, (long long)count, (long long)cents, best / MONTHS, best % MONTHS + 1, largest,
           r->orphans, r->nhits, (unsigned)check, top ? top->id : 0);
}

int main(int argc, char **argv)
{
    static const struct query queries[] = {
        { "urgent gifts", note_like, "%urgent%gift%", 0, 0 },
        { "spring", in_period, NULL, 60, 150 },
        { "ends cold", note_like, "%c_l%cold", 0, 0 },
        { "dear exports", big_and_like, "%e_port%n%", 40000, 160000 },
        { "twice", same_word_twice, NULL, 0, 0 },
        { "any r..t", note_like, "%r%t%u%", 0, 0 },
        { "cold nights", note_like, "%cold%_night%", 0, 0 },
        { "cheap bulk", big_and_like, "%b%k%i%e%", 0, 30000 },
        { "all year", in_period, NULL, 0, 359 },
        { "odd notes", note_like, "%e%r%e%u%n%c_", 0, 0 },
    };
    struct db db;
    struct report rep;

    load(&db, argc > 1 ? atoi(argv[1]) : 240000, argc > 2 ? atoi(argv[2]) : 30000);
    rep.hits = malloc(db.norders * sizeof *rep.hits);
    for (int percent = 50; percent <= 200; percent += 50) {
        printf("credit limits at %d%%\n", percent);
        for (size_t i = 0; i < sizeof queries / sizeof queries[0]; i++) {
            run(&db, &queries[i], percent, &rep);
            show(&queries[i], &rep);
        }
    }
    free(rep.hits);
    free(db.bucket);
    free(db.customers);
    free(db.orders);
    return 0;
}

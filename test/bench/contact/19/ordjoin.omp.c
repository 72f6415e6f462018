/* ordjoin - three-table report queries over generated order data:
 * hash join (orders x items x customers), LIKE filter, group by, top-N. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct { int id; int region; char segment; } customer_t;
typedef struct { int id; int cust; int day; char note[40]; } order_t;
typedef struct { int order; int part; int qty; int cents; int ship_day; } item_t;

typedef struct {
    int rows, mask;
    int *head, *next;
} index_t;

typedef struct {
    long count, qty;
    long long revenue, discount;
    int maxlate;
} group_t;

typedef struct {
    const char *like;
    int day_from, day_to;
    char segment;
    int late_only;
} query_t;

#define NREGION 12
#define NMONTH 24

static customer_t *cust; static int ncust;
static order_t *ord;     static int nord;
static item_t *item;     static int nitem;

static uint64_t lcg = 7;
static unsigned next_rand(void)
{
    lcg = lcg * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)(lcg >> 33);
}

static const char *words[16] = {
    "rush", "gift", "fragile", "pending", "special", "request", "deposit", "carefully",
    "final", "ironic", "bold", "express", "account", "sleep", "quick", "blithe" };

static void generate(void)
{
    cust = malloc(sizeof *cust * ncust);
    for (int i = 0; i < ncust; i++) {
        cust[i].id = i * 3 + 1;
        cust[i].region = next_rand() % NREGION;
        cust[i].segment = "ABCDE"[next_rand() % 5];
    }
    ord = malloc(sizeof *ord * nord);
    item = malloc(sizeof *item * nord * 7);
    nitem = 0;
    for (int i = 0; i < nord; i++) {
        order_t *o = &ord[i];
        o->id = (int)((uint64_t)i * 7919 % 1000003) * 8 + i / 1000003;
        o->cust = (next_rand() % 50 == 0) ? 2 : cust[next_rand() % ncust].id;  /* some dangle */
        o->day = next_rand() % (NMONTH * 30);
        o->note[0] = 0;
        size_t len = 0;
        for (;;) {
            const char *w = words[next_rand() & 15];
            size_t l = strlen(w);
            if (len + l + 2 > sizeof o->note) break;
            memcpy(o->note + len, w, l);
            len += l;
            o->note[len++] = ' ';
            o->note[len] = 0;
        }
        int k = 1 + next_rand() % 6;
        while (k-- > 0) {
            item_t *t = &item[nitem++];
            t->order = o->id;
            t->part = next_rand() % 20000;
            t->qty = 1 + next_rand() % 50;
            t->cents = 100 + next_rand() % 90000;
            t->ship_day = o->day + next_rand() % 60;
        }
    }
    /* items arrive in any order */
    for (int i = nitem - 1; i > 0; i--) {
        int j = next_rand() % (i + 1);
        item_t t = item[i]; item[i] = item[j]; item[j] = t;
    }
}

static unsigned hash_int(int k) { unsigned h = (unsigned)k; h ^= h >> 15; h *= 0x2c1b3c6du; h ^= h >> 12; return h; }

static index_t *index_new(int rows)
{
    index_t *ix = malloc(sizeof *ix);
    int cap = 16;
    while (cap < rows) cap *= 2;
    ix->rows = rows;
    ix->mask = cap - 1;
    ix->head = malloc(sizeof(int) * cap);
    ix->next = malloc(sizeof(int) * rows);
    memset(ix->head, -1, sizeof(int) * cap);
    return ix;
}
static void index_add(index_t *ix, int key, int row)
{
    unsigned b = hash_int(key) & ix->mask;
    int old;
#pragma omp atomic capture
    { old = ix->head[b]; ix->head[b] = row; }
    ix->next[row] = old;
}
static void index_free(index_t *ix) { free(ix->head); free(ix->next); free(ix); }

/* '%' matches any run, '_' any one character */
static bool like(const char *s, const char *p)
{
    for (; *p; p++, s++) {
        if (*p == '%') {
            while (*p == '%') p++;
            if (!*p) return true;
            for (; *s; s++)
                if (like(s, p)) return true;
            return false;
        }
        if (!*s || (*p != '_' && *p != *s)) return false;
    }
    return *s == 0;
}

static const customer_t *find_customer(const index_t *ix, int id)
{
    for (int r = ix->head[hash_int(id) & ix->mask]; r >= 0; r = ix->next[r])
        if (cust[r].id == id) return &cust[r];
    return NULL;
}

static int discount_of(const item_t *t, const customer_t *c)
{
    int pct = t->qty > 40 ? 9 : t->qty > 20 ? 5 : 0;
    switch (c->segment) {
    case 'A': pct += 2; break;
    case 'B': pct += t->part % 3; break;
    case 'E': pct = pct > 3 ? pct - 3 : 0; break;
    default: break;
    }
    return pct;
}

static long dangling, filtered;

static void run_query(const query_t *q, const index_t *cix, group_t g[NREGION][NMONTH], long long *spend)
{
    index_t *oix = index_new(nord);
#pragma omp parallel reduction(+:filtered, dangling)
    {
    group_t (*pg)[NMONTH] = calloc(NREGION, sizeof *pg);
    long long *ps = calloc(ncust, sizeof *ps);
#pragma omp for schedule(dynamic, 4096)
    for (int i = 0; i < nord; i++) {
        const order_t *o = &ord[i];
        if (o->day < q->day_from || o->day >= q->day_to || !like(o->note, q->like)) { filtered++; continue; }
        index_add(oix, o->id, i);
    }
#pragma omp for schedule(dynamic, 4096)
    for (int i = 0; i < nitem; i++) {
        const item_t *t = &item[i];
        for (int r = oix->head[hash_int(t->order) & oix->mask]; r >= 0; r = oix->next[r]) {
            const order_t *o = &ord[r];
            if (o->id != t->order) continue;
            const customer_t *c = find_customer(cix, o->cust);
            if (!c) { dangling++; break; }
            if (q->segment && c->segment != q->segment) break;
            int late = t->ship_day - o->day - 30;
            if (q->late_only && late <= 0) break;
            group_t *x = &pg[c->region][o->day / 30];
            long long amount = (long long)t->qty * t->cents;
            long long off = amount * discount_of(t, c) / 100;
            x->count++;
            x->qty += t->qty;
            x->revenue += amount - off;
            x->discount += off;
            if (late > x->maxlate) x->maxlate = late;
            ps[c - cust] += amount - off;
            break;                      /* order ids are unique */
        }
    }
#pragma omp critical
    {
        for (int r = 0; r < NREGION; r++)
            for (int m = 0; m < NMONTH; m++) {
                group_t *a = &g[r][m], *b = &pg[r][m];
                a->count += b->count; a->qty += b->qty;
                a->revenue += b->revenue; a->discount += b->discount;
                if (b->maxlate > a->maxlate) a->maxlate = b->maxlate;
            }
        for (int i = 0; i < ncust; i++) spend[i] += ps[i];
    }
    free(pg);
    free(ps);
    }
    index_free(oix);
}

int main(int argc, char **argv)
{
    nord = argc > 1 ? atoi(argv[1]) : 900000;
    ncust = argc > 2 ? atoi(argv[2]) : 30000;
    if (nord < 1 || nord > 2000000 || ncust < 1) { fprintf(stderr, "bad sizes\n"); return 1; }
    generate();
    printf("%d customers, %d orders, %d items\n", ncust, nord, nitem);
    index_t *cix = index_new(ncust);
    for (int i = 0; i < ncust; i++) index_add(cix, cust[i].id, i);

    static const query_t queries[] = {
        { "%special%request%", 0, 720, 0, 0 }, { "%gift%", 90, 400, 'B', 0 },
        { "%e_pre%", 0, 720, 0, 1 }, { "rush%deposit%", 0, 600, 0, 0 },
        { "%fr%fin%", 200, 720, 'E', 0 }, { "%", 0, 720, 0, 1 },
        { "%b%q%", 0, 720, 'A', 1 }, { "%ironic ", 30, 720, 0, 0 } };
    static group_t g[NREGION][NMONTH];
    long long *spend = malloc(sizeof *spend * ncust);

    for (size_t k = 0; k < sizeof queries / sizeof *queries; k++) {
        memset(g, 0, sizeof g);
        memset(spend, 0, sizeof *spend * ncust);
        dangling = filtered = 0;
        run_query(&queries[k], cix, g, spend);
        long n = 0, qty = 0; long long rev = 0, disc = 0; int ml = 0, br = 0, bm = 0;
        for (int r = 0; r < NREGION; r++)
            for (int m = 0; m < NMONTH; m++) {
                group_t *x = &g[r][m];
                n += x->count; qty += x->qty; rev += x->revenue; disc += x->discount;
                if (x->maxlate > ml) ml = x->maxlate;
                if (x->revenue > g[br][bm].revenue) { br = r; bm = m; }
            }
        printf("Q%zu like '%s': rows %ld qty %ld rev %lld.%02lld disc %lld late %d dangling %ld filtered %ld\n",
               k + 1, queries[k].like, n, qty, rev / 100, rev % 100, disc / 100, ml, dangling, filtered);
        printf("   best region %d month %d revenue %lld\n", br, bm, g[br][bm].revenue / 100);
        for (int top = 0; top < 3; top++) {
            int b = 0;
            for (int i = 1; i < ncust; i++) if (spend[i] > spend[b]) b = i;
            if (spend[b] <= 0) break;
            printf("   customer %d spent %lld\n", cust[b].id, spend[b] / 100);
            spend[b] = -1;
        }
    }
    index_free(cix);
    return 0;
}

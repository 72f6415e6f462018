// SPDX-License-Identifier: Apache-2.0
/* weblog - summarize an access log with hash tables
 *
 * usage: weblog [lines] [seed]
 * Makes up a combined-format log and counts hits, bytes and errors per client,
 * path and referrer host, and hits per hour.
 */
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
typedef struct entry {
    struct entry *next;
    uint32_t hash, len, slowest;
    uint64_t hits, bytes, errors;
    char key[];
} entry;

typedef struct { entry **slot; size_t nslot, used; } table;
typedef struct {
    table client, path, referrer;
    uint64_t lines, bad, bots, hour[24], status[6];
} summary;

typedef int (*view_filter)(uint32_t status, int bot, uint32_t ms);
static int everything(uint32_t status, int bot, uint32_t ms) { return (void)status, (void)bot, (void)ms, 1; }
static int people(uint32_t status, int bot, uint32_t ms) { return (void)ms, !bot && status < 400; }
static int failures(uint32_t status, int bot, uint32_t ms) { return (void)bot, (void)ms, status >= 400; }
static int slow(uint32_t status, int bot, uint32_t ms) { return (void)bot, status == 200 && ms > 700; }
static const struct { const char *name; view_filter keep; } views[] = {
    { "all requests", everything }, { "people", people }, { "failures", failures }, { "slow pages", slow },
};

static void die(const char *what) { perror(what); exit(1); }

static void table_init(table *t)
{
    t->nslot = 1 << 12; t->used = 0;
    if (!(t->slot = calloc(t->nslot, sizeof *t->slot))) die("weblog");
}

static entry *table_get(table *t, const char *key, size_t len)
{
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < len; i++) h = (h ^ (unsigned char)key[i]) * 16777619u;
    h ^= h >> 15;
    for (entry *e = t->slot[h & (t->nslot - 1)]; e; e = e->next)
        if (e->hash == h && e->len == len && memcmp(e->key, key, len) == 0) return e;
    entry *e = calloc(1, sizeof *e + len + 1), **head = &t->slot[h & (t->nslot - 1)];
    if (!e) die("weblog");
    memcpy(e->key, key, len);
    e->hash = h; e->len = (uint32_t)len;
    e->next = *head; t->used++;
    return *head = e;
}

static void hit(table *t, const char *key, size_t len, uint64_t bytes, int error, uint32_t ms)
{
    entry *e = table_get(t, key, len);
    e->hits++; e->bytes += bytes; e->errors += (uint64_t)error;
    if (ms > e->slowest) e->slowest = ms;
}

static void table_free(table *t)
{
    for (size_t i = 0; i < t->nslot; i++)
        for (entry *e = t->slot[i], *nx; e; e = nx) { nx = e->next; free(e); }
    free(t->slot);
}

static uint32_t number(const char **p, const char *end)
{
    uint32_t v = 0;
    while (*p < end && isdigit((unsigned char)**p)) v = v * 10 + (uint32_t)(*(*p)++ - '0');
    return v;
}

static const char *find(const char *p, const char *end, char c)
{
    const char *q = p < end ? memchr(p, c, (size_t)(end - p)) : NULL;
    return q ? q : end;
}

static int is_bot(const char *p, const char *end)
{
    static const char *const word[] = { "bot", "crawl", "spider", "slurp", "wget", "python-requests", NULL };
    for (; p < end; p++)
        for (int w = 0; word[w]; w++)
            if (p + strlen(word[w]) <= end && strncasecmp(p, word[w], strlen(word[w])) == 0)
                return 1;
    return 0;
}

/* ip - - [dd/Mon/yyyy:hh:mm:ss] "METHOD path PROTO" status bytes "referrer" "agent" ms */
static void parse_line(summary *s, const char *p, const char *end, view_filter keep)
{
    char path[256];
    size_t n = 0;
    const char *ip = p, *ip_end = find(p, end, ' '), *t = find(p, end, '['), *rq = find(t, end, '"');
    const char *url = find(rq, end, ' ') + 1, *colon = find(t, end, ':'), *q, *ref, *ref_end, *ua, *ua_end;
    s->lines++;
    if (url >= end || colon + 3 > end) { s->bad++; return; }
    colon++;
    uint32_t hour = number(&colon, end);
    for (q = url; q < end && *q != ' ' && *q != '?' && *q != '"' && n < sizeof path - 1; q++) {
        char c = (char)tolower((unsigned char)*q);
        if (isdigit((unsigned char)c)) {                /* /item/123 and /item/7 are one path */
            if (n && path[n - 1] == '#') continue;
            c = '#';
        }
        if (c == '/' && n && path[n - 1] == '/') continue;
        path[n++] = c;
    }
    q = find(q, end, '"') + 2;
    uint32_t status = q < end ? number(&q, end) : 0;
    uint32_t bytes = ++q < end ? number(&q, end) : 0;
    ref = find(q, end, '"') + 1; ref_end = find(ref, end, '"');
    ua = find(ref_end + 1, end, '"') + 1; ua_end = find(ua, end, '"');
    q = ua_end + 2;
    if (q >= end || hour > 23 || status < 100 || status > 599) { s->bad++; return; }
    uint32_t ms = number(&q, end);
    int err = status >= 400, bot = is_bot(ua, ua_end);
    if (!keep(status, bot, ms)) return;
    const char *host = find(ref, ref_end, '/') + 2, *host_end = host < ref_end ? find(host, ref_end, '/') : NULL;
    s->hour[hour]++; s->status[status / 100]++;
    s->bots += (uint64_t)bot;
    hit(&s->client, ip, (size_t)(ip_end - ip), bytes, err, ms);
    hit(&s->path, path, n, bytes, err, ms);
    if (host_end) hit(&s->referrer, host, (size_t)(host_end - host), bytes, err, ms);
}

static void parse(summary *s, const char *p, const char *end, view_filter keep)
{
    while (p < end) {
        const char *nl = find(p, end, '\n');
        parse_line(s, p, nl, keep);
        p = nl + 1;
    }
}

static int by_hits(const void *a, const void *b)
{
    const entry *x = *(entry *const *)a, *y = *(entry *const *)b;
    return x->hits != y->hits ? (x->hits < y->hits ? 1 : -1) : strcmp(x->key, y->key);
}

static void top(const char *title, const table *t, size_t want)
{
    entry **v = malloc((t->used + 1) * sizeof *v);
    size_t n = 0;
    if (!v) die("weblog");
    for (size_t i = 0; i < t->nslot; i++)
        for (entry *e = t->slot[i]; e; e = e->next) v[n++] = e;
    qsort(v, n, sizeof *v, by_hits);
    printf("%s (%zu)\n", title, n);
    for (size_t i = 0; i < n && i < want; i++)
        printf("  %8llu %12llu %6llu %6u %s\n", (unsigned long long)v[i]->hits, (unsigned long long)v[i]->bytes,
               (unsigned long long)v[i]->errors, v[i]->slowest, v[i]->key);
    free(v);
}

static void report(const summary *s, const char *name)
{
    printf("== %s: %llu lines, %llu bad, %llu from bots\n", name, (unsigned long long)s->lines,
           (unsigned long long)s->bad, (unsigned long long)s->bots);
    for (int i = 0; i < 24; i++) printf("%llu%c", (unsigned long long)s->hour[i], i == 23 ? '\n' : ' ');
    for (int i = 2; i < 6; i++) printf("%dxx %llu\n", i, (unsigned long long)s->status[i]);
    top("clients", &s->client, 6);
    top("paths", &s->path, 6);
    top("referrers", &s->referrer, 3);
}

static uint64_t rs;
static uint32_t rnd(uint32_t n) { rs = rs * 6364136223846793005ull + 1442695040888963407ull; return (uint32_t)(rs >> 33) % n; }

static char *make_log(long lines, size_t *size)
{
    static const char *const word[] = { "shop", "Item", "user", "img", "api", "search", "cart", "About", "News", "static" };
    static const char *const agent[] = { "Mozilla/5.0 (X11; Linux x86_64)", "Googlebot/2.1", "curl/7.88", "Baiduspider" };
    static const int code[] = { 200, 200, 200, 200, 304, 301, 404, 500 };
    static char line[5000][256];
    char *buf = malloc((size_t)lines * 256 + 1), *p = buf;
    if (!buf) die("weblog");
    for (long i = 0; i < lines; i++) {
        char *l = line[rnd(5000)];
        if (!*l)
            snprintf(l, sizeof line[0], "10.%u.%u.%u - - [07/Mar/2024:%02u:%02u:%02u] \"GET /%s/%s//%u?id=%u HTTP/1.1\" %d %u "
                     "\"https://site%u.example/%s\" \"%s\" %u\n", rnd(3), rnd(24), rnd(250), rnd(24), rnd(60), rnd(60),
                     word[rnd(10)], word[rnd(10)], rnd(10000), rnd(99), code[rnd(8)], rnd(90000), rnd(300) * rnd(300) / 300,
                     word[rnd(10)], agent[rnd(4)], rnd(40) * rnd(60));
        p = stpcpy(p, l);
    }
    *size = (size_t)(p - buf);
    return buf;
}

int main(int argc, char **argv)
{
    long lines = argc > 1 ? atol(argv[1]) : 240000;
    rs = argc > 2 ? strtoull(argv[2], NULL, 10) : 5;
    if (lines < 1) { fputs("usage: weblog [lines] [seed]\n", stderr); return 1; }
    size_t size;
    char *log = make_log(lines, &size);
    struct timespec t0, t1;
    clock_gettime(CLOCK_MONOTONIC, &t0);
    for (size_t v = 0; v < sizeof views / sizeof *views; v++) {
        summary s = { .lines = 0 };
        table_init(&s.client); table_init(&s.path); table_init(&s.referrer);
        parse(&s, log, log + size, views[v].keep);
        report(&s, views[v].name);
        table_free(&s.client); table_free(&s.path); table_free(&s.referrer);
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "parse %.3f s\n", (double)(t1.tv_sec - t0.tv_sec) + 1e-9 * (double)(t1.tv_nsec - t0.tv_nsec));
    free(log);
    return 0;
}

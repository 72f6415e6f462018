/* airlog - summarise web front-end access logs: per-route and per-client tables.
 * usage: airlog [lines] [seed]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

#define RT_BUCKETS 512
#define LAT_BINS 12
#define KEYLEN 48

typedef struct route {
    char key[KEYLEN];
    uint64_t hits, bytes, errors, lat_sum;
    unsigned lat_max;
    unsigned hist[LAT_BINS];
    struct route *next;
} route;

typedef struct {
    uint32_t ip;
    unsigned hits, bots;
    long first, last; uint64_t bytes;
} client;

typedef struct {
    route *bucket[RT_BUCKETS];
    int nroutes;
    client *cl;
    size_t clcap, clused;
    uint64_t lines, bad, bots, status[6], firstbad[5];
} summary;

static uint64_t rs;
static unsigned rnd(unsigned n)
{
    rs = rs * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)(((rs >> 33) * (uint64_t)n) >> 31);
}
static char *put(char *p, const char *s) { while (*s) *p++ = *s++; return p; }
static char *putn(char *p, unsigned v)
{
    char t[12]; int n = 0;
    do { t[n++] = (char)('0' + v % 10); v /= 10; } while (v);
    while (n) *p++ = t[--n];
    return p;
}

static char *generate(size_t lines, size_t *len)
{
    static const char *const pre[] = { "/api/v1/items/", "/api/v1/users/", "/static/img/", "/search%2Ffull/",
        "/cart/", "/Checkout/step", "/feed/%61tom/", "/docs/p", "/admin/log/", "/metrics/" };
    static const char *const post[] = { "", "/detail", "/edit?tab=2", "?page=7&sort=asc", ".png", "/%72eviews", "/history?from=0" };
    static const char *const ua[] = { "Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/91.0",
        "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
        "curl/7.68.0", "Mozilla/5.0 (Windows NT 10.0) Chrome/96.0", "SuperSpider crawler 1.2" };
    static const unsigned st[] = { 200, 200, 200, 200, 301, 404, 200, 500, 304, 403 };
    char *buf = malloc(lines * 220 + 1), *p = buf;
    unsigned sec = 0;
    if (!buf) return NULL;
    for (size_t i = 0; i < lines; i++) {
        unsigned r = rnd(1u << 30);
        if ((r & 0x3fff) == 77) { p = put(p, "-- log rotated --\n"); continue; }
        sec += (r >> 14) % 3 == 0;
        p = put(p, "10."); p = putn(p, r % 7); *p++ = '.'; p = putn(p, (r >> 3) % 61); *p++ = '.'; p = putn(p, (r >> 9) & 63);
        p = put(p, " - - ["); p = putn(p, 1600000000u + sec); p = put(p, "] \"");
        unsigned q = rnd(1u << 30);
        p = put(p, q % 5 ? "GET " : "POST ");
        p = put(p, pre[(q >> 4) % 10]); p = putn(p, (q >> 8) % 9000); p = put(p, post[(q >> 20) % 7]);
        p = put(p, " HTTP/1.1\" "); p = putn(p, st[(q >> 11) % 10]); *p++ = ' ';
        p = putn(p, rnd(60000)); *p++ = ' '; p = putn(p, 1 + (r & 1023) * (q & 7));
        p = put(p, " \""); p = put(p, ua[(r >> 17) % 5]); p = put(p, "\"\n");
    }
    *len = (size_t)(p - buf);
    return buf;
}

static int hexv(int c)
{
    if (c >= '0' && c <= '9') return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static const char *number(const char *p, const char *end, unsigned long *out)
{
    unsigned long v = 0; const char *s = p;
    while (p < end && *p >= '0' && *p <= '9') v = v * 10 + (unsigned long)(*p++ - '0');
    *out = v;
    return p == s ? NULL : p;
}

/* fold a request path: decode %xx, lower-case, drop the query, digits become one '#' */
static const char *fold_path(const char *p, const char *end, char *key)
{
    int n = 0, query = 0;
    while (p < end && *p != ' ') {
        int c = (unsigned char)*p++;
        if (c == '%' && p + 1 < end && hexv(p[0]) >= 0 && hexv(p[1]) >= 0) {
            c = hexv(p[0]) * 16 + hexv(p[1]); p += 2;
        } else if (c == '?') query = 1;
        if (query) continue;
        if (c >= 'A' && c <= 'Z') c += 32;
        if (c >= '0' && c <= '9') { if (n && key[n - 1] == '#') continue; c = '#'; }
        if (n < KEYLEN - 1) key[n++] = (char)c;
    }
    key[n] = 0;
    return p;
}

static route *find_route(summary *s, const char *key)
{
    unsigned h = 2166136261u;
    for (const char *k = key; *k; k++) h = (h ^ (unsigned char)*k) * 16777619u;
    route **at = &s->bucket[h % RT_BUCKETS];
    for (; *at; at = &(*at)->next) if (!strcmp((*at)->key, key)) return *at;
    route *r = calloc(1, sizeof *r);
    if (!r) { perror("airlog"); exit(1); }
    strcpy(r->key, key);
    s->nroutes++;
    return *at = r;
}

static client *find_client(summary *s, uint32_t ip)
{
    size_t i = (ip * 2654435761u) & (s->clcap - 1);
    while (s->cl[i].hits && s->cl[i].ip != ip) i = (i + 1) & (s->clcap - 1);
    if (!s->cl[i].hits) { s->cl[i].ip = ip; s->clused++; }
    return &s->cl[i];
}

static int is_bot(const char *p, const char *end)
{
    static const char *const sig[] = { "bot", "crawler", "spider", "curl/" };
    for (; p < end; p++)
        for (int k = 0; k < 4; k++) {
            size_t n = strlen(sig[k]);
            if ((size_t)(end - p) >= n && !memcmp(p, sig[k], n)) return 1;
        }
    return 0;
}

static void take_line(summary *s, const char *p, const char *end)
{
    unsigned long v, when, status, bytes, lat; uint32_t ip = 0; char key[KEYLEN];
    s->lines++;
    for (int k = 0; k < 4; k++) {
        if (!(p = number(p, end, &v)) || v > 255) goto bad;
        ip = ip << 8 | (uint32_t)v;
        if (p >= end || *p++ != (k < 3 ? '.' : ' ')) goto bad;
    }
    if (!(p = memchr(p, '[', (size_t)(end - p))) || !(p = number(p + 1, end, &when))) goto bad;
    if (!(p = memchr(p, '/', (size_t)(end - p)))) goto bad;
    p = fold_path(p, end, key);
    if (!(p = memchr(p, '"', (size_t)(end - p))) || !(p = number(p + 2, end, &status)) || status > 599) goto bad;
    if (!(p = number(p + 1, end, &bytes)) || !(p = number(p + 1, end, &lat))) goto bad;
    route *r = find_route(s, key);
    r->hits++; r->bytes += bytes; r->lat_sum += lat;
    if (status >= 400) r->errors++;
    if (lat > r->lat_max) r->lat_max = (unsigned)lat;
    int b = 0;
    while (b < LAT_BINS - 1 && lat >> b > 4) b++;
    r->hist[b]++;
    s->status[status / 100]++;
    client *c = find_client(s, ip);
    if (!c->hits || (long)when < c->first) c->first = (long)when;
    if ((long)when > c->last) c->last = (long)when;
    c->hits++; c->bytes += bytes;
    if (is_bot(p, end)) { c->bots++; s->bots++; }
    return;
bad:
    if (s->bad < 5) s->firstbad[s->bad] = s->lines;
    s->bad++;
}

static int by_hits(const void *a, const void *b)
{
    const route *x = *(route *const *)a, *y = *(route *const *)b;
    return x->hits != y->hits ? (x->hits < y->hits ? 1 : -1) : strcmp(x->key, y->key);
}

int main(int argc, char **argv)
{
    size_t lines = argc > 1 ? strtoul(argv[1], NULL, 10) : 1600000, len = 0;
    rs = argc > 2 ? strtoul(argv[2], NULL, 10) : 20210312;
    char *log = generate(lines, &len);
    summary *s = calloc(1, sizeof *s);
    if (!log || !s) { perror("airlog"); return 1; }
    s->clcap = 65536;
    s->cl = calloc(s->clcap, sizeof *s->cl);
    for (const char *p = log, *nl; p < log + len; p = nl + 1) {
        nl = memchr(p, '\n', (size_t)(log + len - p));
        if (!nl) nl = log + len;
        take_line(s, p, nl);
    }
    route **list = malloc(sizeof *list * (size_t)(s->nroutes + 1)); int n = 0;
    for (int b = 0; b < RT_BUCKETS; b++) for (route *r = s->bucket[b]; r; r = r->next) list[n++] = r;
    qsort(list, (size_t)n, sizeof *list, by_hits);
    printf("lines %llu bad %llu bots %llu routes %d clients %zu\n", (unsigned long long)s->lines,
           (unsigned long long)s->bad, (unsigned long long)s->bots, n, s->clused);
    for (int k = 0; k < 5 && (uint64_t)k < s->bad; k++) printf("  bad line %llu\n", (unsigned long long)s->firstbad[k]);
    for (int i = 0; i < n && i < 12; i++) {
        route *r = list[i];
        printf("%-30s %8llu %12llu err %6llu avg %7.2f max %5u h", r->key, (unsigned long long)r->hits, (unsigned long long)r->bytes,
               (unsigned long long)r->errors, (double)r->lat_sum / (double)r->hits, r->lat_max);
        for (int b = 0; b < LAT_BINS; b++) printf(" %u", r->hist[b]);
        putchar('\n');
    }
    uint64_t sum = 0; long span = 0;
    for (size_t i = 0; i < s->clcap; i++) if (s->cl[i].hits) {
        client *c = &s->cl[i];
        sum += (c->ip ^ (c->bytes * 31) ^ c->bots) * (uint64_t)c->hits;
        if (c->last - c->first > span) span = c->last - c->first;
    }
    for (int k = 2; k < 6; k++) printf("%dxx %llu ", k, (unsigned long long)s->status[k]);
    printf("span %ld clients %016llx\n", span, (unsigned long long)sum);
    for (int i = 0; i < n; i++) free(list[i]);
    free(list); free(s->cl); free(s); free(log); return 0;
}

/* logmine - mines rotated web-service log files: message templates (numbers folded to '#'),
 * slowest requests per endpoint, status mix and distinct clients.
 * The files are synthesised in memory. usage: logmine [files] [lines_per_file] [seed] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <ctype.h>

#define TABLE 4096

typedef struct Entry {
    char *key;
    uint32_t hash;
    long count, bytes, millis, slowest;
    struct Entry *next;
} Entry;

typedef struct {
    Entry *slot[TABLE];
    int size;
} Dict;

typedef struct {
    char *text;
    size_t len;
} LogFile;

typedef struct {
    Dict templates, endpoints, clients;
    long status[6], malformed, lines;
} Report;

static unsigned roll(uint64_t *s, unsigned n)
{
    *s = *s * 2862933555777941757ull + 3037000493ull;
    return (unsigned)((*s >> 35) % n);
}

static char *put(char *p, const char *s)
{
    while (*s) *p++ = *s++;
    return p;
}

static char *putn(char *p, unsigned v)
{
    char tmp[12];
    int n = 0;
    do tmp[n++] = '0' + v % 10; while (v /= 10);
    while (n) *p++ = tmp[--n];
    return p;
}

static void synthesise(LogFile *f, int lines, uint64_t seed)
{
    static const char *what[] = { "GET /item/", "GET /cart/", "POST /pay%20now/", "GET /img%2Fthumb/",
                                  "PUT /user/", "GET /search?q=%61bc&page=", "DELETE /session/" };
    static const char *note[] = { "ok", "cache miss for shard 17", "retry 3 after timeout 250ms",
                                  "upstream closed connection", "token expired 12s ago",
                                  "slow query plan 0x7f, 44 rows" };
    char *p = f->text = malloc((size_t)lines * 128 + 1);
    for (int i = 0; i < lines; i++) {
        p = put(p, "10.");
        p = putn(p, roll(&seed, 4));
        *p++ = '.';
        p = putn(p, roll(&seed, 40));
        *p++ = '.';
        p = putn(p, roll(&seed, 50));
        if (roll(&seed, 400) == 0) { p = put(p, " garbage\n"); continue; }
        p = put(p, " [");
        p = put(p, what[roll(&seed, 7)]);
        p = putn(p, roll(&seed, 90));
        if (roll(&seed, 5) == 0) p = put(p, "/detail");
        p = put(p, "] ");
        p = putn(p, (2 + roll(&seed, 4)) * 100 + roll(&seed, 5));
        *p++ = ' ';
        p = putn(p, roll(&seed, 90000));
        *p++ = ' ';
        p = putn(p, roll(&seed, 30) ? roll(&seed, 120) : roll(&seed, 4000));
        p = put(p, " msg=");
        p = put(p, note[roll(&seed, 6)]);
        p = put(p, " worker ");
        p = putn(p, roll(&seed, 64));
        *p++ = '\n';
    }
    *p = 0;
    f->len = p - f->text;
}

static Entry *lookup(Dict *d, const char *key, size_t len)
{
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < len; i++) h = (h ^ (unsigned char)key[i]) * 16777619u;
    Entry **at = &d->slot[h % TABLE];
    for (; *at; at = &(*at)->next)
        if ((*at)->hash == h && strlen((*at)->key) == len && !memcmp((*at)->key, key, len)) return *at;
    Entry *e = calloc(1, sizeof *e);
    e->key = malloc(len + 1);
    memcpy(e->key, key, len);
    e->key[len] = 0;
    e->hash = h;
    d->size++;
    return *at = e;
}

static int hexval(int c) { return isdigit(c) ? c - '0' : tolower(c) - 'a' + 10; }

static int decode_path(const char *s, const char *end, char *out)
{
    int n = 0;
    for (; s < end && *s != '?'; s++) {
        if (*s == '%' && end - s > 2 && isxdigit((unsigned char)s[1]) && isxdigit((unsigned char)s[2])) {
            out[n++] = (char)(hexval(s[1]) * 16 + hexval(s[2]));
            s += 2;
        } else
            out[n++] = *s;
    }
    return n;
}

static int fold_numbers(const char *s, const char *end, char *out)
{
    int n = 0;
    while (s < end)
        if (isdigit((unsigned char)*s)) {
            out[n++] = '#';
            while (s < end && isxdigit((unsigned char)*s)) s++;
        } else
            out[n++] = *s++;
    return n;
}

static int parse_line(Report *rp, const char *line, const char *end)
{
    char buf[160];
    const char *sp = memchr(line, ' ', end - line);
    if (!sp || sp[1] != '[') return 0;
    const char *close = memchr(sp, ']', end - sp);
    if (!close) return 0;
    char *q;
    long status = strtol(close + 1, &q, 10), bytes = strtol(q, &q, 10), ms = strtol(q, &q, 10);
    if (status < 100 || status > 599 || strncmp(q, " msg=", 5)) return 0;
    rp->status[status / 100]++;
    lookup(&rp->clients, line, sp - line)->count++;
    Entry *e = lookup(&rp->endpoints, buf, decode_path(sp + 2, close, buf));
    e->count++;
    e->bytes += bytes, e->millis += ms;
    if (ms > e->slowest) e->slowest = ms;
    e = lookup(&rp->templates, buf, fold_numbers(q + 5, end, buf));
    e->count++;
    e->millis += ms;
    return 1;
}

static void mine(Report *rp, const LogFile *f)
{
    const char *p = f->text, *stop = f->text + f->len;
    while (p < stop) {
        const char *nl = memchr(p, '\n', stop - p);
        if (!nl) nl = stop;
        rp->lines++;
        if (!parse_line(rp, p, nl)) rp->malformed++;
        p = nl + 1;
    }
}

static void merge_dict(Dict *to, Dict *from)
{
    for (int i = 0; i < TABLE; i++)
        for (Entry *e = from->slot[i], *nx; e; e = nx) {
            Entry *d = lookup(to, e->key, strlen(e->key));
            d->count += e->count;
            d->bytes += e->bytes;
            d->millis += e->millis;
            if (e->slowest > d->slowest) d->slowest = e->slowest;
            nx = e->next;
            free(e->key);
            free(e);
        }
}

static void merge_report(Report *to, Report *from)
{
    merge_dict(&to->templates, &from->templates);
    merge_dict(&to->endpoints, &from->endpoints);
    merge_dict(&to->clients, &from->clients);
    for (int s = 0; s < 6; s++) to->status[s] += from->status[s];
    to->lines += from->lines;
    to->malformed += from->malformed;
}

static int by_cost(const void *a, const void *b)
{
    const Entry *x = *(Entry *const *)a, *y = *(Entry *const *)b;
    if (x->millis != y->millis) return x->millis < y->millis ? 1 : -1;
    if (x->count != y->count) return x->count < y->count ? 1 : -1;
    return strcmp(x->key, y->key);
}

static uint32_t summarise(const char *title, Dict *d, int show)
{
    Entry **v = malloc((d->size + 1) * sizeof *v);
    int n = 0;
    uint32_t digest = 5381;
    for (int i = 0; i < TABLE; i++)
        for (Entry *e = d->slot[i]; e; e = e->next) v[n++] = e;
    qsort(v, n, sizeof *v, by_cost);
    printf("%s: %d distinct\n", title, n);
    for (int i = 0; i < n; i++) {
        if (i < show) printf("  %-44s %7ld %9ld %9ld %6ld\n", v[i]->key, v[i]->count, v[i]->bytes, v[i]->millis, v[i]->slowest);
        digest = digest * 33 + (uint32_t)(v[i]->hash + v[i]->count * 3 + v[i]->bytes + v[i]->slowest);
        free(v[i]->key);
        free(v[i]);
    }
    free(v);
    return digest;
}

int main(int argc, char **argv)
{
    int nf = argc > 1 ? atoi(argv[1]) : 56;
    int lines = argc > 2 ? atoi(argv[2]) : 30000;
    uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 2024;
    if (nf < 1 || lines < 1) return 1;

    LogFile *files = malloc(nf * sizeof *files);
    Report report = { 0 };
    #pragma omp parallel for schedule(dynamic, 1)
    for (int i = 0; i < nf; i++)
        synthesise(&files[i], lines / 2 + (int)((uint64_t)lines * (i * 7 % nf) / nf), seed + 1000003ull * i);

    #pragma omp parallel
    {
        Report *own = calloc(1, sizeof *own);
        #pragma omp for schedule(dynamic, 1) nowait
        for (int i = 0; i < nf; i++) {
            mine(own, &files[i]);
            free(files[i].text);
        }
        #pragma omp critical
        merge_report(&report, own);
        free(own);
    }

    uint32_t d = summarise("templates", &report.templates, 6);
    d = d * 31 + summarise("endpoints", &report.endpoints, 6);
    d = d * 31 + summarise("clients", &report.clients, 3);
    printf("lines %ld malformed %ld 2xx %ld 3xx %ld 4xx %ld 5xx %ld digest %08x\n", report.lines, report.malformed,
           report.status[2], report.status[3], report.status[4], report.status[5], d);
    free(files);
    return 0;
}

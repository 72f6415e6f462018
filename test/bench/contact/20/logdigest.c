/* logdigest: web server log report (top pages, status, hours, bots) over a
 * log synthesized in memory.   usage: logdigest [lines] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
#include <time.h>

#define NBUCKET 4096

typedef struct page {
    struct page *next;
    char *url;
    long hits, bytes, errors;
    int slowest;
} page_t;

typedef struct {
    const char *ip, *method, *url, *agent;
    int ip_len, method_len, url_len, agent_len;
    int hour, status, msec;
    long bytes;
} entry_t;

static page_t *table[NBUCKET];
static long per_hour[24], per_class[6], methods[3], n_bot, n_bad, n_suspect, total_bytes;
static int npages;

static const char *bot_words[] = { "googlebot", "bingbot", "crawler", "spider", "slurp", "archiver", "curl/", "wget/" };
static const char *attack[] = { "../", "<script", "union+select", "/etc/passwd", "cmd.exe", "wp-login" };

/* ------------------------------------------------ log generator */
static unsigned g = 1;
static unsigned rnd(unsigned n) { g ^= g << 13; g ^= g >> 17; g ^= g << 5; return g % n; }

static char *put(char *p, const char *s) { size_t n = strlen(s); memcpy(p, s, n); return p + n; }
static char *putnum(char *p, unsigned v)
{
    char t[12];
    int n = 0;
    do t[n++] = '0' + v % 10; while (v /= 10);
    while (n) *p++ = t[--n];
    return p;
}

static char *make_log(int lines, size_t *len)
{
    static const char *dir[] = { "/shop", "/blog", "/img", "/api/v2", "/static/js", "/docs", "/search" };
    static const char *agent[] = { "Mozilla/5.0 (X11; Linux x86_64; rv:109.0) Gecko/20100101 Firefox/115.0",
        "Mozilla/5.0 (compatible; GoogleBot/2.1; +http://www.google.com/bot.html)", "curl/7.88.1",
        "Mozilla/5.0 (iPhone; CPU iPhone OS 16_5 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1",
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/114.0.0.0 Safari/537.36" };
    static const int status[] = { 200, 200, 200, 200, 200, 304, 301, 404, 403, 500 };
    char *buf = malloc((size_t)lines * 256 + 1), *p = buf;
    if (!buf) exit(1);
    for (int i = 0; i < lines; i++) {
        for (int k = 0; k < 4; k++) { p = putnum(p, rnd(256)); *p++ = k < 3 ? '.' : ' '; }
        p = put(p, "- - [12/Jun/2023:");
        unsigned h = (unsigned)((long)i * 24 / lines), m = rnd(60);
        *p++ = '0' + h / 10; *p++ = '0' + h % 10; *p++ = ':';
        *p++ = '0' + m / 10; *p++ = '0' + m % 10;
        p = put(p, ":00 +0200] \"");
        p = put(p, rnd(8) ? "GET " : rnd(3) ? "POST " : "HEAD ");
        unsigned d = rnd(7), a = rnd(60);
        p = put(p, dir[d]);
        p = put(p, "/item");
        p = putnum(p, a * (1 + rnd(4)));
        if (d == 6 || !rnd(5)) {
            p = put(p, "?q=");
            p = put(p, rnd(300) ? "blue%20shoes&page=" : "1'+UNION+SELECT+");
            p = putnum(p, rnd(1000));
        }
        if (!rnd(2000)) { p = put(p, "\n"); continue; }        /* truncated line */
        p = put(p, " HTTP/1.1\" ");
        p = putnum(p, status[rnd(10)]);
        *p++ = ' ';
        p = putnum(p, rnd(20000));
        p = put(p, " \"-\" \"");
        p = put(p, agent[rnd(5)]);
        p = put(p, "\" ");
        unsigned ms = rnd(900);
        p = putnum(p, rnd(50) ? ms : ms + 3000);
        *p++ = '\n';
    }
    *len = p - buf;
    return buf;
}

/* ------------------------------------------------ parser */
static const char *field(const char *p, const char *end, char stop, const char **s, int *n)
{
    const char *q = p;
    while (q < end && *q != stop) q++;
    if (q == end) return NULL;
    *s = p;
    *n = (int)(q - p);
    return q + 1;
}

static const char *number(const char *p, const char *end, long *v)
{
    *v = 0;
    if (p >= end || !isdigit((unsigned char)*p)) return NULL;
    while (p < end && isdigit((unsigned char)*p)) *v = *v * 10 + (*p++ - '0');
    return p;
}

static int parse_line(const char *p, const char *end, entry_t *e)
{
    const char *s;
    int n;
    long v;
    if (!(p = field(p, end, ' ', &e->ip, &e->ip_len))) return 0;
    if (!(p = field(p, end, '[', &s, &n))) return 0;
    if (!(p = field(p, end, ':', &s, &n)) || end - p < 8) return 0;
    e->hour = (p[0] - '0') * 10 + p[1] - '0';
    if (e->hour < 0 || e->hour > 23) return 0;
    if (!(p = field(p, end, '"', &s, &n))) return 0;
    if (!(p = field(p, end, ' ', &e->method, &e->method_len))) return 0;
    if (!(p = field(p, end, ' ', &e->url, &e->url_len))) return 0;
    if (!(p = field(p, end, '"', &s, &n))) return 0;
    if (!(p = number(p + 1, end, &v)) || v < 100 || v > 599) return 0;
    e->status = (int)v;
    if (!(p = number(p + 1, end, &e->bytes))) return 0;
    if (!(p = field(p, end, '"', &s, &n)) || !(p = field(p, end, '"', &s, &n))) return 0;
    if (!(p = field(p, end, '"', &s, &n))) return 0;
    if (!(p = field(p, end, '"', &e->agent, &e->agent_len))) return 0;
    if (!number(p + 1, end, &v)) return 0;
    e->msec = (int)v;
    return 1;
}

/* case-insensitive substring */
static int contains(const char *s, int n, const char *w)
{
    int m = (int)strlen(w);
    for (int i = 0; i + m <= n; i++) {
        int k = 0;
        while (k < m && tolower((unsigned char)s[i + k]) == w[k]) k++;
        if (k == m) return 1;
    }
    return 0;
}

static page_t *lookup(const char *url, int n)
{
    unsigned h = 2166136261u;
    for (int i = 0; i < n; i++) h = (h ^ (unsigned char)url[i]) * 16777619u;
    for (page_t *p = table[h % NBUCKET]; p; p = p->next)
        if (!strncmp(p->url, url, n) && !p->url[n]) return p;
    page_t *p = calloc(1, sizeof *p);
    p->url = malloc(n + 1);
    memcpy(p->url, url, n);
    p->url[n] = 0;
    p->next = table[h % NBUCKET];
    table[h % NBUCKET] = p;
    npages++;
    return p;
}

static void account(const entry_t *e)
{
    int n = 0;
    while (n < e->url_len && e->url[n] != '?') n++;
    page_t *p = lookup(e->url, n);
    p->hits++;
    p->bytes += e->bytes;
    p->errors += e->status >= 400;
    if (e->msec > p->slowest) p->slowest = e->msec;
    per_hour[e->hour]++;
    per_class[e->status / 100]++;
    methods[e->method[0] == 'G' ? 0 : e->method[0] == 'P' ? 1 : 2]++;
    total_bytes += e->bytes;
    for (size_t i = 0; i < sizeof bot_words / sizeof *bot_words; i++)
        if (contains(e->agent, e->agent_len, bot_words[i])) { n_bot++; break; }
    for (size_t i = 0; i < sizeof attack / sizeof *attack; i++)
        if (contains(e->url, e->url_len, attack[i])) { n_suspect++; break; }
}

static int by_hits(const void *a, const void *b)
{
    const page_t *x = *(page_t *const *)a, *y = *(page_t *const *)b;
    if (x->hits != y->hits) return x->hits < y->hits ? 1 : -1;
    return strcmp(x->url, y->url);
}

int main(int argc, char **argv)
{
    int lines = argc > 1 ? atoi(argv[1]) : 500000;
    if (lines < 1) return 1;
    struct timespec t0, t1;
    clock_gettime(CLOCK_MONOTONIC, &t0);
    size_t len;
    char *log = make_log(lines, &len);

    for (const char *p = log; p < log + len; ) {
        const char *nl = memchr(p, '\n', log + len - p);
        entry_t e;
        if (parse_line(p, nl, &e)) account(&e);
        else n_bad++;
        p = nl + 1;
    }

    page_t **all = malloc((npages + 1) * sizeof *all);
    int k = 0;
    for (int b = 0; b < NBUCKET; b++)
        for (page_t *p = table[b]; p; p = p->next) all[k++] = p;
    qsort(all, k, sizeof *all, by_hits);
    printf("%zu bytes of log, %ld bad lines, %d pages, %ld bytes served\n", len, n_bad, npages, total_bytes);
    for (int i = 0; i < 15 && i < k; i++)
        printf("%6ld %10ld %5ld %5d %s\n", all[i]->hits, all[i]->bytes, all[i]->errors, all[i]->slowest, all[i]->url);
    for (int h = 0; h < 24; h++) printf("%02d:%ld%c", h, per_hour[h], h % 8 == 7 ? '\n' : ' ');
    for (int c = 1; c < 6; c++) printf("%dxx:%ld ", c, per_class[c]);
    printf("GET:%ld POST:%ld other:%ld bots:%ld suspicious:%ld\n", methods[0], methods[1], methods[2], n_bot, n_suspect);
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "%.3f s\n", (t1.tv_sec - t0.tv_sec) + 1e-9 * (t1.tv_nsec - t0.tv_nsec));
    for (int i = 0; i < k; i++) { free(all[i]->url); free(all[i]); }
    free(all); free(log);
    return 0;
}

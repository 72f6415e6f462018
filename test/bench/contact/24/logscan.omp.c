/* logscan - web access-log analyser.
 * usage: logscan [lines] [urls] [seed]
 * Works on one big text buffer (made here from a synthetic workload); parses
 * each line in place, keeps per-URL and per-client tables, hourly histograms,
 * and flags requests that match any of a set of wildcard rules. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <omp.h>

#define UMAX 96

typedef struct Url {
    struct Url *next;
    uint32_t hash;
    int hits, errors;
    long long bytes;
    long first_line;                    /* earliest line that mentions it */
    int len;
    char name[];
} Url;

typedef struct Client { struct Client *next; uint32_t ip; int hits, flagged, first_sec, last_sec; } Client;

typedef struct {
    Url **url;
    Client **cli;
    unsigned mask;
    int nurl, ncli;
    long status[6], hour[24], method[4], rule_hits[16], bad;
    long long bytes;
} Stats;

static const char *rules[] = { "*/../*", "*.php?*=http*", "*select*from*", "/wp-*login*", "*%00*", "*/cgi-bin/*.sh*",
                               "*<script*", "*passwd*", "/admin*/*config*", "*union*all*", "*.bak", "*xmlrpc*",
                               "*/.git/*", "*shell*=*cmd*", "*%2e%2e*", "*/forum/*z*" };
#define NRULE ((int)(sizeof rules / sizeof rules[0]))

static uint64_t rng;
static uint32_t rnd(uint32_t n)
{
    rng = rng * 6364136223846793005ull + 1442695040888963407ull;
    return (uint32_t)((rng >> 32) * n >> 32);
}

static char *put_num(char *p, unsigned v, int width)
{
    char t[12];
    int n = 0;
    do t[n++] = (char)('0' + v % 10); while ((v /= 10) || n < width);
    while (n) *p++ = t[--n];
    return p;
}
static char *put(char *p, const char *s) { while (*s) *p++ = *s++; return p; }

static char *make_log(long lines, int nurls, size_t *size)
{
    static const char *dirs[] = { "news", "img", "shop", "api/v2", "user", "docs", "static/css", "blog", "admin-x", "forum" };
    static const char *ext[] = { ".html", ".png", ".php?id=", ".css", "/", ".js?v=", ".bak", "/config" };
    static const char *evil[] = { "/../../etc/passwd", "/index.php?page=http://x", "/q?select+a+from+b", "/wp-admin/login" };
    static const char *agent[] = { "Mozilla/5.0 (X11; Linux)", "curl/7.88", "Googlebot/2.1", "Mozilla/4.0 (compatible)" };
    char (*names)[UMAX] = malloc((size_t)nurls * sizeof *names);
    char *buf = malloc((size_t)lines * 200), *p = buf;
    if (!names || !buf) { perror("logscan"); exit(1); }
    for (int i = 0; i < nurls; i++) {
        char *q = put(put(names[i], "/"), dirs[rnd(10)]);
        for (int k = (int)rnd(3); k >= 0; k--) {
            *q++ = '/';
            for (int c = 3 + (int)rnd(6); c > 0; c--) *q++ = (char)('a' + rnd(26));
        }
        *put_num(put(q, ext[rnd(8)]), rnd(1000), 1) = 0;
    }
    for (long i = 0; i < lines; i++) {
        unsigned sec = (unsigned)(86400.0 * i / lines), c = rnd(3000), r = rnd(100);
        p = put(p, "10."); p = put_num(p, c % 7, 1); *p++ = '.'; p = put_num(p, c / 100, 1); *p++ = '.'; p = put_num(p, c % 251, 1);
        p = put(p, " - - [12/Mar/2011:"); p = put_num(p, sec / 3600, 2); *p++ = ':'; p = put_num(p, sec / 60 % 60, 2); *p++ = ':';
        p = put_num(p, sec % 60, 2); p = put(p, "] \"");
        p = put(p, r < 80 ? "GET " : r < 95 ? "POST " : "HEAD ");
        if (rnd(200) == 0) p = put(p, evil[rnd(4)]);
        else { uint32_t a = rnd((uint32_t)nurls), b = rnd((uint32_t)nurls); p = put(p, names[a < b ? a : b]); }
        p = put(p, " HTTP/1.1\" ");
        p = put_num(p, r < 85 ? 200 : r < 92 ? 304 : r < 98 ? 404 : 500, 1); *p++ = ' ';
        if (rnd(500) == 0) *p++ = '-'; else p = put_num(p, rnd(60000), 1);
        p = put(p, " \"-\" \""); p = put(p, agent[rnd(4)]); p = put(p, "\"\n");
    }
    free(names);
    *size = (size_t)(p - buf);
    return buf;
}

/* '*' wildcard, case-insensitive for letters */
static int match(const char *pat, const char *s, const char *end)
{
    const char *star = NULL, *back = NULL;
    while (s < end) {
        if (*pat == '*') { star = ++pat; back = s; continue; }
        int c = *s >= 'A' && *s <= 'Z' ? *s + 32 : *s;
        if (*pat == c) { pat++; s++; continue; }
        if (!star) return 0;
        pat = star; s = ++back;
    }
    while (*pat == '*') pat++;
    return *pat == 0;
}

static void stats_init(Stats *st)
{
    memset(st, 0, sizeof *st);
    st->mask = 4095;
    st->url = calloc(st->mask + 1, sizeof *st->url);
    st->cli = calloc(st->mask + 1, sizeof *st->cli);
    if (!st->url || !st->cli) exit(1);
}

static Url *url_get(Stats *st, const char *s, int len, long line)
{
    uint32_t h = 5381;
    for (int i = 0; i < len; i++) h = h * 33 ^ (unsigned char)s[i];
    Url **p = &st->url[h & st->mask], *u;
    for (u = *p; u; u = u->next)
        if (u->hash == h && u->len == len && !memcmp(u->name, s, len)) return u;
    u = calloc(1, sizeof *u + len + 1);
    if (!u) exit(1);
    u->hash = h; u->len = len; u->first_line = line; u->next = *p;
    memcpy(u->name, s, len);
    *p = u;
    st->nurl++;
    return u;
}

static Client *client_get(Stats *st, uint32_t ip, int sec)
{
    Client **p = &st->cli[(ip * 2654435761u >> 12) & st->mask];
    while (*p && (*p)->ip != ip) p = &(*p)->next;
    if (!*p) {
        if (!(*p = calloc(1, sizeof **p))) exit(1);
        (*p)->ip = ip; (*p)->first_sec = sec;
        st->ncli++;
    }
    return *p;
}

static unsigned number(const char **p)
{
    unsigned v = 0;
    while (**p >= '0' && **p <= '9') v = v * 10 + (unsigned)(*(*p)++ - '0');
    return v;
}

static void parse_line(Stats *st, const char *s, const char *eol, long line)
{
    uint32_t ip = 0;
    for (int k = 0; k < 4; k++) { ip = ip << 8 | (number(&s) & 255); s++; }
    while (s < eol && *s != ':') s++;
    s++;
    int h = (int)number(&s), m = (s++, (int)number(&s)); s++;
    int sec = h * 3600 + m * 60 + (int)number(&s);
    while (s < eol && *s != '"') s++;
    if (s >= eol || h > 23) { st->bad++; return; }
    st->method[s[1] == 'G' ? 0 : s[1] == 'P' ? 1 : s[1] == 'H' ? 2 : 3]++;
    while (s < eol && *s != ' ') s++;
    const char *url = ++s;
    while (s < eol && *s != ' ') s++;
    int len = (int)(s - url), flagged = 0;
    while (s < eol && *s != '"') s++;
    s += 2;
    unsigned status = number(&s); s++;
    long bytes = *s == '-' ? 0 : (long)number(&s);
    for (int k = 0; k < NRULE; k++)
        if (match(rules[k], url, url + len)) { st->rule_hits[k]++; flagged = 1; }
    Url *u = url_get(st, url, len, line);
    u->hits++; u->errors += status >= 400; u->bytes += bytes;
    Client *c = client_get(st, ip, sec);
    c->hits++; c->flagged += flagged; c->last_sec = sec;
    st->status[status / 100 < 6 ? status / 100 : 0]++;
    st->hour[h]++;
    st->bytes += bytes;
}

/* fold b, gathered later in the file than a, into a; frees b's tables */
static void merge(Stats *a, Stats *b)
{
    for (unsigned i = 0; i <= b->mask; i++) {
        for (Url *u = b->url[i], *nx; u; u = nx) {
            Url *t = url_get(a, u->name, u->len, u->first_line);
            nx = u->next;
            t->hits += u->hits; t->errors += u->errors; t->bytes += u->bytes;
            free(u);
        }
        for (Client *c = b->cli[i], *nx; c; c = nx) {
            Client *t = client_get(a, c->ip, c->first_sec);
            nx = c->next;
            t->hits += c->hits; t->flagged += c->flagged; t->last_sec = c->last_sec;
            free(c);
        }
    }
    for (int i = 0; i < 6; i++) a->status[i] += b->status[i];
    for (int i = 0; i < 24; i++) a->hour[i] += b->hour[i];
    for (int i = 0; i < 4; i++) a->method[i] += b->method[i];
    for (int i = 0; i < 16; i++) a->rule_hits[i] += b->rule_hits[i];
    a->bad += b->bad; a->bytes += b->bytes;
    free(b->url); free(b->cli);
}

static int by_hits(const void *a, const void *b)
{
    const Url *p = *(Url *const *)a, *q = *(Url *const *)b;
    return p->hits != q->hits ? q->hits - p->hits : p->first_line < q->first_line ? -1 : 1;
}

int main(int argc, char **argv)
{
    long lines = argc > 1 ? atol(argv[1]) : 520000, n = 0, span = 0, flag = 0;
    int nurls = argc > 2 ? atoi(argv[2]) : 5000, k = 0;
    rng = argc > 3 ? strtoull(argv[3], NULL, 10) : 2011;
    size_t size; Stats st;
    if (lines < 1 || nurls < 1) return 1;
    char *log = make_log(lines, nurls, &size);
    int nt = omp_get_max_threads();
    Stats *part = calloc(nt, sizeof *part);
    if (!part) return 1;
#pragma omp parallel num_threads(nt) reduction(+ : n)
    {
        int me = omp_get_thread_num(), team = omp_get_num_threads();
        const char *p = log + size * me / team, *end = log + size * (me + 1) / team;
        stats_init(&part[me]);
        /* a line belongs to the part in which it starts; its offset stands for its number */
        if (me > 0) while (p < log + size && p[-1] != '\n') p++;
        for (; p < end; n++) {
            const char *eol = memchr(p, '\n', (size_t)(log + size - p));
            if (!eol) eol = log + size;
            parse_line(&part[me], p, eol, (long)(p - log));
            p = eol + 1;
        }
    }
    st = part[0];
    for (int t = 1; t < nt; t++)
        if (part[t].url) merge(&st, &part[t]);
    free(part);

    Url **top = malloc((st.nurl + 1) * sizeof *top);
    if (!top) return 1;
    for (unsigned i = 0; i <= st.mask; i++) {
        for (Url *u = st.url[i]; u; u = u->next) top[k++] = u;
        for (Client *c = st.cli[i], *nx; c; c = nx) { nx = c->next; span += c->last_sec - c->first_sec; flag += c->flagged > 2; free(c); }
    }
    qsort(top, k, sizeof *top, by_hits);
    printf("%zu bytes, %ld lines (%ld bad), %d urls, %d clients, mean span %.6f s, %ld suspicious\n", size, n, st.bad, st.nurl,
           st.ncli, (double)span / st.ncli, flag);
    printf("methods %ld %ld %ld %ld; status %ld %ld %ld %ld; traffic %lld\n", st.method[0], st.method[1], st.method[2],
           st.method[3], st.status[2], st.status[3], st.status[4], st.status[5], st.bytes);
    for (int i = 0; i < NRULE; i++) printf("%ld%c", st.rule_hits[i], i == NRULE - 1 ? '\n' : ' ');
    for (int i = 0; i < 24; i++) printf("%ld%c", st.hour[i], i == 23 ? '\n' : ' ');
    for (int i = 0; i < k && i < 10; i++) printf("%6d %5d %11lld %s\n", top[i]->hits, top[i]->errors, top[i]->bytes, top[i]->name);
    while (k) free(top[--k]);
    free(top); free(st.url); free(st.cli); free(log);
    return 0;
}

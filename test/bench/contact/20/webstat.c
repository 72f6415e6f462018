#define _GNU_SOURCE
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* webstat [lines]: makes up an access log in memory and summarises it */

enum { URL_SLOTS = 8192, IP_SLOTS = 1 << 18, NBUCKET = 24, KEEP_ALERTS = 5 };

struct url_stat {
    const char *name;
    int name_len;
    uint64_t hits, bytes, usec, errors;
    uint32_t bucket[NBUCKET];
};

struct alert { long line; int rule; };
struct stats {
    struct url_stat *url;
    uint32_t *ip_key, *ip_hits;
    int n_url, n_ip;
    long lines, malformed, alerts;
    long by_class[6], by_hour[24], by_agent[5];
    struct alert first[KEEP_ALERTS];
};

static const char *const rules[] = { "../", "xp_cmdshell", "union select", "<script", "/etc/passwd", "cmd.exe", "' or '1", "wget http" };
static const char *const attacks[] = { "..%2F", "XP_cmdshell", "union+SELECT", "%3CScript", "/etc%2fpasswd", "cmd.exe", "%27%20or%20%271", "wget+http" };
static const char *const agents[] = { "Firefox", "Chrome", "Safari", "bot" };
enum { N_RULES = sizeof rules / sizeof *rules, N_AGENTS = sizeof agents / sizeof *agents };

static uint64_t seed = 88172645463325252ull;
static uint32_t rnd(uint32_t n) { seed ^= seed << 13; seed ^= seed >> 7; seed ^= seed << 17; return (seed >> 20) % n; }

static char *put(char *p, const char *s) { while (*s) *p++ = *s++; return p; }

static char *put_num(char *p, uint32_t v)
{
    char tmp[12]; int n = 0;
    do tmp[n++] = '0' + v % 10; while (v /= 10);
    while (n) *p++ = tmp[--n];
    return p;
}

static char *make_log(long lines, size_t *size)
{
    static const char *const dirs[] = { "shop", "blog", "api/v1", "static/img", "user", "search" };
    static const char *const ua[] = {
        "Mozilla/5.0 (X11; Linux x86_64; rv:109.0) Gecko/20100101 Firefox/115.0",
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120.0",
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1",
        "Googlebot/2.1 (+http://www.google.com/bot.html)", "curl/7.88.1" };
    char *buf = malloc((size_t)lines * 256 + 1), *p = buf;
    for (long i = 0; buf && i < lines; i++) {
        uint32_t host = rnd(200) * rnd(200), sec = (uint32_t)((double)i / lines * 86400);
        p = put(p, "10."); p = put_num(p, host >> 16); *p++ = '.';
        p = put_num(p, host >> 8 & 255); *p++ = '.'; p = put_num(p, host & 255);
        p = put(p, " - - [12/Mar/2023:"); p = put_num(p, sec / 3600); *p++ = ':';
        p = put_num(p, sec / 60 % 60); *p++ = ':'; p = put_num(p, sec % 60);
        p = put(p, rnd(5) ? "] \"GET /" : "] \"POST /"); p = put(p, dirs[rnd(6)]);
        p = put(p, "/item"); p = put_num(p, rnd(30) * rnd(30));
        if (rnd(3) == 0) { p = put(p, "?id="); p = put_num(p, rnd(100000)); p = put(p, "&sort=price%20desc&page=2"); }
        if (rnd(400) == 0) { p = put(p, "&q="); p = put(p, attacks[rnd(N_RULES)]); }
        p = put(p, rnd(1000) ? " HTTP/1.1\" " : "\" ");
        p = put_num(p, rnd(12) ? 200 : rnd(2) ? 304 : rnd(3) ? 404 : 500); *p++ = ' ';
        p = put_num(p, 200 + rnd(300) * rnd(300)); p = put(p, " \""); p = put(p, ua[rnd(5)]);
        p = put(p, "\" "); p = put_num(p, 50 + rnd(40) * rnd(40) * rnd(40)); *p++ = '\n';
    }
    *size = (size_t)(p - buf);
    return buf;
}

static int stats_init(struct stats *s)
{
    *s = (struct stats){ .url = calloc(URL_SLOTS, sizeof *s->url) };
    s->ip_key = calloc(IP_SLOTS, sizeof *s->ip_key);
    s->ip_hits = calloc(IP_SLOTS, sizeof *s->ip_hits);
    return s->url && s->ip_key && s->ip_hits ? 0 : -1;
}

static struct url_stat *url_slot(struct stats *s, const char *name, int len)
{
    uint32_t h = 5381;
    for (int i = 0; i < len; i++) h = h * 33 ^ (unsigned char)name[i];
    for (h %= URL_SLOTS; s->url[h].name; h = (h + 1) % URL_SLOTS)
        if (s->url[h].name_len == len && memcmp(s->url[h].name, name, len) == 0) return &s->url[h];
    if (++s->n_url == URL_SLOTS) { fprintf(stderr, "too many urls\n"); exit(1); }
    s->url[h].name = name; s->url[h].name_len = len;
    return &s->url[h];
}

static void count_ip(struct stats *s, uint32_t ip, uint32_t by)
{
    uint32_t h = ip * 2654435761u >> 14;
    while (s->ip_key[h] && s->ip_key[h] != ip) h = (h + 1) % IP_SLOTS;
    if (!s->ip_key[h]) { s->ip_key[h] = ip; s->n_ip++; }
    s->ip_hits[h] += by;
}

static const char *number(const char *p, uint32_t *v)
{
    uint32_t x = 0;
    if (!isdigit((unsigned char)*p)) return NULL;
    while (isdigit((unsigned char)*p)) x = x * 10 + (uint32_t)(*p++ - '0');
    return *v = x, p;
}

static int hex(int c) { return isdigit(c) ? c - '0' : isxdigit(c) ? tolower(c) - 'a' + 10 : -1; }

/* undoes %xx and +, folds case; the result is cut at max characters */
static int decode_url(const char *p, const char *end, char *out, int max)
{
    int n = 0;
    for (; p < end && n < max; p++) {
        int c = (unsigned char)*p;
        if (c == '%' && end - p > 2 && hex((unsigned char)p[1]) >= 0 && hex((unsigned char)p[2]) >= 0) {
            c = hex((unsigned char)p[1]) * 16 + hex((unsigned char)p[2]);
            p += 2;
        }
        out[n++] = (char)(c == '+' ? ' ' : tolower(c));
    }
    return n;
}

/* returns 0 if the line (without newline) was understood */
static int one_line(struct stats *s, const char *p, const char *end)
{
    uint32_t ip = 0, part, hour, status, bytes, usec;
    const char *q, *url, *url_end;
    char plain[512];
    for (int i = 0; i < 4; i++) {
        if (!(p = number(p, &part)) || part > 255) return -1;
        ip = ip << 8 | part, p++;
    }
    if (!(p = memchr(p, '[', end - p)) || !(p = memchr(p, ':', end - p)) || !(p = number(p + 1, &hour))) return -1;
    if (hour > 23 || !(p = memchr(p, '"', end - p)) || !(url = memchr(p, ' ', end - p))) return -1;
    url++;
    if (!(q = memchr(url, '"', end - url)) || !(url_end = memchr(url, ' ', q - url))) return -1;
    if (!(p = number(q + 2, &status)) || status > 599 || !(p = number(p + 1, &bytes))) return -1;
    if (!(q = memchr(p + 2, '"', end - p - 2)) || !number(q + 2, &usec)) return -1;

    int a = 0, b = 0, len = 0;
    while (a < N_AGENTS && !memmem(p, q - p, agents[a], strlen(agents[a]))) a++;
    while (url + len < url_end && url[len] != '?' && url[len] != '&') len++;
    for (uint32_t u = usec; u > 1 && b < NBUCKET - 1; u >>= 1) b++;
    struct url_stat *u = url_slot(s, url, len);
    u->hits++; u->bytes += bytes; u->usec += usec; u->errors += status >= 400; u->bucket[b]++;
    count_ip(s, ip, 1);
    s->by_class[status / 100]++; s->by_hour[hour]++; s->by_agent[a]++;
    int n = decode_url(url, url_end, plain, sizeof plain);
    for (int r = 0; r < N_RULES; r++)
        if (memmem(plain, n, rules[r], strlen(rules[r]))) {
            if (s->alerts < KEEP_ALERTS) s->first[s->alerts] = (struct alert){ s->lines, r };
            s->alerts++;
            break;
        }
    return 0;
}

static void scan(struct stats *s, const char *p, const char *end)
{
    while (p < end) {
        const char *eol = memchr(p, '\n', end - p);
        if (!eol) eol = end;
        s->lines++;
        if (one_line(s, p, eol)) s->malformed++;
        p = eol + 1;
    }
}

static int by_hits(const void *a, const void *b)
{
    const struct url_stat *x = a, *y = b;
    if (x->hits != y->hits) return x->hits < y->hits ? 1 : -1;
    int n = x->name_len < y->name_len ? x->name_len : y->name_len, c = n ? memcmp(x->name, y->name, n) : 0;
    return c ? c : x->name_len - y->name_len;
}

static void report(struct stats *s)
{
    uint32_t max_ip = 0, max_hits = 0;
    qsort(s->url, URL_SLOTS, sizeof *s->url, by_hits);
    printf("%ld lines, %ld malformed, %d urls, %d hosts, %ld alerts\n", s->lines, s->malformed, s->n_url, s->n_ip, s->alerts);
    for (int i = 0; i < 10 && i < s->n_url; i++) {
        const struct url_stat *u = &s->url[i];
        uint64_t seen = 0, b = 0;
        while (b < NBUCKET && (seen += u->bucket[b]) * 100 < u->hits * 95) b++;
        printf("%-28.*s %7lu hits %10lu bytes %5lu errors %8.1f us p95<%u\n", u->name_len, u->name, (unsigned long)u->hits,
               (unsigned long)u->bytes, (unsigned long)u->errors, (double)u->usec / u->hits, 2u << b);
    }
    for (int i = 0; i < IP_SLOTS; i++)
        if (s->ip_hits[i] > max_hits || (s->ip_hits[i] == max_hits && s->ip_key[i] > max_ip)) { max_hits = s->ip_hits[i]; max_ip = s->ip_key[i]; }
    printf("busiest host %u.%u.%u.%u with %u\n", max_ip >> 24, max_ip >> 16 & 255, max_ip >> 8 & 255, max_ip & 255, max_hits);
    for (int i = 1; i < 6; i++) printf("%dxx %ld  ", i, s->by_class[i]);
    for (int i = 0; i < 5; i++) printf(" %s %ld", i < N_AGENTS ? agents[i] : "other", s->by_agent[i]);
    for (int i = 0; i < 24; i++) printf("%s%ld", i ? " " : "\nhours ", s->by_hour[i]);
    putchar('\n');
    for (int i = 0; i < KEEP_ALERTS && i < s->alerts; i++) printf("alert line %ld: %s\n", s->first[i].line, rules[s->first[i].rule]);
}

int main(int argc, char **argv)
{
    long lines = argc > 1 ? atol(argv[1]) : 1000000;
    size_t size;
    struct stats st;
    struct timespec t0, t1;
    clock_gettime(CLOCK_MONOTONIC, &t0);
    char *log = lines > 0 ? make_log(lines, &size) : NULL;
    if (!log || stats_init(&st)) { fprintf(stderr, "webstat: cannot set up\n"); return 1; }
    log[size] = 0;
    scan(&st, log, log + size);
    report(&st);
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "%.3f s\n", t1.tv_sec - t0.tv_sec + (t1.tv_nsec - t0.tv_nsec) * 1e-9);
    free(log); free(st.url); free(st.ip_key); free(st.ip_hits);
    return 0;
}

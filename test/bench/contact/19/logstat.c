/* logstat: summarise an access log held in memory, check every request against a rule list */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdbool.h>
#include <ctype.h>

#define NBUCKET 4096
#define MAXBAD  5

struct slice { const char *s; int n; };

struct entry {
    struct slice host, method, path, agent;
    int hour, minute, second, status;
    long bytes, micros;
};

struct route {
    struct route *next;
    char *name;
    long hits, bytes, errors, slow, micros;
    int lat[20];              /* log2 histogram */
};

struct rule { const char *where; const char *pattern; long count; int last_line; };

static struct rule rules[] = {
    { "path",  "*/admin/*login*",        0, 0 },
    { "path",  "*..*etc*passw?*",        0, 0 },
    { "path",  "*id=*select*from*",      0, 0 },
    { "path",  "/shop/*/item*?ref=*a*b*",0, 0 },
    { "agent", "*bot*crawl*",            0, 0 },
    { "agent", "*Mozilla*Linux*rv:9?*",  0, 0 },
    { "path",  "*.php",                  0, 0 },
    { "agent", "*curl/7.*s*l*",          0, 0 },
    { "path",  "/api/v?/*/update*&q=*aa",0, 0 },
    { "agent", "*i?hone*OS 1?*Saf*",     0, 0 },
    { "path",  "*a*i*o*e*f*c*b*q*",      0, 0 },
    { "agent", "*e*o*i*a*l*r*z",         0, 0 },
};
enum { NRULES = sizeof rules / sizeof *rules };

static struct route *table[NBUCKET];
static int nroutes;
static long nlines, nbad, status_class[6], per_hour[24], total_bytes;
static int bad_line[MAXBAD];

/* ---- log generation ---- */
static unsigned rng = 9001;
static unsigned rnd(unsigned m) { rng = rng * 1103515245u + 12345u; return (rng >> 9) % m; }

static char *addstr(char *p, const char *s) { while (*s) *p++ = *s++; return p; }
static char *addnum(char *p, unsigned v, int width)
{
    char t[12]; int n = 0;
    do t[n++] = '0' + v % 10; while (v /= 10);
    while (n < width) t[n++] = '0';
    while (n) *p++ = t[--n];
    return p;
}

static char *make_log(int lines)
{
    static const char *base[] = { "/shop/", "/api/v2/", "/static/img/", "/account/", "/search/", "/admin/" };
    static const char *leaf[] = { "item", "login", "list", "view.php", "update", "cart", "selections" };
    static const char *agent[] = {
        "Mozilla/5.0 (X11; Linux x86_64; rv:97.0) Gecko Firefox", "Mozilla/5.0 (Windows NT 10.0) AppleWebKit Chrome Safari",
        "curl/7.88.1 libssl", "Googlebot/2.1 (+http://www.google.com/bot.html) crawler", "Mozilla/5.0 (iPhone; CPU OS 15) Mobile Safari" };
    char *text = malloc((size_t)lines * 260 + 1), *p = text;
    if (!text) { perror("logstat"); exit(1); }
    for (int i = 0; i < lines; i++) {
        unsigned sec = (unsigned)((double)i / lines * 86399);
        if (rnd(2000) == 0) { p = addstr(p, "-- log rotated, "); p = addnum(p, i, 1); *p++ = '\n'; continue; }
        p = addnum(p, 10 + rnd(40), 1); *p++ = '.'; p = addnum(p, rnd(256), 1); *p++ = '.';
        p = addnum(p, rnd(256), 1); *p++ = '.'; p = addnum(p, rnd(256), 1);
        p = addstr(p, " - - [12/Mar/2024:"); p = addnum(p, sec / 3600, 2); *p++ = ':';
        p = addnum(p, sec / 60 % 60, 2); *p++ = ':'; p = addnum(p, sec % 60, 2);
        p = addstr(p, rnd(5) ? " +0000] \"GET " : " +0000] \"POST ");
        p = addstr(p, base[rnd(6)]); p = addnum(p, rnd(60), 1); *p++ = '/'; p = addstr(p, leaf[rnd(7)]);
        if (rnd(3)) { p = addstr(p, "?id="); p = addnum(p, rnd(100000), 1); p = addstr(p, rnd(4) ? "&ref=abc" : "&ref=cab&q=a+b+aa"); }
        if (rnd(300) == 0) p = addstr(p, "&id=1;select+*+from+users");
        if (rnd(400) == 0) p = addstr(p, "&f=../../etc/passwd");
        p = addstr(p, " HTTP/1.1\" ");
        p = addnum(p, rnd(12) ? 200 + rnd(5) : 400 + rnd(2) * 100 + rnd(4), 3); *p++ = ' ';
        p = addnum(p, rnd(400) * rnd(400), 1); *p++ = ' ';
        p = addnum(p, 50 + rnd(300) * rnd(300) * (1 + rnd(30) / 29 * 9), 1);
        p = addstr(p, " \""); p = addstr(p, agent[rnd(5)]); p = addstr(p, "\"\n");
    }
    *p = 0;
    return text;
}

/* ---- parsing ---- */
static const char *until(const char *p, char c, struct slice *out)
{
    out->s = p;
    while (*p && *p != '\n' && *p != c) p++;
    out->n = (int)(p - out->s);
    return *p == c ? p + 1 : NULL;
}
static const char *number(const char *p, long *v)
{
    if (!isdigit((unsigned char)*p)) return NULL;
    for (*v = 0; isdigit((unsigned char)*p); p++) *v = *v * 10 + *p - '0';
    return p;
}

static bool parse_line(const char *p, struct entry *e)
{
    struct slice skip;
    long h, m, s, st;
    if (!(p = until(p, ' ', &e->host)) || !(p = until(p, '[', &skip)) || !(p = until(p, ':', &skip))) return false;
    if (!(p = number(p, &h)) || *p++ != ':' || !(p = number(p, &m)) || *p++ != ':' || !(p = number(p, &s))) return false;
    if (h > 23 || m > 59 || s > 60) return false;
    if (!(p = until(p, '"', &skip)) || !(p = until(p, ' ', &e->method)) || !(p = until(p, ' ', &e->path))) return false;
    if (!(p = until(p, '"', &skip)) || *p++ != ' ' || !(p = number(p, &st)) || st < 100 || st > 599) return false;
    if (*p++ != ' ' || !(p = number(p, &e->bytes)) || *p++ != ' ' || !(p = number(p, &e->micros))) return false;
    if (!(p = until(p, '"', &skip)) || !until(p, '"', &e->agent)) return false;
    e->hour = (int)h; e->minute = (int)m; e->second = (int)s; e->status = (int)st;
    return true;
}

static bool glob(const char *pat, const char *s, const char *end)
{
    for (; *pat; pat++) {
        if (*pat == '*') {
            while (pat[1] == '*') pat++;
            if (!pat[1]) return true;
            for (; s <= end; s++) if (glob(pat + 1, s, end)) return true;
            return false;
        }
        if (s == end || (*pat != '?' && *pat != *s)) return false;
        s++;
    }
    return s == end;
}

static struct route *lookup(struct slice path)
{
    unsigned h = 5381;
    int n = 0;
    while (n < path.n && path.s[n] != '?') h = h * 33 ^ (unsigned char)path.s[n++];
    struct route **at = &table[h % NBUCKET], *r;
    for (r = *at; r; r = r->next)
        if (!strncmp(r->name, path.s, n) && !r->name[n]) return r;
    r = calloc(1, sizeof *r);
    r->name = malloc(n + 1);
    memcpy(r->name, path.s, n);
    r->name[n] = 0;
    r->next = *at;
    *at = r;
    nroutes++;
    return r;
}

static void account(const struct entry *e, int line)
{
    struct route *r = lookup(e->path);
    r->hits++;
    r->bytes += e->bytes;
    r->micros += e->micros;
    if (e->status >= 400) r->errors++;
    if (e->micros > 200000) r->slow++;
    int b = 0;
    for (long v = e->micros; v > 1 && b < 19; v >>= 1) b++;
    r->lat[b]++;
    status_class[e->status / 100]++;
    per_hour[e->hour]++;
    total_bytes += e->bytes;
    for (int k = 0; k < NRULES; k++) {
        const struct slice *f = rules[k].where[0] == 'p' ? &e->path : &e->agent;
        if (glob(rules[k].pattern, f->s, f->s + f->n)) { rules[k].count++; rules[k].last_line = line; }
    }
}

static void scan(const char *p)
{
    struct entry e;
    while (*p) {
        nlines++;
        if (parse_line(p, &e)) account(&e, (int)nlines);
        else if (nbad++ < MAXBAD) bad_line[nbad - 1] = (int)nlines;
        while (*p && *p != '\n') p++;
        if (*p) p++;
    }
}

static int by_time(const void *a, const void *b)
{
    const struct route *x = *(struct route *const *)a, *y = *(struct route *const *)b;
    if (x->micros != y->micros) return x->micros < y->micros ? 1 : -1;
    return strcmp(x->name, y->name);
}

int main(int argc, char **argv)
{
    int lines = argc > 1 ? atoi(argv[1]) : 900000;
    char *text = make_log(lines);
    scan(text);
    printf("lines %ld bad %ld routes %d bytes %ld\nfirst bad:", nlines, nbad, nroutes, total_bytes);
    for (int i = 0; i < MAXBAD && i < nbad; i++) printf(" %d", bad_line[i]);
    printf("\nstatus:");
    for (int i = 1; i < 6; i++) printf(" %dxx=%ld", i, status_class[i]);
    printf("\nhours:");
    for (int i = 0; i < 24; i += 3) printf(" %ld", per_hour[i] + per_hour[i + 1] + per_hour[i + 2]);
    printf("\n");
    for (int k = 0; k < NRULES; k++) printf("rule %-28s %7ld last %d\n", rules[k].pattern, rules[k].count, rules[k].last_line);
    struct route **all = malloc(sizeof *all * (nroutes + 1));
    int n = 0;
    for (int b = 0; b < NBUCKET; b++) for (struct route *r = table[b]; r; r = r->next) all[n++] = r;
    qsort(all, n, sizeof *all, by_time);
    for (int i = 0; i < n && i < 12; i++) {
        long seen = 0; int b = 0;
        while (b < 19 && (seen += all[i]->lat[b]) * 10 < all[i]->hits * 9) b++;
        printf("%-24s hits %6ld err %5ld slow %4ld mean %8.1f p90<2^%d us\n", all[i]->name, all[i]->hits,
               all[i]->errors, all[i]->slow, (double)all[i]->micros / all[i]->hits, b + 1);
    }
    free(all); free(text);
    return 0;
}

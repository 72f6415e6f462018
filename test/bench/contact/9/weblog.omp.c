/* weblog.c -- analyse a web server's access log with a list of rules.
 *
 * Each line (combined log format) is parsed; its request is matched against
 * wildcard rules; traffic is accounted by rule, hour, status class and client.
 * The log is made up here:  weblog [lines]
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct entry {
    unsigned client;
    int hour, status;
    long bytes;
    char method[8];
    char url[128];
    const char *agent;
} entry_t;

typedef struct rule {
    const char *label;
    const char *pattern;        /* '*' any text, '?' one char, case ignored */
    long hits;
    long bytes;
} rule_t;

typedef struct client {
    unsigned ip;
    long requests, bytes;
} client_t;

#define TABLE 8192

static rule_t rules[] = {
    { "images",      "*/*.png*", 0, 0 },          { "jpeg",        "*.jp?g*", 0, 0 },
    { "styles",      "*/static/*.css*", 0, 0 },     { "scripts",     "*/static/*.js*", 0, 0 },
    { "shop",        "*/shop/*/item*", 0, 0 },      { "cart",        "*/shop/*cart*add*", 0, 0 },
    { "search",      "*/search?q=*", 0, 0 },        { "traversal",   "*/..*/..*/*", 0, 0 },
    { "sqli",        "*'*or*'*=*'*", 0, 0 },        { "union",       "*union*select*from*", 0, 0 },
    { "xss",         "*<script*>*</script*", 0, 0 },{ "admin",       "*/admin*login*", 0, 0 },
    { "php probe",   "*/*.php*?*=*", 0, 0 },        { "wp probe",    "*/wp-*/*.php*", 0, 0 },
    { "env probe",   "*/.env*", 0, 0 },             { "api v1",      "*/api/v1/*/*", 0, 0 },
    { "api v2",      "*/api/v2/*/*", 0, 0 },        { "feeds",       "*/feed*xml*", 0, 0 },
    { "bot",         "*|*bot*", 0, 0 },             { "mobile",      "*|*mobile*safari*", 0, 0 },
    { "firefox",     "*|*gecko*firefox/*", 0, 0 },  { "old browser", "*|*msie ?.*windows*", 0, 0 },
    { "tracking",    "*utm_*=*&*utm_*=*", 0, 0 },   { "session",     "*sess*=*a*b*c*d*", 0, 0 },
};
#define NRULES ((int)(sizeof rules / sizeof rules[0]))

static const char *paths[] = {
    "/index.html", "/static/css/site.css", "/static/js/app.min.js", "/img/logo.png",
    "/photos/%d/large.jpeg", "/shop/garden/item%d", "/shop/tools/cart/add/%d",
    "/search?q=lawn+mower&page=%d&utm_source=mail&utm_medium=news%%20letter",
    "/api/v1/user/%d/orders", "/api/v2/stock/%d/level?session=a7%%62x0c%d", "/feed/news.xml",
    "/%%2e%%2e/%%2e%%2e/etc/passwd", "/wp-admin/setup.php?step=%d", "/.env",
    "/list.php?id=%d%%27+or+%%271%%27=%%271", "/about/team/people/department%d/contact.html",
    "/admin/console/login?next=%%2Fadmin%%2Fstats",
    "/blog/2023/11/a-rather-long-title-for-an-article-number-%d-about-gardening",
};
static const char *agents[] = {
    "Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_1) AppleWebKit/605.1 Mobile/15E148 Safari/604.1",
    "Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 5.1)",
    "Mozilla/5.0 (compatible; Examplebot/2.1; +http://bot.example.com/)",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/119.0 Safari/537.36",
};
#define COUNT(a) ((unsigned)(sizeof(a) / sizeof((a)[0])))

static unsigned rand_state = 1u;
static unsigned rnd(unsigned n)
{
    rand_state = rand_state * 1103515245u + 12345u;
    return (rand_state >> 12) % n;
}

static char *make_line(int nr)
{
    static const int status[] = { 200, 200, 200, 200, 200, 304, 304, 404, 301, 500 };
    char url[160], line[512];
    unsigned ip = rnd(60) * rnd(60);
    int hour = (int)(nr / 5000 + (int)rnd(2)) % 24, arg = (int)rnd(10000);

    snprintf(url, sizeof url, paths[rnd(COUNT(paths))], arg, arg % 7);
    snprintf(line, sizeof line,
             "10.%u.%u.%u - - [17/Nov/2023:%02d:%02u:%02u +0100] \"%s %s HTTP/1.1\" %d %u \"-\" \"%s\"",
             ip >> 8, ip & 255, ip * 7 % 256, hour, rnd(60), rnd(60), rnd(9) ? "GET" : "POST", url,
             status[rnd(COUNT(status))], 200 + rnd(40000), agents[rnd(COUNT(agents))]);
    char *copy = malloc(strlen(line) + 1);
    if (!copy)
        exit(3);
    return strcpy(copy, line);
}

static int hexval(int c)
{
    return isdigit(c) ? c - '0' : isxdigit(c) ? tolower(c) - 'a' + 10 : -1;
}

/* decode %xx and +, at most size-1 characters, up to a blank */
static const char *decode_url(const char *s, char *out, size_t size)
{
    size_t n = 0;
    while (*s && *s != ' ') {
        int c = (unsigned char)*s++;
        if (c == '%' && s[0] && hexval((unsigned char)s[0]) >= 0 && hexval((unsigned char)s[1]) >= 0) {
            c = hexval((unsigned char)s[0]) * 16 + hexval((unsigned char)s[1]);
            s += 2;
        } else if (c == '+')
            c = ' ';
        if (n + 1 < size)
            out[n++] = (char)c;
    }
    out[n] = '\0';
    return s;
}

static int parse_line(const char *line, entry_t *e)
{
    const char *p = line;
    char *end;
    e->client = 0;
    for (int part = 0; part < 4; part++) {
        e->client = e->client << 8 | (unsigned)(strtoul(p, &end, 10) & 255);
        if (end == p)
            return 0;
        p = end + 1;
    }
    if (!(p = strchr(line, '[')) || !(p = strchr(p, ':')))
        return 0;
    e->hour = (int)strtol(p + 1, &end, 10);
    if (!(p = strchr(end, '"')))
        return 0;
    size_t n = 0;
    for (p++; *p && *p != ' '; p++)
        if (n + 1 < sizeof e->method)
            e->method[n++] = *p;
    e->method[n] = '\0';
    if (*p != ' ')
        return 0;
    p = decode_url(p + 1, e->url, sizeof e->url);
    if (!(p = strchr(p, '"')))
        return 0;
    e->status = (int)strtol(p + 1, &end, 10);
    e->bytes = strtol(end, &end, 10);
    if (!(p = strstr(end, "\" \"")))
        return 0;
    e->agent = p + 3;
    return e->hour >= 0 && e->hour < 24 && e->status >= 100 && e->status < 600;
}

static int wild_match(const char *pat, const char *text)
{
    for (; *pat; pat++, text++) {
        if (*pat == '*') {
            while (*pat == '*')
                pat++;
            if (!*pat)
                return 1;
            for (; *text; text++)
                if (wild_match(pat, text))
                    return 1;
            return 0;
        }
        if (!*text || (*pat != '?' && tolower((unsigned char)*pat) != tolower((unsigned char)*text)))
            return 0;
    }
    return *text == '\0';
}

static client_t *find_client(client_t *table, unsigned ip)
{
    unsigned k = ip * 2654435761u >> 19;
    while (table[k].requests && table[k].ip != ip)
        k = (k + 1) % TABLE;
    table[k].ip = ip;
    return &table[k];
}

static int by_bytes(const void *a, const void *b)
{
    const client_t *x = a, *y = b;
    if (x->bytes != y->bytes)
        return x->bytes < y->bytes ? 1 : -1;
    return x->ip < y->ip ? -1 : x->ip > y->ip;
}

int main(int argc, char **argv)
{
    int nlines = argc > 1 ? atoi(argv[1]) : 60000, bad = 0, posts = 0;
    long by_hour[24] = { 0 }, by_class[6] = { 0 };
    char **lines = malloc((size_t)(nlines > 0 ? nlines : 1) * sizeof *lines);
    client_t *clients = calloc(TABLE, sizeof *clients);
    unsigned *ips = malloc((size_t)(nlines > 0 ? nlines : 1) * sizeof *ips);
    long *sizes = malloc((size_t)(nlines > 0 ? nlines : 1) * sizeof *sizes);
    long hits[NRULES], traffic[NRULES];

    if (!lines || !clients || !ips || !sizes)
        return 3;
    for (int i = 0; i < nlines; i++)
        lines[i] = make_line(i);

    memset(hits, 0, sizeof hits);
    memset(traffic, 0, sizeof traffic);
#pragma omp parallel for schedule(dynamic, 256) \
        reduction(+ : bad, posts, by_hour, by_class, hits, traffic)
    for (int i = 0; i < nlines; i++) {
        char subject[512];
        entry_t e;
        sizes[i] = -1;
        if (!parse_line(lines[i], &e)) {
            bad++;
            continue;
        }
        by_hour[e.hour]++;
        by_class[e.status / 100] += e.bytes;
        posts += strcmp(e.method, "POST") == 0;
        ips[i] = e.client;
        sizes[i] = e.bytes;
        snprintf(subject, sizeof subject, "%s|%s", e.url, e.agent);
        for (int r = 0; r < NRULES; r++)
            if (wild_match(rules[r].pattern, subject)) {
                hits[r]++;
                traffic[r] += e.bytes;
            }
    }
    for (int r = 0; r < NRULES; r++) {
        rules[r].hits += hits[r];
        rules[r].bytes += traffic[r];
    }
    for (int i = 0; i < nlines; i++)
        if (sizes[i] >= 0) {
            client_t *c = find_client(clients, ips[i]);
            c->requests++;
            c->bytes += sizes[i];
        }

    qsort(clients, TABLE, sizeof *clients, by_bytes);
    printf("%d lines, %d bad, %d posts\nbytes by class:", nlines, bad, posts);
    for (int k = 1; k < 6; k++)
        printf(" %dxx=%ld", k, by_class[k]);
    printf("\nby hour:");
    for (int h = 0; h < 24; h++)
        printf(" %ld", by_hour[h]);
    putchar('\n');
    for (int r = 0; r < NRULES; r++)
        printf("%-12s %7ld %12ld\n", rules[r].label, rules[r].hits, rules[r].bytes);
    for (int k = 0; k < 5; k++)
        printf("10.%u.%u.%u: %ld requests, %ld bytes\n", clients[k].ip >> 16 & 255,
               clients[k].ip >> 8 & 255, clients[k].ip & 255, clients[k].requests, clients[k].bytes);
    for (int i = 0; i < nlines; i++)
        free(lines[i]);
    free(lines);
    free(ips);
    free(sizes);
    free(clients);
    return 0;
}

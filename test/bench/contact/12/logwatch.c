/* logwatch.c -- scan a web server log for suspicious and slow requests.
 *
 * Every line is parsed, counted per hour / status / path and matched
 * against a list of alert rules (shell style patterns with * ? and [..]).
 *
 * A synthetic log is made in memory.   usage: logwatch [lines]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>

#define HASHSIZE 1024
#define MAXLINE  256

/* ------------------------------------------------ rules */
struct rule {
    const char *name;
    const char *pattern;
    long hits;
    long first;         /* line number of first hit, 0 = none */
    long bytes;
};

static struct rule rules[] = {
    { "php probe",      "*GET */*.php*", 0, 0, 0 },
    { "wp login",       "*POST */wp-*login*", 0, 0, 0 },
    { "traversal",      "*/../*/passwd*", 0, 0, 0 },
    { "sql inject",     "*?*=*%27*[Ss]elect*", 0, 0, 0 },
    { "union select",   "*union*select*from*", 0, 0, 0 },
    { "script tag",     "*%3[Cc]script*", 0, 0, 0 },
    { "bot crawl",      "*\"*[Bb]ot/*\"", 0, 0, 0 },
    { "curl agent",     "*\"curl/[0-9]*\"", 0, 0, 0 },
    { "server error",   "* 5?? * *", 0, 0, 0 },
    { "api v1 gone",    "*/api/v1/*HTTP* 4[01]? *", 0, 0, 0 },
    { "admin from net", "10.*GET /admin/*", 0, 0, 0 },
    { "big export",     "*/export/*.csv*[0-9][0-9][0-9][0-9][0-9][0-9] *ms*", 0, 0, 0 },
    { "slow search",    "*/search?q=*[0-9][0-9][0-9][0-9]ms*", 0, 0, 0 },
    { "night delete",   "*:0[0-4]:*DELETE *", 0, 0, 0 },
    { "image hotlink",  "*.[jp][pn]g HTTP*http://*.example.*", 0, 0, 0 },
    { "double slash",   "*GET *//*//* HTTP*", 0, 0, 0 },
    { "backup file",    "*.bak HTTP*", 0, 0, 0 },
    { "git dir",        "*/.git/*", 0, 0, 0 },
    { "token in url",   "*?*token=????????*&*", 0, 0, 0 },
    { "ie agent",       "*MSIE*Windows NT 5*", 0, 0, 0 },
};
#define NRULES ((int)(sizeof rules / sizeof rules[0]))

/* ------------------------------------------------ path table */
struct entry {
    char *path;
    long count, bytes, msec;
    int slowest;
    struct entry *next;
};
static struct entry *table[HASHSIZE];
static int nentries;

static long by_hour[24], by_class[6];
static long total_bytes, bad_lines;

static unsigned hash(const char *s)
{
    unsigned h = 5381;
    while (*s)
        h = h * 33 ^ (unsigned char)*s++;
    return h % HASHSIZE;
}

static struct entry *lookup(const char *path)
{
    unsigned h = hash(path);
    struct entry *e;
    for (e = table[h]; e; e = e->next)
        if (strcmp(e->path, path) == 0)
            return e;
    e = calloc(1, sizeof *e);
    if (!e || !(e->path = malloc(strlen(path) + 1))) {
        perror("logwatch");
        exit(2);
    }
    strcpy(e->path, path);
    e->next = table[h];
    table[h] = e;
    nentries++;
    return e;
}

/* ------------------------------------------------ glob matching */
static int match(const char *p, const char *s)
{
    for (; *p; p++, s++) {
        switch (*p) {
        case '*':
            while (p[1] == '*')
                p++;
            if (!p[1])
                return 1;
            for (; *s; s++)
                if (match(p + 1, s))
                    return 1;
            return 0;
        case '?':
            if (!*s)
                return 0;
            break;
        case '[': {
            int ok = 0;
            if (!*s)
                return 0;
            for (p++; *p && *p != ']'; p++) {
                if (p[1] == '-' && p[2] && p[2] != ']') {
                    if (*s >= p[0] && *s <= p[2])
                        ok = 1;
                    p += 2;
                } else if (*p == *s)
                    ok = 1;
            }
            if (!ok)
                return 0;
            break;
        }
        default:
            if (*p != *s)
                return 0;
        }
    }
    return *s == 0;
}

/* ------------------------------------------------ synthetic log */
static unsigned long rng = 42;
static int pick(int n)
{
    rng = (rng * 1103515245UL + 12345UL) & 0x7fffffffUL;
    return (int)((rng >> 8) % (unsigned)n);
}

static char *make_log(int lines)
{
    static const char *agent[] = { "Mozilla/5.0 (X11; Linux x86_64)", "curl/7.88.1",
        "Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1)", "Googlebot/2.1",
        "Mozilla/5.0 (Macintosh; Intel Mac OS X)", "python-requests/2.28", "niceBot/0.3" };
    static const char *verb[] = { "GET", "GET", "GET", "GET", "POST", "PUT", "DELETE" };
    static const char *ref[] = { "-", "http://shop.example.com/", "http://www.example.org/x",
        "https://search.test/?q=abc" };
    static const int code[] = { 200, 200, 200, 200, 200, 301, 304, 404, 403, 410, 500, 503 };
    char *buf = malloc((size_t)lines * MAXLINE + 1), *p = buf;
    if (!buf) { perror("logwatch"); exit(2); }
    for (int i = 0; i < lines; i++) {
        char path[100];
        int k = pick(200);
        switch (pick(14)) {
        case 0: sprintf(path, "/wp-%d/login.php", k % 7); break;
        case 1: sprintf(path, "/img/p%03d.%s", k, k & 1 ? "png" : "jpg"); break;
        case 2: sprintf(path, "/search?q=item%d&token=%08d&p=1", k, k * 7919); break;
        case 3: sprintf(path, "/api/v1/users/%d/orders", k); break;
        case 4: sprintf(path, "/api/v2/users/%d", k); break;
        case 5: sprintf(path, "/admin/view/%d", k % 20); break;
        case 6: sprintf(path, "/export/%d/report.csv", k % 40); break;
        case 7: sprintf(path, "/shop/item.html?id=%d%%27+or+Select+%d", k, k % 3); break;
        case 8: sprintf(path, "/static//css//main%d.css", k % 9); break;
        case 9: sprintf(path, "/%s", k < 10 ? ".git/config" : k < 30 ? "site.bak" : "index.html"); break;
        case 10: sprintf(path, "/doc/../../%d/etc/passwd", k % 5); break;
        default: sprintf(path, "/shop/category%d/item%d.html", k % 25, pick(20)); break;
        }
        int hour = (int)((long)i * 24 / lines);
        if (pick(500) == 0) {
            p += sprintf(p, "-- log rotated %d --\n", k);
            continue;
        }
        p += sprintf(p, "%d.%d.%d.%d [12/Mar/2023:%02d:%02d:%02d] \"%s %s HTTP/1.1\" %d %d %dms \"%s\" \"%s\"\n",
                     pick(2) ? 10 : 192, pick(256), pick(256), pick(256), hour, pick(60), pick(60),
                     verb[pick(7)], path, code[pick(12)], pick(12) ? pick(9000) : pick(900000),
                     pick(20) ? pick(300) : pick(8000), ref[pick(4)], agent[pick(7)]);
    }
    *p = 0;
    return buf;
}

/* ------------------------------------------------ one line */
static void do_line(char *line, long lineno)
{
    char copy[MAXLINE];
    strcpy(copy, line);
    char *stamp = strchr(copy, '[');
    char *req = strchr(copy, '"');
    char *end = req ? strchr(req + 1, '"') : NULL;
    int hour, status, msec;
    long bytes;
    if (!stamp || !end || sscanf(end + 1, "%d %ld %dms", &status, &bytes, &msec) != 3 ||
        !(stamp = strchr(stamp, ':')) || !isdigit((unsigned char)stamp[1])) {
        bad_lines++;
        return;
    }
    hour = atoi(stamp + 1);
    *end = 0;
    char *path = strchr(req, ' ');
    if (!path || hour < 0 || hour > 23 || status < 100 || status > 599) {
        bad_lines++;
        return;
    }
    path++;
    path[strcspn(path, " ?")] = 0;

    struct entry *e = lookup(path);
    e->count++;
    e->bytes += bytes;
    e->msec += msec;
    if (msec > e->slowest)
        e->slowest = msec;
    by_hour[hour]++;
    by_class[status / 100]++;
    total_bytes += bytes;

    for (int i = 0; i < NRULES; i++)
        if (match(rules[i].pattern, line)) {
            if (rules[i].hits++ == 0)
                rules[i].first = lineno;
            rules[i].bytes += bytes;
        }
}

static int by_bytes(const void *a, const void *b)
{
    const struct entry *x = *(struct entry *const *)a, *y = *(struct entry *const *)b;
    if (x->bytes != y->bytes)
        return x->bytes < y->bytes ? 1 : -1;
    return strcmp(x->path, y->path);
}

int main(int argc, char **argv)
{
    int lines = argc > 1 ? atoi(argv[1]) : 30000;
    if (lines < 1) {
        fprintf(stderr, "usage: logwatch [lines]\n");
        return 1;
    }
    char *log = make_log(lines), *p = log, *nl;
    long lineno = 0;

    while ((nl = strchr(p, '\n')) != NULL) {
        *nl = 0;
        do_line(p, ++lineno);
        p = nl + 1;
    }

    printf("%ld lines, %ld unparsed, %ld bytes, %d paths\n", lineno, bad_lines, total_bytes, nentries);
    for (int c = 1; c < 6; c++)
        printf("%dxx:%ld ", c, by_class[c]);
    int peak = 0;
    for (int h = 1; h < 24; h++)
        if (by_hour[h] > by_hour[peak])
            peak = h;
    printf("peak hour %02d (%ld)\n", peak, by_hour[peak]);
    for (int i = 0; i < NRULES; i++)
        if (rules[i].hits)
            printf("%-15s %7ld hits, first in line %ld, %ld bytes\n", rules[i].name,
                   rules[i].hits, rules[i].first, rules[i].bytes);

    struct entry **list = malloc((nentries + 1) * sizeof *list);
    if (!list) { perror("logwatch"); return 2; }
    int n = 0;
    for (int h = 0; h < HASHSIZE; h++)
        for (struct entry *e = table[h]; e; e = e->next)
            list[n++] = e;
    qsort(list, n, sizeof *list, by_bytes);
    for (int i = 0; i < n && i < 5; i++)
        printf("%-28s %6ld requests %10ld bytes avg %.2f ms max %d\n", list[i]->path,
               list[i]->count, list[i]->bytes, (double)list[i]->msec / list[i]->count, list[i]->slowest);
    for (int i = 0; i < n; i++) {
        free(list[i]->path);
        free(list[i]);
    }
    free(list);
    free(log);
    return 0;
}

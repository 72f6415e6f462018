// SPDX-License-Identifier: Apache-2.0
// Web server log analysis: parses a large text log, applies wildcard filters,
// and keeps per-host statistics in a chained hash table.
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NBUCKETS 1024
#define NPATTERNS 18

struct host {
    char name[40];
    long requests, bytes, errors;
    long slowest;
    int hours[24];
    struct host *next;
};

struct report {
    struct host *bucket[NBUCKETS];
    long lines, malformed, hosts;
    long pattern_hits[NPATTERNS];
    long status_class[6];
};

struct record {
    const char *host, *path;
    int host_len, path_len;
    int hour, status;
    long bytes, millis;
};

static const char *patterns[NPATTERNS] = {
    "*.php?id=*", "/static/*.js", "*/admin/*", "*../*", "/shop/item-*/view*", "*union*select*", "*q=*&page=?",
    "*/img/*.png", "/blog/202?/?/*/post-1?.html", "*/v2/users/*/orders/9*", "*?ref=*f", "*.js", "*/index.htm*",
    "/forum/*id=1*sort=*", "*<script*", "*/etc/passwd*", "*/orders/??", "*%2e*",
};

static char *log_text;
static size_t log_len;
static uint32_t rng = 2463534242u;

static uint32_t rnd(uint32_t n) {
    rng ^= rng << 13;
    rng ^= rng >> 17;
    rng ^= rng << 5;
    return rng % n;
}

/* tiny formatter: %u decimal, %x hexadecimal, %s string */
static void emit(const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    char *out = log_text + log_len;
    for (; *fmt; fmt++) {
        if (*fmt != '%') {
            *out++ = *fmt;
        } else if (*++fmt == 's') {
            for (const char *s = va_arg(ap, const char *); *s; s++)
                *out++ = *s;
        } else {
            unsigned v = va_arg(ap, unsigned), base = *fmt == 'x' ? 16 : 10;
            char digits[16];
            int n = 0;
            do
                digits[n++] = "0123456789abcdef"[v % base];
            while (v /= base);
            while (n > 0)
                *out++ = digits[--n];
        }
    }
    va_end(ap);
    log_len = (size_t)(out - log_text);
}

static void make_log(int lines) {
    static const char *const net[] = {"corp.example.com", "isp.example.net", "bot.example.org", "cell.example.io"};
    static const unsigned codes[] = {200, 200, 200, 200, 200, 200, 304, 304, 301, 404, 403, 500, 503};
    log_text = malloc((size_t)lines * 160 + 1);
    if (!log_text)
        exit(1);
    for (int i = 0; i < lines; i++) {
        unsigned second = (unsigned)((long)i * 86400 / lines), a = rnd(900);
        if (rnd(500) == 0) {
            emit("-- rotated, %u entries dropped\n", rnd(50));
            continue;
        }
        emit("h%u.%s - - [12/Mar/2024:%u%u:%u%u:%u%u +0000] \"%s ", a * a / 600 + rnd(8), net[rnd(4)],
             second / 36000, second / 3600 % 10, second / 600 % 6, second / 60 % 10, second / 10 % 6, second % 10,
             rnd(6) ? "GET" : "POST");
        switch (rnd(8)) {
        case 0: emit("/static/lib/%x/app.js", rnd(100000)); break;
        case 1: emit("/static/img/%x/%x.png", rnd(1000), rnd(100000)); break;
        case 2: emit("/shop/item-%u/view?ref=%x", rnd(5000), rnd(1000000)); break;
        case 3: emit("/search?q=%x+%x&page=%u", rnd(70000), rnd(70000), rnd(30)); break;
        case 4: emit("/forum/thread.php?id=%u&sort=new", rnd(90000)); break;
        case 5: emit("/blog/2024/%u/%u/post-%u.html", 1 + rnd(12), 1 + rnd(28), rnd(300)); break;
        case 6: emit("/api/v%u/users/%u/orders/%u", 1 + rnd(3), rnd(9999), rnd(999)); break;
        default:
            if (rnd(5) == 0)
                emit("/shop/../admin/login?u=%x' union all select %u", rnd(4096), rnd(9));
            else
                emit("/index.html");
        }
        emit(" HTTP/1.1\" %u %u %u\n", codes[rnd(13)], rnd(60000), 1 + rnd(40) * rnd(40));
    }
}

/* shell-style match, '*' any run, '?' any one character */
static int wild_match(const char *p, const char *s, const char *end) {
    const char *star = NULL, *resume = NULL;
    while (s < end) {
        if (*p == '*') {
            star = p++;
            resume = s;
        } else if (*p && (*p == '?' || *p == *s)) {
            p++;
            s++;
        } else if (star) {
            p = star + 1;
            s = ++resume;
        } else
            return 0;
    }
    while (*p == '*')
        p++;
    return *p == '\0';
}

static long parse_long(const char **s, const char *end) {
    long v = 0;
    while (*s < end && **s == ' ')
        (*s)++;
    while (*s < end && **s >= '0' && **s <= '9')
        v = v * 10 + (*(*s)++ - '0');
    return v;
}

static int parse_line(const char *s, const char *end, struct record *r) {
    const char *p = memchr(s, ' ', (size_t)(end - s));
    if (!p || p == s || p - s >= 40)
        return 0;
    r->host = s;
    r->host_len = (int)(p - s);
    p = memchr(p, '[', (size_t)(end - p));
    if (!p || end - p < 28)
        return 0;
    r->hour = (p[13] - '0') * 10 + p[14] - '0';
    p = memchr(p, '"', (size_t)(end - p));
    if (!p || !(p = memchr(p, ' ', (size_t)(end - p))))
        return 0;
    r->path = ++p;
    const char *quote = memchr(p, '"', (size_t)(end - p));
    if (!quote || quote - p < 10)
        return 0;
    r->path_len = (int)(quote - p) - 9; /* " HTTP/1.1" */
    p = quote + 1;
    r->status = (int)parse_long(&p, end);
    r->bytes = parse_long(&p, end);
    r->millis = parse_long(&p, end);
    return r->status >= 100 && r->status < 600 && r->hour >= 0 && r->hour < 24;
}

static struct host *find_host(struct report *rep, const char *name, int len) {
    uint32_t h = 2166136261u;
    for (int i = 0; i < len; i++)
        h = (h ^ (unsigned char)name[i]) * 16777619u;
    struct host **slot = &rep->bucket[h % NBUCKETS];
    for (struct host *e = *slot; e; e = e->next)
        if (strncmp(e->name, name, (size_t)len) == 0 && e->name[len] == '\0')
            return e;
    struct host *e = calloc(1, sizeof *e);
    if (!e)
        exit(1);
    memcpy(e->name, name, (size_t)len);
    e->next = *slot;
    *slot = e;
    rep->hosts++;
    return e;
}

static void analyse(struct report *rep, const char *s, const char *end) {
    while (s < end) {
        const char *eol = memchr(s, '\n', (size_t)(end - s));
        if (!eol)
            eol = end;
        struct record r;
        rep->lines++;
        if (parse_line(s, eol, &r)) {
            struct host *h = find_host(rep, r.host, r.host_len);
            h->requests++;
            h->bytes += r.bytes;
            h->errors += r.status >= 400;
            h->hours[r.hour]++;
            if (r.millis > h->slowest)
                h->slowest = r.millis;
            rep->status_class[r.status / 100]++;
            for (int k = 0; k < NPATTERNS; k++)
                rep->pattern_hits[k] += wild_match(patterns[k], r.path, r.path + r.path_len);
        } else
            rep->malformed++;
        s = eol + 1;
    }
}

static int by_bytes(const void *x, const void *y) {
    const struct host *a = *(struct host *const *)x, *b = *(struct host *const *)y;
    if (a->bytes != b->bytes)
        return a->bytes < b->bytes ? 1 : -1;
    return strcmp(a->name, b->name);
}

static void print_report(const struct report *rep) {
    struct host **list = malloc((size_t)(rep->hosts + 1) * sizeof *list);
    long n = 0;
    for (int b = 0; b < NBUCKETS; b++)
        for (struct host *e = rep->bucket[b]; e; e = e->next)
            list[n++] = e;
    qsort(list, (size_t)n, sizeof *list, by_bytes);
    printf("%ld lines, %ld malformed, %ld hosts\n", rep->lines, rep->malformed, n);
    for (int c = 2; c < 6; c++)
        printf("  %dxx %ld\n", c, rep->status_class[c]);
    for (int k = 0; k < NPATTERNS; k++)
        printf("  %-22s %ld\n", patterns[k], rep->pattern_hits[k]);
    for (long i = 0; i < n && i < 12; i++) {
        int peak = 0;
        for (int h = 1; h < 24; h++)
            if (list[i]->hours[h] > list[i]->hours[peak])
                peak = h;
        printf("%-28s %6ld req %12ld bytes %5ld err  max %ld ms  peak %02dh\n", list[i]->name, list[i]->requests,
               list[i]->bytes, list[i]->errors, list[i]->slowest, peak);
    }
    free(list);
}

int main(int argc, char **argv) {
    struct report *rep = calloc(1, sizeof *rep);
    make_log(argc > 1 ? atoi(argv[1]) : 1150000);
    analyse(rep, log_text, log_text + log_len);
    print_report(rep);
    free(log_text);
    return 0;
}

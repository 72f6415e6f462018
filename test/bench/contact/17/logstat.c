/*
 * logstat - statistics of a web server log: parses the lines, groups them
 * by path, client and status and prints the busiest entries.
 *
 * usage: logstat [lines] [seed]
 */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TABLE 4096
#define MAXKEY 64

struct counter {
    char key[MAXKEY];
    long hits, bytes;
    int slowest;
    struct counter *next;
};

struct table {
    struct counter *bucket[TABLE];
    int size;
};

struct stats {
    struct table paths, clients;
    long status[6], hour_hits[24];
    long bad_lines, total_bytes;
    char worst_path[MAXKEY];
    int worst_ms;
};

struct entry {
    char client[MAXKEY], path[MAXKEY];
    int hour, status, ms;
    long bytes;
};

static const char *const sections[] = { "/shop", "/blog", "/img", "/api/v1", "/api/v2", "/static", "/docs" };
static const char *const methods[] = { "GET", "GET", "GET", "POST", "HEAD" };

static uint32_t seed;

static uint32_t rnd(uint32_t n)
{
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return seed % n;
}

/* a pool of different requests is drawn first, the log repeats them */
static char *make_log(long lines, size_t *len)
{
    enum { POOL = 5000, WIDTH = 160 };
    char *buf = malloc((size_t)lines * WIDTH + 1), *p = buf;
    char (*pool)[WIDTH] = malloc(POOL * sizeof *pool);
    if (!buf || !pool)
        exit(1);
    for (int i = 0; i < POOL; i++) {
        uint32_t path = rnd(30) * rnd(30), st = rnd(100);
        snprintf(pool[i], WIDTH, "10.%u.%u.%u - - [12/Mar/2021:00:%02u:%02u +0100] \"%s %s/%c%u%s HTTP/1.1\" %d %u %u\n",
                 rnd(3), rnd(8), rnd(40) * rnd(6), rnd(60), rnd(60), methods[rnd(5)],
                 sections[path % 7], "pqrs"[path % 4], path, path % 3 ? ".html" : "?id=7",
                 st < 80 ? 200 : st < 88 ? 304 : st < 96 ? 404 : 500, rnd(50000), rnd(20) * rnd(20) * rnd(12));
    }
    for (long i = 0; i < lines; i++) {
        const char *line = rnd(500) ? pool[rnd(POOL)] : "-- rotated by cron --\n";
        size_t n = strlen(line);
        char *stamp = memcpy(p, line, n);
        if ((stamp = memchr(stamp, '[', n))) {
            stamp[13] = (char)('0' + i * 24 / lines / 10);
            stamp[14] = (char)('0' + i * 24 / lines % 10);
        }
        p += n;
    }
    free(pool);
    *len = (size_t)(p - buf);
    return buf;
}

static const char *copy_until(const char *s, const char *end, char stop, char *out)
{
    int n = 0;
    while (s < end && *s != stop) {
        if (n < MAXKEY - 1)
            out[n++] = *s;
        s++;
    }
    out[n] = '\0';
    return s < end ? s + 1 : NULL;
}

static int number(const char **s, const char *end, long *v)
{
    const char *p = *s;
    while (p < end && *p == ' ')
        p++;
    if (p == end || !isdigit((unsigned char)*p))
        return 0;
    for (*v = 0; p < end && isdigit((unsigned char)*p); p++)
        *v = *v * 10 + (*p - '0');
    *s = p;
    return 1;
}

static int parse(const char *s, const char *end, struct entry *e)
{
    char url[MAXKEY];
    long st, ms;
    if (!(s = copy_until(s, end, ' ', e->client)) || !strchr(e->client, '.'))
        return 0;
    if (!(s = memchr(s, '[', (size_t)(end - s))) || end - s < 22)
        return 0;
    e->hour = (s[13] - '0') * 10 + (s[14] - '0');
    if (!(s = memchr(s, '"', (size_t)(end - s))) || !(s = memchr(s, ' ', (size_t)(end - s))))
        return 0;
    if (!(s = copy_until(s + 1, end, ' ', url)))
        return 0;
    copy_until(url, url + strlen(url), '?', e->path);
    if (!(s = memchr(s, '"', (size_t)(end - s))))
        return 0;
    s++;
    if (!number(&s, end, &st) || !number(&s, end, &e->bytes) || !number(&s, end, &ms))
        return 0;
    e->status = (int)st;
    e->ms = (int)ms;
    return e->hour >= 0 && e->hour < 24 && st >= 100 && st < 600;
}

static struct counter *lookup(struct table *t, const char *key)
{
    uint32_t h = 2166136261u;
    struct counter *c;
    for (const char *p = key; *p; p++)
        h = (h ^ (unsigned char)*p) * 16777619u;
    for (c = t->bucket[h % TABLE]; c; c = c->next)
        if (!strcmp(c->key, key))
            return c;
    if (!(c = calloc(1, sizeof *c)))
        exit(1);
    strcpy(c->key, key);
    c->next = t->bucket[h % TABLE];
    t->bucket[h % TABLE] = c;
    t->size++;
    return c;
}

static void tally(struct table *t, const char *key, const struct entry *e)
{
    struct counter *c = lookup(t, key);
    c->hits++;
    c->bytes += e->bytes;
    if (e->ms > c->slowest)
        c->slowest = e->ms;
}

static void read_log(struct stats *st, const char *buf, size_t len)
{
    const char *s = buf, *stop = buf + len;
    while (s < stop) {
        const char *nl = memchr(s, '\n', (size_t)(stop - s));
        struct entry e;
        if (!nl)
            nl = stop;
        if (parse(s, nl, &e)) {
            tally(&st->paths, e.path, &e);
            tally(&st->clients, e.client, &e);
            st->status[e.status / 100]++;
            st->hour_hits[e.hour]++;
            st->total_bytes += e.bytes;
            if (e.ms > st->worst_ms) {
                st->worst_ms = e.ms;
                strcpy(st->worst_path, e.path);
            }
        } else
            st->bad_lines++;
        s = nl + 1;
    }
}

static int by_hits(const void *a, const void *b)
{
    const struct counter *x = *(struct counter *const *)a, *y = *(struct counter *const *)b;
    if (x->hits != y->hits)
        return x->hits < y->hits ? 1 : -1;
    return strcmp(x->key, y->key);
}

static void print_top(const char *title, struct table *t, int n)
{
    struct counter **all = malloc(((size_t)t->size + 1) * sizeof *all);
    int k = 0;
    if (!all)
        exit(1);
    for (int i = 0; i < TABLE; i++)
        for (struct counter *c = t->bucket[i]; c; c = c->next)
            all[k++] = c;
    qsort(all, (size_t)k, sizeof *all, by_hits);
    printf("%s (%d different)\n", title, k);
    for (int i = 0; i < n && i < k; i++)
        printf("  %-24s %7ld hits %11ld bytes, slowest %d ms\n", all[i]->key, all[i]->hits, all[i]->bytes,
               all[i]->slowest);
    for (int i = 0; i < k; i++)
        free(all[i]);
    free(all);
}

int main(int argc, char **argv)
{
    long lines = argc > 1 ? atol(argv[1]) : 2000000;
    static struct stats st;
    size_t len;

    seed = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) | 1u : 20210312u;
    char *buf = make_log(lines, &len);
    read_log(&st, buf, len);
    printf("%ld lines, %ld malformed, %ld bytes served\n", lines, st.bad_lines, st.total_bytes);
    printf("2xx %ld  3xx %ld  4xx %ld  5xx %ld\n", st.status[2], st.status[3], st.status[4], st.status[5]);
    for (int h = 0; h < 24; h += 6)
        printf("hour %02d: %ld hits\n", h, st.hour_hits[h]);
    printf("slowest %s (%d ms)\n", st.worst_path, st.worst_ms);
    print_top("paths", &st.paths, 12);
    print_top("clients", &st.clients, 12);
    free(buf);
    return 0;
}

// SPDX-License-Identifier: Apache-2.0
/*
 * logstat - aggregate a web-server style log held in memory
 *
 * A text buffer of lines "time,host,status,bytes,millis\n" is generated and
 * then scanned once per query; hits, errors, traffic and latency are collected
 * per host and summarised.
 *
 * Usage: logstat [lines] [hosts]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MAXLINE 64
#define NBINS 16

struct query {
    const char *name;
    long min_status, max_status, min_bytes;
};

struct report {
    const struct query *query;
    int hosts;
    long *hits, *errors;        /* per host */
    long long *bytes;
    long *latency;              /* power of two buckets */
    long malformed;
};

static const struct query queries[] = {
    { "all", 0, 999, 0 },       { "ok", 200, 299, 0 },      { "cached", 304, 304, 0 },
    { "errors", 400, 599, 0 },  { "server", 500, 599, 0 },  { "large", 200, 299, 65536 },
};
#define NQUERY ((int)(sizeof queries / sizeof queries[0]))

static unsigned long long rng = 314159;

static unsigned rnd(unsigned n)
{
    rng = rng * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)(rng >> 33) % n;
}

static char *put_number(char *p, unsigned long v)
{
    char tmp[24];
    int n = 0;
    do {
        tmp[n++] = (char)('0' + v % 10);
        v /= 10;
    } while (v);
    while (n)
        *p++ = tmp[--n];
    return p;
}

static char *generate(long lines, int hosts, size_t *size)
{
    static const int codes[8] = { 200, 200, 200, 200, 304, 404, 500, 503 };
    char *buf = malloc((size_t)lines * MAXLINE), *p = buf;
    unsigned long when = 1700000000UL;
    if (!buf)
        exit(1);
    for (long i = 0; i < lines; i++) {
        when += rnd(3);
        p = put_number(p, when);
        memcpy(p, ",host", 5);
        p = put_number(p + 5, rnd(1 + rnd((unsigned)hosts)));
        *p++ = ',';
        p = put_number(p, codes[rnd(8)]);
        *p++ = rnd(1000) == 0 ? ';' : ',';          /* a damaged line now and then */
        p = put_number(p, 100 + rnd(1u << (6 + rnd(14))));
        *p++ = ',';
        p = put_number(p, 1 + rnd(1u << rnd(15)));
        *p++ = '\n';
    }
    *size = (size_t)(p - buf);
    return buf;
}

/* reads digits, requires `end` behind them; returns NULL if that fails */
static const char *number(const char *p, char end, long *v)
{
    const char *first = p;
    for (*v = 0; *p >= '0' && *p <= '9';)
        *v = *v * 10 + (*p++ - '0');
    return p == first || *p != end ? NULL : p + 1;
}

static void parse_line(const char *p, struct report *r)
{
    long when, host, status, bytes, millis;
    int bin = 0;
    if (!(p = number(p, ',', &when)) || strncmp(p, "host", 4) != 0 ||
        !(p = number(p + 4, ',', &host)) || !(p = number(p, ',', &status)) ||
        !(p = number(p, ',', &bytes)) || !(p = number(p, '\n', &millis)) || host >= r->hosts) {
        r->malformed++;
        return;
    }
    if (status < r->query->min_status || status > r->query->max_status ||
        bytes < r->query->min_bytes)
        return;
    r->hits[host]++;
    r->bytes[host] += bytes;
    if (status >= 400)
        r->errors[host]++;
    while (bin < NBINS - 1 && (millis >>= 1) > 0)
        bin++;
    r->latency[bin]++;
}

static void parse_range(const char *p, const char *end, struct report *r)
{
    for (; p < end; p = (const char *)memchr(p, '\n', (size_t)(end - p)) + 1)
        parse_line(p, r);
}

static void print_report(const struct report *r)
{
    long hits = 0, errors = 0;
    long long bytes = 0;
    int busiest = 0;
    for (int i = 0; i < r->hosts; i++) {
        hits += r->hits[i];
        errors += r->errors[i];
        bytes += r->bytes[i];
        if (r->bytes[i] > r->bytes[busiest])
            busiest = i;
    }
    printf("%-8s hits %8ld errors %8ld bytes %13lld busiest host%d malformed %ld\n ", r->query->name,
           hits, errors, bytes, busiest, r->malformed);
    for (int b = 0; b < NBINS; b++)
        printf(" %ld", r->latency[b]);
    printf("\n");
}

int main(int argc, char **argv)
{
    long lines = argc > 1 ? atol(argv[1]) : 3000000;
    int hosts = argc > 2 ? atoi(argv[2]) : 500;
    size_t size;
    struct timespec t0, t1;
    char *text = generate(lines, hosts, &size);
    long *hits = malloc(hosts * sizeof(long)), *errors = malloc(hosts * sizeof(long));
    long long *bytes = malloc(hosts * sizeof(long long));
    if (!hits || !errors || !bytes)
        return 1;

    clock_gettime(CLOCK_MONOTONIC, &t0);
    for (int q = 0; q < NQUERY; q++) {
        long latency[NBINS] = { 0 };
        memset(hits, 0, hosts * sizeof(long));
        memset(errors, 0, hosts * sizeof(long));
        memset(bytes, 0, hosts * sizeof(long long));
        struct report r = { &queries[q], hosts, hits, errors, bytes, latency, 0 };
        parse_range(text, text + size, &r);
        print_report(&r);
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "%.1f MB scanned in %.3f s\n", size / 1e6,
            (t1.tv_sec - t0.tv_sec) + (t1.tv_nsec - t0.tv_nsec) * 1e-9);
    free(hits), free(errors), free(bytes), free(text);
    return 0;
}

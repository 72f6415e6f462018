/* weblog.c - access log analyser.
 *
 * Parses combined-format lines, keeps per-URL and per-client counters in
 * chained hash tables, response classes, bytes by hour, and prints top lists.
 * The log itself is generated in memory first (no input file is needed).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
#include <omp.h>

#define BUCKETS 4096
#define TOP 8

struct item {
    char *key;
    unsigned hash;
    long count, bytes;
    struct item *next;
};

struct table {
    struct item *bucket[BUCKETS];
    int n;
};

struct report {
    struct table urls, clients, agents;
    long hour_bytes[24], class_count[6];
    long lines, bad, robots;
};

static unsigned hash_bytes(const char *s, size_t n)
{
    unsigned h = 5381;
    while (n--)
        h = h * 33 ^ (unsigned char)*s++;
    return h;
}

static struct item *lookup(struct table *t, const char *s, size_t n)
{
    unsigned h = hash_bytes(s, n);
    struct item **pp = &t->bucket[h % BUCKETS], *it;
    for (it = *pp; it; it = it->next)
        if (it->hash == h && strncmp(it->key, s, n) == 0 && it->key[n] == '\0')
            return it;
    it = calloc(1, sizeof *it);
    if (!it || !(it->key = malloc(n + 1))) {
        fputs("weblog: out of memory\n", stderr);
        exit(1);
    }
    memcpy(it->key, s, n);
    it->key[n] = '\0';
    it->hash = h;
    it->next = *pp;
    *pp = it;
    t->n++;
    return it;
}

static void bump(struct table *t, const char *s, size_t n, long bytes)
{
    struct item *it = lookup(t, s, n);
    it->count++;
    it->bytes += bytes;
}

/* decode %xx escapes and drop the query; returns length in dst */
static size_t clean_url(const char *s, size_t n, char *dst, size_t cap)
{
    size_t k = 0;
    for (size_t i = 0; i < n && s[i] != '?' && k + 1 < cap; i++) {
        if (s[i] == '%' && i + 2 < n && isxdigit((unsigned char)s[i + 1]) && isxdigit((unsigned char)s[i + 2])) {
            char hex[3] = { s[i + 1], s[i + 2], 0 };
            dst[k++] = (char)strtol(hex, NULL, 16);
            i += 2;
        } else
            dst[k++] = (char)tolower((unsigned char)s[i]);
    }
    while (k > 1 && dst[k - 1] == '/')
        k--;
    return k;
}

static int contains(const char *s, size_t n, const char *word)
{
    size_t m = strlen(word);
    for (size_t i = 0; i + m <= n; i++)
        if (tolower((unsigned char)s[i]) == word[0] && strncasecmp(s + i, word, m) == 0)
            return 1;
    return 0;
}

/* client - - [dd/Mon/yyyy:hh:mm:ss] "METHOD url HTTP/x" status bytes "agent" */
static int parse_line(struct report *r, const char *p, const char *end)
{
    char url[256];
    const char *client = p, *sp = memchr(p, ' ', end - p);
    if (!sp)
        return -1;
    size_t clen = sp - client;
    const char *br = memchr(sp, '[', end - sp);
    int hour = br && end - br > 16 ? atoi(br + 13) : -1;
    if (hour < 0 || hour > 23)
        return -1;
    const char *q = memchr(br, '"', end - br);
    const char *u = q ? memchr(q, ' ', end - q) : NULL;
    if (!u)
        return -1;
    u++;
    const char *ue = memchr(u, ' ', end - u), *q2 = memchr(u, '"', end - u);
    if (!ue || !q2 || ue > q2)
        return -1;
    char *num;
    long status = strtol(q2 + 1, &num, 10), bytes = 0;
    if (status < 100 || status > 599)
        return -1;
    num += strspn(num, " ");
    if (*num != '-')
        bytes = strtol(num, NULL, 10);
    const char *a = memchr(q2 + 1, '"', end - q2 - 1);
    if (!a)
        return -1;
    a++;
    size_t alen = end - a - 1;

    r->class_count[status / 100]++;
    r->hour_bytes[hour] += bytes;
    if (contains(a, alen, "bot") || contains(a, alen, "crawler"))
        r->robots++;
    bump(&r->urls, url, clean_url(u, ue - u, url, sizeof url), bytes);
    bump(&r->clients, client, clen, bytes);
    const char *slash = memchr(a, '/', alen);
    bump(&r->agents, a, slash ? (size_t)(slash - a) : alen, bytes);
    return 0;
}

static void analyse(struct report *r, const char *text, size_t len)
{
    const char *p = text, *stop = text + len;
    while (p < stop) {
        const char *nl = memchr(p, '\n', stop - p);
        if (!nl)
            nl = stop;
        r->lines++;
        if (parse_line(r, p, nl) != 0)
            r->bad++;
        p = nl + 1;
    }
}

static void merge_table(struct table *to, const struct table *from)
{
    for (int b = 0; b < BUCKETS; b++)
        for (const struct item *it = from->bucket[b]; it; it = it->next) {
            struct item *t = lookup(to, it->key, strlen(it->key));
            t->count += it->count;
            t->bytes += it->bytes;
        }
}

static void table_free(struct table *t);

static void merge(struct report *to, struct report *r)
{
    to->lines += r->lines;
    to->bad += r->bad;
    to->robots += r->robots;
    for (int c = 0; c < 6; c++)
        to->class_count[c] += r->class_count[c];
    for (int h = 0; h < 24; h++)
        to->hour_bytes[h] += r->hour_bytes[h];
    merge_table(&to->urls, &r->urls);
    merge_table(&to->clients, &r->clients);
    merge_table(&to->agents, &r->agents);
    table_free(&r->urls); table_free(&r->clients); table_free(&r->agents);
}

/* position just behind the first newline at or after off */
static size_t line_start(const char *text, size_t len, size_t off)
{
    if (off == 0 || off >= len)
        return off < len ? off : len;
    const char *nl = memchr(text + off - 1, '\n', len - off + 1);
    return nl ? (size_t)(nl + 1 - text) : len;
}

/* every thread counts its share of the text in a report of its own */
static void analyse_parallel(struct report *r, const char *text, size_t len)
{
    #pragma omp parallel
    {
        size_t t = omp_get_thread_num(), n = omp_get_num_threads();
        size_t from = line_start(text, len, len / n * t);
        size_t to = t + 1 == n ? len : line_start(text, len, len / n * (t + 1));
        struct report *mine = calloc(1, sizeof *mine);
        if (!mine)
            exit(1);
        if (to > from)
            analyse(mine, text + from, to - from);
        #pragma omp critical
        merge(r, mine);
        free(mine);
    }
}

static int by_count(const void *a, const void *b)
{
    const struct item *x = *(struct item *const *)a, *y = *(struct item *const *)b;
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    return strcmp(x->key, y->key);
}

static void print_top(const char *title, struct table *t)
{
    struct item **v = malloc((t->n + 1) * sizeof *v);
    int n = 0;
    if (!v)
        exit(1);
    for (int b = 0; b < BUCKETS; b++)
        for (struct item *it = t->bucket[b]; it; it = it->next)
            v[n++] = it;
    qsort(v, n, sizeof *v, by_count);
    printf("%s: %d distinct\n", title, n);
    for (int i = 0; i < n && i < TOP; i++)
        printf("  %8ld %12ld  %s\n", v[i]->count, v[i]->bytes, v[i]->key);
    free(v);
}

static void table_free(struct table *t)
{
    for (int b = 0; b < BUCKETS; b++)
        while (t->bucket[b]) {
            struct item *it = t->bucket[b];
            t->bucket[b] = it->next;
            free(it->key);
            free(it);
        }
}

/* a log of the given length, repeated to make it longer */
static char *generate(int lines, int copies, size_t *len)
{
    static const char *agents[] = { "Mozilla/5.0 (X11; Linux x86_64)", "curl/7.88", "Googlebot/2.1 (+http)",
                                    "Mozilla/5.0 (Macintosh) AppleWebKit", "SiteCrawler/1.0", "Wget/1.21" };
    static const char *dirs[] = { "/", "/img/", "/Static/css/", "/api/v1/user%2fitem/", "/docs/", "/blog/2024/" };
    char *buf = malloc((size_t)lines * 200 * copies + 1), *p = buf;
    unsigned s = 99;
    if (!buf)
        exit(1);
    for (int i = 0; i < lines; i++) {
        s = s * 1103515245u + 12345u;
        unsigned r = s >> 8, z = (r % 1000) * (r / 1000 % 1000) / 2000;
        if (r % 211 == 0)
            p += sprintf(p, "-- truncated entry %u\n", r);
        p += sprintf(p, "10.%u.%u.%u - - [%02u/Mar/2024:%02u:%02d:%02d +0000] \"%s %spage%u.html%s HTTP/1.1\" %d ",
                     r % 3, z % 23, z % 101, 1 + i % 28, (z + i / 5000) % 24, i % 60, i * 7 % 60,
                     r % 9 ? "GET" : "POST", dirs[z % 6], z, r % 5 ? "" : "?ref=a%20b&x=1",
                     r % 17 == 0 ? 404 : r % 31 == 0 ? 500 : r % 7 == 0 ? 304 : 200);
        p += r % 7 ? sprintf(p, "%u", 200 + r % 50000) : sprintf(p, "-");
        p += sprintf(p, " \"%s\"\n", agents[z % 6]);
    }
    size_t one = p - buf;
    for (int k = 1; k < copies; k++)
        memcpy(buf + k * one, buf, one);
    *len = one * copies;
    return buf;
}

int main(int argc, char **argv)
{
    int lines = argc > 1 ? atoi(argv[1]) : 150000, copies = argc > 2 ? atoi(argv[2]) : 13;
    size_t len;
    if (lines < 1 || copies < 1)
        return 2;
    char *text = generate(lines, copies, &len);
    struct report *r = calloc(1, sizeof *r);
    if (!r)
        return 1;
    analyse_parallel(r, text, len);
    printf("%ld lines, %ld malformed, %ld by robots\n", r->lines, r->bad, r->robots);
    for (int c = 1; c < 6; c++)
        printf("%dxx %ld  ", c, r->class_count[c]);
    printf("\nbytes by hour:");
    for (int h = 0; h < 24; h++)
        printf(" %ld%s", r->hour_bytes[h], h == 23 ? "\n" : "");
    print_top("urls", &r->urls);
    print_top("clients", &r->clients);
    print_top("agents", &r->agents);
    table_free(&r->urls); table_free(&r->clients); table_free(&r->agents);
    free(r); free(text);
    return 0;
}

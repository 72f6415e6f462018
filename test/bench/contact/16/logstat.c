/* logstat - offline statistics over a service log kept in memory.
 * Lines are matched against glob rules (with * and ?); for each rule the hits
 * per severity, the latency histogram and the slowest request are reported. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NRULES 9
#define NSEV 4
#define NBINS 16

struct text {
    char *buf;
    size_t len, cap;
};

struct stats {
    long hits[NRULES][NSEV];
    long bins[NRULES][NBINS];
    long total_ms[NRULES];
    long slow_line[NRULES];
    int slow_ms[NRULES];
    long malformed;
};

static const char *rules[NRULES] = {
    "*GET /api/v?/user*", "*POST *status=5??*", "*cache miss*", "* node-1? *retry*", "*/img/*.png *status=404*",
    "*WARN*queue*full*", "*status=2?? *ms", "*/api/v2/*/edit*status=4*", "*ERROR*node-0?*"
};

static const char *sevs[NSEV] = { "DEBUG", "INFO", "WARN", "ERROR" };

static void add(struct text *t, const char *s)
{
    size_t n = strlen(s);
    if (t->len + n + 32 > t->cap) {
        t->cap = t->cap * 2 + n + 64;
        t->buf = realloc(t->buf, t->cap);
        if (!t->buf)
            exit(1);
    }
    memcpy(t->buf + t->len, s, n);
    t->len += n;
}

static void addnum(struct text *t, unsigned v, int width)
{
    char tmp[16];
    int i = 15;
    tmp[15] = 0;
    do {
        tmp[--i] = (char)('0' + v % 10);
        v /= 10;
        width--;
    } while (v || width > 0);
    add(t, tmp + i);
}

static void make_log(struct text *t, long lines)
{
    static const char *paths[] = { "/api/v1/user", "/api/v2/user", "/api/v2/order/edit", "/img/logo.png",
                                   "/img/banner.jpg", "/health", "/api/v1/search", "/static/app.js" };
    static const char *notes[] = { "cache hit", "cache miss", "retry upstream", "queue nearly full", "ok", "ok" };
    unsigned s = 2463534242u;
    for (long i = 0; i < lines; i++) {
        s ^= s << 13; s ^= s >> 17; s ^= s << 5;
        addnum(t, (unsigned)(i / 7200 % 24), 2);
        add(t, ":");
        addnum(t, (unsigned)(i / 120 % 60), 2);
        add(t, " ");
        add(t, sevs[(s & 15) < 3 ? 0 : (s & 15) < 12 ? 1 : (s & 15) < 14 ? 2 : 3]);
        add(t, " node-");
        addnum(t, (s >> 4) % 24, 2);
        add(t, (s >> 9) % 5 ? " GET " : " POST ");
        add(t, paths[(s >> 12) % 8]);
        add(t, " ");
        add(t, notes[(s >> 15) % 6]);
        add(t, " status=");
        addnum(t, (s >> 18) % 11 == 0 ? 500 + (s >> 20) % 4 : (s >> 18) % 7 == 0 ? 404 : 200, 3);
        add(t, " ");
        addnum(t, (s >> 8) % 61 * ((s >> 21) % 37) + 1, 1);
        add(t, "ms\n");
    }
}

/* classic backtracking wildcard match over [s, e) */
static int glob(const char *p, const char *s, const char *e)
{
    const char *star = NULL, *mark = NULL;
    while (s < e) {
        if (*p == '*') {
            star = p++;
            mark = s;
        } else if (*p == '?' || *p == *s) {
            p++;
            s++;
        } else if (star) {
            p = star + 1;
            s = ++mark;
        } else
            return 0;
    }
    while (*p == '*')
        p++;
    return *p == 0;
}

static int severity(const char *s, const char *e)
{
    while (s < e && *s != ' ')
        s++;
    s++;
    for (int k = 0; k < NSEV; k++) {
        size_t n = strlen(sevs[k]);
        if ((size_t)(e - s) > n && memcmp(s, sevs[k], n) == 0)
            return k;
    }
    return -1;
}

static int latency(const char *s, const char *e)
{
    const char *q = e - 2;
    int v = 0, mul = 1;
    while (q > s && q[-1] >= '0' && q[-1] <= '9') {
        q--;
        v += (*q - '0') * mul;
        mul *= 10;
    }
    return v;
}

static void scan_line(struct stats *st, long no, const char *s, const char *e)
{
    int sev = severity(s, e);
    if (sev < 0 || e - s < 20) {
        st->malformed++;
        return;
    }
    int ms = latency(s, e), bin = 0;
    while (bin < NBINS - 1 && ms >> bin)
        bin++;
    for (int r = 0; r < NRULES; r++) {
        if (!glob(rules[r], s, e))
            continue;
        st->hits[r][sev]++;
        st->bins[r][bin]++;
        st->total_ms[r] += ms;
        if (ms > st->slow_ms[r]) {
            st->slow_ms[r] = ms;
            st->slow_line[r] = no;
        }
    }
}

static void scan_log(struct stats *st, const struct text *t)
{
    const char *p = t->buf, *end = t->buf + t->len;
    long no = 0;
    while (p < end) {
        const char *nl = memchr(p, '\n', (size_t)(end - p));
        if (!nl)
            nl = end;
        scan_line(st, no++, p, nl);
        p = nl + 1;
    }
}

int main(int argc, char **argv)
{
    long lines = argc > 1 ? atol(argv[1]) : 700000;
    struct text log = { NULL, 0, 0 };
    struct stats st;
    memset(&st, 0, sizeof st);
    make_log(&log, lines);
    scan_log(&st, &log);
    printf("%zu bytes, %ld malformed\n", log.len, st.malformed);
    for (int r = 0; r < NRULES; r++) {
        long n = 0;
        printf("%-28s", rules[r]);
        for (int k = 0; k < NSEV; k++) {
            printf(" %s:%ld", sevs[k], st.hits[r][k]);
            n += st.hits[r][k];
        }
        printf(" mean %ldms slowest %dms @%ld\n  ", n ? st.total_ms[r] / n : 0, st.slow_ms[r], st.slow_line[r]);
        for (int b = 0; b < NBINS; b++)
            printf(" %ld", st.bins[r][b]);
        printf("\n");
    }
    free(log.buf);
    return 0;
}

/* logscan - parse a key=value access log held in memory and report
 * per-endpoint latency, status classes, malformed lines, slowest requests. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <ctype.h>

#define NEND 257                /* endpoint hash slots, prime */
#define TOPN 8

typedef enum { PE_OK, PE_NOTIME, PE_BADNUM, PE_NOPATH, PE_BADSTATUS, PE_COUNT } perr;
static const char *perr_text[PE_COUNT] = { "ok", "no timestamp", "bad number", "no path", "bad status" };

struct rec {
    uint32_t ts;
    const char *path; int pathlen;
    int status;
    int64_t bytes;
    int usec;
};

struct endpoint {
    char name[24];
    int used;
    uint64_t hits, bytes, usec;
    int worst;
    int hist[16];               /* log2 latency */
};

struct report {
    struct endpoint ep[NEND];
    int nep;
    uint64_t errs[PE_COUNT], status[6];
    struct { int usec; uint32_t ts; long line; } top[TOPN];
    int ntop;
    long lines;
};

static const char *skip_ws(const char *p, const char *e) { while (p < e && (*p == ' ' || *p == '\t')) p++; return p; }

static int to_num(const char *p, const char *e, int64_t *v)
{
    int neg = 0;
    int64_t r = 0;
    if (p < e && *p == '-') { neg = 1; p++; }
    if (p == e) return -1;
    for (; p < e; p++) {
        if (!isdigit((unsigned char)*p)) return -1;
        r = r * 10 + (*p - '0');
        if (r > 1000000000000LL) return -1;
    }
    *v = neg ? -r : r;
    return 0;
}

static perr parse_line(const char *p, const char *e, struct rec *r)
{
    memset(r, 0, sizeof *r);
    r->bytes = -1;
    while ((p = skip_ws(p, e)) < e) {
        const char *k = p;
        while (p < e && *p != '=' && *p != ' ') p++;
        int kl = (int)(p - k);
        const char *v = p, *ve = p;
        if (p < e && *p == '=') {
            v = ++p;
            if (p < e && *p == '"') {
                v = ++p;
                while (p < e && *p != '"') { if (*p == '\\' && p + 1 < e) p++; p++; }
                ve = p;
                if (p < e) p++;
            } else {
                while (p < e && *p != ' ') p++;
                ve = p;
            }
        }
        int64_t num;
        if (kl == 2 && !memcmp(k, "ts", 2)) {
            if (to_num(v, ve, &num)) return PE_BADNUM;
            r->ts = (uint32_t)num;
        } else if (kl == 4 && !memcmp(k, "path", 4)) {
            r->path = v;
            r->pathlen = (int)(ve - v);
            for (const char *q = v; q < ve; q++) if (*q == '?') { r->pathlen = (int)(q - v); break; }
        } else if (kl == 6 && !memcmp(k, "status", 6)) {
            if (to_num(v, ve, &num)) return PE_BADNUM;
            if (num < 100 || num > 599) return PE_BADSTATUS;
            r->status = (int)num;
        } else if (kl == 5 && !memcmp(k, "bytes", 5)) {
            if (to_num(v, ve, &num)) return PE_BADNUM;
            r->bytes = num;
        } else if (kl == 4 && !memcmp(k, "usec", 4)) {
            if (to_num(v, ve, &num)) return PE_BADNUM;
            r->usec = (int)num;
        }
    }
    if (!r->ts) return PE_NOTIME;
    if (!r->path) return PE_NOPATH;
    if (!r->status) return PE_BADSTATUS;
    return PE_OK;
}

static struct endpoint *lookup(struct report *rp, const char *s, int n)
{
    uint32_t h = 5381;
    if (n > 23) n = 23;
    for (int i = 0; i < n; i++) h = h * 33 ^ (uint8_t)s[i];
    for (uint32_t i = h % NEND, k = 0; k < NEND; i = (i + 1) % NEND, k++) {
        struct endpoint *ep = &rp->ep[i];
        if (!ep->used) {
            ep->used = 1;
            memcpy(ep->name, s, n);
            rp->nep++;
            return ep;
        }
        if (!strncmp(ep->name, s, n) && ep->name[n] == 0) return ep;
    }
    fprintf(stderr, "endpoint table full\n");
    exit(1);
}

static void note_slow(struct report *rp, int usec, uint32_t ts, long line)
{
    if (rp->ntop == TOPN && usec <= rp->top[TOPN - 1].usec) return;
    int i = rp->ntop < TOPN ? rp->ntop++ : TOPN - 1;
    while (i > 0 && rp->top[i - 1].usec < usec) { rp->top[i] = rp->top[i - 1]; i--; }
    rp->top[i].usec = usec; rp->top[i].ts = ts; rp->top[i].line = line;
}

static void scan(struct report *rp, const char *p, const char *end)
{
    while (p < end) {
        const char *nl = memchr(p, '\n', end - p);
        if (!nl) nl = end;
        rp->lines++;
        if (nl > p && *p != '#') {
            struct rec r;
            perr e = parse_line(p, nl, &r);
            rp->errs[e]++;
            if (e == PE_OK) {
                struct endpoint *ep = lookup(rp, r.path, r.pathlen);
                int b = 0;
                ep->hits++;
                if (r.bytes > 0) ep->bytes += r.bytes;
                ep->usec += r.usec;
                if (r.usec > ep->worst) ep->worst = r.usec;
                for (int u = r.usec; u > 1 && b < 15; u >>= 1) b++;
                ep->hist[b]++;
                rp->status[r.status / 100]++;
                note_slow(rp, r.usec, r.ts, rp->lines);
            }
        }
        p = nl + 1;
    }
}

static void fold(struct report *a, const struct report *b)
{
    for (int i = 0; i < NEND; i++) {
        const struct endpoint *s = &b->ep[i];
        if (!s->used) continue;
        struct endpoint *d = lookup(a, s->name, (int)strlen(s->name));
        d->hits += s->hits;
        d->bytes += s->bytes;
        d->usec += s->usec;
        if (s->worst > d->worst) d->worst = s->worst;
        for (int k = 0; k < 16; k++) d->hist[k] += s->hist[k];
    }
    for (int i = 0; i < PE_COUNT; i++) a->errs[i] += b->errs[i];
    for (int i = 0; i < 6; i++) a->status[i] += b->status[i];
    for (int i = 0; i < b->ntop; i++) note_slow(a, b->top[i].usec, b->top[i].ts, b->top[i].line + a->lines);
    a->lines += b->lines;
}

#define CHUNKS 8
/* cut at line ends, scan the pieces independently, fold in file order */
static void scan_parallel(struct report *rp, const char *p, const char *end)
{
    const char *cut[CHUNKS + 1];
    struct report *part = calloc(CHUNKS, sizeof *part);
    if (!part) { scan(rp, p, end); return; }
    cut[0] = p;
    cut[CHUNKS] = end;
    for (int c = 1; c < CHUNKS; c++) {
        const char *q = p + (end - p) / CHUNKS * c;
        if (q < cut[c - 1]) q = cut[c - 1];
        const char *nl = q < end ? memchr(q, '\n', end - q) : NULL;
        cut[c] = nl ? nl + 1 : end;
    }
#pragma omp parallel for schedule(dynamic, 1)
    for (int c = 0; c < CHUNKS; c++)
        scan(&part[c], cut[c], cut[c + 1]);
    for (int c = 0; c < CHUNKS; c++) fold(rp, &part[c]);
    free(part);
}

static size_t generate(char *buf, size_t cap, int n)
{
    static const char *ep[] = { "/", "/login", "/api/items", "/api/orders", "/static/app.js", "/search", "/img/logo", "/admin" };
    uint32_t r = 17, ts = 1700000000;
    size_t len = 0;
    for (int i = 0; i < n && len + 200 < cap; i++) {
        r = r * 1664525u + 1013904223u;
        uint32_t a = r >> 8;
        ts += a & 1;
        int st = a % 50 == 0 ? 500 + a % 4 : a % 11 == 0 ? 404 : a % 997 == 5 ? 42 : 200;
        unsigned us = 50 + (a >> 3) % 4000 * ((a >> 12) % 40 == 0 ? 90 : 1);
        if (a % 1009 == 0) { len += sprintf(buf + len, "# rotated\n"); continue; }
        if (a % 503 != 0) len += sprintf(buf + len, "ts=%u ", ts);
        len += sprintf(buf + len, "host=web%u path=\"%s%s%u\" status=%d agent=\"Mozilla \\\"x\\\" 5.0\" bytes=%u%s usec=%u\n",
                       a % 7, ep[a % 8], a % 3 ? "?q=" : a % 8 ? "/" : "?", a % 3 ? a : a % 20, st, a % 50000, a % 701 ? "" : "k", us);
    }
    return len;
}

static int by_hits(const void *a, const void *b)
{
    const struct endpoint *x = *(struct endpoint *const *)a, *y = *(struct endpoint *const *)b;
    if (x->hits != y->hits) return x->hits < y->hits ? 1 : -1;
    return strcmp(x->name, y->name);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 300000;
    int rep = argc > 2 ? atoi(argv[2]) : 14;
    size_t cap = (size_t)n * 130 + 1000;
    char *buf = malloc(cap);
    struct report *rp = calloc(1, sizeof *rp);
    if (!buf || !rp) return 1;
    size_t len = generate(buf, cap, n);
    for (int k = 0; k < rep; k++) scan_parallel(rp, buf, buf + len);    /* rep log files, same content */

    struct endpoint *list[NEND];
    int m = 0;
    for (int i = 0; i < NEND; i++) if (rp->ep[i].used) list[m++] = &rp->ep[i];
    qsort(list, m, sizeof *list, by_hits);
    printf("%zu bytes %ld lines %d endpoints\n", len, rp->lines, rp->nep);
    for (int i = 0; i < PE_COUNT; i++) printf("%s: %llu\n", perr_text[i], (unsigned long long)rp->errs[i]);
    for (int i = 1; i < 6; i++) printf("%dxx %llu%s", i, (unsigned long long)rp->status[i], i < 5 ? ", " : "\n");
    for (int i = 0; i < m && i < 8; i++)
        printf("%-16s %8llu hits %12llu bytes mean %.2f us worst %d p<256us %d\n", list[i]->name, (unsigned long long)list[i]->hits,
               (unsigned long long)list[i]->bytes, (double)list[i]->usec / list[i]->hits, list[i]->worst, list[i]->hist[7]);
    for (int i = 0; i < rp->ntop; i++) printf("slow %d us at %u line %ld\n", rp->top[i].usec, rp->top[i].ts, rp->top[i].line);
    free(buf); free(rp);
    return 0;
}

// SPDX-License-Identifier: Apache-2.0
/* Compiles a few regular expressions to Thompson NFAs and scans generated log lines with bit-parallel state sets. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <stdbool.h>

#define MAXSTATE 64
typedef uint64_t set_t;

/* state i consumes a byte in cls[i] and goes to i's out set */
typedef struct {
    const char *src;
    int nstate;
    uint64_t cls[MAXSTATE][4];
    set_t follow[MAXSTATE], first, last;
    set_t bychar[256];
    bool nullable;
} Regex;

typedef struct { set_t first, last; bool nullable; } Frag;

typedef struct { const char *p; Regex *re; } Parser;

static Frag parse_alt(Parser *ps);

static void cls_add(Regex *re, int s, int c) { re->cls[s][c >> 6] |= 1ull << (c & 63); }

static Frag leaf(Regex *re, int s) { (void)re; Frag f = { 1ull << s, 1ull << s, false }; return f; }

static void connect(Regex *re, set_t from, set_t to)
{
    for (int i = 0; i < re->nstate; i++)
        if (from >> i & 1) re->follow[i] |= to;
}

static Frag parse_atom(Parser *ps)
{
    Regex *re = ps->re;
    if (*ps->p == '(') {
        ps->p++;
        Frag f = parse_alt(ps);
        if (*ps->p != ')') { fprintf(stderr, "missing )\n"); exit(2); }
        ps->p++;
        return f;
    }
    int s = re->nstate++;
    if (s >= MAXSTATE) { fprintf(stderr, "regex too large\n"); exit(2); }
    if (*ps->p == '[') {
        bool neg = false;
        ps->p++;
        if (*ps->p == '^') { neg = true; ps->p++; }
        while (*ps->p != ']') {
            int lo = (unsigned char)*ps->p++, hi = lo;
            if (ps->p[0] == '-' && ps->p[1] != ']') { hi = (unsigned char)ps->p[1]; ps->p += 2; }
            for (int c = lo; c <= hi; c++) cls_add(re, s, c);
        }
        ps->p++;
        if (neg)
            for (int k = 0; k < 4; k++) re->cls[s][k] = ~re->cls[s][k];
    } else if (*ps->p == '.') {
        ps->p++;
        for (int k = 0; k < 4; k++) re->cls[s][k] = ~0ull;
    } else {
        if (*ps->p == '\\') ps->p++;
        cls_add(re, s, (unsigned char)*ps->p++);
    }
    return leaf(re, s);
}

static Frag parse_rep(Parser *ps)
{
    Frag f = parse_atom(ps);
    for (;; ps->p++) {
        switch (*ps->p) {
        case '*': connect(ps->re, f.last, f.first); f.nullable = true; break;
        case '+': connect(ps->re, f.last, f.first); break;
        case '?': f.nullable = true; break;
        default: return f;
        }
    }
}

static Frag parse_seq(Parser *ps)
{
    Frag a = { 0, 0, true };
    while (*ps->p && *ps->p != '|' && *ps->p != ')') {
        Frag b = parse_rep(ps);
        connect(ps->re, a.last, b.first);
        Frag r = { a.first | (a.nullable ? b.first : 0), b.last | (b.nullable ? a.last : 0),
                   a.nullable && b.nullable };
        a = r;
    }
    return a;
}

static Frag parse_alt(Parser *ps)
{
    Frag a = parse_seq(ps);
    while (*ps->p == '|') {
        ps->p++;
        Frag b = parse_seq(ps);
        a.first |= b.first;
        a.last |= b.last;
        a.nullable |= b.nullable;
    }
    return a;
}

static void compile(Regex *re, const char *src)
{
    memset(re, 0, sizeof *re);
    re->src = src;
    Parser ps = { src, re };
    Frag f = parse_alt(&ps);
    re->first = f.first;
    re->last = f.last;
    re->nullable = f.nullable;
    for (int c = 0; c < 256; c++)
        for (int s = 0; s < re->nstate; s++)
            if (re->cls[s][c >> 6] >> (c & 63) & 1) re->bychar[c] |= 1ull << s;
}

/* unanchored search: end offset of the earliest match, or -1 */
static int search(const Regex *re, const char *line, int n)
{
    set_t cur = 0;
    if (re->nullable) return 0;
    for (int i = 0; i < n; i++) {
        set_t next = re->first, m = cur;
        while (m) {
            next |= re->follow[__builtin_ctzll(m)];
            m &= m - 1;
        }
        cur = next & re->bychar[(unsigned char)line[i]];
        if (cur & re->last) return i + 1;
    }
    return -1;
}

static uint32_t seed = 271828;
static uint32_t rnd(uint32_t n) { seed = seed * 1103515245u + 12345u; return (seed >> 8) % n; }

static char **make_lines(int n)
{
    static const char *lvl[] = { "INFO", "WARN", "ERROR", "DEBUG" };
    static const char *what[] = { "connection reset by peer", "user logged in", "cache miss for key", "timeout after",
                                  "GET /index.html", "POST /api/v2/items", "disk usage at", "retrying in" };
    char **v = malloc(n * sizeof *v);
    for (int i = 0; i < n; i++) {
        char buf[256];
        int k = snprintf(buf, sizeof buf, "%02u:%02u:%02u %s [worker-%u] %s %u from %u.%u.%u.%u id=", rnd(24), rnd(60), rnd(60),
                         lvl[rnd(4)], rnd(32), what[rnd(8)], rnd(2000), rnd(256), rnd(256), rnd(256), rnd(256));
        for (int j = 8 + rnd(24); j > 0; j--) buf[k++] = "0123456789abcdef"[rnd(16)];
        buf[k] = 0;
        v[i] = strdup(buf);
    }
    return v;
}

int main(int argc, char **argv)
{
    static const char *pats[] = {
        "ERROR.*timeout after [0-9]+", "(10|192)\\.[0-9]+\\.[0-9]+\\.1", "id=([0-9a-f][0-9a-f])*de",
        "worker-(1|2|3)?[0-9]\\] (GET|POST) /[a-z0-9/]+", "[^a-z](a|b)+(c|d)+(e|f)+$?", "2[0-3]:[0-5]9:.*WARN"
    };
    enum { NP = sizeof pats / sizeof *pats };
    int n = argc > 1 ? atoi(argv[1]) : 600000;
    Regex *re = malloc(NP * sizeof *re);
    for (int p = 0; p < NP; p++) compile(&re[p], pats[p]);
    char **line = make_lines(n);
    long hits[NP] = {0}, endsum[NP] = {0}, both = 0;
    uint32_t sum = 0;
    #pragma omp parallel for schedule(dynamic, 256) reduction(+:hits, endsum, both, sum)
    for (int i = 0; i < n; i++) {
        int len = (int)strlen(line[i]), nhit = 0;
        for (int p = 0; p < NP; p++) {
            int e = search(&re[p], line[i], len);
            if (e >= 0) {
                hits[p]++;
                endsum[p] += e;
                nhit++;
                sum += (uint32_t)(i + 1) * (uint32_t)(p * 1000 + e);
            }
        }
        if (nhit > 1) both++;
    }
    for (int p = 0; p < NP; p++)
        printf("%-46s states %2d lines %ld mean end %.3f\n", re[p].src, re[p].nstate, hits[p],
               hits[p] ? (double)endsum[p] / hits[p] : 0.0);
    printf("lines %d multi %ld checksum %08x\n", n, both, sum);
    for (int i = 0; i < n; i++) free(line[i]);
    free(line);
    free(re);
    return 0;
}

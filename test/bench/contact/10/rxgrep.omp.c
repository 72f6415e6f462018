// rxgrep: a small regular-expression engine (Thompson NFA, leftmost-first,
// start position carried per thread) run over a generated server log.
//
//   rxgrep [nlines [seed [pattern...]]]
//
// Syntax: literals . [a-z^] \d \w \s ( ) | * + ? ^ $
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum Op { CHAR, ANY, SET, SPLIT, JMP, BOL, EOL, MATCH };
typedef struct { enum Op op; int x, y; unsigned char ch; uint32_t set[8]; } Inst;
typedef struct { const char *src; Inst *code; int n, cap; } Prog;

typedef struct { int pc, start; } Thread;
typedef struct { Thread *t; int n; } ThreadList;
typedef struct { ThreadList cur, nxt; unsigned *mark, gen; int cap; } Machine; // scratch, grown on demand
typedef struct { int line, pat, from, to; } Hit;
typedef struct { Hit *v; size_t n, cap; } HitList;

// ---------------------------------------------------------------- compiler
static const char *rp;      // parser cursor
static void die(const char *m) { fprintf(stderr, "rxgrep: %s\n", m); exit(1); }

static int emit(Prog *p, enum Op op, int x, int y)
{
    if (p->n == p->cap) p->code = realloc(p->code, sizeof(Inst) * (size_t)(p->cap = p->cap * 2 + 16));
    memset(&p->code[p->n], 0, sizeof(Inst));
    p->code[p->n].op = op; p->code[p->n].x = x; p->code[p->n].y = y;
    return p->n++;
}

static Inst *push(Prog *p, enum Op op) { int i = emit(p, op, 0, 0); return &p->code[i]; }

// open a gap of one instruction at `at`, shifting jump targets behind it
static void insert(Prog *p, int at)
{
    emit(p, JMP, 0, 0);
    memmove(&p->code[at + 1], &p->code[at], sizeof(Inst) * (size_t)(p->n - 1 - at));
    for (int i = at + 1; i < p->n; i++) {
        if (p->code[i].op != SPLIT && p->code[i].op != JMP) continue;
        if (p->code[i].x >= at) p->code[i].x++;
        if (p->code[i].y >= at) p->code[i].y++;
    }
    memset(&p->code[at], 0, sizeof(Inst));
}

static void setbit(Inst *in, int c) { in->set[c >> 5] |= 1u << (c & 31); }

static void addclass(Inst *in, int k)
{
    for (int c = 1; c < 256; c++)
        if ((k == 'd' && isdigit(c)) || (k == 's' && isspace(c)) || (k == 'w' && (isalnum(c) || c == '_')))
            setbit(in, c);
}

static void alternation(Prog *p);

static void atom(Prog *p)
{
    int c = (unsigned char)*rp++;
    if (c == '(') {
        alternation(p);
        if (*rp++ != ')') die("missing )");
    } else if (c == '.') emit(p, ANY, 0, 0);
    else if (c == '^' || c == '$') emit(p, c == '^' ? BOL : EOL, 0, 0);
    else if (c == '\\' && strchr("dws", *rp)) addclass(push(p, SET), *rp++);
    else if (c == '[') {
        Inst *in = push(p, SET);
        int neg = *rp == '^' ? (rp++, 1) : 0;
        while (*rp && *rp != ']') {
            int lo = (unsigned char)*rp++, hi = lo;
            if (*rp == '-' && rp[1] != ']') { hi = (unsigned char)rp[1]; rp += 2; }
            for (; lo <= hi; lo++) setbit(in, lo);
        }
        if (*rp++ != ']') die("missing ]");
        if (neg) for (int k = 0; k < 8; k++) in->set[k] = ~in->set[k];
    } else {
        if (c == '\\') c = (unsigned char)*rp++;
        push(p, CHAR)->ch = (unsigned char)c;
    }
}

static void sequence(Prog *p)
{
    while (*rp && *rp != '|' && *rp != ')') {
        int at = p->n;
        atom(p);
        if (*rp == '*' || *rp == '?') {
            insert(p, at);
            if (*rp == '*') emit(p, JMP, at, 0);
            p->code[at].op = SPLIT; p->code[at].x = at + 1; p->code[at].y = p->n;
            rp++;
        } else if (*rp == '+') {
            emit(p, SPLIT, at, p->n + 1);
            rp++;
        }
    }
}

static void alternation(Prog *p)
{
    int at = p->n;
    sequence(p);
    if (*rp != '|') return;
    rp++;
    insert(p, at);
    int j = emit(p, JMP, 0, 0);
    p->code[at].op = SPLIT; p->code[at].x = at + 1; p->code[at].y = p->n;
    alternation(p);
    p->code[j].x = p->n;
}

static Prog compile(const char *re)
{
    Prog p = { re, NULL, 0, 0 };
    rp = re;
    alternation(&p);
    if (*rp) die("unbalanced )");
    emit(&p, MATCH, 0, 0);
    return p;
}

// ---------------------------------------------------------------- matcher
static void reserve(Machine *m, int n)
{
    if (n <= m->cap) return;
    m->cur.t = realloc(m->cur.t, sizeof(Thread) * (size_t)n);
    m->nxt.t = realloc(m->nxt.t, sizeof(Thread) * (size_t)n);
    free(m->mark);
    m->mark = calloc((size_t)n, sizeof *m->mark);
    m->gen = 0;
    m->cap = n;
}

static void addthread(Machine *m, ThreadList *l, const Prog *p, int pc, int start, int bol, int eol)
{
    while (m->mark[pc] != m->gen) {
        const Inst *in = &p->code[pc];
        m->mark[pc] = m->gen;
        switch (in->op) {
        case JMP: pc = in->x; break;
        case SPLIT: addthread(m, l, p, in->x, start, bol, eol); pc = in->y; break;
        case BOL: if (!bol) return; pc++; break;
        case EOL: if (!eol) return; pc++; break;
        default: l->t[l->n].pc = pc; l->t[l->n++].start = start; return;
        }
    }
}

// leftmost match at or after `from`; returns 0 if there is none
static int search(Machine *m, const Prog *p, const char *s, int len, int from, int *ms, int *me)
{
    int found = 0;
    m->cur.n = 0;
    m->gen++;
    for (int i = from; ; i++) {
        if (!found) addthread(m, &m->cur, p, 0, i, i == 0, i == len);
        if (m->cur.n == 0 && found) break;
        m->gen++;
        m->nxt.n = 0;
        int c = i < len ? (unsigned char)s[i] : -1;
        for (int k = 0; k < m->cur.n; k++) {
            Thread t = m->cur.t[k];
            const Inst *in = &p->code[t.pc];
            if (in->op == MATCH) { *ms = t.start; *me = i; found = 1; break; }
            if (c < 0) continue;
            if (in->op == ANY || (in->op == CHAR && in->ch == c) ||
                (in->op == SET && (in->set[c >> 5] >> (c & 31) & 1)))
                addthread(m, &m->nxt, p, t.pc + 1, t.start, 0, i + 1 == len);
        }
        ThreadList tmp = m->cur; m->cur = m->nxt; m->nxt = tmp;
        if (c < 0) break;
    }
    return found;
}

static void record(HitList *h, int line, int pat, int from, int to)
{
    if (h->n == h->cap) h->v = realloc(h->v, sizeof *h->v * (h->cap = h->cap * 2 + 256));
    h->v[h->n++] = (Hit){ line, pat, from, to };
}

static void scan_line(Machine *m, const Prog *pats, int npat, const char *s, int line, HitList *out)
{
    int len = (int)strlen(s), a, b;
    for (int k = 0; k < npat; k++) {
        int at = 0;
        reserve(m, pats[k].n);
        while (at <= len && search(m, &pats[k], s, len, at, &a, &b)) {
            record(out, line, k, a, b);
            at = b > a ? b : b + 1;
        }
    }
}

// ---------------------------------------------------------------- log
static uint32_t rs;
static unsigned rnd(unsigned n) { rs ^= rs << 13; rs ^= rs >> 17; rs ^= rs << 5; return rs % n; }

static char *make_line(void)
{
    static const char *svc[] = { "sshd", "nginx", "kernel", "cron", "postfix/smtpd" };
    static const char *who[] = { "root", "alice", "bob_7", "www-data", "git", "mallory" };
    char b[256];
    int n = sprintf(b, "2024-%02u-%02uT%02u:%02u:%02u h%u %s[%u]: ", 1 + rnd(12), 1 + rnd(28), rnd(24), rnd(60), rnd(60), rnd(40), svc[rnd(5)], rnd(32768));
    switch (rnd(4)) {
    case 0: n += sprintf(b + n, "Failed password for %s from 10.%u.%u.%u port %u", who[rnd(6)], rnd(256), rnd(256), rnd(256), rnd(65536)); break;
    case 1: n += sprintf(b + n, "GET /img/%x/p%u.png HTTP/1.1 %u %uB", rnd(1u << 24), rnd(99), 200 + 100 * rnd(4) + rnd(5), rnd(90000)); break;
    case 2: n += sprintf(b + n, "to=<%s@mx%u.example.org>, delay=%u.%u, status=%s", who[rnd(6)], rnd(9), rnd(30), rnd(100), rnd(3) ? "sent" : "deferred"); break;
    default: n += sprintf(b + n, "oom-killer: task %s score %u rss %ukB aabbaabb%x", who[rnd(6)], rnd(1000), rnd(1u << 20), rnd(1u << 30));
    }
    return memcpy(malloc((size_t)n + 1), b, (size_t)n + 1);
}

int main(int argc, char **argv)
{
    static const char *defpat[] = {
        "\\d+\\.\\d+\\.\\d+\\.\\d+ port \\d+$", "^2024-0[1-3]-.*(sshd|cron)\\[", "(a|b|aa|bb)+[0-9a-f]+",
        "<\\w+@[a-z0-9.]+>", "(GET|PUT|POST) /[^ ]*\\.(png|jpg) ", "(4|5)\\d\\d \\d+B", "status=(sent|bounced)|oom-?killer" };
    int nlines = argc > 1 ? atoi(argv[1]) : 52000, npat = argc > 3 ? argc - 3 : 7;
    rs = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) | 1u : 77777u;
    Prog *pats = malloc(sizeof *pats * (size_t)npat);
    for (int k = 0; k < npat; k++) pats[k] = compile(argc > 3 ? argv[3 + k] : defpat[k]);
    char **lines = malloc(sizeof *lines * (size_t)nlines);
    for (int i = 0; i < nlines; i++) lines[i] = make_line();

    // lines in blocks; every block has a hit list of its own, joined in order
    enum { BLOCK = 64 };
    int nblk = (nlines + BLOCK - 1) / BLOCK;
    HitList hits = { 0 }, *part = calloc((size_t)nblk + 1, sizeof *part);
    #pragma omp parallel
    {
        Machine m = { 0 };
        #pragma omp for schedule(dynamic)
        for (int b = 0; b < nblk; b++)
            for (int i = b * BLOCK; i < nlines && i < (b + 1) * BLOCK; i++)
                scan_line(&m, pats, npat, lines[i], i, &part[b]);
        free(m.cur.t); free(m.nxt.t); free(m.mark);
    }
    for (int b = 0; b < nblk; b++) hits.cap += part[b].n;
    hits.v = malloc(sizeof *hits.v * (hits.cap + 1));
    for (int b = 0; b < nblk; b++) {
        if (part[b].n) memcpy(hits.v + hits.n, part[b].v, sizeof *hits.v * part[b].n);
        hits.n += part[b].n;
        free(part[b].v);
    }
    free(part);

    uint64_t h = 1469598103934665603ull;
    long *count = calloc((size_t)npat, sizeof *count), *chars = calloc((size_t)npat, sizeof *chars);
    for (size_t i = 0; i < hits.n; i++) {
        const Hit *q = &hits.v[i];
        count[q->pat]++;
        chars[q->pat] += q->to - q->from;
        h = (h ^ (uint64_t)(q->line * 64 + q->pat)) * 1099511628211ull;
        h = (h ^ (uint64_t)(q->from * 1024 + q->to)) * 1099511628211ull;
    }
    for (int k = 0; k < npat; k++) printf("%8ld hits %9ld chars  %3d insts  %s\n", count[k], chars[k], pats[k].n, pats[k].src);
    for (size_t i = 0; i < hits.n; i += hits.n / 5 + 1)
        printf("line %d: %.*s\n", hits.v[i].line, hits.v[i].to - hits.v[i].from, lines[hits.v[i].line] + hits.v[i].from);
    printf("%d lines, %zu hits, hash %016llx\n", nlines, hits.n, (unsigned long long)h);
    return 0;
}

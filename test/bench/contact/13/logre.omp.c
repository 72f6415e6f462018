/* logre: counts which lines of a (generated) system log match which of a few
   regular expressions.  The expressions are parsed by recursive descent and
   turned into an NFA, which is run over the line with a list of states
   (Thompson, as told by Russ Cox).
   usage: logre [lines] [seed]

   In parallel: the lines, each against all patterns; the lists of states and
   the marks in the states must become private.

   SMALL: 300 5 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHR, ANY, SET, BOL, EOL_, SPLIT, MATCH };
struct state { int op, c; int out, out1; unsigned char *set; };
struct regex { struct state *st; int n, cap, start; const char *src, *p; };
enum { NCHR, NCAT, NALT, NSTAR, NPLUS, NOPT, NEMPTY };
struct ast { int kind, op, c; unsigned char *set; struct ast *a, *b; };
struct line { struct line *next; int len; char s[]; };

static const char *patterns[] = {
    "error|fail(ed|ure)?",
    "^20[0-9][0-9]-1[0-2]-.*(cron|kernel)",
    "from ([0-9]+\\.)+[0-9]+ port [1-9][0-9]*$",
    "user=(root|admin[0-9]?)[^a-z]",
    "[aeiou][^aeiou ]+[aeiou][^aeiou ]+[aeiou]",
    "(a|b)?(ab|ba)+[c-f]*=.*7.*7",
    "took [0-9][0-9][0-9]+ms.*retr(y|ies)",
    "(x*)*y|0x[0-9a-f]*dead",
};
#define NPAT ((int)(sizeof patterns / sizeof *patterns))

static unsigned long long rs;
static int rnd(int n)
{
    rs ^= rs << 13; rs ^= rs >> 7; rs ^= rs << 17;
    return (int)((rs >> 11) % (unsigned)n);
}
static void die(const char *s, const char *t) { fprintf(stderr, "logre: %s %s\n", s, t); exit(1); }
static void *zalloc(size_t n) { void *p = calloc(1, n); if (!p) die("no", "memory"); return p; }

/* ---- parser ---- */
static struct ast *node(int kind, struct ast *a, struct ast *b)
{
    struct ast *n = zalloc(sizeof *n);
    n->kind = kind; n->a = a; n->b = b;
    return n;
}
static struct ast *alt(struct regex *r);
static struct ast *atom(struct regex *r)
{
    struct ast *n = node(NCHR, NULL, NULL);
    int c = (unsigned char)*r->p++, neg = 0;
    switch (c) {
    case '(':
        free(n);
        n = alt(r);
        if (*r->p++ != ')') die("missing ) in", r->src);
        return n;
    case '.': n->op = ANY; return n;
    case '^': n->op = BOL; return n;
    case '$': n->op = EOL_; return n;
    case '[':
        n->op = SET;
        n->set = zalloc(32);
        if (*r->p == '^') { neg = 1; r->p++; }
        while (*r->p && *r->p != ']') {
            int lo = (unsigned char)*r->p++, hi = lo;
            if (*r->p == '-' && r->p[1] != ']') { hi = (unsigned char)r->p[1]; r->p += 2; }
            for (; lo <= hi; lo++) n->set[lo >> 3] |= (unsigned char)(1 << (lo & 7));
        }
        if (*r->p++ != ']') die("missing ] in", r->src);
        if (neg) for (int i = 0; i < 32; i++) n->set[i] = (unsigned char)~n->set[i];
        return n;
    case '\\': c = (unsigned char)*r->p++;    /* fall through */
    default: n->op = CHR; n->c = c; return n;
    }
}
static struct ast *cat(struct regex *r)
{
    struct ast *l = NULL;
    while (*r->p && *r->p != '|' && *r->p != ')') {
        struct ast *n = atom(r);
        for (; *r->p && strchr("*+?", *r->p); r->p++)
            n = node(*r->p == '*' ? NSTAR : *r->p == '+' ? NPLUS : NOPT, n, NULL);
        l = l ? node(NCAT, l, n) : n;
    }
    return l ? l : node(NEMPTY, NULL, NULL);
}
static struct ast *alt(struct regex *r)
{
    struct ast *l = cat(r);
    while (*r->p == '|') { r->p++; l = node(NALT, l, cat(r)); }
    return l;
}

/* ---- NFA: emit(n, next) returns the entry of code for n that goes on at next ---- */
static int add(struct regex *r, int op, int out, int out1)
{
    if (r->n == r->cap) {
        r->cap = r->cap ? 2 * r->cap : 16;
        r->st = realloc(r->st, r->cap * sizeof *r->st);
        if (!r->st) die("no", "memory");
    }
    r->st[r->n] = (struct state){ .op = op, .out = out, .out1 = out1 };
    return r->n++;
}
static int emit(struct regex *r, struct ast *n, int next)
{
    int s, t, res = next;
    switch (n->kind) {
    case NCHR: res = add(r, n->op, next, -1); r->st[res].c = n->c; r->st[res].set = n->set; break;
    case NCAT: res = emit(r, n->a, emit(r, n->b, next)); break;
    case NALT: s = emit(r, n->a, next); t = emit(r, n->b, next); res = add(r, SPLIT, s, t); break;
    case NOPT: res = add(r, SPLIT, emit(r, n->a, next), next); break;
    case NSTAR: case NPLUS:
        s = add(r, SPLIT, -1, next);
        t = emit(r, n->a, s);
        r->st[s].out = t;
        res = n->kind == NSTAR ? s : t;
    }
    return res;
}
static void ast_free(struct ast *n) { if (n) { ast_free(n->a); ast_free(n->b); free(n); } }
static void compile(struct regex *r, const char *src)
{
    memset(r, 0, sizeof *r);
    r->src = r->p = src;
    struct ast *tree = alt(r);
    if (*r->p) die("trailing text in", src);
    int m = add(r, MATCH, -1, -1);
    r->start = emit(r, tree, m);
    ast_free(tree);
}

/* ---- matcher ---- */
struct runner { int *clist, *nlist, ncl, nnl, found; unsigned listid, *mark; long work; };

static void follow(struct runner *u, const struct regex *r, int s, int at, int len)
{
    const struct state *st = &r->st[s];
    if (u->mark[s] == u->listid) return;
    u->mark[s] = u->listid;
    switch (st->op) {
    case SPLIT: follow(u, r, st->out, at, len); follow(u, r, st->out1, at, len); return;
    case BOL: if (at == 0) follow(u, r, st->out, at, len); return;
    case EOL_: if (at == len) follow(u, r, st->out, at, len); return;
    case MATCH: u->found = 1; return;
    }
    u->nlist[u->nnl++] = s;
}
/* where the earliest-ending match ends, or -1 */
static int search(struct runner *u, const struct regex *r, const char *s, int len)
{
    u->ncl = 0;
    for (int i = 0; ; i++) {
        int *tmp;
        u->listid++;
        u->found = u->nnl = 0;
        int c = i > 0 ? (unsigned char)s[i - 1] : 0;
        for (int k = 0; k < u->ncl; k++) {
            const struct state *st = &r->st[u->clist[k]];
            if (st->op == ANY || (st->op == CHR && st->c == c) ||
                (st->op == SET && (st->set[c >> 3] >> (c & 7) & 1)))
                follow(u, r, st->out, i, len);
        }
        follow(u, r, r->start, i, len);
        u->work += u->nnl;
        if (u->found) return i;
        if (i == len) return -1;
        tmp = u->clist; u->clist = u->nlist; u->nlist = tmp;
        u->ncl = u->nnl;
    }
}

static struct line *make_line(int no)
{
    static const char *prog[] = { "sshd", "cron", "kernel", "httpd", "postfix", "abacus" };
    static const char *msg[] = { "connection closed", "job failed", "out of memory error", "GET /index.html",
        "queue run completed", "abbaabcde=", "authentication failure", "page fault at 0x" };
    static const char *who[] = { "root", "guest", "admin", "alice", "admin7", "bob" };
    char b[256];
    int n = sprintf(b, "20%02d-%02d-%02d %02d:%02d:%02d host%d %s[%d]: %s", rnd(25), 1 + rnd(12), 1 + rnd(28),
        no / 3600 % 24, no / 60 % 60, no % 60, rnd(40), prog[rnd(6)], 100 + rnd(30000), msg[rnd(8)]);
    if (rnd(2)) n += sprintf(b + n, "%x", (unsigned)rnd(1 << 30) * 2u);
    if (rnd(3) == 0) n += sprintf(b + n, " user=%s;", who[rnd(6)]);
    if (rnd(3) == 0) n += sprintf(b + n, " took %dms after %d retries", rnd(2000), rnd(4));
    if (rnd(4) == 0) n += sprintf(b + n, " from %d.%d.%d.%d port %d", rnd(256), rnd(256), rnd(256), rnd(256), rnd(65536));
    struct line *l = zalloc(sizeof *l + (size_t)n + 1);
    memcpy(l->s, b, (size_t)n + 1);
    l->len = n;
    return l;
}

int main(int argc, char **argv)
{
    int nlines = argc > 1 ? atoi(argv[1]) : 150000, max = 0;
    rs = argc > 2 ? strtoull(argv[2], NULL, 10) * 2 + 1 : 4711;
    struct line *head = NULL, **tail = &head, *best[NPAT] = { NULL };
    struct regex re[NPAT];
    int hits[NPAT] = { 0 }, combo[NPAT + 1] = { 0 };
    unsigned sum = 0;

    for (int i = 0; i < nlines; i++) { *tail = make_line(i); tail = &(*tail)->next; }
    for (int i = 0; i < NPAT; i++) { compile(&re[i], patterns[i]); if (re[i].n > max) max = re[i].n; }
    struct line **index = zalloc((nlines + 1) * sizeof *index);
    int (*end)[NPAT] = zalloc((nlines + 1) * sizeof *end), n = 0;
    long work = 0;
    for (struct line *l = head; l; l = l->next) index[n++] = l;

    #pragma omp parallel reduction(+:work)
    {
        struct runner u = { .clist = zalloc(max * sizeof(int)), .nlist = zalloc(max * sizeof(int)),
                            .mark = zalloc(max * sizeof(unsigned)) };
        #pragma omp for schedule(dynamic, 256)
        for (int k = 0; k < n; k++)
            for (int i = 0; i < NPAT; i++)
                end[k][i] = search(&u, &re[i], index[k]->s, index[k]->len);
        work += u.work;
        free(u.clist);
        free(u.nlist);
        free(u.mark);
    }

    for (int k = 0; k < n; k++) {
        struct line *l = index[k];
        int m = 0;
        for (int i = 0; i < NPAT; i++) {
            int e = end[k][i];
            sum = sum * 16777619u + (unsigned)(e + 1);
            if (e < 0) continue;
            m++;
            hits[i]++;
            if (!best[i] || l->len > best[i]->len) best[i] = l;
        }
        combo[m]++;
    }

    for (int i = 0; i < NPAT; i++)
        printf("%-45s %2d states %6d lines\n   %.100s\n", patterns[i], re[i].n, hits[i], best[i] ? best[i]->s : "-");
    for (int i = 0; i <= NPAT; i++) printf("%d:%d ", i, combo[i]);
    printf("\nwork %ld checksum %08x\n", work, sum);
    for (struct line *l = head, *nx; l; l = nx) { nx = l->next; free(l); }
    for (int i = 0; i < NPAT; i++) {
        for (int k = 0; k < re[i].n; k++) free(re[i].st[k].set);
        free(re[i].st);
    }
    free(index);
    free(end);
    return 0;
}

/* rgrep: several regular expressions over a log, by simulation of the NFA.
 * Syntax: c . [a-z] [^x] \d ( ) | * + ?  -- leftmost-first start, longest end.
 * The log is made up by the program.   usage: rgrep [lines] [seed] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

enum op { CHAR, SET, SPLIT, JUMP, MATCH };
struct inst { enum op op; int c, x, y; uint8_t set[32]; };
struct prog { const char *src; struct inst *code; int n; };

#define MAXINST 256
#define NPAT 6
static const char *patterns[NPAT] = {
    "(GET|PUT) /[a-z]+/\\d+", "user=(root|admin[a-z]*)", "[a-z]+@[a-z]+(.(com|org))+",
    "timeout after \\d\\d\\d+ms", "\\d+-\\d+-\\d+T(0|1)\\d:", "e(r+)or.*(disk|net).*\\d$" };

/* ---- compiler: recursive descent, emits code in place ---- */
static const char *pp;
static struct prog *cur;

static void bad(const char *why) {
    fprintf(stderr, "rgrep: %s near '%s' in '%s'\n", why, pp, cur->src);
    exit(1);
}

static int emit(enum op op, int x, int y) {
    if (cur->n == MAXINST) bad("expression too long");
    struct inst *i = &cur->code[cur->n];
    memset(i, 0, sizeof *i);
    i->op = op; i->x = x; i->y = y;
    return cur->n++;
}

static int insert(int at, enum op op)           /* make room for one instruction */
{
    emit(op, 0, 0);
    memmove(&cur->code[at + 1], &cur->code[at], (cur->n - 1 - at) * sizeof *cur->code);
    for (int i = at + 1; i < cur->n; i++) {
        if (cur->code[i].op == SPLIT || cur->code[i].op == JUMP) {
            if (cur->code[i].x >= at) cur->code[i].x++;
            if (cur->code[i].y >= at) cur->code[i].y++;
        }
    }
    cur->code[at].op = op;
    return at;
}

static void add_range(struct inst *i, int lo, int hi) {
    for (int c = lo; c <= hi; c++) i->set[c >> 3] |= (uint8_t)(1 << (c & 7));
}

static void alternation(void);

static void atom(void) {
    if (*pp == '(') {
        pp++;
        alternation();
        if (*pp++ != ')')
            bad("missing )");
    } else if (*pp == '[') {
        int neg = *++pp == '^', at = emit(SET, 0, 0);
        pp += neg;
        for (; *pp && *pp != ']'; pp++) {
            int lo = (unsigned char)*pp, hi = lo;
            if (pp[1] == '-' && pp[2] != ']' && pp[2]) hi = (unsigned char)*(pp += 2);
            add_range(&cur->code[at], lo, hi);
        }
        if (!*pp++) bad("missing ]");
        for (int k = 0; neg && k < 32; k++) cur->code[at].set[k] ^= 255;
    } else if (*pp == '.' || (*pp == '\\' && pp[1] == 'd')) {
        int at = emit(SET, 0, 0);
        if (*pp == '.') add_range(&cur->code[at], 1, 255);
        else add_range(&cur->code[at], '0', '9');
        pp += *pp == '.' ? 1 : 2;
    } else if (*pp && !strchr("*+?|)", *pp)) {
        cur->code[emit(CHAR, 0, 0)].c = *pp == '$' && !pp[1] ? '\n' : (unsigned char)*pp;
        pp++;
    } else
        bad("unexpected character");
}

static void sequence(void) {
    while (*pp && *pp != '|' && *pp != ')') {
        int at = cur->n;
        atom();
        if (*pp == '+') {
            int s = emit(SPLIT, at, 0);
            cur->code[s].y = s + 1;
        } else if (*pp == '*' || *pp == '?') {
            insert(at, SPLIT);
            if (*pp == '*') emit(JUMP, at, 0);
            cur->code[at].x = at + 1;
            cur->code[at].y = cur->n;
        } else
            continue;
        pp++;
    }
}

static void alternation(void) {
    int at = cur->n;
    sequence();
    if (*pp == '|') {
        pp++;
        insert(at, SPLIT);
        int j = emit(JUMP, 0, 0);
        cur->code[at].x = at + 1;
        cur->code[at].y = cur->n;
        alternation();
        cur->code[j].x = cur->n;
    }
}

static void compile(struct prog *p, const char *src) {
    p->src = pp = src;
    p->n = 0;
    p->code = malloc(MAXINST * sizeof *p->code);
    if (!p->code) { perror("rgrep"); exit(1); }
    cur = p;
    alternation();
    if (*pp) bad("unbalanced )");
    emit(MATCH, 0, 0);
}

/* ---- matcher ---- */
struct list { int n, pc[MAXINST], from[MAXINST]; };
static struct list la, lb;
static unsigned mark[MAXINST], stamp;
static long steps;

static void follow(const struct prog *p, struct list *l, int pc, int from) {
    if (mark[pc] == stamp) return;
    mark[pc] = stamp;
    const struct inst *i = &p->code[pc];
    if (i->op == JUMP) follow(p, l, i->x, from);
    else if (i->op == SPLIT) {
        follow(p, l, i->x, from);
        follow(p, l, i->y, from);
    } else {
        l->pc[l->n] = pc;
        l->from[l->n++] = from;
    }
}

/* text ends with '\n'; 1 and [*from,*to) if there is a match */
static int search(const struct prog *p, const char *s, int len, int *from, int *to) {
    struct list *now = &la, *next = &lb;
    int found = 0;
    now->n = 0;
    for (int i = 0; i <= len; i++) {
        stamp++;
        for (int k = 0; k < now->n; k++) mark[now->pc[k]] = stamp;
        if (!found) follow(p, now, 0, i);
        if (now->n == 0) break;
        int c = i < len ? (unsigned char)s[i] : 0;
        next->n = 0;
        stamp++;
        for (int k = 0; k < now->n; k++) {
            const struct inst *in = &p->code[now->pc[k]];
            steps++;
            if (in->op == MATCH) {
                if (!found || now->from[k] <= *from) { found = 1; *from = now->from[k]; *to = i; }
            } else if (c && (in->op == CHAR ? in->c == c : in->set[c >> 3] >> (c & 7) & 1)
                       && !(found && now->from[k] > *from))
                follow(p, next, now->pc[k] + 1, now->from[k]);
        }
        struct list *t = now; now = next; next = t;
    }
    return found;
}

/* ---- the log ---- */
static uint32_t rs;
static int rnd(int n) { rs = rs * 1664525u + 1013904223u; return (int)((rs >> 10) % (uint32_t)n); }

static char *make_log(int lines) {
    static const char *w[] = { "GET /items/", "PUT /orders/", "user=", "root", "admin", "guest", "timeout after ", "error on disk ",
        "err net ", "warning: ", "mail to bob@site.com", "anna@host.co.org ", "2026-0", "ms ", "reconnect ", "cache miss " };
    char *text = malloc((size_t)lines * 130 + 1), *p = text;
    if (!text) { perror("rgrep"); exit(1); }
    for (int i = 0; i < lines; i++) {
        p += sprintf(p, "2026-%02d-%02dT%02d:%02d ", 1 + rnd(12), 1 + rnd(28), rnd(24), rnd(60));
        for (int k = 1 + rnd(4); k > 0; k--)
            p += sprintf(p, rnd(2) ? "%s%d" : "%s", w[rnd(16)], rnd(2000));
        *p++ = '\n';
    }
    *p = 0;
    return text;
}

int main(int argc, char **argv) {
    int lines = argc > 1 ? atoi(argv[1]) : 110000;
    rs = argc > 2 ? (uint32_t)atoi(argv[2]) : 5;
    struct prog prog[NPAT];
    int hits[NPAT] = { 0 }, first[NPAT] = { 0 }, longest[NPAT] = { 0 }, line = 0;
    uint32_t where[NPAT] = { 0 };
    if (lines < 1) { fputs("usage: rgrep [lines] [seed]\n", stderr); return 1; }
    for (int k = 0; k < NPAT; k++) compile(&prog[k], patterns[k]);
    char *text = make_log(lines);
    for (char *p = text, *e; *p; p = e) {
        e = strchr(p, '\n') + 1;
        line++;
        for (int k = 0; k < NPAT; k++) {
            int a = 0, b = 0;
            if (!search(&prog[k], p, (int)(e - p), &a, &b)) continue;
            if (hits[k]++ == 0) first[k] = line;
            if (b - a > longest[k]) longest[k] = b - a;
            where[k] = (where[k] ^ (uint32_t)(line * 4099 + a * 131 + b)) * 16777619u;
        }
    }
    for (int k = 0; k < NPAT; k++) {
        printf("%-30s hits %6d first %d longest %d digest %08x\n", patterns[k], hits[k], first[k], longest[k], where[k]);
        free(prog[k].code);
    }
    printf("%d lines, %ld steps\n", line, steps);
    free(text);
    return 0;
}

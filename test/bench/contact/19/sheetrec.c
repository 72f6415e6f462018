/*
 * sheetrec: a small spreadsheet engine and a what-if report.
 * Cells hold numbers or formulas (text); formulas are compiled to postfix
 * code and evaluated on demand, with cycle detection.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
#include <math.h>

#define COLS 16
enum op { PUSH, CELL, ADD, SUB, MUL, DIV, NEG, SUM, MAXR, IF, LT, SQRT, MINR, END };
enum state { EMPTY, CONST, DIRTY, BUSY, DONE, ERROR };

struct code { enum op op; double num; int a, b; };
struct cell {
    enum state st;
    double val;
    char *text;
    struct code *prog;
};

static int rows;
static struct cell *sheet;
static long evals, errors;

#define AT(r, c) (&sheet[(r) * COLS + (c)])

/* ------------------------------------------------ compiler */
static const char *src;
static struct code buf[256];
static int nbuf;

static void fail(const char *why)
{
    fprintf(stderr, "formula error: %s near '%s'\n", why, src);
    exit(2);
}
static void emit(enum op op, double num, int a, int b)
{
    if (nbuf == 256) fail("too long");
    buf[nbuf++] = (struct code){ op, num, a, b };
}
static int cellref(void)
{
    int c = toupper((unsigned char)*src++) - 'A', r = 0;
    if (!isdigit((unsigned char)*src)) fail("reference");
    while (isdigit((unsigned char)*src)) r = r * 10 + *src++ - '0';
    if (c < 0 || c >= COLS || r < 1 || r > rows) fail("range");
    return (r - 1) * COLS + c;
}
static void want(char c) { if (*src != c) fail("syntax"); src++; }
static void expr(void);

static void primary(void)
{
    if (*src == '(') { src++; expr(); want(')'); }
    else if (*src == '-') { src++; primary(); emit(NEG, 0, 0, 0); }
    else if (isdigit((unsigned char)*src) || *src == '.') {
        char *e;
        double v = strtod(src, &e);
        src = e;
        emit(PUSH, v, 0, 0);
    } else if (!strncmp(src, "SUM(", 4) || !strncmp(src, "MAX(", 4) || !strncmp(src, "MIN(", 4)) {
        enum op o = src[0] == 'S' ? SUM : src[1] == 'A' ? MAXR : MINR;
        src += 4;
        int a = cellref();
        want(':');
        int b = cellref();
        want(')');
        emit(o, 0, a, b);
    } else if (!strncmp(src, "SQRT(", 5)) { src += 5; expr(); want(')'); emit(SQRT, 0, 0, 0); }
    else if (!strncmp(src, "IF(", 3)) {
        src += 3;
        expr(); want(','); expr(); want(','); expr(); want(')');
        emit(IF, 0, 0, 0);
    } else emit(CELL, 0, cellref(), 0);
}
static void term(void)
{
    primary();
    while (*src == '*' || *src == '/') {
        char o = *src++;
        primary();
        emit(o == '*' ? MUL : DIV, 0, 0, 0);
    }
}
static void sum(void)
{
    term();
    while (*src == '+' || *src == '-') {
        char o = *src++;
        term();
        emit(o == '+' ? ADD : SUB, 0, 0, 0);
    }
}
static void expr(void)
{
    sum();
    if (*src == '<') { src++; sum(); emit(LT, 0, 0, 0); }
}

static void set_text(int r, int c, const char *t)
{
    struct cell *k = AT(r, c);
    k->text = strdup(t);
    if (*t != '=') { k->st = CONST; k->val = atof(t); return; }
    src = t + 1;
    nbuf = 0;
    expr();
    if (*src) fail("trailing text");
    emit(END, 0, 0, 0);
    k->prog = malloc(sizeof *buf * nbuf);
    memcpy(k->prog, buf, sizeof *buf * nbuf);
    k->st = DIRTY;
}

/* ------------------------------------------------ evaluation */
static double value(int at);

static double range(enum op o, int a, int b)
{
    double acc = o == SUM ? 0 : o == MAXR ? -HUGE_VAL : HUGE_VAL;
    for (int r = a / COLS; r <= b / COLS; r++)
        for (int c = a % COLS; c <= b % COLS; c++) {
            double v = value(r * COLS + c);
            if (o == SUM) acc += v;
            else if (o == MAXR) { if (v > acc) acc = v; }
            else if (v < acc) acc = v;
        }
    return acc;
}

static double run(const struct code *p, int *bad)
{
    double st[64];
    int n = 0;
    for (;; p++) {
        switch (p->op) {
        case PUSH: st[n++] = p->num; break;
        case CELL: st[n++] = value(p->a); break;
        case ADD: n--; st[n - 1] += st[n]; break;
        case SUB: n--; st[n - 1] -= st[n]; break;
        case MUL: n--; st[n - 1] *= st[n]; break;
        case DIV: n--; if (st[n] == 0) { *bad = 1; return 0; } st[n - 1] /= st[n]; break;
        case NEG: st[n - 1] = -st[n - 1]; break;
        case LT: n--; st[n - 1] = st[n - 1] < st[n]; break;
        case IF: n -= 2; st[n - 1] = st[n - 1] != 0 ? st[n] : st[n + 1]; break;
        case SQRT: if (st[n - 1] < 0) { *bad = 1; return 0; } st[n - 1] = sqrt(st[n - 1]); break;
        case SUM: case MAXR: case MINR: st[n++] = range(p->op, p->a, p->b); break;
        case END: return st[0];
        }
    }
}

static double value(int at)
{
    struct cell *k = &sheet[at];
    int bad = 0;
    switch (k->st) {
    case EMPTY: return 0;
    case BUSY: k->st = ERROR; errors++; return 0;      /* cycle */
    case DIRTY:
        k->st = BUSY;
        k->val = run(k->prog, &bad);
        evals++;
        if (bad || k->st == ERROR) { k->st = ERROR; k->val = 0; errors++; }
        else k->st = DONE;
        break;
    default: break;
    }
    return k->val;
}

static void recalc(void)
{
    for (int i = 0; i < rows * COLS; i++)
        if (sheet[i].prog) sheet[i].st = DIRTY;
    for (int i = 0; i < rows * COLS; i++) value(i);
}

static void build(void)
{
    char t[128];
    unsigned s = 99;
    set_text(0, 0, "0.03");              /* A1 growth, B1 price, C1 tax, D1 fixed cost */
    set_text(0, 1, "12.5");
    set_text(0, 2, "0.21");
    set_text(0, 3, "450");
    for (int r = 1; r < rows; r++) {
        int n = r + 1, w = r > 12 ? r - 10 : 2;
        s = s * 1103515245u + 12345u;
        sprintf(t, "%u", 60 + (s >> 16) % 90);                        set_text(r, 0, t);
        if (r == 1) strcpy(t, "=A2"); else sprintf(t, "=A%d+B%d*A1*0.5", n, n - 1); set_text(r, 1, t);
        sprintf(t, "=B%d*B1*(1+A1)", n);                              set_text(r, 2, t);
        sprintf(t, "=D1+B%d*SQRT(B%d)/3", n, n);                      set_text(r, 3, t);
        sprintf(t, "=C%d-D%d", n, n);                                 set_text(r, 4, t);
        sprintf(t, "=IF(E%d<0,0,E%d*C1)", n, n);                      set_text(r, 5, t);
        sprintf(t, "=E%d-F%d", n, n);                                 set_text(r, 6, t);
        sprintf(t, "=SUM(G%d:G%d)/%d", w, n, n - w + 1);              set_text(r, 7, t);
        sprintf(t, "=MAX(G%d:H%d)-MIN(G%d:H%d)", w, n, w, n);         set_text(r, 8, t);
        sprintf(t, "=IF(H%d<G%d,1,-(I%d/(B%d-150)))", n, n, n, n);    set_text(r, 9, t);
        sprintf(t, "=J%d*0.9+%s%d", n, r > 1 ? "K" : "A", r > 1 ? n - 1 : n); set_text(r, 10, t);
        sprintf(t, "=SUM(E%d:K%d)", n, n);                            set_text(r, 11, t);
    }
    set_text(0, 14, "=SUM(G2:G40)+O2");          /* a cycle, on purpose */
    set_text(1, 14, "=O1*0.5");
}

int main(int argc, char **argv)
{
    rows = argc > 1 ? atoi(argv[1]) : 1200;
    int scen = argc > 2 ? atoi(argv[2]) : 3500;
    if (rows < 40 || scen < 1) { fprintf(stderr, "usage: sheetrec rows scenarios\n"); return 1; }
    sheet = calloc((size_t)rows * COLS, sizeof *sheet);
    build();
    char t[64];
    double best = -HUGE_VAL, worst = HUGE_VAL, total = 0;
    int bi = 0, wi = 0;
    for (int k = 0; k < scen; k++) {
        AT(0, 0)->val = 0.001 * (k % 40);
        AT(0, 1)->val = 9 + 0.1 * (k % 61);
        AT(0, 2)->val = 0.15 + 0.01 * (k % 17);
        AT(0, 3)->val = 300 + k % 300;
        recalc();
        double profit = 0;
        for (int r = 1; r < rows; r++) profit += AT(r, 6)->val;
        profit += AT(rows - 1, 10)->val;
        total += profit;
        if (profit > best) { best = profit; bi = k; }
        if (profit < worst) { worst = profit; wi = k; }
        if (k % 100 == 0)
            printf("scenario %4d profit %14.4f spread %10.4f index %10.4f\n", k, profit,
                   AT(rows - 1, 8)->val, AT(rows - 1, 11)->val);
    }
    snprintf(t, sizeof t, "%s", AT(rows - 1, 9)->text);
    printf("best %d %.6f worst %d %.6f mean %.6f\n", bi, best, wi, worst, total / scen);
    printf("evaluations %ld errors %ld; last rule %s\n", evals, errors, t);
    return 0;
}

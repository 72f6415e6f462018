/* ledger.c -- read a file of formula records, parse each to a tree, evaluate
 * it, and add the results up by account.
 *
 * A record is one line:
 *     account ; x=NUM ; y=NUM ; expression
 * The expression knows + - * / ^, unary minus, parentheses, x, y, and a few
 * functions.  Bad records are counted by kind of error.
 */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { K_NUM, K_X, K_Y, K_ADD, K_SUB, K_MUL, K_DIV, K_POW, K_NEG, K_CALL };
enum err  { E_OK, E_SYNTAX, E_NAME, E_FIELD, E_RANGE, E_COUNT };

static const char *errname[E_COUNT] = { "ok", "syntax", "name", "field", "range" };

struct node {
    enum kind kind;
    double num;
    double (*fn)(double);
    struct node *l, *r;
};

static double sq(double x) { return x * x; }
static double relu(double x) { return x > 0 ? x : 0; }

static const struct { const char *name; double (*fn)(double); } functions[] = {
    { "sin", sin }, { "cos", cos }, { "sqrt", sqrt }, { "abs", fabs },
    { "sq", sq }, { "pos", relu }, { "exp", exp }, { NULL, NULL }
};

#define NACC 8
static const char *accounts[NACC] = {
    "rent", "travel", "payroll", "tax", "energy", "sales", "stock", "misc"
};

/* ---- parser state: current position and first error seen ---- */
static const char *cur;
static enum err perr;
#pragma omp threadprivate(cur, perr)

static struct node *expr(void);

static struct node *mk(enum kind k, struct node *l, struct node *r)
{
    struct node *n = malloc(sizeof *n);
    *n = (struct node){ k, 0, NULL, l, r };
    return n;
}

static void release(struct node *n)
{
    if (!n)
        return;
    release(n->l);
    release(n->r);
    free(n);
}

static void blanks(void) { while (*cur == ' ') cur++; }

static void fail(enum err e) { if (perr == E_OK) perr = e; }

static double number(void)
{
    double v = 0, scale = 1;
    int digits = 0;
    while (isdigit((unsigned char)*cur)) {
        v = v * 10 + (*cur++ - '0');
        digits++;
    }
    if (*cur == '.') {
        cur++;
        while (isdigit((unsigned char)*cur)) {
            scale /= 10;
            v += scale * (*cur++ - '0');
            digits++;
        }
    }
    if (!digits)
        fail(E_SYNTAX);
    return v;
}

static struct node *primary(void)
{
    struct node *n;
    blanks();
    if (isdigit((unsigned char)*cur)) {
        n = mk(K_NUM, NULL, NULL);
        n->num = number();
        return n;
    }
    if (*cur == '(') {
        cur++;
        n = expr();
        blanks();
        if (*cur == ')') cur++; else fail(E_SYNTAX);
        return n;
    }
    if (isalpha((unsigned char)*cur)) {
        char id[16];
        int len = 0, i;
        while (isalpha((unsigned char)*cur)) {
            if (len < 15)
                id[len++] = *cur;
            cur++;
        }
        id[len] = 0;
        if (strcmp(id, "x") == 0)
            return mk(K_X, NULL, NULL);
        if (strcmp(id, "y") == 0)
            return mk(K_Y, NULL, NULL);
        for (i = 0; functions[i].name; i++)
            if (strcmp(id, functions[i].name) == 0)
                break;
        if (!functions[i].name)
            fail(E_NAME);
        blanks();
        if (*cur != '(') {
            fail(E_SYNTAX);
            return mk(K_NUM, NULL, NULL);
        }
        n = mk(K_CALL, primary(), NULL);
        n->fn = functions[i].fn;
        return n;
    }
    fail(E_SYNTAX);
    return mk(K_NUM, NULL, NULL);
}

static struct node *power(void)
{
    struct node *n;
    blanks();
    if (*cur == '-') {
        cur++;
        return mk(K_NEG, power(), NULL);
    }
    n = primary();
    blanks();
    if (*cur == '^') {
        cur++;
        n = mk(K_POW, n, power());
    }
    return n;
}

static struct node *term(void)
{
    struct node *n = power();
    for (;;) {
        blanks();
        if (*cur == '*')      { cur++; n = mk(K_MUL, n, power()); }
        else if (*cur == '/') { cur++; n = mk(K_DIV, n, power()); }
        else return n;
    }
}

static struct node *expr(void)
{
    struct node *n = term();
    for (;;) {
        blanks();
        if (*cur == '+')      { cur++; n = mk(K_ADD, n, term()); }
        else if (*cur == '-') { cur++; n = mk(K_SUB, n, term()); }
        else return n;
    }
}

static double eval(const struct node *n, double x, double y)
{
    switch (n->kind) {
    case K_NUM:  return n->num;
    case K_X:    return x;
    case K_Y:    return y;
    case K_ADD:  return eval(n->l, x, y) + eval(n->r, x, y);
    case K_SUB:  return eval(n->l, x, y) - eval(n->r, x, y);
    case K_MUL:  return eval(n->l, x, y) * eval(n->r, x, y);
    case K_DIV:  return eval(n->l, x, y) / eval(n->r, x, y);
    case K_POW:  return pow(eval(n->l, x, y), eval(n->r, x, y));
    case K_NEG:  return -eval(n->l, x, y);
    case K_CALL: return n->fn(eval(n->l, x, y));
    }
    return 0;
}

static int depth_of(const struct node *n)
{
    int a = n->l ? depth_of(n->l) : 0, b = n->r ? depth_of(n->r) : 0;
    return 1 + (a > b ? a : b);
}

static double assignment(char name)
{
    double v;
    blanks();
    if (cur[0] != name || cur[1] != '=') {
        fail(E_FIELD);
        return 0;
    }
    cur += 2;
    v = number();
    blanks();
    if (*cur == ';') cur++; else fail(E_FIELD);
    return v;
}

/* handle one line; the account number and the value come back */
static enum err record(const char *line, int *acc, double *value, int *depth)
{
    double x, y, total = 0;
    struct node *tree;
    int i, len = 0;

    cur = line;
    perr = E_OK;
    *value = 0;
    *depth = 0;
    while (line[len] && line[len] != ';' && line[len] != ' ')
        len++;
    for (i = 0; i < NACC; i++)
        if ((int)strlen(accounts[i]) == len && strncmp(accounts[i], line, len) == 0)
            break;
    *acc = i;
    if (i == NACC)
        return E_NAME;
    cur += len;
    blanks();
    if (*cur++ != ';')
        return E_FIELD;
    x = assignment('x');
    y = assignment('y');
    tree = expr();
    blanks();
    if (*cur != '\0')
        fail(E_SYNTAX);
    if (perr == E_OK) {
        for (i = 0; i < 60; i++)              /* five years of months */
            total += eval(tree, x + 0.125 * i, y);
        if (isfinite(total) && fabs(total) < 1e12)
            *value = total;
        else
            perr = E_RANGE;
        *depth = depth_of(tree);
    }
    release(tree);
    return perr;
}

/* ---- made-up input ---- */
static unsigned rs = 2463534242u;
static unsigned rnd(unsigned n)
{
    rs = rs * 1103515245u + 12345u;
    return (rs >> 12) % n;
}

static char *gen_expr(char *p, int d)
{
    unsigned a, b;
    if (d == 0 || rnd(8) == 0) {
        switch (rnd(4)) {
        case 0:  *p++ = 'x'; break;
        case 1:  *p++ = 'y'; break;
        default:
            a = rnd(20);
            b = rnd(100);
            p += sprintf(p, "%u.%u", a, b);
        }
        return p;
    }
    switch (rnd(5)) {
    case 0:
        p += sprintf(p, "%s(", rnd(60) ? functions[rnd(6)].name : "foo");
        p = gen_expr(p, d - 1);
        *p++ = ')';
        break;
    case 1:
        *p++ = '(';
        p = gen_expr(p, d - 1);
        p += sprintf(p, rnd(150) ? ")^2" : "^2");
        break;
    default:
        p = gen_expr(p, d - 1);
        p += sprintf(p, " %c ", "+-*/"[rnd(4)]);
        p = gen_expr(p, d - 1);
    }
    return p;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 240000, i, a, maxdepth = 0;
    char **lines = malloc(n * sizeof *lines), buf[2048], *p;
    double sum[NACC] = { 0 }, big = 0;
    long cnt[NACC] = { 0 }, errors[E_COUNT] = { 0 };
    int bigline = -1;
    struct outcome { enum err e; int acc, depth; double v; } *res = malloc(n * sizeof *res);

    for (i = 0; i < n; i++) {
        p = buf;
        p += sprintf(p, "%s ;", rnd(200) ? accounts[rnd(NACC)] : "fun");
        p += sprintf(p, "%sx=%u", rnd(2) ? " " : "", (unsigned)i % 9);
        p += sprintf(p, ".%u; ", rnd(1000));
        p += sprintf(p, "y=%u.5 ; ", rnd(30));
        p = gen_expr(p, 3 + (int)rnd(3));
        *p = 0;
        lines[i] = malloc(p - buf + 1);
        strcpy(lines[i], buf);
    }

#pragma omp parallel for schedule(dynamic, 256)
    for (i = 0; i < n; i++)
        res[i].e = record(lines[i], &res[i].acc, &res[i].v, &res[i].depth);

    for (i = 0; i < n; i++) {
        double v = res[i].v;
        int d = res[i].depth;
        enum err e = res[i].e;
        a = res[i].acc;
        errors[e]++;
        if (d > maxdepth)
            maxdepth = d;
        if (e != E_OK)
            continue;
        sum[a] += v;
        cnt[a]++;
        if (bigline < 0 || v > big) {
            big = v;
            bigline = i;
        }
    }

    for (a = 0; a < NACC; a++)
        printf("%-8s %7ld %.10g\n", accounts[a], cnt[a], sum[a]);
    for (i = 0; i < E_COUNT; i++)
        printf("%s=%ld ", errname[i], errors[i]);
    printf("\ndepth %d, largest %.10g in line %d\n", maxdepth, big, bigline);
    for (i = 0; i < n; i++)
        free(lines[i]);
    free(lines);
    free(res);
    return 0;
}

// sheet: a mini spreadsheet.  Fills a sheet with numbers and formulas (as text, such as
// "=IF(B3>AVG(A1:A9),C2*0.5,MAX(D1,E7))"), parses the formulas, and recalculates it again
// and again after changing some inputs.
// Usage: sheet [rows] [recalculations] [seed]
//
// In parallel: the parsing of the cells, and in a recalculation all cells of the same
// dependency level (levels computed once, from the references).  The last column but one is
// a running total, one long chain.
//
// SMALL: 30 3 9
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLS 26
#define INPUTS 4                        // columns A..D hold numbers
#define CHAIN 24                        // column Y is a running total

typedef enum { NUM, REF, RANGE, BIN, NEG, CALL } Kind;
typedef struct Expr Expr;
typedef double (*Func)(Expr **arg, int n);
struct Expr {
    Kind kind;
    double num;
    int r0, c0, r1, c1;
    char op;
    Func fn;
    int nargs;
    Expr *arg[4];
};
typedef enum { DIRTY, BUSY, CLEAN } State;
typedef struct { char *text; Expr *expr; double val; State state; } Cell;

static Cell *sheet;
static int rows;
static long evals;
static unsigned rng;

static unsigned rnd(unsigned n) { rng = rng * 1664525u + 1013904223u; return (rng >> 10) % n; }
static Cell *at(int r, int c) { return &sheet[r * COLS + c]; }
static void fail(const char *why, const char *what) { fprintf(stderr, "sheet: %s: %s\n", why, what); exit(1); }

// ---------------------------------------------------------------- evaluation
static double eval(const Expr *e);

static double cell_value(int r, int c)
{
    Cell *q = at(r, c);
    if (q->state == CLEAN) return q->val;
    if (q->state == BUSY) fail("circular reference", q->text);
    q->state = BUSY;
    if (q->expr) { q->val = eval(q->expr); evals++; }
    q->state = CLEAN;
    return q->val;
}

typedef void (*Visit)(double v, void *acc);
static void each(Expr **arg, int n, Visit f, void *acc)
{
    for (int i = 0; i < n; i++)
        if (arg[i]->kind == RANGE)
            for (int c = arg[i]->c0; c <= arg[i]->c1; c++)
                for (int r = arg[i]->r0; r <= arg[i]->r1; r++) f(cell_value(r, c), acc);
        else f(eval(arg[i]), acc);
}
typedef struct { double sum, sq, min, max; int n; } Acc;
static void collect(double v, void *p)
{
    Acc *a = p;
    if (!a->n || v < a->min) a->min = v;
    if (!a->n || v > a->max) a->max = v;
    a->sum += v;
    a->sq += v * v;
    a->n++;
}
static Acc all(Expr **arg, int n) { Acc a = { 0 }; each(arg, n, collect, &a); return a; }
static double f_sum(Expr **a, int n) { return all(a, n).sum; }
static double f_avg(Expr **a, int n) { Acc s = all(a, n); return s.n ? s.sum / s.n : 0; }
static double f_min(Expr **a, int n) { return all(a, n).min; }
static double f_max(Expr **a, int n) { return all(a, n).max; }
static double f_std(Expr **a, int n)
{
    Acc s = all(a, n);
    double m = s.n ? s.sum / s.n : 0, v = s.n ? s.sq / s.n - m * m : 0;
    return v > 0 ? sqrt(v) : 0;
}
static double f_if(Expr **a, int n) { return n == 3 ? eval(eval(a[0]) != 0 ? a[1] : a[2]) : 0; }
static double f_sqrt(Expr **a, int n) { return n == 1 ? sqrt(fabs(eval(a[0]))) : 0; }
static const struct { const char *name; Func fn; } funcs[] = {
    { "SUM", f_sum }, { "AVG", f_avg }, { "MIN", f_min }, { "MAX", f_max },
    { "STDEV", f_std }, { "IF", f_if }, { "SQRT", f_sqrt },
};

static double eval(const Expr *e)
{
    double a, b;
    switch (e->kind) {
    case NUM: return e->num;
    case REF: return cell_value(e->r0, e->c0);
    case NEG: return -eval(e->arg[0]);
    case CALL: return e->fn((Expr **)e->arg, e->nargs);
    case RANGE: return 0;
    case BIN: break;
    }
    a = eval(e->arg[0]);
    b = eval(e->arg[1]);
    switch (e->op) {
    case '+': return a + b;
    case '-': return a - b;
    case '*': return a * b;
    case '/': return fabs(b) > 1e-9 ? a / b : 0;
    case '<': return a < b;
    default: return a > b;
    }
}

// ---------------------------------------------------------------- parsing
static Expr *parse_cmp(const char **s);
static Expr *mk(Kind k)
{
    Expr *e = calloc(1, sizeof *e);
    if (!e) fail("no memory", "expression");
    e->kind = k;
    return e;
}
static void parse_ref(const char **s, int *r, int *c)
{
    *c = *(*s)++ - 'A';
    *r = (int)strtol(*s, (char **)s, 10) - 1;
    if (*c < 0 || *c >= COLS || *r < 0 || *r >= rows) fail("bad reference near", *s);
}
static Expr *parse_atom(const char **s)
{
    Expr *e;
    char name[8];
    int l = 0;
    if (**s == '-') { ++*s; e = mk(NEG); e->arg[0] = parse_atom(s); return e; }
    if (**s == '(') { ++*s; e = parse_cmp(s); if (*(*s)++ != ')') fail("expected )", *s); return e; }
    if (isdigit((unsigned char)**s)) { e = mk(NUM); e->num = strtod(*s, (char **)s); return e; }
    if (isdigit((unsigned char)(*s)[1])) {
        e = mk(REF);
        parse_ref(s, &e->r0, &e->c0);
        if (**s == ':') { ++*s; e->kind = RANGE; parse_ref(s, &e->r1, &e->c1); }
        return e;
    }
    while (isalpha((unsigned char)**s) && l < 7) name[l++] = *(*s)++;
    name[l] = 0;
    e = mk(CALL);
    for (size_t i = 0; i < sizeof funcs / sizeof *funcs; i++)
        if (!strcmp(funcs[i].name, name)) e->fn = funcs[i].fn;
    if (!e->fn || **s != '(') fail("unknown function", name);
    do { ++*s; if (e->nargs == 4) fail("too many arguments", *s); e->arg[e->nargs++] = parse_cmp(s); } while (**s == ',');
    if (*(*s)++ != ')') fail("expected )", *s);
    return e;
}
static Expr *binary(const char **s, Expr *(*sub)(const char **), const char *ops)
{
    Expr *e = sub(s);
    while (**s && strchr(ops, **s)) {
        Expr *b = mk(BIN);
        b->op = *(*s)++;
        b->arg[0] = e;
        b->arg[1] = sub(s);
        e = b;
    }
    return e;
}
static Expr *parse_mul(const char **s) { return binary(s, parse_atom, "*/"); }
static Expr *parse_add(const char **s) { return binary(s, parse_mul, "+-"); }
static Expr *parse_cmp(const char **s) { return binary(s, parse_add, "<>"); }
static void free_expr(Expr *e)
{
    if (!e) return;
    for (int i = 0; i < 4; i++) free_expr(e->arg[i]);
    free(e);
}

// ---------------------------------------------------------------- the sheet
static void make_formula(char *b, int r, int c)
{
    int n = rows > 40 ? 40 : rows, lo = 1 + rnd(rows - n + 1), hi = lo + n / 2 + rnd(n / 2);
    int a = 'A' + rnd(c), d = 'A' + rnd(c), e = 'A' + rnd(c), q = 1 + rnd(rows), t = 1 + rnd(rows);
    if (c == CHAIN) { if (r) sprintf(b, "=%c%d*0.5+Y%d*0.5", a, r + 1, r); else sprintf(b, "=%c1", a); return; }
    switch (rnd(7)) {
    case 0: sprintf(b, "=AVG(%c%d:%c%d)+%d", a, lo, a, hi, rnd(10)); break;
    case 1: sprintf(b, "=IF(%c%d>AVG(%c%d:%c%d),%c%d*0.5,MAX(%c%d,%c%d))", a, q, d, lo, d, hi, e, t, a, t, d, q); break;
    case 2: sprintf(b, "=SQRT(SUM(%c%d:%c%d))*%d.5/(1+%c%d)", a, lo, a, hi, rnd(9), d, q); break;
    case 3: sprintf(b, "=STDEV(%c%d:%c%d,%c%d)-MIN(%c%d:%c%d)*0.1", a, lo, a, hi, d, t, e, lo, e, hi); break;
    case 4: sprintf(b, "=(%c%d+%c%d)/2-(%c%d<%c%d)", a, q, d, t, e, r + 1, a, t); break;
    case 5: sprintf(b, "=MAX(%c%d:%c%d)/(1+SQRT(%c%d*%c%d))", a, lo, a, hi, d, q, e, t); break;
    default: sprintf(b, "=-%c%d*0.25+SUM(%c%d:%c%d)/%d", a, q, e, lo, e, hi, hi - lo + 1);
    }
}
static void recalc(void)
{
    for (int i = 0; i < rows * COLS; i++) sheet[i].state = DIRTY;
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < COLS; c++) cell_value(r, c);
}

int main(int argc, char **argv)
{
    char b[128];
    rows = argc > 1 ? atoi(argv[1]) : 600;
    int times = argc > 2 ? atoi(argv[2]) : 250;
    rng = argc > 3 ? (unsigned)atoi(argv[3]) : 31u;
    if (rows < 2 || !(sheet = calloc((size_t)rows * COLS, sizeof *sheet))) fail("cannot make", "sheet");
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < COLS; c++) {
            if (c < INPUTS) sprintf(b, "%d.%02d", rnd(100), rnd(100));
            else make_formula(b, r, c);
            at(r, c)->text = malloc(strlen(b) + 1);
            if (!at(r, c)->text) fail("no memory", b);
            strcpy(at(r, c)->text, b);
        }
    for (int i = 0; i < rows * COLS; i++) {
        const char *s = sheet[i].text;
        if (*s == '=') { s++; sheet[i].expr = parse_cmp(&s); if (*s) fail("trailing text", s); }
        else sheet[i].val = strtod(s, NULL);
    }
    for (int t = 0; t < times; t++) {
        for (int k = 0; k < 5; k++) at(rnd(rows), rnd(INPUTS))->val = rnd(10000) / 100.0;
        recalc();
        if (t % (times / 8 + 1) == 0)
            printf("%3d: E2 %.6f M%d %.6f Y%d %.6f Z1 %.6f\n", t, at(1, 4)->val, rows / 2,
                   at(rows / 2 - 1, 12)->val, rows, at(rows - 1, CHAIN)->val, at(0, 25)->val);
    }
    for (int c = 0; c < COLS; c += 5) {
        double s = 0;
        for (int r = 0; r < rows; r++) s += at(r, c)->val;
        printf("column %c total %.8g  (%s)\n", 'A' + c, s, at(0, c)->text);
    }
    printf("%ld formulas evaluated\n", evals);
    for (int i = 0; i < rows * COLS; i++) { free(sheet[i].text); free_expr(sheet[i].expr); }
    free(sheet);
    return 0;
}

/* rowvm - spreadsheet style formulas compiled to bytecode and run on every row.
 * usage: rowvm [rows] [formula ...]      columns are a..h */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum op { PUSH, LOAD, ADD, SUB, MUL, DIV, LT, GT, NEG, SQRT, ABS, MIN, MAX, JZ, JMP, PREV, HALT };
enum err { E_NONE, E_DIV0, E_DOMAIN, E_COUNT };

struct ins { enum op op; int arg; double val; };
struct code { struct ins *v; int n, cap; };

#define NCOL 8
#define STACK 64
#define BINS 16

/* parser state */
static const char *src, *cur;
static struct code *out;
static int failed;
static long steps;

static void expr(void);

static int emit(enum op op, int arg, double val)
{
    if (out->n == out->cap) {
        out->cap = out->cap ? out->cap * 2 : 16;
        out->v = realloc(out->v, out->cap * sizeof *out->v);
        if (!out->v) { perror("rowvm"); exit(1); }
    }
    out->v[out->n] = (struct ins){ op, arg, val };
    return out->n++;
}

static void skip(void) { while (isspace((unsigned char)*cur)) cur++; }

static int accept(const char *s)
{
    size_t n = strlen(s);
    skip();
    if (strncmp(cur, s, n)) return 0;
    return cur += n, 1;
}

static void expect(const char *s)
{
    if (accept(s) || failed) return;
    fprintf(stderr, "rowvm: expected '%s' at column %d of: %s\n", s, (int)(cur - src) + 1, src);
    failed = 1;
}

static void call(enum op op, int nargs)
{
    expect("(");
    for (int i = 0; i < nargs && !failed; i++) { if (i) expect(","); expr(); }
    expect(")");
    emit(op, 0, 0);
}

static void primary(void)
{
    skip();
    if (failed) return;
    if (isdigit((unsigned char)*cur) || *cur == '.') {
        char *end;
        emit(PUSH, 0, strtod(cur, &end));
        cur = end;
    } else if (accept("sqrt")) call(SQRT, 1);
    else if (accept("abs")) call(ABS, 1);
    else if (accept("min")) call(MIN, 2);
    else if (accept("max")) call(MAX, 2);
    else if (accept("if")) {
        expect("(");
        expr();
        expect(",");
        int jz = emit(JZ, 0, 0);
        expr();
        expect(",");
        int jmp = emit(JMP, 0, 0);
        out->v[jz].arg = out->n;
        expr();
        out->v[jmp].arg = out->n;
        expect(")");
    } else if (accept("prev")) {             /* value of a column k rows above */
        expect("(");
        skip();
        int col = *cur - 'a';
        if (col < 0 || col >= NCOL) { expect("column"); return; }
        cur++;
        expect(")"); emit(PREV, col, 0);
    } else if (*cur >= 'a' && *cur < 'a' + NCOL) emit(LOAD, *cur++ - 'a', 0);
    else if (accept("-")) { primary(); emit(NEG, 0, 0); }
    else { expect("("); expr(); expect(")"); }
}

static void term(void)
{
    primary();
    for (;;)
        if (accept("*")) { primary(); emit(MUL, 0, 0); }
        else if (accept("/")) { primary(); emit(DIV, 0, 0); }
        else return;
}
static void sum(void)
{
    term();
    for (;;)
        if (accept("+")) { term(); emit(ADD, 0, 0); }
        else if (accept("-")) { term(); emit(SUB, 0, 0); }
        else return;
}
static void expr(void)
{
    sum();
    if (accept("<")) { sum(); emit(LT, 0, 0); }
    else if (accept(">")) { sum(); emit(GT, 0, 0); }
}

static int compile(const char *text, struct code *c)
{
    src = cur = text;
    out = c;
    failed = 0; memset(c, 0, sizeof *c);
    expr();
    skip();
    if (*cur) expect("end of formula");
    emit(HALT, 0, 0);
    return failed ? -1 : 0;
}

static enum err run(const struct code *c, double **cols, long row, double *result, long *nsteps)
{
    const struct ins *pc = c->v;
    double stack[STACK];
    int sp = 0;
    for (;; pc++) {
        ++*nsteps;
        switch (pc->op) {
        case PUSH: stack[sp++] = pc->val; break;
        case LOAD: stack[sp++] = cols[pc->arg][row]; break;
        case PREV: stack[sp++] = row ? cols[pc->arg][row - 1] : 0; break;
        case ADD: sp--; stack[sp - 1] += stack[sp]; break;
        case SUB: sp--; stack[sp - 1] -= stack[sp]; break;
        case MUL: sp--; stack[sp - 1] *= stack[sp]; break;
        case DIV: sp--; if (stack[sp] == 0) return E_DIV0; stack[sp - 1] /= stack[sp]; break;
        case LT: sp--; stack[sp - 1] = stack[sp - 1] < stack[sp]; break;
        case GT: sp--; stack[sp - 1] = stack[sp - 1] > stack[sp]; break;
        case MIN: sp--; if (stack[sp] < stack[sp - 1]) stack[sp - 1] = stack[sp]; break;
        case MAX: sp--; if (stack[sp] > stack[sp - 1]) stack[sp - 1] = stack[sp]; break;
        case NEG: stack[sp - 1] = -stack[sp - 1]; break;
        case ABS: stack[sp - 1] = fabs(stack[sp - 1]); break;
        case SQRT: if (stack[sp - 1] < 0) return E_DOMAIN; stack[sp - 1] = sqrt(stack[sp - 1]); break;
        case JZ: if (stack[--sp] == 0) pc = c->v + pc->arg - 1; break;
        case JMP: pc = c->v + pc->arg - 1; break;
        case HALT: *result = stack[0]; return E_NONE;
        }
    }
}

/* k steps of the generator at once */
static unsigned long long jump(unsigned long long s, unsigned long k)
{
    unsigned long long a = 6364136223846793005ULL, b = 1442695040888963407ULL;
    for (; k; k >>= 1) {
        if (k & 1) s = s * a + b;
        b = b * a + b;
        a *= a;
    }
    return s;
}

static const char *builtin[] = {
    "if(a > b, (a - b) / (c + 1), sqrt(d)) + min(e, f) * 0.5",
    "(a*a + b*b + c*c - 2*a*b) / (d - 12) + abs(g - h)",
    "sqrt(a - prev(a) + 60) * max(h, if(g < 50, e, f)) / (b - prev(b))",
    "if(a < 10, if(b < 50, c*d, -c*d), if(e > 75, f/g, sqrt(f - 20)))",
    "max(max(a,b),max(c,d)) - min(min(e,f),min(g,h)) + (a+b+c+d+e+f+g+h)/8",
};

int main(int argc, char **argv)
{
    long rows = argc > 1 ? atol(argv[1]) : 1500000;
    const char **text = builtin;
    int nf = sizeof builtin / sizeof *builtin;
    double *cols[NCOL], *result;
    if (argc > 2) { text = (const char **)argv + 2; nf = argc - 2; }
    if (rows < 1) { fprintf(stderr, "usage: rowvm [rows] [formula ...]\n"); return 2; }
    for (int c = 0; c < NCOL; c++)
        if (!(cols[c] = malloc(rows * sizeof(double)))) { perror("rowvm"); return 1; }
    #pragma omp parallel for schedule(dynamic, 1)
    for (int c = 0; c < NCOL; c++) {
        unsigned long long s = jump(42, (unsigned long)c * (unsigned long)rows);
        for (long r = 0; r < rows; r++) {
            s = s * 6364136223846793005ULL + 1442695040888963407ULL;
            cols[c][r] = (double)((s >> 40) % 1000) / 10.0;
        }
    }
    char *bad = malloc(rows);
    if (!(result = malloc(rows * sizeof(double))) || !bad) { perror("rowvm"); return 1; }
    for (int f = 0; f < nf; f++) {
        struct code c;
        long errs[E_COUNT] = { 0 }, hist[BINS] = { 0 }, ok = 0;
        double total = 0, lo = INFINITY, hi = -INFINITY;
        if (compile(text[f], &c)) return 1;
        #pragma omp parallel for schedule(static) reduction(+ : steps, errs)
        for (long r = 0; r < rows; r++) {
            enum err e = run(&c, cols, r, &result[r], &steps);
            errs[e]++;
            if (e) result[r] = NAN;
            bad[r] = e != E_NONE;
        }
        for (long r = 0; r < rows; r++) {      /* in row order, for the rounding */
            if (bad[r]) continue;
            total += result[r];
            if (result[r] < lo) lo = result[r];
            if (result[r] > hi) hi = result[r];
            ok++;
        }
        #pragma omp parallel for schedule(static) reduction(+ : hist)
        for (long r = 0; r < rows; r++) {
            if (isnan(result[r])) continue;
            int b = hi > lo ? (int)((result[r] - lo) / (hi - lo) * BINS) : 0;
            hist[b < BINS ? b : BINS - 1]++;
        }
        printf("%s\n  ins %d ok %ld div0 %ld domain %ld\n", text[f], c.n, ok, errs[E_DIV0], errs[E_DOMAIN]);
        printf("  mean %.12g min %.9g max %.9g hist", ok ? total / (double)ok : 0, lo, hi);
        for (int b = 0; b < BINS; b++) printf(" %ld", hist[b]);
        printf("\n");
        free(c.v);
    }
    printf("steps %ld\n", steps);
    for (int c = 0; c < NCOL; c++) free(cols[c]);
    free(result);
    free(bad);
    return 0;
}

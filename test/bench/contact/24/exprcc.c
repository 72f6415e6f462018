/* exprcc - toy compiler back end: parses small functions, value numbering with folding and CSE,
 * linear scan register allocation with spilling, then runs the code.
 * usage: exprcc [functions] [statements] [seed] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <ctype.h>

#define MAXVAL 4096
#define VARS 26
#define REGS 6
#define HASHSZ 1024
#define RUNS 12

typedef struct {
    char op;            /* '#' constant, 'p' parameter, or + - * / & ? */
    int a, b, c;
    int32_t imm;
    int last;           /* last use */
    int reg, slot, chain;          /* next value in the same hash bucket */
} Value;

typedef struct {
    char *source;
    int values, folded, shared, spills;
    uint32_t result;
} Function;

/* state of the function being compiled */
static Value val[MAXVAL];
static int nval, nfolded, nshared;
static int bucket[HASHSZ], var[VARS];
static const char *cur;

static uint32_t rng;
static int pick(int n)
{
    rng ^= rng << 13;
    rng ^= rng >> 17;
    rng ^= rng << 5;
    return (int)(rng % (uint32_t)n);
}

static char *gen_expr(char *p, int depth)
{
    int k = pick(10);
    if (depth == 0 || k < 2) {
        if (pick(4) == 0) return p + sprintf(p, "%d", pick(100));
        *p++ = (char)('a' + pick(VARS));
        return p;
    }
    *p++ = '(';
    p = gen_expr(p, depth - 1);
    if (k == 9) {
        *p++ = '?';
        p = gen_expr(p, depth - 1);
        *p++ = ':';
    } else
        *p++ = "+-*/&+-*+"[k];
    p = gen_expr(p, depth - 1);
    *p++ = ')';
    return p;
}

static char *gen_function(int statements)
{
    static char text[1 << 16];
    char *p = text;
    for (int i = 0; i < statements && p < text + sizeof text - 2000; i++) {
        *p++ = (char)('a' + pick(VARS));
        *p++ = '=';
        p = gen_expr(p, 2 + pick(3));
        p += sprintf(p, " ;\n");
    }
    *p = 0;
    return strcpy(malloc(p - text + 1), text);
}

static int32_t apply(char op, int32_t a, int32_t b, int32_t c)
{
    uint32_t x = (uint32_t)a, y = (uint32_t)b;
    switch (op) {
    case '+': return (int32_t)(x + y);
    case '-': return (int32_t)(x - y);
    case '*': return (int32_t)(x * y);
    case '/': return y + 1 < 2 ? a : (int32_t)((int64_t)a / b);
    case '&': return a & b;
    default: return a ? b : c;
    }
}

static int number(char op, int a, int b, int c, int32_t imm)
{
    if (op != '#' && op != 'p') {
        if (val[a].op == '#' && val[b].op == '#' && (op != '?' || val[c].op == '#')) {
            nfolded++;
            return number('#', 0, 0, 0, apply(op, val[a].imm, val[b].imm, op == '?' ? val[c].imm : 0));
        }
        if ((op == '+' || op == '*' || op == '&') && a > b) { int t = a; a = b; b = t; }
    }
    uint32_t h = (uint32_t)op * 31u + (uint32_t)a * 2654435761u + (uint32_t)b * 40503u + (uint32_t)c * 97u + (uint32_t)imm * 7919u;
    int *head = &bucket[(h >> 7) % HASHSZ];
    for (int v = *head; v >= 0; v = val[v].chain)
        if (val[v].op == op && val[v].a == a && val[v].b == b && val[v].c == c && val[v].imm == imm)
            return nshared++, v;
    if (nval == MAXVAL) abort();
    val[nval] = (Value){ op, a, b, c, imm, nval, -1, -1, *head };
    *head = nval;
    return nval++;
}

static int parse_expr(void)
{
    if (isdigit((unsigned char)*cur)) {
        char *end;
        long v = strtol(cur, &end, 10);
        cur = end;
        return number('#', 0, 0, 0, (int32_t)v);
    }
    if (*cur != '(') return var[*cur++ - 'a'];
    cur++;
    int a = parse_expr();
    char op = *cur++;
    int b = parse_expr(), c = 0;
    if (op == '?') cur++, c = parse_expr();
    cur++;
    return number(op, a, b, c, 0);
}

static int allocate(void)
{
    int owner[REGS], spills = 0;
    for (int r = 0; r < REGS; r++) owner[r] = -1;
    for (int v = 0; v < nval; v++) {
        if (val[v].last == v) continue;     /* dead */
        int free_reg = -1, far = 0;
        for (int r = 0; r < REGS; r++) {
            if (owner[r] < 0 || val[owner[r]].last <= v) free_reg = r;
            else if (val[owner[r]].last > val[owner[far] < 0 ? v : owner[far]].last) far = r;
        }
        if (free_reg < 0) {
            spills++;
            if (val[owner[far]].last <= val[v].last) { val[v].slot = spills; continue; }
            val[owner[far]].slot = spills;
            free_reg = far;
        }
        owner[free_reg] = v;
        val[v].reg = free_reg;
    }
    return spills;
}

static void compile(Function *f, uint32_t salt)
{
    nval = nfolded = nshared = 0;
    for (int i = 0; i < HASHSZ; i++) bucket[i] = -1;
    for (int i = 0; i < VARS; i++) var[i] = number('p', 0, 0, 0, i);
    for (cur = f->source; *cur; cur++) {
        if (cur[0] == '\n' || cur[0] == ' ' || cur[0] == ';') continue;
        int target = *cur - 'a';
        cur += 2;
        var[target] = parse_expr();
    }
    for (int v = 0; v < nval; v++) {
        if (val[v].op == '#' || val[v].op == 'p') continue;
        val[val[v].a].last = val[val[v].b].last = v;
        if (val[v].op == '?') val[val[v].c].last = v;
    }
    for (int i = 0; i < VARS; i++) val[var[i]].last = nval;
    f->spills = allocate();
    f->values = nval;
    f->folded = nfolded;
    f->shared = nshared;
    int32_t *out = malloc(nval * sizeof *out);
    f->result = 0;
    for (int run = 0; run < RUNS; run++) {
        for (int v = 0; v < nval; v++) {
            const Value *x = &val[v];
            if (x->op == '#') out[v] = x->imm;
            else if (x->op == 'p') out[v] = (int32_t)((uint32_t)(x->imm + 3) * (salt + 77u * run) >> 9) - 3000;
            else out[v] = apply(x->op, out[x->a], out[x->b], out[x->c]);
        }
        for (int i = 0; i < VARS; i++) f->result = f->result * 16777619u + (uint32_t)out[var[i]];
    }
    for (int v = 0; v < nval; v++) f->result = f->result * 33u + (uint32_t)(val[v].reg + 2 * val[v].slot);
    free(out);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 6000;
    int statements = argc > 2 ? atoi(argv[2]) : 120;
    uint32_t seed = argc > 3 ? (uint32_t)atoi(argv[3]) : 8;
    if (n < 1 || statements < 1 || statements > 300) return 1;

    Function *fn = calloc(n, sizeof *fn);
    for (int i = 0; i < n; i++) {
        rng = (seed * 2654435761u + (uint32_t)i * 40503u) | 1;
        fn[i].source = gen_function(statements / 2 + pick(statements));
    }
    for (int i = 0; i < n; i++) compile(&fn[i], seed + (uint32_t)i * 2246822519u);

    long values = 0, folded = 0, shared = 0, spills = 0, chars = 0;
    uint32_t digest = 0;
    for (int i = 0; i < n; i++) {
        values += fn[i].values;
        folded += fn[i].folded;
        shared += fn[i].shared;
        spills += fn[i].spills;
        chars += (long)strlen(fn[i].source);
        digest = digest * 69069u + fn[i].result;
        free(fn[i].source);
    }
    printf("functions %d chars %ld values %ld folded %ld shared %ld spills %ld digest %08x\n", n, chars, values,
           folded, shared, spills, digest);
    free(fn);
    return 0;
}

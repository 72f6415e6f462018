/*
 * rulevm - compiles small rule scripts to bytecode and runs every rule over
 * a table of customer records on a stack machine.
 *
 * The language: integer variables a..z, 'x = expr;', 'if (e) stmt [else stmt]',
 * 'while (e) stmt', '{ ... }', 'return e;', operators + - * / % < > = ! & |.
 * On entry a, b, c, d hold the record's fields.  Usage: rulevm [records]
 */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum op { PUSH, LOAD, STORE, ADD, SUB, MUL, DIV, MOD, LT, GT, EQ, AND, OR, NOT, JMP, JZ, RET };
enum status { OK, NO_RESULT, DIV_BY_ZERO, STACK_OVERFLOW, OUT_OF_FUEL, NSTATUS };

#define STACK 32
#define FUEL  20000

typedef struct { enum op op; int64_t arg; } insn;

typedef struct {
    const char *name, *src;
    insn *code;
    int n, cap;
} program;

typedef struct { int64_t field[4]; } record;

typedef struct {
    int64_t stack[STACK], var[26];
    int sp;
    long executed;
} machine;

static const char *status_name[] = { "ok", "no result", "div by zero", "overflow", "out of fuel" };

static program rules[] = {
    { .name = "collatz", .src = "n = 0; while (a > 1) { if (a % 2) a = 3 * a + 1; else a = a / 2;"
      " n = n + 1; } return n;" },
    { .name = "gcd", .src = "while (b) { t = a % b; a = b; b = t; } if (a > 50) return a * c / (d - 7);"
      " return a;" },
    { .name = "loan", .src = "m = 0; while (a > 0 & m < 600) { a = a + a * (c + 2) / 1200 - (b + 300) / 9;"
      " m = m + 1; if (a > 900000) return 0 - m; } return m * 100 + d;" },
    { .name = "score", .src = "s = 0; if (a > 5000) s = s + 10; if (b < 1000 & d > 30) s = s + 25;"
      " if (!(c = 4) | d = 18) s = s + a % 7; i = 0; while (i < d) { s = (s * 31 + i) % 1009;"
      " i = i + 1; } if (s > 400) return s; if (s % 9 = 0) while (1) s = s + 1;" },
    { .name = "primes", .src = "n = a % 500 + 2; k = 0; while (k < 12) { p = 1; i = 2; while (i * i < n + 1 & p)"
      " { if (n % i = 0) p = 0; i = i + 1; } if (p) { k = k + 1; h = h * 131 + n; h = h % 1000003; }"
      " n = n + 1; } return h;" },
};

/* state of the compiler */
static program *out;
static const char *in;

static int emit(enum op op, int64_t arg)
{
    if (out->n == out->cap) {
        out->cap = out->cap ? 2 * out->cap : 16;
        out->code = realloc(out->code, out->cap * sizeof(insn));
    }
    out->code[out->n] = (insn){ op, arg };
    return out->n++;
}

static int accept(const char *tok)
{
    while (isspace((unsigned char)*in))
        in++;
    size_t len = strlen(tok);
    if (strncmp(in, tok, len) != 0 || (isalpha((unsigned char)*tok) && isalnum((unsigned char)in[len])))
        return 0;
    in += len;
    return 1;
}

static void expect(const char *tok)
{
    if (!accept(tok)) {
        fprintf(stderr, "rule %s: '%s' expected before '%s'\n", out->name, tok, in);
        exit(1);
    }
}

static void binary(int level);
static void primary(void)
{
    if (accept("(")) {
        binary(0);
        expect(")");
    } else if (accept("!")) {
        primary();
        emit(NOT, 0);
    } else if (isdigit((unsigned char)*in)) {
        char *end;
        emit(PUSH, strtol(in, &end, 10));
        in = end;
    } else if (islower((unsigned char)*in)) {
        emit(LOAD, *in++ - 'a');
    } else
        expect("expression");
}

static void binary(int level)
{
    static const struct { const char *tok; enum op op; int level; } ops[] = {
        { "|", OR, 0 }, { "&", AND, 1 }, { "<", LT, 2 }, { ">", GT, 2 }, { "=", EQ, 2 },
        { "+", ADD, 3 }, { "-", SUB, 3 }, { "*", MUL, 4 }, { "/", DIV, 4 }, { "%", MOD, 4 },
    };
    if (level == 5)
        primary();
    else
        binary(level + 1);
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (ops[i].level == level && accept(ops[i].tok)) {
            binary(level + 1);
            emit(ops[i].op, 0);
            i = (size_t)-1;                     /* start over */
        }
}

static void statement(void)
{
    if (accept("{")) {
        while (!accept("}"))
            statement();
    } else if (accept("if")) {
        binary(0);
        int skip = emit(JZ, 0);
        statement();
        if (accept("else")) {
            int end = emit(JMP, 0);
            out->code[skip].arg = out->n;
            statement();
            skip = end;
        }
        out->code[skip].arg = out->n;
    } else if (accept("while")) {
        int top = out->n;
        binary(0);
        int leave = emit(JZ, 0);
        statement();
        emit(JMP, top);
        out->code[leave].arg = out->n;
    } else {
        int ret = accept("return"), var = 0;
        if (!ret)
            var = *in++ - 'a', expect("=");
        binary(0);
        expect(";");
        emit(ret ? RET : STORE, var);
    }
}

static void compile(program *p)
{
    out = p;
    in = p->src;
    while (accept(""), *in)
        statement();
}

static enum status run(machine *vm, const program *p, int64_t *result)
{
    int pc = 0, fuel = FUEL;
    while (pc < p->n) {
        const insn *i = &p->code[pc++];
        int64_t r = 0, l = 0;
        if (fuel-- == 0)
            return OUT_OF_FUEL;
        vm->executed++;
        if (i->op != PUSH && i->op != LOAD && i->op != JMP)
            r = vm->stack[--vm->sp];
        if (i->op >= ADD && i->op <= OR)
            l = vm->stack[--vm->sp];
        if ((i->op == DIV || i->op == MOD) && r == 0)
            return DIV_BY_ZERO;
        if (vm->sp == STACK)
            return STACK_OVERFLOW;
        switch (i->op) {
        case PUSH:  vm->stack[vm->sp++] = i->arg; break;
        case LOAD:  vm->stack[vm->sp++] = vm->var[i->arg]; break;
        case STORE: vm->var[i->arg] = r; break;
        case ADD:   vm->stack[vm->sp++] = l + r; break;
        case SUB:   vm->stack[vm->sp++] = l - r; break;
        case MUL:   vm->stack[vm->sp++] = l * r; break;
        case DIV:   vm->stack[vm->sp++] = l / r; break;
        case MOD:   vm->stack[vm->sp++] = l % r; break;
        case LT:    vm->stack[vm->sp++] = l < r; break;
        case GT:    vm->stack[vm->sp++] = l > r; break;
        case EQ:    vm->stack[vm->sp++] = l == r; break;
        case AND:   vm->stack[vm->sp++] = l && r; break;
        case OR:    vm->stack[vm->sp++] = l || r; break;
        case NOT:   vm->stack[vm->sp++] = !r; break;
        case JMP:   pc = (int)i->arg; break;
        case JZ:    pc = r ? pc : (int)i->arg; break;
        case RET:   *result = r; return OK;
        }
    }
    return NO_RESULT;
}

int main(int argc, char **argv)
{
    int nrec = argc > 1 ? atoi(argv[1]) : 12000, nrules = sizeof rules / sizeof *rules;
    record *table = malloc(nrec * sizeof *table);
    uint32_t seed = 12345;
    machine vm = { .executed = 0 };

    for (int i = 0; i < nrec; i++)
        for (int k = 0; k < 4; k++) {
            static const int range[4] = { 9999, 4000, 12, 80 };
            seed = seed * 1103515245u + 12345u;
            table[i].field[k] = (seed >> 8) % range[k] + (k == 0);
        }
    for (int r = 0; r < nrules; r++)
        compile(&rules[r]);

    for (int r = 0; r < nrules; r++) {
        int count[NSTATUS] = { 0 };
        int64_t total = 0, largest = INT64_MIN, where = -1;
        for (int i = 0; i < nrec; i++) {
            int64_t result = 0;
            vm.sp = 0;
            memset(vm.var, 0, sizeof vm.var);
            memcpy(vm.var, table[i].field, sizeof table[i].field);
            enum status st = run(&vm, &rules[r], &result);
            count[st]++;
            if (st != OK)
                continue;
            total += result;
            if (result > largest) {
                largest = result;
                where = i;
            }
        }
        printf("%-8s %3d insns  total %lld  largest %lld at %d ", rules[r].name, rules[r].n,
               (long long)total, (long long)largest, (int)where);
        for (int s = 0; s < NSTATUS; s++)
            if (count[s])
                printf(" %s:%d", status_name[s], count[s]);
        printf("\n");
        free(rules[r].code);
    }
    printf("%d records, %ld instructions\n", nrec, vm.executed);
    free(table);
    return 0;
}

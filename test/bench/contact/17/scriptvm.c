/*
 * scriptvm - compiles small infix programs to byte code and runs each of
 * them over a range of inputs on a stack machine (a rule engine's core).
 *
 * program: statements separated by ';'
 *   name = expr | while expr { ... } | if expr { ... } | out expr
 *
 * usage: scriptvm [rounds]
 */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PUSH, LOAD, STORE, ADD, SUB, MUL, DIV, MOD, LT, EQ, XOR, JZ, JMP, OUT, HALT, NOPS };

typedef struct {
    int op;
    int32_t arg;
} insn;

typedef struct {
    insn *code;
    int len, cap;
} program;

typedef struct {
    const char *p;
    const char *name;
    program *out;
    int errors;
} compiler;

typedef struct {
    int32_t vars[26];
    int32_t stack[64];
    uint32_t output;
    long outputs, steps;
    const char *fault;
} machine;

static const struct {
    const char *name, *text;
} library[] = {
    { "collatz", "c = 0; n = n + 1; while 1 < n { if n % 2 = 0 { n = n / 2; c = c - 1 + 1; }"
                 " e = n % 2; m = n; if e = 1 { if 1 < n { n = (3 * n + 1) / 2; } } c = c + 1; } out c" },
    { "gcdsum", "s = 0; i = 1; while i < n + 1 { a = n; b = i; while b { t = a % b; a = b; b = t; }"
                " s = s + a; i = i + 1; } out s" },
    { "primes", "p = 2; c = 0; while p < n { d = 2; f = 1; while d * d < p + 1 { if p % d = 0 { f = 0; d = p; }"
                " d = d + 1; } c = c + f; p = p + 1; } out c" },
    { "hash", "h = 5381; i = 0; while i < n * 3 { h = (h * 33 ^ i) % 65521; i = i + 1; } out h; out h % n" },
    { "fibmod", "a = 0; b = 1; i = 0; while i < n { t = (a + b) % 10007; a = b; b = t; i = i + 1; } out a" },
    { "broken", "x = 10 - n % 11; while x { out 100 / x; x = x - 1; } out 1 / (n % 7)" },
};
#define NPROGRAMS ((int)(sizeof library / sizeof library[0]))

static void emit(compiler *c, int op, int32_t arg)
{
    program *o = c->out;
    if (o->len == o->cap) {
        o->cap = o->cap * 2 + 16;
        o->code = realloc(o->code, (size_t)o->cap * sizeof *o->code);
        if (!o->code)
            exit(1);
    }
    o->code[o->len].op = op;
    o->code[o->len++].arg = arg;
}

static int peek(compiler *c)
{
    while (isspace((unsigned char)*c->p))
        c->p++;
    return (unsigned char)*c->p;
}

static int accept(compiler *c, int ch)
{
    if (peek(c) != ch)
        return 0;
    c->p++;
    return 1;
}

static void expect(compiler *c, int ch)
{
    if (!accept(c, ch)) {
        if (!c->errors++)
            printf("%s: expected '%c' before '%.10s'\n", c->name, ch, c->p);
        if (*c->p)
            c->p++;
    }
}

static int keyword(compiler *c, const char *w)
{
    size_t n = strlen(w);
    peek(c);
    if (strncmp(c->p, w, n) != 0 || isalpha((unsigned char)c->p[n]))
        return 0;
    c->p += n;
    return 1;
}

static void expression(compiler *c, int level)
{
    static const char ops[4][4] = { "<=", "^", "+-", "*/%" };
    static const int codes[4][3] = { { LT, EQ, 0 }, { XOR, 0, 0 }, { ADD, SUB, 0 }, { MUL, DIV, MOD } };
    const char *hit;

    if (level == 4) {
        if (isdigit(peek(c)))
            emit(c, PUSH, (int32_t)strtol(c->p, (char **)&c->p, 10));
        else if (isalpha(peek(c)))
            emit(c, LOAD, *c->p++ - 'a');
        else {
            expect(c, '(');
            expression(c, 0);
            expect(c, ')');
        }
        return;
    }
    expression(c, level + 1);
    while (peek(c) && (hit = strchr(ops[level], peek(c)))) {
        c->p++;
        expression(c, level + 1);
        emit(c, codes[level][hit - ops[level]], 0);
    }
}

static void block(compiler *c, int end)
{
    while (peek(c) != end && peek(c) && !c->errors) {
        int loop = keyword(c, "while"), top = c->out->len, hole;
        if (loop || keyword(c, "if")) {
            expression(c, 0);
            hole = c->out->len;
            emit(c, JZ, 0);
            expect(c, '{');
            block(c, '}');
            expect(c, '}');
            if (loop)
                emit(c, JMP, top);
            c->out->code[hole].arg = c->out->len;
        } else if (keyword(c, "out")) {
            expression(c, 0);
            emit(c, OUT, 0);
        } else {
            int v = peek(c) - 'a';
            c->p++;
            expect(c, '=');
            expression(c, 0);
            emit(c, STORE, v < 0 || v > 25 ? 0 : v);
        }
        accept(c, ';');
    }
}

static void run(machine *m, const program *prog, int32_t n)
{
    const insn *pc = prog->code;
    int32_t *sp = m->stack;

    memset(m->vars, 0, sizeof m->vars);
    m->vars['n' - 'a'] = n;
    m->fault = NULL;
    for (;; pc++) {
        m->steps++;
        switch (pc->op) {
        case PUSH: *sp++ = pc->arg; break;
        case LOAD: *sp++ = m->vars[pc->arg]; break;
        case STORE: m->vars[pc->arg] = *--sp; break;
        case ADD: sp--; sp[-1] = (int32_t)((uint32_t)sp[-1] + (uint32_t)sp[0]); break;
        case SUB: sp--; sp[-1] = (int32_t)((uint32_t)sp[-1] - (uint32_t)sp[0]); break;
        case MUL: sp--; sp[-1] = (int32_t)((uint32_t)sp[-1] * (uint32_t)sp[0]); break;
        case DIV:
        case MOD:
            sp--;
            if (sp[0] == 0 || sp[0] == -1) {
                m->fault = "bad divisor";
                return;
            }
            sp[-1] = pc->op == DIV ? sp[-1] / sp[0] : sp[-1] % sp[0];
            break;
        case LT: sp--; sp[-1] = sp[-1] < sp[0]; break;
        case EQ: sp--; sp[-1] = sp[-1] == sp[0]; break;
        case XOR: sp--; sp[-1] ^= sp[0]; break;
        case JZ: if (*--sp == 0) pc = prog->code + pc->arg - 1; break;
        case JMP: pc = prog->code + pc->arg - 1; break;
        case OUT: m->output = m->output * 31 + (uint32_t)*--sp; m->outputs++; break;
        default: return;
        }
    }
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 4500, faults = 0;
    long steps = 0;
    machine vm;

    for (int k = 0; k < NPROGRAMS; k++) {
        program prog = { NULL, 0, 0 };
        compiler c = { library[k].text, library[k].name, &prog, 0 };
        block(&c, 0);
        emit(&c, HALT, 0);
        memset(&vm, 0, sizeof vm);
        for (int i = 0; i < rounds && !c.errors; i++) {
            run(&vm, &prog, 10 + i * 7 % 331);
            if (vm.fault && faults++ < 8)
                printf("%s(%d): %s\n", library[k].name, 10 + i * 7 % 331, vm.fault);
        }
        printf("%-8s %3d instructions, %9ld steps, %6ld outputs, check %08x\n", library[k].name, prog.len, vm.steps,
               vm.outputs, vm.output);
        steps += vm.steps;
        free(prog.code);
    }
    printf("%ld steps, %d faults\n", steps, faults);
    return 0;
}

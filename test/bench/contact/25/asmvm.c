/* asmvm - assemble a rule set and run it in a small stack machine over meter records.
 * usage: asmvm [records]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

enum op { PUSH, FIELD, LOAD, STORE, ADD, SUB, MUL, DIV, MOD, XOR, LT, EQ, JZ, JMP, DUP, SWAP, COUNT, ALERT, CALL, RET, HALT, NOPS };
static const struct { const char *name; int arg; } optab[NOPS] = {
    { "push", 1 }, { "field", 1 }, { "load", 1 }, { "store", 1 }, { "add", 0 }, { "sub", 0 }, { "mul", 0 }, { "div", 0 }, { "mod", 0 }, { "xor", 0 },
    { "lt", 0 }, { "eq", 0 }, { "jz", 2 }, { "jmp", 2 }, { "dup", 0 }, { "swap", 0 }, { "count", 1 }, { "alert", 1 }, { "call", 2 }, { "ret", 0 }, { "halt", 0 } };

static const char *const source =
    "; plausibility\n field 1\n push 20\n lt\n jz a1\n count 0\n :a1\n field 2\n push 950\n swap\n lt\n jz a2\n alert 1\n count 1\n :a2\n"
    "; check digit of the meter number\n field 0\n store 0\n push 0\n store 1\n push 3\n store 2\n"
    " :dig\n load 0\n jz digend\n load 0\n push 10\n mod\n load 2\n mul\n load 1\n add\n store 1\n push 4\n load 2\n sub\n store 2\n"
    " load 0\n push 10\n div\n store 0\n jmp dig\n :digend\n load 1\n push 10\n mod\n field 3\n eq\n jz a3\n count 2\n :a3\n"
    "; tariff: greatest common divisor of two readings\n field 1\n store 0\n field 2\n store 1\n call gcd\n load 0\n push 7\n swap\n lt\n jz a4\n count 3\n :a4\n"
    "; rolling tag\n push 0\n store 3\n push 5381\n store 4\n :tag\n load 3\n push 12\n lt\n jz tagend\n load 4\n push 33\n mul\n field 4\n load 3\n add\n xor\n"
    " push 1048573\n mod\n store 4\n load 3\n push 1\n add\n store 3\n jmp tag\n :tagend\n load 4\n push 997\n mod\n jz a5\n jmp a6\n :a5\n alert 2\n count 4\n :a6\n"
    "; runaway loop on broken records (ended by the step limit)\n field 5\n push 777\n eq\n jz a7\n :spin\n jmp spin\n :a7\n field 6\n jz a8\n field 1\n field 6\n div\n push 50\n swap\n lt\n jz a8\n count 5\n :a8\n halt\n"
    " :gcd\n load 1\n jz gcdend\n load 0\n load 1\n mod\n load 1\n store 0\n store 1\n jmp gcd\n :gcdend\n ret\n";

#define MAXCODE 512
#define MAXLABEL 64
#define STEPS 4000
typedef struct { int32_t f[8]; } record;
typedef struct { int op, arg; } insn;

static insn code[MAXCODE];
static int ncode;
static int64_t stack[64], vars[16];
static long counters[8], traps[4], executed;
static uint32_t alertsum = 1;
static struct { long rec; int what; } recent[8];
static long nalerts;

static int assemble(const char *src)
{
    static struct { char name[16]; int at; } lab[MAXLABEL];
    static char want[MAXCODE][16];
    int nlab = 0;
    char line[80];
    while (*src) {
        size_t n = strcspn(src, "\n");
        char word[16] = "", arg[16] = "";
        if (n >= sizeof line) return -1;
        memcpy(line, src, n); line[n] = 0;
        src += n + (src[n] == '\n');
        if (line[0] == ';' || sscanf(line, " %15s %15s", word, arg) < 1) continue;
        if (word[0] == ':') {
            if (nlab == MAXLABEL) return -1;
            strcpy(lab[nlab].name, word + 1); lab[nlab++].at = ncode;
            continue;
        }
        int k = 0;
        while (k < NOPS && strcmp(optab[k].name, word)) k++;
        if (k == NOPS || ncode == MAXCODE) { fprintf(stderr, "asmvm: bad word '%s'\n", word); return -1; }
        code[ncode].op = k;
        if (optab[k].arg == 1) code[ncode].arg = atoi(arg);
        if (optab[k].arg == 2) strcpy(want[ncode], arg);
        ncode++;
    }
    for (int i = 0; i < ncode; i++) {
        if (!want[i][0]) continue;
        int k = 0;
        while (k < nlab && strcmp(lab[k].name, want[i])) k++;
        if (k == nlab) { fprintf(stderr, "asmvm: no label %s\n", want[i]); return -1; }
        code[i].arg = lab[k].at;
    }
    return 0;
}

static void raise_alert(long rec, int what)
{
    recent[nalerts % 8].rec = rec;
    recent[nalerts % 8].what = what;
    nalerts++;
    alertsum = (alertsum ^ (uint32_t)(rec * 4 + what)) * 16777619u;
}

enum { OK, TRAP_STEPS, TRAP_STACK, TRAP_DIV };

static int run(const record *r, long no)
{
    int pc = 0, sp = 0, ret[8], rp = 0, steps = 0;
    int64_t a, b;
    for (;;) {
        const insn *in = &code[pc++];
        if (++steps > STEPS) { executed += steps; return TRAP_STEPS; }
        if (sp > 60 || rp > 7) { executed += steps; return TRAP_STACK; }
        switch (in->op) {
        case PUSH: stack[sp++] = in->arg; break;
        case FIELD: stack[sp++] = r->f[in->arg & 7]; break;
        case LOAD: stack[sp++] = vars[in->arg & 15]; break;
        case STORE: vars[in->arg & 15] = stack[--sp]; break;
        case ADD: b = stack[--sp]; stack[sp - 1] += b; break;
        case SUB: b = stack[--sp]; stack[sp - 1] -= b; break;
        case MUL: b = stack[--sp]; stack[sp - 1] *= b; break;
        case XOR: b = stack[--sp]; stack[sp - 1] ^= b; break;
        case DIV: case MOD:
            b = stack[--sp]; a = stack[sp - 1];
            if (!b) { executed += steps; return TRAP_DIV; }
            stack[sp - 1] = in->op == DIV ? a / b : a % b;
            break;
        case LT: b = stack[--sp]; stack[sp - 1] = stack[sp - 1] < b; break;
        case EQ: b = stack[--sp]; stack[sp - 1] = stack[sp - 1] == b; break;
        case JZ: if (!stack[--sp]) pc = in->arg; break;
        case JMP: pc = in->arg; break;
        case DUP: stack[sp] = stack[sp - 1]; sp++; break;
        case SWAP: a = stack[sp - 1]; stack[sp - 1] = stack[sp - 2]; stack[sp - 2] = a; break;
        case COUNT: counters[in->arg & 7]++; break;
        case ALERT: raise_alert(no, in->arg); break;
        case CALL: ret[rp++] = pc; pc = in->arg; break;
        case RET: pc = ret[--rp]; break;
        case HALT: executed += steps; return OK;
        }
    }
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 650000;
    record *rec = malloc(sizeof *rec * (size_t)(n > 0 ? n : 1));
    uint64_t s = 0x9e3779b97f4a7c15ULL;
    if (!rec || assemble(source)) { free(rec); return 1; }
    for (long i = 0; i < n; i++)
        for (int k = 0; k < 8; k++) {
            s ^= s << 13; s ^= s >> 7; s ^= s << 17;
            static const int range[8] = { 100000000, 1000, 1000, 10, 65536, 5000, 40, 2 };
            rec[i].f[k] = (int32_t)((s >> 20) % (uint64_t)range[k]);
        }
    for (long i = 0; i < n; i++) traps[run(&rec[i], i)]++;
    printf("code %d records %ld executed %ld\n", ncode, n, executed);
    for (int k = 0; k < 6; k++) printf("counter %d: %ld\n", k, counters[k]);
    printf("ok %ld steps %ld stack %ld div %ld\n", traps[0], traps[1], traps[2], traps[3]);
    printf("alerts %ld sum %08x last", nalerts, alertsum);
    for (long k = nalerts < 8 ? 0 : nalerts - 8; k < nalerts; k++) printf(" %ld/%d", recent[k % 8].rec, recent[k % 8].what);
    putchar('\n');
    free(rec);
    return 0;
}

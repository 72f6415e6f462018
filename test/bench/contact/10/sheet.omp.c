// sheet: Monte Carlo runs over a small spreadsheet workbook.
//
// Formulas are stored in postfix and compiled to stack code once, the
// calculation chain is put into dependency order, then the workbook is recalculated for every scenario of
// the assumptions on sheet 0.
//
// usage: sheet [scenarios] [business units] [seed]
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS 24
#define COLS 26
#define ADDR(s, r, c) (((s) * ROWS + (r)) * COLS + (c))

typedef enum { opAdd, opSub, opMul, opDiv, opLess, opIf, opMin, opMax, opSum, opLow, opAvg, opNum, opCell } OpCode;
static const char *opNames[] = { "+", "-", "*", "/", "<", "IF", "MIN", "MAX", "SUM", "LOW", "AVG" };

typedef struct {
    OpCode op;
    int first, last;            // cell addresses
    double num;
} Instr;

typedef struct {
    Instr *code;
    int codeLen, visited;
} Cell;

typedef struct { int cell; double mean, sd; } Assumption;
typedef struct { double npv, lowCash, sales; } Outcome;

static Cell *cells, **chain;
static int chainLen, assumptionCount;
static Assumption assumptions[128];
static unsigned rngState;

static unsigned draw(void)
{
    rngState ^= rngState << 13;
    rngState ^= rngState >> 17;
    rngState ^= rngState << 5;
    return rngState;
}

// normal deviate from two raw draws
static double normal(double mean, double sd, const unsigned *raw)
{
    double u[2] = { (raw[0] + 0.5) / 4294967296.0, (raw[1] + 0.5) / 4294967296.0 };
    return mean + sd * sqrt(-2 * log(u[0])) * cos(6.283185307179586 * u[1]);
}

// [#sheet!]COLrow; COL @ and ~ are this and the previous column, row $ is the
// row numbered like the sheet
static int reference(const char *ref, int sheet, int col)
{
    int atSheet = sheet, atCol, row;
    char name;
    if (*ref == '#') {
        atSheet = atoi(ref + 1);
        ref = strchr(ref, '!') + 1;
    }
    name = *ref;
    atCol = name == '@' ? col : name == '~' ? col - 1 : name - 'A';
    row = ref[1] == '$' ? sheet : atoi(ref + 1);
    return ADDR(atSheet, row - 1, atCol);
}

static void setFormula(int sheet, int row, int col, const char *text)
{
    Cell *c = &cells[ADDR(sheet, row - 1, col)];
    char copy[512];
    Instr code[128], *in = code;
    for (char *tok = strtok(strcpy(copy, text), " "); tok; tok = strtok(NULL, " "), in++) {
        int op = 0;
        while (op < opNum && strcmp(tok, opNames[op]))
            op++;
        in->op = op == opNum && !isdigit((unsigned char)*tok) ? opCell : (OpCode)op;
        if (in->op == opNum)
            in->num = atof(tok);
        if (in->op == opCell)
            in->first = reference(tok, sheet, col);
        if (in->op >= opSum && in->op <= opAvg) {       // the next word is a range
            tok = strtok(NULL, " ");
            in->first = reference(tok, sheet, col);
            in->last = reference(strchr(tok, ':') + 1, sheet, col);
        }
    }
    c->codeLen = (int)(in - code);
    c->code = memcpy(malloc(c->codeLen * sizeof(Instr)), code, c->codeLen * sizeof(Instr));
}

static inline double rangeValue(const Instr *in, const double *restrict value)
{
    int c0 = in->first % COLS, c1 = in->last % COLS, n = 0;
    double acc = in->op == opLow ? INFINITY : 0;
    for (int row = in->first - c0; row <= in->last; row += COLS)
        for (int c = c0; c <= c1; c++, n++) {
            double v = value[row + c];
            acc = in->op == opLow ? fmin(acc, v) : acc + v;
        }
    return in->op == opAvg ? acc / n : acc;
}

static inline double evaluate(const Cell *cell, const double *restrict value)
{
    double st[32], *sp = st;                    // sp: one past the top
    for (const Instr *in = cell->code, *end = in + cell->codeLen; in < end; in++)
        switch (in->op) {
        case opNum: *sp++ = in->num; break;
        case opCell: *sp++ = value[in->first]; break;
        case opAdd: sp--; sp[-1] += *sp; break;
        case opSub: sp--; sp[-1] -= *sp; break;
        case opMul: sp--; sp[-1] *= *sp; break;
        case opDiv: sp--; sp[-1] = *sp == 0 ? 0 : sp[-1] / *sp; break;
        case opLess: sp--; sp[-1] = sp[-1] < *sp; break;
        case opIf: sp -= 2; sp[-1] = sp[-1] != 0 ? sp[0] : sp[1]; break;
        case opMin: sp--; sp[-1] = fmin(sp[-1], *sp); break;
        case opMax: sp--; sp[-1] = fmax(sp[-1], *sp); break;
        default: *sp++ = rangeValue(in, value);
        }
    return sp[-1];
}

static void visit(Cell *c)
{
    if (c->visited++)
        return;
    for (const Instr *in = c->code; in < c->code + c->codeLen; in++) {
        if (in->op == opCell)
            visit(&cells[in->first]);
        for (int a = in->first; in->op >= opSum && in->op <= opAvg && a <= in->last; a++)
            if (a % COLS >= in->first % COLS && a % COLS <= in->last % COLS)
                visit(&cells[a]);
    }
    if (c->code)
        chain[chainLen++] = c;
}

static void assume(int row, int col, double mean, double sd)
{
    assumptions[assumptionCount++] = (Assumption){ ADDR(0, row - 1, col), mean, sd };
}

static int byNpv(const void *a, const void *b)
{
    double d = ((const Outcome *)a)->npv - ((const Outcome *)b)->npv;
    return (d > 0) - (d < 0);
}

// first column, other columns
static const char *unitRows[][2] = {
    { "#0!B$", "~1 1 #0!C$ + *" }, { "#0!D$", "~2 1 #0!E$ + *" }, { "#0!F$", "~3 1 #0!E20 + *" },     // volume, price, cost
    { "B1", "@1 @2 1.6 @3 * < 1 0.93 IF * ~10 MIN" }, { "0", "@4 @2 *" }, { "0", "@4 @3 *" },         // sold, sales, cogs
    { "#0!G$", "~7 1 #0!E20 2 / + *" }, { "0", "~8 0.1 @4 * + 0.08 ~4 * - 0 MAX" },                   // fixed, stock
    { "0", "@1 1.1 * ~10 < 0.02 0.09 IF @5 *" }, { "1.3 #0!B$ *", "~10 0.97 * @9 4 @2 * / +" },       // capex, capacity
    { "0", "0.8 AVG A9:@9 *" }, { "0", "@5 @6 - @7 - @11 - 0.01 @8 * -" },                            // depreciation, profit
    { "0", "~13 @12 - 0 MAX" }, { "0", "@12 ~13 - 0 MAX #0!B20 *" }, { "0", "@12 @14 - @11 + @9 -" }, // loss, tax, cash
};
static const char *groupRows[][2] = {
    { "1", "~3 1 #0!C20 + /" }, { "0", "@2 @3 *" }, { "#0!F20", "~5 @2 + ~5 0 < 0.02 ~5 * 0 IF +" },
};

static void buildModel(int units)
{
    char text[512];
    for (int s = 1; s <= units; s++) {
        for (int r = 0; r < 15; r++)
            for (int c = 0; c < COLS - 1; c++)
                setFormula(s, r + 1, c, unitRows[r][c > 0]);
        assume(s, 1, 900 + 50 * s, 90);
        assume(s, 2, 0.006, 0.004);
        assume(s, 3, 12 + s, 0.6);
        assume(s, 4, 0.003, 0.001);
        assume(s, 5, 7 + 0.55 * s, 0.4);
        assume(s, 6, 3900 + 300 * s, 400);
    }
    for (int c = 0; c < COLS - 1; c++) {
        for (int k = 0; k < 2; k++) {           // group sales and cash
            int n = 0;
            for (int s = 1; s <= units; s++)
                n += sprintf(text + n, "#%d!@%d %s", s, k ? 15 : 5, s > 1 ? "+ " : "");
            setFormula(units + 1, k + 1, c, text);
        }
        for (int r = 0; r < 3; r++)
            setFormula(units + 1, r + 3, c, groupRows[r][c > 0]);
    }
    setFormula(units + 1, 10, 0, "SUM B4:Y4");
    setFormula(units + 1, 11, 0, "LOW A5:Y5");
    setFormula(units + 1, 12, 0, "SUM B1:Y1");
    assume(20, 1, 0.25, 0.01);
    assume(20, 2, 0.008, 0.001);
    assume(20, 4, 0.004, 0.001);
    assume(20, 5, 3000, 500);
}

int main(int argc, char **argv)
{
    int scenarios = argc > 1 ? atoi(argv[1]) : 22000, units = argc > 2 ? atoi(argv[2]) : 6;
    int cellCount = (units + 2) * ROWS * COLS, broke = 0;
    rngState = argc > 3 ? (unsigned)atoi(argv[3]) : 4711;
    cells = calloc(cellCount, sizeof *cells);
    chain = malloc(cellCount * sizeof *chain);
    buildModel(units);
    for (int i = 0; i < cellCount; i++)
        visit(&cells[i]);
    printf("%d sheets, %d formulas, %d assumptions\n", units + 2, chainLen, assumptionCount);

    Outcome *out = malloc(scenarios * sizeof *out);
    size_t perRun = 2 * assumptionCount;
    unsigned *raw = malloc(scenarios * perRun * sizeof *raw);
    int result = ADDR(units + 1, 9, 0);
    double sum = 0, sumSq = 0, sales = 0;
    for (size_t i = 0; i < scenarios * perRun; i++)
        raw[i] = draw();
#pragma omp parallel
    {
        double *value = calloc(cellCount, sizeof *value);       // private copy of the workbook's values
#pragma omp for schedule(dynamic, 16)
        for (int s = 0; s < scenarios; s++) {
            for (int a = 0; a < assumptionCount; a++)
                value[assumptions[a].cell] = normal(assumptions[a].mean, assumptions[a].sd, raw + s * perRun + 2 * a);
            for (int i = 0; i < chainLen; i++)
                value[chain[i] - cells] = evaluate(chain[i], value);
            out[s] = (Outcome){ value[result], value[result + COLS], value[result + 2 * COLS] };
        }
        free(value);
    }
    for (int s = 0; s < scenarios; s++) {
        sum += out[s].npv;
        sumSq += out[s].npv * out[s].npv;
        sales += out[s].sales;
        broke += out[s].lowCash < 0;
    }
    double mean = sum / scenarios;
    printf("npv mean %.4f sd %.4f, sales %.4f, broke %d\n", mean, sqrt(sumSq / scenarios - mean * mean), sales / scenarios, broke);
    qsort(out, scenarios, sizeof *out, byNpv);
    for (int p = 5; p < 100; p += 15)
        printf("P%02d  npv %14.6f  lowest cash %14.6f\n", p, out[scenarios * p / 100].npv, out[scenarios * p / 100].lowCash);
    return 0;
}

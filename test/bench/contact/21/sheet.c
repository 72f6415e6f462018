/* sheet -- a tiny spreadsheet engine.  Builds a loan-book model as formula
 * text, parses it, and goal-seeks the interest rate cell that makes the
 * bottom line hit given targets; every trial recalculates the whole sheet.
 * usage: sheet [rows] */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NCOLS 12

typedef enum { N_NUM, N_REF, N_BIN, N_NEG, N_CALL } Kind;
typedef struct Node {
	Kind kind; char op;
	double num;
	int r0, c0, r1, c1, range;
	const struct Func *fn;
	struct Node *a, *b, *next;	/* operands; next argument */
} Node;

typedef struct {
	char *text; Node *ast; double val;
	enum { CLEAN, DIRTY, BUSY } state;
} Cell;

typedef struct { double sum, min, max; int n; } Acc;
typedef struct Func { const char *name; double (*fin)(const Acc *); } Func;

static Cell *cells;
static int nrows;
static const char *src, *src0;
static double f_sum(const Acc *a) { return a->sum; }
static double f_avg(const Acc *a) { return a->n ? a->sum / a->n : 0; }
static double f_min(const Acc *a) { return a->min; }
static double f_max(const Acc *a) { return a->max; }
static double f_exp(const Acc *a) { return exp(a->sum); }
static double f_sqrt(const Acc *a) { return sqrt(fabs(a->sum)); }
static double f_pow1(const Acc *a) { return pow(1.0 + a->max, a->min); }

static const Func funcs[] = {
	{ "SUM", f_sum }, { "AVG", f_avg }, { "MIN", f_min }, { "MAX", f_max },
	{ "EXP", f_exp }, { "SQRT", f_sqrt }, { "COMPOUND", f_pow1 },
};

static void fatal(const char *what) {
	fprintf(stderr, "sheet: %s near \"%.20s\" in \"%s\"\n", what, src ? src : "", src0 ? src0 : "");
	exit(1);
}

static Cell *at(int r, int c) { return &cells[(size_t)r * NCOLS + c]; }

static Node *expr(void);
static Node *node(Kind k) {
	Node *n = calloc(1, sizeof *n);
	if (!n)
		fatal("out of memory");
	n->kind = k;
	return n;
}

static void ref(int *r, int *c) {
	char *end;
	*c = *src++ - 'A', *r = (int)strtol(src, &end, 10) - 1;
	if (end == src || *c < 0 || *c >= NCOLS || *r < 0 || *r >= nrows)
		fatal("bad reference");
	src = end;
}

static Node *primary(void) {
	Node *n;
	if (*src == '(') {
		src++, n = expr();
		if (*src++ != ')')
			fatal("missing )");
	} else if (*src == '-') {
		src++, (n = node(N_NEG))->a = primary();
	} else if (isdigit((unsigned char)*src) || *src == '.') {
		char *end;
		(n = node(N_NUM))->num = strtod(src, &end);
		src = end;
	} else if (isupper((unsigned char)src[0]) && isupper((unsigned char)src[1])) {
		size_t len = strcspn(src, "("), i;
		Node **tail;
		n = node(N_CALL);
		for (i = 0; i < sizeof funcs / sizeof *funcs; i++)
			if (strlen(funcs[i].name) == len && !strncmp(src, funcs[i].name, len))
				n->fn = &funcs[i];
		if (!n->fn)
			fatal("unknown function");
		src += len;
		tail = &n->a;
		do {
			src++, *tail = expr();
			tail = &(*tail)->next;
		} while (*src == ',');
		if (*src++ != ')')
			fatal("missing )");
	} else {
		n = node(N_REF);
		ref(&n->r0, &n->c0);
		n->r1 = n->r0;
		n->c1 = n->c0;
		if (*src == ':') {
			n->range = *src++;
			ref(&n->r1, &n->c1);
		}
	}
	return n;
}

static Node *binary(Node *(*sub)(void), const char *ops) {
	Node *l = sub();
	while (*src && strchr(ops, *src)) {
		Node *n = node(N_BIN);
		n->op = *src++, n->a = l, n->b = sub();
		l = n;
	}
	return l;
}

static Node *term(void) { return binary(primary, "*/"); }
static Node *expr(void) { return binary(term, "+-"); }

static double eval(const Node *n);
static double cell_value(int r, int c) {
	Cell *k = at(r, c);
	if (k->state == BUSY)
		fatal("circular reference");
	if (k->state == DIRTY) {
		k->state = BUSY;
		k->val = k->ast ? eval(k->ast) : 0;
		k->state = CLEAN;
	}
	return k->val;
}

static void feed(Acc *a, double v) {
	if (a->n++ == 0)
		a->min = a->max = v;
	a->sum += v;
	a->min = v < a->min ? v : a->min;
	a->max = v > a->max ? v : a->max;
}

static double eval(const Node *n) {
	Acc acc = { 0 };
	double x, y;
	switch (n->kind) {
	case N_NUM: return n->num;
	case N_REF: return cell_value(n->r0, n->c0);
	case N_NEG: return -eval(n->a);
	case N_BIN:
		x = eval(n->a), y = eval(n->b);
		return n->op == '+' ? x + y : n->op == '-' ? x - y : n->op == '*' ? x * y : y != 0 ? x / y : 0;
	case N_CALL:
		for (const Node *p = n->a; p; p = p->next)
			if (p->range)
				for (int r = p->r0; r <= p->r1; r++)
					for (int c = p->c0; c <= p->c1; c++)
						feed(&acc, cell_value(r, c));
			else
				feed(&acc, eval(p));
		return n->fn->fin(&acc);
	}
	return 0;
}

static void recalc(double rate) {
	for (size_t i = 0; i < (size_t)nrows * NCOLS; i++)
		cells[i].state = DIRTY;
	at(0, 1)->ast->num = rate;
	for (int r = 0; r < nrows; r++)
		for (int c = 0; c < NCOLS; c++)
			cell_value(r, c);
}

static void set(int r, int c, const char *text) {
	Cell *k = at(r, c);
	if (!(k->text = malloc(strlen(text) + 1)))
		fatal("out of memory");
	src = src0 = strcpy(k->text, text);
	k->ast = expr();
	if (*src)
		fatal("trailing garbage");
}

/* row 1: inputs; below it groups of 24 loans, each followed by a subtotal row */
static const char *const loan[NCOLS] = {		/* # = this row, @ = row above */
	"", "", "", "(B1+B#)/12", "1/COMPOUND(D#,C#)", "A#*D#/(1-E#)", "F#*C#-A#",
	"EXP(-D#*C#/3)*MAX(G#,A#/10)", "SQRT(H#*G#)+MIN(A#:H#)", "-(I#-F#)/(1+SUM(B#:E#))",
	"0.9*K@+J#/(1+B#*C#)", "(AVG(F#:K#)+G#)*(1-B#)"
};

static void model(void) {
	char t[160];
	unsigned s = 99991;
	set(0, 1, "0.05");
	for (int r = 1; r < nrows; r++)
		for (int c = 0; c < NCOLS; c++) {
			int pos = (r - 1) % 25, k = 0;
			s = s * 1664525u + 1013904223u;
			if (pos == 24)
				sprintf(t, "%s(%c%d:%c%d)", c % 3 ? "SUM" : "AVG", 'A' + c, r - 23, 'A' + c, r);
			else if (c == 0)
				sprintf(t, "%u.%02u", 1000 + (s >> 16) % 90000, s >> 8 & 63);
			else if (c == 1)
				sprintf(t, "0.0%u", 1 + (s >> 20) % 90);
			else if (c == 2)
				sprintf(t, "%u", 12 + (s >> 10) % 200);
			else
				for (const char *p = c == 10 && pos == 0 ? "J#" : loan[c]; *p || (t[k] = 0); p++)
					k += *p == '#' || *p == '@' ? sprintf(t + k, "%d", r + (*p == '#')) : (t[k] = *p, 1);
			set(r, c, t);
		}
}

static double bottom_line(double rate) {
	double s = 0;
	recalc(rate);
	for (int r = 25; r < nrows; r += 25)
		s += at(r, 11)->val;
	return s / (nrows / 25);
}

static double goal_seek(double target, double lo, double hi) {
	double vlo = bottom_line(lo) - target, vhi = bottom_line(hi) - target, v, mid = lo;
	if (vlo * vhi > 0)
		return -1;
	while (hi - lo > 1e-12) {
		v = bottom_line(mid = 0.5 * (lo + hi)) - target;
		*(v * vlo > 0 ? &lo : &hi) = mid;
	}
	return mid;
}

int main(int argc, char **argv) {
	double rate, target;
	nrows = argc > 1 ? atoi(argv[1]) : 1126;
	if (nrows < 26 || !(cells = calloc((size_t)nrows * NCOLS, sizeof *cells)))
		fatal("bad size");
	model();
	for (target = 2.35e7; target < 2.55e7; target += 2e4)
		if ((rate = goal_seek(target, 0, 0.6)) >= 0)
			printf("target %.0f  rate %.9f  total %.3f\n", target, rate, bottom_line(rate));
	for (int r = 0; r < nrows; r += nrows / 7)
		for (int c = 3; c < NCOLS; c += 4)
			printf("%c%-6d %-28s %.6g\n", 'A' + c, r + 1, at(r, c)->text ? at(r, c)->text : "-", at(r, c)->val);
	return 0;
}

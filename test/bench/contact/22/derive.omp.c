/*
 * derive - read formulas, differentiate them, simplify, check numerically.
 * Grammar:  e := t {(+|-) t}   t := f {(*|/) f}   f := p [^ digit]
 *           p := num | x | y | fn ( e ) | ( e ) | - p
 * Nodes are hash-consed per formula, so the "tree" is a DAG and node
 * numbers are already in evaluation order.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
#include <math.h>

#define MAXNODE 4096
#define HSIZE   8192
#define MAXTEXT 1024
#define NPOINT  40

enum op { NUM, VAR, ADD, SUB, MUL, DIV, POW, NEG, SIN, COS, EXP, LOG, NOP };

struct node { enum op op; int l, r; double v; };

static struct node pool[MAXNODE];
static int npool, nerr, htab[HSIZE], deriv[MAXNODE];
static double val[MAXNODE];
static char *ip;			/* input pointer */

/* parser and evaluator state belongs to one formula, so to one thread */
#pragma omp threadprivate(pool, npool, nerr, htab, deriv, val, ip)

#define BATCH 2000
static char texts[BATCH][MAXTEXT];
static struct result { long good, undef, off, nodes, err; int len; double sum, last; } results[BATCH];
static char *text;			/* being generated */
static int tlen;
static unsigned long rstate = 99173UL;

static int expr(void);

static unsigned rnd(unsigned n)
{
	rstate = (rstate * 1103515245UL + 12345UL) & 0x7fffffffUL;
	return (unsigned)((rstate >> 12) % n);
}

/* ---- random formula text ---- */
static void emit(const char *s)
{
	while (*s && tlen < MAXTEXT - 1) text[tlen++] = *s++;
	text[tlen] = '\0';
}

static void gen(int depth)
{
	static const char *fn[] = { "sin(", "cos(", "exp(0-", "log(2+" };
	static const char *bin[] = { "+", "-", "*", "/" };
	char b[32];
	if (depth <= 0 || rnd(9) == 0) {
		unsigned k = rnd(4), m = 1 + rnd(9);
		sprintf(b, "%u.%u", k, m);
		emit(rnd(3) == 0 ? b : rnd(2) ? "x" : "y");
		return;
	}
	switch (rnd(7)) {
	case 0:  emit(fn[rnd(4)]); gen(depth - 1); emit(")"); break;
	case 1:  emit("("); gen(depth - 1); emit(rnd(2) ? ")^2" : ")^3"); break;
	default: emit("("); gen(depth - 1); emit(bin[rnd(4)]); gen(depth - 1); emit(")");
	}
}

/* ---- nodes ---- */
static int mk(enum op op, int l, int r, double v)
{
	unsigned long h, bits[2];
	int i;
	bits[0] = bits[1] = 0;
	memcpy(bits, &v, sizeof v);
	h = (unsigned long)op * 7919UL + (unsigned long)(l + 1) * 104729UL
	    + (unsigned long)(r + 1) * 1299709UL + (bits[0] >> 17) + bits[1];
	for (h %= HSIZE; (i = htab[h]) != 0; h = (h + 1) % HSIZE)
		if (pool[i].op == op && pool[i].l == l && pool[i].r == r && pool[i].v == v)
			return i;
	if (npool >= MAXNODE) { nerr++; return 1; }
	pool[npool].op = op; pool[npool].l = l; pool[npool].r = r; pool[npool].v = v;
	return htab[h] = npool++;
}

static int num(double v) { return mk(NUM, 0, 0, v); }
#define ISNUM(n)  (pool[n].op == NUM)
#define ISVAL(n,c) (pool[n].op == NUM && pool[n].v == (c))

/* smart constructor: folds constants and drops identities */
static int bin(enum op op, int a, int b)
{
	double x = pool[a].v, y = pool[b].v;
	if (ISNUM(a) && ISNUM(b) && op != POW && !(op == DIV && y == 0.0))
		return num(op == ADD ? x + y : op == SUB ? x - y : op == MUL ? x * y : x / y);
	if (op == ADD && ISVAL(a, 0.0)) return b;
	if ((op == ADD || op == SUB) && ISVAL(b, 0.0)) return a;
	if (op == SUB && a == b) return num(0.0);
	if (op == MUL && (ISVAL(a, 0.0) || ISVAL(b, 0.0))) return num(0.0);
	if (op == MUL && ISVAL(a, 1.0)) return b;
	if ((op == MUL || op == DIV) && ISVAL(b, 1.0)) return a;
	if ((op == DIV && ISVAL(a, 0.0)) || (op == POW && ISVAL(b, 1.0))) return a;
	if ((op == ADD || op == MUL) && a > b) { int t = a; a = b; b = t; }
	return mk(op, a, b, 0.0);
}

static int un(enum op op, int a)
{
	if (op == NEG && ISNUM(a)) return num(-pool[a].v);
	if (op == NEG && pool[a].op == NEG) return pool[a].l;
	return mk(op, a, 0, 0.0);
}

/* ---- parser ---- */
static int prim(void)
{
	static const struct { const char *s; enum op op; } fn[] = {
		{ "sin", SIN }, { "cos", COS }, { "exp", EXP }, { "log", LOG } };
	int i, n;
	if (isdigit((unsigned char)*ip)) return num(strtod(ip, &ip));
	if (*ip == 'x' || *ip == 'y') return mk(VAR, *ip++ - 'x', 0, 0.0);
	if (*ip == '-') { ip++; return un(NEG, prim()); }
	for (i = 0; i < 4; i++)
		if (strncmp(ip, fn[i].s, 3) == 0) { ip += 3; return un(fn[i].op, prim()); }
	if (*ip != '(') { nerr++; return num(0.0); }
	ip++;
	n = expr();
	if (*ip == ')') ip++; else nerr++;
	return n;
}

static int factor(void)
{
	int n = prim();
	return *ip == '^' ? bin(POW, n, num(strtod(ip + 1, &ip))) : n;
}

static int term(void)
{
	int n = factor();
	while (*ip == '*' || *ip == '/') { enum op o = *ip++ == '*' ? MUL : DIV; n = bin(o, n, factor()); }
	return n;
}

static int expr(void)
{
	int n = term();
	while (*ip == '+' || *ip == '-') { enum op o = *ip++ == '+' ? ADD : SUB; n = bin(o, n, term()); }
	return n;
}

/* ---- derivative with respect to x, memoised ---- */
static int d(int n)
{
	int a = pool[n].l, b = pool[n].r, r = 0;
	if (deriv[n]) return deriv[n];
	switch (pool[n].op) {
	case VAR: r = num(a == 0 ? 1.0 : 0.0); break;
	case ADD: case SUB: r = d(a); r = bin(pool[n].op, r, d(b)); break;
	case MUL: r = bin(MUL, d(a), b); r = bin(ADD, r, bin(MUL, a, d(b))); break;
	case DIV: r = bin(MUL, n, d(b)); r = bin(DIV, bin(SUB, d(a), r), b); break;
	case POW: r = bin(POW, a, num(pool[b].v - 1.0)); r = bin(MUL, bin(MUL, b, r), d(a)); break;
	case NEG: r = un(NEG, d(a)); break;
	case SIN: r = bin(MUL, un(COS, a), d(a)); break;
	case COS: r = un(NEG, bin(MUL, un(SIN, a), d(a))); break;
	case EXP: r = bin(MUL, n, d(a)); break;
	case LOG: r = bin(DIV, d(a), a); break;
	default:  r = num(0.0); break;
	}
	return deriv[n] = r;
}

static void evalall(double x, double y)
{
	int i;
	for (i = 1; i < npool; i++) {
		const struct node *p = &pool[i];
		double a = val[p->l], b = val[p->r];
		switch (p->op) {
		case NUM: val[i] = p->v; break;		case VAR: val[i] = p->l ? y : x; break;
		case ADD: val[i] = a + b; break;	case SUB: val[i] = a - b; break;
		case MUL: val[i] = a * b; break;	case DIV: val[i] = a / b; break;
		case NEG: val[i] = -a; break;		case SIN: val[i] = sin(a); break;
		case COS: val[i] = cos(a); break;	case EXP: val[i] = exp(a); break;
		case LOG: val[i] = log(a); break;
		case POW: val[i] = b == 2.0 ? a * a : b == 3.0 ? a * a * a : pow(a, b); break;
		default: break;
		}
	}
}

/* parse, differentiate and check one formula */
static void process(char *s, struct result *q)
{
	int f, g, k;

	memset(htab, 0, sizeof htab);
	memset(deriv, 0, sizeof deriv);
	npool = 1; nerr = 0; ip = s;
	q->good = q->undef = q->off = 0; q->sum = q->last = 0.0;
	f = expr();
	if (*ip) nerr++;
	g = d(f);
	q->err = nerr;
	if (nerr) return;
	for (k = 0; k < NPOINT; k++) {
		double x = 0.15 + 0.07 * k, y = 1.7 - 0.06 * k, h = 1e-5, df, lo, hi;
		evalall(x - h, y); lo = val[f];
		evalall(x + h, y); hi = val[f];
		evalall(x, y); df = val[g];
		if (df - df != 0.0 || hi - hi != 0.0 || lo - lo != 0.0) { q->undef++; continue; }
		if (fabs(df - (hi - lo) / (2 * h)) > 1e-4 * (1.0 + fabs(df))) q->off++; else q->good++;
		if (fabs(df) < 1e3) q->sum += df;
	}
	q->nodes = npool;
	q->last = val[g];
}

int main(int argc, char **argv)
{
	long nform = argc > 1 ? atol(argv[1]) : 50000L, i, i0, n;
	long good = 0, undef = 0, off = 0, errors = 0, nodes = 0, chars = 0;
	double sum = 0.0;

	for (i0 = 0; i0 < nform; i0 += BATCH) {
		n = nform - i0 < BATCH ? nform - i0 : BATCH;
		for (i = 0; i < n; i++) {
			text = texts[i];
			tlen = 0;
			gen(5 + (int)rnd(2));
			results[i].len = tlen;
		}
		#pragma omp parallel for schedule(dynamic, 16)
		for (i = 0; i < n; i++)
			process(texts[i], &results[i]);
		for (i = 0; i < n; i++) {
			const struct result *q = &results[i];
			if (q->err) { errors++; continue; }
			good += q->good; undef += q->undef; off += q->off;
			sum += q->sum; nodes += q->nodes; chars += q->len;
			if ((i0 + i) % 4000 == 0)
				printf("%5ld: %.40s%s  d/dx(last)=%.6g  %ld nodes\n", i0 + i, texts[i],
				       q->len > 40 ? "..." : "", q->last, q->nodes);
		}
	}
	printf("%ld formulas, %ld chars, %ld nodes, %ld errors\n", nform, chars, nodes, errors);
	printf("points: %ld agree, %ld differ, %ld undefined\n", good, off, undef);
	printf("sum of derivatives %.3f\n", sum);
	return 0;
}

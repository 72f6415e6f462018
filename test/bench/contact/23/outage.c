/* OUTAGE - N-2 contingency screening of a transmission grid
 * Gauss-Seidel load flow with acceleration.  Every pair of branches is taken
 * out of Ybus, solved from the base case profile, checked and put back.
 *      outage [buses] [branch window]                                   */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define MAXBUS    80
#define MAXBR     200
#define MAXADJ    12
#define ACCEL     1.55
#define TOL       1.0e-6
#define MAXIT     300
#define VMIN_LIM  0.990
#define TOPN      8

typedef struct { double re, im; } cplx;
typedef enum { SLACK, PQ, PV } bustype;
typedef struct {
    bustype type;
    cplx    S;              /* injection, p.u. */
    double  Vset;
    int     nadj, adj[MAXADJ];
    cplx    Y[MAXADJ], Yd;  /* off-diagonal and diagonal of Ybus */
} bus;

typedef struct {
    int    from, to;
    cplx   y;               /* series admittance */
    double bc, rating;      /* half charging     */
    int    in_service;
} branch;
typedef struct { int a, b; double severity; } caserec;

static int    nbus, nbr, mark[MAXBUS], stack[MAXBUS], overload_count[MAXBR];
static bus    Bus[MAXBUS];
static branch Br[MAXBR];
static cplx   V[MAXBUS], Vbase[MAXBUS];
static caserec worst[TOPN];  static int nworst;

static unsigned int lfsr = 0xACE1u;
static double noise(double lo, double hi)
{
    for (int k = 0; k < 16; k++)
        lfsr = (lfsr >> 1) ^ ((0u - (lfsr & 1u)) & 0xA3000000u);
    return lo + (hi - lo) * (lfsr & 0xFFFFu) / 65536.0;
}

static cplx cadd(cplx a, cplx b) { cplx c = { a.re + b.re, a.im + b.im }; return c; }
static cplx csub(cplx a, cplx b) { cplx c = { a.re - b.re, a.im - b.im }; return c; }
static cplx cmul(cplx a, cplx b) { cplx c = { a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re }; return c; }
static cplx conj_(cplx a) { a.im = -a.im; return a; }
static cplx cdiv(cplx a, cplx b)
{
    double d = b.re * b.re + b.im * b.im;
    cplx c = { (a.re * b.re + a.im * b.im) / d, (a.im * b.re - a.re * b.im) / d };
    return c;
}
static double cabs_(cplx a) { return sqrt(a.re * a.re + a.im * a.im); }

/* add (sign=+1) or remove (sign=-1) a branch from Ybus */
static void stamp(int k, double sign)
{
    branch *b = &Br[k];
    int side, i;
    for (side = 0; side < 2; side++) {
        int q = side ? b->from : b->to;
        bus *n = &Bus[side ? b->to : b->from];
        for (i = 0; i < n->nadj; i++)
            if (n->adj[i] == q) break;
        if (i == n->nadj) { n->adj[n->nadj++] = q; n->Y[i].re = n->Y[i].im = 0.0; }
        n->Y[i].re -= sign * b->y.re;   n->Y[i].im -= sign * b->y.im;
        n->Yd.re   += sign * b->y.re;   n->Yd.im   += sign * (b->y.im + b->bc);
    }
    b->in_service = sign > 0.0;
}

static void add_branch(int i, int j)
{
    double x = noise(0.04, 0.16);
    cplx z = { x * 0.15, x }, one = { 1.0, 0.0 };
    int k;
    if (i == j || nbr >= MAXBR || Bus[i].nadj >= MAXADJ || Bus[j].nadj >= MAXADJ) return;
    for (k = 0; k < nbr; k++)
        if ((Br[k].from == i && Br[k].to == j) || (Br[k].from == j && Br[k].to == i)) return;
    Br[nbr].from = i;  Br[nbr].to = j;  Br[nbr].y = cdiv(one, z);
    Br[nbr].bc = noise(0.005, 0.02);
    stamp(nbr++, 1.0);
}

static void make_grid(void)
{
    int i;
    for (i = 1; i < nbus; i++) add_branch(i - 1, i);
    for (i = 0; i < nbus - 2; i++) {        /* the last two buses stay radial */
        add_branch(i, (i + 3 + (int)noise(0.0, 6.0)) % (nbus - 2));
        if (i % 4 == 0) add_branch(i, (i + nbus / 2) % (nbus - 2));
    }
    for (i = 0; i < nbus; i++) {
        Bus[i].type = i == 0 ? SLACK : i % 5 == 2 ? PV : PQ;
        Bus[i].Vset = i == 0 ? 1.04 : 1.02;
        Bus[i].S.re = Bus[i].type == PV ? noise(0.5, 0.9) : -noise(0.10, 0.30);
        Bus[i].S.im = Bus[i].type == PV ? 0.0 : -noise(0.02, 0.10);
        V[i].re = Bus[i].type == PQ ? 1.0 : Bus[i].Vset;  V[i].im = 0.0;
    }
}

/* returns number of iterations, -1 if it does not settle */
static int solve(void)
{
    int it, i, k;
    for (it = 1; it <= MAXIT; it++) {
        double dmax = 0.0;
        for (i = 1; i < nbus; i++) {
            bus *n = &Bus[i];
            cplx sum = { 0.0, 0.0 }, v, d;
            double m;
            for (k = 0; k < n->nadj; k++)
                sum = cadd(sum, cmul(n->Y[k], V[n->adj[k]]));
            if (n->type == PV)          /* reactive power follows */
                n->S.im = -cmul(conj_(V[i]), cadd(sum, cmul(n->Yd, V[i]))).im;
            v = cdiv(csub(cdiv(conj_(n->S), conj_(V[i])), sum), n->Yd);
            d = csub(v, V[i]);
            v.re = V[i].re + ACCEL * d.re;  v.im = V[i].im + ACCEL * d.im;
            if (n->type == PV) { m = n->Vset / cabs_(v);  v.re *= m;  v.im *= m; }
            m = fabs(v.re - V[i].re) + fabs(v.im - V[i].im);
            if (m > dmax) dmax = m;
            V[i] = v;
        }
        if (dmax < TOL) return it;
        if (dmax > 10.0 || dmax != dmax) break;
    }
    return -1;
}

static int islanded(void)
{
    int sp = 1, seen = 1, i, k;
    memset(mark, 0, sizeof mark);
    stack[0] = 0;  mark[0] = 1;
    while (sp > 0) {
        i = stack[--sp];
        for (k = 0; k < Bus[i].nadj; k++) {
            int j = Bus[i].adj[k];
            if (mark[j] || fabs(Bus[i].Y[k].re) + fabs(Bus[i].Y[k].im) < 1e-9) continue;
            mark[j] = 1;  seen++;  stack[sp++] = j;
        }
    }
    return seen < nbus;
}

static double flow(int k)
{
    branch *b = &Br[k];
    cplx i = cmul(b->y, csub(V[b->from], V[b->to]));
    return cabs_(cmul(V[b->from], conj_(i)));
}

static void record(int a, int b, double sev)
{
    int p;
    if (nworst == TOPN && sev <= worst[TOPN - 1].severity) return;
    p = nworst < TOPN ? nworst++ : TOPN - 1;
    for (; p > 0 && worst[p - 1].severity < sev; p--) worst[p] = worst[p - 1];
    worst[p].a = a;  worst[p].b = b;  worst[p].severity = sev;
}

int main(int argc, char **argv)
{
    int a, b, k, i, window, it, ncase = 0, nisl = 0, ndiv = 0, nover = 0, nlow = 0;
    long total_it = 0;  double sevsum = 0.0;
    bus keep[4];
    nbus   = argc > 1 ? atoi(argv[1]) : 72;
    window = argc > 2 ? atoi(argv[2]) : 110;
    if (nbus < 10 || nbus > MAXBUS || window < 1) { printf("outage: bad size\n"); return 1; }
    make_grid();
    it = solve();
    if (it < 0) { printf("outage: base case diverges\n"); return 2; }
    memcpy(Vbase, V, sizeof V);
    for (k = 0; k < nbr; k++) Br[k].rating = 1.45 * flow(k) + 0.12;
    printf("grid %d buses %d branches, base case %d iterations\n", nbus, nbr, it);

    for (a = 0; a < nbr; a++)
        for (b = a + 1; b < nbr && b <= a + window; b++) {
            double sev = 0.0;
            int low = 0, over = 0, ends[4] = { Br[a].from, Br[a].to, Br[b].from, Br[b].to };
            ncase++;
            for (i = 0; i < 4; i++) keep[i] = Bus[ends[i]];
            stamp(a, -1.0);  stamp(b, -1.0);
            if (islanded()) { nisl++; goto restore; }
            memcpy(V, Vbase, sizeof V);
            if ((it = solve()) < 0) { ndiv++; total_it += MAXIT; goto restore; }
            total_it += it;
            for (k = 0; k < nbr; k++) {
                double f;
                if (!Br[k].in_service) continue;
                f = flow(k) / Br[k].rating;
                if (f > 1.0) { overload_count[k]++; over++; sev += (f - 1.0) * (f - 1.0); }
            }
            for (i = 0; i < nbus; i++) low += cabs_(V[i]) < VMIN_LIM;
            nover += over > 0;  nlow += low > 0;
            sevsum += sev;
            if (sev > 0.0) record(a, b, sev);
restore:
            for (i = 3; i >= 0; i--) Bus[ends[i]] = keep[i];
            Br[a].in_service = Br[b].in_service = 1;
        }

    printf("cases %d islanded %d diverged %d overloads %d low voltage %d iterations %ld\n",
           ncase, nisl, ndiv, nover, nlow, total_it);
    for (i = 0; i < nworst; i++)
        printf("%2d  %2d-%2d + %2d-%2d  severity %.9f\n", i + 1, Br[worst[i].a].from, Br[worst[i].a].to,
               Br[worst[i].b].from, Br[worst[i].b].to, worst[i].severity);
    for (k = b = 0; k < nbr; k++)
        if (overload_count[k] > overload_count[b]) b = k;
    printf("most overloaded %d-%d (%d times), severity sum %.10f\n", Br[b].from, Br[b].to, overload_count[b], sevsum);
    return 0;
}

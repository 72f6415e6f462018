/*
 * annuity.c - quarterly reserve run for a block of savings and annuity
 * policies with guaranteed benefits, on a set of economic scenarios.
 *
 * usage: annuity [policies] [scenarios] [seed]
 */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <math.h>

#define MAXQ   200                      /* longest projection, quarters */
#define NPROD  4
#define NBAND  8

enum { TERM, ENDOW, ANNUITY, LINKED };
enum { OK, LAPSED, BADAGE, BADTERM };

typedef struct {
    int id, product, age, sex, quarters, elapsed, status;
    double sum, premium, fund;
    double best, cte;                   /* results of this run */
} Policy;

typedef struct {
    int n;
    double *fwd;                        /* n x MAXQ quarterly short rates   */
    double *disc;                       /* n x MAXQ discount factors        */
    double *fundret;                    /* n x MAXQ unit fund growth factor */
} Scenarios;

typedef struct { long count; double best, cte, sum; double worst; int worst_id; } Bucket;

static uint64_t seed_state;

static double uniform(void)
{
    seed_state = seed_state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(seed_state >> 11) / 9007199254740992.0;
}

static double normal(void)
{
    double u = uniform() + 1e-12, v = uniform();
    return sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
}

/* work vectors for the policy being valued, one set per thread */
typedef struct { double qx[MAXQ], lapse[MAXQ], charge[MAXQ]; double *pv; } Work;

static void make_scenarios(Scenarios *s, int n)
{
    s->n = n;
    s->fwd = malloc(sizeof(double) * n * MAXQ);
    s->disc = malloc(sizeof(double) * n * MAXQ);
    s->fundret = malloc(sizeof(double) * n * MAXQ);
    if (!s->fwd || !s->disc || !s->fundret) { perror("annuity"); exit(1); }
    for (int i = 0; i < n; i++) {
        double r = 0.02, d = 1;
        for (int q = 0; q < MAXQ; q++) {
            double z = normal();
            r += 0.08 * (0.028 - r) + 0.0035 * z;
            if (r < -0.01) r = -0.01;
            d /= 1 + r / 4;
            s->fwd[i * MAXQ + q] = r;
            s->disc[i * MAXQ + q] = d;
            s->fundret[i * MAXQ + q] = 1 + (r + 0.03) / 4 + 0.075 * (0.3 * z + 0.954 * normal());
        }
    }
}

static void make_policy(Policy *p, int id)
{
    memset(p, 0, sizeof *p);
    p->id = 100000 + id;
    p->product = (int)(uniform() * NPROD);
    p->age = 18 + (int)(uniform() * 65);
    p->sex = uniform() < 0.48;
    p->quarters = 4 * (5 + (int)(uniform() * 36));
    p->elapsed = (int)(uniform() * 24);
    p->sum = 5000 * (1 + floor(uniform() * 60));
    p->premium = p->sum / p->quarters * (0.6 + 0.5 * uniform());
    p->fund = p->product == LINKED ? p->sum * (0.4 + uniform()) : 0;
    if (p->product == ANNUITY) p->quarters = MAXQ;
    if (uniform() < 0.01) p->age = 135;                 /* keying errors happen */
    if (uniform() < 0.01) p->quarters += MAXQ;
}

static int validate(const Policy *p)
{
    if (p->age < 0 || p->age > 105) return BADAGE;
    if (p->quarters < 1 || p->quarters > MAXQ) return BADTERM;
    return OK;
}

/* decrement and charge vectors; returns the number of quarters to project */
static int prepare(const Policy *p, Work *w)
{
    double alive = 1;
    int q;
    for (q = 0; q < p->quarters; q++) {
        double x = p->age + q * 0.25;
        double mu = 0.00022 + 2.7e-6 * exp((p->sex ? 0.108 : 0.113) * x);
        w->qx[q] = 1 - exp(-mu / 4);
        int year = (p->elapsed + q) / 4;
        w->lapse[q] = p->product == ANNUITY ? 0 : year < 2 ? 0.022 : year < 6 ? 0.014 : 0.008;
        w->charge[q] = 6.5 * pow(1.005, q) + (p->elapsed + q < 8 ? 0.002 * p->sum : 0);
        alive *= 1 - w->qx[q];
        if (alive < 1e-5) return q + 1;
    }
    return q;
}

static double value_one(const Policy *p, const Work *w, int nq, const double *fwd,
                        const double *disc, const double *ret)
{
    const double *qx = w->qx, *lapse = w->lapse, *charge = w->charge;
    double live = 1, total = 0, fund = p->fund;
    for (int q = 0; q < nq; q++) {
        double die = live * qx[q], dyn = lapse[q], out = 0;
        double gap = fwd[q] - 0.03;
        if (gap > 0 && dyn > 0) dyn += dyn * gap * 40 > 0.05 ? 0.05 : dyn * gap * 40;
        double quit = (live - die) * dyn;
        switch (p->product) {
        case TERM:
            out = die * p->sum - live * p->premium;
            break;
        case ENDOW:
            out = die * p->sum + quit * p->sum * 0.7 * q / nq - live * p->premium * 1.6;
            if (q == nq - 1) out += (live - die - quit) * p->sum;
            break;
        case ANNUITY:
            out = (live - die) * p->sum * 0.0125;
            break;
        case LINKED:
            fund = fund * ret[q] * 0.9975;
            out = die * (fund < p->sum ? p->sum - fund : 0) - live * fund * 0.0025;
            if (q == nq - 1 && fund < p->sum) out += (live - die - quit) * (p->sum - fund);
            break;
        }
        total += (out + live * charge[q]) * disc[q];
        live -= die + quit;
        if (live < 1e-6) break;
    }
    return total;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void value_policy(Policy *p, const Scenarios *s, Work *w)
{
    int nq = prepare(p, w), tail = s->n / 20 > 0 ? s->n / 20 : 1;
    double *pv = w->pv;
    double sum = 0;
    for (int i = 0; i < s->n; i++) {
        pv[i] = value_one(p, w, nq, s->fwd + i * MAXQ, s->disc + i * MAXQ, s->fundret + i * MAXQ);
        sum += pv[i];
    }
    qsort(pv, s->n, sizeof *pv, ascending);
    p->best = sum / s->n;
    p->cte = 0;
    for (int i = s->n - tail; i < s->n; i++)
        p->cte += pv[i] / tail;
}

static void book(Bucket *b, const Policy *p)
{
    b->count++;
    b->best += p->best;
    b->cte += p->cte;
    b->sum += p->sum;
    if (b->count == 1 || p->cte > b->worst) { b->worst = p->cte; b->worst_id = p->id; }
}

int main(int argc, char **argv)
{
    static const char *pname[NPROD] = { "term", "endowment", "annuity", "linked" };
    int npol = argc > 1 ? atoi(argv[1]) : 3000;
    int nscen = argc > 2 ? atoi(argv[2]) : 300;
    seed_state = argc > 3 ? strtoull(argv[3], 0, 10) : 4711;
    if (npol < 1 || nscen < 1) { fprintf(stderr, "usage: annuity [policies] [scenarios] [seed]\n"); return 2; }
    Scenarios sc;
    make_scenarios(&sc, nscen);
    Policy *pol = malloc(sizeof *pol * npol);
    if (!pol) return 1;
    for (int i = 0; i < npol; i++)
        make_policy(&pol[i], i);

    Bucket prod[NPROD] = { { 0 } }, band[NBAND] = { { 0 } };
    long errors[4] = { 0 };
#pragma omp parallel
    {
        Work w;
        w.pv = malloc(sizeof(double) * nscen);
        if (!w.pv) { perror("annuity"); exit(1); }
#pragma omp for schedule(dynamic, 8)
        for (int i = 0; i < npol; i++) {
            pol[i].status = validate(&pol[i]);
            if (pol[i].status == OK) value_policy(&pol[i], &sc, &w);
        }
        free(w.pv);
    }
    /* booking keeps policy order so that the totals round as they always did */
    for (int i = 0; i < npol; i++) {
        Policy *p = &pol[i];
        errors[p->status]++;
        if (p->status != OK) continue;
        book(&prod[p->product], p);
        int a = p->age / 12;
        book(&band[a < NBAND ? a : NBAND - 1], p);
    }
    for (int k = 0; k < NPROD; k++)
        printf("%-10s %5ld  sum %14.2f  best %16.4f  cte95 %16.4f  worst %d %.4f\n", pname[k],
               prod[k].count, prod[k].sum, prod[k].best, prod[k].cte, prod[k].worst_id, prod[k].worst);
    for (int k = 0; k < NBAND; k++)
        printf("age %3d+   %5ld  best %.10g  cte95 %.10g\n", k * 12, band[k].count, band[k].best, band[k].cte);
    printf("rejected: age %ld, term %ld\n", errors[BADAGE], errors[BADTERM]);
    free(pol); free(sc.fwd); free(sc.disc); free(sc.fundret);
    return 0;
}

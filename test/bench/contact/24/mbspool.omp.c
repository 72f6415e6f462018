/* mbspool - month-by-month projection of a mortgage pool under several rate scenarios with
 * prepayment and default draws; pool cash flows in cents, watch list of the worst loans.
 * usage: mbspool [loans] [scenarios] [seed] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <math.h>

#define MONTHS 360
#define WATCH 12
#define REGIONS 9

typedef struct Reset {
    int month;
    double margin;
    struct Reset *next;
} Reset;

typedef struct {
    int64_t balance;    /* cents */
    double rate;
    int term, region, score;
    Reset *resets;
    uint64_t seed;
} Loan;

typedef struct Watch {
    int loan, scenario;
    int64_t loss;
    struct Watch *next;
} Watch;

typedef struct {
    int64_t interest[MONTHS], principal[MONTHS];
    int64_t loss[REGIONS];
    long defaults[REGIONS], prepaid;
    Watch *worst;       /* descending by loss */
    int nworst;
} Pool;

static uint32_t draw(uint64_t *s)
{
    *s ^= *s >> 12;
    *s ^= *s << 25;
    *s ^= *s >> 27;
    return (uint32_t)((*s * 2685821657736338717ull) >> 32);
}
static double draw01(uint64_t *s) { return (draw(s) + 0.5) / 4294967296.0; }

static int worse(const Watch *a, int64_t loss, int loan, int scenario)
{
    if (a->loss != loss) return a->loss > loss;
    if (a->loan != loan) return a->loan < loan;
    return a->scenario < scenario;
}

static void watch(Pool *p, int64_t loss, int loan, int scenario)
{
    Watch **at = &p->worst;
    int rank = 0;
    while (*at && worse(*at, loss, loan, scenario)) {
        at = &(*at)->next;
        if (++rank == WATCH) return;
    }
    Watch *w = malloc(sizeof *w);
    *w = (Watch){ loan, scenario, loss, *at };
    *at = w;
    if (p->nworst < WATCH) {
        p->nworst++;
        return;
    }
    while ((*at)->next) at = &(*at)->next;
    free(*at);
    *at = NULL;
}

static double annuity(double balance, double monthly, int left)
{
    if (monthly < 1e-9) return balance / left;
    return balance * monthly / (1 - pow(1 + monthly, -left));
}

static void project(Pool *p, const Loan *ln, int id, int scenario, const double *curve)
{
    uint64_t rng = ln->seed + 0x9E3779B97F4A7C15ull * (uint64_t)(scenario + 1);
    int64_t bal = ln->balance;
    double rate = ln->rate, pay = annuity(bal, rate / 12, ln->term), burnout = 1;
    const Reset *rs = ln->resets;
    for (int m = 0; m < ln->term && bal > 0; m++) {
        if (rs && rs->month == m) {
            rate = curve[m] + rs->margin;
            pay = annuity(bal, rate / 12, ln->term - m);
            rs = rs->next;
        }
        int64_t intr = llround(bal * rate / 12);
        int64_t princ = llround(pay) - intr;
        if (princ > bal || m == ln->term - 1) princ = bal;
        if (princ < 0) princ = 0;
        double incentive = rate - curve[m] - 0.004;
        double smm = 0.004 + burnout * 0.03 / (1 + exp(-220 * incentive));
        double stress = 1.0 + 4.0 * (pay / 100000.0 > 1.9) + 30.0 * (rate > 0.085 ? rate - 0.085 : 0);
        double pd = 0.0009 * stress * (850 - ln->score) / 150.0;
        double u = draw01(&rng);
        if (u < pd) {
            int64_t lost = llround(bal * (0.25 + 0.3 * draw01(&rng)));
            p->loss[ln->region] += lost;
            p->defaults[ln->region]++;
            p->principal[m] += bal - lost;
            watch(p, lost, id, scenario);
            return;
        }
        p->interest[m] += intr;
        if (u > 1 - smm) {
            p->principal[m] += bal;
            p->prepaid++;
            return;
        }
        if (incentive > 0) burnout *= 0.985;
        p->principal[m] += princ;
        bal -= princ;
    }
}

static void absorb(Pool *to, Pool *from)
{
    for (int m = 0; m < MONTHS; m++) {
        to->interest[m] += from->interest[m];
        to->principal[m] += from->principal[m];
    }
    for (int r = 0; r < REGIONS; r++) {
        to->loss[r] += from->loss[r];
        to->defaults[r] += from->defaults[r];
    }
    to->prepaid += from->prepaid;
    for (Watch *w = from->worst, *nx; w; w = nx) {
        watch(to, w->loss, w->loan, w->scenario);
        nx = w->next;
        free(w);
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 50000;
    int ns = argc > 2 ? atoi(argv[2]) : 12;
    uint64_t rng = (argc > 3 ? strtoull(argv[3], NULL, 10) : 9) * 77777777777ull + 12345;
    if (n < 1 || ns < 1) return 1;

    Loan *loans = calloc(n, sizeof *loans);
    for (int i = 0; i < n; i++) {
        Loan *l = &loans[i];
        l->balance = 6000000 + draw(&rng) % 40000000;
        l->rate = 0.03 + 0.05 * draw01(&rng);
        l->term = draw(&rng) % 3 ? 360 : 180;
        l->region = draw(&rng) % REGIONS;
        l->score = 600 + draw(&rng) % 220;
        l->seed = ((uint64_t)draw(&rng) << 32 | draw(&rng)) | 1;
        if (draw(&rng) % 4) continue;
        Reset **tail = &l->resets;
        double margin = 0.015 + 0.02 * draw01(&rng);
        for (int m = 36 + draw(&rng) % 48; m < l->term; m += 12) {
            Reset *r = malloc(sizeof *r);
            *r = (Reset){ m, margin, NULL };
            *tail = r;
            tail = &r->next;
        }
    }
    double(*curve)[MONTHS] = malloc(ns * sizeof *curve);
    for (int s = 0; s < ns; s++) {
        double r = 0.045;
        for (int m = 0; m < MONTHS; m++) {
            r += 0.01 * (0.05 - r) + 0.0035 * (draw01(&rng) - 0.5);
            curve[s][m] = r < 0.002 ? 0.002 : r;
        }
    }

    Pool *pool = calloc(1, sizeof *pool);
    #pragma omp parallel
    {
        Pool *mine = calloc(1, sizeof *mine);
        #pragma omp for collapse(2) schedule(dynamic, 1024) nowait
        for (int s = 0; s < ns; s++)
            for (int i = 0; i < n; i++)
                project(mine, &loans[i], i, s, curve[s]);
        #pragma omp critical
        absorb(pool, mine);
        free(mine);
    }

    double pv = 0, df = 1;
    uint64_t digest = 0;
    for (int m = 0; m < MONTHS; m++) {
        df /= 1 + 0.05 / 12;
        pv += df * (double)(pool->interest[m] + pool->principal[m]) / 100.0 / ns;
        digest = digest * 37 + (uint64_t)pool->interest[m] * 3 + (uint64_t)pool->principal[m];
    }
    for (int r = 0; r < REGIONS; r++)
        printf("region %d defaults %ld loss %lld\n", r, pool->defaults[r], (long long)pool->loss[r]);
    for (Watch *w = pool->worst, *nx; w; w = nx) {
        printf("watch loan %d scenario %d loss %lld\n", w->loan, w->scenario, (long long)w->loss);
        nx = w->next;
        free(w);
    }
    printf("prepaid %ld pv %.6f digest %016llx\n", pool->prepaid, pv, (unsigned long long)digest);
    for (int i = 0; i < n; i++)
        for (Reset *r = loans[i].resets, *nx; r; r = nx) {
            nx = r->next;
            free(r);
        }
    free(loans);
    free(curve);
    free(pool);
    return 0;
}

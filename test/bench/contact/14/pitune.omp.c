/* Gain search for the Q15 current/speed controller of the small drive.
 * The controller code below is what runs in the target (no floats there);
 * the plant is a crude integer motor model.  */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>

typedef int16_t q15;
typedef int32_t q31;

enum state { ST_IDLE, ST_ALIGN, ST_RUN, ST_FAULT };
enum { FAULT_NONE, FAULT_OVERCURRENT, FAULT_STALL, FAULT_NCODES };

typedef struct {
    q15 kp, ki, out_max;
    q31 integ;
    uint16_t saturated;
} pi_t;

typedef struct {
    enum state st;
    int fault;
    pi_t speed, current;
    q15 ref, omega_f;           /* filtered speed */
    uint16_t timer, stall;
} drive_t;

typedef struct {
    q31 i, w;                   /* current, speed, Q20 */
    q31 load;
    uint32_t noise;
} plant_t;

typedef struct {
    uint32_t cost, overshoot;
    int fault, settle;
} score_t;

typedef struct { q15 kps, kis, kpc; score_t s; } result_t;

static uint32_t stat_runs, stat_ticks, stat_fault[FAULT_NCODES];
#pragma omp threadprivate(stat_runs, stat_ticks, stat_fault)

static inline q15 sat16(q31 v) { return v > 32767 ? 32767 : v < -32768 ? -32768 : (q15)v; }
static inline q15 mulq(q15 a, q15 b) { return (q15)(((q31)a * b) >> 15); }

static q15 pi_run(pi_t *c, q15 ref, q15 meas)
{
    q31 e = sat16((q31)ref - meas);
    q31 p = (e * c->kp) >> 12;
    q31 u = p + (c->integ >> 12);
    if (u > c->out_max) { u = c->out_max; c->saturated++; if (e < 0) c->integ += (e * c->ki) >> 3; }
    else if (u < -c->out_max) { u = -c->out_max; c->saturated++; if (e > 0) c->integ += (e * c->ki) >> 3; }
    else c->integ += (e * c->ki) >> 3;
    if (c->integ > (q31)c->out_max << 12) c->integ = (q31)c->out_max << 12;
    if (c->integ < -((q31)c->out_max << 12)) c->integ = -((q31)c->out_max << 12);
    return sat16(u);
}

static q15 drive_tick(drive_t *d, q15 omega, q15 cur)
{
    d->omega_f = sat16(d->omega_f + (((q31)omega - d->omega_f) >> 2));
    if (d->st != ST_FAULT && (cur > 26000 || cur < -26000)) { d->st = ST_FAULT; d->fault = FAULT_OVERCURRENT; }
    switch (d->st) {
    case ST_IDLE:
        if (++d->timer > 10) { d->st = ST_ALIGN; d->timer = 0; }
        return 0;
    case ST_ALIGN:
        if (++d->timer > 30) d->st = ST_RUN;
        return 1500;
    case ST_RUN: {
        q15 iref = pi_run(&d->speed, d->ref, d->omega_f);
        if (d->ref > 2000 && d->omega_f < 200) {
            if (++d->stall > 400) { d->st = ST_FAULT; d->fault = FAULT_STALL; }
        } else d->stall = 0;
        return pi_run(&d->current, iref, cur);
    }
    case ST_FAULT:
    default:
        return 0;
    }
}

static void plant_tick(plant_t *p, q15 volt)
{
    int32_t emf = p->w >> 6;
    p->noise = p->noise * 1664525u + 1013904223u;
    p->i += ((q31)volt * 4 - (p->i >> 4) - emf) >> 1;
    if (p->i > 1 << 20) p->i = 1 << 20;
    if (p->i < -(1 << 20)) p->i = -(1 << 20);
    p->w += ((p->i >> 3) - p->load - (p->w >> 7)) >> 5;
    p->w += (int32_t)(p->noise >> 29) - 4;
}

static q15 profile(int t, int n)
{
    if (t < n / 3) return 9000;
    if (t < n / 2) return 14000;
    if (t < 3 * n / 4) return 5000;
    return 11000;
}

static score_t simulate(const q15 gains[3], int n)
{
    drive_t d = { .st = ST_IDLE };
    plant_t p = { .noise = 99 };
    score_t s = { 0, 0, 0, 0 };
    uint64_t cost = 0;
    d.speed = (pi_t){ .kp = gains[0], .ki = gains[1], .out_max = 20000 };
    d.current = (pi_t){ .kp = gains[2], .ki = (q15)(gains[2] / 16 + 1), .out_max = 32000 };
    for (int t = 0; t < n; t++) {
        d.ref = profile(t, n);
        p.load = t > 2 * n / 3 ? 3000 : 400;
        q15 omega = sat16(p.w >> 4), cur = sat16(p.i >> 5);
        q15 u = drive_tick(&d, omega, cur);
        plant_tick(&p, mulq(u, 29000));
        int32_t e = d.ref - omega;
        cost += (uint32_t)(e < 0 ? -e : e) >> 2;
        if (e < -300) s.overshoot += (uint32_t)-e >> 4;
        if (e > 400 || e < -400) s.settle = t;
        stat_ticks++;
        if (d.st == ST_FAULT) { cost += (uint64_t)(n - t) * 4000; break; }
    }
    s.fault = d.fault;
    s.cost = cost > UINT32_MAX ? UINT32_MAX : (uint32_t)cost;
    stat_runs++;
    stat_fault[d.fault]++;
    return s;
}

static int by_cost(const void *a, const void *b)
{
    const result_t *x = a, *y = b;
    if (x->s.cost != y->s.cost) return x->s.cost < y->s.cost ? -1 : 1;
    if (x->s.overshoot != y->s.overshoot) return x->s.overshoot < y->s.overshoot ? -1 : 1;
    if (x->kps != y->kps) return x->kps - y->kps;
    if (x->kis != y->kis) return x->kis - y->kis;
    return x->kpc - y->kpc;
}

static int search(result_t *res, int cap, q15 lo[3], q15 hi[3], q15 step[3], int n)
{
    int cnt[3], m = 0;
    for (int k = 0; k < 3; k++) cnt[k] = hi[k] < lo[k] ? 0 : (hi[k] - lo[k]) / step[k] + 1;
    int total = cnt[0] * cnt[1] * cnt[2];
    result_t *all = malloc((total + 1) * sizeof *all);
    if (!all) abort();
    uint32_t runs = 0, ticks = 0, fault[FAULT_NCODES] = { 0 };
#pragma omp parallel reduction(+:runs, ticks, fault)
    {
        uint32_t r0 = stat_runs, t0 = stat_ticks, f0[FAULT_NCODES];
        memcpy(f0, stat_fault, sizeof f0);
#pragma omp for schedule(dynamic, 8)
        for (int i = 0; i < total; i++) {
            q15 g[3] = { (q15)(lo[0] + i / (cnt[1] * cnt[2]) * step[0]),
                         (q15)(lo[1] + i / cnt[2] % cnt[1] * step[1]),
                         (q15)(lo[2] + i % cnt[2] * step[2]) };
            all[i] = (result_t){ g[0], g[1], g[2], simulate(g, n) };
        }
        runs += stat_runs - r0;
        ticks += stat_ticks - t0;
        for (int k = 0; k < FAULT_NCODES; k++) fault[k] += stat_fault[k] - f0[k];
        stat_runs = r0;
        stat_ticks = t0;
        memcpy(stat_fault, f0, sizeof f0);
    }
    stat_runs += runs;
    stat_ticks += ticks;
    for (int k = 0; k < FAULT_NCODES; k++) stat_fault[k] += fault[k];
    for (int i = 0; i < total && m < cap; i++)      /* cap exceeds the grids in use */
        if (!all[i].s.fault) res[m++] = all[i];
    free(all);
    return m;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 8000;
    int cap = 20000;
    result_t *res = malloc(cap * sizeof *res);
    if (!res || n < 100) return 1;
    q15 lo[3] = { 500, 1, 200 }, hi[3] = { 20500, 141, 6200 }, step[3] = { 1000, 10, 500 };
    for (int pass = 0; pass < 2; pass++) {
        int m = search(res, cap, lo, hi, step, n);
        if (m == 0) { printf("no stable gains\n"); return 1; }
        qsort(res, m, sizeof *res, by_cost);
        for (int i = 0; i < 3 && i < m; i++)
            printf("pass %d #%d kp %d ki %d kpc %d cost %u overshoot %u settle %d\n", pass, i, res[i].kps,
                   res[i].kis, res[i].kpc, res[i].s.cost, res[i].s.overshoot, res[i].s.settle);
        const q15 b[3] = { res[0].kps, res[0].kis, res[0].kpc };
        for (int k = 0; k < 3; k++) {
            lo[k] = (q15)(b[k] - step[k] > 1 ? b[k] - step[k] : 1);
            hi[k] = (q15)(b[k] + step[k]);
            step[k] = (q15)(step[k] / 6 > 0 ? step[k] / 6 : 1);
        }
    }
    printf("runs %u ticks %u ok %u overcurrent %u stall %u\n", stat_runs, stat_ticks, stat_fault[0], stat_fault[1], stat_fault[2]);
    free(res);
    return 0;
}

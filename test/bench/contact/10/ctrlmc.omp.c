/* ctrlmc.c
 * Monte-Carlo robustness test of a speed/position servo.
 *
 * Plant: two-mass drive (motor - elastic shaft - load) with viscous and
 * Coulomb friction, actuator lag and saturation.  The controller is designed
 * once for the nominal plant, either PID with filtered derivative and
 * anti-windup, or discrete LQR with an integral state (Riccati iteration).
 * Every trial perturbs the plant and simulates a step response (RK4 between
 * controller samples); metrics are collected and summarised.
 *
 *     ctrlmc [trials] [seed] [spread %]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NX = 5,                  /* motor angle, motor speed, load angle, load speed, torque */
       NA = NX + 1,             /* plus integral of the load error (LQR) */
       SUB = 4 };               /* RK4 steps per sample */

#define TS    0.01
#define TEND  4.0
#define UMAX  10.0

struct plant {
    double jm, jl, k, d, bm, bl, fc, tau, gain;
};

struct trial {
    struct plant p;
    unsigned noise_seed;
};

struct metrics {
    double overshoot, rise, settle, iae, effort, peak_u;
    int stable, saturated;
};

struct controller {
    int is_lqr;
    double kp, ki, kd, tf;              /* PID */
    double gain[NA];                    /* LQR */
    double integ, deriv, last;          /* run-time state */
};

struct failure { int trial; double when; };

static const struct plant nominal = { 0.02, 0.05, 9.0, 0.04, 0.02, 0.03, 0.05, 0.015, 1.0 };

static unsigned long long gen;          /* generator for the plant variations */

static double draw(void)
{
    gen = gen * 2862933555777941757ull + 3037000493ull;
    return (double)(gen >> 11) / 9007199254740992.0;
}

static double noise(unsigned *s)
{
    *s = *s * 1103515245u + 12345u;
    return ((*s >> 8) & 0xffff) / 65536.0 - 0.5;
}

static void derivative(const struct plant *p, const double x[NX], double u, double dx[NX])
{
    double twist = p->k * (x[0] - x[2]) + p->d * (x[1] - x[3]);
    double coulomb = p->fc * x[3] / (fabs(x[3]) + 0.02);
    dx[0] = x[1];
    dx[1] = (x[4] - twist - p->bm * x[1]) / p->jm;
    dx[2] = x[3];
    dx[3] = (twist - p->bl * x[3] - coulomb) / p->jl;
    dx[4] = (p->gain * u - x[4]) / p->tau;
}

static void rk4(const struct plant *p, double x[NX], double u, double h)
{
    double a[NX], b[NX], c[NX], e[NX], t[NX];
    derivative(p, x, u, a);
    for (int i = 0; i < NX; i++) t[i] = x[i] + 0.5 * h * a[i];
    derivative(p, t, u, b);
    for (int i = 0; i < NX; i++) t[i] = x[i] + 0.5 * h * b[i];
    derivative(p, t, u, c);
    for (int i = 0; i < NX; i++) t[i] = x[i] + h * c[i];
    derivative(p, t, u, e);
    for (int i = 0; i < NX; i++) x[i] += h / 6.0 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + e[i]);
}

/* discretise the nominal plant numerically and iterate the Riccati equation */
static int design_lqr(struct controller *c)
{
    double A[NA][NA] = { { 0 } }, B[NA], P[NA][NA], N[NA][NA], K[NA] = { 0 };
    const double q[NA] = { 0.5, 0.05, 30.0, 0.1, 0.0, 120.0 }, r = 0.4;
    struct plant lin = nominal;
    lin.fc = 0.0;
    for (int j = 0; j <= NX; j++) {
        double x[NX] = { 0 };
        if (j < NX) x[j] = 1.0;
        for (int s = 0; s < SUB; s++) rk4(&lin, x, j == NX, TS / SUB);
        for (int i = 0; i < NX; i++) *(j < NX ? &A[i][j] : &B[i]) = x[i];
    }
    A[NX][NX] = 1.0;
    A[NX][2] = TS;
    B[NX] = 0.0;
    memset(P, 0, sizeof P);
    for (int i = 0; i < NA; i++) P[i][i] = q[i];
    for (int it = 1; it < 20000; it++) {
        double PB[NA], den = r, change = 0.0, PA[NA][NA];
        for (int i = 0; i < NA; i++) {
            PB[i] = 0.0;
            for (int j = 0; j < NA; j++) PB[i] += P[i][j] * B[j];
            den += B[i] * PB[i];
            for (int j = 0; j < NA; j++) {
                PA[i][j] = 0.0;
                for (int k = 0; k < NA; k++) PA[i][j] += P[i][k] * A[k][j];
            }
        }
        for (int j = 0; j < NA; j++) {
            K[j] = 0.0;
            for (int i = 0; i < NA; i++) K[j] += PB[i] * A[i][j] / den;
        }
        for (int i = 0; i < NA; i++)
            for (int j = 0; j < NA; j++) {
                N[i][j] = (i == j ? q[i] : 0.0) - K[i] * K[j] * den;
                for (int k = 0; k < NA; k++) N[i][j] += A[k][i] * PA[k][j];
                change = fmax(change, fabs(N[i][j] - P[i][j]) / (1.0 + fabs(N[i][j])));
            }
        memcpy(P, N, sizeof P);
        if (change < 1e-10) {
            memcpy(c->gain, K, sizeof K);
            return it;
        }
    }
    return 0;
}

static double control(struct controller *c, const double x[NX], double ref, double meas)
{
    double e = ref - meas, u, sat;
    if (c->is_lqr) {
        c->integ -= e * TS;
        u = -c->gain[0] * (x[0] - ref) - c->gain[1] * x[1] - c->gain[2] * (meas - ref)
            - c->gain[3] * x[3] - c->gain[4] * x[4] - c->gain[5] * c->integ;
        sat = fmin(fmax(u, -UMAX), UMAX);
        if (u != sat) c->integ += e * TS;
        return sat;
    }
    c->deriv += TS / (c->tf + TS) * ((c->last - meas) / TS - c->deriv);
    c->last = meas;
    u = c->kp * e + c->integ + c->kd * c->deriv;
    sat = fmin(fmax(u, -UMAX), UMAX);
    if (u == sat || e * u < 0.0) c->integ += c->ki * TS * e;
    return sat;
}

/* simulates one trial; stops early when the loop runs away */
static void step_response(const struct controller *design, const struct trial *tr, struct metrics *m, double *t_end)
{
    struct controller c = *design;
    unsigned ns = tr->noise_seed;
    double x[NX] = { 0 }, t = 0.0, t10 = -1.0, t90 = -1.0, last_out = 0.0, ymax = 0.0;
    memset(m, 0, sizeof *m);
    m->stable = 1;
    while (t < TEND) {
        double u = control(&c, x, 1.0, x[2] + 0.002 * noise(&ns));
        for (int s = 0; s < SUB; s++) rk4(&tr->p, x, u, TS / SUB);
        t += TS;
        if (fabs(x[2]) > 20.0 || x[0] != x[0]) { m->stable = 0; break; }
        if (t10 < 0.0 && x[2] >= 0.1) t10 = t;
        if (t90 < 0.0 && x[2] >= 0.9) t90 = t;
        if (fabs(x[2] - 1.0) > 0.03) last_out = t;
        if (x[2] > ymax) ymax = x[2];
        m->iae += fabs(1.0 - x[2]) * TS;
        m->effort += u * u * TS;
        if (fabs(u) > m->peak_u) m->peak_u = fabs(u);
        m->saturated += fabs(u) >= UMAX;
    }
    *t_end = t;
    m->overshoot = ymax > 1.0 ? 100.0 * (ymax - 1.0) : 0.0;
    m->rise = t90 > 0.0 ? t90 - t10 : TEND;
    m->settle = last_out;
    if (m->stable && last_out > TEND - 0.2) m->stable = 0;      /* never settles: limit cycle */
}

static void vary(struct trial *t, double spread)
{
    double *v = (double *)&t->p;
    t->p = nominal;
    for (size_t i = 0; i < sizeof t->p / sizeof *v; i++) v[i] *= 1.0 + spread * (2.0 * draw() - 1.0);
    if (draw() < 0.05) t->p.k *= 0.3;           /* worn coupling */
    t->noise_seed = (unsigned)(draw() * 4294967295.0);
}

static int by_value(const void *a, const void *b)
{
    return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b);
}

static void campaign(const char *name, const struct controller *c, int trials, double spread)
{
    double mean[6] = { 0 }, m2[6] = { 0 }, *settle = malloc(sizeof *settle * (size_t)(trials + 1));
    struct failure *fail = NULL;
    int good = 0, nfail = 0, cap = 0;
    long sat = 0;
    struct trial *tr = malloc(sizeof *tr * (size_t)(trials + 1));
    struct metrics *met = malloc(sizeof *met * (size_t)(trials + 1));
    double *t_end = malloc(sizeof *t_end * (size_t)(trials + 1));

    /* the variations come from one generator: draw them all first */
    for (int i = 0; i < trials; i++) vary(&tr[i], spread);
    #pragma omp parallel for schedule(dynamic, 16)
    for (int i = 0; i < trials; i++) step_response(c, &tr[i], &met[i], &t_end[i]);

    for (int i = 0; i < trials; i++) {
        if (!met[i].stable) {
            if (nfail == cap) fail = realloc(fail, sizeof *fail * (size_t)(cap = 2 * cap + 16));
            fail[nfail++] = (struct failure){ i, t_end[i] };
            continue;
        }
        settle[good++] = met[i].settle;
        sat += met[i].saturated;
        const double *v = &met[i].overshoot;
        for (int k = 0; k < 6; k++) {           /* Welford */
            double delta = v[k] - mean[k];
            mean[k] += delta / good;
            m2[k] += delta * (v[k] - mean[k]);
        }
    }
    static const char *label[6] = { "overshoot %", "rise s", "settling s", "IAE", "effort", "peak u" };
    qsort(settle, (size_t)good, sizeof *settle, by_value);
    printf("%s: %d ok, %d failed, %ld saturated samples\n", name, good, nfail, sat);
    for (int k = 0; k < 6; k++) printf("  %-12s mean %12.8f  sd %12.8f\n", label[k], mean[k], good > 1 ? sqrt(m2[k] / (good - 1)) : 0.0);
    if (good) printf("  settling p50 %.2f p95 %.2f p99 %.2f\n", settle[good / 2], settle[(int)(good * 0.95)], settle[(int)(good * 0.99)]);
    for (int i = 0; i < nfail && i < 5; i++) printf("  failure: trial %d at t=%.2f\n", fail[i].trial, fail[i].when);
    free(tr); free(met); free(t_end);
    free(fail);
    free(settle);
}

int main(int argc, char **argv)
{
    int trials = argc > 1 ? atoi(argv[1]) : 4000;
    double spread = argc > 3 ? atof(argv[3]) / 100.0 : 0.35;
    struct controller pid = { .kp = 1.5, .ki = 1.2, .kd = 0.28, .tf = 0.02 }, lqr = { .is_lqr = 1 };
    gen = argc > 2 ? strtoull(argv[2], NULL, 10) : 8128;
    int it = design_lqr(&lqr);
    if (!it) return fprintf(stderr, "Riccati iteration did not converge\n"), 1;
    printf("LQR after %d iterations:", it);
    for (int i = 0; i < NA; i++) printf(" %.6f", lqr.gain[i]);
    printf("\n");
    campaign("PID", &pid, trials, spread);
    campaign("LQR", &lqr, trials, spread);
    return 0;
}

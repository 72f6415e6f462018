/*
 * pidtune.c  --  tuning of the fixed-point PID firmware on simulated plants
 *
 * The controller below is the one that runs on the target (Q16.16 integer
 * arithmetic).  It is run in closed loop with a model of each plant for every
 * combination of gains; the best set of gains (time-weighted absolute error,
 * with penalties for overshoot and actuator wear) is listed per plant.
 *
 *      pidtune [grid points per gain]
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef int32_t q16_t;
#define Q16(x)  ((q16_t)((x) * 65536.0))
#define NSTATE  3
#define STEPS   2400
#define PERIOD  0.005

/* ---- firmware ---------------------------------------------------------- */

typedef struct {
    q16_t kp, ki, kd;
    q16_t out_min, out_max;
    q16_t integ, last_meas, dfilt;
    unsigned flags;
} pid_ctl_t;

enum { PID_SAT_HI = 1, PID_SAT_LO = 2, PID_RUN = 4 };

static q16_t qmul(q16_t a, q16_t b)
{
    int64_t p = ((int64_t)a * b) >> 16;
    return p > INT32_MAX ? INT32_MAX : p < INT32_MIN ? INT32_MIN : (q16_t)p;
}

static q16_t qclip(int64_t v, q16_t lo, q16_t hi)
{
    return v < lo ? lo : v > hi ? hi : (q16_t)v;
}

static void pid_reset(pid_ctl_t *c, q16_t kp, q16_t ki, q16_t kd, q16_t lo, q16_t hi)
{
    c->kp = kp;
    c->ki = ki;
    c->kd = kd;
    c->out_min = lo;
    c->out_max = hi;
    c->integ = c->last_meas = c->dfilt = 0;
    c->flags = 0;
}

static q16_t pid_update(pid_ctl_t *c, q16_t set, q16_t meas)
{
    q16_t err = set - meas;
    if (!(c->flags & PID_RUN)) {
        c->last_meas = meas;
        c->flags |= PID_RUN;
    }
    /* conditional integration against wind-up */
    if (!((c->flags & PID_SAT_HI) && err > 0) && !((c->flags & PID_SAT_LO) && err < 0))
        c->integ = qclip((int64_t)c->integ + qmul(c->ki, err), c->out_min, c->out_max);
    c->dfilt += ((c->last_meas - meas) - c->dfilt) / 4;
    c->last_meas = meas;
    int64_t out = (int64_t)qmul(c->kp, err) + c->integ + qmul(c->kd, c->dfilt);
    c->flags &= ~(unsigned)(PID_SAT_HI | PID_SAT_LO);
    if (out > c->out_max)
        c->flags |= PID_SAT_HI;
    else if (out < c->out_min)
        c->flags |= PID_SAT_LO;
    return qclip(out, c->out_min, c->out_max);
}

/* ---- plants ------------------------------------------------------------ */

struct plant;
typedef void (*deriv_fn)(const struct plant *p, const double *x, double u, double load, double *dx);

struct plant {
    const char *name;
    deriv_fn deriv;
    double par[5];
    int output;                     /* which state is measured */
    double setpoint, umin, umax;
    double kp_max, ki_max, kd_max;
    double load;                    /* disturbance in the second half */
};

static void dc_motor(const struct plant *p, const double *x, double u, double load, double *dx)
{
    /* x: current, speed, angle */
    dx[0] = (u - p->par[0] * x[0] - p->par[1] * x[1]) / p->par[2];
    dx[1] = (p->par[1] * x[0] - p->par[3] * x[1] - load) / p->par[4];
    dx[2] = x[1];
}

static void water_tanks(const struct plant *p, const double *x, double u, double load, double *dx)
{
    double h1 = x[0] > 0 ? x[0] : 0, h2 = x[1] > 0 ? x[1] : 0;
    double q12 = p->par[1] * sqrt(h1), out = p->par[2] * sqrt(h2);
    dx[0] = (p->par[0] * x[2] - q12) / p->par[3];
    dx[1] = (q12 - out - load) / p->par[3];
    dx[2] = (u - x[2]) / p->par[4];         /* valve */
}

static void crane_arm(const struct plant *p, const double *x, double u, double load, double *dx)
{
    /* x: angle, angular speed, torque */
    dx[0] = x[1];
    dx[1] = (x[2] - p->par[0] * x[1] - p->par[1] * sin(x[0]) - load) / p->par[2];
    dx[2] = (u - x[2]) / p->par[3];
}

static const struct plant plants[] = {
    { "dc motor", dc_motor, { 1.2, 0.3, 0.02, 0.05, 0.04 }, 1, 20.0, -24, 24, 4.0, 0.08, 20.0, 0.8 },
    { "water tanks", water_tanks, { 0.9, 0.5, 0.45, 0.30, 0.10 }, 1, 1.5, 0, 5, 12.0, 0.10, 300.0, 0.10 },
    { "crane arm", crane_arm, { 0.6, 2.0, 0.25, 0.03, 0.0 }, 0, 0.8, -8, 8, 20.0, 0.15, 600.0, 0.5 },
};
#define NPLANTS ((int)(sizeof plants / sizeof plants[0]))

static void rk4(const struct plant *p, double *x, double u, double load, double h)
{
    double k[4][NSTATE], y[NSTATE];
    p->deriv(p, x, u, load, k[0]);
    for (int s = 1; s < 4; s++) {
        double f = s < 3 ? 0.5 * h : h;
        for (int i = 0; i < NSTATE; i++)
            y[i] = x[i] + f * k[s - 1][i];
        p->deriv(p, y, u, load, k[s]);
    }
    for (int i = 0; i < NSTATE; i++)
        x[i] += h / 6.0 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
}

/* ---- experiments ------------------------------------------------------- */

struct result {
    double cost, overshoot, settle;
};

static struct result closed_loop(const struct plant *p, pid_ctl_t *ctl, uint32_t noise)
{
    struct result r = { 0, 0, 0 };
    double x[NSTATE] = { 0 }, wear = 0, u_old = 0;

    for (int k = 0; k < STEPS; k++) {
        double t = k * PERIOD;
        noise = noise * 1664525u + 1013904223u;
        double meas = x[p->output] + p->setpoint * 0.002 * ((noise >> 16) / 65536.0 - 0.5);
        if (meas > 1000)
            meas = 1000;
        else if (meas < -1000)
            meas = -1000;
        double u = pid_update(ctl, Q16(p->setpoint), Q16(meas)) / 65536.0;
        rk4(p, x, u, k > STEPS / 2 ? p->load : 0.0, PERIOD);
        double err = (p->setpoint - x[p->output]) / p->setpoint;
        r.cost += PERIOD * (k > STEPS / 2 ? t - STEPS / 2 * PERIOD : t) * fabs(err);
        if (k <= STEPS / 2 && -err > r.overshoot)
            r.overshoot = -err;
        if (fabs(err) > 0.02)
            r.settle = t;
        wear += fabs(u - u_old);
        u_old = u;
    }
    r.cost += 2.0 * r.overshoot + 0.01 * wear / (p->umax - p->umin);
    return r;
}

int main(int argc, char **argv)
{
    int grid = argc > 1 ? atoi(argv[1]) : 10;
    if (grid < 2 || grid > 100) {
        fprintf(stderr, "usage: pidtune [2..100]\n");
        return 1;
    }
    struct result *all = malloc((size_t)grid * grid * grid * sizeof *all);
    if (!all)
        return 1;
    for (int n = 0; n < NPLANTS; n++) {
        const struct plant *p = &plants[n];
        struct result best = { 1e30, 0, 0 };
        double gains[3] = { 0, 0, 0 };
        int stable = 0;

#pragma omp parallel for collapse(3) schedule(dynamic, 8)
        for (int a = 1; a <= grid; a++)
            for (int b = 1; b <= grid; b++)
                for (int c = 0; c < grid; c++) {
                    pid_ctl_t ctl;
                    double kp = p->kp_max * a / grid;
                    double ki = p->ki_max * b / grid;
                    double kd = p->kd_max * c / grid;
                    pid_reset(&ctl, Q16(kp), Q16(ki), Q16(kd), Q16(p->umin), Q16(p->umax));
                    all[((a - 1) * grid + b - 1) * grid + c] = closed_loop(p, &ctl, 1u + (uint32_t)n);
                }
        for (int a = 1; a <= grid; a++)
            for (int b = 1; b <= grid; b++)
                for (int c = 0; c < grid; c++) {
                    struct result r = all[((a - 1) * grid + b - 1) * grid + c];
                    if (r.settle < 0.95 * STEPS * PERIOD)
                        stable++;
                    if (r.cost < best.cost) {
                        best = r;
                        gains[0] = p->kp_max * a / grid;
                        gains[1] = p->ki_max * b / grid;
                        gains[2] = p->kd_max * c / grid;
                    }
                }
        printf("%-12s kp %.4f ki %.5f kd %.3f  cost %.8f overshoot %.3f%% settle %.3f s  (%d of %d usable)\n",
               p->name, gains[0], gains[1], gains[2], best.cost, 100 * best.overshoot, best.settle,
               stable, grid * grid * grid);
    }
    free(all);
    return 0;
}

/******************************************************************************
 * robotekf.c - Monte Carlo evaluation of the position filter of a wheeled
 *              robot (extended Kalman filter, wheel odometry + gyro + beacons)
 *
 * The control loop is closed over the estimate, as on the target.
 *
 * usage: robotekf [runs [steps]]
 ******************************************************************************/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <stdbool.h>
#include <math.h>

#define NX        5u            /* x, y, heading, gyro bias, wheel scale */
#define NZ        2u            /* range, bearing                        */
#define N_BEACON  6u
#define N_WAYPT   5u
#define DT        0.05
#define MAX_STEPS 5000

typedef struct {
    double x[NX];
    double P[NX * NX];
    double Q[NX];               /* process noise, per step */
    double R[NZ];
    uint32_t updates, rejected;
} ekf_t;

typedef struct {
    double x, y, th, bias, scale;
    double v, w;
} plant_t;

typedef struct {
    uint32_t waypoint;
    double integ;
    double v_cmd, w_cmd;
} ctrl_t;

typedef struct {
    double final_err;
    double max_err;
    double track_sum;           /* sum of squared position errors */
    double bias_err;
    uint32_t laps, rejected;
    bool lost;
} result_t;

static const double beacon[N_BEACON][2] = {
    { 0, 0 }, { 12, -1 }, { 13, 9 }, { 5, 11 }, { -2, 8 }, { 6, 4 }
};
static const double waypoint[N_WAYPT][2] = {
    { 2, 2 }, { 10, 1 }, { 11, 8 }, { 6, 7 }, { 1, 7 }
};

/* ---- random numbers ------------------------------------------------------ */
typedef struct { uint64_t s; bool have; double spare; } rng_t;

static double rng_uniform(rng_t *r)
{
    r->s = r->s * 6364136223846793005ULL + 1442695040888963407ULL;
    return ((double)(r->s >> 12) + 0.5) / 4503599627370496.0;
}

static double rng_normal(rng_t *r, double sigma)
{
    if (r->have) {
        r->have = false;
        return sigma * r->spare;
    }
    double a = sqrt(-2.0 * log(rng_uniform(r))), b = 6.283185307179586 * rng_uniform(r);
    r->spare = a * sin(b);
    r->have = true;
    return sigma * a * cos(b);
}

/* ---- small matrix library (row major) ------------------------------------ */
static void mat_mul(const double *a, const double *b, double *c, unsigned n, unsigned m, unsigned p)
{
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < p; j++) {
            double s = 0.0;
            for (unsigned k = 0; k < m; k++)
                s += a[i * m + k] * b[k * p + j];
            c[i * p + j] = s;
        }
}

static void mat_mul_t(const double *a, const double *b, double *c, unsigned n, unsigned m, unsigned p)
{
    /* c = a * b' with b of size p x m */
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < p; j++) {
            double s = 0.0;
            for (unsigned k = 0; k < m; k++)
                s += a[i * m + k] * b[j * m + k];
            c[i * p + j] = s;
        }
}

static void mat_ident(double *a, unsigned n)
{
    memset(a, 0, n * n * sizeof *a);
    for (unsigned i = 0; i < n; i++)
        a[i * n + i] = 1.0;
}

static double wrap(double a)
{
    while (a > M_PI)
        a -= 2 * M_PI;
    while (a < -M_PI)
        a += 2 * M_PI;
    return a;
}

/* x' A^-1 x for the symmetric positive 3x3 leading block, by Cholesky */
static double mahalanobis3(const double *P, const double e[3])
{
    double L[3][3] = { { 0 } }, y[3], s = 0;
    for (unsigned i = 0; i < 3; i++)
        for (unsigned j = 0; j <= i; j++) {
            double t = P[i * NX + j];
            for (unsigned k = 0; k < j; k++)
                t -= L[i][k] * L[j][k];
            if (i == j)
                L[i][i] = sqrt(t > 1e-15 ? t : 1e-15);
            else
                L[i][j] = t / L[j][j];
        }
    for (unsigned i = 0; i < 3; i++) {
        y[i] = e[i];
        for (unsigned k = 0; k < i; k++)
            y[i] -= L[i][k] * y[k];
        y[i] /= L[i][i];
        s += y[i] * y[i];
    }
    return s;
}

/* ---- filter -------------------------------------------------------------- */
static void ekf_init(ekf_t *f, double x, double y, double th)
{
    static const double p0[NX] = { 0.04, 0.04, 0.01, 0.0004, 0.0025 };
    static const double q[NX] = { 1e-5, 1e-5, 4e-6, 1e-9, 1e-9 };
    memset(f, 0, sizeof *f);
    f->x[0] = x;
    f->x[1] = y;
    f->x[2] = th;
    f->x[4] = 1.0;
    for (unsigned i = 0; i < NX; i++) {
        f->P[i * NX + i] = p0[i];
        f->Q[i] = q[i];
    }
    f->R[0] = 0.1 * 0.1;
    f->R[1] = 0.03 * 0.03;
}

static void ekf_predict(ekf_t *f, double odo, double gyro)
{
    double F[NX * NX], T[NX * NX];
    double c = cos(f->x[2]), s = sin(f->x[2]), d = odo * f->x[4] * DT;
    mat_ident(F, NX);
    F[0 * NX + 2] = -d * s;
    F[0 * NX + 4] = odo * DT * c;
    F[1 * NX + 2] = d * c;
    F[1 * NX + 4] = odo * DT * s;
    F[2 * NX + 3] = -DT;
    f->x[0] += d * c;
    f->x[1] += d * s;
    f->x[2] = wrap(f->x[2] + (gyro - f->x[3]) * DT);
    mat_mul(F, f->P, T, NX, NX, NX);
    mat_mul_t(T, F, f->P, NX, NX, NX);
    for (unsigned i = 0; i < NX; i++)
        f->P[i * NX + i] += f->Q[i];
}

static void ekf_update(ekf_t *f, const double *b, double range, double bearing)
{
    double H[NZ * NX] = { 0 }, PH[NX * NZ], S[NZ * NZ], K[NX * NZ], A[NX * NX], T[NX * NX];
    double dx = b[0] - f->x[0], dy = b[1] - f->x[1], r2 = dx * dx + dy * dy, r = sqrt(r2);
    if (r < 0.2)
        return;
    H[0] = -dx / r;
    H[1] = -dy / r;
    H[NX] = dy / r2;
    H[NX + 1] = -dx / r2;
    H[NX + 2] = -1.0;
    double e0 = range - r, e1 = wrap(bearing - (atan2(dy, dx) - f->x[2]));
    mat_mul_t(f->P, H, PH, NX, NX, NZ);
    mat_mul(H, PH, S, NZ, NX, NZ);
    S[0] += f->R[0];
    S[3] += f->R[1];
    double det = S[0] * S[3] - S[1] * S[2];
    double Si[4] = { S[3] / det, -S[1] / det, -S[2] / det, S[0] / det };
    double gate = e0 * (Si[0] * e0 + Si[1] * e1) + e1 * (Si[2] * e0 + Si[3] * e1);
    if (gate > 13.8) {
        f->rejected++;
        return;
    }
    mat_mul(PH, Si, K, NX, NZ, NZ);
    for (unsigned i = 0; i < NX; i++)
        f->x[i] += K[i * NZ] * e0 + K[i * NZ + 1] * e1;
    f->x[2] = wrap(f->x[2]);
    mat_mul(K, H, A, NX, NZ, NX);               /* P = (I - K H) P, then symmetrise */
    for (unsigned i = 0; i < NX * NX; i++)
        A[i] = (i % (NX + 1) == 0 ? 1.0 : 0.0) - A[i];
    mat_mul(A, f->P, T, NX, NX, NX);
    for (unsigned i = 0; i < NX; i++)
        for (unsigned j = 0; j < NX; j++)
            f->P[i * NX + j] = 0.5 * (T[i * NX + j] + T[j * NX + i]);
    f->updates++;
}

/* ---- control and plant --------------------------------------------------- */
static void ctrl_step(ctrl_t *c, const ekf_t *f, uint32_t *laps)
{
    double dx = waypoint[c->waypoint][0] - f->x[0], dy = waypoint[c->waypoint][1] - f->x[1];
    if (dx * dx + dy * dy < 0.16) {
        if (++c->waypoint == N_WAYPT) {
            c->waypoint = 0;
            ++*laps;
        }
        c->integ = 0;
    }
    double e = wrap(atan2(dy, dx) - f->x[2]);
    c->integ = fmax(-0.5, fmin(0.5, c->integ + e * DT));
    c->w_cmd = fmax(-1.5, fmin(1.5, 2.0 * e + 0.3 * c->integ));
    c->v_cmd = fabs(e) > 1.0 ? 0.15 : 1.0 - 0.6 * fabs(e);
}

static void plant_step(plant_t *p, const ctrl_t *c, rng_t *r)
{
    p->v += (c->v_cmd - p->v) * DT / 0.3 + rng_normal(r, 0.01);
    p->w += (c->w_cmd - p->w) * DT / 0.15 + rng_normal(r, 0.02);
    p->x += p->v * DT * cos(p->th);
    p->y += p->v * DT * sin(p->th);
    p->th = wrap(p->th + p->w * DT);
    p->bias += rng_normal(r, 3e-5);
}

static void simulate(uint32_t run, int steps, result_t *res, double *nees)
{
    rng_t r = { 0x5DEECE66DULL + 7919u * (uint64_t)run, false, 0 };
    plant_t p = { 1, 1, 0.3, 0, 1, 0, 0 };
    ctrl_t c = { 0, 0, 0, 0 };
    ekf_t f;

    for (int i = 0; i < 8; i++)
        (void)rng_uniform(&r);
    ekf_init(&f, p.x + rng_normal(&r, 0.2), p.y + rng_normal(&r, 0.2), p.th + rng_normal(&r, 0.1));
    p.bias = rng_normal(&r, 0.02);
    p.scale = 1 + rng_normal(&r, 0.05);
    memset(res, 0, sizeof *res);
    for (int k = 0; k < steps; k++) {
        ctrl_step(&c, &f, &res->laps);
        plant_step(&p, &c, &r);
        ekf_predict(&f, p.v / p.scale + rng_normal(&r, 0.02), p.w + p.bias + rng_normal(&r, 0.01));
        if (k % 4 == 0) {
            const double *b = beacon[(k / 4) % (int)N_BEACON];
            double dx = b[0] - p.x, dy = b[1] - p.y, d = sqrt(dx * dx + dy * dy);
            if (d < 9.0) {
                double range = d + rng_normal(&r, 0.1);
                if (rng_uniform(&r) < 0.02)     /* multipath */
                    range += 2 * rng_uniform(&r);
                ekf_update(&f, b, range, wrap(atan2(dy, dx) - p.th + rng_normal(&r, 0.03)));
            }
        }
        double e[3] = { f.x[0] - p.x, f.x[1] - p.y, wrap(f.x[2] - p.th) };
        double err = e[0] * e[0] + e[1] * e[1];
        nees[k] += mahalanobis3(f.P, e);
        res->track_sum += err;
        if (err > res->max_err)
            res->max_err = err;
        if (err > 1.0)
            res->lost = true;
    }
    res->max_err = sqrt(res->max_err);
    res->final_err = hypot(f.x[0] - p.x, f.x[1] - p.y);
    res->bias_err = f.x[3] - p.bias;
    res->rejected = f.rejected;
}

int main(int argc, char **argv)
{
    int runs = argc > 1 ? atoi(argv[1]) : 1750;
    int steps = argc > 2 ? atoi(argv[2]) : 2000;
    if (runs < 1 || steps < 10 || steps > MAX_STEPS) {
        fprintf(stderr, "usage: robotekf [runs [steps 10..%d]]\n", MAX_STEPS);
        return EXIT_FAILURE;
    }
    static double nees[MAX_STEPS];
    double rms = 0, bias = 0, final = 0, worst = 0;
    uint32_t laps = 0, rejected = 0, lost = 0;
    int worst_run = 0;

    for (int n = 0; n < runs; n++) {
        result_t res;
        simulate((uint32_t)n, steps, &res, nees);
        rms += res.track_sum;
        bias += res.bias_err * res.bias_err;
        final += res.final_err;
        laps += res.laps;
        rejected += res.rejected;
        lost += res.lost;
        if (res.max_err > worst) {
            worst = res.max_err;
            worst_run = n;
        }
    }

    printf("%d runs of %d steps: %u laps, %u rejected, %u lost\n", runs, steps, laps, rejected, lost);
    printf("rms position error %.9f, mean final error %.9f\n", sqrt(rms / runs / steps), final / runs);
    printf("rms bias error %.9f, worst error %.7f in run %d\n", sqrt(bias / runs), worst, worst_run);
    for (int k = 0; k < 4; k++) {
        double s = 0;
        for (int i = k * (steps / 4); i < (k + 1) * (steps / 4); i++)
            s += nees[i] / runs;
        printf("quarter %d: mean NEES %.9f (3 expected)\n", k + 1, s / (steps / 4));
    }
    return EXIT_SUCCESS;
}

// SPDX-License-Identifier: Apache-2.0
/* Constant-velocity Kalman filters for many independent radar tracks.
 * State (x, y, vx, vy), position measurements with gating of outliers.
 *   kftracks [tracks] [time steps]
 */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <math.h>
#include <time.h>

#define NS 4
#define NM 2

typedef struct {
    double x[NS];           /* estimate */
    double P[NS][NS];       /* covariance */
    double truth[NS];
    uint64_t rng;
    int updates, rejected;
    double sq_err;
} Track;

typedef struct {
    double dt, q, r, gate;
    double F[NS][NS], Q[NS][NS];
} Model;

static double uniform(uint64_t *s)
{
    *s = *s * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(*s >> 11) / 9007199254740992.0;
}

static double gauss(uint64_t *s)
{
    double sum = 0.0;       /* Irwin-Hall is normal enough for this purpose */
    for (int i = 0; i < 12; i++)
        sum += uniform(s);
    return sum - 6.0;
}

static void model_init(Model *m)
{
    double dt = 0.5, q = 0.2;
    memset(m, 0, sizeof *m);
    m->dt = dt;
    m->q = q;
    m->r = 4.0;
    m->gate = 13.8;
    for (int i = 0; i < NS; i++)
        m->F[i][i] = 1.0;
    m->F[0][2] = m->F[1][3] = dt;
    for (int i = 0; i < 2; i++) {
        m->Q[i][i] = q * dt * dt * dt / 3;
        m->Q[i][i + 2] = m->Q[i + 2][i] = q * dt * dt / 2;
        m->Q[i + 2][i + 2] = q * dt;
    }
}

static void mat_mul(double A[NS][NS], double B[NS][NS], double C[NS][NS])
{
    for (int i = 0; i < NS; i++)
        for (int j = 0; j < NS; j++) {
            double s = 0.0;
            for (int k = 0; k < NS; k++)
                s += A[i][k] * B[k][j];
            C[i][j] = s;
        }
}

static void predict(Model *m, Track *t)
{
    double xn[NS], FP[NS][NS], Ft[NS][NS];

    for (int i = 0; i < NS; i++) {
        xn[i] = 0.0;
        for (int j = 0; j < NS; j++) {
            xn[i] += m->F[i][j] * t->x[j];
            Ft[j][i] = m->F[i][j];
        }
    }
    memcpy(t->x, xn, sizeof xn);
    mat_mul(m->F, t->P, FP);
    mat_mul(FP, Ft, t->P);
    for (int i = 0; i < NS; i++)
        for (int j = 0; j < NS; j++)
            t->P[i][j] += m->Q[i][j];
}

static void update(const Model *m, Track *t, const double z[NM])
{
    double y0 = z[0] - t->x[0], y1 = z[1] - t->x[1];
    double s00 = t->P[0][0] + m->r, s01 = t->P[0][1], s11 = t->P[1][1] + m->r;
    double det = s00 * s11 - s01 * s01;
    double i00 = s11 / det, i01 = -s01 / det, i11 = s00 / det;
    double d2 = y0 * (i00 * y0 + i01 * y1) + y1 * (i01 * y0 + i11 * y1);
    double K[NS][NM], P[NS][NS];

    if (d2 > m->gate) {
        t->rejected++;
        return;
    }
    for (int i = 0; i < NS; i++) {
        K[i][0] = t->P[i][0] * i00 + t->P[i][1] * i01;
        K[i][1] = t->P[i][0] * i01 + t->P[i][1] * i11;
        t->x[i] += K[i][0] * y0 + K[i][1] * y1;
    }
    for (int i = 0; i < NS; i++)
        for (int j = 0; j < NS; j++)
            P[i][j] = t->P[i][j] - K[i][0] * t->P[0][j] - K[i][1] * t->P[1][j];
    memcpy(t->P, P, sizeof P);
    t->updates++;
}

static void track_step(Model *m, Track *t)
{
    double z[NM];

    for (int i = 0; i < 2; i++) {
        t->truth[i + 2] += sqrt(m->q * m->dt) * gauss(&t->rng);
        t->truth[i] += m->dt * t->truth[i + 2];
        z[i] = t->truth[i] + sqrt(m->r) * gauss(&t->rng);
    }
    if (uniform(&t->rng) < 0.03)
        z[0] += 60.0;                   /* clutter */
    predict(m, t);
    update(m, t, z);
    double ex = t->x[0] - t->truth[0], ey = t->x[1] - t->truth[1];
    t->sq_err += ex * ex + ey * ey;
}

static void track_init(Track *t, int id)
{
    memset(t, 0, sizeof *t);
    t->rng = 0x9E3779B97F4A7C15ULL * (uint64_t)(id + 1);
    for (int i = 0; i < NS; i++) {
        t->truth[i] = (i < 2 ? 1000.0 : 20.0) * (uniform(&t->rng) - 0.5);
        t->x[i] = i < 2 ? t->truth[i] + 2.0 : 0.0;
        t->P[i][i] = i < 2 ? 10.0 : 100.0;
    }
}

int main(int argc, char **argv)
{
    int ntracks = argc > 1 ? atoi(argv[1]) : 10000;
    int steps = argc > 2 ? atoi(argv[2]) : 1000;
    Track *tracks = malloc(ntracks * sizeof *tracks);
    Model model;
    struct timespec t0, t1;

    if (tracks == NULL || steps < 4)
        return EXIT_FAILURE;
    model_init(&model);
    #pragma omp parallel for schedule(static)
    for (int i = 0; i < ntracks; i++)
        track_init(&tracks[i], i);

    clock_gettime(CLOCK_MONOTONIC, &t0);
    /* tracks are independent between reports: run each one through a whole block of steps */
    int block = steps / 4;
    for (int k = 0; k < steps; ) {
        int todo = steps - k < block ? steps - k : block;
        #pragma omp parallel for schedule(static)
        for (int i = 0; i < ntracks; i++)
            for (int b = 0; b < todo; b++)
                track_step(&model, &tracks[i]);
        k += todo;
        if (todo == block) {
            double se = 0.0, trace = 0.0;
            long rej = 0;
            #pragma omp parallel for schedule(static) reduction(+:se, trace, rej)
            for (int i = 0; i < ntracks; i++) {
                se += tracks[i].sq_err;
                trace += tracks[i].P[0][0] + tracks[i].P[1][1];
                rej += tracks[i].rejected;
            }
            printf("step %4d: rms error %.6f, predicted %.6f, rejected %ld\n", k,
                   sqrt(se / ntracks / k), sqrt(trace / ntracks), rej);
        }
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "%.3f s\n", (t1.tv_sec - t0.tv_sec) + 1e-9 * (t1.tv_nsec - t0.tv_nsec));
    free(tracks);
    return 0;
}

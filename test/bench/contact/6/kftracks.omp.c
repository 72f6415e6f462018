// SPDX-License-Identifier: Apache-2.0
/* Runs a constant-acceleration Kalman filter with gating on many simulated radar tracks and summarizes the estimation errors. */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <math.h>

#define NS 6            /* x vx ax y vy ay */
#define NM 2

typedef double Mat6[NS][NS];

typedef struct {
    double x[NS];
    Mat6 P;
    int age, misses;
} Filter;

typedef struct {
    Filter kf;
    double truth[NS];
    uint32_t rng;
    long gated, updates;
    double sse, nis;
} Track;

static Mat6 F, Q;
static double Rm[NM][NM] = { { 4.0, 0.5 }, { 0.5, 9.0 } };

static double uniform(uint32_t *s)
{
    *s ^= *s << 13; *s ^= *s >> 17; *s ^= *s << 5;
    return (*s + 0.5) / 4294967296.0;
}

static double gauss(uint32_t *s)
{
    double u = uniform(s), v = uniform(s);
    return sqrt(-2.0 * log(u)) * cos(6.283185307179586 * v);
}

static void model_init(double dt, double q)
{
    memset(F, 0, sizeof F);
    memset(Q, 0, sizeof Q);
    for (int b = 0; b < NS; b += 3) {
        F[b][b] = F[b+1][b+1] = F[b+2][b+2] = 1;
        F[b][b+1] = F[b+1][b+2] = dt;
        F[b][b+2] = 0.5 * dt * dt;
        double g[3] = { dt * dt / 2, dt, 1 };
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                Q[b+i][b+j] = q * g[i] * g[j];
    }
}

static void mat_mul(const Mat6 a, const Mat6 b, Mat6 c)
{
    for (int i = 0; i < NS; i++)
        for (int j = 0; j < NS; j++) {
            double s = 0;
            for (int k = 0; k < NS; k++)
                s += a[i][k] * b[k][j];
            c[i][j] = s;
        }
}

static void mat_mul_t(const Mat6 a, const Mat6 b, Mat6 c)
{
    for (int i = 0; i < NS; i++)
        for (int j = 0; j < NS; j++) {
            double s = 0;
            for (int k = 0; k < NS; k++)
                s += a[i][k] * b[j][k];
            c[i][j] = s;
        }
}

static void predict(Filter *f)
{
    double nx[NS];
    Mat6 T, P;
    for (int i = 0; i < NS; i++) {
        nx[i] = 0;
        for (int k = 0; k < NS; k++)
            nx[i] += F[i][k] * f->x[k];
    }
    memcpy(f->x, nx, sizeof nx);
    mat_mul(F, f->P, T);
    mat_mul_t(T, F, P);
    for (int i = 0; i < NS; i++)
        for (int j = 0; j < NS; j++)
            f->P[i][j] = P[i][j] + Q[i][j];
    f->age++;
}

/* returns normalized innovation squared; skips the update beyond the gate */
static double update(Filter *f, const double z[NM], double gate)
{
    static const int idx[NM] = { 0, 3 };
    double y[NM], S[NM][NM], K[NS][NM];
    for (int i = 0; i < NM; i++) {
        y[i] = z[i] - f->x[idx[i]];
        for (int j = 0; j < NM; j++)
            S[i][j] = f->P[idx[i]][idx[j]] + Rm[i][j];
    }
    double det = S[0][0] * S[1][1] - S[0][1] * S[1][0];
    double I[NM][NM] = { { S[1][1] / det, -S[0][1] / det }, { -S[1][0] / det, S[0][0] / det } };
    double nis = y[0] * (I[0][0] * y[0] + I[0][1] * y[1]) + y[1] * (I[1][0] * y[0] + I[1][1] * y[1]);
    if (nis > gate) {
        f->misses++;
        return nis;
    }
    for (int i = 0; i < NS; i++)
        for (int j = 0; j < NM; j++)
            K[i][j] = f->P[i][0] * I[0][j] + f->P[i][3] * I[1][j];
    for (int i = 0; i < NS; i++)
        f->x[i] += K[i][0] * y[0] + K[i][1] * y[1];
    Mat6 P;
    for (int i = 0; i < NS; i++)
        for (int j = 0; j < NS; j++)
            P[i][j] = f->P[i][j] - (K[i][0] * f->P[0][j] + K[i][1] * f->P[3][j]);
    memcpy(f->P, P, sizeof P);
    f->misses = 0;
    return nis;
}

static void track_init(Track *t, int id)
{
    memset(t, 0, sizeof *t);
    t->rng = 2654435761u * (uint32_t)(id + 1);
    for (int i = 0; i < NS; i++)
        t->truth[i] = gauss(&t->rng) * (i % 3 == 0 ? 1000 : i % 3 == 1 ? 30 : 0.5);
    for (int i = 0; i < NS; i++) {
        t->kf.x[i] = i % 3 == 0 ? t->truth[i] + 3 * gauss(&t->rng) : 0;
        t->kf.P[i][i] = i % 3 == 0 ? 25 : i % 3 == 1 ? 900 : 4;
    }
}

static void track_step(Track *t)
{
    double nx[NS];
    for (int i = 0; i < NS; i++) {
        nx[i] = 0;
        for (int k = 0; k < NS; k++)
            nx[i] += F[i][k] * t->truth[k];
    }
    memcpy(t->truth, nx, sizeof nx);
    t->truth[2] += 0.1 * gauss(&t->rng) - 0.02 * t->truth[2];
    t->truth[5] += 0.1 * gauss(&t->rng) - 0.02 * t->truth[5];
    double z[NM] = { t->truth[0] + 2 * gauss(&t->rng), t->truth[3] + 3 * gauss(&t->rng) };
    if (uniform(&t->rng) < 0.03)
        z[0] += 200;                    /* clutter */
    predict(&t->kf);
    if (uniform(&t->rng) < 0.9) {
        double nis = update(&t->kf, z, 16.0);
        if (nis > 16.0) t->gated++;
        else { t->updates++; t->nis += nis; }
    }
    double dx = t->kf.x[0] - t->truth[0], dy = t->kf.x[3] - t->truth[3];
    t->sse += dx * dx + dy * dy;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 6000;
    int steps = argc > 2 ? atoi(argv[2]) : 800;
    Track *tr = malloc(n * sizeof *tr);
    model_init(0.5, 0.02);
    for (int i = 0; i < n; i++)
        track_init(&tr[i], i);
    #pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++)
        for (int s = 0; s < steps; s++)
            track_step(&tr[i]);
    long gated = 0, upd = 0;
    double sse = 0, nis = 0, worst = 0;
    int wi = 0, lost = 0;
    for (int i = 0; i < n; i++) {
        gated += tr[i].gated;
        upd += tr[i].updates;
        sse += tr[i].sse;
        nis += tr[i].nis;
        lost += tr[i].kf.misses > 5;
        if (tr[i].sse > worst) { worst = tr[i].sse; wi = i; }
    }
    printf("tracks %d steps %d updates %ld gated %ld lost %d\n", n, steps, upd, gated, lost);
    printf("rms %.9f mean nis %.9f worst track %d rms %.9f\n", sqrt(sse / ((double)n * steps)), nis / upd, wi,
           sqrt(worst / steps));
    free(tr);
    return 0;
}

// SPDX-License-Identifier: Apache-2.0
/* Constant-velocity Kalman filters (4 states, position measurements)
 * for many radar tracks, with gating of outliers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <time.h>

typedef struct {
    double x[4];            /* px py vx vy */
    double P[4][4];
    double tx, ty, tvx, tvy; /* truth */
    unsigned rng;
    int rejected;
    double err2;
} Track;

static double noise(Track *t)
{
    double s = 0;
    for (int i = 0; i < 4; i++) {
        t->rng = t->rng * 1664525u + 1013904223u;
        s += (t->rng >> 8) / 16777216.0;
    }
    return (s - 2.0) * 1.7320508;
}

static void mul44(double a[4][4], double b[4][4], double c[4][4], int tb)
{
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            double s = 0;
            for (int k = 0; k < 4; k++)
                s += a[i][k] * (tb ? b[j][k] : b[k][j]);
            c[i][j] = s;
        }
}

static void predict(Track *t, double dt, double q)
{
    double F[4][4] = {{1, 0, dt, 0}, {0, 1, 0, dt}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    double A[4][4], xn[4];
    for (int i = 0; i < 4; i++) {
        xn[i] = 0;
        for (int k = 0; k < 4; k++)
            xn[i] += F[i][k] * t->x[k];
    }
    memcpy(t->x, xn, sizeof xn);
    mul44(F, t->P, A, 0);
    mul44(A, F, t->P, 1);
    for (int i = 0; i < 2; i++) {
        t->P[i][i] += q * dt * dt * dt / 3;
        t->P[i][i + 2] += q * dt * dt / 2;
        t->P[i + 2][i] += q * dt * dt / 2;
        t->P[i + 2][i + 2] += q * dt;
    }
}

static void correct(Track *t, double zx, double zy, double r)
{
    double y0 = zx - t->x[0], y1 = zy - t->x[1];
    double s00 = t->P[0][0] + r, s01 = t->P[0][1], s11 = t->P[1][1] + r;
    double det = s00 * s11 - s01 * s01;
    double i00 = s11 / det, i01 = -s01 / det, i11 = s00 / det;
    if (y0 * y0 * i00 + 2 * y0 * y1 * i01 + y1 * y1 * i11 > 16.0) {
        t->rejected++;
        return;
    }
    double K[4][2], P[4][4];
    for (int i = 0; i < 4; i++) {
        K[i][0] = t->P[i][0] * i00 + t->P[i][1] * i01;
        K[i][1] = t->P[i][0] * i01 + t->P[i][1] * i11;
        t->x[i] += K[i][0] * y0 + K[i][1] * y1;
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            P[i][j] = t->P[i][j] - K[i][0] * t->P[0][j] - K[i][1] * t->P[1][j];
    memcpy(t->P, P, sizeof P);
}

static void track_init(Track *t, int id)
{
    memset(t, 0, sizeof *t);
    t->rng = 977u * id + 13u;
    t->tx = id % 100;
    t->ty = id / 100;
    t->tvx = noise(t);
    t->tvy = noise(t);
    for (int i = 0; i < 4; i++)
        t->P[i][i] = 100;
}

static void scan(Track *t, int step)
{
    double dt = 0.5;
    t->tvx += 0.05 * noise(t);
    t->tvy += 0.05 * noise(t);
    t->tx += dt * t->tvx;
    t->ty += dt * t->tvy;
    double zx = t->tx + noise(t), zy = t->ty + noise(t);
    t->rng = t->rng * 1664525u + 1013904223u;
    if ((t->rng >> 16) % 50 == 0)
        zx += 30;
    predict(t, dt, 0.01);
    correct(t, zx, zy, 1.0);
    if (step >= 20) {
        double ex = t->x[0] - t->tx, ey = t->x[1] - t->ty;
        t->err2 += ex * ex + ey * ey;
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 20000, steps = argc > 2 ? atoi(argv[2]) : 1000;
    Track *tr = malloc(n * sizeof *tr);
    struct timespec a, b;
    for (int i = 0; i < n; i++)
        track_init(&tr[i], i);
    clock_gettime(CLOCK_MONOTONIC, &a);
    for (int s = 0; s < steps; s++)
        for (int i = 0; i < n; i++)
            scan(&tr[i], s);
    clock_gettime(CLOCK_MONOTONIC, &b);
    double e = 0;
    long rej = 0;
    for (int i = 0; i < n; i++) {
        e += tr[i].err2;
        rej += tr[i].rejected;
    }
    for (int i = 0; i < 4 && i < n; i++)
        printf("track %d: %.4f %.4f (true %.4f %.4f)\n", i, tr[i].x[0], tr[i].x[1], tr[i].tx, tr[i].ty);
    printf("rms error %.6f, rejected %ld\n", sqrt(e / ((double)n * (steps - 20))), rej);
    fprintf(stderr, "%.3f s\n", b.tv_sec - a.tv_sec + (b.tv_nsec - a.tv_nsec) * 1e-9);
    free(tr);
    return 0;
}

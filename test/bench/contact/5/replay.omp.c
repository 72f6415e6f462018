// SPDX-License-Identifier: Apache-2.0
/* Batch replay of recorded vehicle runs through an extended Kalman filter.
 * A run is a log of time-stamped events (imu, gps, wheel odometry, compass);
 * every event type has its handler.  Each run yields error figures against
 * the recorded reference.
 *
 *   replay [runs] [seconds per run]
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PI 3.14159265358979323846
#define N 6                     /* px py heading speed gyro-bias accel-bias */
#define IMU_HZ 100

enum kind { IMU, GPS, WHEEL, COMPASS, KINDS };

typedef struct { enum kind kind; double t, v[2]; float ref[3]; } event;
typedef struct { event *ev; int count; } run_log;         /* buffer reused by every run */
typedef struct { double rms_pos, rms_head, worst, nis; int used, gated, events; uint32_t trace; } run_stats;

/* the filter */
static double x[N], P[N][N], last_t;
static double nis_sum;
static int used, gated;
#pragma omp threadprivate(x, P, last_t, nis_sum, used, gated)

static uint32_t seed;
#pragma omp threadprivate(seed)

static double uni(void)
{
    seed ^= seed << 13; seed ^= seed >> 17; seed ^= seed << 5;
    return (seed + 0.5) / 4294967296.0;
}

static double gauss(double sigma)
{
    double u = uni(), v = uni();
    return sigma * sqrt(-2 * log(u)) * cos(2 * PI * v);
}

static double wrap(double a)
{
    while (a > PI) a -= 2 * PI;
    while (a < -PI) a += 2 * PI;
    return a;
}

static void put(run_log *log, enum kind k, double t, double a, double b, const double *truth)
{
    event *e = &log->ev[log->count++];
    e->kind = k;
    e->t = t;
    e->v[0] = a;
    e->v[1] = b;
    for (int i = 0; i < 3; i++)
        e->ref[i] = (float)truth[i];
}

static void record(run_log *log, int number, int seconds)
{
    double s[4] = { 0, 0, 0, 5 }, dt = 1.0 / IMU_HZ;
    log->count = 0;
    seed = 2654435761u * (uint32_t)(number + 1) | 1;
    double gb = gauss(0.02), ab = gauss(0.1), phase = 6 * uni(), pace = 0.1 + 0.2 * uni();
    s[2] = wrap(6 * uni());
    for (int k = 0; k < seconds * IMU_HZ; k++) {
        double t = k * dt, w = 0.3 * sin(pace * t + phase) + 0.1 * sin(1.7 * t);
        double acc = 0.8 * cos(0.23 * t + phase) - 0.05 * (s[3] - 8);
        s[0] += s[3] * cos(s[2]) * dt;
        s[1] += s[3] * sin(s[2]) * dt;
        s[2] = wrap(s[2] + w * dt);
        s[3] += acc * dt;
        put(log, IMU, t, w + gb + gauss(0.01), acc + ab + gauss(0.05), s);
        if (k % 20 == 7)
            put(log, WHEEL, t, s[3] * 1.01 + gauss(0.1), 0, s);
        if (k % 10 == 3 && (k / 1500) % 4 != 2) {       /* tunnels */
            double far = uni() < 0.02 ? 30 : 1.5;
            put(log, GPS, t, s[0] + gauss(far), s[1] + gauss(far), s);
        }
        if (k % 25 == 11)
            put(log, COMPASS, t, wrap(s[2] + gauss(0.05)), 0, s);
    }
}

static void predict(double w, double a, double dt)
{
    static const double q[N] = { 1e-4, 1e-4, 1e-4, 4e-3, 1e-8, 1e-7 };
    double F[N][N] = { { 0 } }, T[N][N];
    double c = cos(x[2]), s = sin(x[2]), v = x[3];

    for (int i = 0; i < N; i++)
        F[i][i] = 1;
    F[0][2] = -v * s * dt; F[0][3] = c * dt;
    F[1][2] = v * c * dt;  F[1][3] = s * dt;
    F[2][4] = -dt;         F[3][5] = -dt;
    x[0] += v * c * dt;
    x[1] += v * s * dt;
    x[2] = wrap(x[2] + (w - x[4]) * dt);
    x[3] += (a - x[5]) * dt;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            T[i][j] = 0;
            for (int k = 0; k < N; k++)
                T[i][j] += F[i][k] * P[k][j];
        }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double sum = i == j ? q[i] * dt * IMU_HZ : 0;
            for (int k = 0; k < N; k++)
                sum += T[i][k] * F[j][k];
            P[i][j] = sum;
        }
}

/* scalar measurement of one state; returns 0 if it was gated out */
static int correct(int i, double innovation, double var)
{
    double S = P[i][i] + var, K[N], row[N];
    double nis = innovation * innovation / S;
    if (nis > 12) {
        gated++;
        return 0;
    }
    for (int k = 0; k < N; k++) {
        K[k] = P[k][i] / S;
        row[k] = P[i][k];
    }
    for (int k = 0; k < N; k++) {
        x[k] += K[k] * innovation;
        for (int j = 0; j < N; j++)
            P[k][j] -= K[k] * row[j];
    }
    x[2] = wrap(x[2]);
    nis_sum += nis;
    used++;
    return 1;
}

static void on_imu(const event *e) { predict(e->v[0], e->v[1], e->t - last_t); last_t = e->t; }
static void on_wheel(const event *e) { correct(3, e->v[0] - x[3], 0.04); }
static void on_compass(const event *e) { correct(2, wrap(e->v[0] - x[2]), 0.01); }
static void on_gps(const event *e)
{
    if (correct(0, e->v[0] - x[0], 2.25))
        correct(1, e->v[1] - x[1], 2.25);
}

static void (*const handler[KINDS])(const event *) = { on_imu, on_gps, on_wheel, on_compass };

static run_stats replay(const run_log *log)
{
    run_stats st = { 0, 0, 0, 0, 0, 0, log->count, 1 };
    memset(P, 0, sizeof P);
    memset(x, 0, sizeof x);
    x[2] = log->ev[0].ref[2] + 0.1;
    x[3] = 4;
    for (int i = 0; i < N; i++)
        P[i][i] = i < 4 ? 1.0 : 0.01;
    last_t = nis_sum = 0;
    used = gated = 0;
    for (int k = 0; k < log->count; k++) {
        const event *e = &log->ev[k];
        handler[e->kind](e);
        double dx = x[0] - e->ref[0], dy = x[1] - e->ref[1], dh = wrap(x[2] - e->ref[2]);
        double d2 = dx * dx + dy * dy;
        st.rms_pos += d2;
        st.rms_head += dh * dh;
        if (d2 > st.worst)
            st.worst = d2;
        if (k % 64 == 0)
            st.trace = (st.trace ^ (uint32_t)(int32_t)lrint(x[0] * 1000)) * 16777619u;
    }
    st.rms_pos = sqrt(st.rms_pos / log->count);
    st.rms_head = sqrt(st.rms_head / log->count);
    st.worst = sqrt(st.worst);
    st.nis = used ? nis_sum / used : 0;
    st.used = used;
    st.gated = gated;
    return st;
}

int main(int argc, char **argv)
{
    int runs = argc > 1 ? atoi(argv[1]) : 210, seconds = argc > 2 ? atoi(argv[2]) : 120;
    if (runs < 1 || seconds < 1) return 1;
    run_stats *st = malloc(runs * sizeof *st);
    if (!st) return 1;

    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    #pragma omp parallel
    {
        run_log log = { malloc((size_t)seconds * (IMU_HZ + 35) * sizeof(event)), 0 };
        if (!log.ev) exit(1);
        #pragma omp for schedule(dynamic)
        for (int r = 0; r < runs; r++) {
            record(&log, r, seconds);
            st[r] = replay(&log);
        }
        free(log.ev);
    }
    clock_gettime(CLOCK_MONOTONIC, &b);

    double mean = 0, nis = 0;
    long events = 0;
    for (int r = 0; r < runs; r++) {
        if (r < 10 || r == runs - 1)
            printf("run %3d rms %.5f m %.6f rad worst %.4f nis %.4f used %d gated %d %08x\n", r, st[r].rms_pos,
                   st[r].rms_head, st[r].worst, st[r].nis, st[r].used, st[r].gated, (unsigned)st[r].trace);
        mean += st[r].rms_pos / runs;
        nis += st[r].nis / runs;
        events += st[r].events;
    }
    printf("events %ld mean rms %.9f mean nis %.9f\n", events, mean, nis);
    fprintf(stderr, "time %.3f\n", b.tv_sec - a.tv_sec + 1e-9 * (b.tv_nsec - a.tv_nsec));
    free(st);
    return 0;
}

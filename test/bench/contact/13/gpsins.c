/*
 * gpsins.c - GPS/INS trajectory simulation for a fleet of vehicles.
 *
 * Every vehicle drives a synthetic manoeuvre, a noisy and biased IMU is
 * integrated (dead reckoning) at IMU_HZ and once per second a GPS fix corrects
 * the solution with a small Kalman filter per axis (except in tunnels).
 *
 * An expert would run the vehicles of one epoch in parallel (each one has its
 * own random generator); the fleet statistics are summed afterwards.
 *
 * SMALL: 12 20        (vehicles seconds)
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define MAXV    2000
#define IMU_HZ  50
#define PI      3.14159265358979323846
#define SQR(x)  ((x) * (x))

enum kind { CAR, TRUCK, BOAT, DRONE, NKIND };
static const char *kind_name[NKIND] = { "car", "truck", "boat", "drone" };

struct axis { double pos, vel, P00, P01, P11; };

struct vehicle {
    enum kind kind;
    unsigned long long rng;
    int have_spare;
    double spare;
    double x, y, speed, heading, accel_bias, gyro_bias;     /* truth */
    struct axis ax[2];                      /* filter: east, north */
    double est_heading, est_speed, err, worst, sumsq;
    int fixes, rejected;
};

static struct vehicle fleet[MAXV];
static int nveh = 600, nsec = 400;

static double uniform(struct vehicle *v)
{
    v->rng ^= v->rng >> 12, v->rng ^= v->rng << 25, v->rng ^= v->rng >> 27;
    return (double)((v->rng * 2685821657736338717ULL) >> 11) / 9007199254740992.0;
}

static double gauss(struct vehicle *v)
{
    double a, b, s;
    if (v->have_spare) {
        v->have_spare = 0;
        return v->spare;
    }
    do {
        a = 2.0 * uniform(v) - 1.0, b = 2.0 * uniform(v) - 1.0;
        s = a * a + b * b;
    } while (s >= 1.0 || s == 0.0);
    s = sqrt(-2.0 * log(s) / s);
    v->spare = b * s;
    v->have_spare = 1;
    return a * s;
}

static void init_vehicle(struct vehicle *v, int id)
{
    int k;
    memset(v, 0, sizeof *v);
    v->kind = (enum kind)(id % NKIND);
    v->rng = 88172645463325252ULL + 7919ULL * (unsigned)id * (unsigned)id + (unsigned)id;
    for (k = 0; k < 10; k++) uniform(v);
    v->ax[0].pos = v->x = 1000.0 * uniform(v);
    v->ax[1].pos = v->y = 1000.0 * uniform(v);
    v->est_heading = v->heading = 2.0 * PI * uniform(v);
    v->est_speed = v->speed = 5.0 + 10.0 * uniform(v);
    v->accel_bias = 0.02 * gauss(v);
    v->gyro_bias = 0.001 * gauss(v);
    v->ax[0].P00 = v->ax[1].P00 = 25.0;
    v->ax[0].P11 = v->ax[1].P11 = 1.0;
}

/* commanded acceleration and turn rate */
static void manoeuvre(const struct vehicle *v, double t, double *acc, double *rate)
{
    switch (v->kind) {
    case CAR:
        *acc = 1.2 * sin(0.11 * t) - 0.02 * (v->speed - 14.0);
        *rate = fmod(t, 30.0) < 4.0 ? 0.35 : 0.0;
        break;
    case TRUCK: case BOAT:
        *acc = (v->kind == TRUCK ? 0.4 * sin(0.05 * t) : 0.0) - 0.05 * (v->speed - 6.0);
        *rate = 0.02 + 0.01 * sin(0.3 * t);
        break;
    default:
        *acc = 2.0 * cos(0.4 * t) - 0.1 * (v->speed - 9.0);
        *rate = 0.3 * sin(0.2 * t) * cos(0.031 * t);
    }
}

static void imu_steps(struct vehicle *v, double t0)
{
    const double dt = 1.0 / IMU_HZ;
    int i, k;
    for (i = 0; i < IMU_HZ; i++) {
        double acc, rate, ma, mw, c[2];
        manoeuvre(v, t0 + i * dt, &acc, &rate);
        v->heading += rate * dt;
        v->speed = fmax(0.0, v->speed + acc * dt);
        v->x += v->speed * cos(v->heading) * dt;
        v->y += v->speed * sin(v->heading) * dt;

        ma = acc + v->accel_bias + 0.05 * gauss(v);
        mw = rate + v->gyro_bias + 0.003 * gauss(v);
        v->est_heading += mw * dt;
        v->est_speed += ma * dt;
        c[0] = cos(v->est_heading), c[1] = sin(v->est_heading);
        for (k = 0; k < 2; k++) {
            struct axis *a = &v->ax[k];
            a->vel = v->est_speed * c[k];
            a->pos += a->vel * dt;
            a->P00 += dt * (2.0 * a->P01 + dt * a->P11) + 1e-4;
            a->P01 += dt * a->P11;
            a->P11 += 0.01 * dt;
        }
    }
}

/* returns 0 when the fix was used, 1 = outage, 2 = rejected */
static int gps_fix(struct vehicle *v, int sec)
{
    const double R = SQR(3.0);
    double z[2];
    int k;
    if (sec % 60 > 50 && (v->kind == CAR || v->kind == TRUCK))
        return 1;                                   /* tunnel */
    z[0] = v->x + 3.0 * gauss(v);
    z[1] = v->y + 3.0 * gauss(v);
    if (uniform(v) < 0.01) z[0] += 200.0;           /* multipath */
    for (k = 0; k < 2; k++)
        if (SQR(z[k] - v->ax[k].pos) > 25.0 * (v->ax[k].P00 + R)) {
            v->ax[k].P00 *= 1.5;
            return 2;
        }
    for (k = 0; k < 2; k++) {
        struct axis *a = &v->ax[k];
        double s = a->P00 + R, k0 = a->P00 / s, k1 = a->P01 / s, in = z[k] - a->pos;
        a->pos += k0 * in;
        a->vel += k1 * in;
        a->P11 -= k1 * a->P01;
        a->P01 *= 1.0 - k0, a->P00 *= 1.0 - k0;
    }
    v->est_speed = 0.7 * v->est_speed + 0.3 * sqrt(SQR(v->ax[0].vel) + SQR(v->ax[1].vel));
    if (v->est_speed > 1.0) {
        double d = atan2(v->ax[1].vel, v->ax[0].vel) - v->est_heading;
        v->est_heading += 0.5 * (d - 2.0 * PI * floor(d / (2.0 * PI) + 0.5));
    }
    v->fixes++;
    return 0;
}

int main(int argc, char **argv)
{
    int i, sec, k;
    double track = 0.0;
    if (argc > 1) nveh = atoi(argv[1]);
    if (argc > 2) nsec = atoi(argv[2]);
    if (nveh < 1 || nveh > MAXV || nsec < 1) return 1;
    for (i = 0; i < nveh; i++) init_vehicle(&fleet[i], i);

    for (sec = 0; sec < nsec; sec++) {
        double mean = 0.0;
        for (i = 0; i < nveh; i++) {
            struct vehicle *v = &fleet[i];
            imu_steps(v, sec);
            if (gps_fix(v, sec) == 2) v->rejected++;
            v->err = sqrt(SQR(v->x - v->ax[0].pos) + SQR(v->y - v->ax[1].pos));
            v->sumsq += SQR(v->err);
            v->worst = fmax(v->worst, v->err);
        }
        for (i = 0; i < nveh; i++) mean += fleet[i].err;
        track += mean / nveh;
        if (sec % (nsec / 8 + 1) == 0) printf("t=%4d s  mean error %.6f m\n", sec, mean / nveh);
    }

    printf("%d vehicles, %d s, mean error %.6f m\n", nveh, nsec, track / nsec);
    for (k = 0; k < NKIND; k++) {
        double ss = 0.0, w = 0.0;
        int n = 0, fx = 0, rj = 0;
        for (i = 0; i < nveh; i++) {
            if ((int)fleet[i].kind != k) continue;
            ss += fleet[i].sumsq;
            w = fmax(w, fleet[i].worst);
            fx += fleet[i].fixes, rj += fleet[i].rejected, n++;
        }
        printf("%-6s n=%4d rms %10.6f worst %10.6f fixes %d rejected %d\n", kind_name[k], n,
               n ? sqrt(ss / ((double)n * nsec)) : 0.0, w, fx, rj);
    }
    printf("vehicle 0 at %.9f %.9f\n", fleet[0].ax[0].pos, fleet[0].ax[1].pos);
    return 0;
}

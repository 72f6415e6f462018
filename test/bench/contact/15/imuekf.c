/*
 * Offline replay of flight logs through the attitude filter:
 * 7-state extended Kalman filter (quaternion + gyro bias), accelerometer
 * and magnetometer updates.  Each simulated flight has its own sensor
 * errors.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NX 7

typedef struct {
    double q[4];        /* attitude, body to earth */
    double bias[3];     /* gyro bias, rad/s */
    double P[NX][NX];
} ekf_t;

typedef struct {
    double gyro[3], acc[3], mag[3];
} imu_sample_t;

typedef struct {
    double rms_deg, max_deg, bias_err;
    long rejected;
} flight_result_t;

static ekf_t ekf;
static uint32_t noise_state;
static const double mag_ref[3] = { 0.45, 0.0, 0.89 };

static double noise(double sigma)
{
    double s = 0.0;
    for (int i = 0; i < 6; i++) {
        noise_state = noise_state * 1664525u + 1013904223u;
        s += (noise_state >> 8) / 16777216.0 - 0.5;
    }
    return sigma * s * 1.4142135623730951;
}

static void quat_normalize(double *q)
{
    double n = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int i = 0; i < 4; i++)
        q[i] /= n;
}

static void quat_integrate(double *q, const double *w, double dt)
{
    double h = 0.5 * dt;
    double a = q[0], b = q[1], c = q[2], d = q[3];
    q[0] += h * (-b * w[0] - c * w[1] - d * w[2]);
    q[1] += h * (a * w[0] + c * w[2] - d * w[1]);
    q[2] += h * (a * w[1] - b * w[2] + d * w[0]);
    q[3] += h * (a * w[2] + b * w[1] - c * w[0]);
    quat_normalize(q);
}

/* rotate an earth vector into the body frame */
static void earth_to_body(const double *q, const double *v, double *out)
{
    double w = q[0], x = q[1], y = q[2], z = q[3];
    out[0] = (1 - 2 * (y * y + z * z)) * v[0] + 2 * (x * y + w * z) * v[1] + 2 * (x * z - w * y) * v[2];
    out[1] = 2 * (x * y - w * z) * v[0] + (1 - 2 * (x * x + z * z)) * v[1] + 2 * (y * z + w * x) * v[2];
    out[2] = 2 * (x * z + w * y) * v[0] + 2 * (y * z - w * x) * v[1] + (1 - 2 * (x * x + y * y)) * v[2];
}

static void ekf_init(void)
{
    memset(&ekf, 0, sizeof ekf);
    ekf.q[0] = 1.0;
    for (int i = 0; i < NX; i++)
        ekf.P[i][i] = i < 4 ? 0.1 : 1e-3;
}

static void ekf_predict(const double *gyro, double dt)
{
    double w[3], F[NX][NX], T[NX][NX], h = 0.5 * dt;
    const double *q = ekf.q;

    for (int i = 0; i < 3; i++)
        w[i] = gyro[i] - ekf.bias[i];
    memset(F, 0, sizeof F);
    for (int i = 0; i < NX; i++)
        F[i][i] = 1.0;
    F[0][1] = -h * w[0]; F[0][2] = -h * w[1]; F[0][3] = -h * w[2];
    F[1][0] = h * w[0];  F[1][2] = h * w[2];  F[1][3] = -h * w[1];
    F[2][0] = h * w[1];  F[2][1] = -h * w[2]; F[2][3] = h * w[0];
    F[3][0] = h * w[2];  F[3][1] = h * w[1];  F[3][2] = -h * w[0];
    F[0][4] = h * q[1];  F[0][5] = h * q[2];  F[0][6] = h * q[3];
    F[1][4] = -h * q[0]; F[1][5] = h * q[3];  F[1][6] = -h * q[2];
    F[2][4] = -h * q[3]; F[2][5] = -h * q[0]; F[2][6] = h * q[1];
    F[3][4] = h * q[2];  F[3][5] = -h * q[1]; F[3][6] = -h * q[0];

    for (int i = 0; i < NX; i++)
        for (int j = 0; j < NX; j++) {
            double s = 0.0;
            for (int k = 0; k < NX; k++)
                s += F[i][k] * ekf.P[k][j];
            T[i][j] = s;
        }
    for (int i = 0; i < NX; i++)
        for (int j = 0; j < NX; j++) {
            double s = 0.0;
            for (int k = 0; k < NX; k++)
                s += T[i][k] * F[j][k];
            ekf.P[i][j] = s;
        }
    for (int i = 0; i < NX; i++)
        ekf.P[i][i] += (i < 4 ? 1e-5 : 1e-9) * dt;
    quat_integrate(ekf.q, w, dt);
}

/* three scalar updates for a direction measurement; returns rejections */
static int ekf_update(const double *ref, const double *meas, double r)
{
    int rejected = 0;
    for (int axis = 0; axis < 3; axis++) {
        double pred[3], H[NX] = {0}, PH[NX], S = r, qd[4], pd[3];
        earth_to_body(ekf.q, ref, pred);
        for (int k = 0; k < 4; k++) {   /* numeric Jacobian, one quaternion element at a time */
            memcpy(qd, ekf.q, sizeof qd);
            qd[k] += 1e-5;
            earth_to_body(qd, ref, pd);
            H[k] = (pd[axis] - pred[axis]) / 1e-5;
        }
        for (int i = 0; i < NX; i++) {
            PH[i] = 0.0;
            for (int k = 0; k < NX; k++)
                PH[i] += ekf.P[i][k] * H[k];
        }
        for (int k = 0; k < NX; k++)
            S += H[k] * PH[k];
        double innov = meas[axis] - pred[axis];
        if (innov * innov > 25.0 * S) {
            rejected++;
            continue;
        }
        for (int i = 0; i < NX; i++) {
            double K = PH[i] / S;
            if (i < 4) ekf.q[i] += K * innov;
            else ekf.bias[i - 4] += K * innov;
            for (int j = 0; j < NX; j++)
                ekf.P[i][j] -= K * PH[j];
        }
        quat_normalize(ekf.q);
    }
    return rejected;
}

static flight_result_t replay_flight(int id, int samples, double dt)
{
    static const double down[3] = { 0, 0, 1 };
    flight_result_t res = {0};
    double truth[4] = { 1, 0, 0, 0 }, bias[3], sum2 = 0.0;
    int counted = 0;

    noise_state = 977u * id + 31u;
    for (int i = 0; i < 3; i++)
        bias[i] = noise(0.01);
    ekf_init();
    for (int n = 0; n < samples; n++) {
        imu_sample_t s;
        double t = n * dt, w[3];
        w[0] = 0.5 * sin(0.7 * t + id);
        w[1] = 0.4 * cos(0.9 * t) * sin(0.05 * t * (1 + id % 5));
        w[2] = 0.3 * sin(0.2 * t - id);
        quat_integrate(truth, w, dt);
        earth_to_body(truth, down, s.acc);
        earth_to_body(truth, mag_ref, s.mag);
        for (int i = 0; i < 3; i++) {
            s.gyro[i] = w[i] + bias[i] + noise(0.002);
            s.acc[i] += noise(0.03) + (n % 997 == 500 ? 1.5 : 0.0);
            s.mag[i] += noise(0.02);
        }
        ekf_predict(s.gyro, dt);
        res.rejected += ekf_update(down, s.acc, 2e-3);
        if (n % 5 == 0)
            res.rejected += ekf_update(mag_ref, s.mag, 1e-3);
        if (n > samples / 10) {
            double dot = 0.0;
            for (int i = 0; i < 4; i++)
                dot += truth[i] * ekf.q[i];
            double err = 2.0 * acos(fmin(1.0, fabs(dot))) * 180.0 / M_PI;
            sum2 += err * err;
            counted++;
            if (err > res.max_deg)
                res.max_deg = err;
        }
    }
    res.rms_deg = counted ? sqrt(sum2 / counted) : 0.0;
    for (int i = 0; i < 3; i++)
        res.bias_err += fabs(ekf.bias[i] - bias[i]);
    return res;
}

int main(int argc, char **argv)
{
    int flights = argc > 1 ? atoi(argv[1]) : 24;
    int samples = argc > 2 ? atoi(argv[2]) : 50000;
    double worst = 0.0, mean = 0.0;
    flight_result_t *log = malloc(flights * sizeof *log);

    for (int f = 0; f < flights; f++)
        log[f] = replay_flight(f, samples, 0.005);

    for (int f = 0; f < flights; f++) {
        printf("flight %2d rms %.5f deg max %.5f deg bias error %.3e rejected %ld\n", f, log[f].rms_deg,
               log[f].max_deg, log[f].bias_err, log[f].rejected);
        mean += log[f].rms_deg / flights;
        if (log[f].max_deg > worst)
            worst = log[f].max_deg;
    }
    printf("mean rms %.5f worst %.5f\n", mean, worst);
    free(log);
    return 0;
}

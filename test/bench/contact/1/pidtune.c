// SPDX-License-Identifier: Apache-2.0
/*
 * pidtune - find PID gains for a DC motor position loop.
 *
 * The controller is the fixed-point code that runs on the target MCU
 * (Q16.16, anti-windup, derivative on measurement); the plant is a
 * double precision model stepped at 10x the control rate.
 */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <math.h>
#include <time.h>

/* ---------------- target code ---------------- */

typedef int32_t q16_t;

#define Q16(x)      ((q16_t)((x) * 65536.0))
#define PWM_MAX     1000
#define ENC_COUNTS  4096

typedef enum {
    AXIS_IDLE,
    AXIS_RUN,
    AXIS_FAULT
} axis_state_t;

typedef struct {
    q16_t kp, ki, kd;
    int64_t integ;
    int32_t last_meas;
    int32_t dfilt;
    axis_state_t state;
    uint16_t fault_cnt;
} axis_t;

static void axis_init(axis_t *a, q16_t kp, q16_t ki, q16_t kd)
{
    memset(a, 0, sizeof(*a));
    a->kp = kp;
    a->ki = ki;
    a->kd = kd;
    a->state = AXIS_RUN;
}

/* called from the 1 kHz timer interrupt; returns signed PWM duty */
static int16_t axis_isr(axis_t *a, int32_t setpoint, int32_t meas)
{
    int32_t err;
    int64_t u;

    if (a->state != AXIS_RUN)
        return 0;
    err = setpoint - meas;
    if (err > 3 * ENC_COUNTS || err < -3 * ENC_COUNTS) {
        if (++a->fault_cnt > 50) {
            a->state = AXIS_FAULT;
            return 0;
        }
    }
    a->dfilt += ((meas - a->last_meas) * 256 - a->dfilt) / 4;
    a->last_meas = meas;

    u = (int64_t)a->kp * err + a->integ - (int64_t)a->kd * a->dfilt / 256;
    u /= 65536;
    if (u > PWM_MAX) {
        u = PWM_MAX;
        if (err > 0)
            return (int16_t)u;  /* no wind-up */
    } else if (u < -PWM_MAX) {
        u = -PWM_MAX;
        if (err < 0)
            return (int16_t)u;
    }
    a->integ += (int64_t)a->ki * err;
    return (int16_t)u;
}

/* ---------------- plant model ---------------- */

struct motor {
    double R, L, Kt, J, B, Tc;      /* electrical and mechanical constants */
    double i, omega, theta;
};

static const struct motor maxon = {
    .R = 1.2, .L = 0.9e-3, .Kt = 0.045, .J = 3.5e-5, .B = 1.0e-5, .Tc = 0.004
};

static void motor_step(struct motor *m, double volts, double load, double dt)
{
    double friction = m->omega > 0.01 ? m->Tc : m->omega < -0.01 ? -m->Tc : 0.0;
    double di = (volts - m->R * m->i - m->Kt * m->omega) / m->L;
    double dw = (m->Kt * m->i - m->B * m->omega - friction - load) / m->J;
    m->i += di * dt;
    m->omega += dw * dt;
    m->theta += m->omega * dt;
}

/* reference trajectory in encoder counts: trapezoid, hold, return */
static int32_t trajectory(int ms)
{
    int k = ms % 800;
    if (k < 50)
        return 0;
    if (k < 250)
        return (k - 50) * 20;
    if (k < 500)
        return 4000;
    if (k < 700)
        return 4000 - (k - 500) * 20;
    return 0;
}

/* integral of time-weighted abs. error, plus a penalty for effort */
static double evaluate(q16_t kp, q16_t ki, q16_t kd, int ms_total, int *overshoot)
{
    axis_t ax;
    struct motor m = maxon;
    double cost = 0;
    int ms, sub, last_pwm = 0;

    axis_init(&ax, kp, ki, kd);
    *overshoot = 0;
    for (ms = 0; ms < ms_total; ms++) {
        int32_t meas = (int32_t)floor(m.theta * (ENC_COUNTS / 6.283185307179586));
        int32_t sp = trajectory(ms);
        int16_t pwm = axis_isr(&ax, sp, meas);
        double load = ms > ms_total / 2 ? 0.02 : 0.0;

        for (sub = 0; sub < 10; sub++)
            motor_step(&m, 24.0 * pwm / PWM_MAX, load, 1e-4);
        cost += fabs((double)(sp - meas)) + 0.05 * abs(pwm - last_pwm);
        last_pwm = pwm;
        if (meas - 4000 > *overshoot)
            *overshoot = meas - 4000;
        if (ax.state == AXIS_FAULT)
            return 1e9;
    }
    return cost / ms_total;
}

int main(int argc, char **argv)
{
    int steps = (argc > 1) ? atoi(argv[1]) : 20;
    int ms = (argc > 2) ? atoi(argv[2]) : 1600;
    double best = 1e30, c;
    int bi = 0, bj = 0, bk = 0, bo = 0, faults = 0, over;
    int i, j, k;
    struct timespec t0, t1;

    clock_gettime(CLOCK_MONOTONIC, &t0);
    for (i = 0; i < steps; i++) {
        for (j = 0; j < steps; j++) {
            for (k = 0; k < steps; k++) {
                q16_t kp = Q16(0.1 + 4.0 * i / steps);
                q16_t ki = Q16(0.05 * j / steps);
                q16_t kd = Q16(30.0 * k / steps);
                c = evaluate(kp, ki, kd, ms, &over);
                if (c >= 1e9) {
                    faults++;
                    continue;
                }
                if (c < best) {
                    best = c;
                    bi = i;
                    bj = j;
                    bk = k;
                    bo = over;
                }
            }
        }
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    printf("tried %d gain sets, %d faulted\n", steps * steps * steps, faults);
    printf("best kp=%.4f ki=%.5f kd=%.4f cost=%.6f overshoot=%d\n",
           0.1 + 4.0 * bi / steps, 0.05 * bj / steps, 30.0 * bk / steps, best, bo);
    fprintf(stderr, "%.3f s\n", (t1.tv_sec - t0.tv_sec) + (t1.tv_nsec - t0.tv_nsec) / 1e9);
    return 0;
}

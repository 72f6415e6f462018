// SPDX-License-Identifier: Apache-2.0
/*
 * motorsweep.c - tuning sweep for the position loop of a DC motor.
 *
 * Every (Kp, Ki, Kd) on a grid is tried on several simulated runs: plant with
 * friction and load steps, quantized noisy encoder, Kalman filter for position
 * and speed, PID with anti-windup and a saturating drive. Runs of the same
 * number see the same noise for all gains.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define TS          0.001f      /* control period, s */
#define SUBSTEPS    2           /* plant steps per control period */
#define V_MAX       24.0f
#define COUNTS      4096        /* encoder counts per turn */

struct plant {
    float pos, speed, current;
    float load;
    uint32_t noise;
};

struct kalman {
    float x[2];                 /* position, speed */
    float p[2][2];
    float q, r;
};

struct pid {
    float kp, ki, kd;
    float integral;
    int saturated;              /* periods spent at the limit */
};

struct result {
    float kp, ki, kd;
    double cost;
    float overshoot;
    int saturated, unstable;
};

static struct plant plant;
static struct kalman kf;
static struct pid ctl;

static float noise(struct plant *p)
{
    float s = 0;
    for (int i = 0; i < 3; i++) {
        p->noise = p->noise * 1664525u + 1013904223u;
        s += (float)(p->noise >> 8) / 16777216.0f - 0.5f;
    }
    return s * 2.0f;
}

static void plant_reset(struct plant *p, int run)
{
    p->pos = p->speed = p->current = p->load = 0;
    p->noise = 0x1234567u + 7919u * (uint32_t)run;
}

static void plant_step(struct plant *p, float volts)
{
    const float R = 1.2f, L = 0.004f, K = 0.06f, J = 2.2e-4f, visc = 1.5e-4f, coulomb = 0.012f;
    const float h = TS / SUBSTEPS;
    for (int i = 0; i < SUBSTEPS; i++) {
        float fric = visc * p->speed;
        if (p->speed > 0.05f)
            fric += coulomb;
        else if (p->speed < -0.05f)
            fric -= coulomb;
        else
            fric += coulomb * p->speed * 20;
        p->current += h * (volts - R * p->current - K * p->speed) / L;
        p->speed += h * (K * p->current - fric - p->load) / J;
        p->pos += h * p->speed;
    }
}

static float encoder_read(struct plant *p)
{
    const float step = 6.2831853f / COUNTS;
    return floorf(p->pos / step + noise(p)) * step;
}

static void kalman_reset(struct kalman *k)
{
    k->x[0] = k->x[1] = 0;
    k->p[0][0] = k->p[1][1] = 1;
    k->p[0][1] = k->p[1][0] = 0;
    k->q = 60.0f;
    k->r = 2e-6f;
}

static void kalman_update(struct kalman *k, float z)
{
    /* predict, constant speed model with white acceleration */
    k->x[0] += TS * k->x[1];
    float p00 = k->p[0][0] + TS * (k->p[1][0] + k->p[0][1]) + TS * TS * k->p[1][1] + k->q * TS * TS * TS / 3;
    float p01 = k->p[0][1] + TS * k->p[1][1] + k->q * TS * TS / 2;
    float p11 = k->p[1][1] + k->q * TS;
    /* correct */
    float s = p00 + k->r, g0 = p00 / s, g1 = p01 / s, e = z - k->x[0];
    k->x[0] += g0 * e;
    k->x[1] += g1 * e;
    k->p[0][0] = (1 - g0) * p00;
    k->p[0][1] = k->p[1][0] = (1 - g0) * p01;
    k->p[1][1] = p11 - g1 * p01;
}

static void pid_reset(struct pid *c, float kp, float ki, float kd)
{
    c->kp = kp;
    c->ki = ki;
    c->kd = kd;
    c->integral = 0;
    c->saturated = 0;
}

static float pid_step(struct pid *c, float error, float speed)
{
    float next = c->integral + c->ki * TS * error;
    float u = c->kp * error + next - c->kd * speed;
    if (u > V_MAX || u < -V_MAX) {
        c->saturated++;
        if ((u > 0) == (error > 0))
            next = c->integral;                 /* no windup */
        u = u > 0 ? V_MAX : -V_MAX;
    }
    c->integral = next;
    return u;
}

static float setpoint(int tick)
{
    if (tick < 50) return 0;
    if (tick < 700) return 1.0f;
    if (tick < 1200) return 1.0f + 0.002f * (float)(tick - 700);
    return 0.5f;
}

/* cost of one run: integral of time weighted absolute error + effort */
static double simulate(struct result *res, int run, int ticks)
{
    double cost = 0;
    plant_reset(&plant, run);
    kalman_reset(&kf);
    pid_reset(&ctl, res->kp, res->ki, res->kd);
    for (int t = 0; t < ticks; t++) {
        float ref = setpoint(t);
        plant.load = t > 450 && t < 900 ? 0.05f : 0.0f;
        kalman_update(&kf, encoder_read(&plant));
        float u = pid_step(&ctl, ref - kf.x[0], kf.x[1]);
        plant_step(&plant, u);
        float err = ref - plant.pos;
        cost += fabs(err) + 2e-5 * u * u;
        if (t < 450 && plant.pos - 1.0f > res->overshoot)
            res->overshoot = plant.pos - 1.0f;
        if (fabsf(err) > 20.0f) {
            res->unstable++;
            return cost + 1000;
        }
    }
    res->saturated += ctl.saturated;
    return cost;
}

int main(int argc, char **argv)
{
    int steps = argc > 1 ? atoi(argv[1]) : 13;          /* grid points per gain */
    int runs = argc > 2 ? atoi(argv[2]) : 4;
    int ticks = argc > 3 ? atoi(argv[3]) : 1800;
    if (steps < 1)
        return 1;
    int ntry = steps * steps * steps, best = 0, unstable = 0;
    long saturated = 0;
    struct result *res = malloc(ntry * sizeof *res);
    double mean = 0;
    struct timespec begin, end;

    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (int i = 0; i < ntry; i++) {
        struct result *r = &res[i];
        r->kp = 2.0f * powf(1.45f, (float)(i % steps));
        r->ki = 4.0f * (float)(i / steps % steps);
        r->kd = 0.12f * (float)(i / steps / steps);
        r->cost = 0;
        r->overshoot = 0;
        r->saturated = r->unstable = 0;
        for (int k = 0; k < runs; k++)
            r->cost += simulate(r, k, ticks);
        r->cost = r->cost / runs + 30 * r->overshoot;
        mean += r->cost / ntry;
        saturated += r->saturated;
        if (r->unstable)
            unstable++;
        if (r->cost < res[best].cost)
            best = i;
    }
    clock_gettime(CLOCK_MONOTONIC, &end);

    printf("%d settings, %d unstable, %ld saturated periods, mean cost %.9f\n", ntry, unstable, saturated, mean);
    printf("best: kp %.4f ki %.4f kd %.4f cost %.10f overshoot %.7f\n", res[best].kp, res[best].ki,
           res[best].kd, res[best].cost, res[best].overshoot);
    for (int i = 0; i < ntry; i += ntry / 5 + 1)
        printf("  #%d cost %.10f overshoot %.7f\n", i, res[i].cost, res[i].overshoot);
    fprintf(stderr, "sweep took %.3f s\n", (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9);
    free(res);
    return 0;
}

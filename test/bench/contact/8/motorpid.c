// SPDX-License-Identifier: Apache-2.0
// Cascaded PID control of a DC motor with friction, quantised encoder and noisy
// current sensor; sweeps the controller gains and ranks the step responses.
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct motor_params {
    double resistance, inductance, torque_k, emf_k, inertia, viscous, coulomb;
};

struct motor {
    double current, speed, angle;
};

struct pid {
    double kp, ki, kd;
    double limit;
    double integral, prev, filtered;
};

struct scenario {
    const char *name;
    double duration;
    double (*reference)(double t);
    double (*load)(double t);
};

struct score {
    double iae;       /* integral of absolute error */
    double overshoot; /* relative to the final reference */
    double settle;    /* last time outside the 2% band */
    double energy;
    double jerkiness;
    bool stable;
};

struct candidate {
    double kp, ki, kd;
    struct score score[3];
    double cost;
};

static double ref_step(double t) { return t < 0.02 ? 0.0 : 120.0; }
static double ref_ramp(double t) { return t < 0.3 ? 400.0 * t : 120.0; }
static double ref_two_steps(double t) { return t < 0.25 ? 80.0 : 120.0; }
static double load_none(double t) { return 0.0 * t; }
static double load_pulse(double t) { return t > 0.3 && t < 0.4 ? 0.05 : 0.0; }
static double load_wave(double t) { return 0.03 * sin(40.0 * t); }

static const struct scenario scenarios[3] = {
    {"step", 0.5, ref_step, load_pulse},
    {"ramp", 0.6, ref_ramp, load_none},
    {"two-step", 0.5, ref_two_steps, load_wave},
};

static const struct motor_params motor_model = {1.2, 2.5e-3, 0.055, 0.055, 9e-5, 1.2e-4, 0.012};

static double noise(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return (double)(*state >> 8) / 16777216.0 - 0.5;
}

static void motor_derivative(const struct motor_params *p, const struct motor *m, double volts, double load,
                             struct motor *d) {
    double drag = p->viscous * m->speed + load;
    if (fabs(m->speed) > 1e-3)
        drag += m->speed > 0 ? p->coulomb : -p->coulomb;
    d->current = (volts - p->resistance * m->current - p->emf_k * m->speed) / p->inductance;
    d->speed = (p->torque_k * m->current - drag) / p->inertia;
    d->angle = m->speed;
}

static struct motor advance(const struct motor *m, const struct motor *d, double h) {
    struct motor r = {m->current + h * d->current, m->speed + h * d->speed, m->angle + h * d->angle};
    return r;
}

static void motor_step(const struct motor_params *p, struct motor *m, double volts, double load, double h) {
    struct motor k1, k2, k3, k4, tmp;
    motor_derivative(p, m, volts, load, &k1);
    tmp = advance(m, &k1, h / 2);
    motor_derivative(p, &tmp, volts, load, &k2);
    tmp = advance(m, &k2, h / 2);
    motor_derivative(p, &tmp, volts, load, &k3);
    tmp = advance(m, &k3, h);
    motor_derivative(p, &tmp, volts, load, &k4);
    m->current += h / 6 * (k1.current + 2 * k2.current + 2 * k3.current + k4.current);
    m->speed += h / 6 * (k1.speed + 2 * k2.speed + 2 * k3.speed + k4.speed);
    m->angle += h / 6 * (k1.angle + 2 * k2.angle + 2 * k3.angle + k4.angle);
}

static double pid_update(struct pid *c, double error, double dt) {
    c->filtered += 0.2 * ((error - c->prev) / dt - c->filtered);
    c->prev = error;
    double out = c->kp * error + c->ki * (c->integral + error * dt) + c->kd * c->filtered;
    if (out > c->limit)
        return c->limit;
    if (out < -c->limit)
        return -c->limit;
    c->integral += error * dt; /* only while unsaturated: anti-windup */
    return out;
}

static struct score simulate(const struct motor_params *p, const struct scenario *sc, double kp, double ki, double kd) {
    const double dt = 1e-4, encoder = 2 * M_PI / 4096;
    const int substeps = 2, speed_every = 5;
    int steps = (int)(sc->duration / dt);
    struct motor m = {0, 0, 0};
    struct pid speed_loop = {kp, ki, kd, 12.0, 0, 0, 0};
    struct pid current_loop = {1.8, 600.0, 0, 24.0, 0, 0, 0};
    struct score s = {0, 0, 0, 0, 0, true};
    uint32_t rng = 777;
    double target = 0, last_count = 0, measured = 0, last_volts = 0;
    double final = sc->reference(sc->duration);

    for (int i = 0; i < steps; i++) {
        double t = i * dt, ref = sc->reference(t), load = sc->load(t);
        if (i % speed_every == 0) {
            double count = floor(m.angle / encoder) * encoder;
            measured += 0.5 * ((count - last_count) / (speed_every * dt) - measured);
            last_count = count;
            target = pid_update(&speed_loop, ref - measured, speed_every * dt);
        }
        double sensed = m.current + 0.05 * noise(&rng);
        double volts = pid_update(&current_loop, target - sensed, dt);
        for (int k = 0; k < substeps; k++)
            motor_step(p, &m, volts, load, dt / substeps);

        double err = ref - m.speed;
        s.iae += fabs(err) * dt;
        s.energy += fabs(volts * m.current) * dt;
        s.jerkiness += (volts - last_volts) * (volts - last_volts) * dt;
        last_volts = volts;
        if (m.speed / final - 1.0 > s.overshoot)
            s.overshoot = m.speed / final - 1.0;
        if (fabs(err) > 0.02 * fabs(final))
            s.settle = t;
        if (fabs(m.speed) > 2000.0 || fabs(m.current) > 200.0) {
            s.stable = false;
            break;
        }
    }
    return s;
}

static double total_cost(const struct score *s, int n) {
    double cost = 0;
    for (int i = 0; i < n; i++) {
        if (!s[i].stable)
            return DBL_MAX;
        cost += s[i].iae + 20.0 * s[i].overshoot + 4.0 * s[i].settle + 0.05 * s[i].energy + 1e-3 * s[i].jerkiness;
    }
    return cost;
}

static int cheaper(const void *a, const void *b) {
    const struct candidate *x = a, *y = b;
    if (x->cost != y->cost)
        return x->cost < y->cost ? -1 : 1;
    if (x->kp != y->kp)
        return x->kp < y->kp ? -1 : 1;
    if (x->ki != y->ki)
        return x->ki < y->ki ? -1 : 1;
    return (x->kd > y->kd) - (x->kd < y->kd);
}

int main(int argc, char **argv) {
    int nkp = argc > 1 ? atoi(argv[1]) : 12;
    int nki = argc > 2 ? atoi(argv[2]) : 9;
    int nkd = argc > 3 ? atoi(argv[3]) : 6;
    int n = nkp * nki * nkd;
    struct candidate *all = malloc((size_t)n * sizeof *all);
    if (!all)
        return 1;

    for (int a = 0; a < nkp; a++) {
        for (int b = 0; b < nki; b++) {
            for (int c = 0; c < nkd; c++) {
                struct candidate *cand = &all[(a * nki + b) * nkd + c];
                cand->kp = 0.02 * pow(1.6, a);
                cand->ki = 0.1 * pow(2.0, b);
                cand->kd = 4e-5 * c;
                for (int s = 0; s < 3; s++)
                    cand->score[s] = simulate(&motor_model, &scenarios[s], cand->kp, cand->ki, cand->kd);
                cand->cost = total_cost(cand->score, 3);
            }
        }
    }

    qsort(all, (size_t)n, sizeof *all, cheaper);
    int unstable = 0;
    double sum = 0;
    for (int i = 0; i < n; i++) {
        if (all[i].cost == DBL_MAX)
            unstable++;
        else
            sum += all[i].cost;
    }
    printf("%d gain sets, %d unstable, mean cost %.12f\n", n, unstable, sum / (n - unstable));
    for (int i = 0; i < n && i < 10; i++)
        printf("%2d  kp %.5f ki %.4f kd %.6f  cost %.10f\n", i + 1, all[i].kp, all[i].ki, all[i].kd, all[i].cost);
    for (int s = 0; s < 3; s++) {
        const struct score *b = &all[0].score[s];
        printf("%-9s iae %.8f overshoot %.4f%% settle %.4f s energy %.6f jerk %.4f\n", scenarios[s].name, b->iae,
               100 * b->overshoot, b->settle, b->energy, b->jerkiness);
    }
    free(all);
    return 0;
}

/*
 * pidtune - tunes the PID controller of an inverted pendulum on a cart by a
 * grid search over the gains; every candidate is tested in several scenarios.
 *
 * usage: pidtune [grid points per gain] [seconds]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define DT 0.002
#define DELAY 8

typedef struct {
    double x, v, angle, rate;
} state;

typedef struct {
    double cart, pole, length, friction;
    double start_angle, push, push_time;
    double noise;
} scenario;

typedef struct pid {
    double kp, ki, kd, kx;
    double integral, filtered;
} pid;

typedef struct {
    double cost, overshoot, settle, effort;
    int fell;
} outcome;

typedef struct {
    pid gains;
    double cost;
    int fallen;
} candidate;

static const scenario tests[] = {
    { 1.0, 0.10, 0.5, 0.05, 0.10, 0.0, 0.0, 0.0000 },
    { 1.0, 0.10, 0.5, 0.05, -0.18, 0.0, 0.0, 0.0005 },
    { 1.2, 0.25, 0.7, 0.10, 0.05, 6.0, 1.0, 0.0010 },
    { 0.8, 0.15, 0.4, 0.02, 0.00, -5.0, 0.5, 0.0010 },
};
#define NTESTS (sizeof tests / sizeof tests[0])

static unsigned noise_state;

static double noise(void)
{
    noise_state = noise_state * 1103515245u + 12345u;
    return (double)(noise_state >> 8) / 8388608.0 - 1.0;
}

static void derivative(const scenario *p, const state *s, double force, state *d)
{
    double sn = sin(s->angle), cs = cos(s->angle), total = p->cart + p->pole;
    double tmp = (force - p->friction * s->v + p->pole * p->length * s->rate * s->rate * sn) / total;

    d->x = s->v;
    d->angle = s->rate;
    d->rate = (9.81 * sn - cs * tmp) / (p->length * (4.0 / 3.0 - p->pole * cs * cs / total));
    d->v = tmp - p->pole * p->length * d->rate * cs / total;
}

static state advance(const state *s, const state *d, double h)
{
    state r = { s->x + h * d->x, s->v + h * d->v, s->angle + h * d->angle, s->rate + h * d->rate };
    return r;
}

static void rk2(const scenario *p, state *s, double force)
{
    state k1, k2, mid;
    derivative(p, s, force, &k1);
    mid = advance(s, &k1, 0.5 * DT);
    derivative(p, &mid, force, &k2);
    *s = advance(s, &k2, DT);
}

static double control(pid *c, double angle, double rate, double x)
{
    double u;
    c->integral += angle * DT;
    if (c->integral > 1.0)
        c->integral = 1.0;
    if (c->integral < -1.0)
        c->integral = -1.0;
    c->filtered += 0.2 * (rate - c->filtered);
    u = c->kp * angle + c->ki * c->integral + c->kd * c->filtered + c->kx * x;
    return u > 20 ? 20 : u < -20 ? -20 : u;
}

static outcome simulate(const scenario *p, pid c, double seconds)
{
    state s = { 0, 0, p->start_angle, 0 };
    outcome o = { 0, 0, 0, 0, 0 };
    double line[DELAY] = { 0 };
    int steps = (int)(seconds / DT), slot = 0;

    noise_state = 4711;
    c.integral = c.filtered = 0;
    for (int k = 0; k < steps; k++) {
        double t = k * DT, u, force;
        u = control(&c, s.angle + p->noise * noise(), s.rate, s.x);
        force = line[slot];
        line[slot] = u;
        slot = (slot + 1) % DELAY;
        if (p->push != 0.0 && t >= p->push_time && t < p->push_time + 0.1)
            force += p->push;
        rk2(p, &s, force);
        if (fabs(s.angle) > 0.8 || fabs(s.x) > 5.0) {
            o.fell = 1;
            o.cost = 100.0 * (seconds - t);
            return o;
        }
        if (fabs(s.angle) > o.overshoot)
            o.overshoot = fabs(s.angle);
        if (fabs(s.angle) > 0.01)
            o.settle = t;
        o.effort += u * u * DT;
        o.cost += (100 * s.angle * s.angle + s.x * s.x + 0.002 * u * u) * DT;
    }
    o.cost += 0.5 * o.settle;
    return o;
}

static void remember(candidate *best, int n, const candidate *c)
{
    int i;
    if (c->cost >= best[n - 1].cost)
        return;
    for (i = n - 1; i > 0 && c->cost < best[i - 1].cost; i--)
        best[i] = best[i - 1];
    best[i] = *c;
}

int main(int argc, char **argv)
{
    int grid = argc > 1 ? atoi(argv[1]) : 9, unstable = 0, tried = 0;
    double seconds = argc > 2 ? atof(argv[2]) : 5.0;
    candidate best[5];

    if (grid < 2 || seconds <= 0)
        return 1;
    for (int i = 0; i < 5; i++)
        best[i].cost = 1e300;
    for (int a = 0; a < grid; a++)
        for (int b = 0; b < grid; b++)
            for (int d = 0; d < grid; d++) {
                candidate c = { { 15.0 + 60.0 * a / (grid - 1), 20.0 * b / (grid - 1),
                                  1.0 + 14.0 * d / (grid - 1), 0.8, 0, 0 }, 0, 0 };
                for (size_t t = 0; t < NTESTS; t++) {
                    outcome o = simulate(&tests[t], c.gains, seconds);
                    c.cost += o.cost;
                    c.fallen += o.fell;
                    if (c.cost > 500)
                        break;          /* hopeless */
                }
                tried++;
                if (c.fallen) {
                    unstable++;
                    continue;
                }
                remember(best, 5, &c);
                if (tried % 50 == 0)
                    printf("%4d: kp %.2f ki %.2f kd %.2f -> %.6f (best %.6f)\n", tried, c.gains.kp, c.gains.ki,
                           c.gains.kd, c.cost, best[0].cost);
            }
    printf("%d settings, %d unstable\n", tried, unstable);
    for (int i = 0; i < 5 && best[i].cost < 1e300; i++) {
        printf("#%d kp %.3f ki %.3f kd %.3f cost %.8f\n", i + 1, best[i].gains.kp, best[i].gains.ki,
               best[i].gains.kd, best[i].cost);
        for (size_t t = 0; i == 0 && t < NTESTS; t++) {
            outcome o = simulate(&tests[t], best[i].gains, seconds);
            printf("   test %zu: max %.5f settle %.3f effort %.5f\n", t, o.overshoot, o.settle, o.effort);
        }
    }
    return 0;
}

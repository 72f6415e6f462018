/* motortun.c - tunes the gains of a fixed-point motor speed controller by
 * simulating controller firmware against a motor model. Successive grid
 * refinement; a candidate is abandoned as soon as it is worse than the best. */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>

#define Q        12
#define TICKS    6000
#define GRID     9
#define NSCEN    6

typedef int32_t fix;
#define FIX(x) ((fix)((x) * (1 << Q)))

typedef enum { ST_IDLE, ST_ALIGN, ST_RAMP, ST_RUN, ST_BRAKE, ST_FAULT } mode_t_;

typedef struct { fix kp, ki, kff; } gains_t;

typedef struct {
    mode_t_  mode;
    fix      setpoint, integ, out, filt;
    int      timer, faults;
    fix      hist[8];
    unsigned hpos;
} ctrl_t;

typedef struct {
    double  current, speed, angle, temp;
    double  r, l, ke, j, b;
    uint32_t noise;
} motor_t;

typedef struct { fix target; int step_at, load_at, stop_at; double load, r_scale, j_scale; } scenario_t;

static const scenario_t scenarios[NSCEN] = {
    { FIX(60),  1800, 3000, 5200, 0.05, 1.00, 1.0 },
    { FIX(120), 1500, 3500, 5500, 0.10, 1.15, 1.0 },
    { FIX(30),  2500, 3200, 5000, 0.15, 1.00, 2.5 },
    { FIX(90),  2000, 2600, 5800, 0.02, 0.90, 0.6 },
    { FIX(150), 1200, 4200, 5600, 0.08, 1.05, 1.4 },
    { FIX(10),  3000, 3600, 5700, 0.12, 1.30, 1.0 },
};

static fix fmul(fix a, fix b) { return (fix)(((int64_t)a * b) >> Q); }
static fix sat(fix v, fix lim) { return v > lim ? lim : v < -lim ? -lim : v; }

static fix median_speed(ctrl_t *c, fix raw)
{
    fix a[5];
    c->hist[c->hpos++ & 7] = raw;
    for (int i = 0; i < 5; i++) {
        fix v = c->hist[(c->hpos - 1 - i) & 7];
        int k = i;
        for (; k > 0 && a[k - 1] > v; k--) a[k] = a[k - 1];
        a[k] = v;
    }
    return a[2];
}

static fix control(ctrl_t *c, const gains_t *g, fix raw, fix target, int amps_high)
{
    fix speed = median_speed(c, raw), err, u;
    c->filt += (speed - c->filt) >> 2;
    if (amps_high && c->mode != ST_FAULT && ++c->faults > 40) { c->mode = ST_FAULT; c->timer = 300; }
    switch (c->mode) {
    case ST_IDLE:
        c->integ = 0;
        if (target > 0) { c->mode = ST_ALIGN; c->timer = 100; }
        return 0;
    case ST_ALIGN:
        if (--c->timer <= 0) { c->mode = ST_RAMP; c->setpoint = 0; }
        return FIX(0.5);
    case ST_RAMP:
        c->setpoint += FIX(0.12);
        if (c->setpoint >= target) { c->setpoint = target; c->mode = ST_RUN; }
        break;
    case ST_RUN:
        if (target == 0) { c->mode = ST_BRAKE; break; }
        if (target - c->setpoint > FIX(4)) c->mode = ST_RAMP;
        else c->setpoint = target;
        break;
    case ST_BRAKE:
        c->setpoint -= FIX(0.2);
        if (c->setpoint <= 0) { c->setpoint = 0; c->mode = target ? ST_RAMP : ST_IDLE; }
        break;
    case ST_FAULT:
        c->integ = 0;
        if (--c->timer <= 0) { c->mode = ST_IDLE; c->faults = 0; }
        return 0;
    }
    err = c->setpoint - c->filt;
    u = fmul(g->kp, err) + c->integ + fmul(g->kff, c->setpoint);
    if (u < FIX(24) && u > -FIX(24)) c->integ = sat(c->integ + fmul(g->ki, err), FIX(24));
    return c->out = sat(u, FIX(24));
}

static fix measure(motor_t *m)
{
    m->noise = m->noise * 1664525u + 1013904223u;
    double n = (double)(int32_t)m->noise / 2147483648.0 * 0.4;
    if ((m->noise >> 12 & 255) == 0) n += 20;            /* encoder glitch */
    return (fix)((m->speed + n) * (1 << Q));
}

static void plant(motor_t *m, double volts, double load)
{
    const double h = 0.0005;
    for (int k = 0; k < 2; k++) {
        double r = m->r * (1 + 0.0039 * (m->temp - 25));
        m->current += h * (volts - r * m->current - m->ke * m->speed) / m->l;
        double fr = m->speed > 0.01 ? 0.01 : m->speed < -0.01 ? -0.01 : 0;
        m->speed += h * (m->ke * m->current - m->b * m->speed - load - fr) / m->j;
        m->temp += h * (r * m->current * m->current * 0.02 - (m->temp - 25) * 0.01);
    }
}

/* accumulated cost of one scenario, given up once it exceeds limit */
static int64_t simulate(const scenario_t *s, const gains_t *g, int64_t cost, int64_t limit)
{
    ctrl_t c = { 0 };
    motor_t m = { .temp = 25, .r = 1.2 * s->r_scale, .l = 0.003, .ke = 0.12, .j = 0.0015 * s->j_scale,
                  .b = 0.0008, .noise = 99 };
    for (int t = 0; t < TICKS; t++) {
        fix target = t < 20 || t >= s->stop_at ? 0 : t < s->step_at ? s->target / 2 : s->target;
        double load = t >= s->load_at && t < s->stop_at ? s->load : 0;
        fix u = control(&c, g, measure(&m), target, m.current > 9 || m.current < -9);
        plant(&m, (double)u / (1 << Q), load);
        fix e = (fix)(m.speed * (1 << Q)) - c.setpoint;
        if (c.mode == ST_RUN || c.mode == ST_RAMP) cost += e > 0 ? 2 * (int64_t)e : -(int64_t)e;
        else if (c.mode == ST_FAULT) cost += FIX(40);
        if (cost > limit) return INT64_MAX;
    }
    return cost;
}

static int64_t evaluate(const gains_t *g, const int64_t *bound)
{
    int64_t cost = 0;
    for (int s = 0; s < NSCEN; s++) {
        int64_t limit;
        #pragma omp atomic read
        limit = *bound;
        cost = simulate(&scenarios[s], g, cost, limit);
        if (cost == INT64_MAX) break;
    }
    return cost;
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 4;
    gains_t best = { FIX(0.5), FIX(0.02), FIX(0.1) }, step = { FIX(0.12), FIX(0.005), FIX(0.024) };
    int64_t none = INT64_MAX, best_cost = evaluate(&best, &none);
    printf("start  kp %d ki %d kff %d cost %lld\n", best.kp, best.ki, best.kff, (long long)best_cost);
    for (int r = 0; r < rounds; r++) {
        gains_t centre = best;
        int improved = 0, best_i = -1;
        int64_t bound = best_cost;      /* only shrinks; read without a lock for pruning */
        #pragma omp parallel for schedule(dynamic, 2)
        for (int i = 0; i < GRID * GRID * GRID; i++) {
            gains_t g = { centre.kp + (i / GRID / GRID - GRID / 2) * step.kp,
                          centre.ki + (i / GRID % GRID - GRID / 2) * step.ki,
                          centre.kff + (i % GRID - GRID / 2) * step.kff };
            if (g.kp <= 0 || g.ki < 0 || g.kff < 0) continue;
            int64_t cost = evaluate(&g, &bound);
            if (cost == INT64_MAX) continue;
            #pragma omp critical
            if (cost < best_cost || (cost == best_cost && best_i >= 0 && i < best_i)) {
                best_cost = cost; best = g; improved = 1; best_i = i;
                #pragma omp atomic write
                bound = cost;
            }
        }
        printf("round %d kp %d ki %d kff %d cost %lld%s\n", r + 1, best.kp, best.ki, best.kff,
               (long long)best_cost, improved ? "" : " (refine)");
        step.kp = step.kp * 2 / 3 + 1; step.ki = step.ki * 2 / 3 + 1; step.kff = step.kff * 2 / 3 + 1;
    }
    for (int s = 0; s < NSCEN; s++)
        printf("scenario %d cost %lld\n", s, (long long)simulate(&scenarios[s], &best, 0, INT64_MAX));
    return 0;
}

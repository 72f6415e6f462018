/*
 * pidtune.c - offline tuning of the axis controller firmware.
 *
 * The firmware part is written as it runs on the target: fixed point, all
 * state in one file-scope struct, called once per millisecond.  Around it is
 * a model of motor, gearbox and load, and a search over gains; each candidate
 * is run through the acceptance moves on several load variants.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

/* ------------------------------------------------------------ firmware -- */
#define Q 10                            /* gains are Q10 */
#define PWM_MAX 1000
#define ENC_PER_REV 4096

enum axis_state { AX_IDLE, AX_HOMING, AX_MOVING, AX_SETTLING, AX_FAULT };
enum { FAULT_FOLLOW = 1, FAULT_STALL = 2 };

static struct {
    enum axis_state state;
    int32_t kp, ki, kd, kff;
    int32_t integ, last_err, dfilt;
    int32_t target, ramp_pos, ramp_vel;
    int32_t max_vel, max_acc;
    int32_t settle_ticks, stall_ticks;
    int32_t prev_enc;
    uint8_t fault;
} ax;
#pragma omp threadprivate(ax)           /* one simulated drive per thread */

static int32_t clampi(int32_t v, int32_t lo, int32_t hi)
{
    return v < lo ? lo : v > hi ? hi : v;
}

static void axis_reset(void)
{
    memset(&ax, 0, sizeof ax);
    ax.max_vel = 40 << 8;               /* counts per tick, Q8 */
    ax.max_acc = 60;
}

static void axis_move(int32_t target)
{
    if (ax.state == AX_FAULT)
        return;
    ax.target = target;
    ax.state = AX_MOVING;
    ax.settle_ticks = 0;
}

/* trapezoidal profile, position Q8 */
static void ramp_tick(void)
{
    int32_t dist = ax.target * 256 - ax.ramp_pos;
    int32_t dir = dist < 0 ? -1 : 1;
    int64_t stop = (int64_t)ax.ramp_vel * ax.ramp_vel / (2 * ax.max_acc);
    if (ax.ramp_vel * dir >= 0 && stop >= (int64_t)dist * dir)
        ax.ramp_vel -= ax.ramp_vel > 0 ? ax.max_acc : -ax.max_acc;
    else
        ax.ramp_vel = clampi(ax.ramp_vel + dir * ax.max_acc, -ax.max_vel, ax.max_vel);
    ax.ramp_pos += ax.ramp_vel;
    if (labs(dist) < 2 * ax.max_acc && labs(ax.ramp_vel) <= ax.max_acc) {
        ax.ramp_pos = ax.target * 256;
        ax.ramp_vel = 0;
    }
}

static int32_t pid_tick(int32_t enc)
{
    int32_t err = (ax.ramp_pos / 256) - enc;
    int32_t d = err - ax.last_err;
    ax.last_err = err;
    ax.dfilt += (d * 256 - ax.dfilt) / 4;
    int32_t out = (ax.kp * err) / (1 << Q) + (ax.kd * (ax.dfilt / 16)) / (1 << (Q - 4)) +
                  ax.integ / (1 << Q) + (ax.kff * (ax.ramp_vel / 16)) / (1 << (Q - 4));
    if (out > -PWM_MAX && out < PWM_MAX)                /* anti windup */
        ax.integ = clampi(ax.integ + ax.ki * clampi(err, -200, 200), -(PWM_MAX << Q), PWM_MAX << Q);
    return clampi(out, -PWM_MAX, PWM_MAX);
}

static int32_t axis_tick(int32_t enc)
{
    int32_t pwm = 0;
    switch (ax.state) {
    case AX_IDLE:
    case AX_HOMING:
        ax.ramp_pos = enc * 256;
        break;
    case AX_MOVING:
        ramp_tick();
        pwm = pid_tick(enc);
        if (ax.ramp_vel == 0 && ax.ramp_pos == ax.target * 256)
            ax.state = AX_SETTLING;
        break;
    case AX_SETTLING:
        pwm = pid_tick(enc);
        if (labs(enc - ax.target) <= 3)
            ax.settle_ticks++;
        else
            ax.settle_ticks = 0;
        break;
    case AX_FAULT:
        return 0;
    }
    if (labs((ax.ramp_pos / 256) - enc) > 1500) {
        ax.fault |= FAULT_FOLLOW;
        ax.state = AX_FAULT;
    }
    ax.stall_ticks = labs(pwm) == PWM_MAX && enc == ax.prev_enc ? ax.stall_ticks + 1 : 0;
    if (ax.stall_ticks > 50) {
        ax.fault |= FAULT_STALL;
        ax.state = AX_FAULT;
    }
    ax.prev_enc = enc;
    return pwm;
}

/* --------------------------------------------------------------- plant -- */
struct plant {
    double inertia, friction, coulomb, backlash, torque_const;
    double motor_pos, motor_vel, load_pos, current;
};

static const struct { double inertia, coulomb, backlash; } variants[] = {
    { 1.0, 0.010, 0.0005 }, { 2.2, 0.015, 0.0010 }, { 0.7, 0.030, 0.0004 }, { 3.5, 0.020, 0.0020 },
};

static void plant_init(struct plant *p, int v)
{
    memset(p, 0, sizeof *p);
    p->inertia = 2.0e-5 * variants[v].inertia;
    p->coulomb = variants[v].coulomb;
    p->backlash = variants[v].backlash;
    p->friction = 1.5e-4;
    p->torque_const = 0.045;
}

static void plant_tick(struct plant *p, double volts)
{
    const double h = 0.0001, res = 1.1, ind = 0.0012;
    for (int k = 0; k < 10; k++) {
        double emf = p->torque_const * p->motor_vel;
        p->current += h * (volts - emf - res * p->current) / ind;
        double tq = p->torque_const * p->current - p->friction * p->motor_vel;
        double fr = p->coulomb * tanh(p->motor_vel * 20.0);
        p->motor_vel += h * (tq - fr) / p->inertia * 0.5;
        p->motor_pos += h * p->motor_vel;
        double gap = p->motor_pos - p->load_pos;
        if (gap > p->backlash) p->load_pos = p->motor_pos - p->backlash;
        if (gap < -p->backlash) p->load_pos = p->motor_pos + p->backlash;
    }
}

static int32_t encoder(const struct plant *p)
{
    return (int32_t)floor(p->load_pos * (ENC_PER_REV / (2 * M_PI)));
}

/* --------------------------------------------------------------- tuning -- */
static const int32_t moves[] = { 800, 820, -1500, 4000, 0 };

struct candidate {
    int32_t kp, ki, kd, kff;
    double cost;
    int faults, settled;
};

static double run_test(const struct candidate *c, int variant, int *fault, int *settled)
{
    struct plant p;
    double cost = 0;
    axis_reset();
    ax.kp = c->kp; ax.ki = c->ki; ax.kd = c->kd; ax.kff = c->kff;
    plant_init(&p, variant);
    for (size_t m = 0; m < sizeof moves / sizeof moves[0]; m++) {
        int tick, over = 0;
        axis_move(moves[m]);
        for (tick = 0; tick < 600 && ax.settle_ticks < 40; tick++) {
            int32_t enc = encoder(&p), pwm = axis_tick(enc);
            if (ax.state == AX_FAULT) {
                *fault += ax.fault;
                return cost + 1e4;
            }
            if (ax.state == AX_SETTLING && labs(enc - moves[m]) > over)
                over = (int)labs(enc - moves[m]);
            plant_tick(&p, 24.0 * pwm / PWM_MAX);
        }
        *settled += ax.settle_ticks >= 40;
        cost += tick + 2.0 * over;
    }
    return cost;
}

static void evaluate(struct candidate *c)
{
    c->cost = 0;
    c->faults = c->settled = 0;
    for (int v = 0; v < (int)(sizeof variants / sizeof variants[0]); v++)
        c->cost += run_test(c, v, &c->faults, &c->settled);
}

int main(int argc, char **argv)
{
    int steps = argc > 1 ? atoi(argv[1]) : 5, n = 0, best = 0, faults = 0;
    if (steps < 1 || steps > 20)
        return 2;
    struct candidate *c = calloc((size_t)steps * steps * steps * 2, sizeof *c);
    if (!c)
        return 1;
    for (int a = 0; a < steps; a++)
        for (int b = 0; b < steps; b++)
            for (int d = 0; d < steps; d++)
                for (int f = 0; f < 2; f++)
                    c[n++] = (struct candidate){ .kp = 1024 << a, .ki = 8 << b, .kd = 60 * d, .kff = 12 * f };
#pragma omp parallel for schedule(dynamic, 2)
    for (int i = 0; i < n; i++)
        evaluate(&c[i]);
    for (int i = 0; i < n; i++) {
        faults += c[i].faults != 0;
        if (c[i].cost < c[best].cost)
            best = i;
    }
    for (int i = 0; i < n; i += n / 8 + 1)
        printf("kp %6d ki %4d kd %6d ff %3d: cost %9.1f settled %2d faults %d\n", c[i].kp, c[i].ki, c[i].kd, c[i].kff,
               c[i].cost, c[i].settled, c[i].faults);
    printf("best of %d (%d faulted): kp %d ki %d kd %d ff %d cost %.1f settled %d\n", n, faults, c[best].kp, c[best].ki,
           c[best].kd, c[best].kff, c[best].cost, c[best].settled);
    free(c);
    return 0;
}

/*******************************************************************
 * PIDTUNE.C  -  host-side tuning bench for the motor controller
 *
 * Runs the (bit exact) firmware control loop against a fixed-point
 * motor model for every gain triple on a grid and lists the best ones.
 *
 * usage: pidtune [grid points per gain] [ticks]
 *******************************************************************/
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define Q            16
#define ONE          (1L << Q)
#define PWM_LIMIT    (24 * ONE)
#define I_LIMIT      (40 * ONE)
#define CURRENT_TRIP (22 * ONE)
#define KEEP         8

typedef int32_t s32;
typedef int64_t s64;

/* ---------------- firmware (one instance, static state) ---------- */
static s32 pid_kp, pid_ki, pid_kd;
static s32 pid_integral;
static s32 pid_last_meas;
static s32 pid_dfilt;
static uint8_t pid_saturated;
#pragma omp threadprivate(pid_kp, pid_ki, pid_kd, pid_integral, pid_last_meas, pid_dfilt, pid_saturated)

static s32 q_mul(s32 a, s32 b)
{
    return (s32)(((s64)a * b) >> Q);
}

static s32 q_clamp(s64 v, s32 lim)
{
    if (v > lim)
        return lim;
    if (v < -lim)
        return -lim;
    return (s32)v;
}

static void pid_reset(s32 kp, s32 ki, s32 kd)
{
    pid_kp = kp;
    pid_ki = ki;
    pid_kd = kd;
    pid_integral = 0;
    pid_last_meas = 0;
    pid_dfilt = 0;
    pid_saturated = 0;
}

static s32 pid_tick(s32 setpoint, s32 measured)
{
    s32 err = setpoint - measured;
    s32 deriv = pid_last_meas - measured;
    s64 u;

    pid_last_meas = measured;
    pid_dfilt += (deriv - pid_dfilt) >> 2;
    if (!pid_saturated || ((err > 0) != (pid_integral > 0)))
        pid_integral = q_clamp((s64)pid_integral + q_mul(pid_ki, err), I_LIMIT);
    u = (s64)q_mul(pid_kp, err) + pid_integral + q_mul(pid_kd, pid_dfilt);
    pid_saturated = (u > PWM_LIMIT || u < -PWM_LIMIT);
    return q_clamp(u, PWM_LIMIT);
}

/* ---------------- plant model ------------------------------------ */
static s32 mot_current, mot_speed, mot_angle, mot_load;
static uint16_t noise_reg;
#pragma omp threadprivate(mot_current, mot_speed, mot_angle, mot_load, noise_reg)

static void motor_reset(uint16_t seed)
{
    mot_current = mot_speed = mot_angle = 0;
    mot_load = 0;
    noise_reg = seed;
}

static s32 noise_bits(void)
{
    uint16_t bit = (uint16_t)((noise_reg ^ (noise_reg >> 2) ^ (noise_reg >> 3) ^ (noise_reg >> 5)) & 1u);
    noise_reg = (uint16_t)((noise_reg >> 1) | (bit << 15));
    return (s32)(noise_reg & 0xFF) - 128;
}

static int motor_tick(s32 volts)
{
    s32 emf = q_mul(mot_speed, 3277);                       /* 0.05 V s */
    mot_current += (volts - emf - q_mul(mot_current, 78643)) >> 3;
    if (mot_current > CURRENT_TRIP || mot_current < -CURRENT_TRIP)
        return -1;
    mot_speed += (q_mul(mot_current, 26214) - mot_load - q_mul(mot_speed, 1311)) >> 2;
    mot_angle += mot_speed >> 8;
    return 0;
}

/* ---------------- one experiment --------------------------------- */
typedef struct {
    s32 kp, ki, kd;
    s64 cost;               /* integral of time weighted error */
    s32 overshoot;
    s32 ticks;              /* run length (trip ends a run early) */
    uint32_t trace;         /* checksum of the PWM output */
} run_t;

static s32 profile(s32 t, s32 n)
{
    if (t < n / 8)
        return 0;
    if (t < n / 2)
        return 10 * ONE;
    return (t / 64) % 2 ? 6 * ONE : 8 * ONE;
}

static void experiment(run_t *r, s32 n)
{
    s32 t, ref, pwm, err, meas, since = 0, last = 0;

    pid_reset(r->kp, r->ki, r->kd);
    motor_reset(0xBEEF);
    r->cost = 0;
    r->overshoot = 0;
    r->trace = 0;
    for (t = 0; t < n; t++) {
        ref = profile(t, n);
        since = ref == last ? since + 1 : 0;
        last = ref;
        if (t == n * 3 / 4)
            mot_load = 3 * ONE / 4;
        meas = mot_angle + noise_bits() * 4;
        pwm = pid_tick(ref, meas);
        r->trace = (r->trace << 3 | r->trace >> 29) ^ (uint32_t)pwm;
        if (motor_tick(pwm) < 0)
            break;
        err = ref - mot_angle;
        if (ref == 10 * ONE && -err > r->overshoot)
            r->overshoot = -err;
        r->cost += (s64)abs(err) * (since < 1000 ? since : 1000) / 1000 + (abs(pwm) >> 9);
        if (mot_angle > 100 * ONE || mot_angle < -100 * ONE)
            break;
    }
    r->ticks = t;
    if (t < n)
        r->cost += (s64)(n - t) * 200 * ONE;
}

/* ---------------- ranking ---------------------------------------- */
static run_t top[KEEP];
static int ntop;

static void rank(const run_t *r)
{
    int i = ntop < KEEP ? ntop++ : KEEP - 1;

    if (i == KEEP - 1 && ntop == KEEP && top[i].trace && top[i].cost <= r->cost)
        return;
    for (; i > 0 && top[i - 1].cost > r->cost; i--)
        top[i] = top[i - 1];
    top[i] = *r;
}

int main(int argc, char *argv[])
{
    int grid = (argc > 1) ? atoi(argv[1]) : 16;
    s32 n = (argc > 2) ? atoi(argv[2]) : 12000;
    long trips = 0, ticks = 0;
    uint32_t sum = 0;
    int a, b, c;

    if (grid < 1 || grid > 100 || n < 64 || n > 1000000) {
        fprintf(stderr, "usage: pidtune [1..100] [64..1000000]\n");
        return 1;
    }
    run_t *all = calloc((size_t)grid * grid * grid, sizeof *all);
    if (!all)
        return 1;
    #pragma omp parallel for collapse(3) schedule(dynamic, 8)
    for (a = 0; a < grid; a++)
        for (b = 0; b < grid; b++)
            for (c = 0; c < grid; c++) {
                run_t r = { 0 };
                r.kp = (s32)(ONE / 8 + (s64)a * a * 14 * ONE / (grid * grid));
                r.ki = (s32)((s64)b * ONE / (grid * 512));
                r.kd = (s32)((s64)c * 90 * ONE / grid);
                experiment(&r, n);
                all[(a * grid + b) * grid + c] = r;
            }
    for (a = 0; a < grid * grid * grid; a++) {  /* ranking in grid order */
        trips += all[a].ticks < n;
        ticks += all[a].ticks;
        sum = sum * 2654435761u + all[a].trace + (uint32_t)all[a].cost;
        rank(&all[a]);
    }
    free(all);
    printf("%d runs, %ld ticks, %ld trips, check %08lx\n", grid * grid * grid, ticks, trips,
           (unsigned long)sum);
    for (a = 0; a < ntop; a++)
        printf("%d. kp %.5f ki %.5f kd %.5f cost %lld overshoot %.5f trace %08lx\n", a + 1,
               (double)top[a].kp / ONE, (double)top[a].ki / ONE, (double)top[a].kd / ONE,
               (long long)top[a].cost, (double)top[a].overshoot / ONE, (unsigned long)top[a].trace);
    return 0;
}

/* Field oriented control of a PMSM: closed loop simulation used to choose
 * the current and speed controller gains.  The control code is the one that
 * runs on the target (single precision, globals). */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <time.h>

#define PWM_HZ      20000.0f
#define TS          (1.0f / PWM_HZ)
#define POLE_PAIRS  4
#define U_DC        24.0f
#define SINE_SIZE   1024

typedef struct { float kp, ki, integ, limit; } PI_t;

typedef struct {
  float id, iq;         /* currents in the rotor frame */
  float omega;          /* mechanical speed */
  float theta;          /* electrical angle */
} Motor_t;

typedef struct { float kp_i, ki_i, kp_w, ki_w; double cost; float overshoot; int trips; } Candidate_t;

/* motor data sheet */
static const float Rs = 0.36f, Ld = 0.0006f, Lq = 0.0007f, Psi = 0.0064f, J = 1.2e-5f, B = 1e-5f;

/* controller state */
static PI_t  pi_d, pi_q, pi_w;
static Motor_t motor;
static float iq_ref, v_alpha, v_beta;
static float i_a, i_b;
static uint32_t adc_noise;
static float sine_table[SINE_SIZE];

static void init_tables(void)
{
  for (int i = 0; i < SINE_SIZE; i++)
    sine_table[i] = (float)sin(2.0 * M_PI * i / SINE_SIZE);
}

static float fast_sin(float a)
{
  int i = (int)(a * (SINE_SIZE / 6.2831853f)) & (SINE_SIZE - 1);
  return sine_table[i];
}

static float fast_cos(float a) { return fast_sin(a + 1.5707963f); }

static float pi_run(PI_t *pi, float err)
{
  float out;
  pi->integ += pi->ki * err * TS;
  if (pi->integ > pi->limit) pi->integ = pi->limit;
  if (pi->integ < -pi->limit) pi->integ = -pi->limit;
  out = pi->kp * err + pi->integ;
  if (out > pi->limit) out = pi->limit;
  if (out < -pi->limit) out = -pi->limit;
  return out;
}

static float adc_sample(float current)
{
  adc_noise = adc_noise * 1103515245u + 12345u;
  float n = ((float)((adc_noise >> 16) & 0xff) - 127.5f) * 0.0008f;
  int code = (int)((current + n) * 51.2f + 2048.5f);
  if (code < 0) code = 0;
  if (code > 4095) code = 4095;
  return ((float)code - 2048.0f) / 51.2f;
}

/* the interrupt routine */
static void foc_isr(float speed_ref, int tick)
{
  float ia = adc_sample(i_a), ib = adc_sample(i_b);
  float ialpha = ia, ibeta = (ia + 2.0f * ib) * 0.57735027f;
  float s = fast_sin(motor.theta), c = fast_cos(motor.theta);
  float id = c * ialpha + s * ibeta, iq = -s * ialpha + c * ibeta;

  if (tick % 10 == 0) {
    PI_t slow = pi_w;
    slow.ki *= 10.0f;
    iq_ref = pi_run(&slow, speed_ref - motor.omega);
    pi_w.integ = slow.integ;
  }
  float vd = pi_run(&pi_d, 0.0f - id);
  float vq = pi_run(&pi_q, iq_ref - iq);
  float m = sqrtf(vd * vd + vq * vq), vmax = U_DC * 0.57735027f;
  if (m > vmax) { vd *= vmax / m; vq *= vmax / m; }
  v_alpha = c * vd - s * vq;
  v_beta = s * vd + c * vq;
}

static void motor_step(float load, float dt)
{
  float s = fast_sin(motor.theta), c = fast_cos(motor.theta);
  float vd = c * v_alpha + s * v_beta, vq = -s * v_alpha + c * v_beta;
  float we = POLE_PAIRS * motor.omega;
  float did = (vd - Rs * motor.id + we * Lq * motor.iq) / Ld;
  float diq = (vq - Rs * motor.iq - we * (Ld * motor.id + Psi)) / Lq;
  float torque = 1.5f * POLE_PAIRS * (Psi * motor.iq + (Ld - Lq) * motor.id * motor.iq);
  motor.id += dt * did;
  motor.iq += dt * diq;
  motor.omega += dt * (torque - load - B * motor.omega) / J;
  motor.theta += dt * we;
  while (motor.theta >= 6.2831853f) motor.theta -= 6.2831853f;
  while (motor.theta < 0.0f) motor.theta += 6.2831853f;
  s = fast_sin(motor.theta);
  c = fast_cos(motor.theta);
  float ial = c * motor.id - s * motor.iq, ibe = s * motor.id + c * motor.iq;
  i_a = ial;
  i_b = -0.5f * ial + 0.8660254f * ibe;
}

static void evaluate(Candidate_t *cand, int ticks)
{
  const float target = 200.0f;
  memset(&motor, 0, sizeof(motor));
  i_a = i_b = iq_ref = v_alpha = v_beta = 0.0f;
  adc_noise = 99;
  pi_d = pi_q = (PI_t){ cand->kp_i, cand->ki_i, 0.0f, U_DC * 0.57f };
  pi_w = (PI_t){ cand->kp_w, cand->ki_w, 0.0f, 12.0f };
  cand->cost = 0.0;
  cand->overshoot = 0.0f;
  cand->trips = 0;
  for (int k = 0; k < ticks; k++) {
    float ref = k > ticks / 20 ? target : 0.0f;
    float load = k > ticks / 2 ? 0.04f : 0.005f;
    foc_isr(ref, k);
    for (int sub = 0; sub < 4; sub++)
      motor_step(load, TS / 4);
    float err = ref - motor.omega;
    cand->cost += fabsf(err) * TS * (1.0 + (double)k / ticks);
    if (-err > cand->overshoot) cand->overshoot = -err;
    if (fabsf(i_a) > 25.0f) {     /* over-current trip */
      cand->trips++;
      cand->cost += 1.0;
    }
  }
}

int main(int argc, char **argv)
{
  int grid = argc > 1 ? atoi(argv[1]) : 13;
  int ticks = argc > 2 ? atoi(argv[2]) : 90000;
  int n = grid * grid, best = 0;
  Candidate_t *cand = calloc(n, sizeof(Candidate_t));
  struct timespec t0, t1;

  init_tables();
  clock_gettime(CLOCK_MONOTONIC, &t0);
  for (int a = 0; a < grid; a++) {
    for (int b = 0; b < grid; b++) {
      Candidate_t *c = &cand[a * grid + b];
      c->kp_i = 0.1f + 0.25f * a;
      c->ki_i = c->kp_i * Rs / Ld;
      c->kp_w = 0.01f + 0.02f * b;
      c->ki_w = c->kp_w * 12.0f;
      evaluate(c, ticks);
      if (c->cost < cand[best].cost)
        best = a * grid + b;
    }
  }
  clock_gettime(CLOCK_MONOTONIC, &t1);
  fprintf(stderr, "sweep %.3f s\n", (double)(t1.tv_sec - t0.tv_sec) + 1e-9 * (double)(t1.tv_nsec - t0.tv_nsec));

  for (int i = 0; i < n; i += grid + 1)
    printf("kp_i %.2f kp_w %.3f cost %9.4f overshoot %7.3f trips %d\n", cand[i].kp_i, cand[i].kp_w,
           cand[i].cost, cand[i].overshoot, cand[i].trips);
  printf("best: kp_i %.2f ki_i %.1f kp_w %.3f ki_w %.3f cost %.5f\n", cand[best].kp_i, cand[best].ki_i,
         cand[best].kp_w, cand[best].ki_w, cand[best].cost);
  free(cand);
  return 0;
}

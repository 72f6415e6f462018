// Updates that have to be made in order, of values that any core can work out:
// blocks of iterations put the values down, and make the updates in turn.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --stop-after=polyhedral --print-after=polyhedral %s | %FileCheck %s
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --always-parallel --stop-after=codegen --print-after=codegen %s | %FileCheck %s --check-prefix=CODE
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -Rhocket %s -o %t -lm 2>&1 | %FileCheck %s --check-prefix=REMARK
#include <math.h>
enum { N = 100000 };
double x[N], bins[16];
unsigned counts[16], many[N];
struct total {
  double sum;
  float least;
};

// CHECK: [[#@LINE+12]]:3 scalar: pipeline  [loop-pipeline]
// CHECK: private 't' local
// CHECK: stage free,
// CHECK-NEXT: in order add 's' double, each double
// CHECK-NEXT: in order add 'n' int, by blocks
// CODE: static double [[LOG:hk_scalar_1_loop[0-9_]+_log0]][2][16384]
// CODE: static __attribute__((__noinline__)) void {{.*}}_pass(
// CODE: (*(hk_n0 = __builtin_expect(hk_n0 < 16384, 1) ? hk_n0 : {{.*}}_full0({{.*}}), hk_log0[hk_n0] = -0.0, 0 ? (double *)&(hk_was0) : &hk_log0[hk_n0++])) += t
// REMARK: [[#@LINE+4]]:3: remark: loop is a pipeline: iterations overlap and pass the updates of 's', 'n' in order; the rest, what they add up, each core does for itself [-Rhocket=loop-pipeline]
double scalar(void) {
  double s = 0;
  int n = 0;
  for (int i = 0; i < N; i++) {
    double t = exp(-x[i]) * sin(x[i]);
    if (t > 0.1) {
      s += t;
      n++;
    }
  }
  return s / n;
}

// CHECK: [[#@LINE+5]]:3 places: pipeline  [loop-pipeline]
// CHECK: in order add 'p->sum' double, each double place
// CHECK: in order add 'bins[(int)t & 15]' double, each double place
// CHECK: in order add 'counts[(int)t & 15]' unsigned int, each unsigned int place
void places(struct total *p) {
  for (int i = 0; i < N; i++) {
    double t = exp(x[i]);
    p->sum += sqrt(t);
    bins[(int)t & 15] += sqrt(t);
    counts[(int)t & 15]++;
  }
}

static void add(struct total *to, double t) { to->sum += t; }

// CHECK: [[#@LINE+5]]:3 called: pipeline  [loop-pipeline]
// CHECK: in order add 'to->sum' double, each double place
// CODE: static __inline__ void {{.*}}_add(struct total *to, double t, struct hk_called_{{[0-9]}}_frame *hk_f, struct hk_overlap *hk_o, long long hk_k, struct {{.*}}_record0 *hk_log0, unsigned *hk_n0)
// CODE: (*((*hk_n0) = __builtin_expect((*hk_n0) < 16384, 1) ? (*hk_n0) : {{.*}}_full0(hk_f, hk_o, hk_k, hk_log0), hk_log0[(*hk_n0)].at = &(to->sum), hk_log0[(*hk_n0)].value = -0.0, &hk_log0[(*hk_n0)++].value)) += t
void called(struct total *p) {
  for (int i = 0; i < N; i++)
    add(p, exp(x[i]));
}

static double halved(double v) { return v / 2; }

// The term is a call; the sum is not left behind when the rest is distributed.
// CHECK: [[#@LINE+4]]:3 beside: pipeline  [loop-pipeline]
// CHECK: in order add 's' double, each double
double beside(unsigned *n) {
  double s = 0;
  for (int i = 0; i < N; i++) {
    s += halved(x[i]);
    n[i] = i;
  }
  return s;
}

// Two operations; a value on the way that is used; two types of computation;
// cheap terms.
// CHECK: [[#@LINE+3]]:3 chain: sequential  [float-reduction]
double chain(void) {
  double s = 0;
  for (int i = 0; i < N; i++)
    s = s + exp(x[i]) + x[i];
  return s;
}

// CHECK-NOT: used: pipeline
double used(void) {
  double s = 0, t = 0;
  for (int i = 0; i < N; i++) {
    s += exp(x[i]);
    t += sqrt(s);
  }
  return t;
}

// CHECK: [[#@LINE+3]]:3 types: sequential  [float-reduction]
float types(void) {
  float s = 0;
  for (int i = 0; i < N; i++) {
    s += expf((float)x[i]);
    s += exp(x[i]);
  }
  return s;
}

// CHECK: [[#@LINE+3]]:3 cheap: sequential  [float-reduction]
double cheap(void) {
  double s = 0;
  for (int i = 0; i < N; i++)
    s += x[i] * x[i];
  return s;
}

int main(void) {
  struct total t = {0};
  places(&t);
  called(&t);
  return scalar() + beside(many) + chain() + used() + types() + cheap() + t.sum > 7;
}

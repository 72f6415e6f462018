// What is loaded from members stands in variables, and what a test has found to
// be apart is reached by restrict pointers: the new loops need no test again.
// RUN: rm -rf %t.d
// RUN: %hocketcc -O2 -Rhocket=loop-doall --soc=generic-4 --cores=2 --emit=%t.d %s -o %t 2>&1 | %FileCheck --check-prefix=REMARK %s
// RUN: %FileCheck %s --input-file=%t.d/own-areas.c
// gcc makes vectors of the new loops at -O2, too.
// RUN: %FileCheck --check-prefix=FLAGS %s --input-file=%t.d/CMakeLists.txt
// RUN: %hocketcc -O2 -fno-hocket-transform --soc=generic-4 --cores=2 --emit=%t.d %s -o %t
// RUN: %FileCheck --check-prefix=PLAIN %s --input-file=%t.d/CMakeLists.txt
#include <stdio.h>
#include <stdlib.h>

struct layer {
  int in, out;
  float *w, *y;
};

// FLAGS: target_compile_options({{.*}} PRIVATE {{.*}}:-fvect-cost-model=dynamic> "-O2")
// PLAIN: target_compile_options({{.*}} PRIVATE $<$<C_COMPILER_ID:GNU>:-fno-ipa-icf-functions> "-O2")

// CHECK: const int [[OUT:ht_n_[0-9]+]] = (l->out);
// CHECK-DAG: float *restrict [[Y:ht_p_[0-9]+]] = ht_p_
// CHECK-DAG: float *restrict [[X:ht_x_[0-9]+]] = x;
// CHECK: [[SUM:ht_sum_[0-9]+]][s - {{ht_s_[0-9]+}}][o - {{ht_o_[0-9]+}}] += [[X]][s * {{ht_n_[0-9]+}} + i] * ht_l_1->w[i * [[OUT]] + o];
// CHECK: [[Y]][s * [[OUT]] + o] = [[SUM]]
// The body of the task takes them as parameters: gcc heeds no others.
// CHECK: void hk_main_1_loop{{.*}}(struct hk_main_1_frame *hk_f, float *restrict [[Y]],
static void forward(struct layer *l, const float *x) {
  // REMARK: own-areas.c:[[#@LINE+1]]:3: remark: loop is DOALL: its iterations are independent
  for (int s = 0; s < 128; s++)
    for (int o = 0; o < l->out; o++) {
      float sum = 0;
      for (int i = 0; i < l->in; i++)
        sum += x[s * l->in + i] * l->w[i * l->out + o];
      l->y[s * l->out + o] = sum;
    }
}

int main(int argc, char **argv) {
  struct layer l[2];
  float *x = calloc(128 * 400, sizeof *x);
  for (int k = 0; k < 2; k++) {
    l[k].in = argc > 1 ? atoi(argv[1]) : 400;
    l[k].out = l[k].in;
    l[k].w = calloc(l[k].in * l[k].out, sizeof(float));
    l[k].y = calloc(128 * l[k].out, sizeof(float));
  }
  for (int t = 0; t < 10; t++)
    for (int k = 0; k < 2; k++)
      forward(&l[k], k == 0 ? x : l[0].y);
  printf("%f\n", l[1].y[5]);
  return 0;
}

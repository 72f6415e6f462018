// What is emitted for a region: a frame, its entry with the test whether it pays,
// bodies, and a program for each core.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --stop-after=codegen --print-after=codegen %s -o %t | %FileCheck %s
#include <stdio.h>
#define N 400000
static double a[N], b[N];

int main(int argc, char **argv) {
  (void)argv;
  long sum = 0;
  double t = 0;
  int scale = argc * 3;
  // CHECK-LABEL: struct hk_main_1_frame {
  // CHECK-DAG: long sum;
  // CHECK-DAG: double t;
  // CHECK-DAG: int scale;
  // CHECK-DAG: struct { unsigned long long value; } __attribute__((aligned(64))) hk_part_sum[2];
  // CHECK: };
  //
  // Counts that are known on entry decide there; the sequential text stays.
  // CHECK-LABEL: int main(int argc, char **argv)
  // CHECK: hk_trips(0, scale, 1)
  // CHECK: if (hk_pays({{.*}} * (double)hk_trips{{.*}}, {{[0-9.]+}}, 100)
  // CHECK: hk_frame.scale = scale;
  // CHECK: hk_ran = hk_main_1_run(&hk_frame);
  // CHECK: sum = hk_frame.sum;
  // CHECK: if (!hk_ran) {
  // CHECK-NEXT: # [[#@LINE+2]] "{{.*}}parts.c"
  // CHECK-NEXT: for (int r = 0; r < scale; r++) {
  for (int r = 0; r < scale; r++) {
    // The reversed reader makes the cores wait for each other.
    for (int i = 1; i < N; i += 2) {
      t = b[N - i];
      a[i] = t * scale + r;
    }
    for (int i = 0; i < N; i++)
      b[i] = a[i];
  }
  for (int i = 0; i < N; i++)
    sum += a[i] > 0.5;
  // CHECK: printf("%ld %f\n", sum, t);
  printf("%ld %f\n", sum, t);
  return 0;
  // A private copy, its last value by the last chunk.
  // CHECK-LABEL: static __inline__ __attribute__((always_inline)) void hk_main_1_loop{{[0-9]+_[0-9]+}}_inline(struct hk_main_1_frame *hk_f, int r, unsigned hk_c)
  // CHECK: double t;
  // CHECK: hk_chunk(hk_count, hk_c, 2,
  // CHECK: int i = hk_start + hk_k * 2;
  // CHECK: if (hk_first < hk_last && hk_c == 1)
  // CHECK-NEXT: hk_f->t = t;
  //
  // Partial sums, then all of them.
  // CHECK: long hk_sum_sum = 0;
  // CHECK: hk_sum_sum += a[i] > 0.5;
  // CHECK: hk_f->hk_part_sum[hk_c].value = hk_sum_sum;
  // CHECK-LABEL: static void hk_main_1_combine
  // CHECK: for (hk_k = 0; hk_k < 2; hk_k++)
  // CHECK-NEXT: hk_f->sum = (long)((unsigned long long)hk_f->sum + hk_f->hk_part_sum[hk_k].value);
  //
  // What traces call the tasks, and who signals the flags.
  // CHECK-LABEL: static const char *const hk_main_1_tasks[] = {
  // CHECK: "loop parts.c:32 [1/2]"
  // CHECK: static const unsigned hk_main_1_signallers[] = {
  // CHECK-NEXT: static const struct hk_names hk_main_1_names = {hk_main_1_tasks, {{[0-9]+, [1-9]}}, hk_main_1_flags, hk_main_1_signallers};
  //
  // Each core runs the loop for itself; one waits for what the other signals.
  // CHECK-LABEL: static void hk_main_1_core0(struct hk_core *hk_core, void *hk_frame)
  // CHECK: r = 0;
  // CHECK: if (!(r < hk_f->scale))
  // CHECK-NEXT: break;
  // CHECK: hk_wait(&hk_main_1_flags[
  // CHECK: r++;
  // CHECK: hk_begin_task(hk_core, {{[0-9]+}});
  // CHECK: hk_main_1_combine
  // CHECK-NEXT: hk_end_task(hk_core);
  // CHECK: hk_core->epoch = hk_n;
  // CHECK-LABEL: static void hk_main_1_core1(struct hk_core *hk_core, void *hk_frame)
  // CHECK: r = 0;
  // CHECK: hk_signal(&hk_main_1_flags[
  // CHECK-NOT: hk_core->epoch = hk_n;
  // CHECK: static hk_core_program *const hk_main_1_programs[] = {hk_main_1_core0, hk_main_1_core1};
  // CHECK: hk_main_1_region = {"{{.*}}parts.c:30 main", 2, hk_main_1_programs, 0, &hk_main_1_names, 1};
}

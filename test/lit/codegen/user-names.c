// Names of the user that begin as ours do: ours change, the program does not.
// RUN: %hocketcc -O2 --soc=generic-4 --stop-after=codegen --print-after=codegen %s -o %t | %FileCheck %s --check-prefix=PLAIN
// RUN: %hocketcc -O2 --soc=generic-4 -DCLASH --stop-after=codegen --print-after=codegen %s -o %t | %FileCheck %s
// RUN: %hocketcc -O2 --soc=generic-4 -DCLASH -DTWICE --stop-after=codegen --print-after=codegen %s -o %t | %FileCheck %s --check-prefix=TWICE
// RUN: %hocketcc -O2 --soc=generic-4 -DCLASH -DTWICE --always-parallel %s -o %t && env HOCKET_CORES=4 %t > %t.out
// RUN: %cc -O2 -DCLASH -DTWICE %s -o %t && %t | diff - %t.out
// PLAIN: static void hk_main_1_core0(
// CHECK-NOT: hk_main_1
// CHECK: static void hk1_main_1_core0(
// CHECK-NOT: hk_main_1
// TWICE-NOT: {{hk1?_main_1}}
// TWICE: static void hk2_main_1_core0(
#include <stdio.h>
#define N 4000000
#ifdef CLASH
struct hk_flag {
  int value;
};
static struct hk_flag hk_frame = {3};
static int hk_wait(int x) { return x + hk_frame.value; }
#else
static int hk(int x) { return x + 3; }
#define hk_wait hk
#endif
#ifdef TWICE
enum hk1_core { hk1_f = 2, hk1_c };
#define EXTRA hk1_f
#else
#define EXTRA 2
#endif
int hocket_run = 4, frame = 5, core = 6;
static int a[N];

int main(void) {
  int epoch = 7, flags = 8;
  for (int i = 0; i < N; i++)
    a[i] = hk_wait(i) * EXTRA + hocket_run + frame + core + epoch + flags;
  printf("%d %d\n", a[5], a[N - 1]);
  return 0;
}

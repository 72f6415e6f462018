// Loops that would be parallel if they were one: the chunks of consecutive
// loops that use the same data are on one core in a row, without a wait between
// them; a shift by some iterations costs waits for neighbours alone.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=4 --stop-after=scheduling --print-after=scheduling %s -o %t | %FileCheck %s
double a[100000], b[100000], c[100000], u[100000], v[100000];

static void aligned(void) {
  // CHECK: region
  // CHECK: core 0: {{.*}}loop fusion.c:[[#@LINE+4]] [1/4]} {{.*}}loop fusion.c:[[#@LINE+6]] [1/4]} {{.*}}loop fusion.c:[[#@LINE+8]] [1/4]}
  // CHECK: core 3:
  // CHECK-NOT: {{^ +wait }}
  // CHECK: region
  for (int i = 0; i < 100000; i++)
    a[i] = i * 0.5;
  for (int i = 0; i < 100000; i++)
    b[i] = a[i] * a[i];
  for (int i = 0; i < 100000; i++)
    c[i] = b[i] / (a[i] + 1);
}

static void shifted(void) {
  // CHECK: core 3:
  // CHECK-NEXT: wait 0 -> 5{{$}}
  // CHECK-NEXT: wait 1 -> 6{{$}}
  // CHECK-NEXT: wait 2 -> 7{{$}}
  // CHECK-NOT: {{^ +wait }}
  for (int i = 1; i < 100000; i++)
    u[i] = i * 0.5;
  for (int i = 1; i < 100000; i++)
    v[i] = u[i - 1] * u[i];
}

int main(int argc, char **argv) {
  (void)argv;
  aligned();
  shifted();
  return c[argc] + v[argc] > 0;
}

// A wait that others imply is left out: 'c' needs 'a' and 'b', and 'b' has already
// waited for 'a'.
// RUN: %hocketcc -O2 --always-parallel --soc=generic-4 --cores=2 --stop-after=scheduling --print-after=scheduling %s -o %t | %FileCheck %s
// A loop that reads only what its own core wrote waits for nothing.
// RUN: %hocketcc -O2 -DALIGNED --always-parallel --soc=generic-4 --cores=2 --stop-after=scheduling --print-after=scheduling %s -o %t | %FileCheck %s --check-prefix=NONE
#define N 100000
double a[N], b[N], c[N];
#ifdef ALIGNED
#define OTHER(i) (i)
#else
#define OTHER(i) (N - 1 - (i))
#endif

int main(void) {
  // NONE: core 0: {0 {{.*}}} {2 {{.*}}} {4 {{.*}}}
  // NONE-NEXT: core 1: {1 {{.*}}} {3 {{.*}}} {5 {{.*}}}
  // NONE-NOT: wait
  // CHECK: core 0: {0 {{.*}}} {2 {{.*}}} {4 {{.*}}}
  // CHECK-NEXT: core 1: {1 {{.*}}} {3 {{.*}}} {5 {{.*}}}
  // CHECK-NEXT: wait 0 -> 3
  // CHECK-NEXT: wait 1 -> 2
  // Chunk 1 of c reads chunk 1 of b, which its own core wrote, and both halves of a,
  // for which that core has waited.
  // CHECK-NOT: {{^ +wait }}
  for (int i = 0; i < N; i++)
    a[i] = i;
  for (int i = 0; i < N; i++)
    b[i] = a[OTHER(i)];
  for (int i = 0; i < N; i++)
    c[i] = b[i] + a[i] + a[OTHER(i)];
  return c[3] + b[4] > 1e9;
}

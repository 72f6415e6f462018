// Sums into globals and statics; beside them the sum that the loop also reaches
// through a pointer or in a function that it calls.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#define N 20000
int a[N];
long total;
static long *where = &total;
static int calls;

static int count(int x) {
  calls++;
  return x;
}

long global(int n, int *p) {
  static int kept;
  // CHECK: [[#@LINE+3]]:3 global: reduction
  // CHECK-DAG: reduction add 'total' long
  // CHECK-DAG: reduction xor 'kept' int
  for (int i = 0; i < n; i++) {
    total += a[i];
    kept ^= a[i];
  }
  // CHECK: [[#@LINE+1]]:3 global: sequential
  for (int i = 0; i < n; i++) {
    total += a[i];
    if (*where > 100)
      total = 0;
  }
  // CHECK: [[#@LINE+1]]:3 global: sequential
  for (int i = 0; i < n; i++)
    calls += count(a[i]) & calls;
  return total + kept + *p;
}

int main(void) {
  return (int)global(N, a);
}

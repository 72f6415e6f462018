// Loops whose iterations take nobody knows how long are self-scheduled in blocks,
// unless it can be seen which chunk ran an iteration.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --always-parallel --stop-after=taskgraph --print-after=taskgraph %s | %FileCheck %s
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --always-parallel --stop-after=codegen --print-after=codegen %s | %FileCheck %s --check-prefix=CODE
#define N 3000
int a[N], b[N], least = 1000;
double smallest = 1000;

static int collatz(unsigned n) {
  int count = 0;
  while (n > 1) {
    n = n & 1 ? 3 * n + 1 : n / 2;
    count++;
  }
  return count;
}

int main(void) {
  // CHECK: task {{[0-9]+}} chunks self-scheduled loop self-scheduled.c:[[#@LINE+4]]
  // CODE: while ((hk_first = hk_take(&hk_main_1_loop{{.*}}_turn, hk_i, hk_c, 2, hk_count, hk_size)) < hk_count) {
  // CODE-NEXT: const long long hk_last = hk_block_end(hk_count, hk_size, hk_first);
  // CODE: hk_main_1_loop[[#@LINE+1]]_0(hk_f, 0, hk_n0);
  for (int i = 0; i < N; i++)
    a[i] = collatz(i);
  // CHECK: task {{[0-9]+}} chunks loop self-scheduled.c:[[#@LINE+1]]
  for (int i = 0; i < N; i++)
    a[i] = a[i] * 3 + i % 7;
  // A minimum of integers is the same in any order.
  // CHECK: task {{[0-9]+}} chunks self-scheduled loop self-scheduled.c:[[#@LINE+1]]
  for (int i = 0; i < N; i++) {
    int c = collatz(a[i]);
    least = c < least ? c : least;
  }
  // Of equal ones the first stays: 0.0 or -0.0.
  // CHECK: task {{[0-9]+}} chunks loop self-scheduled.c:[[#@LINE+1]]
  for (int i = 0; i < N; i++) {
    double c = collatz(i) * -0.0;
    smallest = c < smallest ? c : smallest;
  }
  // The last iteration's value is used.
  int last = 0;
  // CHECK: task {{[0-9]+}} chunks loop self-scheduled.c:[[#@LINE+1]]
  for (int i = 0; i < N; i++) {
    last = collatz(i + 5);
    b[i] = last;
  }
  return a[3] + least + (int)smallest + last + b[7];
}

// The calls in a task are those of twins, second definitions with the user's
// text, declared inline if that is, so that a compiler sees each function called
// as often as in the user's program. Functions that call themselves, have a state of their own, whose
// address is used, or that have attributes are called as they are.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --stop-after=codegen --print-after=codegen %s -o %t | %FileCheck %s
// RUN: %hocketcc -O2 -fno-inline --soc=generic-4 --cores=2 --stop-after=codegen --print-after=codegen %s -o %t | %FileCheck %s --check-prefix=NONE
// RUN: %hocketcc -O3 -Wall -Wextra -Werror %s -o %t && %t
// NONE-NOT: _t_mixed
// What tries a loop, and the version of a function around it, likewise.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --always-speculate --stop-after=codegen --print-after=codegen %s -o %t | %FileCheck %s --check-prefix=TRIES
// TRIES: static void grow(int n)
// TRIES: heads[i % 64] = mixed(heads[i % 64], i);
// TRIES: void hk_grow_tries(int n)
// TRIES: heads[i % 64] = hk_grow_s[[S:[0-9]+]]_t_mixed(heads[i % 64], i);
// TRIES: } if (!hk_spec_over)
// TRIES: heads[i % 64] = hk_grow_tries_t_mixed(heads[i % 64], i);
#include <stdio.h>
#define N 200000
static int a[N], b[N];

static int part(int x) {
  int s = 0;
  for (int i = 0; i < 9; i++)
    s += x >> i & 3;
  return s;
}
static inline int mixed(int x, int y) { return part(x) + 3 * part(y ^ x); }
static int depth(int x) { return x < 2 ? 1 : 1 + depth(x / 2); }
static const int *table(void) {
  static const int numbers[4] = {1, 5, 2, 7};
  return numbers;
}
__attribute__((noinline)) static int apart(int x) { return x * x - 1; }
static int pointed(int x) { return x + 2; }
static int (*const pointer)(int) = pointed;

static int heads[64];
static void grow(int n) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 4; k++)
      heads[i % 64] = mixed(heads[i % 64], i);
}

// CHECK: int main(
// CHECK: a[i] = mixed(i, 7) + mixed(7, i);
// CHECK: static __attribute__((__unused__)) int hk_main_[[R:[0-9]]]_loop[[L:[0-9_]+]]_t_part(int x)
// CHECK: static __inline__ __attribute__((__unused__)) int hk_main_[[R]]_loop[[L]]_t_mixed(int x, int y)
// CHECK: return hk_main_[[R]]_loop[[L]]_t_part(x) + 3 * hk_main_[[R]]_loop[[L]]_t_part(y ^ x);
// CHECK: a[i] = hk_main_[[R]]_loop[[L]]_t_mixed(i, 7) + hk_main_[[R]]_loop[[L]]_t_mixed(7, i);
// CHECK: b[i] = depth(a[i]) + {{.*}}table()[i & 3] + apart(i) + pointed(a[i]);
int main(void) {
  long sum = 0;
  grow(N);
  for (int i = 0; i < N; i++) {
    a[i] = mixed(i, 7) + mixed(7, i);
    b[i] = depth(a[i]) + table()[i & 3] + apart(i) + pointed(a[i]);
  }
  for (int i = 0; i < N; i++)
    sum += b[i];
  printf("%ld %d\n", sum + heads[3], pointer(1));
  return sum == 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// The program defines the very names of the runtime's interface.
#include "../digest.h"

#define N 50000
struct hk_flag {
  char value;
  short sleepers;
};
struct hk_core {
  double id;
};
typedef struct hk_region {
  int count;
} hk_core_program;

static int a[N], b[N];
static struct hk_flag flags[N];

int hk_run(int x) { return x * 2 + 1; }
static int hk_wait(struct hk_flag *f) { return f->value + f->sleepers; }
static void hk_signal(struct hk_flag *f, int n) {
  f->value = (char)n;
  f->sleepers = (short)(n * 3);
}
static long hk_chunk(long x) { return x / 2; }
int hk_wait_slow = 5;

int main(void) {
  hk_core_program region = {4};
  struct hk_core core = {2.5};
  for (int i = 0; i < N; i++)
    a[i] = hk_run(i) + region.count + hk_wait_slow;
  for (int i = 0; i < N; i++)
    hk_signal(&flags[i], a[i] & 63);
  for (int i = 0; i < N; i++)
    b[i] = hk_wait(&flags[i]) + (int)hk_chunk(a[i]) + (int)(core.id * i);
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  show("flags", flags, sizeof flags);
  return 0;
}

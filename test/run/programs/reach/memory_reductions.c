// SPDX-License-Identifier: Apache-2.0
//
// Sums and extremes into members, elements and through pointers; and the same
// where something else touches the target on the way.
#include "../digest.h"

#define N 20000
struct stats {
  long total;
  unsigned char parity;
  int low, high;
  double top;
  struct {
    short count;
  } in;
};
static int a[N], acc[8];
static double d[N];
static unsigned char bytes[N];
static struct stats global;

static void gather(struct stats *s, const int *x, int n) {
  for (int i = 0; i < n; i++) {
    s->total += x[i];
    if (x[i] % 3 == 0)
      s->in.count++;
    s->parity ^= (unsigned char)x[i];
  }
  for (int i = 0; i < n; i++) {
    if (x[i] < s->low)
      s->low = x[i];
    s->high = x[i] > s->high ? x[i] : s->high;
  }
  for (int i = 0; i < n; i++)
    if (d[i] > s->top)
      s->top = d[i];
}

static void element(int *out, int k, const int *x, int n) {
  for (int i = 0; i < n; i++)
    acc[k] += x[i] * 3;
  for (int i = 0; i < n; i++)
    acc[(k + 1) & 7] -= x[i];
  for (int i = 0; i < n; i++)
    *out = *out + x[i];
}

/* Never assigned: the pointer need not point anywhere. */
static void guarded(long *sum, const int *x, int n) {
  for (int i = 0; i < n; i++)
    if (sum)
      *sum += x[i];
}

/* The target is read on the way, or moves. */
static void on_the_way(struct stats *s, const int *x, int n) {
  static int kept[N];
  int k = 0;
  for (int i = 0; i < n; i++) {
    s->total += x[i];
    kept[i] = (int)s->total;
  }
  for (int i = 0; i < n; i++) {
    acc[k] += x[i];
    k = (k + (x[i] & 1)) & 7;
  }
  for (int i = 0; i < n; i++)
    if (s->total > 100)
      s->total -= x[i];
  for (int i = 0; i < n; i++) {
    s->total += x[i];
    s->total ^= 5;
  }
  show("kept", kept, sizeof kept);
}

/* The target may be one of the inputs. */
static void aliased(int *sum, int *x, int n) {
  for (int i = 0; i < n; i++)
    *sum += x[i];
}

static void through_bytes(int *sum, unsigned char *x, int n) {
  for (int i = 0; i < n; i++)
    *sum += x[i] + 1;
}

int main(void) {
  static const int sizes[] = {0, 1, 3, 7, 64, 1000, N};
  volatile double zero = 0.0;
  for (int i = 0; i < N; i++) {
    a[i] = (int)((i * 2654435761u) >> 8) - (1 << 22);
    d[i] = i % 97 == 5 ? zero / zero : (double)(a[i] / 1000);
    bytes[i] = (unsigned char)(a[i] >> 3);
  }
  for (volatile int k = 0; k < 7; k++) { /* no region of its own */
    int out = k, n = sizes[k];
    long sum = k;
    struct stats local = {1, 2, 1000, -1000, -0.0, {32000}};
    gather(&global, a, n);
    gather(&local, a, n);
    element(&out, k, a, n);
    element(&acc[5], 2, a, n);
    guarded(0, a, n);
    guarded(&sum, a, n);
    on_the_way(&local, a, n);
    aliased(&out, a, n);
    aliased(&a[n / 2], a, n);
    through_bytes(&out, bytes, n);
    through_bytes((int *)(void *)&a[n / 3], (unsigned char *)a, n);
    printf("%d %ld %ld %d %d %g %d %d\n", out, sum, local.total, local.parity,
           local.low, local.top, local.high, local.in.count);
  }
  printf("%ld %d %d %d %g %d\n", global.total, global.parity, global.low,
         global.high, global.top, global.in.count);
  show("acc", acc, sizeof acc);
  show("a", a, sizeof a);
  return 0;
}

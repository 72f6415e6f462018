// SPDX-License-Identifier: Apache-2.0
//
// The same function for arrays that are apart, that overlap and that are one.
#include "../digest.h"

#define N 60000
static int pool[2 * N + 100];
static double dpool[N + 8];

static void add(int *to, const int *from, int n) {
  for (int i = 0; i < n; i++)
    to[i] = (from[i] * 3 + 1) & 0xfffff;
}

static void down(int *to, const int *from, int n) {
  for (int i = n - 1; i >= 0; i--)
    to[i] = from[i] - i;
}

static void three(int *x, int *y, int *z, int n) {
  for (int i = 0; i < n; i++) {
    x[i] = y[i] + z[i];
    z[i] = x[i] ^ y[i];
  }
}

void scale(double *to, double *from, double *factor, int n) {
  for (int i = 0; i < n; i++)
    to[i] = from[i] * *factor;
}

static void refill(void) {
  for (int i = 0; i < 2 * N + 100; i++)
    pool[i] = i * 31 % 10007;
  for (int i = 0; i < N + 8; i++)
    dpool[i] = 1.0 + i % 5 * 0.001;
}

int main(void) {
  static const int shifts[] = {0, 1, 2, 3, 8, 63, 64, 1000, N / 2, N, N + 50};
  for (unsigned k = 0; k < sizeof shifts / sizeof *shifts; k++) {
    int s = shifts[k];
    refill();
    add(pool + s, pool, N - (s == 1 ? N - 15 : s < 1000 ? N - 200 : 0));
    printf("%d up   ", s);
    show("", pool, sizeof pool);
    refill();
    add(pool, pool + s, N);
    printf("%d down ", s);
    show("", pool, sizeof pool);
    refill();
    down(pool + s, pool, N);
    printf("%d back ", s);
    show("", pool, sizeof pool);
    refill();
    three(pool + s, pool, pool + N + 10, N / 4);
    three(pool, pool + s, pool + s / 2, 20);
    printf("%d three ", s);
    show("", pool, sizeof pool);
  }
  refill();
  scale(dpool, dpool + 2, dpool + 4, N);
  scale(dpool + 3, dpool, &dpool[N - 1], N);
  scale(dpool, dpool, dpool, 100);
  show("dpool", dpool, sizeof dpool);
  return 0;
}

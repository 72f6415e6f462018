// SPDX-License-Identifier: Apache-2.0
//
// Values from the iteration before that chunks compute again: where they come
// from, their first values and their last, with few and with many iterations;
// and the like where they cannot.
#include "../digest.h"

enum { size = 20000 };
static double a[size + 8], b[size + 8];
static int whole[size + 8], result[size + 8];
static struct {
  float x, y;
} points[size];
static float lengths[size];

static void fill(void) {
  int i;
  for (i = 0; i < size + 8; i++) {
    a[i] = i % 1013 * 0.37;
    b[i] = 0;
    whole[i] = i * 37 % 4099 - 2000;
    result[i] = i;
  }
  for (i = 0; i < size; i++) {
    points[i].x = (float)(i % 101);
    points[i].y = (float)(i % 57) * 0.3f;
  }
}

static double differences(int n, double left) {
  int i;
  for (i = 0; i < n; i++) {
    double cur = a[i];
    b[i] = cur - left;
    left = cur;
  }
  return left;
}

static int window(int from, int n, int l, int c, int r) {
  for (int i = from; i < n; i++) {
    result[i] = l + 2 * c - r;
    l = c;
    c = r;
    r = whole[i + 1];
  }
  return l * 3 + c * 5 + r;
}

static int down(int n) {
  int right = -1, i;
  for (i = n - 1; i >= 0; i--) {
    result[i] = whole[i] - right;
    right = whole[i];
  }
  return right + i;
}

static long strided(long n, long m) {
  int before = 7;
  long i;
  for (i = 0; i < n; i += 3) {
    result[i] = whole[i + m] ^ before;
    before = whole[i + m] + (int)i;
  }
  return before + i;
}

static void closed_curve(int n) {
  int j = n - 1, i;
  for (i = 0; i < n; i++) {
    float dx = points[i].x - points[j].x, dy = points[i].y - points[j].y;
    lengths[i] = dx * dx + dy * dy;
    j = i;
  }
}

static void members(int n) {
  float x = points[0].x, y = points[0].y;
  for (int i = 1; i < n; i++) {
    float nextX = points[i].x, nextY = points[i].y;
    lengths[i] = (nextX - x) * (nextY + y);
    x = nextX;
    y = nextY;
  }
}

static const int *pointers(int n) {
  const int *last = &whole[5];
  int i;
  for (i = 0; i < n; i++) {
    result[i] = *last + i;
    last = &whole[i];
  }
  return last;
}

/* One loop makes what the next starts from. */
static void chained(int n) {
  int before = 0, i, round;
  for (round = 0; round < 5; round++) {
    for (i = 0; i < n; i++)
      whole[i] = result[i] + i * round;
    for (i = 0; i < n; i++) {
      result[i] = whole[i] - 2 * before;
      before = whole[i];
    }
  }
  printf("chained %d\n", before);
}

static double in_place(int n) {
  double left = 1;
  for (int i = 0; i < n; i++) {
    double cur = a[i];
    a[i] = cur * 0.5 - left;
    left = cur;
  }
  return left;
}

static int fibonacci(int n) {
  unsigned x = 1, y = 1;
  for (int i = 0; i < n; i++) {
    unsigned t = x + y;
    result[i] = (int)(t & 0xffff);
    x = y;
    y = t;
  }
  return (int)(x & 0xff);
}

static int through_index(int n) {
  int at = 3, i;
  for (i = 0; i < n; i++) {
    result[i] = at;
    at = (whole[at] & 0xfff) + (i & 1);
  }
  return at;
}

static const int counts[] = {0, 1, 2, 3, 4, 5, 7, 64, 1000, 19999, size};

int main(void) {
  unsigned t;
  fill();
  for (t = 0; t < sizeof counts / sizeof *counts; t++) {
    int n = counts[t];
    printf("%d: %g %d", n, differences(n, -3), window(0, n, 1, 2, 3));
    show("", result, sizeof result);
    printf(" %d %d", window(5, n, -1, -2, -3), down(n));
    show("", result, sizeof result);
    printf(" %ld", strided(n, 2));
    show("", result, sizeof result);
    printf(" %d", (int)(pointers(n) - whole));
    show("", result, sizeof result);
    closed_curve(n);
    show(" curve", lengths, sizeof lengths);
    members(n);
    show(" members", lengths, sizeof lengths);
    show(" b", b, sizeof b);
    printf(" %g %d %d\n", in_place(n), fibonacci(n), through_index(n));
  }
  fill();
  chained(size);
  chained(3);
  show("result", result, sizeof result);
  show("whole", whole, sizeof whole);
  show("a", a, sizeof a);
  return 0;
}

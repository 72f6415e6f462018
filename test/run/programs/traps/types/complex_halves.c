// SPDX-License-Identifier: Apache-2.0
// REGIONS: 3
//
/* A write of half a complex variable, of an element of a vector or of a member
   is a write of the variable. */
#include "../../digest.h"

#define N 1024
typedef double quad __attribute__((vector_size(32)));
static _Complex double a[N], b[N], kept;
static _Complex int integers;
static double c[N], sums[N];

static void show_both(const char *name, _Complex double z) {
  printf("%s %.17g %.17g\n", name, __real__ z, __imag__ z);
}

/* Each half in a task of its own, between loops. */
static void half_by_half(int n) {
  _Complex double x = 0, y, z;
  for (int i = 0; i < n; i++)
    a[i] = i;
  __real__ x = 1;
  __imag__ x = 2;
  for (int i = 0; i < n; i++)
    b[i] = a[i] * x;
  __real__ y = 3;
  __imag__ y = 4;
  __imag__ z = 5;
  __real__ z = 6;
  for (int i = 0; i < n; i++)
    a[i] += b[i] * y - z;
  __imag__ x -= 1;
  kept = x;
}

/* What one iteration leaves in a half, the next one finds there. */
static void from_the_iteration_before(int n) {
  _Complex double x = kept;
  for (int i = 0; i < n; i++) {
    __real__ x += i;
    b[i] = x;
  }
  for (int i = 0; i < n; i++) {
    b[i] += x;
    __imag__ x -= 1;
  }
  for (int i = 0; i < n; i++)
    __real__ integers += i;
  for (int i = 0; i < n; i++)
    (__imag__ integers)++;
  kept = x;
}

/* One half is written anew in each iteration, the other is from before. */
static void half_anew(int n) {
  _Complex double x = kept, last = 0;
  for (int i = 0; i < n; i++) {
    __imag__ x = i;
    a[i] = x * 2;
    __real__ last = i;
  }
  kept = x;
  show_both("last", last);
}

/* Both halves are written before they are read. */
static void both_anew(int n) {
  for (int i = 0; i < n; i++) {
    _Complex double t;
    __real__ t = c[i];
    __imag__ t = -c[i];
    a[i] += t * t;
  }
}

/* Of a real variable the first half is all of it. */
static unsigned of_real_variables(int n) {
  int i;
  unsigned s = 0;
  double d = 1;
  for (i = 0; i < n; i++) {
    c[i] = i;
    __real__ i += 1;
  }
  for (i = 0; i < n; i++)
    __real__ s += s + (unsigned)i % 3;
  for (i = 0; i < n; i++) {
    (__real__ d) = c[i] + 1;
    sums[i] += d;
  }
  printf("%g\n", d);
  return s;
}

static void through_their_addresses(int n) {
  _Complex double x = kept;
  double *re = &__real__ x, *im = &__imag__ x;
  for (int i = 0; i < n; i++) {
    *im += 1;
    b[i] += x;
    *re = i;
  }
  for (int i = 0; i < n; i++) {
    __real__ x = i;
    sums[i] += *re + *im;
    __imag__ x = 2 * i;
  }
  show_both("x", x);
}

static double elements_of_vectors(int n) {
  quad v = {1, 2, 3, 4}, w = {0};
  for (int i = 0; i < n; i++) {
    v[i & 3] += i;
    sums[i] += v[(i + 1) & 3];
  }
  for (int i = 0; i < n; i++)
    w[2] = i;
  for (int i = 0; i < n; i++)
    c[i] = w[2] + v[1];
  return v[0] + w[2];
}

struct mixed {
  _Complex double z;
  unsigned low : 5, high : 7;
  quad v;
};

static void members(int n) {
  struct mixed m = {kept, 1, 2, {0}};
  for (int i = 0; i < n; i++) {
    __imag__ m.z += i;
    m.low += 3;
    m.v[1] = i;
    a[i] += m.z + m.high * m.v[1];
  }
  show_both("m", m.z);
  printf("%u %u %g\n", m.low, m.high, m.v[1]);
}

/* The lvalue is found behind other words. */
static void in_other_words(int n) {
  int x = 0, y = 1, z = 2;
  for (int i = 0; i < n; i++) {
    __extension__ x = i;
    __builtin_choose_expr(1, y, z) = x + i;
    _Generic(z, int: z) += y;
    sums[i] += x + y + z;
    (struct { int first, second; }){i, x}.first = 3;
    *(n > 5 ? &x : &y) = z;
  }
  printf("%d %d %d\n", x, y, z);
}

int main(void) {
  half_by_half(N);
  from_the_iteration_before(N);
  show_both("kept", kept);
  half_anew(N);
  both_anew(N);
  show_both("kept", kept);
  printf("%u\n", of_real_variables(N));
  both_anew(N);
  through_their_addresses(N);
  printf("%g\n", elements_of_vectors(N));
  members(N);
  in_other_words(N);
  printf("%d %d\n", __real__ integers, __imag__ integers);
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  show("c", c, sizeof c);
  show("sums", sums, sizeof sums);
  return 0;
}

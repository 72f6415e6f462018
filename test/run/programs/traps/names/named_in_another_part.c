// SPDX-License-Identifier: Apache-2.0
// REGIONS: 2
//
/* A variable of a body is named, though not touched, by a statement that could
   run in another loop than its declaration. */
#include "../../digest.h"

#define N 64
static int a[N], b[N], c[N], s;
static int *kept = a;

static void address_of_an_address(void) {
  for (int i = 0; i < N; i++) {
    int *p = &b[i];
    int **q = &p;
    a[i] = 2 * i;
    s = s * 3 + i;
  }
}

static void address_in_an_inner_loop(void) {
  for (int i = 0; i < N; i++) {
    int *p = &b[i];
    *p = 2 * i;
    for (s = 0; s < 3; s++) {
      int **q = &p;
      int *const *r = &kept;
    }
  }
}

static void size_of_it(void) {
  for (int i = 0; i < N; i++) {
    short t[3] = {(short)i, 1, 2};
    c[i] = t[i % 3];
    s = s * 5 + (int)sizeof t;
  }
}

static void type_of_it(void) {
  for (int i = 0; i < N; i++) {
    unsigned char t[3] = {(unsigned char)(200 + i), 1, 2};
    c[i] += t[0];
    __typeof__(t[0]) u = (unsigned char)(s + i);
    s = s * 7 + u;
  }
}

/* What is computed again for each part names what is not. */
static unsigned char *first, **second = &first, ***third = &second,
                             ****fourth = &third;
static unsigned **none, ***some = &none;
static void repeated(int *given) {
  unsigned sums[10] = {0}, ***kept = some;
  int *last = 0;
  for (short i = 2; i >= 0; i -= 1) {
    unsigned char ***own = third;
    unsigned char ****to = &own;
    unsigned ****at = &kept;
    ++sums[0];
    (*at) = ((to == fourth), kept);
    last = given;
  }
  printf("%u %d %d\n", sums[0], kept == some, last == given);
}

int main(void) {
  repeated(&(int){0});
  for (int i = 0; i < N; i++)
    b[i] = i % 7;
  address_of_an_address();
  printf("%d\n", s);
  address_in_an_inner_loop();
  printf("%d %d\n", s, *kept);
  size_of_it();
  type_of_it();
  printf("%d\n", s);
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  show("c", c, sizeof c);
  return 0;
}

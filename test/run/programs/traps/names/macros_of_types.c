// SPDX-License-Identifier: Apache-2.0
//
// Types and keywords that macros hide, also around the declarations that
// emitted code repeats.
#include "../../digest.h"
#include <stdint.h>
#define COUNT 1000
#define EACH(i, n) for (int i = 0; i < (n); i++)
#define u32 unsigned
#define SQUARE(x) ((x) * (x))
#define SWAP(T, x, y)                                                          \
  do {                                                                         \
    T t_ = (x);                                                                \
    (x) = (y);                                                                 \
    (y) = t_;                                                                  \
  } while (0)
#define AT(p, i, j) (p)[(i) * width + (j)]
#define int32_t long_name
#define size 64
static u32 a[1200], b[1200];
typedef unsigned word_t;
struct size_of {
  unsigned x[size];
};
static void grid(u32 *p, int width) {
  EACH(i, 30)
  EACH(j, width) AT(p, i, j) = SQUARE((u32)(i + j)) + AT(p, i, j);
}
static word_t mixed(void) {
  typedef unsigned char word_t; /* another one */
  unsigned total = 0;
  EACH(i, COUNT) {
    word_t w = (word_t)a[i];
    total += w;
    b[i] = w;
  }
  {
    typedef struct {
      unsigned v;
    } word_t;
    static word_t s[COUNT];
    EACH(i, COUNT) s[i].v = a[i] + 1u;
    EACH(i, COUNT) total ^= s[COUNT - 1 - i].v;
  }
  return total;
}
#undef int32_t
int main(void) {
  int32_t n = COUNT;
  EACH(i, 1200) a[i] = (u32)i * 7u;
  grid(a, 36);
  EACH(i, n / 2) SWAP(u32, a[i], a[n - 1 - i]);
  printf("%u\n", mixed());
  struct size_of s = {{0}};
  EACH(i, size) s.x[i] = a[i];
#pragma push_macro("COUNT")
#undef COUNT
#define COUNT 10
  EACH(i, COUNT) b[i] ^= s.x[i];
#pragma pop_macro("COUNT")
  EACH(i, COUNT) b[i] += 1u;
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// Structs and arrays of a function whose tasks work on copies of them: nothing
// may lead to the variable in the meantime, by another name, through memory,
// or by a pointer that outlives the tasks; and tasks that share one must not
// write back what another has changed.
#include "../../digest.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define N 900
typedef struct {
  int width, shift;
  unsigned char *bytes;
  double scale;
} Frame;

static unsigned char bytes[N], more[N];
static double values[N], others[N];
static Frame *known;

static void __attribute__((noinline)) remember(Frame *f) { known = f; }
static Frame *__attribute__((noinline)) self(Frame *f) { return f; }
static void __attribute__((noinline)) narrow(Frame *f) { f->width -= 10; }

/* Read by all chunks; bytes may be anything's. */
static void onlyRead(int n) {
  Frame f = {n, 3, bytes, 0.5};
  for (int t = 0; t < 3; t++) {
    for (int i = 0; i < f.width; i++)
      f.bytes[i] = (unsigned char)(i * f.shift + t);
    for (int i = 0; i < f.width; i++)
      values[i] = f.bytes[i] * f.scale;
  }
  narrow(&f);
  printf("only read %d\n", f.width);
}

/* Another name for it, from before the region. */
static void twoNames(int n) {
  Frame f = {n, 2, bytes, 1};
  Frame *p = &f;
  for (int t = 0; t < 4; t++) {
    for (int i = 0; i < f.width; i++)
      f.bytes[i] = (unsigned char)(i + f.shift);
    p->shift += t;
    for (int i = 0; i < p->width; i++)
      values[i] += p->bytes[i];
    f.width -= 20;
  }
  printf("two names %d %d\n", p->width, p->shift);
}

/* A name that the region makes and that is used behind it. */
static void laterName(int n) {
  Frame f = {n, 2, bytes, 1}, g = {n, 5, more, 2};
  Frame *last = &g;
  for (int t = 0; t < 4; t++) {
    Frame *now = t % 2 ? &f : &g;
    for (int i = 0; i < n; i++)
      values[i] += i * now->scale;
    now->shift++;
    last = now;
  }
  last->width = 77;
  known = &f;
  printf("later name %d %d %d %d %d\n", f.width, g.width, f.shift, g.shift,
         last == known);
}

/* Known to a global. */
static void throughGlobal(int n) {
  Frame f = {n, 2, bytes, 1};
  remember(&f);
  for (int t = 0; t < 4; t++) {
    for (int i = 0; i < n; i++)
      values[i] += f.width;
    known->width -= 7;
    for (int i = 0; i < n; i++)
      others[i] -= f.width;
  }
  printf("through a global %d %d\n", f.width, known->width);
  known = 0;
}

/* Known to another variable's member. */
struct List {
  struct List *next;
  int value;
};
static void linked(int n) {
  struct List a = {0, 1}, b = {&a, 2};
  for (int t = 0; t < 3; t++) {
    for (int i = 0; i < n; i++)
      values[i] += a.value;
    b.next->value += 3;
    for (int i = 0; i < n; i++)
      others[i] += b.value;
  }
  printf("linked %d\n", a.value);
}

/* As a number; compared. */
static void asNumber(int n) {
  Frame f = {n, 2, bytes, 1};
  uintptr_t number = (uintptr_t)&f;
  Frame *p = &f;
  int same = 0;
  for (int t = 0; t < 3; t++) {
    for (int i = 0; i < n; i++)
      values[i] += f.shift;
    ((Frame *)number)->shift += 2;
    same += p == &f;
    for (int i = 0; i < n; i++)
      others[i] += f.shift;
  }
  printf("as a number %d %d\n", f.shift, same);
}

/* Two members, written by two tasks that nothing orders; a third is read. */
struct Pair {
  unsigned long one;
  double scale;
  unsigned long two;
};
static void twoMembers(int n) {
  struct Pair s = {1, 0.5, 2};
  for (int t = 0; t < 40; t++) {
    for (int i = 0; i < n; i++)
      s.one = s.one * 31 + bytes[i];
    for (int i = 0; i < n; i++)
      s.two = s.two * 17 + more[i] + 1;
    for (int i = 0; i < n; i++)
      values[i] += i * s.scale;
  }
  printf("two members %lu %lu\n", s.one, s.two);
}

/* Elements, written by the chunks of one loop. */
static void elements(int n) {
  int done[16] = {0}, start[4] = {1, 2, 3, 4};
  for (int t = 0; t < 5; t++) {
    for (int i = 0; i < 16; i++)
      for (int k = 0; k < n; k++)
        done[i] += (k ^ i) + start[i & 3];
    start[t & 3] += done[t];
  }
  show("elements", done, sizeof done);
  show("start", start, sizeof start);
}

/* Made ready by a task before, and read again by one that may be as late as it
   likes. */
static void __attribute__((noinline)) ready(int *scale, int t) {
  for (int i = 0; i < 7; i++)
    scale[i] = (scale[i] + t) % 5;
}
static void readied(int n) {
  int scale[7] = {3, 2, 1, 4, 0, 2, 2}, late[7] = {1, 1, 2, 0, 0, 1, 3};
  long sum = 0, other = 0;
  for (int t = 0; t < 30; t++) {
    ready(scale, t);
    for (int i = 0; i < n; i++)
      values[i] += i * scale[i % 7];
    for (int i = 0; i < n; i++)
      sum = sum * 3 % 1000003 + late[i % 7];
    if (t % 10 == 9)
      ready(late, t);
    for (int i = 0; i < n; i++)
      other = other * 5 % 1000003 + late[i % 7] + scale[3];
  }
  printf("readied %ld %ld\n", sum, other);
  show("late", late, sizeof late);
}

/* By way of a function's result. */
static void result(int n) {
  Frame f = {n, 2, bytes, 1};
  for (int t = 0; t < 3; t++) {
    for (int i = 0; i < n; i++)
      values[i] += f.width;
    self(&f)->width -= 5;
    for (int i = 0; i < n; i++)
      others[i] += f.width;
  }
  printf("result %d\n", f.width);
}

/* The state of one task, in and out in each round. */
struct State {
  unsigned hash;
  int count;
  unsigned char seen[40];
};
static void put(struct State *s, int symbol) {
  s->hash = (s->hash << 5 | s->hash >> 27) ^ (unsigned)symbol;
  s->seen[symbol % 40]++;
  s->count++;
}
static void __attribute__((noinline)) code(struct State *s, const Frame *f) {
  for (int i = 0; i < f->width; i++)
    if (f->bytes[i] % 3)
      put(s, f->bytes[i]);
}
static void ofOneTask(int n) {
  struct State s = {1, 0, {0}};
  Frame f = {n, 2, bytes, 1};
  for (int t = 0; t < 6; t++) {
    for (int i = 0; i < f.width; i++)
      f.bytes[i] = (unsigned char)(i * f.shift + t * 7);
    code(&s, &f);
    for (int i = 0; i < f.width; i++)
      values[i] += f.scale;
  }
  printf("of one task %u %d\n", s.hash, s.count);
  show("seen", s.seen, sizeof s.seen);
}

/* Read by a loop's control, which every core follows. */
static void control(int n) {
  struct State s = {5, 0, {0}};
  Frame f = {n, 2, bytes, 1};
  for (; s.count < 4000; f.shift++) {
    for (int i = 0; i < n; i++)
      f.bytes[i] = (unsigned char)(i * f.shift + s.count);
    code(&s, &f);
    if (s.count % 2)
      for (int i = 0; i < n; i++)
        values[i] -= s.count % 11;
  }
  printf("control %u %d %d\n", s.hash, s.count, f.shift);
}

/* A scalar whose address was given away, and got back; constants; a union, and
   members that cannot be assigned. */
static void __attribute__((noinline)) ask(int *n) { *n += 3; }
struct Fixed {
  const int limit;
  int used;
};
union Both {
  double d;
  unsigned char b[8];
};
static void kinds(int n) {
  const int weights[3] = {1, 2, 1};
  const Frame fixed = {n, 4, bytes, 0.25};
  struct Fixed limits = {n, 0};
  union Both u;
  int asked = n - 3;
  ask(&asked);
  u.d = 1.5;
  for (int t = 0; t < 3; t++) {
    for (int i = 1; i < asked - 1; i++)
      values[i] = weights[0] * others[i - 1] + weights[1] * others[i] +
                  weights[2] * others[i + 1] + u.b[7];
    for (int i = 0; i < limits.limit; i++)
      others[i] += fixed.scale * values[i] + limits.used;
    limits.used++;
    u.b[7] ^= 1;
  }
  printf("kinds %d %d %g\n", limits.used, asked, u.d);
}

/* The region's function calls itself with the address of its variable. */
static long nested(Frame *outer, int depth, int n) {
  Frame f = {n, depth, bytes, 1};
  long sum = 0;
  for (int t = 0; t < 2; t++) {
    for (int i = 0; i < n; i++)
      values[i] += f.width + (outer ? outer->shift : 0);
    if (depth)
      sum += nested(&f, depth - 1, n - 1);
    for (int i = 0; i < n; i++)
      sum += f.shift + (i & 1);
    f.width--;
    if (outer)
      outer->shift += f.width & 3;
  }
  return sum + f.width;
}

/* An array as a key; the library keeps nothing. */
static int __attribute__((noinline)) compare(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}
static void sorted(int n) {
  int keys[24];
  for (int t = 0; t < 3; t++) {
    for (int i = 0; i < 24; i++)
      keys[i] = (i * 7 + t * n) % 25;
    qsort(keys, 24, sizeof *keys, compare);
    for (int i = 0; i < n; i++)
      values[i] += keys[i % 24];
  }
  show("sorted", keys, sizeof keys);
}

/* Leaves by a return, behind which the variables are used again. */
static int find(int n, int key) {
  struct Pair s = {(unsigned long)key, 1, 0};
  for (int i = 0; i < n; i++)
    if (bytes[i] == s.one)
      return i + (int)s.two;
  return -1;
}

int main(void) {
  onlyRead(N);
  twoNames(N);
  laterName(N);
  throughGlobal(N);
  linked(N);
  asNumber(N);
  twoMembers(N);
  elements(50);
  readied(N);
  result(N);
  ofOneTask(N);
  control(N);
  kinds(N);
  printf("nested %ld\n", nested(0, 3, 200));
  sorted(N);
  printf("find %d %d\n", find(N, 9), find(N, 1000));
  onlyRead(1);
  onlyRead(0);
  ofOneTask(2);
  show("bytes", bytes, sizeof bytes);
  show("values", values, sizeof values);
  show("others", others, sizeof others);
  return 0;
}

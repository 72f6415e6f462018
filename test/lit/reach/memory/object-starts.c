// Two buffers that change places are read by indices from memory: no range is
// known, but both pointers only ever start objects, so that it is enough that
// they differ. Where ranges are known, too, either will do.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s | %FileCheck %s
#include <stdlib.h>

struct state {
  double *now, *then;
};
static double *now, *then;
static int at[1000];

static void gather(int n) {
  // CHECK: gather: doall
  // CHECK: check now + [0LL, 1LL) other than then + [0LL, 1LL)
  for (int i = 0; i < n; i++)
    then[i] = now[at[i]];
}

static void plain(double *to, const double *from, int n) {
  // CHECK: plain: doall
  // CHECK: check to + [0LL, {{.*}}) other than or apart from from + [8LL, {{.*}})
  for (int i = 0; i < n; i++)
    to[i] = from[i + 1];
}

static void loaded(struct state *s, int n) {
  // CHECK: loaded: doall
  // CHECK: check {{.*}}s->then + [0LL, 1LL) other than {{.*}}s->now + [0LL, 1LL)
  for (int i = 0; i < n; i++)
    s->then[i] = s->now[at[i]];
}

// One of them may be the middle of a block.
static void moved(double *to, const double *from, int n) {
  // CHECK: moved: doall
  // CHECK: check to + [0LL, {{.*}}) apart from from + [{{.*}}@index_min(&at,
  for (int i = 0; i < n; i++)
    to[i] = from[at[i]];
}

int main(int argc, char **argv) {
  double *a = calloc(1001, sizeof *a), *b = calloc(1001, sizeof *b);
  if (!a || !b)
    return 1;
  now = a;
  then = b;
  struct state *s = malloc(sizeof *s);
  if (!s)
    return 1;
  s->now = b;
  s->then = a;
  for (int i = 0; i < argc; i++) {
    gather(argc);
    plain(now, then, argc);
    plain(then, now, argc);
    loaded(s, argc);
    moved(now, then, argc);
    moved(now + argc, now, argc);
    double *t = now;
    now = then;
    then = t;
    s->now = now;
    s->then = then;
  }
  return (int)now[3] + argv[0][0];
}

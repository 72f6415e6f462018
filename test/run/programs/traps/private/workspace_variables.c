// SPDX-License-Identifier: Apache-2.0
//
// Workspaces that are variables: what a copy of one must not change.
// PAYS: 7

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { rows = 700, width = 256 };

struct work {
  double *a;
  int n, used;
  double last, scale;
  int order[width];
};

struct pair {
  double *first, *second;
  int n;
};

static int in[rows][width];
static double out[rows];
static struct work shared;

static void spread(struct work *w, const int *x) {
  w->used = 0;
  for (int j = 0; j < w->n; j++) {
    w->a[j] = x[j] * w->scale;
    w->order[j] = (j * 7 + x[0]) % w->n;
    w->used++;
  }
}

static double gather(const struct work *w) {
  double s = 0;
  for (int j = 0; j < w->n; j++)
    s += w->a[w->n - 1 - j] * w->order[j];
  return s + w->used;
}

static void local(int n) {
  struct work w = {malloc(n * sizeof(double)), n, 0, 0, 0.25, {0}};
  for (int i = 0; i < rows; i++) {
    spread(&w, in[i]);
    out[i] += gather(&w);
  }
  free(w.a);
}

// What is left in it is printed.
static void left(int n) {
  struct work w = {malloc(n * sizeof(double)), n, 0, 0, 0.25, {0}};
  for (int i = 0; i < rows; i++) {
    spread(&w, in[i]);
    w.last = gather(&w);
    out[i] += w.last;
  }
  printf("%g %d %g %d\n", w.last, w.used, w.a[3], w.order[5]);
  free(w.a);
}

// Of two buffers the first is read after the loop.
static void leftFirst(int n) {
  struct pair p = {malloc(n * sizeof(double)), malloc(n * sizeof(double)), n};
  for (int i = 0; i < rows; i++) {
    double s = 0;
    for (int j = 0; j < p.n; j++)
      p.first[j] = in[i][j] * 2;
    for (int j = 0; j < p.n; j++)
      p.second[j] = p.first[p.n - 1 - j] + 1;
    for (int j = 0; j < p.n; j++)
      s += p.second[j];
    out[i] += s;
  }
  for (int j = 0; j < n; j++)
    out[j] += p.first[j];
  free(p.first);
  free(p.second);
}

// It changes between two loops of one region.
static void changes(int n) {
  struct work w = {malloc(n * sizeof(double)), n, 0, 0, 0.25, {0}};
  for (int i = 0; i < rows; i++) {
    spread(&w, in[i]);
    out[i] += gather(&w);
  }
  w.scale = out[3];
  w.n = n / 2;
  for (int i = 0; i < rows; i++) {
    spread(&w, in[i]);
    out[i] += gather(&w);
  }
  free(w.a);
}

// A member that only some iterations write.
static void some(int n) {
  struct work w = {malloc(n * sizeof(double)), n, 0, 0, 0.25, {0}};
  for (int i = 0; i < rows; i++) {
    if (i % 10 == 3)
      w.scale = i;
    spread(&w, in[i]);
    out[i] += gather(&w);
  }
  free(w.a);
}

// Another pointer to it.
static void two(int n) {
  struct work w = {malloc(n * sizeof(double)), n, 0, 0, 0.25, {0}};
  struct work *other = &w;
  for (int i = 0; i < rows; i++) {
    spread(&w, in[i]);
    out[i] += gather(&w) + other->used + other->a[i % n];
  }
  free(w.a);
}

static void global(void) {
  for (int i = 0; i < rows; i++) {
    spread(&shared, in[i]);
    out[i] += gather(&shared);
  }
}

// The called function names it, too.
static double named(void) { return shared.a[2] + shared.used; }

static void globalNamed(void) {
  for (int i = 0; i < rows; i++) {
    spread(&shared, in[i]);
    out[i] += gather(&shared) + named();
  }
}

// A copy of the structure takes the pointer along.
static void assigned(int n) {
  struct work w = {malloc(n * sizeof(double)), n, 0, 0, 0.25, {0}}, v = w;
  for (int i = 0; i < rows; i++) {
    spread(&w, in[i]);
    v = w;
    out[i] += gather(&v);
  }
  printf("%g\n", v.a[1]);
  free(w.a);
}

static void print(const char *what) {
  double sum = 0;
  for (int i = 0; i < rows; i++) {
    sum += out[i] * (i % 11 + 1);
    out[i] = 0;
  }
  printf("%s %.17g\n", what, sum);
}

int main(void) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < width; j++)
      in[i][j] = (i * 31 + j * 17) % 101;
  shared.a = malloc(width * sizeof(double));
  shared.n = width;
  shared.scale = 3;
  local(width), print("local");
  left(width), print("left");
  leftFirst(width), print("leftFirst");
  changes(width), print("changes");
  some(width), print("some");
  two(width), print("two");
  global(), print("global");
  globalNamed(), print("globalNamed");
  assigned(width), print("assigned");
  printf("%d %g\n", shared.used, shared.a[4]);
  free(shared.a);
  return 0;
}

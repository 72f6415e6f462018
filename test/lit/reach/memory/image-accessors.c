// Images behind a struct, as programs have them: reached by small functions,
// clamped at the edges or left out there, returned and assigned as a whole.
// RUN: %hocketcc -O2 -fno-hocket-transform --no-inlining --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int w, h;
  float *p;
} Image;
typedef struct {
  int kind;
  Image *in;
} Layer;

static float memory[4000000];

static Image make(int w, int h) {
  Image im = {w, h, malloc((size_t)w * h * sizeof(float))};
  if (!im.p)
    exit(1);
  return im;
}
static inline float get(const Image *im, int x, int y) {
  return im->p[(size_t)y * im->w + x];
}
static int clamp(int i, int n) { return i < 0 ? 0 : i >= n ? n - 1 : i; }

// The pointer is read in a called function alone; the clamp has a range.
// CHECK: [[#@LINE+3]]:3 blur: doall {{.*}} if 'in->p' and 'out->p' do not overlap
// CHECK-NEXT: check {{.*}}@pointer_in(in, 8LL) + [@least(0LL, @times(4LL, @least(@least(@plus((long long)(in->h), (-1LL)), 0LL), 0LL))), {{.*}}out->p + [0LL,
static void blur(const Image *in, Image *out) {
  for (int y = 0; y < out->h; y++)
    out->p[y] = get(in, clamp(y - 1, in->h), 0) + get(in, y, 0);
}

// The same behind two pointers.
// CHECK: [[#@LINE+2]]:3 deep: doall {{.*}} if 'l->in->p' and 'out' do not overlap
static void deep(const Layer *l, float *out, int n) {
  for (int y = 0; y < n; y++)
    out[y] = get(l->in, y / 2, 0);
}

// Nothing follows 'in' at the edges; its width is on the page of its pointer.
// CHECK: [[#@LINE+4]]:3 inside: doall {{.*}} if 'in->p' and 'out->p' do not overlap
// CHECK: check {{.*}}@is_readable_near(in, 8LL, 16LL, 0LL) && in->p
static void inside(const Image *in, Image *out, int from) {
  // The bound is read in any case.
  for (int x = 0; x < in->w; x++)
    if (x >= from)
      out->p[x] += in->p[x - from];
}

// What is returned as a whole keeps its members apart: here blocks of malloc.
// CHECK: [[#@LINE+4]]:3 gather: doall {{.*}} if 'a->p' and 'b->p' do not overlap
// CHECK: check {{.*}}other than
static void gather(Image *a, const Image *b, const int *at) {
  // CHECK-NOT: sequential
  for (int x = 0; x < a->w; x++)
    a->p[x] += b->p[at[at[x] & 7] & 1023];
}

int main(int argc, char **argv) {
  (void)argv;
  static int at[8];
  Image one = {1000, 1000, memory}, two = {1000, 1000, memory + argc * 1000000};
  Layer l = {argc, &one};
  blur(&one, &two);
  deep(&l, two.p, 1000);
  inside(&one, &two, argc);
  Image a = make(1000, 1), b = make(2000, 1), t = a;
  a = b;
  b = t;
  gather(&a, &b, at);
  printf("%g %g\n", two.p[argc], a.p[0]);
  return 0;
}

// Bounds, stride and data are members of one structure, of other types than the
// data; reading them again is no trouble.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
struct image {
  int width, height, stride;
  float *data;
};
// CHECK: [[#@LINE+4]]:3 fill: doall {{.*}} stay within their extents
// CHECK-NEXT: private 'x'
// CHECK: condition @at_most({{.*}}(p->width){{.*}}, @times(4LL, (long long)(p->stride)))
void fill(struct image *p) {
  for (int y = 0; y < p->height; y++)
    for (int x = 0; x < p->width; x++)
      p->data[y * p->stride + x] = (float)x;
}
// The members change.
// CHECK: [[#@LINE+2]]:3 shrink: sequential
void shrink(struct image *p) {
  for (int y = 0; y < p->height; y++) {
    p->data[y * p->stride] = 1;
    p->stride--;
  }
}

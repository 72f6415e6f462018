// A test on entry makes no load that the loop might not make, unless it has
// asked whether the memory can be read.
// RUN: %hocketcc -O2 -fno-hocket-transform --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
struct list {
  int *p;
  int n;
};
// Each iteration follows s.
// CHECK: [[#@LINE+2]]:3 always: doall {{.*}} if 's->p' and 'p' {{.*}}do not overlap
void always(int *p, struct list *s, int n) {
  for (int i = 0; i < n; i++)
    p[i] = s->p[i];
}
// It may be null.
// CHECK: [[#@LINE+3]]:3 perhaps: doall
// CHECK-NEXT: check @is_readable(s, 0LL, 8LL) &&
void perhaps(int *p, struct list *s, int n) {
  for (int i = 0; i < n; i++)
    if (s)
      p[i] = s->p[i];
}
// Some iterations follow it.
// CHECK: [[#@LINE+3]]:3 some: doall
// CHECK-NEXT: check @is_readable(s, 0LL, 8LL) &&
void some(int *p, const char *chosen, struct list *s, int n) {
  for (int i = 0; i < n; i++)
    if (chosen[i])
      p[i] = s->p[i];
}
// Another statement follows it in any case.
// CHECK: [[#@LINE+2]]:3 twice: doall
void twice(int *p, const char *chosen, int **q, int n) {
  for (int i = 0; i < n; i++) {
    p[i] = (*q)[i];
    if (chosen[i])
      p[i] = (*q)[i + 1];
  }
}
// A jump may pass it by.
// CHECK: [[#@LINE+3]]:3 skips: doall
// CHECK-NEXT: check @is_readable(q, 0LL, 8LL) &&
void skips(int *p, const char *chosen, int **q, int n) {
  for (int i = 0; i < n; i++) {
    if (chosen[i])
      continue;
    p[i] = (*q)[i];
  }
}
// Where the inner loop has an iteration, which is tested first.
// CHECK: [[#@LINE+4]]:3 inner: doall
// CHECK-NEXT: private
// CHECK-NEXT: check @at_most(0LL, {{.*}}m{{.*}} && (*q) +
void inner(int *p, int **q, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      p[i] += (*q)[j];
}

// Restrict parameters that walk.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s

// CHECK: [[#@LINE+2]]:3 walk: doall {{.*}} its iterations are independent{{$}}
void walk(double *restrict a, const double *restrict b, int n) {
  for (int i = 0; i < n; i++)
    *a++ = *b++;
}
// CHECK: [[#@LINE+3]]:3 copy: doall {{.*}} its iterations are independent{{$}}
void copy(double *restrict a, const double *b, int n) {
  double *p = a;
  while (n-- > 0)
    *p++ = *b++;
}
// Two that walk from one meet where the first has been.
// CHECK: [[#@LINE+3]]:3 follow: doall {{.*}} if 'to' and 'from' do not overlap
void follow(double *restrict a, int k, int n) {
  double *to = k ? a + 1 : a, *from = a;
  for (int i = 0; i < n; i++)
    *to++ = *from++;
}

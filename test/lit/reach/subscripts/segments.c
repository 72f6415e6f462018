// Each iteration writes a segment; their starts never fall, which is tested.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s

// CHECK: [[#@LINE+2]]:3 fill: doall {{.*}} 'rp' never falls
void fill(int n, double *to, const int *rp) {
  for (int i = 0; i < n; i++)
    for (int k = rp[i]; k < rp[i + 1]; k++)
      to[k] = i;
}
// The last element of each segment is the first of the next.
// CHECK: [[#@LINE+2]]:3 shared: sequential  [non-affine-access] {{.*}} 'to[k]'
void shared(int n, double *to, const int *rp) {
  for (int i = 0; i < n; i++)
    for (int k = rp[i]; k <= rp[i + 1]; k++)
      to[k] = i;
}
// Ends of their own: nothing keeps segments apart.
// CHECK: [[#@LINE+2]]:3 anyEnds: sequential
void anyEnds(int n, double *to, const int *begin, const int *end) {
  for (int i = 0; i < n; i++)
    for (int k = begin[i]; k < end[i]; k++)
      to[k] = i;
}

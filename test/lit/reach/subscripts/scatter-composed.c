// An index of an index: both without a value that comes twice.
// RUN: %hocketcc -O2 -rdynamic --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s

// CHECK: [[#@LINE+4]]:3 composed: doall {{.*}} 'outer' holds no value twice and 'inner' holds no value twice
// CHECK: condition @is_injective(outer, {{.*}}@index_min(inner,
// CHECK-NEXT: condition @is_injective(inner,
void composed(int n, double *to, const int *outer, const int *inner) {
  for (int i = 0; i < n; i++)
    to[outer[inner[i]]] = i;
}
// The loop may not reach the end of `at`, so the entry must not read it all.
// CHECK: [[#@LINE+2]]:3 guarded: sequential  [non-affine-access] {{.*}} 'to[at[i]]'
void guarded(int n, double *to, const int *at, const char *use) {
  for (int i = 0; i < n; i++)
    if (use[i])
      to[at[i]] = i;
}
// Of an array whose size is known all may be read.
static int known[1000];
static double data[1000];
// CHECK: [[#@LINE+2]]:3 guardedKnown: doall {{.*}} if 'known' holds no value twice
static void guardedKnown(int n, const char *use) {
  for (int i = 0; i < n; i++)
    if (use[i])
      data[known[i]] = i;
}
int main(int argc, char **argv) {
  guardedKnown(argc, argv[0]);
  return (int)data[3];
}

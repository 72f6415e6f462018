// The index array might be part of what is written: tested too.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s

// CHECK: [[#@LINE+4]]:3 scatter: doall {{.*}} if '{{to|at}}' and '{{to|at}}' do not overlap and 'at' holds no value twice
// CHECK-NEXT: check {{.*}} apart from
// CHECK-NEXT: condition @is_injective(at,
void scatter(int n, int *to, const int *at) {
  for (int i = 0; i < n; i++)
    to[at[i]] = i;
}
// Here it is.
// CHECK: [[#@LINE+2]]:3 itself: sequential
void itself(int n, int *at) {
  for (int i = 0; i < n; i++)
    at[at[i]] = i;
}

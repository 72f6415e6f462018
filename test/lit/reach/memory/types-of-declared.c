// A declared array keeps its type: no pointer to another type leads there.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
float values[1000];
char bytes[4000];

// CHECK: [[#@LINE+2]]:3 declared: doall {{.*}} its iterations are independent{{$}}
void declared(const int *at, int n) {
  for (int i = 0; i < n; i++)
    values[i] = at[i * i % 7];
}
// A pointer to the same type may.
// CHECK: [[#@LINE+2]]:3 same: doall {{.*}} do not overlap
void same(const float *from, int n) {
  for (int i = 0; i < n; i++)
    values[i] = from[i];
}
// Characters are memory for anything.
// CHECK: [[#@LINE+2]]:3 characters: doall {{.*}} do not overlap
void characters(const int *at, int n) {
  for (int i = 0; i < n; i++)
    bytes[i] = at[i];
}

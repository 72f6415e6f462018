// Indices that are members of structures, of any integer type.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s

struct entry {
  double value;
  unsigned short at;
};
// CHECK: [[#@LINE+3]]:3 place: doall {{.*}} 'e' holds no value twice
// CHECK: condition @is_injective(e, 8LL, {{.*}}, 16LL, 2)
void place(int n, float *to, const struct entry *e) {
  for (int i = 0; i < n; i++)
    to[e[i].at] = (float)e[i].value;
}
// The value that is stored beside the index may be an index's neighbour.
// CHECK: [[#@LINE+2]]:3 beside: sequential
void beside(int n, float *to, const struct entry *e) {
  for (int i = 1; i < n; i++)
    to[e[i].at] = to[e[i - 1].at];
}

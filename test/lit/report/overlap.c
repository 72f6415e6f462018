// Repetitions that overlap: the report says how often one comes, beside how
// long it takes.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --always-parallel --report=%t.html --report=%t.json %s -o %t
// RUN: %FileCheck %s < %t.html
// RUN: %FileCheck %s --check-prefix=JSON < %t.json
// CHECK: loop 13</h3>
// CHECK-SAME: a repetition, about <b>1999</b> repetitions that overlap, one every <b>
// JSON: "name": "loop 13"
// JSON: "makespan_ns"
// JSON-NEXT: "period_ns"
static int a[2000][2000];
int main(int argc, char **argv) {
  for (int i = 1; i < 2000; i++)
    for (int j = 1; j < 2000; j++)
      a[i][j] += a[i - 1][j] ^ a[i][j - 1];
  (void)argv;
  return a[argc][argc];
}

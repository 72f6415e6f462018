// Nests whose outer loop carries a dependence and an inner one does not: every
// core runs the outer loop over its own part of the inner one, which is the
// interchanged nest. Where the dependence stays inside a part there is no wait.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
// (With rows side by side `rows` and `both` take less, and others share cores.)
// RUN: %hocketcc -O2 -fno-hocket-transform --soc=generic-4 --cores=4 --stop-after=scheduling --print-after=scheduling %s -o %t | %FileCheck %s --check-prefix=SCHED
double a[400][400], b[400][400], c[60][60][60], d[400][400];

static void columns(void) {
  // CHECK: [[#@LINE+3]]:3 columns: sequential  [carried-dependence]
  // CHECK: [[#@LINE+3]]:5 columns: doall
  // SCHED: level 1 by
  for (int i = 0; i < 399; i++)
    for (int j = 0; j < 400; j++)
      a[i + 1][j] = a[i][j] * 0.5 + j;
  // SCHED: core 3: {{.*}} loop interchange.c:[[#@LINE-2]] [4/4]}
  // SCHED-NOT: {{^ +wait }}
}

static void rows(void) {
  // The other way round the outer loop is parallel by itself.
  // CHECK: [[#@LINE+2]]:3 rows: doall
  // CHECK: [[#@LINE+2]]:5 rows: sequential  [carried-dependence]
  for (int i = 0; i < 400; i++)
    for (int j = 0; j < 399; j++)
      b[i][j + 1] = b[i][j] * 0.5 + j;
}

static void middle(void) {
  // Of three loops only the middle one is parallel.
  // CHECK: [[#@LINE+6]]:3 middle: sequential  [carried-dependence]
  // CHECK: [[#@LINE+6]]:5 middle: doall
  // CHECK: [[#@LINE+6]]:7 middle: sequential  [carried-dependence]
  // SCHED: level 1 by
  // SCHED: core 3: {{.*}} loop interchange.c:[[#@LINE+3]] [4/4]}
  // SCHED-NOT: {{^ +wait }}
  for (int i = 0; i < 59; i++)
    for (int j = 0; j < 60; j++)
      for (int k = 0; k < 59; k++)
        c[i + 1][j][k + 1] = c[i][j][k] + c[i + 1][j][k];
}

static void both(void) {
  // Parallel in either order is not the same as at once: here each direction
  // carries, and no exchange of the loops helps. The parts wait for each other.
  // CHECK: [[#@LINE+5]]:3 both: sequential  [carried-dependence] {{.*}}'d[i + 1][j + 1]' of the iteration before
  // CHECK: [[#@LINE+5]]:5 both: sequential  [carried-dependence] {{.*}}'d[i + 1][j + 1]' of the iteration before
  // SCHED: level 1 by
  // SCHED: core 3: {{.*}} loop interchange.c:[[#@LINE+3]] [4/4]}
  // SCHED-COUNT-3: {{^ +wait }}
  for (int i = 0; i < 399; i++)
    for (int j = 0; j < 399; j++)
      d[i + 1][j + 1] = d[i][j + 1] + d[i + 1][j];
}

int main(int argc, char **argv) {
  (void)argv;
  columns();
  rows();
  middle();
  both();
  return a[argc][argc] + b[argc][argc] + c[1][1][argc] + d[argc][argc] > 0;
}

// Chunks of a loop that is short but for the loops around it: where each core
// goes on with what it made itself nobody waits, and all of the nest runs in
// parallel; where neighbours need each other the waits would take longer.
// RUN: %hocketcc -O2 --no-tiles --soc=generic-4 --cores=2 -Rhocket -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s
enum { N = 600, M = 1024 };
double l[N][N], b[N][M];

static void columns(void) {
  // CHECK: short-rows.c:[[#@LINE+5]]:3: remark: region of
  // CHECK: short-rows.c:[[#@LINE+4]]:3: remark: loop stays sequential
  // CHECK: short-rows.c:[[#@LINE+4]]:5: remark: loop stays sequential
  // CHECK: short-rows.c:[[#@LINE+4]]:7: remark: loop is DOALL
  // CHECK: short-rows.c:[[#@LINE+5]]:5: remark: loop is DOALL
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < i; k++)
      for (int j = 0; j < M; j++)
        b[i][j] -= l[i][k] * b[k][j];
    for (int j = 0; j < M; j++)
      b[i][j] /= l[i][i];
  }
}

static void neighbours(void) {
  // CHECK: short-rows.c:[[#@LINE+5]]:3: remark: loop stays sequential
  // CHECK: short-rows.c:[[#@LINE+5]]:5: remark: loop stays sequential
  // CHECK: short-rows.c:[[#@LINE+5]]:7: remark: stays sequential: about
  // CHECK-NOT: short-rows.c:[[#@LINE+2]]:3: remark: region
  // CHECK-NOT: short-rows.c:[[#@LINE+3]]:7: remark: loop is DOALL
  for (int i = 0; i < N; i++)
    for (int k = 1; k < i; k++)
      for (int j = 1; j < M - 1; j++)
        b[k][j] -= l[i][k] * (b[k - 1][j - 1] + b[k - 1][j + 1]);
}

int main(void) {
  columns();
  neighbours();
  return b[1][1] > 0;
}

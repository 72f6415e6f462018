// Sizes in the types of parameters: nobody uses the outermost one's value.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
struct matrix {
  int rows, columns;
};
static int calls;
static int count(void) { return ++calls; }
static double a[100][100], b[100][100];

static void free(struct matrix *m, int n, double p[m->rows][n], double *q) {
  // CHECK: [[#@LINE+1]]:3 free: doall
  for (int i = 0; i < m->rows; i++)
    for (int j = 0; j < n; j++)
      p[i][j] = q[j];
}

// An inner size is used: the call reads it.
// CHECK-NOT: inner: doall
static void inner(struct matrix *m, double p[][m->columns], double *q) {
  for (int i = 0; i < 100; i++)
    p[i][0] = q[i];
}

// This one does something.
// CHECK-NOT: called: doall
static void called(double p[count()][100], double *q) {
  for (int i = 0; i < 100; i++)
    p[i][0] = q[i];
}

int main(void) {
  struct matrix m = {100, 100};
  free(&m, 100, a, b[0]);
  inner(&m, a, b[0]);
  called(a, b[0]);
  return 0;
}

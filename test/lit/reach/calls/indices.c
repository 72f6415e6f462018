// Values that functions return: subscripts, and pointers to rows.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
int limit;

static int at(int i, int j, int n) { return i * n + j; }
static int mirrored(int i, int n) { return n - 1 - i; }
static double *row(double *a, int i, int n) { return a + (long)i * n; }
static int counted(int i) {
  typedef int number;
  static number calls; // cannot stand in front of the function
  calls++;
  return i;
}
static int limited(int i) { return i + limit; }

void subscripts(double *a, int n) {
  // CHECK: [[#@LINE+2]]:3 subscripts: doall
  // CHECK: [[#@LINE+2]]:5 subscripts: doall
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[at(i, j, n)] = i - j;
  // CHECK: [[#@LINE+2]]:3 subscripts: sequential
  // CHECK: [[#@LINE+2]]:5 subscripts: doall
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= n; j++)
      a[at(i, j, n)] = i - j;
  // CHECK: [[#@LINE+1]]:3 subscripts: doall
  for (int i = 0; i < n; i++)
    a[mirrored(i, n)] = i;
  // CHECK: [[#@LINE+1]]:3 subscripts: sequential
  for (int i = 0; i < n; i++)
    a[i] = a[mirrored(i, n)];
}

void pointers(double *a, int n, int columns) {
  // CHECK: [[#@LINE+1]]:3 pointers: doall
  for (int i = 0; i < n; i++) {
    double *r = row(a, i, columns);
    for (int j = 0; j < columns; j++)
      r[j] = j;
  }
  // CHECK: [[#@LINE+1]]:3 pointers: sequential
  for (int i = 1; i < n; i++)
    row(a, i, columns)[columns] = row(a, i, columns)[0];
}

void state(double *a, int n) {
  // CHECK: [[#@LINE+1]]:3 state: sequential  [callee-state] {{.*}} 'counted' keeps 'calls'
  for (int i = 0; i < n; i++)
    a[counted(i)] = i;
  // CHECK: [[#@LINE+1]]:3 state: doall
  for (int i = 0; i < n; i++)
    a[limited(i)] = i;
  // CHECK: [[#@LINE+1]]:3 state: sequential
  for (int i = 0; i < n; i++) {
    a[limited(i)] = i;
    limit = i;
  }
}

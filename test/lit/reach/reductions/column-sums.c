// Sums of columns with the rows cut in chunks: a copy of all columns for each,
// allocated where their number is known on entry alone; beside them columns that
// are read, and columns that keep more than a sum.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
int m[400][64], columns[64], rows[400];

void sums(int n, int *into) {
  // CHECK: [[#@LINE+2]]:3 sums: reduction
  // CHECK: reduction add 'columns[j]' int copy of 64
  for (int i = 0; i < 400; i++)
    for (int j = 0; j < 64; j++)
      columns[j] += m[i][j];
  // CHECK: [[#@LINE+1]]:3 sums: sequential
  for (int i = 0; i < 400; i++) {
    for (int j = 0; j < 64; j++)
      columns[j] += m[i][j];
    rows[i] = columns[i & 63];
  }
  // CHECK: [[#@LINE+2]]:3 sums: reduction
  // CHECK: reduction add 'into[j]' int copy allocated
  for (int i = 0; i < 400; i++)
    for (int j = 0; j < n; j++)
      into[j] += m[i][j];
  // CHECK: [[#@LINE+1]]:3 sums: sequential
  for (int i = 0; i < 400; i++)
    for (int j = 0; j < n; j++)
      into[j] = 2 * into[j] + m[i][j];
}

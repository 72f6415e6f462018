// A table with a width of its own: `width = m + 1` before the loop, in it, or
// written out. The stride is m + 1, though the address has i * m + i.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
// RUN: %hocketcc -O2 --stop-after=taskgraph --print-after=taskgraph %s -o %t | %FileCheck --check-prefix=WAVE %s

// The rows are independent.
void before(int n, int m, double *table) {
  int width = m + 1;
  // CHECK: [[#@LINE+1]]:3 before: doall
  for (int i = 0; i < n; i++)
    for (int j = 1; j <= m; j++)
      table[i * width + j] = table[i * width + j - 1] * 0.5;
}

void written(int n, int m, double *table) {
  // CHECK: [[#@LINE+1]]:3 written: doall
  for (int i = 0; i < n; i++)
    for (int j = 1; j <= m; j++)
      table[i * (m + 1) + j] = table[i * (m + 1) + j - 1] * 0.5;
}

void cubes(int n, int m, int k, double *table) {
  // CHECK: [[#@LINE+1]]:3 cubes: doall
  for (int i = 0; i < n; i++)
    for (int j = 1; j <= m; j++)
      for (int l = 1; l <= k; l++)
        table[(i * (m + 1) + j) * (k + 1) + l] +=
            table[(i * (m + 1) + j - 1) * (k + 1) + l - 1];
}

// One column too many: the last of a row is the first of the next.
void beyond(int n, int m, double *table) {
  int width = m + 1;
  // CHECK: [[#@LINE+1]]:3 beyond: sequential
  for (int i = 0; i < n; i++)
    for (int j = 1; j <= m + 1; j++)
      table[i * width + j] = table[i * width + j - 1] * 0.5;
}

// Not what it was given: the entry tests it.
void changed(int n, int m, double *table) {
  int width = m + 1;
  if (n > 100)
    width = m;
  // CHECK: [[#@LINE+2]]:3 changed: doall
  // CHECK: condition {{.*}}(long long)width
  for (int i = 0; i < n; i++)
    for (int j = 1; j <= m; j++)
      table[i * width + j] = table[i * width + j - 1] * 0.5;
}

void later(int n, int m, double *table) {
  int width = m + 1;
  m += 3;
  // CHECK: [[#@LINE+2]]:3 later: doall
  // CHECK: condition {{.*}}(long long)width
  for (int i = 0; i < n; i++)
    for (int j = 1; j <= m; j++)
      table[i * width + j] = table[i * width + j - 1] * 0.5;
}

// What decides which of two values is stored does not decide where.
// WAVE: region common
// WAVE: chunks doacross
void common(const char *restrict a, int n, const char *restrict b, int m,
            unsigned short *restrict table) {
  int width = m + 1;
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++) {
      int up = table[(i - 1) * width + j], left = table[i * width + j - 1];
      if (a[i - 1] == b[j - 1])
        table[i * width + j] = table[(i - 1) * width + j - 1] + 1;
      else
        table[i * width + j] = up > left ? up : left;
    }
}

void constant(int m, double *table) {
  int length = 18;
  // CHECK: [[#@LINE+1]]:3 constant: doall
  for (int i = 0; i < m; i++)
    for (int j = 1; j < 18; j++)
      table[i * length + j] = table[i * length + j - 1] * 0.5;
}

// A diagonal, i * m + i + i, has as much beside it as rows of m + 2 would.
void diagonal(int m, double *table) {
  // CHECK: [[#@LINE+1]]:3 diagonal: doall
  for (int i = 0; i <= m; i++) {
    table[i * (m + 1) + i] = 1;
    for (int j = i + 1; j <= m; j++)
      table[i * (m + 1) + j] = table[i * (m + 1) + i] * 0.5;
  }
}

void diagonals(int m, int length, double *table) {
  // CHECK: [[#@LINE+1]]:3 diagonals: doall
  for (int i = 0; i + length <= m; i++) {
    int j = i + length;
    double best = 1e300;
    for (int r = i; r < j; r++) {
      double one = table[i * (m + 1) + r] + table[(r + 1) * (m + 1) + j];
      if (one < best)
        best = one;
    }
    table[i * (m + 1) + j] = best;
  }
}

// Maybe columns too many, the first of the next row: the entry tests it.
void wider(int m, int more, double *table) {
  // CHECK: [[#@LINE+2]]:3 wider: doall
  // CHECK: condition {{.*}}(long long)more
  for (int i = 0; i <= m; i++) {
    table[i * (m + 1) + i] = 1;
    for (int j = 0; j <= m + more; j++)
      table[i * (m + 1) + j] = table[i * (m + 1) + i] * 0.5;
  }
}

// Heat conduction on an irregular grid: a sparse matrix in compressed rows, solved by conjugate gradients with a
// diagonal preconditioner, then checked by Gauss-Seidel sweeps.
// ARGS: 24 40
// BENCH: 700 60
// FLAGS: -lm
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int rows;
  int *start;   /* rows + 1 */
  int *column;
  double *value;
} Matrix;

typedef struct {
  int iterations;
  double residual;
} Outcome;

static void die(const char *what) {
  fprintf(stderr, "%s\n", what);
  exit(1);
}

static void *allocate(size_t count, size_t size) {
  void *p = calloc(count ? count : 1, size);
  if (!p)
    die("out of memory");
  return p;
}

static unsigned long long seed = 12345;

static double noise(void) {
  seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(seed >> 40) / (double)(1 << 24);
}

/* Conductivity of the cell at (x, y): a plate with a bad conductor inside. */
static double conductivity(int x, int y, int n) {
  int dx = 2 * x - n, dy = 2 * y - n;
  if (dx * dx + dy * dy < n * n / 4)
    return 0.1;
  return 1.0 + 0.5 * ((x ^ y) & 1);
}

static Matrix buildMatrix(int n) {
  Matrix m;
  int count = 0;
  m.rows = n * n;
  m.start = allocate((size_t)m.rows + 1, sizeof *m.start);
  m.column = allocate((size_t)m.rows * 5, sizeof *m.column);
  m.value = allocate((size_t)m.rows * 5, sizeof *m.value);
  for (int y = 0; y < n; y++) {
    for (int x = 0; x < n; x++) {
      int row = y * n + x;
      double own = conductivity(x, y, n), sum = 0.01;
      static const int stepX[4] = {0, -1, 1, 0}, stepY[4] = {-1, 0, 0, 1};
      int diagonal = -1;
      m.start[row] = count;
      for (int k = 0; k < 4; k++) {
        int nx = x + stepX[k], ny = y + stepY[k];
        if (k == 2) {
          diagonal = count;
          m.column[count++] = row;
        }
        if (nx < 0 || ny < 0 || nx >= n || ny >= n)
          continue;
        double other = conductivity(nx, ny, n);
        double flow = 2 * own * other / (own + other);
        m.column[count] = ny * n + nx;
        m.value[count] = -flow;
        count++;
        sum += flow;
      }
      m.value[diagonal] = sum;
    }
  }
  m.start[m.rows] = count;
  return m;
}

static void freeMatrix(Matrix *m) {
  free(m->start);
  free(m->column);
  free(m->value);
}

static void multiply(const Matrix *m, const double *x, double *y) {
  for (int row = 0; row < m->rows; row++) {
    double sum = 0;
    for (int k = m->start[row]; k < m->start[row + 1]; k++)
      sum += m->value[k] * x[m->column[k]];
    y[row] = sum;
  }
}

static double dot(const double *a, const double *b, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

static void addScaled(double *y, double factor, const double *x, int n) {
  for (int i = 0; i < n; i++)
    y[i] += factor * x[i];
}

static void findDiagonal(const Matrix *m, double *diagonal) {
  for (int row = 0; row < m->rows; row++)
    for (int k = m->start[row]; k < m->start[row + 1]; k++)
      if (m->column[k] == row)
        diagonal[row] = m->value[k];
}

static Outcome solve(const Matrix *m, const double *b, double *x, int limit) {
  int n = m->rows;
  Outcome outcome = {0, 0};
  double *r = allocate(n, sizeof *r), *z = allocate(n, sizeof *z);
  double *p = allocate(n, sizeof *p), *q = allocate(n, sizeof *q);
  double *diagonal = allocate(n, sizeof *diagonal);
  double rho, rhoBefore = 1;
  findDiagonal(m, diagonal);
  multiply(m, x, q);
  for (int i = 0; i < n; i++)
    r[i] = b[i] - q[i];
  while (outcome.iterations < limit) {
    for (int i = 0; i < n; i++)
      z[i] = r[i] / diagonal[i];
    rho = dot(r, z, n);
    if (outcome.iterations == 0) {
      for (int i = 0; i < n; i++)
        p[i] = z[i];
    } else {
      double beta = rho / rhoBefore;
      for (int i = 0; i < n; i++)
        p[i] = z[i] + beta * p[i];
    }
    multiply(m, p, q);
    double alpha = rho / dot(p, q, n);
    addScaled(x, alpha, p, n);
    addScaled(r, -alpha, q, n);
    rhoBefore = rho;
    outcome.iterations++;
    outcome.residual = sqrt(dot(r, r, n));
    if (outcome.residual < 1e-9)
      break;
  }
  free(r);
  free(z);
  free(p);
  free(q);
  free(diagonal);
  return outcome;
}

/* One Gauss-Seidel sweep; returns the largest change. */
static double sweep(const Matrix *m, const double *b, double *x) {
  double largest = 0;
  for (int row = 0; row < m->rows; row++) {
    double sum = b[row], own = 1;
    for (int k = m->start[row]; k < m->start[row + 1]; k++) {
      if (m->column[k] == row)
        own = m->value[k];
      else
        sum -= m->value[k] * x[m->column[k]];
    }
    double now = sum / own;
    double change = fabs(now - x[row]);
    if (change > largest)
      largest = change;
    x[row] = now;
  }
  return largest;
}

static void summarize(const double *x, int n) {
  double lowest = x[0], highest = x[0], mean = 0;
  int histogram[16] = {0};
  for (int i = 0; i < n; i++) {
    if (x[i] < lowest)
      lowest = x[i];
    if (x[i] > highest)
      highest = x[i];
    mean += x[i];
  }
  mean /= n;
  for (int i = 0; i < n; i++) {
    int bin = (int)((x[i] - lowest) / (highest - lowest + 1e-12) * 16);
    histogram[bin]++;
  }
  printf("lowest %.12g highest %.12g mean %.12g\n", lowest, highest, mean);
  for (int k = 0; k < 16; k++)
    printf("%d%c", histogram[k], k == 15 ? '\n' : ' ');
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 64;
  int limit = argc > 2 ? atoi(argv[2]) : 100;
  Matrix m = buildMatrix(n);
  double *b = allocate(m.rows, sizeof *b), *x = allocate(m.rows, sizeof *x);
  for (int i = 0; i < m.rows; i++)
    b[i] = noise();
  Outcome outcome = solve(&m, b, x, limit);
  printf("%d unknowns, %d iterations, residual %.6g\n", m.rows, outcome.iterations, outcome.residual);
  double change = 0;
  for (int k = 0; k < 3; k++)
    change = sweep(&m, b, x);
  printf("change of the last sweep %.6g\n", change);
  summarize(x, m.rows);
  free(b);
  free(x);
  freeMatrix(&m);
  return 0;
}

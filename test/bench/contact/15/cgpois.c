/* Conjugate gradients on a heterogeneous diffusion problem (CSR storage,
 * Jacobi preconditioner).  Steady heat in a plate with inclusions.        */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct csr {
  int n;
  int nnz;
  int *ptr;
  int *col;
  double *val;
};

static double conductivity(double x, double y)
{
  double k = 1.0;
  if ((x - 0.3) * (x - 0.3) + (y - 0.4) * (y - 0.4) < 0.02)
    k = 40.0;
  if (x > 0.6 && x < 0.8 && y > 0.2 && y < 0.9)
    k = 0.05;
  return k;
}

static double harmonic(double a, double b) { return 2.0 * a * b / (a + b); }

static void assemble(struct csr *A, double *b, int nx)
{
  double h = 1.0 / (nx + 1);
  A->n = nx * nx;
  A->ptr = malloc((A->n + 1) * sizeof(int));
  A->col = malloc((size_t)A->n * 5 * sizeof(int));
  A->val = malloc((size_t)A->n * 5 * sizeof(double));
  int k = 0;
  for (int j = 0; j < nx; j++) {
    for (int i = 0; i < nx; i++) {
      int row = j * nx + i;
      double x = (i + 1) * h, y = (j + 1) * h;
      double kc = conductivity(x, y);
      double kw = harmonic(kc, conductivity(x - h, y));
      double ke = harmonic(kc, conductivity(x + h, y));
      double ks = harmonic(kc, conductivity(x, y - h));
      double kn = harmonic(kc, conductivity(x, y + h));
      A->ptr[row] = k;
      if (j > 0)      { A->col[k] = row - nx; A->val[k++] = -ks; }
      if (i > 0)      { A->col[k] = row - 1;  A->val[k++] = -kw; }
      A->col[k] = row; A->val[k++] = kw + ke + ks + kn;
      if (i < nx - 1) { A->col[k] = row + 1;  A->val[k++] = -ke; }
      if (j < nx - 1) { A->col[k] = row + nx; A->val[k++] = -kn; }
      b[row] = h * h * (y < 0.1 ? 100.0 : 1.0);
      if (j == nx - 1)
        b[row] += kn * (1.0 + x);
    }
  }
  A->ptr[A->n] = k;
  A->nnz = k;
}

static void spmv(const struct csr *A, const double *x, double *y)
{
  for (int i = 0; i < A->n; i++) {
    double s = 0.0;
    for (int k = A->ptr[i]; k < A->ptr[i + 1]; k++)
      s += A->val[k] * x[A->col[k]];
    y[i] = s;
  }
}

static double dot(int n, const double *a, const double *b)
{
  double s = 0.0;
  for (int i = 0; i < n; i++)
    s += a[i] * b[i];
  return s;
}

static void axpy(int n, double alpha, const double *x, double *y)
{
  for (int i = 0; i < n; i++)
    y[i] += alpha * x[i];
}

static int solve(const struct csr *A, const double *b, double *x, double tol, int maxit)
{
  int n = A->n, it;
  double *r = malloc(n * sizeof(double));
  double *z = malloc(n * sizeof(double));
  double *p = malloc(n * sizeof(double));
  double *q = malloc(n * sizeof(double));
  double *dinv = malloc(n * sizeof(double));

  for (int i = 0; i < n; i++)
    for (int k = A->ptr[i]; k < A->ptr[i + 1]; k++)
      if (A->col[k] == i)
        dinv[i] = 1.0 / A->val[k];

  memset(x, 0, n * sizeof(double));
  memcpy(r, b, n * sizeof(double));
  for (int i = 0; i < n; i++)
    z[i] = dinv[i] * r[i];
  memcpy(p, z, n * sizeof(double));
  double rz = dot(n, r, z), b2 = dot(n, b, b);

  for (it = 0; it < maxit; it++) {
    spmv(A, p, q);
    double alpha = rz / dot(n, p, q);
    axpy(n, alpha, p, x);
    axpy(n, -alpha, q, r);
    if (dot(n, r, r) < tol * tol * b2)
      break;
    for (int i = 0; i < n; i++)
      z[i] = dinv[i] * r[i];
    double rznew = dot(n, r, z);
    double beta = rznew / rz;
    rz = rznew;
    for (int i = 0; i < n; i++)
      p[i] = z[i] + beta * p[i];
  }
  free(r); free(z); free(p); free(q); free(dinv);
  return it;
}

int main(int argc, char *argv[])
{
  int nx = argc > 1 ? atoi(argv[1]) : 310;
  double tol = argc > 2 ? atof(argv[2]) : 1e-11;
  struct csr A;
  struct timespec ta, tb;
  double *b = malloc((size_t)nx * nx * sizeof(double));
  double *x = malloc((size_t)nx * nx * sizeof(double));

  assemble(&A, b, nx);
  clock_gettime(CLOCK_MONOTONIC, &ta);
  int it = solve(&A, b, x, tol, 20000);
  clock_gettime(CLOCK_MONOTONIC, &tb);
  fprintf(stderr, "%d iterations, %.3f s\n", it,
          (tb.tv_sec - ta.tv_sec) + (tb.tv_nsec - ta.tv_nsec) * 1e-9);

  printf("unknowns %d nonzeros %d\n", A.n, A.nnz);
  for (int j = 1; j < 8; j++) {
    for (int i = 1; i < 8; i++)
      printf(" %9.5f", x[(j * nx / 8) * nx + i * nx / 8]);
    printf("\n");
  }
  double mx = 0, sum = 0;
  for (int i = 0; i < A.n; i++) {
    if (x[i] > mx)
      mx = x[i];
    sum += x[i];
  }
  printf("max %.5f mean %.5f\n", mx, sum / A.n);
  free(A.ptr); free(A.col); free(A.val); free(b); free(x);
  return 0;
}

// spcg: conjugate gradients on a graph Laplacian plus mass term, CSR storage,
// Jacobi preconditioning. Several right hand sides, e.g. load cases.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed = 0x1234567;

static uint32_t rnd(void) {
  seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (uint32_t)(seed >> 33);
}

static double frand(void) { return rnd() / 2147483648.0; }

struct csr {
  int n;
  int *ptr;
  int *col;
  double *val;
};

#define BLK 2048

static int block_end(int s, int n) { return s + BLK < n ? s + BLK : n; }

static double block_dot(int s, int e, const double *a, const double *b) {
  double t = 0;
  for (int i = s; i < e; i++) t += a[i] * b[i];
  return t;
}

// Summation in blocks keeps the rounding error of long dot products small.
static double dot(int n, const double *a, const double *b) {
  double total = 0;
  for (int s = 0; s < n; s += BLK) total += block_dot(s, block_end(s, n), a, b);
  return total;
}

static void spmv_rows(const struct csr *m, int from, int to, const double *x, double *y) {
  for (int i = from; i < to; i++) {
    double s = 0;
    for (int k = m->ptr[i]; k < m->ptr[i + 1]; k++) s += m->val[k] * x[m->col[k]];
    y[i] = s;
  }
}

// Partial sums are always added in block order, so that the result does not
// depend on the number of threads.
static double add_up(int nb, const double *part) {
  double total = 0;
  for (int k = 0; k < nb; k++) total += part[k];
  return total;
}

struct edge {
  int a, b;
  double w;
};

static int by_ab(const void *p, const void *q) {
  const struct edge *x = p, *y = q;
  if (x->a != y->a) return x->a < y->a ? -1 : 1;
  if (x->b != y->b) return x->b < y->b ? -1 : 1;
  return 0;
}

// w x h grid with random springs and a few long range links
static int build(struct csr *m, int w, int h, int extra) {
  int n = w * h, ne = 0;
  size_t cap = (size_t)n * 4 + 2 * (size_t)extra;
  struct edge *e = malloc(cap * sizeof *e);
  if (!e) return -1;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      int i = y * w + x;
      if (x + 1 < w) {
        double k = 0.5 + frand();
        e[ne++] = (struct edge){i, i + 1, k};
        e[ne++] = (struct edge){i + 1, i, k};
      }
      if (y + 1 < h) {
        double k = 0.5 + frand();
        e[ne++] = (struct edge){i, i + w, k};
        e[ne++] = (struct edge){i + w, i, k};
      }
    }
  for (int t = 0; t < extra; t++) {
    int a = rnd() % n, b = rnd() % n;
    if (a == b) continue;
    e[ne++] = (struct edge){a, b, 0.1};
    e[ne++] = (struct edge){b, a, 0.1};
  }
  qsort(e, ne, sizeof *e, by_ab);

  m->n = n;
  m->ptr = malloc((n + 1) * sizeof(int));
  m->col = malloc((ne + n) * sizeof(int));
  m->val = malloc((ne + n) * sizeof(double));
  if (!m->ptr || !m->col || !m->val) {
    free(e);
    return -1;
  }
  int nz = 0, k = 0;
  for (int i = 0; i < n; i++) {
    m->ptr[i] = nz;
    int dpos = nz++;
    double d = 0.002;
    m->col[dpos] = i;
    for (; k < ne && e[k].a == i; k++) {
      d += e[k].w;
      if (nz > dpos + 1 && m->col[nz - 1] == e[k].b)
        m->val[nz - 1] -= e[k].w;  // parallel springs
      else {
        m->col[nz] = e[k].b;
        m->val[nz++] = -e[k].w;
      }
    }
    m->val[dpos] = d;
  }
  m->ptr[n] = nz;
  free(e);
  return 0;
}

static int cg(const struct csr *m, const double *b, double *x, double tol, int maxit) {
  int n = m->n, it;
  double *r = malloc(n * sizeof *r), *z = malloc(n * sizeof *z);
  double *p = malloc(n * sizeof *p), *q = malloc(n * sizeof *q);
  int nb = (n + BLK - 1) / BLK;
  double *s1 = malloc(nb * sizeof *s1), *s2 = malloc(nb * sizeof *s2);
  if (!r || !z || !p || !q || !s1 || !s2) {
    it = -1;
    goto done;
  }
  memset(x, 0, n * sizeof *x);
  memcpy(r, b, n * sizeof *r);
  for (int i = 0; i < n; i++) z[i] = r[i] / m->val[m->ptr[i]];
  memcpy(p, z, n * sizeof *p);
  double rz = dot(n, r, z), stop = tol * sqrt(dot(n, b, b));
  for (it = 1; it <= maxit; it++) {
    // three passes per iteration, each over blocks of rows
#pragma omp parallel for schedule(static)
    for (int k = 0; k < nb; k++) {
      int s = k * BLK, e = block_end(s, n);
      spmv_rows(m, s, e, p, q);
      s1[k] = block_dot(s, e, p, q);
    }
    double alpha = rz / add_up(nb, s1);
#pragma omp parallel for schedule(static)
    for (int k = 0; k < nb; k++) {
      int s = k * BLK, e = block_end(s, n);
      for (int i = s; i < e; i++) {
        x[i] += alpha * p[i];
        r[i] += -alpha * q[i];
        z[i] = r[i] / m->val[m->ptr[i]];
      }
      s1[k] = block_dot(s, e, r, r);
      s2[k] = block_dot(s, e, r, z);
    }
    if (sqrt(add_up(nb, s1)) < stop) break;
    double rz2 = add_up(nb, s2), beta = rz2 / rz;
    rz = rz2;
#pragma omp parallel for schedule(static)
    for (int k = 0; k < nb; k++)
      for (int i = k * BLK; i < block_end(k * BLK, n); i++) p[i] = z[i] + beta * p[i];
  }
done:
  free(r);
  free(z);
  free(p);
  free(q);
  free(s1);
  free(s2);
  return it;
}

int main(int argc, char **argv) {
  int w = argc > 1 ? atoi(argv[1]) : 300;
  int cases = argc > 2 ? atoi(argv[2]) : 3;
  struct csr m;
  if (w < 4 || build(&m, w, w, w * 8)) {
    fprintf(stderr, "spcg: cannot build matrix\n");
    return 1;
  }
  printf("n %d nnz %d\n", m.n, m.ptr[m.n]);
  double *b = calloc(m.n, sizeof *b), *x = calloc(m.n, sizeof *x), *y = calloc(m.n, sizeof *y);
  if (!b || !x || !y) return 1;
  for (int c = 0; c < cases; c++) {
    memset(b, 0, m.n * sizeof *b);
    for (int k = 0; k < 50; k++) b[rnd() % m.n] += frand() - 0.3;
    int it = cg(&m, b, x, 1e-8, 1000);
    if (it < 0) return 1;
    spmv_rows(&m, 0, m.n, x, y);
    double worst = 0;
    for (int i = 0; i < m.n; i++)
      if (fabs(y[i] - b[i]) > worst) worst = fabs(y[i] - b[i]);
    printf("case %d: %d iterations, energy %.12e, residual max %.6e\n", c, it, dot(m.n, x, b), worst);
  }
  free(b);
  free(x);
  free(y);
  free(m.ptr);
  free(m.col);
  free(m.val);
  return 0;
}

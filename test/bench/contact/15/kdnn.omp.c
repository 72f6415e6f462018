// Local outlier detection in a 3-D point cloud with a k-d tree.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define K 12
#define LEAF 8

struct point { float x[3]; int id; };

struct node {
  int axis;               // -1 for a leaf
  float split;
  int lo, hi;             // range of points of a leaf
  struct node *left, *right;
};

struct heap { int n; float d[K]; int id[K]; };

static struct point *pts;
static int node_count;
static unsigned long long seed = 0x2545F4914F6CDD1DULL;

static float frand(void) {
  seed ^= seed >> 12; seed ^= seed << 25; seed ^= seed >> 27;
  return (float)((seed * 0x2545F4914F6CDD1DULL) >> 40) / 16777216.0f;
}

static void swap_points(int a, int b) {
  struct point t = pts[a]; pts[a] = pts[b]; pts[b] = t;
}

// quickselect: the k-th smallest along the axis moves to position k
static void select_kth(int lo, int hi, int k, int axis) {
  while (hi - lo > 1) {
    float p = pts[(lo + hi) / 2].x[axis];
    int i = lo, j = hi - 1;
    while (i <= j) {
      while (pts[i].x[axis] < p) i++;
      while (pts[j].x[axis] > p) j--;
      if (i <= j) swap_points(i++, j--);
    }
    if (k <= j) hi = j + 1;
    else if (k >= i) lo = i;
    else return;
  }
}

static struct node *build(int lo, int hi) {
  struct node *n = calloc(1, sizeof *n);
#pragma omp atomic
  node_count++;
  if (hi - lo <= LEAF) {
    n->axis = -1;
    n->lo = lo;
    n->hi = hi;
    return n;
  }
  float mn[3], mx[3];
  for (int a = 0; a < 3; a++) {
    mn[a] = FLT_MAX;
    mx[a] = -FLT_MAX;
  }
  for (int i = lo; i < hi; i++)
    for (int a = 0; a < 3; a++) {
      if (pts[i].x[a] < mn[a]) mn[a] = pts[i].x[a];
      if (pts[i].x[a] > mx[a]) mx[a] = pts[i].x[a];
    }
  int axis = 0;
  for (int a = 1; a < 3; a++)
    if (mx[a] - mn[a] > mx[axis] - mn[axis]) axis = a;
  int mid = (lo + hi) / 2;
  select_kth(lo, hi, mid, axis);
  n->axis = axis;
  n->split = pts[mid].x[axis];
#pragma omp task if (hi - lo > 4000)
  n->left = build(lo, mid);
  n->right = build(mid, hi);
#pragma omp taskwait
  return n;
}

static void tree_free(struct node *n) {
  if (!n) return;
  tree_free(n->left);
  tree_free(n->right);
  free(n);
}

static void heap_insert(struct heap *h, float d, int id) {
  int i;
  if (h->n < K) i = h->n++;
  else if (d < h->d[K - 1]) i = K - 1;
  else return;
  while (i > 0 && h->d[i - 1] > d) {
    h->d[i] = h->d[i - 1];
    h->id[i] = h->id[i - 1];
    i--;
  }
  h->d[i] = d;
  h->id[i] = id;
}

static void knn(const struct node *n, const struct point *q, struct heap *h) {
  if (n->axis < 0) {
    for (int i = n->lo; i < n->hi; i++) {
      if (pts[i].id == q->id) continue;
      float dx = pts[i].x[0] - q->x[0], dy = pts[i].x[1] - q->x[1], dz = pts[i].x[2] - q->x[2];
      heap_insert(h, dx * dx + dy * dy + dz * dz, pts[i].id);
    }
    return;
  }
  float d = q->x[n->axis] - n->split;
  knn(d < 0 ? n->left : n->right, q, h);
  if (h->n < K || d * d < h->d[K - 1])
    knn(d < 0 ? n->right : n->left, q, h);
}

static int by_score(const void *a, const void *b) {
  float x = ((const struct point *)a)->x[0], y = ((const struct point *)b)->x[0];
  if (x != y) return x < y ? 1 : -1;
  return ((const struct point *)a)->id - ((const struct point *)b)->id;
}

static void make_cloud(int n) {
  for (int i = 0; i < n; i++) {
    float u = frand() * 6.2831853f, v = frand() * 6.2831853f;
    float r = 1.0f + 0.3f * cosf(v) + 0.01f * frand();
    pts[i].x[0] = r * cosf(u);
    pts[i].x[1] = r * sinf(u);
    pts[i].x[2] = 0.3f * sinf(v) + 0.01f * frand();
    if (i % 5003 == 17)                    // stray returns
      for (int a = 0; a < 3; a++) pts[i].x[a] = 3.0f * frand() - 1.5f;
    pts[i].id = i;
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 480000;
  pts = malloc(n * sizeof *pts);
  make_cloud(n);

  struct timespec t0, t1, t2;
  clock_gettime(CLOCK_MONOTONIC, &t0);
  struct node *root;
#pragma omp parallel
#pragma omp single
  root = build(0, n);
  clock_gettime(CLOCK_MONOTONIC, &t1);

  struct heap *nb = malloc(n * sizeof *nb);
  float *kdist = malloc(n * sizeof *kdist);
#pragma omp parallel for schedule(dynamic, 512)
  for (int i = 0; i < n; i++) {
    struct heap *h = &nb[pts[i].id];
    h->n = 0;
    knn(root, &pts[i], h);
    float s = 0;
    for (int k = 0; k < h->n; k++) s += sqrtf(h->d[k]);
    kdist[pts[i].id] = h->n ? s / h->n : 0;
  }
  struct point *score = malloc(n * sizeof *score);
  double mean = 0;
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int k = 0; k < nb[i].n; k++) s += kdist[nb[i].id[k]];
    score[i].x[0] = s > 0 ? kdist[i] * nb[i].n / s : 0;
    score[i].id = i;
  }
  for (int i = 0; i < n; i++) mean += score[i].x[0];
  clock_gettime(CLOCK_MONOTONIC, &t2);
  fprintf(stderr, "build %.3f s, query %.3f s\n", (t1.tv_sec - t0.tv_sec) + 1e-9 * (t1.tv_nsec - t0.tv_nsec),
          (t2.tv_sec - t1.tv_sec) + 1e-9 * (t2.tv_nsec - t1.tv_nsec));

  qsort(score, n, sizeof *score, by_score);
  printf("%d points, %d nodes, mean outlier factor %.6f\n", n, node_count, mean / n);
  for (int i = 0; i < 12 && i < n; i++)
    printf("point %6d factor %.5f nearest %.5f\n", score[i].id, score[i].x[0],
           nb[score[i].id].n ? sqrtf(nb[score[i].id].d[0]) : 0.0f);
  tree_free(root);
  free(nb); free(kdist); free(score); free(pts);
  return 0;
}

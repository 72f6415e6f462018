// Searches for the first iteration that ends the loop: by break or by a further
// condition, with temporaries, through a called function, in any spelling;
// beside each the nearest that must not run beyond its end.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#define N 20000
int a[N], b[N], flag;
struct node {
  int key;
} *list[N];

int plain(int key) {
  int i, pos = -1;
  // CHECK: [[#@LINE+2]]:3 plain: search [loop-search]
  // CHECK-NEXT: private 'i' lastprivate
  for (i = 0; i < N; i++)
    if (a[i] == key) {
      pos = i;
      flag++;
      break;
    }
  // The array ends before the loop surely does.
  // CHECK: [[#@LINE+1]]:3 plain: sequential [early-exit] {{.*}} must not read 'a[j]', which may lie outside its object
  for (int j = 0; j <= N; j++)
    if (a[j] == key) {
      pos = j;
      break;
    }
  return i + pos;
}

int tested(int n, int key) {
  int i = 0, *p = n > 7 ? b : a;
  // CHECK: [[#@LINE+2]]:3 tested: search {{.*}} if all that the loop might read of 'a' is there
  // CHECK: condition {{.*}}, 80000LL)
  while (i < n && a[i] != key)
    i++;
  // Nothing is known of what `p` leads to.
  // CHECK: [[#@LINE+1]]:3 tested: sequential [early-exit]
  while (i < n && p[i] != key)
    i++;
  return i;
}

int steps(double limit) {
  double t = 0, sum = 0;
  int i, k = 0;
  // CHECK: [[#@LINE+1]]:3 steps: search
  for (i = N - 1; i >= 0; i -= 3, k += 2) {
    t = a[i] * 0.5 + b[i] / 3;
    if (t * t > limit)
      break;
  }
  // CHECK: [[#@LINE+1]]:3 steps: sequential [scalar-carried] {{.*}} 'sum'
  for (int j = 0; j < N; j++) {
    sum += a[j];
    if (sum > limit)
      break;
  }
  // CHECK: [[#@LINE+1]]:3 steps: sequential [early-exit] {{.*}} must not divide by what may be zero
  for (int j = 0; j < N; j++)
    if (a[j] / b[j] > 9)
      break;
  // CHECK: [[#@LINE+1]]:3 steps: sequential [early-exit] {{.*}} must not write 'b[j]'
  for (int j = 0; j < N; j++) {
    b[j] = a[j];
    if (a[j] > 9)
      break;
  }
  return i + k + (t > 0) + (sum > 0);
}

static int matches(int x, int y, int key) { return x == key || y == -key; }
int seen(int x);

int calls(int key) {
  int i, *p = a, j;
  // CHECK: [[#@LINE+1]]:3 calls: search
  for (i = 0; i < N; i++)
    if (matches(a[i], b[i], key))
      break;
  // CHECK: [[#@LINE+1]]:3 calls: sequential [unknown-call]
  for (j = 0; j < N; j++)
    if (seen(a[j]))
      break;
  // CHECK: [[#@LINE+1]]:3 calls: sequential [early-exit] {{.*}} must not read 'list[j]->key'
  for (j = 0; j < N; j++)
    if (list[j] && list[j]->key == key)
      break;
  return i + j + (p == a);
}

// The size of a block shows where it is allocated, if the pointer leads to no
// other.
void *malloc(unsigned long);
int blocks(int n, int key, int *p) {
  int *q = malloc(n * sizeof *q), *r = malloc(8), i, j;
  if (key)
    r = malloc(n * sizeof *r);
  // CHECK: [[#@LINE+2]]:3 blocks: search {{.*}} if all that the loop might read of 'q' is there
  // CHECK: condition {{.*}}, @times(4LL, (long long)n))
  for (i = 0; i < n; i++)
    if (q[i] == key)
      break;
  // Nothing tells that it is still there.
  // CHECK: [[#@LINE+1]]:3 blocks: sequential [early-exit]
  for (j = 0; j < n; j++)
    if (i == j || q[j] == key)
      break;
  // CHECK: [[#@LINE+1]]:3 blocks: sequential [early-exit]
  for (j = 0; j < n; j++)
    if (r[j] == key)
      break;
  // CHECK: [[#@LINE+1]]:3 blocks: sequential [early-exit]
  for (j = 0; j < n; j++)
    if (p[j] == key)
      break;
  return i + j;
}

// A search in each iteration of a parallel loop; a search in a search.
int m[100][200], at[100];
int nest(int key) {
  int r, c;
  // CHECK: [[#@LINE+1]]:3 nest: doall
  for (r = 0; r < 100; r++) {
    int d;
    for (d = 0; d < 200; d++)
      if (m[r][d] < 0)
        break;
    at[r] = d;
  }
  // CHECK: [[#@LINE+1]]:3 nest: search
  for (r = 0; r < 100; r++) {
    for (c = 0; c < 200 && m[r][c] != key; c++)
      ;
    if (c < 200)
      return r;
  }
  // CHECK: [[#@LINE+1]]:3 nest: sequential [early-exit]
  for (r = 0; r < 100; r++)
    for (c = 0; c < 300; c++)
      if (m[r][c] == key + 1)
        return -c;
  return 0;
}

// Partners `i ^ d`: different ones for different iterations, and each other's.
// Where only one of two partners works, no two iterations meet.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
enum { N = 1 << 16 };
int a[2 * N], b[N], c[N];
double re[N], im[N];

static void stage(int *v, int width, int distance) {
  // CHECK: [[#@LINE+1]]:3 stage: doall
  for (int i = 0; i < N; i++) {
    int other = i ^ distance;
    if (other <= i)
      continue;
    int ascending = (i & width) == 0;
    if (ascending == (v[i] > v[other])) {
      int t = v[i];
      v[i] = v[other];
      v[other] = t;
    }
  }
}

static void butterfly(int mask) {
  // CHECK: [[#@LINE+1]]:3 butterfly: doall
  for (int i = 0; i < N; i++)
    if ((i ^ mask) > i) {
      double r = re[i], s = im[i];
      re[i] = r + re[i ^ mask];
      im[i] = s + im[i ^ mask];
      re[i ^ mask] = r - re[i ^ mask];
      im[i ^ mask] = s - im[i ^ mask];
    }
}

static void permuted(int mask) {
  // CHECK: [[#@LINE+1]]:3 permuted: doall
  for (int i = 0; i < N; i++)
    c[i ^ mask] = b[i];
}

static void unguarded(int mask) {
  // Both partners write each other's element.
  // CHECK: [[#@LINE+1]]:3 unguarded: sequential
  for (int i = 0; i < N; i++)
    b[i ^ mask] += b[i];
}

static void wrongGuard(int mask) {
  // Partners of different sets.
  // CHECK: [[#@LINE+1]]:3 wrongGuard: sequential
  for (int i = 0; i < N; i++)
    if ((i ^ mask) > i)
      a[i ^ mask] = a[i + 1];
}

static void moving(int mask) {
  // The mask is another one in each iteration.
  // CHECK: [[#@LINE+1]]:3 moving: sequential
  for (int i = 0; i < N; i++)
    if ((i ^ (mask & i)) > i)
      a[i ^ (mask & i)] = a[i] + 1;
}

static void twoMasks(int mask, int other) {
  // CHECK: [[#@LINE+1]]:3 twoMasks: sequential
  for (int i = 0; i < N; i++)
    if ((i ^ mask) > i)
      a[i ^ other] = a[i] + 1;
}

static int ended(int mask) {
  int k = 0;
  // Behind the guard it has ended, and is not just passed by.
  // CHECK: [[#@LINE+1]]:3 ended: sequential
  for (int i = 0; i < N; i++) {
    int other = i ^ mask;
    if (other <= i)
      break;
    k += a[other] * k + i;
  }
  return k;
}

static void partly(int mask) {
  // Which elements are written first nobody knows: the array is not private.
  int t[2048] = {0};
  // CHECK: [[#@LINE+1]]:3 partly: sequential
  for (int r = 0; r < N; r++) {
    for (int i = 0; i < 8; i++)
      t[i ^ mask] = i + r;
    for (int i = 0; i < 8; i++)
      c[r] += t[i];
  }
  // CHECK: [[#@LINE+1]]:3 partly: sequential
  for (int r = 0; r < N; r++) {
    for (int i = 0; i < 8; i++)
      if ((i ^ mask) > i)
        t[i] = i + r;
    for (int i = 0; i < 8; i++)
      b[r] += t[i];
  }
}

int main(int argc, char **argv) {
  (void)argv;
  stage(a, 4 * argc, 2 * argc);
  butterfly(argc);
  permuted(argc);
  unguarded(argc);
  wrongGuard(argc);
  moving(argc);
  twoMasks(argc, 2 * argc);
  partly(argc);
  return ended(argc) + a[argc] + b[argc] + c[argc] + (re[argc] + im[argc] > 1);
}

// Pointers that were assigned before the loop: told as places in the object
// that they lead to they never meet, so that nothing is left to test on entry.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
enum { N = 100000 };
int best[2][N], cost[N];

static int steps(int n) {
  int from = 0;
  for (int t = 0; t < n; t++) {
    const int *old = best[from];
    int *row = best[1 - from];
    // CHECK: [[#@LINE+2]]:5 steps: doall
    // CHECK-NOT: {{^  (check|condition)}}
    for (int c = 1; c < N - 1; c++)
      row[c] = (old[c - 1] + old[c] * 3 + old[c + 1] + cost[c]) / 5;
    // CHECK: [[#@LINE+1]]:5 steps: doall
    for (int c = 1; c < N - 1; c++)
      cost[c] += row[c] & 1;
    from = 1 - from;
  }
  return from;
}

static int moved(int n) {
  int from = 0;
  for (int t = 0; t < n; t++) {
    int *row = best[1 - from];
    from = from ^ 1;
    // What 'row' was computed from has changed: only a test can tell.
    const int *old = best[from];
    // CHECK: [[#@LINE+2]]:5 moved: doall
    // CHECK-NEXT: check
    for (int c = 1; c < N - 1; c++)
      row[c] = old[c] + 1;
  }
  return from;
}

static int hidden(int n) {
  int from = n & 1;
  const int *old = best[from];
  int *row = best[1 - from];
  {
    // The name means something else where the loop is entered.
    int from = 7;
    // CHECK: [[#@LINE+2]]:5 hidden: doall
    // CHECK-NEXT: check
    for (int c = 1; c < N - 1; c++)
      row[c] = old[c] + from;
  }
  return from;
}

int main(int argc, char **argv) {
  (void)argv;
  return steps(argc) + moved(argc) + hidden(argc);
}

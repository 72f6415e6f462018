// continue goes to the step of a for and to the test of a do.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
static int a[4000], b[4000];

static int moves(int n) {
  int i = 0, j = 0;
  // CHECK: [[#@LINE+3]]:3 moves: doall
  // CHECK-NEXT: induction 'i' += 1
  // CHECK-NEXT: induction 'j' += 2 lastprivate
  for (i = 0; i < n; i++, j += 2) {
    if (b[i])
      continue;
    a[j] = i;
  }
  i = 0;
  // CHECK: [[#@LINE+1]]:3 moves: doall
  do {
    if (b[i])
      continue;
    a[i] = i;
  } while (++i < n);
  return j;
}

static int doesNotMove(int n) {
  int i, j = 0;
  // CHECK: [[#@LINE+1]]:3 doesNotMove: sequential  [scalar-carried] {{.*}} 'j' carries a value
  for (i = 0; i < n; i++) {
    if (b[i])
      continue;
    a[j] = i;
    j += 2;
  }
  return j;
}

int main(int argc, char **argv) {
  (void)argv;
  return moves(argc) + doesNotMove(argc);
}

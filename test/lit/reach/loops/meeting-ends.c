// Two variables that come towards each other: the loop ends where they meet.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
static int a[4000];

static void reverse(int n) {
  int i = 0, j = n - 1;
  // CHECK: [[#@LINE+1]]:3 reverse: doall
  while (i < j) {
    int t = a[i];
    a[i++] = a[j];
    a[j--] = t;
  }
}

static void reversePointers(int *p, int *q) {
  // CHECK: [[#@LINE+1]]:3 reversePointers: doall
  while (p < q) {
    int t = *p;
    *p++ = *q;
    *q-- = t;
  }
}

static void past(int n) {
  int i = 0, j = n - 1;
  // They pass each other by.
  // CHECK: [[#@LINE+1]]:3 past: sequential  [carried-dependence]
  while (i < j + 10) {
    int t = a[i];
    a[i++] = a[j];
    a[j--] = t;
  }
}

int main(int argc, char **argv) {
  (void)argv;
  reverse(argc);
  reversePointers(a, a + argc);
  past(argc);
  return a[0];
}

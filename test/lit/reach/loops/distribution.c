// A loop that carries a dependence in some of its statements only: these become
// a loop of their own, the others a parallel one, in the order that the
// dependences ask for.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
double a[1000], b[1000], c[1000], d[1000];
int k[1000];

static void forwards(int n) {
  // The recurrence first, then what uses it.
  // CHECK: [[#@LINE+3]]:3 forwards: sequential  [carried-dependence] {{.*}}'a[i - 1]' depends on 'a[i]' of the iteration before
  // CHECK: [[#@LINE+2]]:3 forwards: doall  [loop-doall] {{.*}}after distribution (line [[#@LINE+4]])
  // CHECK-NOT: {{[0-9]+:[0-9]+ forwards: }}
  for (int i = 1; i < n; i++) {
    a[i] = a[i - 1] * 0.5 + b[i];
    c[i] = a[i] * a[i] + d[i];
  }
}

static void backwards(int n) {
  // Here the second statement feeds the first one of the next iteration, so its
  // loop comes first.
  // CHECK: [[#@LINE+2]]:3 backwards: doall  [loop-doall] {{.*}}after distribution (line [[#@LINE+4]])
  // CHECK: [[#@LINE+1]]:3 backwards: doall  [loop-doall] {{.*}}after distribution (line [[#@LINE+2]])
  for (int i = 1; i < n; i++) {
    a[i] = b[i - 1] * 2;
    b[i] = c[i] + 1;
  }
}

static void repeated(int n) {
  // Both need 't', which each computes for itself.
  // CHECK: [[#@LINE+3]]:3 repeated: sequential  [carried-dependence]
  // CHECK: [[#@LINE+2]]:3 repeated: doall  [loop-doall] {{.*}}after distribution (lines [[#@LINE+3]], [[#@LINE+5]])
  // CHECK: private 't' local
  for (int i = 1; i < n; i++) {
    double t = d[i] + 3;
    a[i] = a[i - 1] + t;
    b[i] = c[i] * t;
  }
}

static void cycle(int n) {
  // Each statement needs the other's earlier result: one group.
  // CHECK: [[#@LINE+1]]:3 cycle: sequential  [carried-dependence]
  for (int i = 1; i < n; i++) {
    a[i] = b[i - 1] * 0.5;
    b[i] = a[i] + 1;
  }
}

static void tied(int n) {
  double t = 0;
  // 't' carries what it was from statement to statement and on.
  // CHECK: [[#@LINE+1]]:3 tied: sequential  [scalar-carried]
  for (int i = 1; i < n; i++) {
    t = t * 0.5 + a[i];
    b[i] = t;
  }
}

int printf(const char *, ...);

static void printed(int n) {
  // Output keeps its place among the statements that may end the program or
  // print as well, not among the others.
  // CHECK: [[#@LINE+3]]:3 printed: sequential  [ordered-call]
  // CHECK-NEXT: note
  // CHECK-NEXT: [[#@LINE+1]]:3 printed: doall  [loop-doall] {{.*}}after distribution (line [[#@LINE+3]])
  for (int i = 0; i < n; i++) {
    printf("%d\n", k[i]);
    c[i] = d[i] * d[i] + a[i];
  }
}

int main(int argc, char **argv) {
  (void)argv;
  forwards(argc);
  backwards(argc);
  repeated(argc);
  cycle(argc);
  tied(argc);
  printed(argc);
  return a[argc] + b[argc] + c[argc] > 0;
}

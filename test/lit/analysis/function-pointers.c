// A call through a pointer is a call of each function that the pointer may hold.
// RUN: %hocketcc -O2 --stop-after=analysis --print-after=analysis %s -o %t | %FileCheck %s
static int a[10], b[10], c[10];
static void setA(int i) { a[i] = i; }
static void setB(int i) { b[i] = i; }
static void setC(int i) { c[i] = i; }
static void (*const table[])(int) = {setA, setB};
static void (*late)(int);

static void apply(void (*f)(int), int i) { f(i); }

// CHECK-LABEL: function main
int main(int argc, char **argv) {
  (void)argv;
  // CHECK: 'table[argc & 1](3)'
  // CHECK-NOT: {c}
  // CHECK-DAG: W {a} {{.*}}by '
  // CHECK-DAG: W {b} {{.*}}by '
  // CHECK: stmt
  table[argc & 1](3);
  late = setC;
  // CHECK: 'late(4)'
  // CHECK-NOT: {{ W!?}} {{{[ab]}}}
  // CHECK: W{{!?}} {c} {{.*}}by '
  // CHECK-NOT: {{ W!?}} {{{[ab]}}}
  // CHECK: 'apply(setA, 5)'
  late(4);
  // CHECK: W{{!?}} {{{.*a.*}}} {{.*}}by 'apply'
  apply(setA, 5);
  return 0;
}

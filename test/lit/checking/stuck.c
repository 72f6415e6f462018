// Cores that wait for each other: with a signal taken out the program says so
// and ends.
// RUN: %hocketcc --check-dependences --always-parallel --cores=2 -O2 %s --stop-after=codegen --print-after=codegen | sed '/^  hk_signal(&/d' > %t.i
// RUN: %cc -c @%runtime/hocket_check.compile %t.i -o %t.o && %cc %t.o -o %t @%runtime/hocket_check.link %runtime/libhocket_check.a
// RUN: %status 66 %t 2>&1 | %FileCheck %s
// CHECK: hocket: region 'stuck.c:[[#]] main': the cores wait for each other; core [[#]] for number [[#]] of a flag that is at 0
static int a[1000], b[1000];

int main(void) {
  for (int i = 0; i < 1000; i++)
    a[i] = i;
  for (int i = 0; i < 1000; i++)
    b[i] = a[999 - i];
  return b[999];
}

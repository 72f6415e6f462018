// What the program must find: the emitted text with the waits taken out. The
// order in which the cores ran does not matter, only that nothing orders them.
// REQUIRES: clang
// RUN: %hocketcc --check-dependences --cores=2 -O2 %s --stop-after=codegen --print-after=codegen > %t.i
// RUN: grep -q hk_wait.*flags %t.i
// RUN: sed '/hk_wait(&/d' %t.i > %t.broken.i
// RUN: %cc -O2 -c @%runtime/hocket_check.compile %t.broken.i -o %t.o && %cc %t.o -o %t @%runtime/hocket_check.link %runtime/libhocket_check.a
// RUN: %status 66 %t 2>&1 | %FileCheck %s
// RUN: %clang -O1 -c @%runtime/hocket_check.compile %t.broken.i -o %t.o && %clang %t.o -o %t @%runtime/hocket_check.link %runtime/libhocket_check.a
// RUN: %status 66 %t 2>&1 | %FileCheck %s
//
// Nothing is found in the text as it is.
// RUN: %cc -O2 -c @%runtime/hocket_check.compile %t.i -o %t.o && %cc %t.o -o %t @%runtime/hocket_check.link %runtime/libhocket_check.a && %t
#include <string.h>

enum { N = 2000 };
static int a[N], b[N], c[N];

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = i;
  for (int i = 0; i < N; i++)
    b[i] = a[N - 1 - i];
  // CHECK: hocket: conflict in region 'lost-wait.c:[[#]] main': the schedule leaves two uses of 'a' at byte [[#]] unordered
  // CHECK-DAG: lost-wait.c:[[#@LINE-4]]: written by task hk_main_1_loop[[#]]_[[#]], on core
  // CHECK-DAG: lost-wait.c:[[#@LINE-3]]: read by task hk_main_1_loop[[#]]_[[#]], on core
  memset(c, 1, sizeof c);
  for (int i = 0; i < N; i++)
    c[i] += b[i];
  // CHECK: hocket: conflict in region 'lost-wait.c:[[#]] main': the schedule leaves two uses of 'c' {{.*}}unordered
  // CHECK-DAG: lost-wait.c:[[#@LINE-4]]: written by task hk_main_1_call[[#]]_[[#]], on core
  // CHECK-DAG: lost-wait.c:[[#@LINE-3]]: {{read|written}} by task hk_main_1_loop[[#]]_[[#]], on core
  return c[N - 1] == 0;
}

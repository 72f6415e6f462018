// What means another thing once there are several threads.
// RUN: %hocketcc -O2 --soc=generic-4 -Rhocket-missed -Rhocket %s -lm -o %t 2>&1 | %FileCheck %s
// RUN: nm %t | %FileCheck %s --check-prefix=NONE
// NONE-NOT: __hocket
// RUN: %hocketcc -O2 --soc=generic-4 -DSAFE -Rhocket-missed %s -lm -o %t 2>&1 | %FileCheck %s --check-prefix=NEAR --allow-empty
// NEAR-NOT: =thread-unsafe-program]
// RUN: %hocketcc -O2 --soc=generic-4 -DALLOCATES -Rhocket-missed %s -lm -o %t 2>&1 | %FileCheck %s --check-prefix=OWN
// OWN: thread-unsafe-program.c:[[#@LINE+6]]:7: remark: nothing runs in parallel: the program replaces the library's allocator by its own 'malloc' [-Rhocket-missed=thread-unsafe-program]
#include <fenv.h>
#include <stddef.h>
#if defined(ALLOCATES) || defined(SAFE)
static char pool[1000];
#ifdef ALLOCATES
void *malloc(size_t n) { return n > sizeof pool ? NULL : pool; }
#else
static void *own_malloc(size_t n) { return n > sizeof pool ? NULL : pool; }
#endif
#endif
double a[4000000];

int main(void) {
#ifdef SAFE
  char *p = own_malloc(5);
  p[0] = 1;
#elif !defined(ALLOCATES)
  // CHECK: thread-unsafe-program.c:[[#@LINE+1]]:3: remark: nothing runs in parallel: the program uses the floating-point environment by 'fesetround' [-Rhocket-missed=thread-unsafe-program]
  fesetround(FE_UPWARD);
#endif
  // CHECK-NOT: =region-formed]
  for (int i = 0; i < 4000000; i++)
    a[i] = i / 3.0;
  return a[3] != 1;
}

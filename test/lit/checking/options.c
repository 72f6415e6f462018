// --check-dependences with what it cannot be combined with, and where there is
// nothing to check.
// RUN: %status 1 %hocketcc --check-dependences -fsanitize=thread %s 2>&1 | %FileCheck %s --check-prefix=SANITIZER
// RUN: %status 1 %hocketcc --check-dependences -fsanitize=address,undefined %s 2>&1 | %FileCheck %s --check-prefix=SANITIZER
// SANITIZER: hocketcc: error: --check-dependences: not to be combined with a sanitizer that keeps records of memory
// RUN: %status 1 %hocketcc --check-dependences --no-parallel %s 2>&1 | %FileCheck %s --check-prefix=SEQUENTIAL
// SEQUENTIAL: hocketcc: error: --check-dependences: there is nothing to check with --no-parallel
// RUN: %hocketcc --check-dependences -c %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=AS-IS
// AS-IS: hocketcc: warning: --check-dependences: nothing is checked: {{.+}}
// RUN: %hocketcc --check-dependences -DSEQUENTIAL %s -o %t 2>&1 | %FileCheck %s --check-prefix=NOTHING
// NOTHING: hocketcc: warning: --check-dependences: nothing is checked: no part of the program runs in parallel
//
// With -fsanitize=undefined, fortified functions and link-time optimization.
// RUN: %hocketcc --check-dependences --cores=2 -O2 -fsanitize=undefined -fno-sanitize-recover=all -D_FORTIFY_SOURCE=2 -flto %s -o %t 2>&1 | %not grep .
// RUN: env HOCKET_VERBOSE=1 %t 2>&1 | %FileCheck %s --check-prefix=CHECKED
// CHECKED: hocket: 1 regions checked
#include <string.h>

static int a[1000], b[1000];

int main(void) {
#ifndef SEQUENTIAL
  for (int i = 0; i < 1000; i++)
    a[i] = i;
  memcpy(b, a, sizeof b);
#endif
  return b[999] - a[999];
}

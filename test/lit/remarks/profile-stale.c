// One function has changed since the profile was made: what it says about the
// other one is used.
// RUN: rm -rf %t && mkdir %t
// RUN: %hocketcc -O2 --soc=generic-4 --profile-generate=%t/p %s -o %t/x
// RUN: %t/x 3 3
// RUN: %hocketcc -O2 --soc=generic-4 -DCHANGED --profile-use=%t/p -Rhocket=loop-doall -Rhocket-missed=too-little %s -o %t/x 2>&1 | %FileCheck %s
// Edits around a function do not matter, nor do blanks.
// RUN: sed 's/for (/for  (/;s/^static/\n\nstatic/' %s > %t/moved.c
// RUN: %hocketcc -O2 --soc=generic-4 --profile-use=%t/p %t/moved.c -o %t/x 2>&1 | count 0
// RUN: %hocketcc -O2 --soc=generic-4 -DCHANGED -Wno-hocket --profile-use=%t/p %s -o %t/x 2>&1 | count 0
#include <stdlib.h>
#ifdef CHANGED
#define FACTOR 3
#else
#define FACTOR 2
#endif
static double a[100000], b[100000];

// CHECK: profile-stale.c:[[#@LINE+1]]:13: warning: 'scale' has changed since the profile was made; what the profile says about it is not used [-Whocket=profile-stale]
static void scale(int n) {
  // CHECK: :[[#@LINE+1]]:3: remark: loop is DOALL
  for (int i = 0; i < n; i++)
    a[i] = a[i] / FACTOR + i;
}

static void move(int n) {
  // CHECK: :[[#@LINE+1]]:3: remark: stays sequential
  for (int i = 0; i < n; i++)
    b[i] = b[i] / 3 + a[i];
}

int main(int argc, char **argv) {
  scale(atoi(argv[argc - 2]));
  move(atoi(argv[argc - 1]));
  return a[2] == 12345;
}

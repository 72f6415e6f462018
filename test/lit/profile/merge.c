// Runs of one program are added up; a file of another program is replaced, as is
// one that is no profile.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %hocketcc -O2 --profile-generate %s -o x
// RUN: ./x 10
// RUN: %FileCheck %s --check-prefix=ONE < x.hkprof
// ONE: "runs": 1,
// ONE: "kind": "loop", {{.*}}"runs": 1, "times": 10,
// RUN: ./x 20
// RUN: ./x 30
// RUN: %FileCheck %s --check-prefix=THREE < x.hkprof
// THREE: "runs": 3,
// THREE: "kind": "loop", {{.*}}"runs": 3, "times": 60,
// RUN: %python -c "import json; p = json.load(open('x.hkprof')); assert p['longest'] < p['ns'] <= 3 * p['longest'], p"
// RUN: %hocketcc -O2 -DCHANGED --profile-generate %s -o x
// RUN: ./x 7
// RUN: %FileCheck %s --check-prefix=CHANGED < x.hkprof
// CHANGED: "runs": 1,
// CHANGED: "kind": "loop", {{.*}}"runs": 1, "times": 7,
// RUN: %FileCheck %s --check-prefix=CHANGED < x.hkprof
// RUN: %python -c "t = open('x.hkprof').read(); open('x.hkprof', 'w').write(t[:-9])"
// RUN: ./x 7
// RUN: %FileCheck %s --check-prefix=CHANGED < x.hkprof
#include <stdlib.h>
int a[100];
int main(int argc, char **argv) {
  int n = atoi(argv[argc - 1]);
  for (int i = 0; i < n; i++)
#ifdef CHANGED
    a[i] = i + n;
#else
    a[i] = i;
#endif
  return a[1] == 100;
}

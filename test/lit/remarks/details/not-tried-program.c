// What keeps every loop of a program from being tried is said at each that
// would be looked at. Who looks at errno keeps only loops from it that do so.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -DCALLS -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s --check-prefix=CALLS
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -DERROR -Rhocket -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s --check-prefix=NEAR
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -DPLACE -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s --check-prefix=PLACE
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -DNAMES -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s --check-prefix=NAMES
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -DLOCALE -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s --check-prefix=LOCALE
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -DUNKNOWN -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s --check-prefix=UNKNOWN
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -Rhocket -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s --check-prefix=NEAR
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

static int work[64];

#ifdef NAMES
int mmap(int n) { return n + work[n]; }
#endif

static long steps(int n) {
  long found = 0;
#ifdef PLACE
  const int *place = &errno;
#endif
  // CALLS: not-tried-program.c:[[#@LINE+6]]:3: remark: loop does not run speculatively: the program calls 'system' [-Rhocket-missed=not-tried]
  // PLACE: not-tried-program.c:[[#@LINE+5]]:3: remark: loop does not run speculatively: it reads errno by its address [-Rhocket-missed=not-tried]
  // NAMES: not-tried-program.c:[[#@LINE+4]]:3: remark: loop does not run speculatively: the program has a 'mmap' of its own [-Rhocket-missed=not-tried]
  // LOCALE: not-tried-program.c:[[#@LINE+3]]:3: remark: loop does not run speculatively: the program sets the locale later than where it begins [-Rhocket-missed=not-tried]
  // UNKNOWN: not-tried-program.c:[[#@LINE+2]]:3: remark: loop does not run speculatively: '{{.*}}' may touch anything [-Rhocket-missed=not-tried]
  // NEAR: not-tried-program.c:[[#@LINE+1]]:3: remark: loop runs speculatively
  for (int i = 0; i < 1000; i++)
    for (int k = 0; k < i; k++) {
      int j = (work[k & 63] * 7 + k + n) & 63;
      work[j] += i;
      if (work[j] > 5000)
        found += j;
#ifdef PLACE
      found += *place;
#endif
    }
#ifdef LOCALE
  setlocale(LC_ALL, "");
#endif
  return found;
}

int main(int argc, char **argv) {
  (void)argv;
  long found = steps(argc);
#ifdef CALLS
  found += system("true");
#endif
#ifdef ERROR
  found += errno;
#endif
#ifdef NAMES
  found += mmap(argc);
#endif
#ifdef UNKNOWN
  __asm__ volatile("" : "+r"(argc) : : "memory");
#endif
  printf("%ld\n", found + argc);
  return 0;
}

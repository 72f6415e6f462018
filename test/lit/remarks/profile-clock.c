// A second profile that does not tell what waits for memory.
// RUN: rm -rf %t && mkdir %t
// RUN: %hocketcc -O2 --soc=generic-2 --profile-generate %s -o %t/x
// RUN: env HOCKET_PROFILE=%t/run %t/x
// RUN: sed 's/"khz": [0-9]*/"khz": 1800000/' %t/run > %t/fast
// RUN: sed 's/"khz": [0-9]*/"khz": 0/' %t/run > %t/unknown
// RUN: sed 's/"chip": "[^"]*"/"chip": "other"/; s/"khz": [0-9]*/"khz": 600000/' %t/run > %t/other
// RUN: %hocketcc -O2 --soc=generic-2 --profile-use=%t/fast --profile-use=%t/fast %s -o %t/x 2>&1 | %FileCheck %s --check-prefix=SAME
// SAME: hocketcc: warning: the profile '{{.*}}fast' does not show what waits for memory: its runs were at the first one's clock [-Whocket=profile-clock]
// SAME: help: set the clock to its highest point for the runs of the first profile, and to a lower one for those of the others
// RUN: %hocketcc -O2 --soc=generic-2 --profile-use=%t/fast --profile-use=%t/unknown %s -o %t/x 2>&1 | %FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: warning: the profile '{{.*}}unknown' does not show what waits for memory: the profile does not say at which clock its runs were [
// RUN: %hocketcc -O2 --soc=generic-2 --profile-use=%t/unknown --profile-use=%t/fast %s -o %t/x 2>&1 | %FileCheck %s --check-prefix=FIRST
// FIRST: warning: the profile '{{.*}}fast' does not show what waits for memory: the first one does not say at which clock its runs were [
// RUN: %hocketcc -O2 --soc=generic-2 --profile-use=%t/fast --profile-use=%t/other %s -o %t/x 2>&1 | %FileCheck %s --check-prefix=CHIP
// CHIP: warning: the profile '{{.*}}other' does not show what waits for memory: it was made on another chip than the first one [
// RUN: %hocketcc -O2 --soc=generic-2 --profile-use=%t/fast --profile-use=%t/none %s -o %t/x 2>&1 | %FileCheck %s --check-prefix=NONE
// NONE: warning: the profile '{{.*}}none' is not used
static double a[1000];
int main(int argc, char **argv) {
  (void)argv;
  for (int i = 0; i < 1000; i++)
    a[i] = a[i] / 3 + argc;
  return a[7] > 1;
}

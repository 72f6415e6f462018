// Variables that all iterations of a loop inside move together.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s

void pixels(unsigned char *p, int w, int h) {
  // CHECK: [[#@LINE+2]]:3 pixels: doall {{.*}} if 'w' is not negative
  // CHECK: induction 'p' += 3 * 'w'
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      *p++ = x;
      *p++ = y;
      *p++ = x ^ y;
    }
}
void blocks(int *p, int n) {
  // CHECK: [[#@LINE+2]]:3 blocks: doall
  // CHECK: induction 'p' += 32
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 8; k++)
      *p++ = i + k;
}
int numbered(int *a, int w, int h) {
  int k = 0;
  // CHECK: [[#@LINE+2]]:3 numbered: doall
  // CHECK: induction 'k' += 1 * 'w'
  for (int y = 0; y < h; y++)
    for (int x = 1; x <= w; x++)
      a[k++] = x * y;
  return k;
}
void unknown(int *p, int w, int h) {
  // CHECK: [[#@LINE+1]]:3 unknown: sequential  [scalar-carried]
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      if (x & y)
        *p++ = x;
  // CHECK: [[#@LINE+1]]:3 unknown: sequential  [scalar-carried]
  for (int y = 0; y < h; y++)
    for (int x = 0; x < y; x++)
      *p++ = x;
}

// The largest of each class; beside it the largest and the sum of one class.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#define N 20000
int a[N], high[100];
unsigned char seen[256];

void classes(int n) {
  // CHECK: [[#@LINE+2]]:3 classes: reduction
  // CHECK-NEXT: reduction max 'high[i % 100]' int copy of 100
  for (int i = 0; i < n; i++)
    if (high[i % 100] < a[i])
      high[i % 100] = a[i];
  // CHECK: [[#@LINE+2]]:3 classes: reduction
  // CHECK-NEXT: reduction or 'seen[a[i] & 255]' unsigned char copy of 256
  for (int i = 0; i < n; i++)
    seen[a[i] & 255] |= (unsigned char)i;
  // CHECK: [[#@LINE+1]]:3 classes: sequential
  for (int i = 0; i < n; i++) {
    if (high[a[i] & 63] < a[i])
      high[a[i] & 63] = a[i];
    high[i & 63] += a[i];
  }
}

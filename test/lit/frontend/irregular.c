// Control that the tree does not follow is opaque and says why; what is inside
// is still read, jumps and labels are marked.
// RUN: %hocketcc --stop-after=frontend --print-after=frontend %s -o %t | %FileCheck %s

// CHECK-LABEL: function machine(a, n)
int machine(int *a, int n) {
  // CHECK-NEXT: block exits: return labelled
  // CHECK: opaque the label 'again' labelled
  // CHECK: `a[n] = 1`
  // CHECK: W int a + (4 * n) (4) := 1
  // CHECK: branch exits: goto
  // CHECK: jump goto
again:
  a[n] = 1;
  if (n-- > 0)
    goto again;
  return a[0];
}

// CHECK-LABEL: function duff(to, from, n)
void duff(char *to, const char *from, int n) {
  // CHECK: opaque a switch
  // CHECK: `n & 3`
  // CHECK: loop do uncounted (a jump may enter it in the middle) labelled
  // CHECK: `*to++ = *from++`
  // CHECK: `*to++ = *from++`
  switch (n & 3) {
  case 0:
    do {
      *to++ = *from++;
    case 1:
      *to++ = *from++;
    } while ((n -= 2) > 0);
  }
}

// CHECK-LABEL: function searched(a, n)
int searched(int *a, int n) {
  // CHECK-NOT: opaque
  // CHECK: loop for uncounted (a 'break' may leave it)
  // CHECK: jump break
  for (int i = 0; i < n; i++)
    if (a[i])
      break;
  return n;
}

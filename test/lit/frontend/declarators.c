// One declaration of several names: a statement each, with its own initializer.
// RUN: %hocketcc --no-speculation --stop-after=frontend --print-after=frontend %s -o %t | %FileCheck %s

// CHECK: global shared : int (4)
// CHECK: local a in several : int (4) address-taken
// CHECK: local p in several : int * (8)
// CHECK: local b in several : int [3] (12)
// CHECK: local c in several : int (4)
// CHECK: static kept in several : int (4)
static int shared;

// CHECK-LABEL: function several(n)
int several(int n) {
  // CHECK: declare `a = n` = n
  // CHECK: W int &a (4) := n
  // CHECK: declare `*p = &a` = &a
  // CHECK-NEXT: W int * &p (8) := &a
  // CHECK: declare `b[3] = {1, n, 3}`
  // CHECK-NEXT: W int[3] &b (12)
  // CHECK: W int &b + 4 (4) := n
  // CHECK: declare `c`
  // CHECK-NOT: W int &c
  int a = n, *p = &a, b[3] = {1, n, 3}, c;
  // CHECK: declare `kept = 4`
  // CHECK-NOT: W int &kept (4) := 4
  static int kept = 4;
  // CHECK: `c = kept++ + *p + shared`
  // CHECK: W int &kept (4) := kept + 1
  // CHECK: W int &c (4) := (kept + {{.*}}) + shared
  c = kept++ + *p + shared;
  // CHECK: `a += b[1] <<= 2` = a + (*i32(&b + 4) << 2)
  // CHECK: R int &b + 4 (4)
  // CHECK: W int &b + 4 (4) := *i32(&b + 4) << 2
  // CHECK: W int &a (4) := a + (*i32(&b + 4) << 2)
  a += b[1] <<= 2;
  // CHECK: `a++ + --c` = a + (c - 1)
  // CHECK: W int &a (4) := a + 1
  // CHECK: W int &c (4) := c - 1
  return a++ + --c;
}

int count(void) { return shared++; }

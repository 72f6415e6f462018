// A compound literal that is but read has no address: writing it changes
// nothing that pointers lead to. One whose address is taken may be what they
// lead to.
// RUN: %hocketcc --stop-after=frontend --print-after=frontend %s | %FileCheck %s
struct cell {
  int score, length;
};

// CHECK-LABEL: {{^}}function read(
// CHECK: W int &literal:{{[0-9]+}} + 4 (4) := *i32(m + (4 * (2 * *i32(at))))
struct cell read(const int *at, const int *m) {
  return (struct cell){1, m[2 * *at]};
}

// CHECK-LABEL: {{^}}function taken(
// CHECK: W int &literal:{{[0-9]+}} + 4 (4) := ?(
const struct cell *taken(const int *at, const int *m) {
  static struct cell kept;
  const struct cell *p = &(struct cell){1, m[2 * *at]};
  kept = *p;
  return &kept;
}

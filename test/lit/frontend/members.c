// Members are offsets into their objects; bit-fields may be written in part;
// structs are copied whole.
// RUN: %hocketcc --stop-after=frontend --print-after=frontend %s -o %t | %FileCheck %s
struct vec {
  double x, y;
  int tag[4];
};
struct body {
  struct vec pos;
  struct body *next;
  unsigned flags : 3;
};

// CHECK-LABEL: function members(b, i)
void members(struct body *b, int i) {
  // CHECK: `b->pos.x = b[i].pos.y`
  // CHECK: R double (b + (48 * i)) + 8 (8)
  // CHECK: W double b (8)
  b->pos.x = b[i].pos.y;
  // CHECK: `b->next->pos.tag[2] = 1`
  // CHECK: R struct body * b + 32 (8)
  // CHECK: W int *ptr(b + 32) + 24 (4) := 1
  b->next->pos.tag[2] = 1;
  // CHECK: `b->flags = 5`
  // CHECK: W? unsigned int b + 40
  b->flags = 5;
  // CHECK: declare `v = b->pos`
  // CHECK: R struct vec b (32)
  // CHECK: W struct vec &v (32)
  struct vec v = b->pos;
  // CHECK: `b[1].pos = v`
  // CHECK: W struct vec b + 48 (32)
  b[1].pos = v;
}

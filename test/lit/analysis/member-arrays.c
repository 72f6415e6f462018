// Subscripts into an array that is a member stay in it: a pointer in front of
// it, or behind it, is not among its elements. The last array of a structure may
// be longer than it says, and a member of a union lies over the others.
// RUN: %hocketcc -O2 --stop-after=analysis --print-after=analysis %s -o %t | %FileCheck %s
static int a[10], b[10], c[10], d[10];

struct record {
  int *before;
  int *row[4];
  int *behind;
};
struct open {
  int *before;
  int *row[4];
};
union either {
  int *one;
  int *row[2];
};

static struct record r;
static struct open o[2];
static union either u;

// CHECK-LABEL: function main
int main(int argc, char **argv) {
  (void)argv;
  r.before = a;
  r.behind = b;
  r.row[argc & 3] = c;
  // CHECK: '*r.before = 1'
  // CHECK: W! {a} size 4
  *r.before = 1;
  // CHECK: '*r.behind = 2'
  // CHECK: W! {b} size 4
  *r.behind = 2;
  // CHECK: '*r.row[argc & 1] = 3'
  // CHECK: W! {c} size 4
  *r.row[argc & 1] = 3;
  o[0].before = a;
  o[0].row[argc] = b;
  o[1].before = d;
  // CHECK: '*o[0].before = 4'
  // CHECK: W! {a} size 4
  *o[0].before = 4;
  // CHECK: '*o[1].before = 5'
  // CHECK: W! {b, d} size 4
  *o[1].before = 5;
  u.one = a;
  u.row[argc & 1] = b;
  // CHECK: '*u.one = 6'
  // CHECK: W! {a, b} size 4
  *u.one = 6;
  return 0;
}

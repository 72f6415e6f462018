// What a call does is what its callee does, in terms of the caller's objects;
// locals of the callee are nobody's business, statics are.
// RUN: %hocketcc --no-speculation -O2 --stop-after=analysis --print-after=analysis %s -o %t | %FileCheck %s
static int table[100], other[100];
int scale;

static void fill(int *to, int n) {
  for (int i = 0; i < n; i++)
    to[i] = scale;
}
static int next(void) {
  static int count;
  return ++count;
}
static int twice(int x) { return 2 * x; }
static void both(int *a, int *b) {
  fill(a, 100);
  fill(b, 100);
}
static int depth(int *p, int n) {
  if (n == 0)
    return p[0];
  p[n] = n;
  return depth(p, n - 1);
}

struct node {
  int value, links[6], size;
};
static struct node node;

static void visit(struct node *n, int k) {
  n->links[k]++;
  if (k > 0)
    visit(n, k - 1);
}

// CHECK: function depth recursive calls depth
// CHECK: function main calls fill, next, twice, both, depth, visit
int main(void) {
  // CHECK: 'fill(table, 100)'
  // CHECK-NEXT: R {scale} size 4 at &scale : int by 'fill'
  // CHECK-NEXT: W {table} : int by 'fill'
  // CHECK-NEXT: stmt
  fill(table, 100);
  // CHECK-NEXT: R! {next.count} size 4 at &count : int by 'next'
  // CHECK-NEXT: W! {next.count} size 4 at &count : int by 'next'
  // CHECK-NEXT: stmt
  next();
  // CHECK-SAME: 'scale = twice(4)'
  // CHECK-NEXT: W! {scale}
  // CHECK-NEXT: stmt
  scale = twice(4);
  // CHECK-SAME: 'both(table, other)'
  // CHECK: W {table{{.*}} by 'both'
  // CHECK: W {{.*}}other} : int by 'both'
  both(table, other);
  // CHECK: 'depth(other, 9)'
  // CHECK-DAG: W {other} : int by 'depth'
  // CHECK-DAG: R {other} {{.*}}by 'depth'
  // CHECK: stmt
  depth(other, 9);
  // CHECK: 'visit(&node, 5)'
  // CHECK-NEXT: R {node} size 24 at &node + 4 by 'visit'
  // CHECK-NEXT: W {node} size 24 at &node + 4 by 'visit'
  visit(&node, 5);
  return 0;
}

// Calls that a function makes of itself for parts of its work: tasks where they
// only read, in order where one may see what another does.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --always-parallel -Rhocket=fork-join -Rhocket-missed=ordered-parts %s -o %t 2>&1 | %FileCheck %s --check-prefix=SAYS --implicit-check-not=remark:
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --stop-after=codegen --print-after=codegen %s -o %t | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>

typedef struct Node {
  struct Node *left, *right;
  int key;
} Node;

static int sum(const Node *n) {
  if (!n)
    return 0;
  // SAYS: :[[#@LINE+1]]:3: remark: 'sum' is recursive fork-join: 2 calls of itself run as tasks that cores take in turn
  return n->key + sum(n->left) + 2 * sum(n->right);
}

static int visits;
static int count(const Node *n) {
  visits++;
  if (!n)
    return 0;
  // SAYS: :[[#@LINE+1]]:10: remark: calls that 'count' makes of itself stay in order: it writes 'visits' in 'count'
  return n->key + count(n->left) + 2 * count(n->right);
}

static int along(const Node *n, int before) {
  if (!n)
    return before;
  int left = along(n->left, before);
  // SAYS: :[[#@LINE+1]]:7: remark: calls that 'along' makes of itself stay in order: 'left' is the result of the one before
  int right = along(n->right, left + n->key);
  return right;
}

// The user's own function calls itself as before, and so do short calls.
// CHECK: static int sum(const Node *n) {
// CHECK: return n->key + sum(n->left) + 2 * sum(n->right);
// CHECK: int main(
// CHECK: hk_sum_d1_enter(&n)
// CHECK: static int hk_sum_d1_part(
// CHECK: struct hk_sum_d1_task hk_d0[2] = {{.*}}hk_sum_d1_run}, n->left}, {{.*}}hk_sum_d1_run}, n->right}
// CHECK-SAME: hk_together(hk_at, &hk_d0[0].hk_head, sizeof *hk_d0, 2);
// CHECK-SAME: return n->key + (hk_d0[0].hk_result) + 2 * (hk_d0[1].hk_result);
// CHECK: if (hk_at->share > 1)
// CHECK-NEXT: hk_sum_d1_part(hk_at, hk_task->n)
// CHECK-NEXT: else
// CHECK-NEXT: sum(hk_task->n)
int main(int argc, char **argv) {
  Node n = {NULL, NULL, argc};
  printf("%d %d %d %d\n", sum(&n), count(&n), along(&n, 1), visits);
  return argv[0] == NULL;
}

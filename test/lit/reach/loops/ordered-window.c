// Three iterations of which nobody knows what they take are no pipeline, though
// the sum over lists is all that keeps them in order.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -Rhocket -Rhocket-missed %s -o %t -lm 2>&1 | %FileCheck %s
#include <math.h>
#include <stdlib.h>
struct node {
  struct node *next;
  double x;
};
struct node *cells[66];

double near(int cy, double x) {
  double sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: stays sequential: {{.*}}=too-little-work]
  for (int y = cy - 1; y <= cy + 1; y++)
    for (struct node *n = cells[y]; n; n = n->next)
      sum += exp(x - n->x);
  return sum;
}

int main(void) {
  for (int i = 0; i < 3000; i++) {
    struct node *n = malloc(sizeof *n);
    n->x = i * 0.01;
    n->next = cells[i % 66];
    cells[i % 66] = n;
  }
  double s = 0;
  for (int k = 0; k < 100; k++)
    s = s / 2 + near(1 + k % 64, k * 0.1);
  return s > 7;
}

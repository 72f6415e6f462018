// Of records that a list leads to no index is known; but a member of some
// record is no other member of any record.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>

struct part {
  double x, rho;
  int next;
};

static void density(struct part *p, const int *head, int n) {
  // CHECK: [[#@LINE+1]]:3 density: doall
  for (int i = 0; i < n; i++) {
    double rho = 0;
    for (int j = head[i % 8]; j >= 0; j = p[j].next) {
      const struct part *b = &p[j];
      rho += b->x;
    }
    p[i].rho = rho;
  }
}

static void smooth(struct part *p, const int *head, int n) {
  // CHECK: [[#@LINE+1]]:3 smooth: sequential
  for (int i = 0; i < n; i++) {
    double rho = 0;
    for (int j = head[i % 8]; j >= 0; j = p[j].next)
      rho += p[j].rho;
    p[i].rho = rho;
  }
}

int main(int argc, char **argv) {
  static int head[8];
  struct part *p = calloc(100, sizeof *p);
  for (int i = 0; i < 100; i++)
    p[i].next = i < 8 ? -1 : i - 8;
  density(p, head, argc * 50);
  smooth(p, head, argc * 50);
  printf("%g %s\n", p[3].rho, argv[0]);
  free(p);
}

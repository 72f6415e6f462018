// Pointers in the members of an array of structures.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>
struct layer {
  double *weight, *bias;
  int size;
};
struct net {
  struct layer *layers;
  int count;
};
static struct layer shared[64];

int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  struct net net = {malloc(n * sizeof(struct layer)), n};
  for (int k = 0; k < n; k++) {
    net.layers[k].size = n;
    net.layers[k].weight = malloc(n * sizeof(double));
    net.layers[k].bias = calloc(n, sizeof(double));
  }
  double *both = malloc(n * sizeof(double));
  for (int k = 0; k < n; k++)
    shared[k].weight = both;

  // CHECK: [[#@LINE+1]]:3 main: doall
  for (int k = 0; k < n; k++)
    for (int j = 0; j < n; j++)
      net.layers[k].weight[j] = net.layers[k].bias[j] + k;

  // CHECK: [[#@LINE+1]]:3 main: doall
  for (int k = 0; k < n - 1; k++)
    for (int j = 0; j < n; j++)
      net.layers[k].weight[j] = net.layers[k + 1].bias[j];

  // One block, stored by every iteration of the loop above: the entry will
  // find it out.
  // CHECK: [[#@LINE+2]]:3 main: doall {{.*}} if no rows of 'shared' overlap
  // CHECK: condition @rows_apart(&shared, 0LL, {{.*}}, 24LL, 8, 
  for (int k = 0; k < n; k++)
    for (int j = 0; j < n; j++)
      shared[k].weight[j] = k;
  printf("%g %g\n", net.layers[1].weight[1], both[0]);
}

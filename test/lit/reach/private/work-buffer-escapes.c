// The buffer's address is kept by an iteration, or looked at as a number.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int key[1000], found[1000];
static int *keep;

static void local(int n) {
  int *w = malloc(64 * sizeof *w);
  // CHECK: [[#@LINE+2]]:3 local: doall
  // CHECK: private '*w' allocated
  for (int i = 0; i < n; i++) {
    int *half = w + 32;
    memset(w, 0, 32 * sizeof *w);
    for (int j = 0; j < 32; j++)
      half[j] = w[j] + key[i];
    found[i] = half[i & 31];
  }
  free(w);
}

static void kept(int n) {
  int *w = malloc(64 * sizeof *w);
  // CHECK: [[#@LINE+1]]:3 kept: sequential
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 64; j++)
      w[j] = key[i];
    keep = w + i % 32;
    found[i] = w[i & 31];
  }
}

static void number(int n) {
  int *w = malloc(64 * sizeof *w);
  // CHECK: [[#@LINE+1]]:3 number: sequential
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 64; j++)
      w[j] = key[i];
    found[i] = w[i & 31] + (unsigned long)w % 4096;
  }
  free(w);
}

int main(int argc, char **argv) {
  local(atoi(argv[1]));
  kept(atoi(argv[1]));
  number(atoi(argv[1]));
  printf("%d %d\n", found[5], keep[3]);
}

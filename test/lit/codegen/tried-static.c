// A static program whose loops are tried: the linker takes the runtime's
// functions for memory also in the C library's own calls, and finds there what
// these call.
// RUN: %hocketcc -O2 --always-speculate -static %s -o %t
// RUN: env HOCKET_CORES=2 HOCKET_VERBOSE=1 %t > %t.out 2>&1
// RUN: %FileCheck %s --input-file=%t.out
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned *rows[60];

int main(void) {
  // CHECK-DAG: tried-static.c:[[#@LINE+1]] main: run speculatively
  for (int i = 0; i < 60; i++) {
    unsigned x = (unsigned)i;
    for (int k = 0; k < 1500; k++)
      x = x * 5 + (x >> 7) + (unsigned)k;
    rows[i] = malloc(20);
    rows[i][0] = x;
  }
  unsigned sum = 0;
  for (int i = 0; i < 60; i++) {
    sum = sum * 31 + rows[i][0];
    free(rows[i]);
  }
  char text[] = "of two lines\nand more\n", *line = NULL;
  size_t room = 0;
  FILE *file = fmemopen(text, strlen(text), "r");
  while (file && getline(&line, &room, file) > 0)
    sum += (unsigned)strlen(line);
  free(line);
  // CHECK-DAG: sum [[#SUM:]]
  printf("sum %u\n", sum);
  return 0;
}

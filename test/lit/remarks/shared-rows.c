// Rows that may be one and the same.
// RUN: %hocketcc -O2 --soc=generic-4 -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s
#include <stdlib.h>
int *rows[100], *own[100], used[100];

int main(void) {
  for (int i = 0; i < 100; i++) {
    rows[i] = malloc(1000 * sizeof(int));
    own[i] = malloc(1000 * sizeof(int));
  }
  rows[99] = rows[3];
  // CHECK: shared-rows.c:[[#@LINE+3]]:3: remark: loop stays sequential: 'rows[i][j]' may be the same memory in different iterations, for several pointers may lead to one block [-Rhocket-missed=shared-rows]
  // CHECK: shared-rows.c:[[#@LINE+4]]:7: note: writes 'rows[i][j]'
  // CHECK: help: allocate each row by itself and store its address in one place only
  for (int i = 0; i < 100; i++)
    for (int j = 0; j < used[i]; j++)
      rows[i][j] = i + j;
  // CHECK-NOT: =shared-rows]
  for (int i = 0; i < 100; i++)
    for (int j = 0; j < 1000; j++)
      own[i][j] = i + j;
  return rows[3][5] + own[7][9];
}

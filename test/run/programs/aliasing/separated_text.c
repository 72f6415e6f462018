// SPDX-License-Identifier: Apache-2.0
//
// A pointer that strsep has moved on leads into the text that it was given.
#define _DEFAULT_SOURCE
#include "../digest.h"

#include <stdlib.h>
#include <string.h>

#define N 200000
static int at[N];

int main(void) {
  char *line = malloc(2 * N + 8), *rest = line;
  if (!line)
    return 1;
  memset(line, 'a', 2 * N + 7);
  line[2 * N + 7] = 0;
  line[3] = ',';
  for (int i = 0; i < N; i++)
    at[i] = i + 4;
  char *token = strsep(&rest, ",");
  for (int i = 0; i < N - 10; i++)
    rest[i + 1] = (char)(line[at[i]] * 3 + i);
  if (!token)
    return 1;
  show("line", line, 2 * N + 7);
  show("token", token, 3);
  free(line);
  return 0;
}

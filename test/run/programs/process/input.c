// SPDX-License-Identifier: Apache-2.0
// STDIN: one two three\nfour\n5 6 7\n
//
// Loops that read: characters, lines, numbers until the end of the input.
#include "../digest.h"

#include <ctype.h>
#include <string.h>

#define N 30000
static int counts[256], a[N];
static char line[100];

int main(void) {
  int c, total = 0, words = 0, inside = 0;
  if (fgets(line, sizeof line, stdin))
    for (char *p = strtok(line, " \n"); p; p = strtok(NULL, " \n"))
      printf("<%s>", p);
  while ((c = getchar()) != EOF) {
    counts[c]++;
    total++;
    if (isspace(c))
      inside = 0;
    else if (!inside)
      inside = 1, words++;
  }
  for (int i = 0; i < N; i++)
    a[i] = counts[i & 255] * i + total;
  printf("%d %d\n", total, words);
  show("a", a, sizeof a);
  show("counts", counts, sizeof counts);
  return 0;
}

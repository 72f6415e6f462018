// SPDX-License-Identifier: Apache-2.0
// SPECULATES: 1
//
// Memory that iterations allocate, free, hand on and print from; calls that no
// copy of the process can make.
#include "../digest.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { N = 120 };
static char *names[N], *longest;
static int *rows[N], depth;

static int work(int n) {
  unsigned s = (unsigned)n;
  for (int i = 0; i < 300; i++)
    s = s * 5 + (s >> 7) + (unsigned)i;
  return (int)(s & 0xff);
}
static char *word(int n) {
  int size = 3 + work(n) % 9;
  char *w = malloc(size + 1);
  for (int i = 0; i < size; i++)
    w[i] = (char)('a' + (n * 7 + i * 3) % 26);
  w[size] = 0;
  return w;
}
static int fib(int n) {
  depth++;
  return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

int main(void) {
  char line[64], all[16] = "";
  for (int i = 0; i < N; i++) {
    char *w = word(i), *copy = malloc(strlen(w) + 8);
    strcpy(copy, w);
    strcat(copy, "!");
    snprintf(line, sizeof line, "%d:%s", work(i), copy);
    rows[i % 10] = 0;
    printf("%s %zu %d\n", line, strlen(line), strcmp(copy, "hello") < 0);
    free(copy);
    free(w);
  }
  for (int i = 0; i < N; i++) { // blocks that stay
    names[i] = word(i);
    if (!longest || strlen(names[i]) > strlen(longest))
      longest = names[i];
  }
  for (int i = 0; i < N; i++) { // blocks from before
    all[i % 8] ^= names[i][0];
    if (names[i] != longest)
      free(names[i]);
    names[i] = work(i) % 2 ? "odd" : "even";
  }
  for (int i = 0; i < N; i++) {
    long s = 0;
    for (int k = 0; k < 3; k++)
      s += fib(8 + (i + k) % 4);
    if (s == 77777)
      exit(3);
    if (i == 90 && s < 0)
      fprintf(stderr, "negative\n");
    rows[0] = &depth;
    printf("%d %ld %s\n", i, s, names[i]);
  }
  show("all", all, sizeof all);
  printf("%s %d\n", longest, *rows[0]);
  free(longest);
  for (int i = 0; i < 40; i++) { // ends the program in its midst
    int s = 0;
    for (int k = 0; k < 30; k++)
      s += work(i + k);
    if (i == 33) {
      printf("ends at %d: %d\n", i, s);
      exit(0);
    }
    putchar('.');
  }
  return 1;
}

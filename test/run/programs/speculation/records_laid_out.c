// SPDX-License-Identifier: Apache-2.0
//
// A record of a function is packed, as a pragma around the function says. Text
// that is tried stands at the unit's end, where the pragma does not hold.
// HOCKETCC: --always-speculate

#include <stdio.h>
#include <stdlib.h>

struct stack {
  int item[64], top;
};

static void push(struct stack *s, int k) { s->item[s->top++] = k; }

#pragma pack(push, 1)
static long fill(struct stack *s, const int *kinds, long *out, int n) {
  struct packed {
    char c;
    int x;
  } v = {1, n};
  long sum = 0;
  for (int i = 0; i < n; i++) {
    s->top = 0;
    for (int k = kinds[i] % 37 + 3; k > 0; k -= kinds[k] % 3 + 1)
      push(s, k);
    while (s->top > 0)
      out[kinds[i] % n] += s->item[--s->top];
  }
  for (int i = 0; i < n; i++)
    sum += out[i];
  return sum + v.x + (long)sizeof v;
}
#pragma pack(pop)

int main(void) {
  int n = 3000;
  int *kinds = calloc((size_t)n + 64, sizeof *kinds);
  long *out = calloc((size_t)n, sizeof *out);
  struct stack s = {{0}, 0};
  if (!kinds || !out)
    return 1;
  for (int i = 0; i < n; i++)
    kinds[i] = (int)((unsigned)i * 2654435761u >> 8);
  printf("%ld\n", fill(&s, kinds, out, n));
  free(kinds);
  free(out);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
//
// Compound literals live as long as their block, not as the task that made
// them.
#include <stdio.h>
#include <string.h>
static int a[500], b[500];
struct s {
  int x, y;
  const char *n;
};
static int use(const struct s *p) { return p->x + p->y; }
static struct s *gs;
int main(int argc, char **argv) {
  (void)argv;
  for (int i = 0; i < 500; i++)
    a[i] = i;
  struct s *p = &(struct s){argc, 2, "hi"};
  char *q = (char[]){"abcdef"};
  gs = &(struct s){3, argc, "ho"};
  for (int i = 0; i < 500; i++)
    b[i] = a[i] + p->x + q[i % 6];
  p->x += use(&(struct s){1, 2, 0});
  q[1] = 'z';
  for (int i = 0; i < 500; i++)
    b[i] += p->x + q[i % 6] + gs->x;
  char noise[200];
  memset(noise, 1, sizeof noise);
  printf("%d %d %s %s %d %d\n", b[3], b[400], p->n, q, use(p), use(gs));
  return 0;
}

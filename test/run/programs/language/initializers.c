// SPDX-License-Identifier: Apache-2.0
//
// Every way to give a variable its first value, inside loops that may be split.
#include "../digest.h"

struct point {
  int x, y;
  const char *name;
};
struct shape {
  struct point corner[3];
  double weight;
};

static const struct shape shapes[] = {
    {.corner = {{1, 2, "a"}, [2] = {.y = 9, .x = 8}}, .weight = 0.5},
    {{{4, 5, "bb"}}, 1.25},
    [3] = {.weight = -2},
};
static int out[100000], counts[4] = {[1] = 7, [3] = -1};

static int next_id(void) {
  static int id = 100;
  return id += 3;
}

int main(void) {
  for (int i = 0; i < 100000; i++) {
    int local[5] = {i, i + 1};
    struct point p = {.y = i % 13}, q = p;
    const struct shape *s = &shapes[i % 4];
    char text[] = "hocket", zero[8] = "";
    int *lit = (int[]){i, 2, 3};
    q.x = ((struct point){.x = i, .y = 2}).x;
    local[4] += local[1] + local[2];
    text[i % 6] = 'x';
    out[i] = local[0] + local[3] + local[4] + p.x + p.y + q.x + s->corner[2].x +
             (int)(s->weight * 4) + text[2] + zero[i % 8] + lit[i % 3];
  }
  show("out", out, sizeof out);
  show("counts", counts, sizeof counts);
  for (int i = 0; i < 4; i++)
    counts[i] += next_id();
  printf("%d %d %d %d %zu\n", counts[0], counts[1], counts[2], counts[3],
         sizeof shapes / sizeof *shapes);
  return 0;
}

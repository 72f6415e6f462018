// SPDX-License-Identifier: Apache-2.0
#define COUNT 30000

struct state {
  int cells[COUNT];
  int calls;
};
struct settings {
  double scale;
  int uses;
};
extern struct settings settings;
extern int log_of_calls[];

void prepare(struct state *state);
double value_of(const struct state *state, int i);
void accumulate(struct state *state, int i);
double scaled(int i);

static inline double inline_half(int i) { return i / 2.0; }

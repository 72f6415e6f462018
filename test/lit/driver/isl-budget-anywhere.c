// Wherever the budget ends, what is not known then stays sequential: no part of
// the analysis takes the end of the budget for a mistake.
// RUN: %hocketcc -O2 --soc=generic-4 --isl-budget=410 --stop-after=report %s -o %t
// RUN: %hocketcc -O2 --soc=generic-4 --isl-budget=905 --stop-after=report %s -o %t
// RUN: %hocketcc -O2 --soc=generic-4 --isl-budget=2120 --stop-after=report %s -o %t
// RUN: %hocketcc -O2 --soc=generic-4 --isl-budget=2390 --stop-after=report %s -o %t
// RUN: %hocketcc -O2 --soc=generic-4 --isl-budget=3650 --stop-after=report %s -o %t

struct grid {
  double *data, *old;
  int w, h;
};

void step(struct grid *g, double weight) {
  double *out = g->data, *in = g->old, *t;
  for (int y = 1; y < g->h - 1; y++)
    for (int x = 1; x < g->w - 1; x++)
      out[y * g->w + x] = weight * (in[(y - 1) * g->w + x] + in[y * g->w + x]);
  for (int y = 0; y < g->h; y++)
    in[y * g->w] = out[y * g->w] / 2;
  t = g->data;
  g->data = g->old;
  g->old = t;
}

int main(int argc, char **argv) {
  static double a[4096], b[4096];
  struct grid g = {a, b, 64, 64};
  for (int i = 0; i < 4096; i++)
    a[i] = b[4095 - i] = i % 7;
  for (int k = 0; k < argc; k++)
    step(&g, 0.25);
  return a[100] > 1000 && argv[0];
}

// Fills memory that it is given; part of tests with two units.
void fill(int n, double seed, double *y) {
  double v = seed;
  for (int i = 0; i < n; i++) {
    v = v * 1.7 + 0.1;
    v -= (int)v;
    y[i] = v;
  }
}

static double last[4000];

void fill(double *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = i * 0.25;
}

double add(const double *a, int n) {
  for (int i = 0; i < n; i++)
    last[i] = a[i] + 1;
  return last[n / 2];
}

// Rows are as long as data says: cores take blocks of them in turn. Not where
// another loop of the region, or the loop's next run, finds the rows' data in
// the caches of the core that had them; nor where all rows are alike.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --always-parallel --stop-after=taskgraph --print-after=taskgraph %s | %FileCheck %s
struct list {
  int count, *at;
};

void rows(int n, const int *restrict start, const double *restrict a,
          double *restrict sum) {
  // CHECK: task {{[0-9]+}} chunks self-scheduled loop data-lengths.c:[[#@LINE+1]]
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = start[i]; k < start[i + 1]; k++)
      s += a[k];
    sum[i] = s;
  }
}

// The length comes from a call's argument, by way of a variable.
static double added(const double *a, int first, int last) {
  double s = 0;
  for (int k = first; k < last; k++)
    s += a[k];
  return s;
}

void calls(int n, const int *restrict start, const double *restrict a,
           double *restrict sum) {
  // CHECK: task {{[0-9]+}} chunks self-scheduled loop data-lengths.c:[[#@LINE+1]]
  for (int i = 0; i < n; i++) {
    int last = start[i + 1];
    sum[i] = added(a, start[i], last);
  }
}

void alike(int n, const struct list *restrict l, const double *restrict a,
           double *restrict sum) {
  // CHECK: task {{[0-9]+}} chunks loop data-lengths.c:[[#@LINE+1]]
  for (int i = 0; i < n; i++)
    sum[i] = added(a, i, i + l->count);
}

void beside(int n, const int *restrict start, const double *restrict a,
            double *restrict sum) {
  // CHECK: task {{[0-9]+}} chunks loop data-lengths.c:[[#@LINE+1]]
  for (int i = 0; i < n; i++)
    sum[i] = added(a, start[i], start[i + 1]);
  // CHECK: task {{[0-9]+}} chunks loop data-lengths.c:[[#@LINE+1]]
  for (int i = 0; i < n; i++)
    sum[i] *= 0.5;
}

void again(int n, int steps, const int *restrict start, double *restrict a,
           double *restrict sum) {
  for (int t = 0; t < steps; t++)
    // CHECK: task {{[0-9]+}} chunks loop data-lengths.c:[[#@LINE+1]]
    for (int i = 0; i < n; i++)
      sum[i] += added(a, start[i], start[i + 1]);
}

int main(int argc, char **argv) {
  static int start[1001];
  static double a[5000], sum[1000];
  const struct list list = {argc, start};
  for (int i = 0; i < 1000; i++)
    start[i + 1] = start[i] + argv[0][0] % 5;
  rows(1000, start, a, sum);
  calls(1000, start, a, sum);
  alike(1000, &list, a, sum);
  beside(1000, start, a, sum);
  again(1000, 10, start, a, sum);
  return sum[3] > sum[4];
}

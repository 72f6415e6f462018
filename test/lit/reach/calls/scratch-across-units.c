// A static array that each iteration gives to a function of another file:
// chunks give it copies, for its text does not name the array.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s %inputs/fill.c | %FileCheck %s
enum { N = 64 };
static double row[N];
double sums[1000];
void fill(int n, double seed, double *y);

int main(void) {
  // CHECK: [[#@LINE+2]]:3 main: doall
  // CHECK-NEXT: private 'row'
  for (int k = 0; k < 1000; k++) {
    fill(N, k * 0.5, row);
    sums[k] = row[k % N] + row[3];
  }
  return sums[17] > 3;
}

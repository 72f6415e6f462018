// A loop over pieces runs its inner loop as often as a piece is long, not to
// the end of the data: this nest, which is written in pieces of 64 inside,
// takes a tenth of a second, and not minutes.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --print-after=cost --stop-after=scheduling %s | %FileCheck %s
static double a[100000];

int main(int argc, char **argv) {
  // CHECK: task {{[0-9]+}} loop pieces.c:[[#@LINE+1]] {{[0-9][0-9][0-9]?[0-9]?[0-9]?[0-9]?[0-9]?[0-9]?[0-9]?}} ns
  for (int i = 0; i < 100000; i++)
    for (int k = 0; k < 100; k++)
      a[i] += 1.0 / (i + k + 1);
  return a[argc] > 0;
}

// Bounds of inner loops that are variables of the iteration around.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --stop-after=scheduling --print-after=scheduling %s | %FileCheck %s --check-prefix=PIECES
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --stop-after=scheduling --print-after=scheduling %s | %FileCheck %s --check-prefix=FOLLOWS
#define N 2000
double a[N][N], b[N][N];

int main(void) {
  // Pieces are equally long, but for the last.
  // PIECES: loop unequal-pieces.c:[[#@LINE+1]] [1/2]
  for (int p = 0; p < N; p += 16) {
    int end = N < p + 16 ? N : p + 16;
    for (int i = p; i < end; i++)
      for (int j = 0; j < N; j++)
        b[i][j] = b[i][j] * 3 + j;
  }
  // They grow by what follows from where they begin.
  // FOLLOWS: loop unequal-pieces.c:[[#@LINE+1]] [1/8]
  for (int i = 0; i < N; i++) {
    int half = i / 2, end = half + i / 3;
    for (int j = 0; j < end; j++)
      a[i][j] = a[i][j] / 3 + j;
  }
  return a[1][1] + b[2][3] > 9;
}

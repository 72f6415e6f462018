// Loops whose iterations keep their order, in chunks: how many depends on how
// far back the next iteration around reaches.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=4 --always-parallel --stop-after=taskgraph --print-after=taskgraph %s -o %t | %FileCheck %s
#define N 2000
int a[N][N], b[N], c[8][N][N];

// One chunk for each core: nothing leads back.
// CHECK-LABEL: region wavefront
void wavefront(void) {
  // CHECK: chunks doacross 4 loop doacross.c:[[#@LINE+2]]
  for (int i = 1; i < N; i++)
    for (int j = 1; j < N; j++)
      a[i][j] += a[i - 1][j] + a[i][j - 1];
  // CHECK: flow 'a' carried 0x1 chunks 1000010000100001
}

// The next iteration needs what is done one chunk further on: several.
// CHECK-LABEL: region leaning
void leaning(void) {
  // CHECK: chunks doacross 16 loop doacross.c:[[#@LINE+2]]
  for (int i = 1; i < N; i++)
    for (int j = 1; j < N - 1; j++)
      a[i][j] += a[i - 1][j + 1] + a[i][j - 1];
}

// The outermost of those that can be cut, inside the loop that repeats it.
// CHECK-LABEL: region sweeps
void sweeps(int times) {
  // CHECK: repeat line [[#@LINE+3]]
  // CHECK: chunks doacross 16 loop doacross.c:[[#@LINE+3]]
  // CHECK-NOT: repeat
  for (int t = 0; t < times; t++)
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        a[i][j] += a[i][j - 1] + (a[i - 1][j] + a[i + 1][j]) / 3;
}

// Three iterations are no parts worth having.
// CHECK-LABEL: region few
void few(void) {
  // CHECK: repeat line [[#@LINE+3]]
  // CHECK: repeat line [[#@LINE+3]]
  // CHECK: chunks doacross 16 loop doacross.c:[[#@LINE+3]]
  for (int t = 0; t < 3; t++)
    for (int k = 1; k < 8; k++)
      for (int i = 1; i < N; i++)
        for (int j = 1; j < N; j++)
          c[k][i][j] += c[k - 1][i][j] + c[k][i - 1][j] + c[k][i][j - 1];
}

// Nothing would overlap: anything may be needed next.
// CHECK-NOT: region mirrored
void mirrored(void) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < N; j++)
      a[i][j] += a[i - 1][N - j] + a[i][j - 1];
}

// CHECK-NOT: region scalar
void scalar(void) {
  int carry = 0;
  for (int i = 1; i < N; i++)
    for (int j = 1; j < N; j++)
      b[j] = carry = carry * 3 + b[j];
}

// Not inside a loop of the region.
// CHECK-NOT: region once
void once(void) {
  for (int j = 1; j < N; j++)
    b[j] += b[j - 1];
}

int main(int argc, char **argv) {
  (void)argv;
  wavefront();
  leaning();
  sweeps(argc);
  few();
  mirrored();
  scalar();
  once();
  return a[argc][argc] + b[argc] + c[argc][1][1] > 0;
}

// A product that a compiler may know in some iterations and fuse into a sum in
// others: no part of its loop need agree with the whole.
// REQUIRES: x86_64
// RUN: %hocketcc -O3 -march=haswell --soc=generic-4 -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s
// RUN: %hocketcc -O3 -march=skylake-avx512 --soc=generic-4 -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s
// RUN: %hocketcc -O3 -march=x86-64 -mfma --soc=generic-4 -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s
// Nothing is fused without optimization, where it is forbidden, and on machines
// that have no such operations.
// RUN: %hocketcc -O0 -march=haswell --soc=generic-4 -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s --check-prefix=NONE --allow-empty
// RUN: %hocketcc -O3 -march=haswell -ffp-contract=off --soc=generic-4 -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s --check-prefix=NONE --allow-empty
// RUN: %hocketcc -O3 -march=haswell -std=c11 --soc=generic-4 -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s --check-prefix=NONE --allow-empty
// RUN: %hocketcc -O3 -march=x86-64 --soc=generic-4 -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s --check-prefix=NONE --allow-empty
// The last one counts.
// RUN: %hocketcc -O3 -march=haswell -ffp-contract=off -ffp-contract=fast --soc=generic-4 -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s
// NONE-NOT: =folded-product]
enum { Size = 200 };
int levels[Size];
double x[Size], y[Size], rows[1000];
static double large[1000];

static double line(double at) { return at * 0.1 + 3.3; }

static double halves(double at, int depth) {
  return depth ? halves(at * 0.7 + 0.1, depth - 1) : at;
}

static void scale(double s) {
  // CHECK: folded-product.c:[[#@LINE+2]]:3: remark: loop stays sequential: a product that is known beforehand in some iterations may be fused into a sum in others [-Rhocket-missed=folded-product]
  // CHECK: folded-product.c:[[#@LINE+2]]:5: note: its factors follow from constants and counting variables
  for (int i = 0; i < Size; i++)
    y[i] = x[i] - i * s;
}

int main(int argc, char **argv) {
  // CHECK: folded-product.c:[[#@LINE+1]]:3: remark: loop stays sequential: a product {{.*}}=folded-product]
  for (int i = 0; i < Size; i++)
    levels[i] = (int)((i * 0.1 + 3.3) * 1e4);
  // By way of a variable, of a function, and of another variable that counts.
  // CHECK: folded-product.c:[[#@LINE+1]]:3: remark: loop stays sequential: a product {{.*}}=folded-product]
  for (int i = 0; i < Size; i++) {
    double at = i * 0.1;
    x[i] += at;
  }
  // CHECK: folded-product.c:[[#@LINE+1]]:3: remark: loop stays sequential: a product {{.*}}=folded-product]
  for (int i = 0; i < Size; i++)
    x[i] += line(i);
  // The inner loop is unrolled, and the outer one is then innermost.
  // CHECK: folded-product.c:[[#@LINE+1]]:3: remark: loop stays sequential: a product {{.*}}=folded-product]
  for (int i = 0; i < 1000; i++) {
    double at = i * 0.1 + 3.3;
    int few = 5;
    for (int k = 0; k < few; k++)
      at = at * x[k] - at;
    rows[i] = at;
  }
  scale(0.3);

  // CHECK-NOT: =folded-product]
  // No sum; exact; the same in all iterations; from memory; from outside.
  for (int i = 0; i < Size; i++)
    x[i] = i * 0.1;
  for (int i = 0; i < Size; i++)
    x[i] = i * 0.5 + i * 1.75;
  double s = 0.1, t = 1.7;
  for (int i = 0; i < Size; i++)
    x[i] += s * t;
  for (int i = 0; i < Size; i++)
    y[i] += x[i] * 0.1;
  for (int i = 0; i < Size; i++)
    y[i] += i * (argc * 0.1);
  // A compiler does not follow what a large array holds, but may a small one.
  for (int i = 0; i < 1000; i++)
    large[i] = i * 0.1;
  for (int i = 0; i < 1000; i++)
    rows[i] += large[i] * 0.3;
  // Recursion is not unrolled either.
  for (int i = 0; i < 1000; i++)
    rows[i] += halves(0.3, 7);
  // Not innermost, and too long to be unrolled.
  for (int i = 0; i < 1000; i++) {
    double at = i * 0.1 + 3.3;
    for (int k = 0; k < argc; k++)
      at = at * x[k] - at;
    rows[i] = at;
  }
  return argv[0][0] + (y[7] > x[8]) + levels[9] + (rows[3] > 1);
}

// A loop whose iterations take nobody knows how long.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -Rhocket-analysis=self-scheduled %s -o %t 2>&1 | %FileCheck %s --implicit-check-not=remark:
int a[200000], b[200000];

int main(void) {
  // CHECK: self-scheduled.c:[[#@LINE+1]]:3: remark: how long iterations take cannot be foreseen: the cores take blocks of them in turn [-Rhocket-analysis=self-scheduled]
  for (int i = 0; i < 200000; i++) {
    unsigned n = i + 1u, count = 0;
    while (n > 1) {
      n = n & 1 ? 3 * n + 1 : n / 2;
      count++;
    }
    a[i] = (int)count;
  }
  for (int i = 0; i < 200000; i++)
    b[i] = a[199999 - i];
  return b[5];
}

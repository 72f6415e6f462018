// A loop whose iterations grow.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -Rhocket-analysis=unequal-work %s -o %t 2>&1 | %FileCheck %s --implicit-check-not=remark:
double a[2000][2000];

int main(void) {
  // CHECK: unequal-work.c:[[#@LINE+1]]:3: remark: iterations take unequal time: 8 chunks, each core runs long and short ones [-Rhocket-analysis=unequal-work]
  for (int i = 0; i < 2000; i++)
    for (int j = 0; j <= i; j++)
      a[i][j] = a[i][j] / 3 + i;
  for (int i = 0; i < 2000; i++)
    for (int j = 0; j < 2000; j++)
      a[i][j] += 1;
  return a[1][1] > 1;
}

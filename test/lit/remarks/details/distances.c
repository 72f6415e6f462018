// The distance of a carried dependence: constant, however large and whatever the
// step; any; at least so many; none.
// RUN: %hocketcc -O2 --soc=generic-4 -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s
int a[5000], b[5000], t[4];

int main(int argc, char **argv) {
  (void)argv;
  // CHECK: distances.c:[[#@LINE+1]]:3: remark: {{.*}} depends on 'a[i]' of 40 iterations before [-Rhocket-missed=carried-dependence]
  for (int i = 40; i < 5000; i++)
    a[i] = a[i - 40] + 1;
  // CHECK: distances.c:[[#@LINE+1]]:3: remark: {{.*}} depends on 'a[i]' of 9 iterations before [-Rhocket-missed=carried-dependence]
  for (int i = 4900; i >= 0; i -= 2)
    a[i] = a[i + 18] + 1;
  // CHECK: distances.c:[[#@LINE+1]]:3: remark: {{.*}} depends on 't[(i + 1) & 3]' of the iterations before [-Rhocket-missed=carried-dependence]
  for (int i = 0; i < 5000; i++)
    t[i & 3] = t[(i + 1) & 3] * 2 + b[i];
  // CHECK: distances.c:[[#@LINE+1]]:3: remark: {{.*}} depends on 'b[2 * i + 20]' of 20 or more iterations before [-Rhocket-missed=carried-dependence]
  for (int i = 0; i < 2000; i++)
    b[2 * i + 20] = b[i] + 1;
  // Never reached.
  // CHECK-NOT: =carried-dependence]
  for (int i = 0; i < 1000; i++)
    a[i] = a[i + 1000] + argc;
  return a[7] + b[9] + t[1];
}

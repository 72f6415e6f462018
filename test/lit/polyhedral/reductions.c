// Each operation whose order does not matter; and what looks like one.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
int a[1000];
long kept[1000];
unsigned u[1000];
double d[1000], e[1000];

int main(void) {
  long s = 0;
  int m = 1, low = 5, high = 4, any = 0, all = 1;
  unsigned x = 0;
  double t = 0;
  // CHECK: [[#@LINE+2]]:3 main: reduction
  // CHECK-NEXT: reduction add 's' long
  for (int i = 0; i < 1000; i++)
    s -= a[i];
  // CHECK: [[#@LINE+1]]:3 main: reduction {{.*}} over 'm' (*)
  for (int i = 0; i < 1000; i++)
    m *= a[i];
  // CHECK: [[#@LINE+1]]:3 main: reduction {{.*}} over 'x' (^)
  for (int i = 0; i < 1000; i++)
    x ^= u[i];
  // CHECK: [[#@LINE+1]]:3 main: reduction {{.*}} over 'x' (|)
  for (int i = 0; i < 1000; i++)
    x = x | u[i];
  // CHECK: [[#@LINE+1]]:3 main: reduction {{.*}} over 'x' (&)
  for (int i = 0; i < 1000; i++)
    x &= u[i];
  // CHECK: [[#@LINE+1]]:3 main: reduction {{.*}} over 'low' (min)
  for (int i = 0; i < 1000; i++)
    low = a[i] < low ? a[i] : low;
  // CHECK: [[#@LINE+1]]:3 main: reduction {{.*}} over 'high' (max)
  for (int i = 0; i < 1000; i++)
    if (a[i] > high)
      high = a[i];
  // CHECK: [[#@LINE+1]]:3 main: reduction {{.*}} over 'any' (||)
  for (int i = 0; i < 1000; i++)
    any = any || a[i];
  // CHECK: [[#@LINE+1]]:3 main: reduction {{.*}} over 'all' (&&)
  for (int i = 0; i < 1000; i++)
    all = all && a[i];
  // Two at once, one of them guarded.
  // CHECK: [[#@LINE+1]]:3 main: reduction {{.*}} over 's' (+), 'm' (*)
  for (int i = 0; i < 1000; i++) {
    m *= a[i];
    if (a[i])
      s++;
  }
  // Integers added, whatever they were made from.
  // CHECK: [[#@LINE+1]]:3 main: reduction {{.*}} over 's' (+)
  for (int i = 0; i < 1000; i++)
    s += (long)d[i] + (d[i] > 0.5);
  // Added up in floating point and rounded at each step.
  // CHECK: [[#@LINE+1]]:3 main: sequential  [scalar-carried]
  for (int i = 0; i < 1000; i++)
    s += d[i];
  // CHECK: [[#@LINE+1]]:3 main: sequential  [scalar-carried]
  for (int i = 0; i < 1000; i++)
    m = d[i] > m ? d[i] : m;
  // The value on the way is used: integers may be added twice, what is rounded
  // may not, nor what decides on the way.
  // CHECK: [[#@LINE+1]]:3 main: scan {{.*}} over 's' (+, running)
  for (int i = 0; i < 1000; i++) {
    s += a[i];
    kept[i] = s;
  }
  // CHECK: [[#@LINE+1]]:3 main: sequential  [scalar-carried]
  for (int i = 0; i < 1000; i++) {
    t += d[i];
    e[i] = t;
  }
  // CHECK: [[#@LINE+1]]:3 main: sequential  [scalar-carried]
  for (int i = 0; i < 1000; i++) {
    if (s < 900)
      s += a[i];
    kept[i] = s;
  }
  // CHECK: [[#@LINE+1]]:3 main: sequential  [scalar-carried]
  for (int i = 0; i < 1000; i++)
    s = a[i] - s;
  // Two operations on one variable.
  // CHECK: [[#@LINE+1]]:3 main: sequential  [scalar-carried]
  for (int i = 0; i < 1000; i++) {
    m += a[i];
    m *= 3;
  }
  return s + m + x + low + high + any + all + (int)t;
}

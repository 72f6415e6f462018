// A function that the program never comes to, though it has a name outside.
// RUN: %hocketcc -O2 --soc=generic-4 -Rhocket -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s
// RUN: %t
// Its address is taken, or code may be linked in that calls it.
// RUN: %hocketcc -O2 --soc=generic-4 -DMENTIONED -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s --check-prefix=NEAR --allow-empty
// RUN: %hocketcc -O2 --soc=generic-4 -rdynamic -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s --check-prefix=NEAR --allow-empty
// The program begins elsewhere.
// RUN: %hocketcc -O2 --soc=generic-4 -estart --stop-after=frontend -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s --check-prefix=NEAR --allow-empty
// RUN: %hocketcc -O2 --soc=generic-4 -e start --stop-after=frontend -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s --check-prefix=NEAR --allow-empty
// RUN: %hocketcc -O2 --soc=generic-4 --entry=start --stop-after=frontend -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s --check-prefix=NEAR --allow-empty
// NEAR-NOT: =never-called]
// The mark of this test: =never-called]
double a[100000], b[100000];

static void scale(double x) {
  for (int i = 0; i < 100000; i++)
    a[i] = b[i] * x;
}

// CHECK: never-called.c:[[#@LINE-5]]:13: remark: 'scale' is not analysed
// CHECK: never-called.c:[[#@LINE+1]]:6: remark: 'unused' is not analysed: nothing that the program runs calls it or takes its address [-Rhocket-missed=never-called]
void unused(void) {
  for (int i = 0; i < 100000; i++)
    b[i] = i;
  scale(2);
}

#ifdef MENTIONED
void (*const handlers[])(void) = {unused};
#endif

int main(void) { return a[3] != 0; }

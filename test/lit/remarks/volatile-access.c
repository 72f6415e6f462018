// Volatile and atomic objects keep their order.
// RUN: %hocketcc -O2 --soc=generic-4 -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s
volatile int port;
_Atomic int counter;
int plain[1000], a[1000];

int main(void) {
  // CHECK: volatile-access.c:[[#@LINE+2]]:3: remark: loop stays sequential: 'port' is volatile or atomic [-Rhocket-missed=volatile-access]
  // CHECK: volatile-access.c:[[#@LINE+2]]:{{[0-9]+}}: note: accessed here
  for (int i = 0; i < 1000; i++)
    a[i] = port;
  // CHECK: volatile-access.c:[[#@LINE+1]]:3: remark: loop stays sequential: {{.*}}counter{{.*}} is volatile or atomic [-Rhocket-missed=volatile-access]
  for (int i = 0; i < 1000; i++)
    counter = i;
  // A copy made before is an ordinary object.
  int copy = port;
  // CHECK-NOT: =volatile-access]
  for (int i = 0; i < 1000; i++)
    plain[i] = copy;
  return plain[1] + a[2];
}

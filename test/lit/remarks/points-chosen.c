// Operating points for what runs in parallel and for what does not.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --objective=energy -Rhocket=points-chosen %s -o %t 2>&1 | %FileCheck %s
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -Rhocket=points-chosen -DDEADLINE %s -o %t 2>&1 | %FileCheck %s --check-prefix=DEADLINE
static double a[1000000];

int main(void) {
  // CHECK-DAG: points-chosen.c:[[#@LINE-1]]:{{[0-9]+}}: remark: clocks for what one core runs alone: clock 1000 MHz: {{[0-9]+}} % of the energy, 200 % of the time [-Rhocket=points-chosen]
#ifdef DEADLINE
#pragma hocket deadline(10ms)
#endif
  for (int t = 0; t < 10; t++) {
    // CHECK-DAG: points-chosen.c:[[#@LINE+2]]:{{[0-9]+}}: remark: clocks for the region: clock 1000 MHz: {{[0-9]+}} % of the energy, {{[12][0-9]+}} % of the time [-Rhocket=points-chosen]
    // DEADLINE: points-chosen.c:[[#@LINE+1]]:{{[0-9]+}}: remark: clocks for the region: clock 2000 MHz: 100 % of the energy, 100 % of the time; down to clock 1000 MHz where a deadline leaves the time: {{[0-9]+}} % of the energy, {{[12][0-9]+}} % of the time [-Rhocket=points-chosen]
    for (int i = 0; i < 1000000; i++)
      a[i] = a[i] * t / 3 + i;
    if (a[7] < 0)
      return 1;
  }
  return 0;
}

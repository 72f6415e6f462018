// A program that is to end in time is planned by a profile of it; without one,
// or where it cannot be in time, it runs at the highest points.
// RUN: rm -rf %t && mkdir %t
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --objective=deadline=100s %s -o %t/x 2>&1 | %FileCheck %s
// CHECK: warning: the deadline of 100 s is not planned for: no profile tells how long the program takes [-Whocket=program-deadline]
// RUN: env HOCKET_POWER=sim HOCKET_VERBOSE=1 %t/x 2>&1 | %FileCheck %s --check-prefix=TOOK
// TOOK: hocket: the program took 0.{{[0-9]+}} s; its deadline was 100.000 s{{$}}
//
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --profile-generate=%t/p %s -o %t/counts && %t/counts
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --profile-use=%t/p --objective=deadline=100s -Rhocket=points-chosen --emit=%t/emit %s -o %t/x 2>&1 | %FileCheck %s --check-prefix=PLANNED
// PLANNED-NOT: warning
// PLANNED: program-deadline.c:[[#@LINE+16]]:5: remark: clocks for the program: {{[0-9.]+}} {{m?s}} of 100 s, {{[0-9]+}} % of the energy of the highest points, which take {{[0-9.]+}} {{m?s}}
// PLANNED-NOT: warning
// RUN: %FileCheck %s --check-prefix=EMITTED --input-file=%t/emit/program-deadline.c
// EMITTED: hk_takes[] = {{{.*}}};
// EMITTED-NEXT: hk_whole_program = {100000000000ULL, hk_takes};
// EMITTED: hk_program_begin();
// RUN: env HOCKET_POWER=sim HOCKET_TRACE=%t/trace.json %t/x
// RUN: grep -o '"kHz":[0-9]*' %t/trace.json | %FileCheck %s --check-prefix=CLOCKS
// CLOCKS: "kHz":1000000
//
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --profile-use=%t/p --objective=deadline=1us %s -o %t/x 2>&1 | %FileCheck %s --check-prefix=LATE
// LATE: warning: the deadline of 1.00 {{..}}s is not planned for: it takes {{[0-9.]+}} {{m?s}} at the highest operating points
// RUN: env HOCKET_POWER=sim HOCKET_VERBOSE=1 %t/x 2>&1 | %FileCheck %s --check-prefix=WAS-LATE
// WAS-LATE: its deadline was 0.000 s: late
static double a[3000000];

int main(void) {
  for (int t = 0; t < 5; t++)
    for (int i = 0; i < 3000000; i++)
      a[i] = a[i] * 0.5 + i;
  return a[7] < 0;
}

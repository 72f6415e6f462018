// A program that is compiled, run and shown: every task of the report is in the
// trace, by its number and name.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --always-parallel --report=%t.json %s -o %t
// RUN: env HOCKET_CORES=2 HOCKET_TRACE=%t.trace %t
// RUN: %hocket trace %t.trace --plan=%t.json | %FileCheck %s
// RUN: %python -c "import json, sys; p, t = (json.load(open(f)) for f in sys.argv[1:]); assert [r['name'] for r in p['regions'][0]['tasks']] == t['otherData']['regions'][0]['tasks']" %t.json %t.trace
// CHECK: on 2 cores, 1 region entered
// CHECK: trace.c:[[#LOOP:]] main {{ *}}1 {{.*}}
// CHECK: {{^}}  trace.c:[[#LOOP]] main
// CHECK-NEXT: all
// CHECK-DAG: loop trace.c:[[#LOOP]] [1/2]
// CHECK-DAG: loop trace.c:[[#LOOP]] [2/2]
// RUN: env HOCKET_CORES=2 HOCKET_TRACE=/nonexistent/x.json %t 2>&1 | %FileCheck %s --check-prefix=SAID
// SAID: hocket: the trace '/nonexistent/x.json' cannot be written: No such file or directory
//
// One that ends by abort leaves what it had recorded, which shows the same and
// makes the same trace.
// RUN: rm -f %t.dead %t.dead.part
// RUN: %status -6 env HOCKET_CORES=2 HOCKET_TRACE=%t.dead %t abort
// RUN: %hocket trace %t.dead --plan=%t.json --html=%t.html --svg=%t.svg --json=%t.figures --trace=%t.again > %t.txt 2> %t.note
// RUN: %FileCheck %s < %t.txt
// RUN: %FileCheck %s --check-prefix=NOTE < %t.note
// NOTE: hocket: note: no '{{.*}}.dead' yet; showing '{{.*}}.dead.part'
// RUN: %hocket trace %t.again --plan=%t.json --html=%t.again.html --svg=%t.again.svg --json=%t.again.figures > %t.again.txt
// RUN: diff %t.txt %t.again.txt && diff %t.svg %t.again.svg
// RUN: %python %S/../../runtime/trace/check_trace.py %t.trace %t.again
// RUN: %hocket trace %t.trace %t.dead.part | %FileCheck %s --check-prefix=TWO
// TWO: .trace: {{.*}} on 2 cores, 1 region entered
// TWO: .dead.part: {{.*}} on 2 cores, 1 region entered
//
// Beside a trace it is told of.
// RUN: cp %t.again %t.dead
// RUN: %hocket trace %t.dead 2>&1 | %FileCheck %s --check-prefix=BOTH
// BOTH: hocket: note: there is '{{.*}}.dead.part', too, of a run that has not ended by exit
//
// Cut off, or damaged.
// RUN: head -c 300000 %t.dead.part > %t.cut
// RUN: %status 1 %hocket trace %t.cut 2>&1 | %FileCheck %s --check-prefix=CUT
// CUT: .cut: error: the recording is cut off after 300000 bytes
// RUN: %python -c "import sys; b = bytearray(open(sys.argv[1], 'rb').read()); b[24] = 9; open(sys.argv[2], 'wb').write(b)" %t.dead.part %t.newer
// RUN: %status 1 %hocket trace %t.newer 2>&1 | %FileCheck %s --check-prefix=NEWER
// NEWER: .newer: error: the recording is of version 9; expected 1
#include <stdlib.h>
double a[100000];
int main(int argc, char **argv) {
  (void)argv;
  for (int i = 0; i < 100000; i++)
    a[i] = a[i] * 2 + i;
  if (argc > 1)
    abort();
  return a[7] != 7;
}

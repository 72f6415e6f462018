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
double a[100000];
int main(void) {
  for (int i = 0; i < 100000; i++)
    a[i] = a[i] * 2 + i;
  return a[7] != 7;
}

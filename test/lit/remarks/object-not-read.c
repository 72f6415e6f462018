// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %hocketcc -O1 -c -DPART=1 %s -o a.o && %hocketcc -O3 -c -DPART=2 %s -o b.o
// RUN: %hocketcc a.o b.o -o app -Rhocket-missed 2>&1 | %FileCheck %s
// RUN: ./app
// CHECK: {{^}}remark: '{{[ab]}}.o' is linked as it is: it was compiled with other options than most [-Rhocket-missed=object-not-read]
// CHECK-NEXT: help: compile it with hocketcc and the options of the others
#if PART == 1
int f(int x);
int main(void) { return f(0); }
#else
int f(int x) { return x; }
#endif

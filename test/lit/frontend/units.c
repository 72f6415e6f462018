// Names across units: externs are one object, statics of one name are not, and a
// program without foreign code is closed.
// RUN: split-file %s %t
// RUN: %hocketcc --stop-after=frontend --print-after=frontend %t/one.c %t/two.c -o %t/x | %FileCheck %s
// RUN: %hocketcc -c %t/two.c -o %t/two.o
// RUN: %hocketcc --stop-after=frontend --print-after=frontend %t/one.c %t/two.o -o %t/x | %FileCheck %s --check-prefix=OPEN
// CHECK: program closed
// CHECK: global counter : int (4){{$}}
// CHECK: global shared : int (4) initialized
// CHECK-NOT: shared : int
// CHECK: global counter : int (4) initialized
// CHECK-NOT: counter : int
// CHECK: function main()
// CHECK: call0 bump()
// CHECK: function bump()
// CHECK: `return_value = counter++`
// OPEN: program open
//--- one.c
extern int shared;
static int counter;
int bump(void);
int main(void) { return bump() + shared + counter++; }
//--- two.c
int shared = 1;
static int counter = 5;
int bump(void) {
  int return_value;
  return_value = counter++;
  return return_value + shared;
}

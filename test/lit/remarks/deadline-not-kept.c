// Marks that cannot be followed; a warning, for the program does not do what it
// was asked to.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 %s -o %t 2>&1 | %FileCheck %s
// RUN: %t
int main(int argc, char **argv) {
  int i = 0;
  // CHECK: deadline-not-kept.c:[[#@LINE+1]]:1: warning: '#pragma hocket deadline' is not followed: no loop follows it that is analysed and has no label [-Whocket=deadline-not-kept]
#pragma hocket deadline(1ms)
  i += argc;
  // CHECK: deadline-not-kept.c:[[#@LINE+1]]:1: warning: '#pragma hocket deadline' is not followed: it is not of the form 'deadline(33ms)'
#pragma hocket deadline 33ms
  for (; i < 10; i++)
    argv[0][0] = 'x';
  return 0;
}

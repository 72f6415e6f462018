// A function that calls itself for parts that only read.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -Rhocket=fork-join %s -o %t 2>&1 | %FileCheck %s --implicit-check-not=remark:
static unsigned long ways(unsigned n) {
  if (n < 2)
    return n;
  // CHECK: fork-join.c:[[#@LINE+1]]:3: remark: 'ways' is recursive fork-join: 2 calls of itself run as tasks that cores take in turn [-Rhocket=fork-join]
  return ways(n - 1) + ways(n - 2);
}

int main(void) { return (int)ways(20); }

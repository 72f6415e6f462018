// A function that calls itself for parts that only read.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -Rhocket=divided-work %s -o %t 2>&1 | %FileCheck %s --implicit-check-not=remark:
static unsigned long ways(unsigned n) {
  if (n < 2)
    return n;
  // CHECK: divided-work.c:[[#@LINE+1]]:3: remark: 'ways' divides its work: 2 calls of itself run as tasks that cores take in turn [-Rhocket=divided-work]
  return ways(n - 1) + ways(n - 2);
}

int main(void) { return (int)ways(20); }

// A comment of C99.
#include <stdio.h>

int main(void) {
  long long x = 1;
  int n = 3;
  int array[n];
  array[0] = 0;
  printf("%d %d\n", array[0], (int)x);
  return 0;
}

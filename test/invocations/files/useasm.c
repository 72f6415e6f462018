#include <stdio.h>

int asm_one(void);

int main(void) {
  printf("%d\n", asm_one());
  return 0;
}

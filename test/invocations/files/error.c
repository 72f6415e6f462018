#include "util.h"

int main(void) {
  int x = undeclared;
  return x +;
}

#include <stdlib.h>
#warning "of the preprocessor"

static int unused;

int narrow(long x) {
  int y;
  if (x = 3)
    return y;
  for (unsigned i = 0; i < -1; ++i)
    unused += abs(i);
}

int main(void) { return narrow(1) - narrow(1); }

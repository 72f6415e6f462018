#include <stdio.h>
#include "sub dir.h"

int main(void) { return printf("%d\n", WORDS) < 0; }

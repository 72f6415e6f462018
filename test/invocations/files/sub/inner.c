#include "inner.h"
#include <outer.h>

int inner(void) { return INNER + OUTER; }

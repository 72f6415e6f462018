#include "util.h"

struct Base {
  virtual ~Base() {}
  int value = 3;
};

extern "C" int from_cxx() {
  Base b;
  return b.value;
}

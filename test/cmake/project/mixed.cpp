// SPDX-License-Identifier: Apache-2.0
#include "filters.h"

#include <iostream>
#include <stdexcept>
#include <vector>

int main() {
  std::vector<double> in(LAMPS, 4), out(LAMPS);
  blur(in.data(), out.data(), LAMPS);
  try {
    out.at(LAMPS) = 1;
  } catch (const std::out_of_range &) {
    std::cout << "mixed: " << out[1] << '\n';
  }
}

// SPDX-License-Identifier: Apache-2.0
//
// Which cores a program may have.
#include "soc/SocSpec.h"

#include <algorithm>

namespace hocket::soc {

std::vector<uint32_t> SocSpec::usableCores(unsigned most) const {
  std::vector<uint32_t> usable;
  for (uint32_t i = 0; i < cores.size(); ++i)
    if (!cores[i].isForOs)
      usable.push_back(i);
  std::sort(usable.begin(), usable.end(), [&](uint32_t a, uint32_t b) {
    double capacityA = types[cores[a].type].capacity;
    double capacityB = types[cores[b].type].capacity;
    if (capacityA != capacityB)
      return capacityA > capacityB;
    return cores[a].id < cores[b].id;
  });
  if (most != 0 && usable.size() > most)
    usable.resize(most);
  return usable;
}

} // namespace hocket::soc

// SPDX-License-Identifier: Apache-2.0
#include "soc/SocSpec.h"

#include <algorithm>

namespace hocket::soc {

SocSpec withCores(SocSpec spec, unsigned cores) {
  std::vector<uint32_t> usable = spec.usableCores(0);
  if (usable.empty())
    return spec;
  Core copy = spec.cores[usable.back()];
  copy.isCopy = true;
  for (const Core &core : spec.cores)
    copy.id = std::max(copy.id, core.id);
  for (size_t n = usable.size(); n < cores; ++n) {
    ++copy.id;
    spec.cores.push_back(copy);
  }
  return spec;
}

} // namespace hocket::soc

// SPDX-License-Identifier: Apache-2.0
//
// The format of sysfs' cpu lists and of taskset -c.
#include "soc/CpuList.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace hocket::soc {

std::optional<std::vector<unsigned>> parseCpuList(std::string_view text) {
  constexpr unsigned limit = 4096;
  std::vector<unsigned> cpus;
  llvm::SmallVector<llvm::StringRef, 8> parts;
  llvm::StringRef(text.data(), text.size()).trim().split(parts, ',');
  for (llvm::StringRef part : parts) {
    auto [from, to] = part.trim().split('-');
    unsigned first = 0, last = 0;
    if (from.getAsInteger(10, first))
      return std::nullopt;
    if (to.empty() && !part.contains('-'))
      last = first;
    else if (to.getAsInteger(10, last))
      return std::nullopt;
    if (last < first || last >= limit || cpus.size() > limit)
      return std::nullopt;
    for (unsigned cpu = first; cpu <= last; ++cpu)
      cpus.push_back(cpu);
  }
  return cpus;
}

} // namespace hocket::soc

// SPDX-License-Identifier: Apache-2.0
#include "loops/checks/AccessIntervals.h"

#include <algorithm>
#include <map>

namespace hocket::polyhedral {

namespace {

/// Smallest and greatest constant of polynomials that differ in it alone.
using Extents = std::map<Poly, std::pair<int64_t, int64_t>>;

void widen(Extents &extents, Poly poly, uint32_t size) {
  int64_t begin = poly.constantTerm();
  int64_t end = begin + size;
  poly.add({}, -begin);
  auto [it, isNew] = extents.try_emplace(std::move(poly), begin, end);
  if (!isNew)
    it->second = {std::min(it->second.first, begin),
                  std::max(it->second.second, end)};
}

/// The access may be anywhere, but in the object.
bool widenToObject(Extents &extents, const CheckContext &c, const Root &root) {
  const uint64_t size =
      root.kind == Root::Kind::Object ? c.program()[root.object].size : 0;
  if (size == 0 || size > UINT32_MAX)
    return false;
  widen(extents, Poly(), static_cast<uint32_t>(size));
  return true;
}

} // namespace

std::optional<Interval>
accessInterval(CheckContext &c,
               const std::vector<const MemoryAccess *> &accesses) {
  const Root &root = *accesses.front()->root;
  // Accesses that differ by a constant alone need one range.
  Extents extents;
  const Reach *reach = nullptr;
  for (const MemoryAccess *access : accesses) {
    if (access->reach) {
      if (reach && reach != access->reach)
        return std::nullopt;
      reach = access->reach;
    } else if (access->address && access->item->size != 0) {
      widen(extents, access->address->poly, access->item->size);
    } else if (!widenToObject(extents, c, root)) {
      return std::nullopt;
    }
  }
  std::optional<Interval> all;
  if (reach) {
    all = reachInterval(c, *reach);
    if (!all)
      return std::nullopt;
  }
  for (const auto &[poly, extent] : extents) {
    std::optional<Interval> range = polyInterval(c, poly, 0);
    if (!range)
      return std::nullopt;
    Interval bytes =
        sumOf(*range, {constant(extent.first), constant(extent.second)});
    all = all ? united(*all, bytes) : bytes;
    if (isTooLarge(*all))
      return std::nullopt;
  }
  return all;
}

} // namespace hocket::polyhedral

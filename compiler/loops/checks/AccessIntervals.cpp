// SPDX-License-Identifier: Apache-2.0
#include "loops/checks/AccessIntervals.h"

#include <algorithm>
#include <map>

namespace hocket::polyhedral {

namespace {

/// Smallest and greatest constant of polynomials that differ in it alone.
using Extents = std::map<Polynomial, std::pair<int64_t, int64_t>>;

void widen(Extents &extents, Polynomial polynomial, uint32_t size) {
  int64_t begin = polynomial.constantTerm();
  int64_t end = begin + size;
  polynomial.add({}, -begin);
  auto [it, isNew] = extents.try_emplace(std::move(polynomial), begin, end);
  if (!isNew)
    it->second = {std::min(it->second.first, begin),
                  std::max(it->second.second, end)};
}

/// The access may be anywhere, but in the object.
bool widenToObject(Extents &extents, const CheckContext &c, const Base &base) {
  const uint64_t size =
      base.kind == Base::Kind::Object ? c.program()[base.object].size : 0;
  if (size == 0 || size > UINT32_MAX)
    return false;
  widen(extents, Polynomial(), static_cast<uint32_t>(size));
  return true;
}

} // namespace

std::optional<Interval>
accessInterval(CheckContext &c,
               const std::vector<const MemoryAccess *> &accesses) {
  const Base &base = *accesses.front()->base;
  // Accesses that differ by a constant alone need one range.
  Extents extents;
  std::vector<const UpdateFootprint *> footprints;
  for (const MemoryAccess *access : accesses) {
    if (access->footprint) {
      if (std::find(footprints.begin(), footprints.end(), access->footprint) ==
          footprints.end())
        footprints.push_back(access->footprint);
    } else if (access->address && access->item->size != 0) {
      widen(extents, access->address->polynomial, access->item->size);
    } else if (!widenToObject(extents, c, base)) {
      return std::nullopt;
    }
  }
  std::optional<Interval> all;
  for (const UpdateFootprint *footprint : footprints) {
    std::optional<Interval> bytes = footprintInterval(c, *footprint);
    if (!bytes)
      return std::nullopt;
    all = all ? united(*all, *bytes) : *bytes;
  }
  for (const auto &[polynomial, extent] : extents) {
    std::optional<Interval> range = polynomialInterval(c, polynomial, 0);
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

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
std::optional<Interval> wholeObject(const CheckContext &c, const Base &base) {
  const uint64_t size =
      base.kind == Base::Kind::Object ? c.program()[base.object].size : 0;
  if (size == 0 || size > UINT32_MAX)
    return std::nullopt;
  return Interval{constant(0), constant(static_cast<int64_t>(size))};
}

} // namespace

std::optional<Interval>
accessInterval(CheckContext &c,
               const std::vector<const MemoryAccess *> &accesses) {
  const Base &base = *accesses.front()->base;
  // Accesses that differ by a constant alone need one range.
  Extents extents;
  std::vector<const UpdateFootprint *> footprints;
  bool isAnywhere = false;
  for (const MemoryAccess *access : accesses) {
    if (access->footprint) {
      if (std::find(footprints.begin(), footprints.end(), access->footprint) ==
          footprints.end())
        footprints.push_back(access->footprint);
    } else if (access->address && access->item->size != 0) {
      widen(extents, access->address->polynomial, access->item->size);
    } else {
      isAnywhere = true;
    }
  }
  std::optional<Interval> all;
  if (isAnywhere && !(all = wholeObject(c, base)))
    return std::nullopt;
  for (const UpdateFootprint *footprint : footprints) {
    std::optional<Interval> bytes = footprintInterval(c, *footprint);
    if (!bytes)
      return std::nullopt;
    all = all ? united(*all, *bytes) : *bytes;
  }
  for (const auto &[polynomial, extent] : extents) {
    std::optional<Interval> range = polynomialInterval(c, polynomial, 0);
    std::optional<Interval> bytes =
        range ? sumOf(*range, {constant(extent.first), constant(extent.second)})
              : wholeObject(c, base);
    if (!bytes)
      return std::nullopt;
    all = all ? united(*all, *bytes) : *bytes;
    if (isTooLarge(*all))
      return std::nullopt;
  }
  return all;
}

} // namespace hocket::polyhedral

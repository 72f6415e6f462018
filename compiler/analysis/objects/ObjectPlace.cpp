// SPDX-License-Identifier: Apache-2.0
#include "analysis/objects/ObjectPlace.h"

#include <numeric>

namespace hocket::analysis {

namespace {

struct Interval {
  int64_t begin = 0;
  uint64_t bytes = 0;
  uint64_t stride = 0;
};

Interval intervalOf(const ObjectPlace &place, uint64_t bytes) {
  if (place.span > 0)
    return {place.offset, place.span + bytes, 0};
  return {place.offset, bytes, place.stride};
}

} // namespace

bool mayMeet(const ObjectPlace &place, uint64_t bytes, const ObjectPlace &other,
             uint64_t others) {
  if (place.object != other.object)
    return false;
  const Interval a = intervalOf(place, bytes), b = intervalOf(other, others);
  int64_t between = 0;
  if (__builtin_sub_overflow(b.begin, a.begin, &between))
    return true;
  const uint64_t period = std::gcd(a.stride, b.stride);
  if (period == 0)
    return between >= 0 ? uint64_t(between) < a.bytes
                        : 0 - uint64_t(between) < b.bytes;
  if (period > uint64_t(INT64_MAX))
    return true;
  int64_t rest = between % int64_t(period);
  const uint64_t ahead = uint64_t(rest < 0 ? rest + int64_t(period) : rest);
  return ahead < a.bytes || period - ahead < b.bytes;
}

} // namespace hocket::analysis

// SPDX-License-Identifier: Apache-2.0
#include "taskdeps/RegionMemory.h"

#include <algorithm>

namespace hocket::polyhedral {

void MemorySet::add(ir::ObjectId object) {
  auto at = std::lower_bound(objects.begin(), objects.end(), object);
  if (at == objects.end() || *at != object)
    objects.insert(at, object);
}

void MemorySet::add(const MemorySet &other) {
  for (ir::ObjectId object : other.objects)
    add(object);
  hasOther |= other.hasOther;
}

bool MemorySet::contains(ir::ObjectId object) const {
  return std::binary_search(objects.begin(), objects.end(), object);
}

MemorySet wantedOf(const MemorySet &written, const MemorySet &touched) {
  MemorySet wanted;
  for (ir::ObjectId object : written.objects)
    if (touched.contains(object) || touched.hasOther)
      wanted.add(object);
  wanted.hasOther = written.hasOther && !touched.isEmpty();
  return wanted;
}

MemorySet staleOf(const MemorySet &touched, const MemorySet &written) {
  MemorySet stale;
  for (ir::ObjectId object : written.objects)
    if (touched.contains(object) || touched.hasOther)
      stale.add(object);
  if (written.hasOther)
    for (ir::ObjectId object : touched.objects)
      stale.add(object);
  stale.hasOther = touched.hasOther && written.hasOther;
  return stale;
}

} // namespace hocket::polyhedral

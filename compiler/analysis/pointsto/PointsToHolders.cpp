// SPDX-License-Identifier: Apache-2.0
//
// Where addresses stand. Of automatic variables: which have theirs in automatic
// scalars alone. For such a variable the text shows all ways to it: its own
// name, and the names of the scalars. Of the heap: in which objects.
//
// For the variables, what is in memory is united first, once for all; then each
// scalar is asked only for what is left.
#include "analysis/pointsto/PointsToBuilder.h"

namespace hocket::analysis {

using namespace ir;

namespace {

bool isAutomatic(const Object &object) {
  return object.kind == ObjectKind::Local || object.kind == ObjectKind::Param;
}

/// Only accesses by its name touch it.
bool isScalarByName(const Object &object) {
  return isAutomatic(object) && object.isScalar && !object.isAddressTaken &&
         !object.isVolatile;
}

} // namespace

/// Where addresses stand that more than the variables of one call can see: in
/// memory, outside, or in integers, which may be anything.
LocationSet PointsToBuilder::heldInMemory() const {
  LocationSet held = solver_.set(outside_);
  held.insert(solver_.set(integers_));
  held.insert(solver_.contentsOf(anything_));
  for (const Object &object : p_.objects)
    if (!isScalarByName(object))
      held.insert(solver_.contentsOf(idx(object.id)));
  return held;
}

std::map<ObjectId, std::vector<ObjectId>>
PointsToBuilder::heldByScalars() const {
  std::map<ObjectId, std::vector<ObjectId>> result;
  if (gaveUp)
    return result;
  std::vector<char> isInMemory(p_.objects.size() + 1, 0);
  for (LocationId location : heldInMemory())
    isInMemory[solver_[location].object] = 1;
  for (const Object &object : p_.objects) {
    bool isAnywhere = isInMemory[anything_] && isExposed_[idx(object.id)];
    if (isAutomatic(object) && !object.isVolatile && !isValid(object.cloneOf) &&
        !isAnywhere && !isInMemory[idx(object.id)])
      result[object.id];
  }
  for (const Object &object : p_.objects) {
    if (!isScalarByName(object) || isValid(object.cloneOf))
      continue;
    auto add = [&](ObjectId held) {
      auto it = result.find(held);
      // Those of other functions hold it only while they run below this one.
      if (it == result.end() || p_[held].function != object.function ||
          (!it->second.empty() && it->second.back() == object.id))
        return;
      it->second.push_back(object.id);
    };
    for (LocationId location : solver_.contentsOf(idx(object.id))) {
      if (solver_[location].object != anything_)
        add(ObjectId(solver_[location].object));
      else
        for (ObjectId id : exposed.ids)
          add(id);
    }
  }
  return result;
}

std::map<ObjectId, std::vector<ObjectId>> PointsToBuilder::heapHolders() const {
  std::map<ObjectId, std::vector<ObjectId>> result;
  if (gaveUp)
    return result;
  LocationSet elsewhere = solver_.set(outside_);
  elsewhere.insert(solver_.set(integers_));
  elsewhere.insert(solver_.contentsOf(anything_));
  std::vector<char> isElsewhere(p_.objects.size() + 1, 0);
  auto note = [&](LocationId location) {
    isElsewhere[solver_[location].object] = 1;
  };
  for (LocationId location : elsewhere)
    note(location);
  for (const Object &holder : p_.objects)
    for (LocationId location : solver_.contentsOf(idx(holder.id))) {
      std::size_t held = solver_[location].object;
      if (held == anything_ || p_[ObjectId(held)].kind != ObjectKind::Heap) {
        isElsewhere[anything_] |= held == anything_;
        continue;
      }
      std::vector<ObjectId> &holders = result[ObjectId(held)];
      if (holders.empty() || holders.back() != holder.id)
        holders.push_back(holder.id);
    }
  std::erase_if(result, [&](const auto &entry) {
    std::size_t held = idx(entry.first);
    return isElsewhere[held] || (isElsewhere[anything_] && isExposed_[held]);
  });
  return result;
}

} // namespace hocket::analysis

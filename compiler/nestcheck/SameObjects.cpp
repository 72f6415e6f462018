// SPDX-License-Identifier: Apache-2.0
#include "nestcheck/SameObjects.h"

#include <map>
#include <tuple>

namespace hocket::nestcheck {

namespace {

/// Kind, name, unit, function, place of the declaration.
using Key = std::tuple<ir::ObjectKind, std::string, ir::UnitId, std::string,
                       SourceLocation>;

Key keyOf(const ir::Program &program, const ir::Object &object) {
  ir::UnitId unit = object.unit;
  std::string function;
  if (isValid(object.function)) {
    unit = program[object.function].unit;
    function = program[object.function].name;
  }
  return {object.kind, object.name, unit, function, object.location};
}

} // namespace

std::vector<ir::ObjectId> sameObjects(const ir::Program &before,
                                      const ir::Program &after) {
  std::map<Key, ir::ObjectId> known;
  for (const ir::Object &object : before.objects) {
    if (isValid(object.cloneOf) || object.name.empty())
      continue;
    auto [it, isNew] = known.try_emplace(keyOf(before, object), object.id);
    if (!isNew)
      it->second = ir::ObjectId::None;
  }
  std::vector<ir::ObjectId> result;
  for (const ir::Object &object : after.objects) {
    auto it = isValid(object.cloneOf) ? known.end()
                                      : known.find(keyOf(after, object));
    result.push_back(it == known.end() ? ir::ObjectId::None : it->second);
  }
  return result;
}

} // namespace hocket::nestcheck

// SPDX-License-Identifier: Apache-2.0
#include "speculation/marks/OwnMemory.h"

#include "speculation/marks/AccessItems.h"

#include <algorithm>
#include <utility>

namespace hocket::speculation {

using namespace ir;
using analysis::EffectItem;

OwnMemory::OwnMemory(const Program &program, const analysis::Effects &effects,
                     NodeId loop, std::set<ObjectId> setFirst)
    : effects_(effects),
      objects_(std::in_place, program, effects, loop, std::move(setFirst)) {}

bool OwnMemory::isOwn(StmtId stmt, const Access &access) const {
  if (!objects_)
    return false;
  const std::vector<const EffectItem *> items = itemsOf(effects_, stmt, access);
  return !items.empty() &&
         std::all_of(items.begin(), items.end(), [&](const EffectItem *item) {
           return !item->objects.unknown && !item->objects.ids.empty() &&
                  std::all_of(
                      item->objects.ids.begin(), item->objects.ids.end(),
                      [&](ObjectId object) { return objects_->isOwn(object); });
         });
}

} // namespace hocket::speculation

// SPDX-License-Identifier: Apache-2.0
#include "speculation/marks/AccessItems.h"

#include <algorithm>

namespace hocket::speculation {

using analysis::EffectItem;

std::vector<const EffectItem *> itemsOf(const analysis::Effects &effects,
                                        ir::StmtId stmt,
                                        const ir::Access &access) {
  std::vector<const EffectItem *> result;
  for (const EffectItem &item : effects.stmts[index(stmt)].items)
    if (item.via.empty() && item.kind == access.kind &&
        item.text.unit == access.text.unit &&
        item.text.begin == access.text.begin &&
        item.text.end == access.text.end && item.type == access.type)
      result.push_back(&item);
  return result;
}

bool isWithin(
    const analysis::Effects &effects, ir::StmtId stmt, const ir::Access &access,
    const std::function<bool(const EffectItem &, ir::ObjectId)> &test) {
  const std::vector<const EffectItem *> items = itemsOf(effects, stmt, access);
  return !items.empty() &&
         std::all_of(items.begin(), items.end(), [&](const EffectItem *item) {
           const analysis::ObjectIds &ids = item->objects.ids;
           if (item->objects.unknown)
             return false;
           return ids.empty() ? test(*item, ir::ObjectId::None)
                              : std::all_of(ids.begin(), ids.end(),
                                            [&](ir::ObjectId object) {
                                              return test(*item, object);
                                            });
         });
}

} // namespace hocket::speculation

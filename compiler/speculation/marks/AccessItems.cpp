// SPDX-License-Identifier: Apache-2.0
#include "speculation/marks/AccessItems.h"

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

} // namespace hocket::speculation

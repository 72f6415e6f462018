// SPDX-License-Identifier: Apache-2.0
#include "symbolic/FirstValue.h"

#include <algorithm>

namespace hocket::polyhedral {

bool keepsFirstValue(const AffineModel &model, ir::NodeId loop) {
  const ProgramIndex &index = model.index();
  ir::StmtId init = index.program()[loop].as<ir::Loop>()->init;
  if (!isValid(init) || model.startMayChange(loop))
    return false;
  for (const analysis::EffectItem &read : index.itemsOf(init)) {
    ir::ObjectId named = index.namedObject(read);
    if (read.kind != ir::AccessKind::Read || !isValid(named))
      continue;
    for (ir::StmtId stmt : model.stmts()) {
      const auto &items = index.itemsOf(stmt);
      if (std::any_of(items.begin(), items.end(), [&](const auto &item) {
            return item.kind == ir::AccessKind::Write &&
                   index.mayTouch(item, named);
          }))
        return false;
    }
  }
  return true;
}

} // namespace hocket::polyhedral

// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/NodeEffects.h"

#include "ir/Tree.h"

#include <algorithm>

namespace hocket::taskgraph {

using namespace ir;

bool touchesErrno(const Program &program, const analysis::Effects &effects,
                  StmtId stmt) {
  const std::vector<analysis::EffectItem> &items =
      effects.stmts[index(stmt)].items;
  return std::any_of(items.begin(), items.end(),
                     [&](const analysis::EffectItem &item) {
                       return item.objects.contains(program.hidden.errnoValue);
                     });
}

void addWrites(const Program &program, const analysis::Effects &effects,
               NodeId node, const std::set<ObjectId> &without,
               analysis::ObjectUnion &writes) {
  for (StmtId stmt : allStmts(program, node))
    for (const analysis::EffectItem &item : effects.stmts[index(stmt)].items)
      if (item.kind == AccessKind::Write)
        writes.add(item.objects.ids, without);
}

bool writesUnknown(const Program &program, const analysis::Effects &effects,
                   NodeId node) {
  std::vector<StmtId> stmts = allStmts(program, node);
  return std::any_of(stmts.begin(), stmts.end(), [&](StmtId stmt) {
    const std::vector<analysis::EffectItem> &items =
        effects.stmts[index(stmt)].items;
    return std::any_of(
        items.begin(), items.end(), [](const analysis::EffectItem &item) {
          return item.kind == AccessKind::Write && item.objects.unknown;
        });
  });
}

} // namespace hocket::taskgraph

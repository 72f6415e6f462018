// SPDX-License-Identifier: Apache-2.0
//
// One call while its effects are added to its statement.
#pragma once

#include "analysis/EffectFacts.h"
#include "analysis/EffectWork.h"

#include <string>
#include <vector>

namespace hocket::analysis {

struct CallContext {
  const EffectFacts &facts;
  const std::vector<Summary> &summaries; ///< by function; the last: outside
  ObjectIdsPool &pool;                   ///< of the items' lists
  ir::StmtId stmt;
  const ir::CallSite &site;
  uint32_t caller; ///< function that holds the call
  StmtWork &work;  ///< of the statement

  const ir::Program &program() const { return facts.program; }
};

/// An effect of the call, without an address. \param via see EffectItem
inline WorkItem makeItem(const CallContext &call, ir::AccessKind kind,
                         ObjectSet objects, const std::string &via) {
  WorkItem item;
  item.effect.kind = kind;
  item.effect.objects = std::move(objects);
  item.effect.via = via;
  item.effect.location = call.site.location;
  item.effect.text = call.site.text;
  return item;
}

} // namespace hocket::analysis

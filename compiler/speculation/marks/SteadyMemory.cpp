// SPDX-License-Identifier: Apache-2.0
#include "speculation/marks/SteadyMemory.h"

#include "speculation/marks/AccessItems.h"

#include "ir/Tree.h"

#include <algorithm>

namespace hocket::speculation {

using namespace ir;
using analysis::EffectItem;

namespace {

bool isPointer(const std::string &type) {
  return type.find('*') != std::string::npos && type.back() != ']';
}

bool namesUnions(const Program &program) {
  return std::any_of(
      program.stmts.begin(), program.stmts.end(), [](const Stmt &stmt) {
        return std::any_of(stmt.accesses.begin(), stmt.accesses.end(),
                           [](const Access &a) { return a.isOfUnion; });
      });
}

} // namespace

SteadyMemory::SteadyMemory(const Program &program,
                           const analysis::Effects &effects, NodeId loop,
                           bool strictAliasing)
    : effects_(effects),
      written_(std::in_place, program, effects, allStmts(program, loop)),
      typesTell_(strictAliasing && !namesUnions(program)) {}

bool SteadyMemory::isSteady(StmtId stmt, const Access &access) const {
  if (!written_)
    return false;
  const std::vector<const EffectItem *> items = itemsOf(effects_, stmt, access);
  return access.kind == AccessKind::Read && !items.empty() &&
         std::none_of(items.begin(), items.end(), [&](const EffectItem *item) {
           return typesTell_ && isPointer(access.type)
                      ? written_->mayMeetButNumbers(*item)
                      : written_->mayMeet(*item);
         });
}

} // namespace hocket::speculation

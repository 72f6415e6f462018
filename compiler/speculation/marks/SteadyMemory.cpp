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

bool SteadyMemory::isSteady(const Access &access, const EffectItem &item,
                            ObjectId object) const {
  if (!written_ || access.kind != AccessKind::Read)
    return false;
  return typesTell_ && isPointer(access.type)
             ? !written_->mayMeetButNumbers(item, object)
             : !written_->mayMeet(item, object);
}

bool SteadyMemory::isSteady(StmtId stmt, const Access &access) const {
  return isWithin(effects_, stmt, access,
                  [&](const EffectItem &item, ObjectId object) {
                    return isSteady(access, item, object);
                  });
}

} // namespace hocket::speculation

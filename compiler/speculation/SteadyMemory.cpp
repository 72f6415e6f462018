// SPDX-License-Identifier: Apache-2.0
#include "speculation/SteadyMemory.h"

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
  const std::vector<EffectItem> &items = effects_.stmts[index(stmt)].items;
  bool isFound = false;
  for (const EffectItem &item : items) {
    if (!item.via.empty() || item.kind != AccessKind::Read ||
        item.text.unit != access.text.unit ||
        item.text.begin != access.text.begin ||
        item.text.end != access.text.end || item.type != access.type)
      continue;
    isFound = true;
    if (typesTell_ && isPointer(access.type) ? written_->mayMeetButNumbers(item)
                                             : written_->mayMeet(item))
      return false;
  }
  return isFound;
}

} // namespace hocket::speculation

// SPDX-License-Identifier: Apache-2.0
#include "speculation/SteadyMemory.h"

#include "ir/Tree.h"

#include <algorithm>

namespace hocket::speculation {

using namespace ir;
using analysis::EffectItem;

namespace {

/// Of numbers that nothing but such a number is read from: characters may be
/// parts of anything.
bool isNumber(const std::string &type) {
  static constexpr std::string_view numbers[] = {"int",
                                                 "unsigned int",
                                                 "long",
                                                 "unsigned long",
                                                 "float",
                                                 "long long",
                                                 "unsigned long long",
                                                 "double",
                                                 "short",
                                                 "unsigned short",
                                                 "_Bool"};
  return std::find(std::begin(numbers), std::end(numbers), type) !=
         std::end(numbers);
}

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
    : program_(program), effects_(effects),
      typesTell_(strictAliasing && !namesUnions(program)) {
  for (StmtId stmt : allStmts(program, loop)) {
    const analysis::StmtEffects &done = effects.stmts[index(stmt)];
    writesAnything_ |= done.isUnknown;
    for (const EffectItem &item : done.items)
      if (item.kind == AccessKind::Write)
        add(item);
  }
}

void SteadyMemory::add(const EffectItem &item) {
  writesAnything_ |= item.objects.unknown;
  for (ObjectId object : item.objects.ids) {
    auto [known, isNew] = written_.try_emplace(object, true);
    known->second &= isNumber(item.type);
  }
}

bool SteadyMemory::isSteady(StmtId stmt, const Access &access) const {
  if (writesAnything_)
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
    if (item.objects.unknown)
      return false;
    for (ObjectId object : item.objects.ids) {
      auto known = written_.find(object);
      if (known != written_.end() &&
          !(typesTell_ && known->second && isPointer(access.type)))
        return false;
    }
  }
  return isFound;
}

} // namespace hocket::speculation

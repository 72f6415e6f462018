// SPDX-License-Identifier: Apache-2.0
#include "analysis/values/KnownValues.h"

#include "ir/CallInstance.h"
#include "ir/Holes.h"
#include "ir/Identifiers.h"
#include "ir/Tree.h"
#include "support/Policy.h"

#include <algorithm>

namespace hocket::analysis {

using namespace ir;

namespace {

/// The same number in the type, and in any at least as wide.
bool fits(int64_t value, unsigned bits, bool isSigned) {
  if (bits == 0 || bits > 64)
    return false;
  int64_t half = int64_t(1) << std::min(bits - 1, 62u);
  return value < half && (value >= 0 || (isSigned && value >= -half));
}

bool isPlainInteger(const Object &object) {
  return (object.kind == ObjectKind::Local ||
          object.kind == ObjectKind::Param) &&
         object.isScalar && !object.isFloat && !object.isPointer &&
         !object.isVolatile && !object.isAddressTaken &&
         !isValid(object.cloneOf);
}

} // namespace

KnownValues::KnownValues(const Program &program)
    : program_(program), calls_(callsByCallee(program)) {
  for (const Function &function : program.functions) {
    if (!isValid(function.body)) {
      if (isValid(function.unit)) // it may call any function there
        unread_.insert(function.unit);
      continue;
    }
    for (StmtId id : allStmts(program, function.body)) {
      const Stmt &stmt = program[id];
      for (const Access &access : stmt.accesses) {
        if (access.kind != AccessKind::Write || !isValid(access.address) ||
            program[access.address].kind != ExprKind::AddrOf)
          continue;
        ObjectId object = program[access.address].object;
        (stmt.declares == object ? initials_ : others_)[object].push_back(
            access.value);
      }
      if (stmt.isOpaque && isValid(stmt.text.unit))
        noteUnread(stmt.text);
    }
  }
}

/// It may assign what it names, and call it.
void KnownValues::noteUnread(const TextRange &text) {
  for (const Hole &hole : holesIn(program_, text))
    others_[hole.object].push_back(ExprId::None);
  for (std::string_view name : identifiersIn(program_.text(text)))
    namedUnread_.insert(name);
}

std::optional<int64_t> KnownValues::of(ObjectId object) const {
  return of(object, 0);
}

std::optional<int64_t> KnownValues::of(ObjectId id, unsigned depth) const {
  const Object &object = program_[id];
  if (depth > policy.region.knownDepth || !isPlainInteger(object) ||
      others_.count(id))
    return std::nullopt;
  std::optional<int64_t> result =
      object.kind == ObjectKind::Param ? passed(id, depth) : initial(id, depth);
  return result && fits(*result, object.bits, object.isSigned) ? result
                                                               : std::nullopt;
}

std::optional<int64_t> KnownValues::initial(ObjectId object,
                                            unsigned depth) const {
  auto it = initials_.find(object);
  if (it == initials_.end() || it->second.size() != 1)
    return std::nullopt;
  return value(it->second.front(), depth + 1);
}

std::optional<int64_t> KnownValues::passed(ObjectId param,
                                           unsigned depth) const {
  const Function &function = program_[program_[param].function];
  std::optional<std::size_t> position =
      positionOf(program_, function.id, param);
  if (!position || !function.isStatic || function.isAddressTaken ||
      unread_.count(function.unit) || namedUnread_.count(function.name) ||
      initials_.count(param))
    return std::nullopt;
  std::optional<int64_t> result;
  for (const CallPoint &call : calls_[index(function.id)]) {
    std::optional<int64_t> one;
    if (std::optional<ExprId> given =
            argumentAt(siteOf(program_, call), *position))
      one = value(*given, depth + 1);
    if (!one || (result && *result != *one))
      return std::nullopt;
    result = one;
  }
  return result;
}

std::optional<int64_t> KnownValues::value(ExprId id, unsigned depth) const {
  if (!isValid(id))
    return std::nullopt;
  const Expr &e = program_[id];
  std::optional<int64_t> result;
  if (e.kind == ExprKind::Const && !e.isPointer)
    result = e.value;
  else if (e.kind == ExprKind::Var)
    result = of(e.object, depth);
  else if (e.kind == ExprKind::Cast)
    result = value(e.operands[0], depth + 1);
  return result && fits(*result, e.bits, e.isSigned) ? result : std::nullopt;
}

} // namespace hocket::analysis

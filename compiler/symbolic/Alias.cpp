// SPDX-License-Identifier: Apache-2.0
//
// Aliasing by objects, types and restrict.
//
// Types: we tell apart only scalars whose alias sets gcc always keeps apart.
// Signedness and qualifiers never matter (C11 6.5p7); characters and aggregates
// meet everything. `restrict` (C11 6.7.3.1): an object reached through a
// restrict parameter and modified in the function is reached in no other way,
// so an address that is not computed from that parameter cannot meet it; the
// same holds for a restrict variable during the rest of its block.

#include "symbolic/Alias.h"

#include "ir/Tree.h"

#include <algorithm>
#include <array>
#include <set>
#include <sstream>

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::ExprId;
using ir::ExprKind;
using ir::ObjectId;

namespace {

std::string withoutQualifiers(std::string_view type) {
  std::istringstream words{std::string(type)};
  std::string result, word;
  while (words >> word) {
    static constexpr std::array<std::string_view, 6> dropped = {
        "const", "volatile", "restrict", "__restrict", "unsigned", "signed"};
    if (std::find(dropped.begin(), dropped.end(), word) != dropped.end()) {
      if (word == "unsigned" && result.empty())
        continue;
      continue;
    }
    result += (result.empty() ? "" : " ") + word;
  }
  return result;
}

} // namespace

AliasClass aliasClass(std::string_view type) {
  if (type.empty())
    return AliasClass::Any;
  if (!pointee(type).empty())
    return AliasClass::Pointer;
  bool isInteger = type.find("signed") != std::string_view::npos;
  std::string plain = withoutQualifiers(type);
  if (plain.rfind("enum ", 0) == 0)
    return AliasClass::Enum;
  static constexpr std::array<std::pair<std::string_view, AliasClass>, 14>
      table = {{{"float", AliasClass::Float},
                {"double", AliasClass::Double},
                {"long double", AliasClass::LongDouble},
                {"short", AliasClass::Short},
                {"short int", AliasClass::Short},
                {"int", AliasClass::Int},
                {"long", AliasClass::Long},
                {"long int", AliasClass::Long},
                {"long long", AliasClass::LongLong},
                {"long long int", AliasClass::LongLong},
                {"_Bool", AliasClass::Bool},
                {"bool", AliasClass::Bool},
                {"int short", AliasClass::Short},
                {"int long", AliasClass::Long}}};
  for (const auto &[name, cls] : table)
    if (plain == name)
      return cls;
  return plain.empty() && isInteger ? AliasClass::Int : AliasClass::Any;
}

bool mayAlias(AliasClass a, AliasClass b) {
  if (a == b || a == AliasClass::Any || b == AliasClass::Any)
    return true;
  auto isInteger = [](AliasClass c) {
    return c >= AliasClass::Short && c <= AliasClass::Enum;
  };
  if (a == AliasClass::Enum || b == AliasClass::Enum)
    return isInteger(a) && isInteger(b);
  return false;
}

std::string_view pointee(std::string_view type) {
  for (std::string_view qualifier :
       {"restrict", "__restrict", "const", "volatile", " "})
    while (type.size() > qualifier.size() && type.ends_with(qualifier))
      type.remove_suffix(qualifier.size());
  if (!type.ends_with("*"))
    return {};
  type.remove_suffix(1);
  while (type.ends_with(" "))
    type.remove_suffix(1);
  return type;
}

bool objectsMayOverlap(const ProgramIndex &index, const EffectItem &a,
                       const EffectItem &b) {
  // No write changes a string or what is defined const.
  auto isImmutable = [&](ObjectId id) {
    const ir::Object &object = index.program()[id];
    const bool isDefined =
        object.kind != ir::ObjectKind::Global || isValid(object.unit);
    return object.kind == ir::ObjectKind::String ||
           (object.isConst && isDefined);
  };
  auto meetsUnknown = [&](const EffectItem &item, const EffectItem &unknown) {
    const bool isChange = unknown.kind == ir::AccessKind::Write;
    return item.objects.unknown ||
           std::any_of(item.objects.ids.begin(), item.objects.ids.end(),
                       [&](ObjectId id) {
                         return !index.isNamedOnly(id) && !index.isHidden(id) &&
                                !(isChange && isImmutable(id));
                       });
  };
  if (a.objects.unknown && meetsUnknown(b, a))
    return true;
  if (b.objects.unknown && meetsUnknown(a, b))
    return true;
  return analysis::firstShared(a.objects.ids, b.objects.ids) != nullptr;
}

namespace {

/// Pointers go through integers, too: `(T *)((uintptr_t)p + 4)`.
bool canHoldPointer(const ir::Expr &expr) {
  return expr.isPointer || (!expr.isFloat && expr.bits >= 32);
}

/// A pointer moved by an integer.
bool isPointerStep(const ir::Program &program, const ir::Expr &expr) {
  return expr.isPointer &&
         (expr.kind == ExprKind::Add || expr.kind == ExprKind::Sub) &&
         program[expr.operands[0]].isPointer !=
             program[expr.operands[1]].isPointer;
}

/// The variable that `value` is a pointer step or more from; else None.
ObjectId steppedFrom(const ir::Program &program, ExprId value) {
  while (isValid(value) && isPointerStep(program, program[value])) {
    const ir::Expr &expr = program[value];
    value = expr.operands[program[expr.operands[0]].isPointer ? 0 : 1];
  }
  if (!isValid(value) || program[value].kind != ExprKind::Var)
    return ObjectId::None;
  return program[value].object;
}

/// Outside the block of a restrict variable nothing is based on it: the values
/// from there, and of earlier runs of the block, were there before it.
bool isWhileItLives(const ProgramIndex &index, ObjectId pointer,
                    ir::StmtId stmt) {
  const ir::Object &object = index.program()[pointer];
  return object.kind != ir::ObjectKind::Local ||
         ir::isWithin(index.program(), index.nodeOf(stmt), object.scope);
}

bool basedOn(const ProgramIndex &index, ExprId value, ObjectId param,
             std::set<ObjectId> &visited) {
  if (!isValid(value))
    return true;
  const ir::Program &program = index.program();
  const ir::Expr &expr = program[value];
  switch (expr.kind) {
  case ExprKind::Const:
  case ExprKind::AddrOf:
    return false;
  case ExprKind::Load:
    // A pointer in memory may be a stored copy, an integer one in disguise.
    return canHoldPointer(expr);
  case ExprKind::CallResult:
  case ExprKind::Unknown:
    return expr.bits == 0 ? !expr.isFloat : canHoldPointer(expr);
  case ExprKind::Var: {
    if (expr.object == param)
      return true;
    if (!canHoldPointer(expr))
      return false;
    if (!index.isNamedOnly(expr.object))
      return true;
    if (!visited.insert(expr.object).second)
      return false;
    for (ir::StmtId writer : index.namedWriters(expr.object))
      for (const ir::Access &access : program[writer].accesses) {
        if (access.kind != ir::AccessKind::Write || !isValid(access.address) ||
            program[access.address].kind != ExprKind::AddrOf ||
            program[access.address].object != expr.object ||
            !isWhileItLives(index, param, writer))
          continue;
        if (basedOn(index, access.value, param, visited))
          return true;
      }
    return false;
  }
  default: {
    // What is added to a pointer does not make it another object's.
    bool isStep = isPointerStep(program, expr);
    return std::any_of(expr.operands.begin(), expr.operands.end(),
                       [&](ExprId operand) {
                         return (!isStep || program[operand].isPointer) &&
                                basedOn(index, operand, param, visited);
                       });
  }
  }
}

} // namespace

bool mayBeBasedOn(const ProgramIndex &index, ExprId value, ObjectId param) {
  std::set<ObjectId> visited;
  return basedOn(index, value, param, visited);
}

namespace {

/// A restrict pointer that lives as long as one run of `root`, or longer: what
/// it says holds throughout.
bool isRestrictAround(const ir::Program &program, const ir::Object &object,
                      ir::NodeId root) {
  bool isParam = object.kind == ir::ObjectKind::Param;
  bool isLocal = object.kind == ir::ObjectKind::Local &&
                 object.hasInitializer && isValid(object.scope) &&
                 ir::isWithin(program, root, object.scope);
  return object.isRestrict && (isParam || isLocal);
}

} // namespace

ObjectId restrictOrigin(const ProgramIndex &index, ObjectId pointer,
                        ir::NodeId root) {
  const ir::Program &program = index.program();
  ObjectId origin = ObjectId::None;
  std::set<ObjectId> visited = {pointer};
  std::vector<ObjectId> waiting = {pointer};
  while (!waiting.empty()) {
    ObjectId id = waiting.back();
    waiting.pop_back();
    const ir::Object &object = program[id];
    if (!object.isPointer || !index.isNamedOnly(id))
      return ObjectId::None;
    bool isOrigin = isRestrictAround(program, object, root);
    if ((isOrigin || object.kind == ir::ObjectKind::Param) &&
        (!isOrigin || (isValid(origin) && origin != id)))
      return ObjectId::None;
    if (isOrigin)
      origin = id;
    for (ir::StmtId writer : index.namedWriters(id))
      for (const ir::Access &access : program[writer].accesses) {
        if (access.kind != ir::AccessKind::Write || !isValid(access.address) ||
            program[access.address].kind != ExprKind::AddrOf ||
            program[access.address].object != id ||
            (isOrigin && program[writer].declares == id))
          continue;
        ObjectId from = steppedFrom(program, access.value);
        if (!isValid(from))
          return ObjectId::None;
        if (visited.insert(from).second)
          waiting.push_back(from);
      }
  }
  return origin;
}

} // namespace hocket::polyhedral

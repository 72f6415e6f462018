// SPDX-License-Identifier: Apache-2.0
#include "ir/FunctionClones.h"

#include "ir/FunctionBody.h"
#include "ir/Holes.h"
#include "ir/Identifiers.h"
#include "ir/Tree.h"

#include <algorithm>
#include <optional>
#include <set>

namespace hocket::ir {

namespace {

/// Attributes that say nothing about where a function is and how it is called.
bool isHarmless(const std::string &attribute) {
  static constexpr std::string_view known[] = {
      "noinline", "always_inline", "noclone", "flatten",
      "unused",   "hot",           "cold",    "pure",
      "const",    "nothrow",       "leaf",    "gnu_inline"};
  return std::find(std::begin(known), std::end(known), attribute) !=
         std::end(known);
}

/// A second variable of this declaration is as good: it is never changed, and
/// nobody can tell the two apart.
bool isConstant(const Program &program, const Object &object) {
  return object.isConst && !object.isAddressTaken &&
         std::all_of(
             object.initialPointers.begin(), object.initialPointers.end(),
             [&](const InitialPointer &initial) {
               const Expr &value = program[initial.value];
               return value.kind == ExprKind::AddrOf &&
                      (program[value.object].kind == ObjectKind::String ||
                       program[value.object].kind == ObjectKind::Function);
             }) &&
         (object.initialPointersKnown || !object.hasInitializer);
}

} // namespace

std::string whyNotCloned(const Program &program, FunctionId id) {
  const Function &function = program[id];
  std::string name = "'" + function.name + "' ";
  if (!isValid(function.body) || !isValid(function.unit) ||
      function.isVariadic || function.isNoReturn || function.name == "main")
    return name + "is no ordinary function";
  bool isNameable = function.resultType.isNameable;
  for (ObjectId param : function.params)
    isNameable &=
        !program[param].name.empty() && program[param].type.isNameable;
  std::string_view header = headerOf(program, id);
  // `f(x) int x; {`
  if (!isNameable || header.find(';') != std::string_view::npos)
    return name + "has parameters in an old style or of a type without a name";
  std::optional<std::vector<std::string>> attributes =
      attributesOf(program, id);
  if (!attributes || header.find("[[") != std::string_view::npos ||
      !std::all_of(attributes->begin(), attributes->end(), isHarmless))
    return name + "has attributes";
  static const std::set<std::string_view> ofItsName = {
      "__func__",
      "__FUNCTION__",
      "__PRETTY_FUNCTION__",
      "__builtin_FUNCTION",
      "asm",
      "__asm__",
      "__asm",
      "__builtin_return_address",
      "__builtin_frame_address"};
  for (std::string_view word : identifiersIn(program.text(function.text)))
    if (ofItsName.count(word))
      return name + "uses '" + std::string(word) + "'";
  return "";
}

std::string whyNotRedirected(const Program &program, const CallPoint &call) {
  const CallSite &site = siteOf(program, call);
  const Function &callee = calleeOf(program, call);
  if (site.text.unit != callee.unit || site.text.empty())
    return "'" + callee.name + "' is defined in another file";
  if (isWrittenPlainly(program, site))
    return "";
  return "the call of '" + callee.name + "' is not written plainly";
}

std::vector<ObjectId> ownState(const Program &program, FunctionId id) {
  std::vector<ObjectId> result;
  for (const Hole &hole : holesIn(program, program[id].text)) {
    if (!hole.isDeclarator || !isValid(hole.object))
      continue;
    const Object &object = program[hole.object];
    if (object.kind == ObjectKind::Static && !isConstant(program, object))
      result.push_back(object.id);
  }
  return result;
}

namespace {

class CloneFinder {
public:
  CloneFinder(const Program &program, const CloneNeeds &needs)
      : program_(program), needs_(needs) {}

  /// Whether there are any.
  bool find(NodeId root) {
    bool isAny = false;
    forEachNode(program_, root, [&](NodeId node) {
      for (const CallPoint &call : copiedCalls(program_, node)) {
        bool isNeeded = find(siteOf(program_, call).copy);
        isNeeded |= isChanged(call);
        if (isNeeded)
          found.push_back(call);
        isAny |= isNeeded;
      }
    });
    return isAny;
  }

  std::vector<CallPoint> found;

private:
  bool isChanged(const CallPoint &call) const {
    const Function &callee = calleeOf(program_, call);
    if (!needs_.renamed.empty())
      for (const Hole &hole : holesIn(program_, callee.text))
        if (needs_.renamed.count(hole.object))
          return true;
    if (needs_.changed.empty())
      return false;
    std::vector<StmtId> stmts = allStmts(program_, siteOf(program_, call).copy);
    return std::any_of(stmts.begin(), stmts.end(), [&](StmtId stmt) {
      return needs_.changed.count(stmt) != 0;
    });
  }

  const Program &program_;
  const CloneNeeds &needs_;
};

} // namespace

std::vector<CallPoint> callsOfClones(const Program &program, NodeId node,
                                     const CloneNeeds &needs) {
  CloneFinder finder(program, needs);
  finder.find(node);
  return std::move(finder.found);
}

std::string cloneAttributes(const Program &program, FunctionId id) {
  std::optional<std::vector<std::string>> attributes =
      attributesOf(program, id);
  std::string result;
  for (const std::string &attribute : *attributes)
    if (attribute == "noinline" || attribute == "always_inline" ||
        attribute == "noclone" || attribute == "flatten")
      result += "__attribute__((" + attribute + ")) ";
  return result;
}

} // namespace hocket::ir

// SPDX-License-Identifier: Apache-2.0
#include "ir/CalleeVersions.h"

#include "ir/Identifiers.h"
#include "ir/Tree.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>

namespace hocket::ir {

std::vector<InlinedCall> inlinedCalls(const Program &program, NodeId id) {
  std::vector<InlinedCall> result;
  const Node &node = program[id];
  if (!isValid(node.inlined))
    return result;
  const auto *branch = node.as<Branch>();
  StmtId stmt = branch ? branch->condition : node.as<Leaf>()->stmt;
  const std::vector<NodeId> &copies =
      program[node.inlined].as<Block>()->children;
  const std::vector<CallSite> &calls = program[stmt].calls;
  for (uint32_t site = 0; site < calls.size(); ++site) {
    if (!calls[site].isSeenThrough || result.size() == copies.size())
      continue;
    NodeId copy = copies[result.size()];
    // A call that need not happen stands under a Branch.
    if (const auto *guard = program[copy].as<Branch>())
      copy = guard->thenNode;
    result.push_back({copy, stmt, site, id});
  }
  return result;
}

InlinedCall callAround(const Program &program, NodeId node) {
  for (; isValid(node) && isValid(program[node].inlinedFrom);
       node = program[node].parent) {
    // copy, guard if any, Block of all copies, calling node
    NodeId up = program[node].parent;
    if (isValid(up) && program[up].as<Branch>())
      up = program[up].parent;
    NodeId caller = isValid(up) ? program[up].parent : NodeId::None;
    if (!isValid(caller) || program[caller].inlined != up)
      continue;
    for (const InlinedCall &call : inlinedCalls(program, caller))
      if (call.copy == node)
        return call;
  }
  return {};
}

namespace {

std::string_view headerOf(const Program &program, const Function &function) {
  TextRange header = function.text;
  header.end = program[function.body].text.begin;
  return program.text(header);
}

/// Without the underscores around it.
std::string plain(std::string_view word) {
  bool isWrapped = word.size() > 4 && word.substr(0, 2) == "__" &&
                   word.substr(word.size() - 2) == "__";
  return std::string(isWrapped ? word.substr(2, word.size() - 4) : word);
}

/// The words between `__attribute__` and the end of its parentheses; nothing if
/// there is anything but words.
std::optional<std::vector<std::string>> attributesIn(std::string_view header) {
  std::vector<std::string> result;
  for (size_t at = header.find("__attribute"); at != std::string_view::npos;
       at = header.find("__attribute", at + 1)) {
    size_t open = header.find('(', at);
    if (open == std::string_view::npos)
      return std::nullopt;
    unsigned depth = 0;
    size_t end = open;
    do {
      depth += header[end] == '(';
      depth -= header[end] == ')';
      if (depth > 2)
        return std::nullopt; // one with arguments
      ++end;
    } while (depth != 0 && end < header.size());
    for (std::string_view word : identifiersIn(header.substr(open, end - open)))
      result.push_back(plain(word));
  }
  return result;
}

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

std::string whyNoVersion(const Program &program, FunctionId id) {
  const Function &function = program[id];
  std::string name = "'" + function.name + "' ";
  if (!isValid(function.body) || !isValid(function.unit) ||
      function.isVariadic || function.isNoReturn || function.name == "main")
    return name + "is no ordinary function";
  bool isNameable = function.resultType.isNameable;
  for (ObjectId param : function.params)
    isNameable &=
        !program[param].name.empty() && program[param].type.isNameable;
  std::string_view header = headerOf(program, function);
  // `f(x) int x; {`
  if (!isNameable || header.find(';') != std::string_view::npos)
    return name + "has parameters in an old style or of a type without a name";
  std::optional<std::vector<std::string>> attributes = attributesIn(header);
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

std::string whyNotRedirected(const Program &program, const InlinedCall &call) {
  const CallSite &site = program[call.stmt].calls[call.site];
  const Function &callee = program[site.callee];
  if (site.text.unit != callee.unit || site.text.empty())
    return "'" + callee.name + "' is defined in another file";
  std::string_view text = program.text(site.text);
  size_t open = callee.name.size();
  bool isPlain = text.substr(0, open) == callee.name && text.back() == ')';
  while (open < text.size() && (text[open] == ' ' || text[open] == '\t'))
    ++open;
  if (isPlain && open < text.size() && text[open] == '(')
    return "";
  return "the call of '" + callee.name + "' is not written plainly";
}

namespace {

std::span<const Hole> holesOf(const Program &program,
                              const Function &function) {
  const std::vector<Hole> &holes = program[function.unit].holes;
  auto at = [&](uint32_t offset) {
    return std::lower_bound(
        holes.begin(), holes.end(), offset,
        [](const Hole &h, uint32_t begin) { return h.begin < begin; });
  };
  return {at(function.text.begin), at(function.text.end)};
}

bool isOfFunction(const Object &object) {
  return object.kind == ObjectKind::Local || object.kind == ObjectKind::Param ||
         object.kind == ObjectKind::Static;
}

} // namespace

bool isVisibleIn(const Program &program, ObjectId id, FunctionId in) {
  const Object &object = program[id];
  if (isOfFunction(object))
    return object.function == in;
  const Function &function = program[in];
  if (object.kind != ObjectKind::Global || !isValid(function.unit))
    return true;
  auto hides = [&](ObjectId other) {
    return isValid(other) && other != id &&
           program[other].name == object.name && isOfFunction(program[other]);
  };
  if (std::any_of(function.params.begin(), function.params.end(), hides))
    return false;
  bool isNamed = false;
  for (const Hole &hole : holesOf(program, function)) {
    if (hole.isDeclarator && hides(hole.object))
      return false;
    isNamed |= hole.object == id;
  }
  const std::vector<Hole> &holes = program[function.unit].holes;
  for (const Hole &hole : holes) {
    if (isNamed || hole.begin >= function.text.begin)
      break;
    isNamed = hole.object == id && !hole.isDeclarator;
  }
  return isNamed;
}

std::vector<ObjectId> ownState(const Program &program, FunctionId id) {
  std::vector<ObjectId> result;
  for (const Hole &hole : holesOf(program, program[id])) {
    if (!hole.isDeclarator || !isValid(hole.object))
      continue;
    const Object &object = program[hole.object];
    if (object.kind == ObjectKind::Static && !isConstant(program, object))
      result.push_back(object.id);
  }
  return result;
}

namespace {

class VersionFinder {
public:
  VersionFinder(const Program &program, const VersionNeeds &needs)
      : program_(program), needs_(needs) {}

  /// Whether there are any.
  bool find(NodeId root) {
    bool isAny = false;
    forEachNode(program_, root, [&](NodeId node) {
      for (const InlinedCall &call : inlinedCalls(program_, node)) {
        bool isNeeded = find(call.copy);
        isNeeded |= isChanged(call);
        if (isNeeded)
          found.push_back(call);
        isAny |= isNeeded;
      }
    });
    return isAny;
  }

  std::vector<InlinedCall> found;

private:
  bool isChanged(const InlinedCall &call) const {
    const Function &callee =
        program_[program_[call.stmt].calls[call.site].callee];
    if (!needs_.renamed.empty())
      for (const Hole &hole : holesOf(program_, callee))
        if (needs_.renamed.count(hole.object))
          return true;
    if (needs_.changed.empty())
      return false;
    std::vector<StmtId> stmts = allStmts(program_, call.copy);
    return std::any_of(stmts.begin(), stmts.end(), [&](StmtId stmt) {
      return needs_.changed.count(stmt) != 0;
    });
  }

  const Program &program_;
  const VersionNeeds &needs_;
};

} // namespace

std::vector<InlinedCall> callsOfVersions(const Program &program, NodeId node,
                                         const VersionNeeds &needs) {
  VersionFinder finder(program, needs);
  finder.find(node);
  return std::move(finder.found);
}

std::string versionAttributes(const Program &program, FunctionId id) {
  std::optional<std::vector<std::string>> attributes =
      attributesIn(headerOf(program, program[id]));
  std::string result;
  for (const std::string &attribute : *attributes)
    if (attribute == "noinline" || attribute == "always_inline" ||
        attribute == "noclone" || attribute == "flatten")
      result += "__attribute__((" + attribute + ")) ";
  return result;
}

} // namespace hocket::ir

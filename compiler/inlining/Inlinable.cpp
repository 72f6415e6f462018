// SPDX-License-Identifier: Apache-2.0
#include "inlining/Inlinable.h"

#include "ir/FunctionBody.h"
#include "ir/FunctionClones.h"
#include "ir/Holes.h"
#include "ir/Identifiers.h"
#include "ir/Tree.h"
#include "support/Policy.h"

#include <algorithm>

namespace hocket::inlining {

using namespace ir;

namespace {

/// Each copy may take as much of the caller's stack.
constexpr uint64_t maxLocalBytes = policy.inlining.localBytes;

} // namespace

std::string whyNotInlinable(const Program &program,
                            const analysis::Effects &effects, FunctionId id) {
  const Function &function = program[id];
  std::string problem = whyNotCloned(program, id);
  if (!problem.empty())
    return problem;
  std::string name = "'" + function.name + "' ";
  if (effects.isRecursive[index(id)])
    return name + "calls itself";
  std::string attributes = cloneAttributes(program, id);
  if (attributes.find("no") != std::string::npos)
    return name + "is to stay a function of its own";
  for (const Hole &hole : holesIn(program, function.text))
    if (isValid(hole.object) && program[hole.object].kind == ObjectKind::Static)
      return name + "has the static variable '" + program[hole.object].name +
             "'";
  if (localBytes(program, id) > maxLocalBytes)
    return name + "has much on its stack";
  bool hasVolatile =
      std::any_of(function.params.begin(), function.params.end(),
                  [&](ObjectId param) { return program[param].isVolatile; });
  if (hasVolatile || !hasFixedParameters(program, id))
    return name + "has a volatile parameter, or one of variable size";
  // A variable for it could not be assigned.
  std::string_view result = function.resultType.before;
  if (std::size_t star = result.rfind('*'); star != std::string_view::npos)
    result.remove_prefix(star);
  if (result.find("const") != std::string_view::npos)
    return name + "returns a constant type";
  if (std::string_view word = wordOfFrame(program, id); !word.empty())
    return name + "uses '" + std::string(word) + "'";
  std::vector<std::string_view> words =
      identifiersIn(program.text(function.text));
  // Its type would be that of another text.
  if (std::count(words.begin(), words.end(), "__auto_type") != 0)
    return name + "uses '__auto_type'";
  if (declaresOtherThanVariables(program, id))
    return name + "declares a type";
  problem = whyUnstructured(program, id);
  return problem.empty() ? "" : name + problem;
}

namespace {

/// A variable that no called function can touch.
bool readsOwnVariable(const Program &program, const Access &access) {
  if (access.isVolatile || !isValid(access.address))
    return false;
  const Expr &address = program[access.address];
  if (address.kind != ExprKind::AddrOf)
    return false;
  const Object &object = program[address.object];
  return (object.kind == ObjectKind::Local ||
          object.kind == ObjectKind::Param) &&
         !object.isAddressTaken;
}

/// The statement does one thing after another: `x = 3, f(x)`.
bool hasSequence(const Program &program, const Stmt &stmt,
                 const CallSite &site) {
  TextRange before = stmt.text, after = stmt.text;
  before.end = site.text.begin;
  after.begin = site.text.end;
  constexpr std::string_view marks = ",;{?&|";
  auto has = [&](const TextRange &range) {
    return program.text(range).find_first_of(marks) != std::string_view::npos;
  };
  return !stmt.text.contains(site.text) || has(before) || has(after);
}

/// Nothing is done before the call that could not be done after it, nor the
/// other way round.
bool isOrderFree(const Program &program, const Stmt &stmt,
                 const CallSite &site) {
  if (hasSequence(program, stmt, site))
    return false;
  for (const Access &access : stmt.accesses) {
    bool isArgument = isValid(access.text.unit) && !access.text.empty() &&
                      site.text.contains(access.text);
    if (access.isVolatile ||
        (access.kind == AccessKind::Write
             ? isArgument
             : !isArgument && !readsOwnVariable(program, access)))
      return false;
  }
  return std::all_of(
      stmt.calls.begin(), stmt.calls.end(), [&](const CallSite &other) {
        return &other == &site ||
               (other.text.contains(site.text) && isValid(other.callee));
      });
}

/// `int a = f(), b;` is one text for two leaves.
bool sharesItsText(const Program &program, NodeId node) {
  NodeId parent = program[node].parent;
  if (!isValid(parent) || !program[parent].as<Block>())
    return false;
  const std::vector<NodeId> &children = program[parent].as<Block>()->children;
  return std::count_if(children.begin(), children.end(), [&](NodeId child) {
           return program[child].text.begin == program[node].text.begin;
         }) != 1;
}

/// `T *p = f(sizeof *p);`: what is written in front of the declaration would
/// have another `p`, or none.
bool namesItself(const Program &program, const Stmt &stmt,
                 const CallSite &site) {
  const std::vector<std::string_view> words =
      identifiersIn(program.text(site.text));
  return std::count(words.begin(), words.end(), program[stmt.declares].name) !=
         0;
}

} // namespace

std::string whyNotInPlace(const Program &program, const CallPoint &place) {
  const Stmt &stmt = program[place.stmt];
  const CallSite &site = stmt.calls[place.site];
  const Node &node = program[place.node];
  const Function &callee = calleeOf(program, place);
  std::string problem = whyNotRedirected(program, place);
  if (!problem.empty())
    return problem;
  if (!site.must || stmt.isOpaque || node.hasLabel || node.hasOuterCase ||
      isInOpaque(program, place.node) || sharesItsText(program, place.node))
    return "the call of '" + callee.name + "' is part of something larger";
  if (stmt.kind == StmtKind::Declaration &&
      (!isValid(stmt.declares) ||
       program[stmt.declares].kind != ObjectKind::Local))
    return "the call of '" + callee.name + "' is in an unusual declaration";
  if (stmt.kind == StmtKind::Declaration && namesItself(program, stmt, site))
    return "the call of '" + callee.name + "' names what it initializes";
  if (callee.text.end > program[node.function].text.begin)
    return "'" + callee.name + "' is defined after its caller";
  if (!isOrderFree(program, stmt, site))
    return "the statement that calls '" + callee.name +
           "' does other things whose order matters";
  CallInstance call = callInstance(program, place);
  if (!call.isComplete ||
      !std::all_of(call.arguments.begin(), call.arguments.end(),
                   [](const BoundArgument &argument) {
                     return isValid(argument.text.unit);
                   }))
    return "'" + callee.name + "' is called with other arguments";
  return "";
}

} // namespace hocket::inlining

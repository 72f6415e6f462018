// SPDX-License-Identifier: Apache-2.0
#include "speculation/LoopFacts.h"

#include "speculation/LoopExits.h"

#include "ir/Identifiers.h"
#include "ir/Tree.h"
#include "support/Policy.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace hocket::speculation {

using namespace ir;

bool isPartOfLoop(const Program &program, NodeId id) {
  const Node &node = program[id];
  return node.as<Loop>()->part || isValid(node.copyOf) || !node.omitted.empty();
}

/// It is asked once more where a piece ends, and where a clone begins.
static bool mayBeAskedTwice(const Program &program, const Loop &loop) {
  if (loop.counted || !isValid(loop.condition))
    return true;
  const Stmt &condition = program[loop.condition];
  return !condition.isOpaque && condition.calls.empty() &&
         std::all_of(condition.accesses.begin(), condition.accesses.end(),
                     [](const Access &a) {
                       return a.kind == AccessKind::Read && !a.isVolatile;
                     });
}

/// A variable of the type of the function's result can be declared before the
/// function, and assigned.
static bool canKeepResult(const Program &program, const Function &function) {
  const CType &type = function.resultType;
  std::string declared = type.declare("x");
  std::size_t star = declared.rfind('*');
  std::vector<std::string_view> words = identifiersIn(
      std::string_view(declared).substr(star == std::string::npos ? 0 : star));
  static constexpr std::string_view hinders[] = {"const", "volatile", "_Atomic",
                                                 "restrict"};
  std::string_view head = program.text({function.text.unit, function.text.begin,
                                        program[function.body].text.begin});
  return type.isNameable && type.needs.empty() && declared != "void x" &&
         head.find('{') == std::string_view::npos &&
         std::none_of(std::begin(hinders), std::end(hinders),
                      [&](std::string_view word) {
                        return std::find(words.begin(), words.end(), word) !=
                               words.end();
                      });
}

/// Empty: the loop's jumps can be made where a clone has come to them.
static std::string whyNotLeft(const Program &program, NodeId id) {
  std::optional<std::vector<NodeId>> exits = exitsOf(program, id);
  if (!exits)
    return "a jump leaves it that is no 'break' or 'return'";
  bool hasResult = std::any_of(exits->begin(), exits->end(), [&](NodeId exit) {
    return isValid(program[exit].as<Jump>()->value);
  });
  if (hasResult && !canKeepResult(program, program[program[id].function]))
    return "it returns a value of a type that cannot be named elsewhere";
  return "";
}

std::string whyNotSuitable(const Program &program, NodeId id) {
  return whyNotLeft(program, id);
}

static bool isAutomatic(const Object &object) {
  return object.kind == ObjectKind::Local || object.kind == ObjectKind::Param;
}

const Counted *countedHeader(const Program &program, NodeId id) {
  const Loop &loop = *program[id].as<Loop>();
  const Counted *header = loop.header();
  if (loop.form != LoopForm::For || !header || !header->isPlain ||
      isValid(header->stepBy) || !mayBeAskedTwice(program, loop))
    return nullptr;
  const Object &iterator = program[header->iterator];
  bool isSuitable = iterator.isScalar && !iterator.isAddressTaken &&
                    iterator.type.isNameable && isAutomatic(iterator);
  return isSuitable ? header : nullptr;
}

bool isOfIteration(const Program &program, NodeId loop, ObjectId id) {
  return isValid(id) && program[id].kind == ObjectKind::Local &&
         isDeclaredIn(program, id, program[loop].as<Loop>()->body);
}

ObjectId writtenByName(const Program &program, const Access &access) {
  if (access.kind != AccessKind::Write || !isValid(access.address))
    return ObjectId::None;
  const Expr &address = program[access.address];
  bool isNamed =
      address.kind == ExprKind::AddrOf && isAutomatic(program[address.object]);
  return isNamed ? address.object : ObjectId::None;
}

std::string whyNotMoved(const Program &program, NodeId loop,
                        const std::vector<StmtId> &stmts) {
  static constexpr std::string_view ofItsName[] = {
      "__func__",  "__FUNCTION__", "__PRETTY_FUNCTION__", "asm", "__asm__",
      "__label__", "goto"};
  for (std::string_view word : identifiersIn(program.text(program[loop].text)))
    if (std::find(std::begin(ofItsName), std::end(ofItsName), word) !=
        std::end(ofItsName))
      return "it uses '" + std::string(word) + "'";
  if (program[loop].hasLabel)
    return "it has labels";
  bool usesLocalName =
      std::any_of(stmts.begin(), stmts.end(),
                  [&](StmtId stmt) { return program[stmt].usesLocalName; });
  return usesLocalName ? "it uses a type or constant of its function" : "";
}

static bool loadsErrno(const Program &program, const analysis::Effects &effects,
                       StmtId stmt) {
  const std::vector<analysis::EffectItem> &items =
      effects.stmts[index(stmt)].items;
  return std::any_of(
      items.begin(), items.end(), [&](const analysis::EffectItem &item) {
        return item.kind == AccessKind::Read && item.via.empty() &&
               item.objects.contains(program.hidden.errnoValue);
      });
}

static bool callsForErrno(const Program &program,
                          const analysis::LibraryTable &library, StmtId stmt) {
  const std::vector<CallSite> &calls = program[stmt].calls;
  return std::any_of(calls.begin(), calls.end(), [&](const CallSite &call) {
    const analysis::LibraryFunction *known =
        isValid(call.callee) ? library.find(program, program[call.callee])
                             : nullptr;
    return known && known->readsErrno;
  });
}

bool loadErrno(const Program &program, const analysis::Effects &effects,
               const analysis::LibraryTable &library,
               const std::vector<StmtId> &stmts) {
  return std::any_of(stmts.begin(), stmts.end(), [&](StmtId stmt) {
    return loadsErrno(program, effects, stmt) &&
           !callsForErrno(program, library, stmt);
  });
}

std::optional<double> knownTrips(const Program &program, NodeId id) {
  const Counted *header = program[id].as<Loop>()->header();
  if (!header || !isValid(header->lower) || !isValid(header->bound) ||
      isValid(header->stepBy))
    return std::nullopt;
  const Expr &lower = program[header->lower];
  const Expr &bound = program[header->bound];
  if (lower.kind != ExprKind::Const || bound.kind != ExprKind::Const)
    return std::nullopt;
  return std::abs(double(bound.value) - double(lower.value)) /
         std::abs(double(header->step));
}

bool isShortLoop(const Program &program, NodeId id) {
  if (!program[id].as<Loop>())
    return false;
  std::optional<double> trips = knownTrips(program, id);
  return trips && *trips < double(policy.speculation.fewIterations);
}

/// Iterations of the innermost loops.
static std::optional<double> iterationsIn(const Program &program, NodeId id) {
  for (StmtId stmt : ownStmts(program, id))
    for (const CallSite &call : program[stmt].calls)
      if (!isValid(call.callee) || isValid(program[call.callee].body))
        return std::nullopt;
  double inside = 1;
  for (NodeId child : childrenOf(program, id)) {
    std::optional<double> some = iterationsIn(program, child);
    if (!some)
      return std::nullopt;
    inside += *some;
  }
  if (!program[id].as<Loop>())
    return inside;
  std::optional<double> trips = knownTrips(program, id);
  return trips ? std::optional<double>(*trips * inside) : std::nullopt;
}

/// No branch, no loop; so are the functions that it calls, which compilers
/// write out in place.
static bool isStraight(const Program &program, NodeId id, unsigned depth = 0) {
  constexpr unsigned mostDepth = 4;
  const Node &node = program[id];
  const Jump *jump = node.as<Jump>();
  bool isEnd = jump && jump->kind == JumpKind::Return && depth > 0;
  if (node.as<Branch>() || node.as<Opaque>() || node.as<Loop>() ||
      (jump && !isEnd) || depth > mostDepth)
    return false;
  for (StmtId stmt : ownStmts(program, id))
    for (const CallSite &call : program[stmt].calls)
      if (!isValid(call.callee) ||
          (isValid(program[call.callee].body) &&
           !isStraight(program, program[call.callee].body, depth + 1)))
        return false;
  std::vector<NodeId> children = childrenOf(program, id);
  return std::all_of(children.begin(), children.end(), [&](NodeId child) {
    return isStraight(program, child, depth);
  });
}

bool hasScalarLoop(const Program &program, NodeId id) {
  bool hasInner = false, isScalar = false;
  for (NodeId child : childrenOf(program, id))
    forEachNode(program, child, [&](NodeId node) {
      hasInner |= program[node].as<Loop>() != nullptr;
    });
  if (const Loop *loop = program[id].as<Loop>(); loop && !hasInner)
    return !loop->counted || !isStraight(program, loop->body);
  for (NodeId child : childrenOf(program, id))
    isScalar |= hasScalarLoop(program, child);
  return isScalar;
}

bool isTinyNest(const Program &program, NodeId id) {
  std::optional<double> iterations = iterationsIn(program, id);
  return iterations && *iterations < policy.speculation.leastIterations;
}

} // namespace hocket::speculation

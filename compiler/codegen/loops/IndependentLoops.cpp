// SPDX-License-Identifier: Apache-2.0
#include "codegen/loops/IndependentLoops.h"

#include "ir/CallInstance.h"
#include "ir/Holes.h"
#include "ir/LoopPragmas.h"
#include "ir/Tree.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace hocket::codegen {

using namespace ir;
using polyhedral::AliasCheck;
using polyhedral::CheckExpr;
using polyhedral::CheckKind;
using polyhedral::EntryCondition;
using polyhedral::LoopKind;
using polyhedral::LoopVerdict;

namespace {

/// Compilers hold it in registers.
bool needsNoMemory(const Object &object) {
  return object.isScalar && !object.isAddressTaken && !object.isVolatile;
}

/// What is declared there.
bool declaresOnlyRegisters(const Program &program, const TextRange &text) {
  std::span<const Hole> holes = holesIn(program, text);
  return std::all_of(holes.begin(), holes.end(), [&](const Hole &hole) {
    return !hole.isDeclarator || !isValid(hole.object) ||
           needsNoMemory(program[hole.object]);
  });
}

/// A pragma has compilers write its few iterations out before they make vectors
/// of the loop around, as transformation's jams are.
bool isUnrolled(const Program &program, const Node &loop) {
  // The loop's text begins with its pragmas.
  std::string_view text = program.text(loop.text);
  return text.substr(0, text.find("for")).find("#pragma GCC unroll") !=
         std::string_view::npos;
}

bool hasLoops(const Program &program, NodeId root, NodeId but) {
  bool result = false;
  forEachNode(program, root, [&](NodeId node) {
    result |= node != but && program[node].as<Loop>() != nullptr &&
              !isUnrolled(program, program[node]);
  });
  return result;
}

/// Functions that are called there have no loops and no memory of their own.
bool callsOnlyPlainFunctions(const Program &program, NodeId root) {
  std::set<FunctionId> seen;
  std::vector<NodeId> work{root};
  while (!work.empty()) {
    NodeId node = work.back();
    work.pop_back();
    for (StmtId stmt : allStmts(program, node))
      for (const CallSite &site : program[stmt].calls) {
        if (!isValid(site.callee))
          return false; // through a pointer
        const Function &callee = program[site.callee];
        if (!isValid(callee.body) || !seen.insert(callee.id).second)
          continue;
        if (!declaresOnlyRegisters(program, callee.text) ||
            hasLoops(program, callee.body, NodeId::None))
          return false;
        work.push_back(callee.body);
      }
  }
  return true;
}

/// The node is all iterations and statements of its text, and so is what is
/// around it.
bool isWhole(const Program &program, NodeId node) {
  for (; isValid(node); node = program[node].parent) {
    const Node &one = program[node];
    const Loop *loop = one.as<Loop>();
    if (isValid(one.copyOf) || !one.omitted.empty() || (loop && loop->part))
      return false;
  }
  return true;
}

const LoopVerdict *verdictOf(const RegionContext &c, NodeId loop) {
  auto it =
      std::find_if(c.verdicts.begin(), c.verdicts.end(),
                   [&](const LoopVerdict &one) { return one.loop == loop; });
  return it == c.verdicts.end() ? nullptr : &*it;
}

/// Both name one pointer, which the loop around both does not change.
bool isSamePointer(const Program &program, const CheckExpr &a,
                   const CheckExpr &b) {
  if (!a.is(CheckKind::Load) || !b.is(CheckKind::Load))
    return a == b && !a.is(CheckKind::PointerIn);
  return program.text(a->load.text) == program.text(b->load.text) &&
         a->load.names == b->load.names;
}

/// A check is about all that the loop around reaches from two pointers, so it
/// holds of what a loop inside reaches from them.
bool isSaidBy(const Program &program, const AliasCheck &check,
              const LoopVerdict &around) {
  auto isSame = [&](const AliasCheck::Side &a, const AliasCheck::Side &b) {
    return isSamePointer(program, a.base, b.base);
  };
  return std::any_of(around.checks.begin(), around.checks.end(),
                     [&](const AliasCheck &known) {
                       return (isSame(check.first, known.first) &&
                               isSame(check.second, known.second)) ||
                              (isSame(check.first, known.second) &&
                               isSame(check.second, known.first));
                     });
}

/// Its checks and conditions hold.
bool isTested(const Program &program, const LoopVerdict &verdict,
              const LoopVerdict *around) {
  if (!around)
    return verdict.checks.empty() && verdict.conditions.empty();
  auto isKnown = [&](const EntryCondition &condition) {
    return std::any_of(around->conditions.begin(), around->conditions.end(),
                       [&](const EntryCondition &known) {
                         return known.test == condition.test;
                       });
  };
  return std::all_of(verdict.checks.begin(), verdict.checks.end(),
                     [&](const AliasCheck &check) {
                       return isSaidBy(program, check, *around);
                     }) &&
         std::all_of(verdict.conditions.begin(), verdict.conditions.end(),
                     isKnown);
}

/// A `for` that has no pragma yet. gcc warns where it finds two conditions.
bool mayHavePragma(const Program &program, const Node &loop) {
  const Counted *counted = loop.as<Loop>()->header();
  if (counted && !counted->otherBoundText.empty())
    return false;
  const std::string &text = program[loop.text.unit].text;
  return program.text(loop.text).substr(0, 3) == "for" &&
         ir::pragmasAbove(text, loop.text.begin) == loop.text.begin;
}

} // namespace

bool isIndependent(const Program &program, const LoopVerdict &verdict) {
  const Node &loop = program[verdict.loop];
  return verdict.kind() == LoopKind::Doall && !verdict.writesErrno &&
         verdict.warmUp.empty() &&
         std::all_of(verdict.privates.begin(), verdict.privates.end(),
                     [&](const polyhedral::PrivateObject &one) {
                       return !one.isPointee && !one.isOnHeap() &&
                              !one.isCopiedIn() &&
                              needsNoMemory(program[one.object]);
                     }) &&
         std::all_of(verdict.inductions.begin(), verdict.inductions.end(),
                     [&](const polyhedral::InductionObject &one) {
                       return needsNoMemory(program[one.object]);
                     }) &&
         isWhole(program, loop.id) && !hasLoops(program, loop.id, loop.id) &&
         declaresOnlyRegisters(program, loop.text) &&
         callsOnlyPlainFunctions(program, loop.id);
}

Insertions independentLoops(const RegionContext &c, NodeId root,
                            bool isGenerated, const LoopVerdict *around) {
  Insertions result;
  forEachNode(c.program, root, [&](NodeId node) {
    const Node &loop = c.program[node];
    if (!loop.as<Loop>() || !mayHavePragma(c.program, loop))
      return;
    const LoopVerdict *verdict = verdictOf(c, node);
    if (!verdict || !isTested(c.program, *verdict, around) ||
        !isIndependent(c.program, *verdict))
      return;
    // Compilers that do not know it shall not warn.
    result.insert({loop.text.begin,
                   "\n" + lineMarker(loop.location, true) + independencePragma +
                       "\n" + lineMarker(loop.location, isGenerated)});
  });
  return result;
}

} // namespace hocket::codegen

// SPDX-License-Identifier: Apache-2.0
#include "transformation/nest/FindNest.h"

#include "ir/AcceleratorMark.h"
#include "ir/PlainText.h"
#include "ir/Tree.h"
#include "support/Policy.h"
#include "transformation/nest/NestIterators.h"
#include "transformation/nest/NestVariables.h"
#include "transformation/nest/Repeatable.h"

#include <algorithm>

namespace hocket::transformation {

using analysis::EffectItem;
using ir::NodeId;
using ir::ObjectId;
using ir::StmtId;
using polyhedral::ProgramIndex;

namespace {

class Finder {
public:
  Finder(const ProgramIndex &index, NodeId root, const NestOptions &options)
      : index_(index), program_(index.program()), options_(options),
        repeatable_(index, root) {
    nest_.root = root;
  }

  FoundNest run() {
    if (!isNestLoop(program_, nest_.root))
      return {};
    std::vector<NodeId> around;
    nest_.order = orderOf(nest_.root, around);
    if (nest_.loops.size() < 2)
      return {};
    if (why_.empty())
      checkSize();
    for (const Unit &unit : nest_.units)
      for (NodeId node : unit.nodes)
        checkUnit(node);
    for (NodeId loop : nest_.loops)
      checkHeader(loop);
    for (NodeId guard : nest_.guards)
      checkStmt(program_[guard].as<ir::Branch>()->condition);
    if (why_.empty())
      refuse(checkIterators(index_, nest_));
    if (why_.empty())
      refuse(placeVariables(index_, nest_));
    const bool hasGuards = !nest_.guards.empty();
    if (!why_.empty())
      return {std::nullopt, why_, hasGuards};
    return {std::move(nest_), {}, hasGuards};
  }

private:
  void refuse(const std::string &why) {
    if (why_.empty())
      why_ = why;
  }

  /// Its condition does nothing but to say in which iterations it is taken.
  bool isGuard(NodeId node) const {
    const ir::Branch *branch = program_[node].as<ir::Branch>();
    if (!options_.mayHaveGuards || !branch || isValid(branch->elseNode) ||
        program_[node].hasLabel || program_[node].hasOuterCase ||
        program_[node].exits.any())
      return false;
    const ir::Stmt &condition = program_[branch->condition];
    const auto &items = index_.itemsOf(branch->condition);
    return condition.calls.empty() && !condition.computesFloats &&
           std::all_of(items.begin(), items.end(), [](const EffectItem &item) {
             return item.kind == ir::AccessKind::Read;
           });
  }

  NodeId behindGuard(NodeId guard) {
    nest_.guards.push_back(guard);
    return program_[guard].as<ir::Branch>()->thenNode;
  }

  bool holdsNestLoop(NodeId node) const {
    if (isNestLoop(program_, node))
      return true;
    if (isGuard(node))
      return holdsNestLoop(program_[node].as<ir::Branch>()->thenNode);
    const ir::Block *block = program_[node].as<ir::Block>();
    return block &&
           std::any_of(block->children.begin(), block->children.end(),
                       [&](NodeId child) { return holdsNestLoop(child); });
  }

  Order orderOf(NodeId node, std::vector<NodeId> &around) {
    if (isNestLoop(program_, node)) {
      nest_.loops.push_back(node);
      around.push_back(node);
      Order inside = orderOf(program_[node].as<ir::Loop>()->body, around);
      around.pop_back();
      return {Order::Kind::Whole, node, 0, 0, {std::move(inside)}};
    }
    if (!holdsNestLoop(node))
      return wholeUnit(node, around);
    if (isGuard(node))
      return orderOf(behindGuard(node), around);
    if (!ir::isPlainText(program_, node))
      refuse("a block holds more than statements");
    const std::size_t known = available_.size();
    Order sequence;
    std::vector<NodeId> run;
    auto endRun = [&] {
      if (run.size() == 1)
        sequence.children.push_back(wholeUnit(run.front(), around));
      else if (!run.empty())
        sequence.children.push_back(unitOf(std::move(run), around));
      run.clear();
    };
    for (NodeId child : takeRepeatable(node, around)) {
      if (!holdsNestLoop(child)) {
        run.push_back(child);
        continue;
      }
      endRun();
      sequence.children.push_back(orderOf(child, around));
    }
    endRun();
    available_.resize(known);
    return sequence;
  }

  /// The block's children but for declarations that units compute again: these
  /// are available from now on.
  std::vector<NodeId> takeRepeatable(NodeId block,
                                     const std::vector<NodeId> &around) {
    const std::vector<NodeId> &children =
        program_[block].as<ir::Block>()->children;
    std::vector<NodeId> rest;
    for (std::size_t k = 0; k < children.size();) {
      if (std::size_t count = countIteratorsAt(program_, block, k)) {
        k += count;
        continue;
      }
      std::size_t count = repeatable_.countAt(children, k, around, available_);
      std::vector<NodeId> &to = count > 0 ? available_ : rest;
      const std::size_t end = k + std::max<std::size_t>(count, 1);
      for (; k < end; ++k)
        to.push_back(children[k]);
    }
    return rest;
  }

  /// The node, or what is behind a guard around all of it.
  Order wholeUnit(NodeId node, const std::vector<NodeId> &around) {
    const std::size_t known = available_.size();
    for (;;) {
      if (isGuard(node)) {
        node = behindGuard(node);
        continue;
      }
      const std::size_t before = available_.size();
      if (!program_[node].as<ir::Block>() || !ir::isPlainText(program_, node))
        break;
      std::vector<NodeId> rest = takeRepeatable(node, around);
      if (rest.size() != 1 || !isGuard(rest.front())) {
        available_.resize(before);
        break;
      }
      node = rest.front();
    }
    Order unit = unitOf({node}, around);
    available_.resize(known);
    return unit;
  }

  Order unitOf(std::vector<NodeId> nodes, const std::vector<NodeId> &around) {
    std::vector<NodeId> repeated = repeatable_.neededBy(nodes, available_);
    if (!repeatable_.areClear(repeated, nodes))
      refuse("two variables have the same name");
    nest_.units.push_back({std::move(nodes), around, std::move(repeated)});
    return {Order::Kind::Unit, NodeId::None, nest_.units.size() - 1, 0, {}};
  }

  void checkSize() {
    std::size_t depth = 0;
    for (const Unit &unit : nest_.units)
      depth = std::max(depth, unit.loops.size());
    if (nest_.units.size() > policy.transform.units ||
        depth > policy.transform.depth)
      refuse("it has too many loops or statements");
  }

  /// The statement does no more than its accesses say, and can be moved.
  void checkStmt(StmtId id) {
    const ir::Stmt &stmt = program_[id];
    refuse(whyFixed(index_, id));
    if (stmt.computesFloats)
      checkBits(stmt);
    if (options_.fusing == Fusing::ByOrder)
      for (const ir::CallSite &call : stmt.calls)
        nest_.needsPins |= mayComputeFloats(call.callee);
  }

  /// Where it is written out, another order may change how.
  bool mayComputeFloats(ir::FunctionId callee) const {
    if (!isValid(callee))
      return true;
    NodeId body = program_[callee].body;
    if (!isValid(body))
      return isValid(program_[callee].text.unit);
    std::vector<StmtId> stmts = ir::allStmts(program_, body);
    return std::any_of(stmts.begin(), stmts.end(), [&](StmtId id) {
      const ir::Stmt &stmt = program_[id];
      return stmt.computesFloats ||
             std::any_of(stmt.calls.begin(), stmt.calls.end(),
                         [&](const ir::CallSite &call) {
                           return !isValid(call.callee) ||
                                  isValid(program_[call.callee].text.unit);
                         });
    });
  }

  void checkBits(const ir::Stmt &stmt) {
    if (options_.hasExcess)
      nest_.bitsChange =
          "floating-point values may have more bits than their type";
    else if (options_.fusing == Fusing::ByOrder)
      nest_.needsPins = true;
    else if (options_.fusing == Fusing::ByText &&
             (stmt.knowsProducts || stmt.multipliesComplex))
      nest_.bitsChange = "a product that is known beforehand is not fused into "
                         "a sum; '-ffp-contract=off' frees it";
  }

  void checkUnit(NodeId unit) {
    if (program_[unit].hasLabel || program_[unit].exits.any())
      refuse("a jump leaves it");
    if (std::vector<NodeId> opaque = opaqueIn(unit); !opaque.empty())
      refuse("it has irregular control flow");
    for (StmtId id : ir::allStmts(program_, unit)) {
      const ir::Stmt &stmt = program_[id];
      checkStmt(id);
      if (stmt.usesLocalName)
        refuse("a statement names a type of its block");
      if (stmt.kind == ir::StmtKind::Declaration && isValid(stmt.declares) &&
          (program_[stmt.declares].kind != ir::ObjectKind::Local ||
           !program_[stmt.declares].type.isNameable))
        refuse("a declaration keeps its place");
      if (stmt.kind == ir::StmtKind::Declaration && !isValid(stmt.declares))
        refuse("a declaration keeps its place");
    }
  }

  std::vector<NodeId> opaqueIn(NodeId node) const {
    std::vector<NodeId> result;
    ir::forEachNode(program_, node, [&](NodeId inner) {
      if (program_[inner].as<ir::Opaque>())
        result.push_back(inner);
    });
    return result;
  }

  void checkHeader(NodeId node) {
    const ir::Loop &loop = *program_[node].as<ir::Loop>();
    const ir::Object &iterator = program_[loop.counted->iterator];
    for (StmtId id : {loop.init, loop.condition, loop.step}) {
      checkStmt(id);
      if (!program_[id].calls.empty())
        refuse("a loop's header calls a function");
      if (program_[id].computesFloats && options_.fusing == Fusing::ByOrder)
        nest_.bitsChange = "a loop's header computes floating-point values";
    }
    if (iterator.bits < 32 || !iterator.type.isNameable ||
        !iterator.type.needs.empty() || iterator.isConst)
      refuse("an iterator is narrow");
  }

  const ProgramIndex &index_;
  const ir::Program &program_;
  const NestOptions options_;
  const Repeatable repeatable_;
  std::vector<NodeId> available_; ///< declarations that units compute again
  Nest nest_;
  std::string why_;
};

} // namespace

std::string whyFixed(const ProgramIndex &index, StmtId id) {
  const ir::Program &program = index.program();
  const analysis::StmtEffects &effects = index.effects().stmts[ir::index(id)];
  if (effects.isUnknown || program[id].isOpaque)
    return "a statement may touch anything";
  if (effects.mayNotReturn || effects.readsClock || effects.needsCallingThread)
    return "a statement keeps its place";
  if (ir::isMarkCall(program, id))
    return "an accelerator may run a part of it";
  for (const EffectItem &item : effects.items) {
    if (item.isVolatile)
      return "a volatile or atomic access keeps its place";
    if (!item.isCommutative &&
        std::any_of(item.objects.ids.begin(), item.objects.ids.end(),
                    [&](ObjectId object) {
                      return index.isHidden(object) &&
                             object != program.hidden.external;
                    }))
      return "the order of its effects is visible";
  }
  return "";
}

FoundNest findNest(const ProgramIndex &index, NodeId root,
                   const NestOptions &options) {
  return Finder(index, root, options).run();
}

} // namespace hocket::transformation

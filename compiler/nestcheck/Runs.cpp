// SPDX-License-Identifier: Apache-2.0
#include "nestcheck/Runs.h"

#include "ir/Tree.h"

#include <algorithm>

namespace hocket::nestcheck {

using ir::NodeId;
using polyhedral::AffineModel;

namespace {

class Walker {
public:
  explicit Walker(AffineModel &model)
      : model_(model), program_(model.program()) {}

  Runs run(NodeId node) {
    if (!withoutDerived(model_, model_.domain(node).set))
      refuse("what holds before it is told by what is in memory");
    visit(node);
    return std::move(result_);
  }

private:
  void refuse(const std::string &why) {
    if (result_.why.empty())
      result_.why = why;
  }

  void visit(NodeId node) {
    if (const ir::Block *block = program_[node].as<ir::Block>())
      return visitAll(*block);
    if (isExactLoop(node))
      return visitLoop(node);
    if (isExactBranch(node))
      return visitBranch(node);
    if (const ir::Leaf *leaf = program_[node].as<ir::Leaf>();
        leaf && doesNothing(program_[leaf->stmt]))
      return;
    if (program_[node].exits.any() || program_[node].hasLabel)
      refuse("a jump leaves a statement");
    result_.all.push_back({node, path_, loops_});
  }

  void enter(NodeId child, const Step &step) {
    if (!model_.domain(child).exactStep)
      refuse("a statement may be passed by");
    path_.push_back(step);
    visit(child);
    path_.pop_back();
  }

  void visitAll(const ir::Block &block) {
    if (block.isSplitLoop)
      refuse("a loop is in parts");
    for (std::size_t k = 0; k < block.children.size(); ++k)
      enter(block.children[k], {NodeId::None, k});
  }

  void visitLoop(NodeId node) {
    result_.headers.push_back(node);
    loops_.push_back(node);
    enter(program_[node].as<ir::Loop>()->body, {node, 0});
    loops_.pop_back();
  }

  /// One side runs, so both may have one time.
  void visitBranch(NodeId node) {
    result_.headers.push_back(node);
    const ir::Branch &branch = *program_[node].as<ir::Branch>();
    for (NodeId side : {branch.thenNode, branch.elseNode})
      if (isValid(side))
        enter(side, {NodeId::None, 0});
  }

  static bool doesNothing(const ir::Stmt &stmt) {
    return stmt.accesses.empty() && stmt.calls.empty() && !stmt.isOpaque;
  }

  /// Nothing is called, and only an iterator is written.
  bool isQuiet(ir::StmtId id, ir::ObjectId iterator) const {
    const ir::Stmt &stmt = program_[id];
    const auto &items = model_.index().itemsOf(id);
    return stmt.calls.empty() && !stmt.isOpaque &&
           std::all_of(items.begin(), items.end(),
                       [&](const analysis::EffectItem &item) {
                         return !item.isVolatile &&
                                (item.kind == ir::AccessKind::Read ||
                                 model_.index().namedObject(item) == iterator);
                       });
  }

  bool isExactLoop(NodeId node) {
    const ir::Loop *loop = program_[node].as<ir::Loop>();
    if (!loop || loop->form != ir::LoopForm::For || !loop->counted ||
        !loop->counted->isPlain || !isValid(loop->init) ||
        !isValid(loop->step) || program_[node].hasLabel ||
        program_[loop->body].exits.any())
      return false;
    const ir::ObjectId iterator = loop->counted->iterator;
    for (ir::StmtId stmt : {loop->init, loop->condition, loop->step})
      if (!isQuiet(stmt, iterator))
        return false;
    const polyhedral::LoopShape *shape = model_.loopShape(node);
    return model_.index().isNamedOnly(iterator) && shape && shape->exact &&
           !shape->isNormalized && !shape->unknownStepSize && shape->lower &&
           shape->bound &&
           withoutDerived(model_, *shape->constraints).has_value();
  }

  bool isExactBranch(NodeId node) {
    const ir::Branch *branch = program_[node].as<ir::Branch>();
    if (!branch || program_[node].hasLabel || program_[node].exits.any() ||
        !isQuiet(branch->condition, ir::ObjectId::None))
      return false;
    for (bool truth : {true, false}) {
      polyhedral::Domain taken = model_.condition(
          program_[branch->condition].value, {node, branch->condition}, truth);
      if (!taken.exact || !withoutDerived(model_, taken.set))
        return false;
    }
    return true;
  }

  AffineModel &model_;
  const ir::Program &program_;
  std::vector<Step> path_;
  std::vector<NodeId> loops_;
  Runs result_;
};

} // namespace

Runs runsIn(AffineModel &model, NodeId node) { return Walker(model).run(node); }

std::string iteratorName(NodeId loop) {
  return "i" + std::to_string(ir::index(loop));
}

Tuple tupleOf(const Run &run, const std::string &name) {
  Tuple tuple{name, {}};
  for (NodeId loop : run.loops)
    tuple.dimensions.push_back(iteratorName(loop));
  return tuple;
}

isl::set domainOf(AffineModel &model, const Run &run, const std::string &name) {
  // Each step down to it was found to have no other unknowns.
  return asTuple(*withoutDerived(model, model.domain(run.node).set),
                 tupleOf(run, name));
}

isl::map timesOf(AffineModel &model, const Run &run, const std::string &name,
                 std::size_t length) {
  std::string from, time;
  for (std::size_t k = 0; k < run.loops.size(); ++k)
    from += (k ? ", x" : "x") + std::to_string(k);
  std::size_t loop = 0;
  for (std::size_t k = 0; k < length; ++k) {
    time += k ? ", " : "";
    if (k >= run.path.size())
      time += "0";
    else if (!isValid(run.path[k].loop))
      time += std::to_string(run.path[k].position);
    else
      time += (model.countOf(run.path[k].loop)->step < 0 ? "-x" : "x") +
              std::to_string(loop++);
  }
  return isl_ext::parsedMap(model.ctx(),
                            "{ " + name + "[" + from + "] -> [" + time + "] }");
}

} // namespace hocket::nestcheck

// SPDX-License-Identifier: Apache-2.0
//
// The questions, asked of the parts and remembered.

#include "symbolic/AffineModel.h"

#include "support/Policy.h"
#include "symbolic/model/Addresses.h"
#include "symbolic/model/Changes.h"
#include "symbolic/model/Conditions.h"
#include "symbolic/model/CountedLoops.h"
#include "symbolic/model/Evaluate.h"
#include "symbolic/model/IterationDomains.h"
#include "symbolic/model/Loads.h"
#include "symbolic/model/LoopParts.h"

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::ExprId;
using ir::NodeId;

std::optional<Value> value(ModelData &m, ExprId id, Point point) {
  if (!isValid(id) || m.program()[id].isFloat)
    return std::nullopt;
  // Before a node, the statement does not identify the point: no memo.
  if (!isValid(point.stmt))
    return evaluate(m, id, point);
  Memos &memos = m.memos;
  auto key = std::make_pair(id, point.stmt);
  if (auto it = memos.values.find(key); it != memos.values.end())
    return it->second.value;
  constexpr unsigned maxDepth = policy.loops.valueDepth;
  if (memos.depth > maxDepth)
    return std::nullopt;
  struct Depth {
    unsigned &depth;
    explicit Depth(unsigned &d) : depth(++d) {}
    ~Depth() { --depth; }
  } guard(memos.depth);
  std::optional<Value> result = evaluate(m, id, point);
  memos.values[key] = {result, memos.pending != 0};
  return result;
}

Domain domain(ModelData &m, NodeId node) {
  auto &domains = m.memos.domains;
  if (auto it = domains.find(node); it != domains.end())
    return it->second.value;
  Domain result = makeDomain(m, node);
  const bool isSteady = !m.exchanges.names(result.set);
  result.exact &= isSteady;
  result.exactStep &= isSteady;
  domains.insert_or_assign(node,
                           Memos::Memo<Domain>{result, m.memos.pending != 0});
  return result;
}

const LoopShape *loopShape(ModelData &m, NodeId loop) {
  Memos &memos = m.memos;
  auto it = memos.shapes.find(loop);
  if (it == memos.shapes.end()) {
    if (!memos.pendingShapes.insert(loop).second)
      return nullptr;
    std::optional<LoopShape> shape;
    {
      Pending pending(memos);
      shape = makeShape(m, loop);
      memos.pendingShapes.erase(loop);
    }
    it = memos.shapes
             .insert_or_assign(loop,
                               Memos::Memo<std::optional<LoopShape>>{
                                   std::move(shape), memos.pending != 0})
             .first;
  }
  return it->second.value ? &*it->second.value : nullptr;
}

bool mayBeWritten(ModelData &m, ir::ObjectId object) {
  Memos &memos = m.memos;
  if (auto it = memos.written.find(object); it != memos.written.end())
    return it->second.value;
  // The addresses below may depend on the object itself: pessimistic then.
  if (!memos.pendingWrites.insert(object).second)
    return true;
  bool result = false;
  {
    Pending pending(memos);
    result = findWrite(m, object);
    memos.pendingWrites.erase(object);
  }
  memos.written[object] = {result, memos.pending != 0};
  return result;
}

AffineModel::AffineModel(const ProgramIndex &index, isl::ctx ctx,
                         ModelScope scope)
    : SymbolTable(index, ctx),
      data_(std::make_unique<ModelData>(index, *this, std::move(scope))) {
  ModelData &m = *data_;
  const ir::Loop *loop = program()[m.scope.root].as<ir::Loop>();
  if (!m.scope.children.empty())
    for (NodeId child : m.scope.children)
      for (ir::StmtId stmt : index.stmtsOf(child))
        m.stmts.push_back(stmt);
  else
    m.stmts = repeatedStmts(index, m.scope.root);
  if (loop && m.scope.ownInit && isValid(loop->init))
    m.stmts.insert(m.stmts.begin(), loop->init);
  for (ir::StmtId stmt : m.stmts)
    for (const EffectItem &item : index.itemsOf(stmt))
      if (item.kind == ir::AccessKind::Write)
        m.writes.push_back({stmt, &item});
}

AffineModel::~AffineModel() = default;

const ProgramIndex &AffineModel::index() const { return data_->index; }

NodeId AffineModel::root() const { return data_->scope.root; }

const std::vector<ir::StmtId> &AffineModel::stmts() const {
  return data_->stmts;
}

std::optional<Value> AffineModel::value(ExprId expr, Point point) {
  return polyhedral::value(*data_, expr, point);
}

Domain AffineModel::condition(ExprId expr, Point point, bool truth) {
  return polyhedral::condition(*data_, expr, point, truth);
}

Domain AffineModel::domain(NodeId node) {
  return polyhedral::domain(*data_, node);
}

const LoopShape *AffineModel::loopShape(NodeId loop) {
  return polyhedral::loopShape(*data_, loop);
}

std::optional<Polynomial>
AffineModel::iteratorAt(NodeId loop, const LoopShape &shape,
                        const ir::IterationPoint &point) {
  return polyhedral::iteratorAt(*data_, loop, shape, point);
}

bool AffineModel::startMayChange(NodeId loop) const {
  return polyhedral::startMayChange(*data_, loop);
}

isl::set AffineModel::sameElements(const isl::set &set) const {
  return polyhedral::sameElements(*data_, set);
}

isl::set AffineModel::exchangeFacts(const isl::set &set) const {
  return data_->exchanges.facts(set);
}

std::optional<Base> AffineModel::baseOf(ExprId address, ir::StmtId stmt) {
  return polyhedral::baseOf(*data_, address, stmt);
}

const std::vector<DisjointAssumption> &AffineModel::assumptions() const {
  return data_->disjoint;
}

const std::vector<RangeAssumption> &AffineModel::rangeAssumptions() const {
  return data_->ranges;
}

bool AffineModel::wantsRanges() const { return data_->wantsRanges; }

bool AffineModel::hasOutsidePointers() const {
  return data_->hasOutsidePointers;
}

bool AffineModel::mayBeWritten(ir::ObjectId object) {
  return polyhedral::mayBeWritten(*data_, object);
}

bool AffineModel::typesExclude(const EffectItem &a,
                               const std::optional<Value> &addressA,
                               const EffectItem &b,
                               const std::optional<Value> &addressB) const {
  return polyhedral::typesExclude(*data_, a, addressA, b, addressB);
}

std::optional<Value> AffineModel::addressOf(const EffectItem &item,
                                            Point point) {
  return polyhedral::addressOf(*data_, item, point);
}

} // namespace hocket::polyhedral

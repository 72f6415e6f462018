// SPDX-License-Identifier: Apache-2.0
//
// One pass over nodes and effects builds the tables.

#include "dataflow/ProgramIndex.h"

#include "ir/FunctionClones.h"
#include "ir/Holes.h"
#include "ir/Tree.h"

#include <algorithm>

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::NodeId;
using ir::ObjectId;
using ir::StmtId;

ProgramIndex::ProgramIndex(const ir::Program &program,
                           const analysis::Effects &effects, bool seesThrough)
    : program_(program), effects_(effects), seesThrough_(seesThrough) {
  hasGoto_.assign(program_.functions.size(), false);
  namedWriters_.resize(program_.objects.size());
  typeOf_.resize(program_.objects.size());
  for (const ir::Object &object : program_.objects)
    if (isHidden(object.id))
      hidden_.push_back(object.id);
  followProgram();
}

void ProgramIndex::followProgram() {
  inductions_.clear();
  std::size_t numStmts = nodeOf_.size();
  if (program_.stmts.size() < numStmts)
    forgetWritersFrom(program_.stmts.size());
  nodeOf_.resize(program_.stmts.size(), NodeId::None);
  for (std::size_t i = numNodes_; i < program_.nodes.size(); ++i)
    indexNode(program_.nodes[i]);
  numNodes_ = program_.nodes.size();
  for (std::size_t i = numStmts; i < program_.stmts.size(); ++i)
    indexAccesses(program_.stmts[i]);
}

void ProgramIndex::forgetWritersFrom(std::size_t numStmts) {
  for (std::vector<StmtId> &writers : namedWriters_)
    while (!writers.empty() && ir::index(writers.back()) >= numStmts)
      writers.pop_back();
}

void ProgramIndex::renew(NodeId node) {
  inductions_.clear();
  indexNode(program_[node]);
}

void ProgramIndex::indexNode(const ir::Node &node) {
  if (isValid(node.inlinedFrom) && !seesThrough_)
    return;
  for (StmtId stmt : ir::ownStmts(program_, node.id))
    nodeOf_[ir::index(stmt)] = node.id;
  const ir::Jump *jump = node.as<ir::Jump>();
  if (jump && jump->kind == ir::JumpKind::Goto && isValid(node.function))
    hasGoto_[ir::index(node.function)] = true;
}

void ProgramIndex::indexAccesses(const ir::Stmt &stmt) {
  if (!isValid(nodeOf(stmt.id)))
    return; // a copy that is not looked at
  for (const EffectItem &item : itemsOf(stmt.id)) {
    ObjectId object = namedObject(item);
    if (!isValid(object))
      continue;
    std::vector<StmtId> &writers = namedWriters_[ir::index(object)];
    if (item.kind == ir::AccessKind::Write &&
        (writers.empty() || writers.back() != stmt.id))
      writers.push_back(stmt.id);
    if (item.offset == 0 && item.size == program_[object].size &&
        item.via.empty() && !item.type.empty())
      typeOf_[ir::index(object)] = item.type;
  }
}

std::vector<StmtId> ProgramIndex::stmtsOf(NodeId node) const {
  return seesThrough_ ? ir::stmtsSeenThrough(program_, node)
                      : ir::allStmts(program_, node);
}

std::string ProgramIndex::whyNotRenamed(StmtId stmt) const {
  ir::NodeId node = nodeOf(stmt);
  while (isValid(node) && isValid(program_[node].inlinedFrom)) {
    std::optional<ir::CallPoint> call = ir::callAround(program_, node);
    if (!call)
      break; // around the copy: the caller's own
    ir::FunctionId callee = ir::calleeOf(program_, *call).id;
    auto [it, isNew] = whyNotCloned_.try_emplace(callee);
    if (isNew)
      it->second = ir::whyNotCloned(program_, callee);
    std::string why = ir::whyNotRedirected(program_, *call);
    if (why.empty())
      why = it->second;
    if (!why.empty())
      return why;
    node = call->node;
  }
  return "";
}

bool ProgramIndex::isNamedAround(StmtId stmt, ObjectId object) const {
  ir::NodeId node = nodeOf(stmt);
  while (isValid(node) && isValid(program_[node].inlinedFrom)) {
    std::optional<ir::CallPoint> call = ir::callAround(program_, node);
    if (!call)
      return true; // nobody knows whose text it is
    const ir::Function &callee = ir::calleeOf(program_, *call);
    auto [it, isNew] = namedIn_.try_emplace(callee.id);
    if (isNew)
      for (const ir::Hole &hole : ir::holesIn(program_, callee.text))
        it->second.insert(hole.object);
    if (it->second.contains(object))
      return true;
    node = call->node;
  }
  return false;
}

ObjectId ProgramIndex::namedObject(const EffectItem &item) const {
  if (!isValid(item.address))
    return ObjectId::None;
  const ir::Expr &address = program_[item.address];
  return address.kind == ir::ExprKind::AddrOf ? address.object : ObjectId::None;
}

const std::vector<ir::Induction> &
ProgramIndex::inductionsOf(ir::NodeId loop) const {
  auto it = inductions_.find(loop);
  if (it == inductions_.end())
    it = inductions_.emplace(loop, ir::findInductions(program_, loop)).first;
  return it->second;
}

bool ProgramIndex::isNamedOnly(ObjectId id) const {
  const ir::Object &object = program_[id];
  return (object.kind == ir::ObjectKind::Local ||
          object.kind == ir::ObjectKind::Param) &&
         !object.isAddressTaken && !object.isVolatile;
}

bool ProgramIndex::isHidden(ObjectId id) const {
  return program_[id].kind == ir::ObjectKind::Hidden &&
         id != program_.hidden.external;
}

bool ProgramIndex::mayTouch(const EffectItem &item, ObjectId object) const {
  if (item.objects.contains(object))
    return true;
  if (namedObject(item) == object)
    return true;
  return item.objects.unknown && !isNamedOnly(object) && !isHidden(object);
}

bool ProgramIndex::isWholeNamed(const EffectItem &item, ObjectId object) const {
  return namedObject(item) == object && item.offset == 0 && item.size != 0 &&
         item.size == program_[object].size;
}

std::vector<StmtId> repeatedStmts(const ProgramIndex &index, NodeId node) {
  std::vector<StmtId> stmts = index.stmtsOf(node);
  if (const ir::Loop *loop = index.program()[node].as<ir::Loop>())
    std::erase(stmts, loop->init);
  return stmts;
}

} // namespace hocket::polyhedral

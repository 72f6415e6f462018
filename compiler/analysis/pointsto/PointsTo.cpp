// SPDX-License-Identifier: Apache-2.0
//
// What a program's points-to sets are asked.
#include "analysis/pointsto/PointsTo.h"

#include "analysis/pointsto/PointsToBuilder.h"

namespace hocket::analysis {

using namespace ir;

PointsTo::PointsTo(const Program &program, const LibraryTable &library,
                   PointersAre pointers)
    : builder_(std::make_unique<PointsToBuilder>(program, library)) {
  if (pointers == PointersAre::Followed)
    builder_->build();
  else
    builder_->giveUp();
}

PointsTo::~PointsTo() = default;
PointsTo::PointsTo(PointsTo &&) noexcept = default;

ObjectSet PointsTo::objectsAt(StmtId stmt, ExprId address) const {
  ObjectSet objects = pointees(stmt, address);
  return objects.ids.empty() ? builder_->everything : objects;
}

ObjectSet PointsTo::pointees(StmtId stmt, ExprId value) const {
  if (ObjectId id = builder_->namedObject(value); isValid(id))
    return {{id}, false};
  if (builder_->gaveUp)
    return builder_->everything;
  PointsToBuilder::Node node = builder_->nodeOf(stmt, value);
  return node == PointsToBuilder::noNode ? ObjectSet()
                                         : builder_->objectsOf(node);
}

std::vector<ObjectPlace> PointsTo::placesAt(StmtId stmt, ExprId address) const {
  if (builder_->gaveUp || isValid(builder_->namedObject(address)))
    return {};
  PointsToBuilder::Node node = builder_->nodeOf(stmt, address);
  if (node == PointsToBuilder::noNode)
    return {};
  return builder_->toPlaces(builder_->set(node));
}

bool PointsTo::isStart(ExprId value) const {
  if (builder_->gaveUp)
    return false;
  PointsToBuilder::Node node = builder_->nodeOf(StmtId::None, value);
  return node != PointsToBuilder::noNode &&
         builder_->areStarts(builder_->set(node));
}

ObjectSet PointsTo::contents(const ObjectSet &objects) const {
  return builder_->gaveUp ? builder_->everything : builder_->contents(objects);
}

CallTargets PointsTo::targets(StmtId stmt, const CallSite &call) const {
  if (isValid(call.callee))
    return {{call.callee}, false};
  CallTargets targets = functionsAt(stmt, call.pointer);
  if (targets.functions.empty())
    targets.outside = true;
  return targets;
}

CallTargets PointsTo::functionsAt(StmtId stmt, ExprId value) const {
  if (builder_->gaveUp)
    return {{}, true}; // which calls every function
  PointsToBuilder::Node node = builder_->nodeOf(stmt, value);
  return node == PointsToBuilder::noNode
             ? CallTargets()
             : builder_->toTargets(builder_->set(node));
}

const ObjectSet &PointsTo::reachableOutside() const {
  return builder_->outside;
}
const ObjectSet &PointsTo::exposed() const { return builder_->everything; }
const std::vector<FunctionId> &PointsTo::calledFromOutside() const {
  return builder_->calledFromOutside;
}
bool PointsTo::gaveUp() const { return builder_->gaveUp; }

std::map<ObjectId, std::vector<ObjectId>> PointsTo::heldByScalars() const {
  return builder_->heldByScalars();
}

std::map<ObjectId, std::vector<ObjectId>> PointsTo::heapHolders() const {
  return builder_->heapHolders();
}

} // namespace hocket::analysis

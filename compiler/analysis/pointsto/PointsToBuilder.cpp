// SPDX-License-Identifier: Apache-2.0
//
// From a program to its points-to sets.
#include "analysis/pointsto/PointsToBuilder.h"

#include "ir/Tree.h"
#include "support/Policy.h"

#include <llvm/ADT/StringRef.h>

#include <algorithm>
#include <cctype>
#include <utility>

namespace hocket::analysis {

using namespace ir;

namespace {

/// Steps of the solver; about a second.
constexpr uint64_t maxSteps = policy.analysis.pointsToSteps;

/// True for a type that is built from arithmetic keywords alone.
bool isPlainArithmetic(const CType &type) {
  llvm::StringRef before(type.before);
  bool isKnown = false;
  while (!(before = before.ltrim()).empty()) {
    llvm::StringRef word = before.take_while([](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
    });
    if (word.empty())
      return false;
    before = before.drop_front(word.size());
    bool isArithmetic = false;
    for (const char *name : {"char", "short", "int", "long", "float", "double",
                             "signed", "unsigned", "_Bool"})
      isArithmetic |= word == name;
    if (!isArithmetic && word != "const" && word != "static" &&
        word != "volatile")
      return false;
    isKnown |= isArithmetic;
  }
  return isKnown;
}

/// What cannot hold a pointer by its type has no cells of its own: strings and
/// tables are many, and pointers step through them.
ObjectShape shapeOf(const Object &object) {
  if (object.kind == ObjectKind::String)
    return ObjectShape::Nothing;
  if (object.isScalar || object.kind == ObjectKind::Function ||
      object.kind == ObjectKind::Hidden)
    return ObjectShape::OneNode;
  if (object.kind != ObjectKind::Heap && isPlainArithmetic(object.type))
    return ObjectShape::StartAndRest;
  return ObjectShape::Places;
}

std::vector<ObjectShape> shapesOf(const Program &program) {
  std::vector<ObjectShape> shapes;
  for (const Object &object : program.objects)
    shapes.push_back(shapeOf(object));
  shapes.push_back(ObjectShape::OneCell); // "anything"
  return shapes;
}

bool isStatic(ObjectKind kind) {
  return kind == ObjectKind::Global || kind == ObjectKind::Static;
}

} // namespace

PointsToBuilder::PointsToBuilder(const Program &program,
                                 const LibraryTable &library)
    : p_(program), library_(library),
      solver_(shapesOf(program), program.pointerBytes, maxSteps),
      anything_(static_cast<uint32_t>(program.objects.size())),
      pointerBytes_(program.pointerBytes) {}

void PointsToBuilder::findExposed() {
  isExposed_.assign(p_.objects.size(), 0);
  for (const Object &object : p_.objects) {
    isExposed_[index(object.id)] =
        object.isAddressTaken || object.kind == ObjectKind::Heap;
    for (const InitialPointer &initial : object.initialPointers)
      markExposed(initial.value);
  }
  for (const Stmt &stmt : p_.stmts) {
    for (const Access &access : stmt.accesses)
      markExposed(access.value);
    for (const CallSite &site : stmt.calls)
      for (ExprId arg : site.args)
        markExposed(arg);
    if (stmt.kind == StmtKind::ReturnValue)
      markExposed(stmt.value);
  }
  for (const Object &object : p_.objects)
    if (isExposed_[index(object.id)] && object.kind != ObjectKind::Function)
      exposed.ids.edit().push_back(object.id);
}

void PointsToBuilder::build() {
  findCallResults();
  findExposed();
  addHidden();
  for (std::size_t i = 0; i < p_.functions.size(); ++i)
    results_.push_back(solver_.newNode());
  for (const Object &object : p_.objects)
    if (object.kind == ObjectKind::Param && object.name == "...")
      variableArguments_[object.function] = variable(object.id);
  addStatics();
  addOutside();
  findReturnedPlaces();
  for (const Function &function : p_.functions) {
    if (!isValid(function.body))
      continue;
    std::vector<StmtId> stmts = stmtsSeenThrough(p_, function.body);
    for (StmtId stmt : stmts)
      for (unsigned i = 0; i < p_[stmt].calls.size(); ++i)
        callNodes_[{stmt, i}] = solver_.newNode();
    for (StmtId stmt : stmts)
      addStmt(stmt, function.id);
  }
  gaveUp = !solver_.solve();
  finish();
}

void PointsToBuilder::giveUp() {
  findExposed();
  gaveUp = true;
  finish();
}

void PointsToBuilder::addHidden() {
  const HiddenObjects &hidden = p_.hidden;
  outside_ = variable(hidden.external);
  solver_.addLocation(outside_, solver_.anywhere(idx(hidden.external)));
  // Streams and the library's own storage lead to more of the same.
  for (ObjectId id : {hidden.io, hidden.library})
    solver_.addLocation(variable(id), solver_.anywhere(idx(id)));
  // A value of which nothing is known, and what is loaded through it.
  unknownValue_ = solver_.newNode();
  integers_ = solver_.newNode();
  unknownInteger_ = solver_.newNode();
  LocationId any = solver_.anywhere(anything_);
  solver_.addLocation(unknownValue_, any);
  solver_.addLocation(solver_.loaded(any), any);
  solver_.onLocation(integers_, [this, any](LocationId) {
    solver_.addLocation(unknownInteger_, any);
  });
  Node stored = solver_.stored(any);
  solver_.addCopy(stored, outside_);
  solver_.onLocation(stored,
                     [this, stored, isLinked = false](LocationId) mutable {
                       if (std::exchange(isLinked, true))
                         return;
                       for (ObjectId id : exposed.ids)
                         solver_.addCopy(stored, storedAnywhere(idx(id)));
                     });
}

bool PointsToBuilder::mayHoldPointers(const Object &object) const {
  if (object.isScalar)
    return object.isPointer;
  return !isPlainArithmetic(object.type);
}

void PointsToBuilder::addStatics() {
  for (const Object &object : p_.objects) {
    if (!isStatic(object.kind))
      continue;
    bool isStream = false;
    if (object.kind == ObjectKind::Global && !isValid(object.unit) &&
        isLibraryPointer(object.name, isStream))
      solver_.addCopy(isStream ? variable(p_.hidden.io) : outside_,
                      storedAnywhere(idx(object.id)));
    if (object.initialPointersKnown) {
      for (const InitialPointer &initial : object.initialPointers)
        if (Node value = eval(StmtId::None, initial.value); value != noNode)
          solver_.addCopy(value, solver_.stored(solver_.locate(
                                     idx(object.id), initial.offset, 0)));
    } else if (object.hasInitializer && mayHoldPointers(object)) {
      solver_.addCopy(unknownValue_, storedAnywhere(idx(object.id)));
    }
  }
}

/// What code outside knows from the start, and what it does with it.
void PointsToBuilder::addOutside() {
  auto give = [&](ObjectId id) {
    solver_.addLocation(outside_, solver_.anywhere(idx(id)));
  };
  if (!p_.isClosed) {
    for (const Object &object : p_.objects)
      if (object.kind == ObjectKind::Global && !isValid(object.unit))
        give(object.id);
    for (const Function &function : p_.functions)
      if (isValid(function.object) && !function.isStatic)
        give(function.object);
  }
  for (const Function &function : p_.functions) {
    if (isValid(function.unit) && !isValid(function.body))
      escapeUnanalysed(function);
    if (function.name == "main" && !function.isStatic)
      for (ObjectId param : function.params)
        solver_.addCopy(outside_, storedAnywhere(idx(param)));
  }
  solver_.onLocation(outside_,
                     [this](LocationId location) { onOutside(location); });
}

/// What holds the arguments without a parameter, to be found by va_arg.
PointsToBuilder::Node
PointsToBuilder::variableArguments(FunctionId function) const {
  auto known = variableArguments_.find(function);
  return known == variableArguments_.end() ? outside_ : known->second;
}

/// A function whose body is not analysed counts as outside, and names what it
/// can see.
void PointsToBuilder::escapeUnanalysed(const Function &function) {
  for (const Object &object : p_.objects) {
    bool isVisible =
        object.kind == ObjectKind::Global || object.kind == ObjectKind::Function
            ? !isValid(object.unit) || object.unit == function.unit
            : object.kind == ObjectKind::Static &&
                  object.function == function.id;
    if (isVisible)
      solver_.addLocation(outside_, solver_.anywhere(idx(object.id)));
  }
}

/// Code outside holds a pointer there: it may load and store, or call it.
void PointsToBuilder::onOutside(LocationId location) {
  uint32_t o = solver_[location].object;
  if (o == idx(p_.hidden.external))
    return;
  if (o == anything_) {
    for (ObjectId id : exposed.ids)
      solver_.addLocation(outside_, solver_.anywhere(idx(id)));
    return;
  }
  const Object &object = p_.objects[o];
  if (object.kind == ObjectKind::Function) {
    const Function &function = p_[object.function];
    for (ObjectId param : function.params)
      solver_.addCopy(outside_, storedAnywhere(idx(param)));
    if (Node more = variableArguments(function.id); more != outside_)
      solver_.addCopy(outside_, more);
    solver_.addCopy(resultNode(function.id), outside_);
    return;
  }
  solver_.addCopy(loadedAnywhere(o), outside_);
  if (!object.isConst && object.kind != ObjectKind::String)
    solver_.addCopy(outside_, storedAnywhere(o));
}

void PointsToBuilder::addStmt(StmtId id, FunctionId function) {
  const Stmt &stmt = p_[id];
  for (unsigned i = 0; i < stmt.calls.size(); ++i)
    addCall(id, i);
  for (const Access &access : stmt.accesses) {
    Node address = eval(id, access.address);
    if (access.kind == AccessKind::Write && isValid(access.value))
      addWrite(id, access);
    if (stmt.isOpaque && address != noNode)
      solver_.addCopy(address, outside_);
  }
  Node value = eval(id, stmt.value);
  if (stmt.kind == StmtKind::ReturnValue && value != noNode)
    solver_.addCopy(value, resultNode(function));
  if (stmt.isOpaque)
    escapeNamed(stmt);
}

void PointsToBuilder::addWrite(StmtId stmt, const Access &access) {
  Node address = eval(stmt, access.address);
  if (copyStruct(stmt, access.value, address, access.size))
    return;
  Node value = eval(stmt, access.value);
  if (value == noNode)
    return;
  if (uint64_t step = selfStep(access)) {
    Node moved = solver_.newNode();
    solver_.addCopy(value, moved, 0, step);
    value = moved;
  }
  if (address == noNode) // a fixed address: nobody knows who reads it
    solver_.addCopy(value, outside_);
  else
    solver_.addStore(address, value, access.size > pointerBytes_, access.size);
}

/// What an opaque statement names, it may do anything with.
void PointsToBuilder::escapeNamed(const Stmt &stmt) {
  if (!isValid(stmt.text.unit))
    return;
  const std::vector<Hole> &holes = p_[stmt.text.unit].holes;
  auto hole = std::lower_bound(
      holes.begin(), holes.end(), stmt.text.begin,
      [](const Hole &h, uint32_t begin) { return h.begin < begin; });
  for (; hole != holes.end() && hole->begin < stmt.text.end; ++hole)
    if (isValid(hole->object))
      solver_.addLocation(outside_, solver_.anywhere(idx(hole->object)));
}

void PointsToBuilder::finish() {
  for (ObjectId id : exposed.ids)
    everything.ids.edit().push_back(id);
  everything.unknown = true;
  if (gaveUp) {
    // Everything is outside, and may call everything; `unknown` says it all.
    everything.ids = {};
    outside.ids = {p_.hidden.external};
    outside.unknown = true;
    for (const Function &function : p_.functions)
      if (isValid(function.body))
        calledFromOutside.push_back(function.id);
  } else {
    outside = toObjects(solver_.set(outside_));
    calledFromOutside = toTargets(solver_.set(outside_)).functions;
  }
  ObjectIds::List &all = everything.ids.edit();
  all.insert(all.end(), outside.ids.begin(), outside.ids.end());
  for (ObjectSet *set : {&everything, &outside}) {
    ObjectIds::List &ids = set->ids.edit();
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  }
}

ObjectSet PointsToBuilder::toObjects(const LocationSet &set) const {
  ObjectSet objects;
  ObjectIds::List ids;
  for (LocationId location : set) {
    uint32_t object = solver_[location].object;
    if (object == anything_) {
      objects.unknown = true;
      ids.insert(ids.end(), exposed.ids.begin(), exposed.ids.end());
      ids.push_back(p_.hidden.external);
    } else if (p_.objects[object].kind != ObjectKind::Function) {
      ids.push_back(ObjectId(object));
    }
  }
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  objects.ids = pool_.share(std::move(ids));
  return objects;
}

const ObjectSet &PointsToBuilder::objectsOf(Node node) const {
  const LocationSet &set = solver_.set(node);
  auto [it, isNew] = objectsOfSets_.try_emplace(&set);
  if (isNew)
    it->second = toObjects(set);
  return it->second;
}

std::vector<ObjectPlace>
PointsToBuilder::toPlaces(const LocationSet &set) const {
  constexpr std::size_t most = 8;
  std::vector<ObjectPlace> places;
  for (LocationId id : set) {
    const Location &location = solver_[id];
    if (location.object == anything_ || location.isAnywhere() ||
        shapeOf(p_.objects[location.object]) != ObjectShape::Places ||
        places.size() == most)
      return {};
    places.push_back({ObjectId(location.object), location.offset,
                      location.stride, location.span});
  }
  return places;
}

/// Of scalars and strings the solver keeps no offsets: `&x + 1` is at `x`, too.
bool PointsToBuilder::areStarts(const LocationSet &set) const {
  for (LocationId id : set) {
    const Location &location = solver_[id];
    if (location.object == anything_ || location.offset != 0 ||
        location.stride != 0)
      return false;
    const Object &object = p_.objects[location.object];
    if (object.isScalar || object.kind == ObjectKind::Function ||
        object.kind == ObjectKind::Hidden || object.kind == ObjectKind::String)
      return false;
  }
  return !set.empty();
}

CallTargets PointsToBuilder::toTargets(const LocationSet &set) const {
  CallTargets targets;
  for (LocationId location : set) {
    uint32_t object = solver_[location].object;
    if (object == anything_ || object == idx(p_.hidden.external))
      targets.outside = true;
    else if (p_.objects[object].kind == ObjectKind::Function)
      targets.functions.push_back(p_.objects[object].function);
  }
  std::sort(targets.functions.begin(), targets.functions.end());
  targets.functions.erase(
      std::unique(targets.functions.begin(), targets.functions.end()),
      targets.functions.end());
  return targets;
}

ObjectSet PointsToBuilder::contents(const ObjectSet &objects) const {
  LocationSet set;
  for (ObjectId id : objects.ids)
    set.insert(solver_.contentsOf(idx(id)));
  if (objects.unknown)
    return everything;
  return toObjects(set);
}

} // namespace hocket::analysis

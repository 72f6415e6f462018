// SPDX-License-Identifier: Apache-2.0
#include "codegen/bodies/PlanLocals.h"

#include "codegen/bodies/RestrictPointers.h"
#include "codegen/copies/CalleeClones.h"
#include "codegen/copies/Lastprivates.h"
#include "codegen/copies/Partials.h"
#include "codegen/copies/Selections.h"
#include "codegen/copies/UpdateLogs.h"
#include "codegen/copies/WorkCopies.h"
#include "codegen/loops/LoopHeader.h"
#include "ir/Tree.h"
#include "taskgraph/ReplicatedUse.h"

#include <algorithm>
#include <stdexcept>

namespace hocket::codegen {

using namespace ir;
using taskgraph::Chunks;
using taskgraph::TaskId;

namespace {

/// A body's plan while its locals are chosen.
struct Choice {
  const BodyContext &body;
  BodyPlan &plan;
  LocalsState state;

  const Object &object(ObjectId id) const { return body.object(id); }
  /// False: it has been declared before.
  bool isNew(ObjectId id) { return state.declared.insert(id).second; }
  void add(LocalKind kind, const std::string &declaration,
           const std::string &initial = "") {
    plan.locals.push_back({kind, declaration, initial});
  }
  void store(const std::string &condition, const std::string &target,
             const std::string &value) {
    plan.stores.push_back({condition, {{target, value}}});
  }
  void name(ObjectId id, const std::string &name) { plan.names[id] = name; }
  /// The variable's name is a pointer to it.
  void nameByPointer(ObjectId id) { name(id, "(*" + object(id).name + ")"); }
};

/// An ordered stage names it: other cores, too, change what it leads to while
/// the chunk runs.
bool isOrdered(const BodyContext &body, ObjectId object) {
  return std::any_of(body.verdict->stages().begin(),
                     body.verdict->stages().end(),
                     [&](const polyhedral::PipelineStage &stage) {
                       return stage.isOrdered &&
                              namedInStage(body.program(), stage).count(object);
                     });
}

const polyhedral::PrivateObject *privateOf(const BodyContext &body,
                                           ObjectId object) {
  if (body.isChunk())
    for (const polyhedral::PrivateObject &q : body.verdict->privates)
      if (q.object == object)
        return &q;
  return nullptr;
}

const polyhedral::InductionObject *inductionOf(const BodyContext &body,
                                               ObjectId object) {
  if (body.isChunk())
    for (const polyhedral::InductionObject &induction :
         body.verdict->inductions)
      if (induction.object == object)
        return &induction;
  return nullptr;
}

/// Where the task leaves its part of a reduction; where the second pass of a
/// scan finds its start.
const Partial *partialOf(const BodyContext &body, ObjectId object) {
  const Chunks *chunks = body.task.as<Chunks>();
  TaskId firstPass = chunks ? chunks->secondPassOf : taskgraph::none;
  for (const Partial &partial : body.c.frame.partials)
    if ((partial.task == body.id || partial.task == firstPass) &&
        partial.reduction.object == object)
      return &partial;
  return nullptr;
}

bool isIterator(const BodyContext &body, ObjectId object) {
  const Loop *loop = body.program()[body.task.node].as<Loop>();
  return body.isChunk() && loop->header() && loop->header()->iterator == object;
}

const WorkCopies &copiesOf(const BodyContext &body,
                           const polyhedral::PrivateObject &copy,
                           std::optional<int64_t> link = {}) {
  for (const WorkCopies &copies : body.c.frame.workCopies)
    if (copies.task == body.id && copies.object == copy.object &&
        copies.link == link)
      return copies;
  throw std::logic_error("a private copy that the frame does not know");
}

std::string decimal(int64_t value) {
  bool isInt = value >= -0x7fffffff && value <= 0x7fffffff;
  return std::to_string(value) + (isInt ? "" : "LL");
}

/// Several called functions may have static variables of one name.
std::string nameInChunk(const Object &object) {
  return object.kind == ObjectKind::Static
             ? object.name + "_" + std::to_string(index(object.id))
             : object.name;
}

/// A variable that a selection in this loop assigns. \returns whether it is.
bool planSelected(Choice &out, ObjectId object) {
  for (const Selected &selected : out.body.c.frame.selections) {
    const std::vector<ObjectId> all = selected.what.objects();
    if (selected.task != out.body.id ||
        std::find(all.begin(), all.end(), object) == all.end())
      continue;
    if (!out.isNew(object))
      return true;
    std::string own = ownName(out.body.c, object);
    bool isStart =
        object == selected.what.start() ||
        (selected.what.selection.none && object == selected.what.none());
    out.add(LocalKind::Partial, declaredIn(out.body, object, own),
            isStart ? out.body.targetOf(object) : "");
    out.name(object, own);
    return true;
  }
  return false;
}

/// A pointer under the variable's own name. Nothing else reaches a variable
/// whose address was never taken.
void planReference(Choice &out, ObjectId object, const std::string &value) {
  const Object &o = out.object(object);
  bool isUnique =
      !o.isAddressTaken && o.kind == ObjectKind::Local && !out.body.isInTurn();
  out.add(LocalKind::Reference,
          o.pointerType.declare((isUnique ? "__restrict " : "") + o.name),
          value);
  out.nameByPointer(object);
}

/// Nobody else touches it meanwhile, or everybody only reads it.
void planCopy(Choice &out, const taskgraph::Copied &copy, const Member &m) {
  const Object &o = out.object(copy.object);
  std::string member = out.body.member(copy.object);
  std::string shared =
      m.storage == Storage::Pointer ? "(*" + member + ")" : member;
  out.add(LocalKind::Copy, declaredIn(out.body, copy.object, o.name),
          o.isArray ? "" : shared);
  if (o.isArray)
    out.plan.locals.back().then.push_back({o.name, shared, /*isBytes=*/true});
  if (copy.isWritten)
    out.plan.stores.push_back({"", {{shared, o.name, /*isBytes=*/true}}});
}

/// A variable whose value is in the frame.
void planValue(Choice &out, ObjectId object) {
  const BodyContext &body = out.body;
  const Object &o = out.object(object);
  const std::string declaration = declaredIn(body, object, o.name),
                    member = body.member(object);
  for (const auto &[known, value] : body.task.known)
    if (known == object) {
      out.add(LocalKind::Value, declaration, decimal(value));
      return;
    }
  bool isWritten = isWrittenByName(body.program(), body.task.node, object);
  if (body.isInTurn() && isWritten) {
    out.add(LocalKind::Value, declaration);
    out.state.carried.push_back({object, o.name, member});
    return;
  }
  if (!isWritten && isRestrictParameter(body, object)) {
    out.plan.restricts.push_back({declaration, member});
    return;
  }
  out.add(LocalKind::Value, declaration, member);
  if (isWritten && !body.isSearchChunk())
    out.store("", member, o.name);
}

/// The variable itself, as all chunks see it.
void planShared(Choice &out, ObjectId object, const Member &m) {
  const Object &o = out.object(object);
  for (const taskgraph::Copied &copy : out.body.task.copies)
    if (copy.object == object)
      return planCopy(out, copy, m);
  switch (m.storage) {
  case Storage::Elsewhere:
  case Storage::Copied: // planned above, where it is named at all
    return;
  case Storage::Replicated:
    return; // a parameter
  case Storage::Value:
    planValue(out, object);
    return;
  case Storage::Pointer:
    if (o.isScalar && o.isConst && !o.isVolatile)
      out.add(LocalKind::Value, declaredIn(out.body, object, o.name),
              "*" + out.body.member(object));
    else
      planReference(out, object, out.body.member(object));
    return;
  case Storage::Inside:
    planReference(out, object, "&" + out.body.member(object));
    return;
  }
}

/// A copy of the value on entry, which the chunk then moves to its start.
void planInduction(Choice &out, const polyhedral::InductionObject &induction,
                   const Member &m) {
  const BodyContext &body = out.body;
  const Object &o = out.object(induction.object);
  if (m.storage != Storage::Replicated) {
    std::string shared =
        (m.storage == Storage::Pointer ? "*" : "") + body.member(o.id);
    out.add(LocalKind::Induction, declaredIn(body, o.id, o.name),
            induction.isSetByInit ? "" : shared);
  }
  if (induction.isLastprivate && !body.isOfSearch())
    out.store(body.isLastChunk(),
              body.frame() + lastMember(body.c, body.id, o.id),
              valueAtEnd(body.program(), induction, o.name));
}

/// In turn, which chunk is the last follows from the trip count.
void planAddress(Choice &out, LocalKind kind, const std::string &declaration,
                 const std::string &name, const std::string &value) {
  bool isLate = out.body.isInTurn();
  out.add(kind, declaration, isLate ? "" : value);
  if (isLate)
    out.state.late.push_back({name, value});
}

/// A record's copy, with what it has from the shared one.
std::string filledRecord(const BodyContext &body,
                         const polyhedral::PrivateObject &copy, std::string own,
                         const std::string &original) {
  const std::string &p = body.p();
  for (const polyhedral::RecordBytes &bytes : copy.copied)
    own = p + "copied_in(" + own + ", " + original + ", " +
          std::to_string(bytes.begin) + ", " +
          std::to_string(bytes.end - bytes.begin) + ")";
  for (const polyhedral::PrivateLink &link : copy.links) {
    const std::string at = std::to_string(link.at);
    own = p + "relinked(" + own + ", " + at + ", " +
          ownAddress(copiesOf(body, copy, link.at),
                     p + "link(" + original + ", " + at + ")", p) +
          ")";
  }
  return own;
}

/// The pointer is given another name, under which it leads to the copy.
void planWorkBuffer(Choice &out, const polyhedral::PrivateObject &copy,
                    const std::string &original) {
  const BodyContext &body = out.body;
  std::string own = body.p() + "my_" + out.object(copy.object).name;
  const std::string value = filledRecord(
      body, copy, ownAddress(copiesOf(body, copy), original, body.p()),
      original);
  planAddress(out, LocalKind::Private, declaredIn(body, copy.object, own), own,
              "(" + body.p() + "c == " + body.lastChunk() + " ? (void *)" +
                  original + " : " + value + ")");
  out.name(copy.object, own);
}

/// The last chunk works on the shared object itself where its value is needed
/// afterwards, the others on copies. \param name of the pointer to it
void planPrivateAggregate(Choice &out, const polyhedral::PrivateObject &copy,
                          const std::string &shared, const std::string &name) {
  const BodyContext &body = out.body;
  std::string own = body.p() + "own_" + name;
  std::string value = "&" + own;
  if (copy.isOnHeap())
    value = address(copiesOf(body, copy), shared, body.lastChunk(), body.p());
  else
    out.add(LocalKind::Private, declaredIn(body, copy.object, own));
  if (copy.isCopiedIn())
    value = filledRecord(body, copy, value, shared);
  if (copy.isLastprivate && !copy.isOnHeap())
    value = body.isLastChunk() + " ? (void *)" + shared + " : " + value;
  planAddress(out, LocalKind::Reference,
              out.object(copy.object).pointerType.declare("__restrict " + name),
              name, value);
}

void planPrivate(Choice &out, const polyhedral::PrivateObject &copy,
                 const Member &m) {
  const BodyContext &body = out.body;
  const Object &o = out.object(copy.object);
  const std::string member = body.member(copy.object);
  if (!o.isScalar) {
    planPrivateAggregate(
        out, copy, (m.storage == Storage::Inside ? "&" : "") + member, o.name);
    out.nameByPointer(copy.object);
    return;
  }
  out.add(LocalKind::Private, declaredIn(body, copy.object, o.name));
  if (!copy.isLastprivate || body.isOfSearch())
    return;
  bool isMember = m.storage == Storage::Value || m.storage == Storage::Inside;
  out.store(isIterator(body, copy.object) ? body.isLastChunk()
                                          : body.isLastOfAll(),
            (isMember ? "" : "*") + member, o.name);
}

void planConditional(Choice &out, ObjectId object) {
  for (const Lastprivate &last : out.body.c.frame.lastprivates) {
    if (last.task != out.body.id || last.object != object)
      continue;
    ConditionalCopy copy =
        conditionalCopy(out.object(object), last, out.body.p());
    for (Local &local : copy.locals)
      out.plan.locals.push_back(std::move(local));
    out.name(object, copy.use);
    for (Update &store : copy.stores)
      out.plan.stores.push_back(std::move(store));
  }
}

/// A private copy of a global, under a name of our own: callees see the global,
/// so that the analysis makes none of those that callees touch.
void planGlobalCopy(Choice &out, const polyhedral::PrivateObject &copy) {
  const BodyContext &body = out.body;
  const Object &o = out.object(copy.object);
  if (copy.isLocalToBody || !out.isNew(copy.object))
    return;
  if (copy.isConditional) {
    planConditional(out, copy.object);
    return;
  }
  if (copy.isPointee) {
    planWorkBuffer(out, copy, o.name);
    return;
  }
  std::string own = body.p() + "my_" + nameInChunk(o);
  if (!o.isScalar) {
    // The pointer must not hide the global that initializes it.
    planPrivateAggregate(out, copy, "&" + o.name, own);
    out.name(copy.object, "(*" + own + ")");
    return;
  }
  out.add(LocalKind::Private, declaredIn(body, copy.object, own));
  out.name(copy.object, own);
  if (copy.isLastprivate)
    out.store(body.isLastOfAll(), o.name, own);
}

/// The address that a copy of an array is relative to.
std::string baseText(const Choice &out,
                     const polyhedral::ReductionObject &reduction) {
  const Object &base = out.object(reduction.baseObject);
  return (base.isPointer ? "" : "&") +
         nameOf(out.body.program(), base.id, fillerOf(out.plan));
}

void planPartial(Choice &out, const Partial &partial) {
  const BodyContext &body = out.body;
  ObjectId object = partial.reduction.object;
  if (isValid(object) && !out.isNew(object))
    return;
  std::string base;
  if (partial.reduction.isArray())
    base = baseText(out, partial.reduction);
  PartialPlan plan = partial.task == body.id
                         ? partialInChunk(body.c, partial, base)
                         : totalInChunk(body.c, partial);
  for (Local &local : plan.locals)
    out.plan.locals.push_back(std::move(local));
  if (!plan.stores.empty()) {
    out.plan.stores.push_back({"", plan.stores});
    out.state.totals.push_back({"", plan.stores});
  }
  if (isValid(object))
    out.name(object, plan.own);
  addPlaces(body.c, partial, ownStmtsOf(body.program(), body.task.node),
            /*isClone=*/false, out.plan.insertions);
}

void planOrdered(Choice &out, const OrderedTarget &target) {
  const BodyContext &body = out.body;
  OrderedPlan plan = orderedInChunk(body.c, target);
  for (Local &local : plan.locals)
    out.plan.locals.push_back(std::move(local));
  for (Assignment &assignment : plan.block)
    out.state.block.push_back(std::move(assignment));
  if (isValid(target.reduction.object))
    out.name(target.reduction.object, plan.name);
  addPlaces(body.c, target, ownStmtsOf(body.program(), body.task.node),
            /*isClone=*/false, out.plan.insertions);
}

/// A variable that the blocks of a pipeline update in order. \returns whether
/// it is.
bool planOrderedVariable(Choice &out, ObjectId object) {
  for (const OrderedTarget &target : orderedTargets(out.body.c, out.body.id))
    if (target.reduction.object == object) {
      if (out.isNew(object))
        planOrdered(out, target);
      return true;
    }
  return false;
}

void planObject(Choice &out, ObjectId object) {
  const BodyContext &body = out.body;
  if (planOrderedVariable(out, object))
    return;
  if (body.isChunk() && planSelected(out, object))
    return;
  if (const Partial *partial = partialOf(body, object)) {
    planPartial(out, *partial);
    return;
  }
  const Member *m = body.c.frame.find(object);
  if (!m || !out.isNew(object))
    return;
  for (ObjectId needed : out.object(object).type.needs)
    planObject(out, needed);
  if (const polyhedral::InductionObject *induction =
          inductionOf(body, object)) {
    planInduction(out, *induction, *m);
    return;
  }
  const polyhedral::PrivateObject *copy = privateOf(body, object);
  if (copy && copy->isPointee) {
    planShared(out, object, *m);
    bool isByPointer = out.plan.names.count(object) != 0;
    planWorkBuffer(out, *copy,
                   (isByPointer ? "*" : "") + out.object(object).name);
  } else if (copy && copy->isConditional) {
    planConditional(out, object);
  } else if (copy && !copy->isLocalToBody) {
    planPrivate(out, *copy, *m);
  } else {
    planShared(out, object, *m);
  }
}

/// Variables that the task's own text names.
std::vector<ObjectId> namedBy(const BodyContext &body) {
  const Program &program = body.program();
  std::vector<ObjectId> all = taskgraph::namedObjects(program, body.task.node);
  if (!body.isSearchChunk())
    return all;
  // What leaves the loop is not in the chunk's text.
  std::set<ObjectId> rest;
  TextRange piece = program[body.task.node].text;
  auto add = [&](uint32_t end) {
    for (ObjectId object :
         taskgraph::namedObjects(program, {piece.unit, piece.begin, end}))
      rest.insert(object);
  };
  for (NodeId exit : body.verdict->exits()) {
    add(program[exit].text.begin);
    piece.begin = program[exit].text.end;
  }
  add(piece.end);
  return {rest.begin(), rest.end()};
}

} // namespace

std::string declaredIn(const BodyContext &body, ObjectId object,
                       const std::string &name) {
  const Object &o = body.object(object);
  bool isRestrict = o.isRestrict && isOnlyName(body.program(), object) &&
                    !(body.isInTurn() && isOrdered(body, object));
  return (isRestrict ? o.type : withoutRestrict(o)).declare(name);
}

LocalsState planLocals(const BodyContext &body, BodyPlan &plan) {
  Choice out{body, plan, {}};
  for (ObjectId object : namedBy(body))
    planObject(out, object);
  if (body.isChunk())
    for (const polyhedral::PrivateObject &q : body.verdict->privates)
      if (!body.c.frame.find(q.object))
        planGlobalCopy(out, q);
  for (const Partial &partial : body.c.frame.partials)
    if (partial.task == body.id && partial.reduction.isMemory())
      planPartial(out, partial);
  for (const OrderedTarget &target : orderedTargets(body.c, body.id))
    if (target.reduction.isMemory())
      planOrdered(out, target);
  for (const Selected &selected : body.c.frame.selections) {
    if (selected.task != body.id)
      continue;
    addSelected(body.c, selected, ownStmtsOf(body.program(), body.task.node),
                /*isClone=*/false, plan.insertions);
    for (Update &store : selectedInChunk(body.c, selected, fillerOf(plan)))
      plan.stores.push_back(std::move(store));
  }
  return std::move(out.state);
}

} // namespace hocket::codegen

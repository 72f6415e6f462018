// SPDX-License-Identifier: Apache-2.0
#include "ir/Inductions.h"

#include "ir/Tree.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

namespace hocket::ir {

namespace {

class SpineWalk {
public:
  explicit SpineWalk(const Program &program) : program_(program) {}

  /// Loops inside that each iteration comes to once.
  std::vector<NodeId> loops;

  std::vector<StmtId> walk(const Loop &loop) {
    if (loop.form != LoopForm::Do)
      add(loop.condition);
    node(loop.body);
    add(loop.step);
    if (loop.form == LoopForm::Do)
      add(loop.condition);
    return std::move(spine_);
  }

private:
  void add(StmtId stmt) {
    if (isValid(stmt))
      spine_.push_back(stmt);
  }

  void node(NodeId id) {
    const Node &n = program_[id];
    if (const auto *leaf = n.as<Leaf>(); leaf && !mayBeSkipped_)
      add(leaf->stmt);
    if (const auto *block = n.as<Block>())
      for (NodeId child : block->children)
        node(child);
    else if (runsOnce(program_, id))
      node(n.as<Loop>()->body);
    else {
      if (const auto *branch = n.as<Branch>(); branch && !mayBeSkipped_)
        add(branch->condition);
      if (n.as<Loop>() && !mayBeSkipped_)
        loops.push_back(id);
      mayBeSkipped_ |= n.exits.byContinue || n.exits.byGoto;
    }
  }

  const Program &program_;
  std::vector<StmtId> spine_;
  bool mayBeSkipped_ = false; ///< a jump may pass by what follows in the body
};

std::optional<Moved> plus(const Program &program, const Expr &sum,
                          unsigned moved, int64_t sign) {
  constexpr int64_t farthest = int64_t(1) << 40;
  const Expr &constant = program[sum.operands[1 - moved]];
  if (constant.kind != ExprKind::Const || constant.value > farthest ||
      constant.value < -farthest)
    return std::nullopt;
  std::optional<Moved> result = movedVariable(program, sum.operands[moved]);
  if (!result || sum.bits < program[result->object].bits)
    return std::nullopt;
  result->amount += sign * constant.value;
  result->mayWrap |= !sum.isPointer && !sum.isSigned;
  return result;
}

/// `factor * variable`, as an expression.
struct Multiple {
  int64_t factor = 1;
  ObjectId variable = ObjectId::None;
  bool mayWrap = false; ///< the expression is congruent modulo 2^bits of it
};

/// Nothing if the expression is anything else, or no multiple modulo 2^bits.
std::optional<Multiple> multipleIn(const Program &program, ExprId id,
                                   unsigned bits) {
  constexpr int64_t largest = int64_t(1) << 20;
  const Expr &e = program[id];
  if (e.kind == ExprKind::Var && !e.isPointer && !e.isFloat)
    return Multiple{1, e.object, false};
  if (e.kind != ExprKind::Cast && e.kind != ExprKind::Mul)
    return std::nullopt;
  bool isRing = !e.isSigned || e.kind == ExprKind::Cast;
  if (isRing && e.bits < bits)
    return std::nullopt;
  unsigned constant = program[e.operands[0]].kind == ExprKind::Const ? 0 : 1;
  std::optional<Multiple> result = multipleIn(
      program, e.operands[e.kind == ExprKind::Cast ? 0 : 1 - constant], bits);
  if (!result)
    return std::nullopt;
  result->mayWrap |= isRing;
  if (e.kind == ExprKind::Cast)
    return result;
  const Expr &factor = program[e.operands[constant]];
  if (factor.kind != ExprKind::Const || factor.value < -largest ||
      factor.value > largest ||
      __builtin_mul_overflow(result->factor, factor.value, &result->factor) ||
      std::abs(result->factor) > largest)
    return std::nullopt;
  return result;
}

/// An automatic number or pointer that nothing but its name touches.
bool isNamedOnly(const Object &o) {
  return (o.kind == ObjectKind::Local || o.kind == ObjectKind::Param) &&
         o.isScalar && !o.isFloat && !o.isVolatile && !o.isAddressTaken &&
         !o.isThreadLocal && o.bits > 1 && o.bits <= 64;
}

bool isCandidate(const Program &program, ObjectId id) {
  return isNamedOnly(program[id]) && !program[id].isConst;
}

ObjectId writtenByName(const Program &program, const Access &access) {
  if (access.kind != AccessKind::Write || !isValid(access.address) ||
      program[access.address].kind != ExprKind::AddrOf)
    return ObjectId::None;
  return program[access.address].object;
}

/// How often a loop runs that nothing ends but its header: `factor`, or
/// `factor` times the variable that `bound` names, if that is positive.
struct Trips {
  int64_t factor = 1;
  ExprId bound = ExprId::None;
};

/// A Var of which the casts around it keep the value.
ExprId keptVariable(const Program &program, ExprId id) {
  while (isValid(id) && program[id].kind == ExprKind::Cast) {
    const Expr &to = program[id], &from = program[to.operands[0]];
    bool holds = to.isSigned ? to.bits >= from.bits + !from.isSigned
                             : !from.isSigned && to.bits >= from.bits;
    if (!holds)
      return ExprId::None;
    id = to.operands[0];
  }
  return isValid(id) && program[id].kind == ExprKind::Var ? id : ExprId::None;
}

/// Of `for (i = 0; i < n; i++)` and `for (i = 1; i <= n; i++)`, and of such
/// with constants.
std::optional<Trips> tripsOf(const Program &program, NodeId node) {
  constexpr int64_t most = int64_t(1) << 20;
  const Node &n = program[node];
  const Loop &loop = *n.as<Loop>();
  if (!loop.counted || !loop.counted->isPlain || loop.part ||
      loop.form == LoopForm::Do || n.exits.any() || n.hasLabel ||
      n.hasOuterCase)
    return std::nullopt;
  const Counted &counted = *loop.counted;
  const Object &iterator = program[counted.iterator];
  bool isUp = counted.compare == Compare::Lt || counted.compare == Compare::Le;
  if (!isUp || counted.step != 1 || counted.tested != 0 || iterator.bits < 32 ||
      isValid(counted.boundVariable) || !counted.otherBoundText.empty() ||
      !isValid(counted.lower) || program[counted.lower].kind != ExprKind::Const)
    return std::nullopt;
  int64_t below = program[counted.lower].value;
  below -= counted.compare == Compare::Le ? 1 : 0;
  const Expr &bound = program[counted.bound];
  if (bound.kind == ExprKind::Const) {
    if (below < -most || below > most || bound.value < -most ||
        bound.value > most || (!bound.isSigned && below < 0))
      return std::nullopt;
    return Trips{std::max<int64_t>(bound.value - below, 0), ExprId::None};
  }
  ExprId variable = keptVariable(program, counted.bound);
  if (below != 0 || !isValid(variable))
    return std::nullopt;
  // An unsigned iterator may never get there, or be compared as unsigned.
  const Expr &var = program[variable];
  if (!iterator.isSigned && (var.isSigned || var.bits > iterator.bits))
    return std::nullopt;
  return Trips{1, variable};
}

/// What one statement does to the variables that it names.
class Collector {
public:
  Collector(const Program &program, NodeId loop)
      : program_(program), loop_(loop) {
    if (!program[loop].hasLabel && !program[loop].hasOuterCase) {
      SpineWalk walk(program);
      spine_ = walk.walk(*program[loop].as<Loop>());
      inner_ = std::move(walk.loops);
    }
  }

  std::vector<Induction> collect() {
    const Loop &loop = *program_[loop_].as<Loop>();
    for (StmtId stmt : spine_)
      addUpdates(stmt);
    for (NodeId inner : inner_)
      addLoop(inner);
    std::vector<StmtId> onSpine = spine_;
    std::sort(onSpine.begin(), onSpine.end());
    for (StmtId stmt : allStmts(program_, loop_))
      if (stmt != loop.init &&
          !std::binary_search(onSpine.begin(), onSpine.end(), stmt))
        refuseWritten(stmt);
    refuseMovedByChanged();
    std::vector<Induction> result;
    for (auto &[object, induction] : found_)
      if (induction && induction->step != 0)
        result.push_back(std::move(*induction));
    return result;
  }

private:
  /// What the iterations of a loop inside add together.
  void addLoop(NodeId node) {
    std::optional<Trips> trips = tripsOf(program_, node);
    if (!trips)
      return;
    ObjectId iterator = program_[node].as<Loop>()->counted->iterator;
    for (const Induction &inner : findInductions(program_, node))
      if (inner.object != iterator && !isValid(inner.by))
        for (const InductionUpdate &update : inner.updates)
          addRepeated(inner, update, *trips);
  }

  void addRepeated(const Induction &inner, const InductionUpdate &update,
                   const Trips &trips) {
    constexpr int64_t farthest = int64_t(1) << 40;
    Moved move{inner.object, 0, inner.mayWrap};
    bool isFar =
        __builtin_mul_overflow(update.amount, trips.factor, &move.amount) ||
        std::abs(move.amount) > farthest;
    if (isValid(trips.bound))
      move.by = program_[trips.bound].object;
    auto known = found_.find(inner.object);
    // What moves it outside may be a negative multiple of `by`.
    bool isMixed = known != found_.end() && known->second &&
                   isValid(known->second->by) && !isValid(known->second->count);
    addUpdate(inner.object, update.stmt,
              isFar || isMixed ? std::nullopt : std::optional(move));
    if (auto &found = found_[inner.object])
      found->count = trips.bound;
    summed_.emplace(inner.object, update.stmt);
  }

  /// The variables that the found ones are moved by stay the same.
  void refuseMovedByChanged() {
    std::vector<ObjectId> changed;
    for (const auto &[object, induction] : found_)
      changed.push_back(object);
    const Loop &loop = *program_[loop_].as<Loop>();
    if (isValid(loop.init)) {
      changed.push_back(program_[loop.init].declares);
      for (const Access &access : program_[loop.init].accesses)
        changed.push_back(writtenByName(program_, access));
    }
    std::sort(changed.begin(), changed.end());
    for (auto &[object, induction] : found_) {
      if (!induction || !isValid(induction->by))
        continue;
      const bool stays =
          !std::binary_search(changed.begin(), changed.end(), induction->by) &&
          isNamedOnly(program_[induction->by]);
      const bool isTested = std::any_of(
          induction->updates.begin(), induction->updates.end(),
          [&](const InductionUpdate &u) { return u.stmt == loop.condition; });
      if (!stays || isTested)
        induction.reset();
    }
  }

  void refuseWritten(StmtId stmt) {
    const Stmt &s = program_[stmt];
    if (isValid(s.declares))
      found_[s.declares].reset();
    for (const Access &access : s.accesses)
      if (ObjectId object = writtenByName(program_, access);
          isValid(object) && !summed_.count({object, stmt}))
        found_[object].reset();
  }

  /// The last write of a statement stores all that the statement added.
  void addUpdates(StmtId stmt) {
    const Stmt &s = program_[stmt];
    std::map<ObjectId, std::optional<Moved>> moved;
    for (const Access &access : s.accesses) {
      ObjectId object = writtenByName(program_, access);
      if (!isValid(object))
        continue;
      bool isSure = access.must && access.size == program_[object].size &&
                    s.declares != object && isCandidate(program_, object);
      auto [it, isFirst] = moved.try_emplace(object);
      std::optional<Moved> now =
          isSure ? movedBy(access.value, object) : std::nullopt;
      bool isOwn = now && now->object == object;
      it->second = isOwn && (isFirst || it->second) ? now : std::nullopt;
    }
    if (isValid(s.declares))
      moved[s.declares].reset();
    for (const auto &[object, move] : moved)
      addUpdate(object, stmt, move);
  }

  /// The variable moved by a constant or by a multiple of another.
  std::optional<Moved> movedBy(ExprId value, ObjectId object) const {
    std::optional<Moved> constant = movedVariable(program_, value);
    if (!isValid(value) || (constant && constant->object == object))
      return constant;
    const Expr &e = program_[value];
    const unsigned bits = program_[object].bits;
    if (e.kind == ExprKind::Cast && e.bits >= bits) {
      std::optional<Moved> from = movedBy(e.operands[0], object);
      if (from)
        from->mayWrap = true;
      return from;
    }
    if ((e.kind != ExprKind::Add && e.kind != ExprKind::Sub) || e.bits < bits)
      return std::nullopt;
    for (unsigned moved : {0, 1}) {
      std::optional<Moved> base = movedVariable(program_, e.operands[moved]);
      if (!base || base->object != object || base->amount != 0 ||
          (moved == 1 && e.kind == ExprKind::Sub))
        continue;
      std::optional<Multiple> way =
          multipleIn(program_, e.operands[1 - moved], bits);
      if (!way)
        return std::nullopt;
      bool isRing = !e.isPointer && (!e.isSigned || way->mayWrap);
      return Moved{object, e.kind == ExprKind::Sub ? -way->factor : way->factor,
                   base->mayWrap || isRing, way->variable};
    }
    return std::nullopt;
  }

  void addUpdate(ObjectId object, StmtId stmt, std::optional<Moved> move) {
    Induction fresh;
    fresh.object = object;
    if (move)
      fresh.by = move->by;
    auto [it, isNew] = found_.try_emplace(object, fresh);
    if (!move || (it->second && it->second->by != move->by))
      it->second.reset();
    if (!it->second)
      return;
    it->second->step += move->amount;
    it->second->mayWrap |= move->mayWrap;
    it->second->updates.push_back({stmt, move->amount});
  }

  const Program &program_;
  const NodeId loop_;
  std::vector<StmtId> spine_;
  std::vector<NodeId> inner_;
  /// Writes that loops inside make, which are accounted for.
  std::set<std::pair<ObjectId, StmtId>> summed_;
  std::map<ObjectId, std::optional<Induction>> found_;
};

} // namespace

std::optional<Moved> movedVariable(const Program &program, ExprId id) {
  if (!isValid(id))
    return std::nullopt;
  const Expr &e = program[id];
  switch (e.kind) {
  case ExprKind::Var:
    return Moved{e.object, 0, false};
  case ExprKind::Cast: {
    std::optional<Moved> from = movedVariable(program, e.operands[0]);
    if (!from || e.bits < program[from->object].bits)
      return std::nullopt;
    from->mayWrap = true;
    return from;
  }
  case ExprKind::Add:
    if (std::optional<Moved> left = plus(program, e, 0, 1))
      return left;
    return plus(program, e, 1, 1);
  case ExprKind::Sub:
    return plus(program, e, 0, -1);
  default:
    return std::nullopt;
  }
}

std::vector<StmtId> spineOf(const Program &program, NodeId loop) {
  if (program[loop].hasLabel || program[loop].hasOuterCase)
    return {};
  return SpineWalk(program).walk(*program[loop].as<Loop>());
}

std::vector<Induction> findInductions(const Program &program, NodeId loop) {
  return Collector(program, loop).collect();
}

const Induction *inductionOf(const std::vector<Induction> &inductions,
                             ObjectId object) {
  auto it = std::find_if(
      inductions.begin(), inductions.end(),
      [&](const Induction &induction) { return induction.object == object; });
  return it == inductions.end() ? nullptr : &*it;
}

ExprId Induction::byExpr(const Program &program) const {
  if (!isValid(by) || isValid(count))
    return count;
  std::vector<ExprId> open;
  for (const Access &access : program[updates.front().stmt].accesses)
    if (access.kind == AccessKind::Write && isValid(access.value))
      open.push_back(access.value);
  while (!open.empty()) {
    const ExprId id = open.back();
    const Expr &e = program[id];
    if (e.kind == ExprKind::Var && e.object == by)
      return id;
    open.pop_back();
    open.insert(open.end(), e.operands.begin(), e.operands.end());
  }
  return ExprId::None;
}

int64_t Induction::before(StmtId stmt, const std::vector<StmtId> &spine) const {
  auto place = [&](StmtId id) {
    return std::find(spine.begin(), spine.end(), id) - spine.begin();
  };
  int64_t sum = 0;
  for (const InductionUpdate &update : updates)
    if (place(update.stmt) < place(stmt))
      sum += update.amount;
  return sum;
}

} // namespace hocket::ir

// SPDX-License-Identifier: Apache-2.0
#include "loops/accesses/LoopCuts.h"

#include "dependences/Overlap.h"
#include "symbolic/FirstValue.h"

#include "ir/Tree.h"
#include "support/Policy.h"

#include <algorithm>
#include <set>

namespace hocket::polyhedral {

using ir::IterationPoint;
using From = ir::IterationPoint::From;

namespace {

constexpr int64_t mostPeeled = policy.loops.peeled;
constexpr std::size_t mostVariables = policy.loops.cutVariables;
constexpr std::size_t mostCuts = policy.loops.cuts;

std::string iterations(const char *which, int64_t count) {
  return std::string("peeling its ") + which + " " +
         (count == 1 ? "iteration" : std::to_string(count) + " iterations");
}

class Finder {
public:
  Finder(AffineModel &model, ir::NodeId loop, const isl::set &conflict)
      : model_(model), program_(model.program()), loop_(loop),
        shape_(*model.loopShape(loop)), conflict_(conflict) {}

  std::vector<LoopCut> run() {
    std::vector<LoopCut> found;
    for (LoopCut &cut : candidates())
      if (found.size() < mostCuts && separates(cut))
        found.push_back(std::move(cut));
    return found;
  }

private:
  std::vector<LoopCut> candidates() const {
    std::vector<LoopCut> cuts;
    auto none = ir::ExprId::None;
    for (int64_t n = 1; n <= mostPeeled; ++n) {
      cuts.push_back(
          {{{From::Start, n, none}}, {false, true}, iterations("first", n)});
      cuts.push_back(
          {{{From::End, n, none}}, {true, false}, iterations("last", n)});
    }
    cuts.push_back(
        {{{From::Half, 0, none}}, {true, true}, "splitting it in the middle"});
    for (ir::ExprId variable : variables()) {
      std::string how =
          "splitting it at '" + program_[program_[variable].object].name + "'";
      cuts.push_back({{{From::Value, 0, variable}}, {true, true}, how});
      cuts.push_back({{{From::Value, 0, variable}, {From::Value, 1, variable}},
                      {true, false, true},
                      how});
    }
    return cuts;
  }

  /// Integers that the loop names and does not change, signed like the
  /// iterator.
  std::vector<ir::ExprId> variables() const {
    std::vector<ir::ExprId> result;
    const ir::Counted &counted = *program_[loop_].as<ir::Loop>()->counted;
    if (shape_.step != 1 || !program_[counted.iterator].isSigned)
      return result;
    const ir::TextRange &text = program_[loop_].text;
    std::set<ir::ObjectId> named;
    const std::vector<ir::Hole> &holes = program_[text.unit].holes;
    auto hole = std::lower_bound(
        holes.begin(), holes.end(), text.begin,
        [](const ir::Hole &h, uint32_t offset) { return h.begin < offset; });
    for (; hole != holes.end() && hole->end <= text.end; ++hole)
      named.insert(hole->object);
    for (SymbolId id = 0; id < model_.numSymbols(); ++id) {
      const Symbol &symbol = model_.symbol(id);
      if (symbol.kind != Symbol::Kind::Parameter || !isValid(symbol.expr) ||
          program_[symbol.expr].kind != ir::ExprKind::Var)
        continue;
      const ir::Object &object = program_[program_[symbol.expr].object];
      if (object.isScalar && object.isSigned && object.bits >= 32 &&
          object.bits <= 64 && !object.isPointer && !object.isFloat &&
          model_.index().isNamedOnly(object.id) && named.count(object.id) &&
          !isWritten(object.id) && result.size() < mostVariables)
        result.push_back(symbol.expr);
    }
    return result;
  }

  bool isWritten(ir::ObjectId object) const {
    const ProgramIndex &index = model_.index();
    for (ir::StmtId stmt : model_.stmts())
      for (const analysis::EffectItem &item : index.itemsOf(stmt))
        if (item.kind == ir::AccessKind::Write && index.mayTouch(item, object))
          return true;
    return false;
  }

  bool separates(const LoopCut &cut) {
    std::vector<Polynomial> at;
    for (const IterationPoint &point : cut.points) {
      std::optional<Polynomial> value = model_.iteratorAt(loop_, shape_, point);
      if (!value)
        return false;
      at.push_back(std::move(*value));
    }
    for (std::size_t part = 0; part <= at.size(); ++part) {
      if (!cut.isLong[part])
        continue;
      isl::set both = inPart(at, part);
      if (!both.intersect(conflict_).is_empty() || isShort(both))
        return false;
    }
    return true;
  }

  /// { : both instances' iterations are in the part }
  isl::set inPart(const std::vector<Polynomial> &at, std::size_t part) const {
    isl::set both = model_.universe();
    for (const char *instance : {kFirst, kSecond}) {
      if (part > 0)
        both = both.intersect(side(at[part - 1], instance, false));
      if (part < at.size())
        both = both.intersect(side(at[part], instance, true));
    }
    return both;
  }

  /// The loop is known to have no more than a few iterations there.
  bool isShort(const isl::set &both) const {
    constexpr int64_t few = policy.loops.fewIterations;
    isl::set domain = model_.domain(program_[loop_].as<ir::Loop>()->body).set;
    isl::pw_aff apart =
        model_.toIsl(Polynomial::symbol(shape_.iterator), kSecond)
            .sub(model_.toIsl(Polynomial::symbol(shape_.iterator), kFirst));
    int64_t stride = shape_.step > 0 ? shape_.step : -shape_.step;
    return both.intersect(model_.instance(domain, kFirst))
        .intersect(model_.instance(domain, kSecond))
        .intersect(apart.ge_set(model_.constant((few - 1) * stride)))
        .is_empty();
  }

  /// { : the instance's iteration is before (or not before) the value }.
  isl::set side(const Polynomial &value, const char *instance,
                bool isBefore) const {
    isl::pw_aff iterator =
        model_.toIsl(Polynomial::symbol(shape_.iterator), instance);
    isl::pw_aff at = model_.toIsl(value, instance);
    isl::set defined = model_.instance(model_.definitions(value), instance);
    bool isUp = shape_.step > 0;
    isl::set order = isBefore
                         ? (isUp ? iterator.lt_set(at) : iterator.gt_set(at))
                         : (isUp ? iterator.ge_set(at) : iterator.le_set(at));
    return order.intersect(defined);
  }

  AffineModel &model_;
  const ir::Program &program_;
  ir::NodeId loop_;
  const LoopShape shape_;
  const isl::set &conflict_;
};

/// A header whose parts can each start and count for themselves.
bool canCutHeader(const ir::Program &program, const ir::Loop &loop) {
  if (loop.form != ir::LoopForm::For || loop.part || !loop.counted ||
      !loop.counted->isPlain || loop.counted->lowerText.empty() ||
      loop.counted->boundText.empty())
    return false;
  for (ir::StmtId stmt : {loop.init, loop.condition, loop.step})
    if (!isValid(stmt) || !program[stmt].calls.empty())
      return false;
  return true;
}

/// Copies of the loop in functions of their own mean the same.
bool canCopy(const ir::Program &program, ir::NodeId loop) {
  const ir::Node &node = program[loop];
  const ir::Exits &inside = program[node.as<ir::Loop>()->body].exits;
  if (node.hasLabel || node.hasOuterCase || node.exits.any() ||
      inside.byReturn || inside.byBreak || inside.byGoto)
    return false;
  std::vector<ir::StmtId> stmts = ir::allStmts(program, loop);
  return std::all_of(stmts.begin(), stmts.end(), [&](ir::StmtId id) {
    const ir::Stmt &stmt = program[id];
    return !stmt.usesLocalName &&
           (stmt.kind != ir::StmtKind::Declaration ||
            (isValid(stmt.declares) &&
             program[stmt.declares].kind == ir::ObjectKind::Local));
  });
}

} // namespace

std::vector<LoopCut> findCuts(AffineModel &model, ir::NodeId loop,
                              const isl::set &conflict) {
  const ir::Program &program = model.program();
  if (!canCutHeader(program, *program[loop].as<ir::Loop>()) ||
      !canCopy(program, loop) || !keepsFirstValue(model, loop))
    return {};
  return Finder(model, loop, conflict).run();
}

} // namespace hocket::polyhedral

// SPDX-License-Identifier: Apache-2.0
#include "forkjoin/Footprints.h"

#include "dataflow/AbstractWalk.h"
#include "dataflow/BlockCalls.h"
#include "support/Policy.h"

#include <algorithm>

namespace hocket::polyhedral {

using namespace ir;
using analysis::EffectItem;

namespace {

/// The domain of the walk, which notes what the statements touch on the way.
class FootprintDomain {
public:
  using State = isl::set;
  static constexpr bool peelsDoLoops = false;

  FootprintDomain(const ProgramIndex &index, LinearStates &states,
                  FunctionId function)
      : index_(index), program_(index.program()), states_(states),
        function_(program_[function]) {
    for (const Object &object : program_.objects)
      if (object.kind == ObjectKind::Local && object.function == function &&
          isValid(object.scope) && states.isTracked(object.id))
        declaredIn_[object.scope].insert(object.id);
    // Results are read after the copy that leaves them.
    std::set<ObjectId> results;
    for (StmtId stmt : index.stmtsOf(function_.body))
      for (const CallSite &call : program_[stmt].calls)
        results.insert(call.result);
    for (auto &[scope, objects] : declaredIn_)
      std::erase_if(objects,
                    [&](ObjectId object) { return results.count(object); });
  }

  Footprints collect() {
    if (index_.hasGoto(function_.id))
      fail("'goto'");
    else
      AbstractWalk(index_, *this).visit(function_.body, states_.entry());
    return std::move(result_);
  }

  // What the walk asks.
  bool enters(NodeId id, const isl::set &state) {
    if (state.is_empty() || !result_.problem.empty())
      return false;
    const Node &node = program_[id];
    const Block *block = node.as<Block>();
    const Jump *jump = node.as<Jump>();
    if (node.hasLabel && !isIrregular(id))
      fail("a label");
    else if (block && block->isSplitLoop)
      fail("a loop in parts");
    else if (jump && jump->kind == JumpKind::Goto)
      fail("'goto'");
    return result_.problem.empty();
  }
  isl::set nowhere() const { return states_.nowhere(); }
  isl::set join(const isl::set &a, const isl::set &b) const {
    return states_.join(a, b);
  }
  isl::set execute(StmtId id, const isl::set &state) {
    if (!reaches(id, state))
      return state;
    return states_.after(program_[id], state);
  }
  std::pair<isl::set, isl::set> decide(StmtId id, const isl::set &state) {
    if (!reaches(id, state))
      return {state, state};
    const Stmt &stmt = program_[id];
    auto after = [&](bool truth) {
      return states_.after(stmt, states_.assume(stmt.value, truth, state));
    };
    return {after(true), after(false)};
  }
  isl::set repeat(NodeId, const isl::set &state,
                  const Iteration<isl::set> &iteration);
  isl::set leaveScope(NodeId id, const isl::set &state) const {
    auto own = declaredIn_.find(id);
    return own == declaredIn_.end() ? state
                                    : states_.forget(state, own->second);
  }
  isl::set leaveCall(NodeId, const isl::set &, const isl::set &after,
                     const isl::set &returned) const {
    return join(after, returned);
  }

private:
  void fail(const std::string &why) {
    if (result_.problem.empty())
      result_.problem = why;
  }

  /// A label that only a switch leads to, or none of the function's own.
  bool isIrregular(NodeId node) const {
    for (; isValid(node); node = program_[node].parent)
      if (program_[node].as<Opaque>())
        return true;
    return false;
  }

  /// Notes what the statement touches. False: it does not run, or no more is to
  /// be known.
  bool reaches(StmtId id, const isl::set &state) {
    if (state.is_empty() || !result_.problem.empty())
      return false;
    states_.enter(program_[id]);
    if (isRecording_)
      record(program_[id], state);
    return true;
  }

  void record(const Stmt &stmt, isl::set state) {
    const analysis::StmtEffects &effects =
        index_.effects().stmts[index(stmt.id)];
    if (effects.isUnknown || effects.mayNotReturn || stmt.isOpaque ||
        effects.needsCallingThread || effects.readsClock)
      return fail("what '" + std::string(program_.text(stmt.text)) + "' does");
    for (uint32_t site = 0; site < stmt.calls.size(); ++site)
      recordCall(stmt, site, state);
    for (const EffectItem &item : index_.itemsOf(stmt.id))
      recordItem(stmt, item, state);
  }

  void recordCall(const Stmt &stmt, uint32_t site, isl::set &state) {
    const CallSite &call = stmt.calls[site];
    if (!isValid(call.callee) && !call.isSeenThrough())
      return fail("a call through a pointer");
    if (call.callee == function_.id) {
      auto [it, isNew] = result_.before.emplace(stmt.id, state);
      if (!isNew)
        it->second = states_.join(it->second, state);
      result_.calls.push_back(
          argumentsOf(program_, states_, stmt.id, site, state));
    } else {
      for (const BlockAccess &block : blocksOf(program_, call))
        recordBlock(stmt, block, state);
    }
  }

  void recordBlock(const Stmt &stmt, const BlockAccess &block,
                   isl::set &state) {
    Linear size = states_.value(block.size, state);
    std::optional<Place> place = states_.place(block.from, state);
    std::optional<Linear> end =
        place ? sum(place->offset, size, block.scale) : std::nullopt;
    if (!end && !block.isWrite && !place)
      return; // its item says that it is anywhere
    if (!end)
      return fail("the place that '" + std::string(program_.text(stmt.text)) +
                  "' " + (block.isWrite ? "writes" : "reads"));
    if (!isOwn(place->base))
      result_.all.push_back(
          {place->base, block.isWrite, state, place->offset, *end});
  }

  /// Gone when the function returns.
  bool isOwn(ObjectId base) const {
    const Object &object = program_[base];
    return object.kind == ObjectKind::Local;
  }

  bool isOwnVariable(const Expr &address) const {
    return address.kind == ExprKind::AddrOf &&
           (program_[address.object].kind == ObjectKind::Local ||
            program_[address.object].kind == ObjectKind::Param);
  }

  /// Where the loads from `address` in an expression are made: behind `&&` only
  /// if what is before it holds.
  void findLoads(ExprId id, ExprId address, const isl::set &state,
                 std::vector<isl::set> &found) {
    const Expr &expr = program_[id];
    bool isAnd = expr.kind == ExprKind::LogicalAnd;
    if (isAnd || expr.kind == ExprKind::LogicalOr) {
      findLoads(expr.operands[0], address, state, found);
      findLoads(expr.operands[1], address,
                states_.assume(expr.operands[0], isAnd, state), found);
      return;
    }
    if (expr.kind == ExprKind::Select) {
      findLoads(expr.operands[0], address, state, found);
      for (unsigned side : {1, 2})
        findLoads(expr.operands[side], address,
                  states_.assume(expr.operands[0], side == 1, state), found);
      return;
    }
    if (expr.kind == ExprKind::Load && expr.operands[0] == address)
      found.push_back(state);
    for (ExprId operand : expr.operands)
      findLoads(operand, address, state, found);
  }

  /// Less of the state, for a read that not each run of the statement makes.
  isl::set guarded(const Stmt &stmt, const EffectItem &item, isl::set state) {
    if (item.must || item.kind == AccessKind::Write || !item.via.empty() ||
        !isValid(item.address) || !isValid(stmt.value))
      return state;
    auto count = std::count_if(
        stmt.accesses.begin(), stmt.accesses.end(), [&](const Access &access) {
          return access.kind == AccessKind::Read && !access.must &&
                 access.address == item.address;
        });
    std::vector<isl::set> found;
    findLoads(stmt.value, item.address, state, found);
    if (found.empty() || std::size_t(count) != found.size())
      return state;
    isl::set result = states_.nowhere();
    for (const isl::set &one : found)
      result = states_.join(result, one);
    return result;
  }

  void recordItem(const Stmt &stmt, const EffectItem &item, isl::set state) {
    state = guarded(stmt, item, state);
    const HiddenObjects &hidden = program_.hidden;
    bool isWrite = item.kind == AccessKind::Write;
    if (isWrite && item.isCommutative)
      return;
    if (item.isVolatile || item.objects.contains(hidden.errnoValue))
      return fail("'" + std::string(program_.text(item.text)) + "'");
    // What such calls touch is said with them.
    const bool isOfBlock = std::any_of(
        stmt.calls.begin(), stmt.calls.end(), [&](const CallSite &call) {
          return !blocksOf(program_, call).empty() &&
                 program_[call.callee].name == item.via;
        });
    std::optional<Place> place;
    if (isValid(item.address))
      place = states_.place(item.address, state);
    if (item.via == function_.name || (place && isOwn(place->base)) ||
        (isValid(item.address) && isOwnVariable(program_[item.address])))
      return;
    if (place)
      result_.objects[place->base].push_back(item.objects);
    if (isOfBlock && place)
      return;
    std::optional<Linear> low, high;
    if (place && item.size != 0) {
      low = sum(place->offset, Linear::of(item.offset), 1);
      high = low ? sum(*low, Linear::of(item.size), 1) : std::nullopt;
    }
    if (high)
      result_.all.push_back({place->base, isWrite, state, *low, *high});
    else if (isWrite)
      fail("the place that '" + std::string(program_.text(stmt.text)) +
           "' writes");
    else
      result_.readAnywhere.push_back(item.objects);
  }

  const ProgramIndex &index_;
  const Program &program_;
  LinearStates &states_;
  const Function &function_;
  Footprints result_;
  std::map<NodeId, std::set<ObjectId>> declaredIn_;
  bool isRecording_ = true;
};

/// Joins, then widens, until an iteration adds nothing.
isl::set FootprintDomain::repeat(NodeId, const isl::set &state,
                                 const Iteration<isl::set> &iteration) {
  constexpr unsigned exact = policy.loops.exactRounds;
  constexpr unsigned most = policy.loops.mostRounds;
  const bool wasRecording = std::exchange(isRecording_, false);
  isl::set head = state;
  bool isStable = false;
  for (unsigned round = 0; round < most && !isStable; ++round) {
    isl::set around = iteration(head).back;
    isStable = around.is_subset(head);
    isl::set next = join(head, around);
    if (!isStable)
      head = round < exact ? next : states_.widen(head, next);
  }
  if (!isStable)
    fail("a loop");
  // What the loop's own conditions say was lost on the way.
  for (unsigned round = 0; round < 2 && isStable; ++round) {
    isl::set less = join(state, iteration(head).back);
    if (!less.is_subset(head) || !iteration(less).back.is_subset(less))
      break;
    head = less;
  }
  isRecording_ = wasRecording;
  return iteration(head).exit;
}

} // namespace

SelfCall argumentsOf(const Program &program, LinearStates &states, StmtId stmt,
                     uint32_t site, const isl::set &state) {
  const CallSite &call = program[stmt].calls[site];
  const Function &callee = program[call.callee];
  SelfCall result{stmt, site, state, {}, {}};
  states.enter(program[stmt]);
  for (std::size_t i = 0; i < callee.params.size(); ++i) {
    const Object &param = program[callee.params[i]];
    std::optional<Linear> integer;
    std::optional<Place> pointer;
    if (i < call.args.size() && param.isPointer)
      pointer = states.place(call.args[i], result.state);
    else if (i < call.args.size() && param.isScalar && !param.isFloat)
      integer = states.value(call.args[i], result.state);
    result.integers.push_back(std::move(integer));
    result.pointers.push_back(std::move(pointer));
  }
  return result;
}

Footprints collectFootprints(const ProgramIndex &index, LinearStates &states,
                             FunctionId function) {
  return FootprintDomain(index, states, function).collect();
}

} // namespace hocket::polyhedral

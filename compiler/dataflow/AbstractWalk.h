// SPDX-License-Identifier: Apache-2.0
//
// Abstract interpretation over the tree (Cousot & Cousot, POPL 1977): what is
// known at each place, path by path, in the terms of a *domain*. The walk knows
// the control flow and nothing of values; the domain knows values and nothing
// of control flow.
//
// Needs: a region without goto, in which the text's order is that of execution.
// Calls are seen through where the index says so. Promises: the domain's
// `execute` and `decide` are asked for each statement that may run, with a
// state that holds all values it may run with; while `repeat` seeks a loop's
// invariant also with other states, before the last ones.
//
// A state of what does not run, `nowhere`, follows each jump. A loop's state is
// the domain's affair: it is given one iteration as a function, and finds what
// holds before each. A switch runs from one of its labels on; other irregular
// nodes, their parts in any order and any number of times.
#pragma once

#include "dataflow/ProgramIndex.h"

#include "ir/Tree.h"

#include <concepts>
#include <functional>
#include <utility>
#include <vector>

namespace hocket::polyhedral {

/// What one iteration makes of the state before it.
template <typename State> struct IterationEnds {
  State back; ///< before the next iteration
  State exit; ///< behind the loop
};
template <typename State>
using Iteration = std::function<IterationEnds<State>(const State &)>;

/// What an AbstractWalk asks of a domain D, all of it sound: more than what
/// happens, never less.
template <typename D>
concept WalkDomain =
    requires(D &domain, const typename D::State &state, ir::NodeId node,
             ir::StmtId stmt, const Iteration<typename D::State> &iteration) {
      typename D::State;
      /// A do loop is its body once, and then a while loop; else its condition
      /// stands at the end of each iteration.
      { D::peelsDoLoops } -> std::convertible_to<bool>;
      /// False: the node leaves the state as it is, and is not walked.
      { domain.enters(node, state) } -> std::same_as<bool>;
      /// Of what does not run.
      { domain.nowhere() } -> std::same_as<typename D::State>;
      { domain.join(state, state) } -> std::same_as<typename D::State>;
      /// After the statement, which is valid.
      { domain.execute(stmt, state) } -> std::same_as<typename D::State>;
      /// After the condition, a statement: where it was true, and where false.
      {
        domain.decide(stmt, state)
      } -> std::same_as<std::pair<typename D::State, typename D::State>>;
      /// Behind any number of iterations of the node, from the state before it
      /// on.
      {
        domain.repeat(node, state, iteration)
      } -> std::same_as<typename D::State>;
      /// The scope of a Block or Loop ends.
      { domain.leaveScope(node, state) } -> std::same_as<typename D::State>;
      /// Behind the copy of a callee's body, from the states before all copies
      /// of its statement, at the copy's end, and at its returns.
      {
        domain.leaveCall(node, state, state, state)
      } -> std::same_as<typename D::State>;
    };

/// The controlling expression, and a block with the cases.
bool isPlainSwitch(const ir::Program &program, ir::NodeId node);
/// A label or case leads into some child of the node.
bool hasLabelledPart(const ir::Program &program, ir::NodeId node);

template <WalkDomain Domain> class AbstractWalk {
public:
  using State = typename Domain::State;

  AbstractWalk(const ProgramIndex &index, Domain &domain)
      : index_(index), program_(index.program()), domain_(domain) {}

  /// From the state before the node to the one behind it.
  State visit(ir::NodeId id, const State &before) {
    if (!isValid(id) || !domain_.enters(id, before))
      return before;
    const ir::Node &node = program_[id];
    State state = visitCalls(id, before);
    if (const ir::Leaf *leaf = node.as<ir::Leaf>())
      return domain_.execute(leaf->stmt, state);
    if (const ir::Block *block = node.as<ir::Block>()) {
      for (ir::NodeId child : block->children)
        state = visit(child, state);
      return domain_.leaveScope(id, state);
    }
    if (const ir::Branch *branch = node.as<ir::Branch>()) {
      auto [yes, no] = domain_.decide(branch->condition, state);
      yes = visit(branch->thenNode, yes);
      return domain_.join(yes, visit(branch->elseNode, no));
    }
    if (const ir::Loop *loop = node.as<ir::Loop>())
      return domain_.leaveScope(id, visitLoop(id, *loop, state));
    if (const ir::Jump *jump = node.as<ir::Jump>())
      return visitJump(*jump, state);
    return isPlainSwitch(program_, id) ? visitSwitch(id, state)
                                       : visitAnyOrder(id, state);
  }

  /// At the returns that have been visited, of no copy of a callee.
  const State &returned() const { return returned_; }

private:
  using Ends = IterationEnds<State>;

  /// What jumps out of a node leave behind.
  struct Frame {
    bool isLoop; ///< else a switch or the like: `continue` goes further
    State broke, continued;
  };

  void pushFrame(bool isLoop) {
    frames_.push_back({isLoop, domain_.nowhere(), domain_.nowhere()});
  }
  Frame popFrame() {
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    return frame;
  }

  State execute(ir::StmtId stmt, const State &state) {
    return isValid(stmt) ? domain_.execute(stmt, state) : state;
  }

  /// A loop without a condition goes on.
  std::pair<State, State> decide(ir::StmtId condition, const State &state) {
    return isValid(condition) ? domain_.decide(condition, state)
                              : std::pair(state, domain_.nowhere());
  }

  /// What the seen-through calls of the node's own statement do.
  State visitCalls(ir::NodeId node, const State &before) {
    ir::NodeId calls = index_.inlinedIn(node);
    if (!isValid(calls) || !domain_.enters(calls, before))
      return before;
    State state = before;
    for (ir::NodeId copy : program_[calls].as<ir::Block>()->children) {
      State outer = std::exchange(returned_, domain_.nowhere());
      State after = visit(copy, state);
      state = domain_.leaveCall(copy, before, after, returned_);
      returned_ = std::move(outer);
    }
    return state;
  }

  /// Whatever comes next is not reached this way.
  State visitJump(const ir::Jump &jump, const State &before) {
    State state = execute(jump.value, before);
    if (jump.kind == ir::JumpKind::Return)
      returned_ = domain_.join(returned_, state);
    for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame) {
      if (jump.kind == ir::JumpKind::Break)
        frame->broke = domain_.join(frame->broke, state);
      else if (jump.kind == ir::JumpKind::Continue && frame->isLoop)
        frame->continued = domain_.join(frame->continued, state);
      // The innermost loop has both at the latest; a switch may have a break.
      if (frame->isLoop)
        break;
    }
    return domain_.nowhere();
  }

  /// The body and what follows it, without the condition.
  Ends iterateBody(const ir::Loop &loop, const State &state) {
    pushFrame(/*isLoop=*/true);
    State after = visit(loop.body, state);
    Frame frame = popFrame();
    return {execute(loop.step, domain_.join(after, frame.continued)),
            std::move(frame.broke)};
  }

  /// The condition is asked first.
  Ends iterateWhile(const ir::Loop &loop, const State &state) {
    auto [goesOn, ends] = decide(loop.condition, state);
    Ends result = iterateBody(loop, goesOn);
    result.exit = domain_.join(ends, result.exit);
    return result;
  }

  /// The condition is asked last.
  Ends iterateDo(const ir::Loop &loop, const State &state) {
    Ends body = iterateBody(loop, state);
    auto [goesOn, ends] = decide(loop.condition, body.back);
    return {goesOn, domain_.join(ends, body.exit)};
  }

  State visitLoop(ir::NodeId node, const ir::Loop &loop, const State &before) {
    State state = execute(loop.init, before);
    if (loop.form != ir::LoopForm::Do)
      return domain_.repeat(node, state, [&](const State &head) {
        return iterateWhile(loop, head);
      });
    if constexpr (!Domain::peelsDoLoops)
      return domain_.repeat(node, state, [&](const State &head) {
        return iterateDo(loop, head);
      });
    Ends first = iterateBody(loop, state);
    State behind = domain_.repeat(node, first.back, [&](const State &head) {
      return iterateWhile(loop, head);
    });
    return domain_.join(behind, first.exit);
  }

  /// From one of the labels on, in order.
  State visitSwitch(ir::NodeId node, const State &before) {
    const std::vector<ir::NodeId> &children =
        program_[node].as<ir::Opaque>()->children;
    State start = visit(children[0], before), state = domain_.nowhere();
    pushFrame(/*isLoop=*/false);
    for (ir::NodeId part : ir::childrenOf(program_, children[1])) {
      if (program_[part].hasLabel)
        state = domain_.join(state, start);
      state = hasLabelledPart(program_, part) ? visitAnyOrder(part, state)
                                              : visit(part, state);
    }
    // No label need fit.
    state = domain_.join(state, start);
    state = domain_.join(state, popFrame().broke);
    return domain_.leaveScope(children[1], state);
  }

  /// Its parts, in any order and any number of times.
  State visitAnyOrder(ir::NodeId node, const State &state) {
    return domain_.repeat(node, state, [&](const State &head) {
      return iterateParts(node, head);
    });
  }

  /// One of the parts, or none.
  Ends iterateParts(ir::NodeId node, const State &state) {
    pushFrame(/*isLoop=*/false);
    State after = visitOnePart(node, state);
    State broke = popFrame().broke;
    State exit = domain_.join(domain_.join(after, state), broke);
    return {std::move(after), std::move(exit)};
  }

  /// A label on a part of it lets the node begin there.
  State visitOnePart(ir::NodeId node, const State &state) {
    State after = visitCalls(node, state);
    for (ir::StmtId stmt : ir::ownStmts(program_, node))
      after = domain_.join(after, domain_.execute(stmt, state));
    for (ir::NodeId part : ir::childrenOf(program_, node))
      after = domain_.join(after, hasLabelledPart(program_, part)
                                      ? visitOnePart(part, state)
                                      : visit(part, state));
    return after;
  }

  const ProgramIndex &index_;
  const ir::Program &program_;
  Domain &domain_;
  std::vector<Frame> frames_;
  /// At the returns of the innermost copy of a callee's body.
  State returned_ = domain_.nowhere();
};

} // namespace hocket::polyhedral

// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/shares/UnequalWork.h"

#include "ir/Tree.h"
#include "support/Policy.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace hocket::taskgraph {

using namespace ir;

namespace {

/// Work of one iteration of a loop whose iterator has some value.
class IterationWork {
public:
  IterationWork(const Program &program, const analysis::TripGuess &guess,
                ObjectId iterator, double value)
      : program_(program), guess_(guess), values_{{iterator, value}} {}

  /// Statements that run, roughly.
  double of(NodeId node) {
    if (program_[node].as<Loop>())
      return ofLoop(node);
    double work = double(ownStmts(program_, node).size());
    for (NodeId child : childrenOf(program_, node))
      work += of(child);
    return work;
  }

private:
  double ofLoop(NodeId node) {
    const double own = double(ownStmts(program_, node).size());
    const Counted *header = program_[node].as<Loop>()->header();
    if (!header || !header->isPlain || values_.count(header->iterator))
      return policy.region.loopItself +
             (own + ofChildren(node)) * guess_.trips(node);
    const double first = valueOf(header->lower),
                 distance = valueOf(header->bound) - first;
    const double trips = tripsOf(node, *header, distance);
    if (!decidesTrips(header->iterator, node))
      return policy.region.loopItself + (own + ofChildren(node)) * trips;
    // As of a piece of a triangle: `for (j = max(i, piece); ...)`.
    constexpr double most = 4;
    const double samples = std::min(most, std::ceil(trips));
    double work = 0;
    for (double sample = 0; sample < samples; ++sample) {
      values_[header->iterator] = first + (sample + 0.5) / samples * distance;
      work += own + ofChildren(node);
    }
    values_.erase(header->iterator);
    return policy.region.loopItself +
           (samples > 0 ? work / samples * trips : 0);
  }

  double ofChildren(NodeId node) {
    double work = 0;
    for (NodeId child : childrenOf(program_, node))
      work += of(child);
    return work;
  }

  double tripsOf(NodeId node, const Counted &header, double distance) const {
    if (!dependsOnIterator(header.lower) && !dependsOnIterator(header.bound))
      return guess_.trips(node);
    double approach = double(header.step - header.boundStep);
    return std::max(0.0, distance / (approach == 0 ? 1 : approach));
  }

  /// How often a loop inside runs depends on it.
  bool decidesTrips(ObjectId iterator, NodeId around) {
    const std::map<ObjectId, double> before =
        std::exchange(values_, {{iterator, 0}});
    bool found = false;
    forEachNode(program_, around, [&](NodeId id) {
      const Loop *loop = id == around ? nullptr : program_[id].as<Loop>();
      const Counted *header = loop ? loop->header() : nullptr;
      found |= header && (dependsOnIterator(header->lower) ||
                          dependsOnIterator(header->bound));
    });
    values_ = before;
    return found;
  }

  /// What a variable of an iteration is computed from: `end = min(i + 64, n)`.
  ExprId definitionOf(const Expr &e, unsigned depth) const {
    constexpr unsigned deepest = 4;
    return depth < deepest && e.kind == ExprKind::Var &&
                   !values_.count(e.object)
               ? guess_.onlyValueOf(e.object)
               : ExprId::None;
  }

  bool dependsOnIterator(ExprId id, unsigned depth = 0) const {
    if (!isValid(id))
      return false;
    const Expr &e = program_[id];
    return (e.kind == ExprKind::Var && values_.count(e.object)) ||
           dependsOnIterator(definitionOf(e, depth), depth + 1) ||
           std::any_of(e.operands.begin(), e.operands.end(),
                       [&](ExprId o) { return dependsOnIterator(o, depth); });
  }

  double valueOf(ExprId id, unsigned depth = 0) const {
    if (!dependsOnIterator(id, depth))
      return guess_.valueOf(id);
    const Expr &e = program_[id];
    if (e.kind == ExprKind::Var) {
      auto known = values_.find(e.object);
      return known != values_.end()
                 ? known->second
                 : valueOf(definitionOf(e, depth), depth + 1);
    }
    if (e.kind == ExprKind::Cast)
      return valueOf(e.operands[0], depth);
    if (e.kind == ExprKind::Neg)
      return -valueOf(e.operands[0], depth);
    if (e.kind == ExprKind::Select)
      return valueOf(e.operands[holds(e.operands[0], depth) ? 1 : 2], depth);
    if (e.operands.size() != 2)
      return guess_.valueOf(id);
    double a = valueOf(e.operands[0], depth);
    double b = valueOf(e.operands[1], depth);
    switch (e.kind) {
    case ExprKind::Add:
      return a + b;
    case ExprKind::Sub:
      return a - b;
    case ExprKind::Mul:
      return a * b;
    case ExprKind::Div:
      return b != 0 ? a / b : a;
    case ExprKind::Rem:
      return b != 0 ? std::fmod(a, b) : a;
    case ExprKind::Min:
      return std::min(a, b);
    case ExprKind::Max:
      return std::max(a, b);
    default:
      return guess_.valueOf(id);
    }
  }

  bool holds(ExprId condition, unsigned depth) const {
    const Expr &e = program_[condition];
    if (e.kind != ExprKind::Lt && e.kind != ExprKind::Le)
      return guess_.valueOf(condition) != 0;
    double a = valueOf(e.operands[0], depth);
    double b = valueOf(e.operands[1], depth);
    return e.kind == ExprKind::Lt ? a < b : a <= b;
  }

  const Program &program_;
  const analysis::TripGuess &guess_;
  std::map<ObjectId, double> values_; ///< of iterators
};

} // namespace

std::vector<double> sharesOfWork(const Program &program,
                                 const analysis::TripGuess &guess, NodeId loop,
                                 unsigned chunks) {
  std::vector<double> shares = workOfParts(program, guess, loop, chunks);
  if (shares.empty())
    return {};
  auto [least, most] = std::minmax_element(shares.begin(), shares.end());
  if (*most <= policy.region.aboutEqual * *least)
    return {};
  return shares;
}

std::vector<double> workOfParts(const Program &program,
                                const analysis::TripGuess &guess, NodeId loop,
                                unsigned parts) {
  const Loop &l = *program[loop].as<Loop>();
  const Counted *header = l.header();
  if (!header || !header->isPlain || l.part)
    return {};
  // Of fewer iterations some parts would have none.
  if (guess.trips(loop) < parts)
    return {};
  double first = guess.valueOf(header->lower), trips = guess.trips(loop);
  std::vector<double> shares;
  for (unsigned part = 0; part < parts; ++part) {
    double middle = std::floor((part + 0.5) / parts * trips);
    IterationWork work(program, guess, header->iterator,
                       first + middle * double(header->step));
    shares.push_back(work.of(l.body));
  }
  double all = std::accumulate(shares.begin(), shares.end(), 0.0);
  if (all <= 0)
    return {};
  for (double &share : shares)
    share /= all;
  return shares;
}

namespace {

class WorkReader {
public:
  WorkReader(const Program &program, const analysis::Effects &effects)
      : program_(program), effects_(effects) {}

  WorkBy of(NodeId loop) {
    note(loop);
    body(program_[loop].as<Loop>()->body);
    return result_;
  }

private:
  void body(NodeId root) {
    forEachNode(program_, root, [&](NodeId id) {
      if (const Loop *loop = program_[id].as<Loop>()) {
        note(id);
        if (!loop->counted)
          result_ = WorkBy::Data;
        else if (varies(loop->counted->lower) || varies(loop->counted->bound))
          result_ = std::max(result_, WorkBy::Lengths);
      }
      for (StmtId own : ownStmts(program_, id))
        stmt(program_[own]);
    });
  }

  void stmt(const Stmt &s) {
    noteSet(s);
    for (const CallSite &call : s.calls) {
      if (!isValid(call.callee) || !isValid(program_[call.callee].body))
        continue;
      if (effects_.isRecursive[index(call.callee)])
        result_ = WorkBy::Data;
      noteParameters(call);
      if (seen_.insert(call.callee).second)
        body(program_[call.callee].body);
    }
  }

  /// The iterator is another one in each iteration.
  void note(NodeId loop) {
    if (const Counted *header = program_[loop].as<Loop>()->header())
      moving_.insert(header->iterator);
  }

  /// Variables that are set to what is another value in each iteration.
  void noteSet(const Stmt &stmt) {
    for (const Access &access : stmt.accesses)
      if (access.kind == AccessKind::Write && isValid(access.address) &&
          program_[access.address].kind == ExprKind::AddrOf) {
        ObjectId object = program_[access.address].object;
        if (names(access.value, moving_))
          moving_.insert(object);
        if (varies(access.value) || names(access.value, lengths_))
          lengths_.insert(object);
      }
  }

  void noteParameters(const CallSite &call) {
    const Function &callee = program_[call.callee];
    for (size_t i = 0; i < call.args.size() && i < callee.params.size(); ++i) {
      if (names(call.args[i], moving_))
        moving_.insert(callee.params[i]);
      if (varies(call.args[i]))
        lengths_.insert(callee.params[i]);
    }
  }

  bool names(ExprId id, const std::set<ObjectId> &objects) const {
    if (!isValid(id))
      return false;
    const Expr &e = program_[id];
    return objects.count(e.object) != 0 ||
           std::any_of(e.operands.begin(), e.operands.end(),
                       [&](ExprId operand) { return names(operand, objects); });
  }

  /// It is loaded from a place that moves.
  bool varies(ExprId id) const {
    if (!isValid(id))
      return false;
    const Expr &e = program_[id];
    if ((e.kind == ExprKind::Load && names(e.operands[0], moving_)) ||
        (e.kind == ExprKind::Var && lengths_.count(e.object)))
      return true;
    return std::any_of(e.operands.begin(), e.operands.end(),
                       [&](ExprId operand) { return varies(operand); });
  }

  const Program &program_;
  const analysis::Effects &effects_;
  std::set<FunctionId> seen_;
  std::set<ObjectId> moving_, lengths_;
  WorkBy result_ = WorkBy::Nothing;
};

} // namespace

WorkBy workBy(const Program &program, const analysis::Effects &effects,
              NodeId loop) {
  return WorkReader(program, effects).of(loop);
}

} // namespace hocket::taskgraph

// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/shares/UnequalWork.h"

#include "ir/Tree.h"
#include "support/Policy.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace hocket::taskgraph {

using namespace ir;

namespace {

/// Work of one iteration of a loop whose iterator has some value.
class IterationWork {
public:
  IterationWork(const Program &program, const analysis::TripGuess &guess,
                ObjectId iterator, double value)
      : program_(program), guess_(guess), iterator_(iterator), value_(value) {}

  /// Statements that run, roughly.
  double of(NodeId node) const {
    double work = double(ownStmts(program_, node).size());
    for (NodeId child : childrenOf(program_, node))
      work += of(child);
    return program_[node].as<Loop>()
               ? policy.region.loopItself + work * trips(node)
               : work;
  }

private:
  double trips(NodeId node) const {
    const Counted *header = program_[node].as<Loop>()->header();
    if (!header || !header->isPlain ||
        (!dependsOnIterator(header->lower) &&
         !dependsOnIterator(header->bound)))
      return guess_.trips(node);
    double distance = valueOf(header->bound) - valueOf(header->lower);
    double approach = double(header->step - header->boundStep);
    return std::max(0.0, distance / (approach == 0 ? 1 : approach));
  }

  /// What a variable of an iteration is computed from: `end = min(i + 64, n)`.
  ExprId definitionOf(const Expr &e, unsigned depth) const {
    constexpr unsigned deepest = 4;
    return depth < deepest && e.kind == ExprKind::Var && e.object != iterator_
               ? guess_.onlyValueOf(e.object)
               : ExprId::None;
  }

  bool dependsOnIterator(ExprId id, unsigned depth = 0) const {
    if (!isValid(id))
      return false;
    const Expr &e = program_[id];
    return (e.kind == ExprKind::Var && e.object == iterator_) ||
           dependsOnIterator(definitionOf(e, depth), depth + 1) ||
           std::any_of(e.operands.begin(), e.operands.end(),
                       [&](ExprId o) { return dependsOnIterator(o, depth); });
  }

  double valueOf(ExprId id, unsigned depth = 0) const {
    if (!dependsOnIterator(id, depth))
      return guess_.valueOf(id);
    const Expr &e = program_[id];
    if (e.kind == ExprKind::Var)
      return e.object == iterator_ ? value_
                                   : valueOf(definitionOf(e, depth), depth + 1);
    if (e.kind == ExprKind::Cast)
      return valueOf(e.operands[0], depth);
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
  ObjectId iterator_;
  double value_;
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

bool isUnpredictable(const Program &program, const analysis::Effects &effects,
                     NodeId node) {
  std::set<FunctionId> seen;
  std::vector<NodeId> work = {node};
  bool found = false;
  while (!work.empty() && !found) {
    NodeId at = work.back();
    work.pop_back();
    forEachNode(program, at, [&](NodeId id) {
      const Loop *loop = program[id].as<Loop>();
      found |= loop && !loop->counted;
    });
    for (StmtId stmt : allStmts(program, at))
      for (const CallSite &call : program[stmt].calls) {
        if (!isValid(call.callee) || !isValid(program[call.callee].body))
          continue;
        found |= effects.isRecursive[index(call.callee)];
        if (seen.insert(call.callee).second)
          work.push_back(program[call.callee].body);
      }
  }
  return found;
}

} // namespace hocket::taskgraph

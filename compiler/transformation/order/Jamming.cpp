// SPDX-License-Identifier: Apache-2.0
#include "transformation/order/Jamming.h"

#include "ir/Tree.h"
#include "support/Policy.h"
#include "transformation/order/Pieces.h"

#include <algorithm>

namespace hocket::transformation {

using ir::NodeId;

namespace {

constexpr TransformPolicy limits = policy.transform;

/// A loop with none inside, and the way there.
struct Innermost {
  std::vector<std::size_t> path; ///< of children, from the root
  double runs = 0;
};

const Order &at(const Order &root, const std::vector<std::size_t> &path,
                std::size_t length) {
  const Order *order = &root;
  for (std::size_t k = 0; k < length; ++k)
    order = &order->children[path[k]];
  return *order;
}

/// Loops to be jammed, by how long their paths are, outermost first.
using Jam = std::vector<std::size_t>;

class Finder {
public:
  Finder(NestModel &model, const std::vector<Traffic> &traffic,
         const std::map<NodeId, int64_t> &trips, const Reordered &from,
         bool isAlways)
      : model_(model), nest_(model.nest()), traffic_(traffic), trips_(trips),
        from_(from), isAlways_(isAlways) {}

  std::vector<Reordered> run() {
    std::vector<std::size_t> path;
    visit(from_.order, path);
    units_ = unitsIn(innermost());
    if (best_.runs == 0 ||
        !std::all_of(units_.begin(), units_.end(), [&](std::size_t unit) {
          return isAlways_ || isJammable(unit);
        }))
      return {};
    std::vector<std::pair<double, Jam>> jams = worthwhile();
    std::stable_sort(
        jams.begin(), jams.end(),
        [](const auto &a, const auto &b) { return a.first < b.first; });
    std::vector<Reordered> result;
    for (const auto &[cost, jam] : jams)
      if (std::optional<Reordered> one = jammed(jam))
        result.push_back(std::move(*one));
    return result;
  }

private:
  /// Looks for the innermost loop that most runs are in.
  void visit(const Order &order, std::vector<std::size_t> &path) {
    if (order.isLoop() && !holdsOtherLoop(order)) {
      double runs = 0;
      for (std::size_t unit : unitsIn(order))
        runs += traffic_[unit].runs;
      if (runs > best_.runs)
        best_ = {path, runs};
    }
    for (std::size_t k = 0; k < order.children.size(); ++k) {
      path.push_back(k);
      visit(order.children[k], path);
      path.pop_back();
    }
  }

  const Order &innermost() const {
    return at(from_.order, best_.path, best_.path.size());
  }

  std::size_t positionOf(std::size_t unit, NodeId loop) const {
    const std::vector<NodeId> &loops = nest_.units[unit].loops;
    return std::size_t(std::find(loops.begin(), loops.end(), loop) -
                       loops.begin());
  }

  // What may be jammed.

  bool mayBeJammed(const Order &order) const {
    if (order.kind != Order::Kind::Whole || model_.isDown(order.loop))
      return false;
    const ir::Program &program = model_.model().program();
    const ir::Counted &counted = *program[order.loop].as<ir::Loop>()->counted;
    auto known = trips_.find(order.loop);
    return counted.step == 1 && program[counted.iterator].bits >= 32 &&
           (isAlways_ || known == trips_.end() ||
            known->second >= limits.leastJammed);
  }

  /// Statements alone: what branches becomes no vectors if there is much of it.
  /// What waits becomes none anyway.
  bool isStraight(std::size_t unit) const {
    const ir::Program &program = model_.model().program();
    bool result = true;
    for (NodeId node : nest_.units[unit].nodes)
      ir::forEachNode(program, node, [&](NodeId inner) {
        result &=
            program[inner].as<ir::Leaf>() || program[inner].as<ir::Block>();
      });
    return result;
  }

  /// Its runs become vectors, or wait for each other, and several run at once.
  bool isJammable(std::size_t unit) const {
    const Traffic &traffic = traffic_[unit];
    std::size_t here = positionOf(unit, innermost().loop);
    auto known = trips_.find(innermost().loop);
    return (traffic.isRecurrence[here] || isStraight(unit)) &&
           !traffic.isIrregular &&
           (known == trips_.end() || known->second >= limits.leastTrips) &&
           std::all_of(traffic.touches.begin(), traffic.touches.end(),
                       [&](const Touch &touch) {
                         const Stride &stride = touch.strides[here];
                         return stride.isKnown &&
                                double(std::abs(stride.bytes)) <=
                                    limits.lineBytes / 4;
                       });
  }

  // What is gained.

  /// All jams of one or two loops that save enough, with their cost.
  std::vector<std::pair<double, Jam>> worthwhile() const {
    Jam loops;
    for (std::size_t length = 0; length < best_.path.size(); ++length)
      if (mayBeJammed(at(from_.order, best_.path, length)))
        loops.push_back(length);
    std::vector<std::pair<double, Jam>> result;
    const double before = operations({});
    auto consider = [&](Jam jam) {
      double cost = operations(jam);
      if (isAlways_ ||
          (cost <= limits.worthwhile * before &&
           (registers(jam) <= limits.registers || isRecurrence(jam))))
        result.emplace_back(cost, std::move(jam));
    };
    for (std::size_t a = 0; a < loops.size(); ++a) {
      consider({loops[a]});
      for (std::size_t b = a + 1; b < loops.size(); ++b)
        consider({loops[a], loops[b]});
    }
    return result;
  }

  /// In how many of the runs side by side something is the same.
  template <typename Fn>
  double sharing(const Jam &jam, const Fn &isSame) const {
    double result = 1;
    for (std::size_t length : jam)
      if (isSame(at(from_.order, best_.path, length).loop))
        result *= double(limits.jam);
    return result;
  }

  /// Of one run: loads and stores, and its arithmetic.
  double operations(const Jam &jam) const {
    double result = 0;
    for (std::size_t unit : units_) {
      std::size_t here = positionOf(unit, innermost().loop);
      result +=
          double(nest_.units[unit].nodes.size()) * waiting(unit, here, jam);
      for (const Touch &touch : traffic_[unit].touches)
        if (!touch.strides[here].isNone())
          result += 1 / sharing(jam, [&](NodeId loop) {
                      return touch.strides[positionOf(unit, loop)].isNone();
                    });
      for (const Expanded &one : from_.expanded)
        if (const OwnScalar &scalar = nest_.scalars[one.scalar];
            one.loop == innermost().loop &&
            std::count(scalar.units.begin(), scalar.units.end(), unit) != 0)
          result +=
              1 / sharing(jam, [&](NodeId loop) {
                return positionOf(unit, loop) > positionOf(unit, scalar.loop);
              });
    }
    return result;
  }

  /// The time of an operation: in a chain it waits for the one before, but not
  /// for those beside it.
  double waiting(std::size_t unit, std::size_t here, const Jam &jam) const {
    const Traffic &traffic = traffic_[unit];
    if (!traffic.waits(here))
      return 1;
    if (!traffic.isChain[here])
      return std::max(1.0, limits.chainCost /
                               sharing(jam, [](NodeId) { return true; }));
    return std::max(1.0, limits.chainCost / sharing(jam, [&](NodeId loop) {
                           return !traffic.isChain[positionOf(unit, loop)];
                         }));
  }

  /// One loop of runs that wait for each other, which take what they need from
  /// memory.
  bool isRecurrence(const Jam &jam) const {
    return jam.size() == 1 &&
           std::all_of(units_.begin(), units_.end(), [&](std::size_t unit) {
             return traffic_[unit]
                 .isRecurrence[positionOf(unit, innermost().loop)];
           });
  }

  double registers(const Jam &jam) const {
    double result = 0;
    for (std::size_t unit : units_)
      for (const Touch &touch : traffic_[unit].touches)
        result += sharing(jam, [&](NodeId loop) {
          return !touch.strides[positionOf(unit, loop)].isNone();
        });
    return result;
  }

  /// All that the innermost loop does are operations that each wait for the one
  /// before.
  bool isChain() const {
    return innermost().kind == Order::Kind::Whole &&
           std::all_of(units_.begin(), units_.end(), [&](std::size_t unit) {
             return traffic_[unit].isChain[positionOf(unit, innermost().loop)];
           });
  }

  /// Some unit that is no chain writes through a pointer that each of the runs
  /// side by side has for itself. Alone it becomes vectors; through pointers
  /// that a compiler cannot tell apart it would not.
  bool keepsFromVectors(const std::vector<Expanded> &expanded) const {
    return std::any_of(units_.begin(), units_.end(), [&](std::size_t unit) {
      if (traffic_[unit].waits(positionOf(unit, innermost().loop)))
        return false;
      std::vector<ir::ObjectId> own = pointersOf(nest_.units[unit]);
      for (const Expanded &one : expanded)
        if (nest_.scalars[one.scalar].isPointer)
          own.push_back(nest_.scalars[one.scalar].object);
      return std::any_of(own.begin(), own.end(), [&](ir::ObjectId pointer) {
        return writesThrough(unit, pointer);
      });
    });
  }

  /// That it computes for itself.
  std::vector<ir::ObjectId> pointersOf(const Unit &unit) const {
    const ir::Program &program = model_.model().program();
    std::vector<ir::ObjectId> result;
    for (NodeId node : unit.repeated)
      for (ir::StmtId stmt : ir::allStmts(program, node))
        if (ir::ObjectId declared = program[stmt].declares; isValid(declared))
          result.push_back(declared);
    return result;
  }

  bool writesThrough(std::size_t unit, ir::ObjectId pointer) const {
    const ir::Program &program = model_.model().program();
    for (NodeId node : nest_.units[unit].nodes)
      for (ir::StmtId stmt : ir::allStmts(program, node))
        for (const ir::Access &access : program[stmt].accesses)
          if (access.kind == ir::AccessKind::Write &&
              isComputedFrom(program, access.address, pointer))
            return true;
    return false;
  }

  static bool isComputedFrom(const ir::Program &program, ir::ExprId id,
                             ir::ObjectId variable) {
    if (!isValid(id))
      return false;
    const ir::Expr &expr = program[id];
    return (expr.kind == ir::ExprKind::Var && expr.object == variable) ||
           std::any_of(expr.operands.begin(), expr.operands.end(),
                       [&](ir::ExprId operand) {
                         return isComputedFrom(program, operand, variable);
                       });
  }

  // The order.

  /// Where its iterations begin, if that is known, as seen in a jam: so that
  /// all but the last few are in whole ones, and keep their order.
  int64_t beginOf(NodeId loop) const {
    const polyhedral::LoopShape *shape = model_.model().loopShape(loop);
    if (!shape->lower || !shape->lower->isConstant())
      return 0;
    const int64_t begin = shape->lower->constantTerm() % limits.jam;
    return begin < 0 ? begin + limits.jam : begin;
  }

  std::optional<Reordered> jammed(const Jam &jam) const {
    Reordered result = from_;
    result.chain = isChain() ? innermost().loop : NodeId::None;
    for (std::size_t length : jam) {
      Order *order = &result.order;
      for (std::size_t k = 0; k < length; ++k)
        order = &order->children[best_.path[k]];
      const NodeId loop = order->loop;
      const Order body = order->children.front();
      std::optional<std::vector<Expanded>> expanded =
          expandedBy(nest_, result.expanded, body, loop, limits.jam);
      if (!expanded || (!isAlways_ && keepsFromVectors(*expanded)))
        return std::nullopt;
      result.expanded = std::move(*expanded);
      *order = jamInto(Order(*order), beginOf(loop), units_);
      result.sunk.push_back({loop, unitsIn(body).size(), limits.jam, {}});
      if (innermost().kind == Order::Kind::Whole)
        result.sunk.back().into.push_back(innermost().loop);
    }
    return result;
  }

  NestModel &model_;
  const Nest &nest_;
  const std::vector<Traffic> &traffic_;
  const std::map<NodeId, int64_t> &trips_;
  const Reordered &from_;
  const bool isAlways_;
  Innermost best_;
  std::vector<std::size_t> units_;
};

} // namespace

std::vector<Reordered> jammings(NestModel &model,
                                const std::vector<Traffic> &traffic,
                                const std::map<NodeId, int64_t> &trips,
                                const Reordered &from, bool isAlways) {
  return Finder(model, traffic, trips, from, isAlways).run();
}

} // namespace hocket::transformation

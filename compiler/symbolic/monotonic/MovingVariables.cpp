// SPDX-License-Identifier: Apache-2.0
#include "symbolic/monotonic/MovingVariables.h"

#include "ir/Tree.h"

#include <algorithm>
#include <set>

namespace hocket::polyhedral {

using ir::ExprId;
using ir::ExprKind;
using ir::NodeId;
using ir::ObjectId;
using ir::StmtId;

namespace {

class Search {
public:
  Search(AffineModel &model, const MonotonicVariables &variables, NodeId region,
         ObjectId origin)
      : model_(model), program_(model.program()), variables_(variables),
        region_(region), origin_(origin) {}

  /// Values of the origin have a part in those that come to the variable.
  bool reaches(ObjectId object) {
    if (!seen_.insert(object).second)
      return false;
    const std::vector<StmtId> &writers = model_.index().namedWriters(object);
    return std::any_of(writers.begin(), writers.end(), [&](StmtId writer) {
      return isInside(writer) && !isOfHeader(object, writer) &&
             storesFromOrigin(writer);
    });
  }

private:
  bool isInside(StmtId stmt) const {
    return ir::isWithin(program_, model_.index().nodeOf(stmt), region_);
  }

  /// What a counted loop does with its iterator.
  bool isOfHeader(ObjectId object, StmtId writer) const {
    NodeId node = model_.index().nodeOf(writer);
    const ir::Loop *loop = program_[node].as<ir::Loop>();
    return loop && loop->counted && loop->counted->iterator == object &&
           (writer == loop->init || writer == loop->step) &&
           model_.loopShape(node);
  }

  bool storesFromOrigin(StmtId writer) {
    const std::vector<ir::Access> &accesses = program_[writer].accesses;
    return std::any_of(
        accesses.begin(), accesses.end(), [&](const ir::Access &access) {
          return access.kind == ir::AccessKind::Write &&
                 isValid(access.value) && isFromOrigin(access.value);
        });
  }

  bool isFromOrigin(ExprId id) {
    const ir::Expr &expr = program_[id];
    if (expr.kind == ExprKind::Var && variables_.find(expr.object) &&
        (expr.object == origin_ || reaches(expr.object)))
      return true;
    return std::any_of(expr.operands.begin(), expr.operands.end(),
                       [&](ExprId operand) {
                         return isValid(operand) && isFromOrigin(operand);
                       });
  }

  AffineModel &model_;
  const ir::Program &program_;
  const MonotonicVariables &variables_;
  NodeId region_;
  ObjectId origin_;
  std::set<ObjectId> seen_;
};

} // namespace

bool someMove(AffineModel &model, const MonotonicVariables &variables,
              NodeId region) {
  return std::any_of(variables.all().begin(), variables.all().end(),
                     [&](const auto &variable) {
                       return Search(model, variables, region, variable.first)
                           .reaches(variable.first);
                     });
}

} // namespace hocket::polyhedral

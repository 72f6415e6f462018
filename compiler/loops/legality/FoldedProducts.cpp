// SPDX-License-Identifier: Apache-2.0
#include "loops/legality/FoldedProducts.h"

#include "loops/context/LoopRemarks.h"

#include "analysis/values/TripGuess.h"
#include "ir/Tree.h"
#include "support/Policy.h"

#include <map>
#include <set>

namespace hocket::polyhedral {

namespace {

/// The first statement with such a product.
class FoldedStmt {
public:
  FoldedStmt(const ir::Program &program, bool ir::Stmt::*isWanted)
      : program_(program), isWanted_(isWanted) {}

  const ir::Stmt *find(ir::NodeId node) {
    for (ir::StmtId id : ir::allStmts(program_, node)) {
      const ir::Stmt &stmt = program_[id];
      if (stmt.*isWanted_)
        return &stmt;
      for (const ir::CallSite &call : stmt.calls)
        if (const ir::Stmt *found = findIn(call.callee))
          return found;
    }
    return nullptr;
  }

private:
  const ir::Stmt *findIn(ir::FunctionId function) {
    if (!isValid(function) || !isValid(program_[function].body) ||
        !asked_.insert(function).second)
      return nullptr;
    return find(program_[function].body);
  }

  const ir::Program &program_;
  bool ir::Stmt::*isWanted_;
  std::set<ir::FunctionId> asked_;
};

/// Constants decide how often it runs, be it by way of variables and arguments,
/// as compilers follow them; and that is not often.
bool mayBeUnrolledWhole(const analysis::TripGuess &trips, ir::NodeId loop) {
  return trips.isKnown(loop) &&
         trips.trips(loop) <= double(policy.loops.unrolledWhole);
}

/// Loops in it, or in what it calls, that stay loops; recursion counts as one.
class InnerLoops {
public:
  InnerLoops(const ir::Program &program, const analysis::TripGuess &trips)
      : program_(program), trips_(trips) {}

  bool areIn(ir::NodeId node) {
    bool found = false;
    ir::forEachNode(program_, node, [&](ir::NodeId id) {
      found |= id != node && program_[id].as<ir::Loop>() &&
               !mayBeUnrolledWhole(trips_, id);
    });
    for (ir::StmtId stmt : ir::allStmts(program_, node))
      for (const ir::CallSite &call : program_[stmt].calls)
        found = found || areInCallee(call.callee);
    return found;
  }

private:
  bool areInCallee(ir::FunctionId function) {
    if (!isValid(function) || !isValid(program_[function].body))
      return false;
    // Asked again while it is being found out: recursive.
    auto [known, isNew] = asked_.try_emplace(function, true);
    if (!isNew)
      return known->second;
    bool found = areIn(program_[function].body);
    asked_[function] = found;
    return found;
  }

  const ir::Program &program_;
  const analysis::TripGuess &trips_;
  std::map<ir::FunctionId, bool> asked_;
};

/// Some of its iterations may be compiled otherwise than the rest.
bool mayDoSomeApart(const ir::Program &program, ir::NodeId loop) {
  analysis::TripGuess trips(program);
  return mayBeUnrolledWhole(trips, loop) ||
         !InnerLoops(program, trips).areIn(loop);
}

} // namespace

Refused refuseFolded(const ir::Program &program, ir::NodeId loop,
                     const LoopOptions &options) {
  if (!options.mayFuse)
    return std::nullopt;
  auto refuse = [&](RemarkId id, const ir::Stmt &stmt, const char *why) {
    Remark remark = remarkFor(program, loop, id);
    remark.notes = {{stmt.location, why}};
    return remark;
  };
  using ir::Stmt;
  if (const Stmt *found =
          FoldedStmt(program, &Stmt::multipliesComplex).find(loop))
    return refuse(RemarkId::ComplexProduct, *found, "multiplied here");
  const Stmt *folded = FoldedStmt(program, &Stmt::foldsProducts).find(loop);
  if (!folded || !mayDoSomeApart(program, loop))
    return std::nullopt;
  return refuse(RemarkId::FoldedProduct, *folded,
                "its factors follow from constants and counting variables");
}

} // namespace hocket::polyhedral

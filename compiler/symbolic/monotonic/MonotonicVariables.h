// SPDX-License-Identifier: Apache-2.0
//
// Which variables have to be followed to bound a monotonic index: a place that
// a loop moves along by data, as in `out[k++] = c`. A monotonic index's bound
// comes from what is added to it, from the conditions that its additions stand
// under, and from other variables in these: `i` in `while (i < n) { out[k++] =
// in[i++]; }`.
#pragma once

#include "symbolic/Accesses.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace hocket::polyhedral {

/// The names of variables, as parameters of sets, start so.
inline constexpr const char *kMonotonicName = "monotonic index";

/// An integer or pointer that only its own name reaches, and that the region
/// writes.
struct MonotonicVariable {
  ir::ObjectId object = ir::ObjectId::None;
  /// Its value in the sets; of a pointer the bytes from `base`.
  SymbolId symbol = 0;
  std::string name; ///< of the symbol
  std::optional<Value> base;
  bool isInAddress = false;
};

class MonotonicVariables {
public:
  /// \param region below the model's root; runs once in each of its iterations.
  MonotonicVariables(AffineModel &model, ir::NodeId region)
      : model_(model), program_(model.program()), region_(region) {}

  /// To be called for each access that is to be bounded, before close().
  void want(const MemoryAccess &access);
  /// Adds what the bounds of those may depend on.
  void close();

  const MonotonicVariable *find(ir::ObjectId object) const;
  /// Some variable of the expression is followed.
  bool names(ir::ExprId expr) const;
  /// Those that the node writes, or what it calls.
  std::vector<const MonotonicVariable *> writtenIn(ir::NodeId node) const;
  const std::map<ir::ObjectId, MonotonicVariable> &all() const { return all_; }
  bool isWanted(ir::StmtId stmt) const { return wanted_.contains(stmt); }
  /// Something below the node matters.
  bool concerns(ir::NodeId node) const;

  /// The value is the same wherever in the region it is computed: no iterator
  /// of a loop inside has a part in it.
  bool isStable(const Value &value) const;

private:
  bool isStable(const Polynomial &polynomial) const;
  void add(ir::ObjectId object, bool isInAddress);
  void addFrom(ir::ExprId expr, ir::StmtId stmt, bool isInAddress);
  void addConditionsAround(ir::NodeId node);
  void addConditionsOfExits();
  bool canFollow(ir::ObjectId object) const;
  bool isComputed(ir::ObjectId object) const;
  bool isOwnStep(ir::ExprId expr, ir::ObjectId pointer) const;
  std::optional<Value> baseOf(ir::ObjectId pointer, unsigned depth);
  std::optional<Value> baseOfExpr(ir::ExprId expr, ir::StmtId stmt,
                                  ir::ObjectId pointer, unsigned depth);
  void mark(ir::NodeId node);

  AffineModel &model_;
  const ir::Program &program_;
  ir::NodeId region_;
  std::map<ir::ObjectId, MonotonicVariable> all_;
  std::vector<ir::ObjectId> todo_;
  std::set<ir::StmtId> wanted_;
  std::set<ir::NodeId> marked_;
};

/// The node and all below, those of seen-through calls among them.
void forEachNodeSeenThrough(const ProgramIndex &index, ir::NodeId node,
                            const std::function<void(ir::NodeId)> &visit);

} // namespace hocket::polyhedral

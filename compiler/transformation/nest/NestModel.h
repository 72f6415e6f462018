// SPDX-License-Identifier: Apache-2.0
//
// What runs when in a nest: its loops and iteration domains as isl values.
//
// Addresses and conditions come from an AffineModel, whose sets are over
// parameters by name. Here the iterators of a unit's loops become the
// dimensions of a tuple, `U3[i, j]`, one point for each run of the unit.
#pragma once

#include "symbolic/AffineModel.h"
#include "transformation/nest/Nest.h"

#include <optional>
#include <string>
#include <vector>

namespace hocket::transformation {

class NestModel {
public:
  /// \param nest outlives the model.
  NestModel(const polyhedral::ProgramIndex &index, isl::ctx ctx,
            const Nest &nest, bool strictAliasing);

  /// Which iterations the loops run is known exactly; everything else is asked
  /// only then.
  bool isExact() const { return isExact_; }
  /// { U[iterators] } over parameters.
  const isl::set &runs(std::size_t unit) const { return runs_[unit]; }
  /// { : what holds whenever the nest is come to }, from what is around it.
  isl::set onEntry() { return model_.domain(nest_.root).set; }
  /// The loop counts downwards.
  bool isDown(ir::NodeId loop) const;
  /// Iterations of the loop, if that is a number.
  std::optional<int64_t> trips(ir::NodeId loop);
  /// The way from its first value to its bound, as it is on entry to the nest;
  /// nothing if it depends on iterators.
  std::optional<polyhedral::Polynomial> extent(ir::NodeId loop);
  /// { : the loop has an iteration, in some iteration of the loops around it },
  /// where what holds on entry does; nothing: it is not known exactly when.
  std::optional<isl::set> runsAtAll(ir::NodeId loop);

  /// Pairs of runs, from a set over the iterators of two instances.
  isl::map asMap(const isl::set &pairs, std::size_t from, std::size_t to) const;
  /// Name of the unit's tuple.
  static std::string tupleName(std::size_t unit);
  /// As the model calls it.
  static std::string iteratorName(ir::NodeId loop);
  /// Of the loops around the unit.
  std::vector<std::string> iteratorNames(std::size_t unit) const;

  polyhedral::AffineModel &model() { return model_; }
  const polyhedral::AffineModel &model() const { return model_; }
  const Nest &nest() const { return nest_; }

private:
  std::optional<isl::set> runsOf(ir::NodeId node,
                                 const std::vector<std::string> &iterators);
  std::optional<polyhedral::Symbol::Kind>
  kindOf(const std::string &param) const;
  std::optional<polyhedral::Polynomial> wayOf(ir::NodeId loop);

  const Nest &nest_;
  polyhedral::AffineModel model_;
  std::vector<isl::set> runs_;
  bool isExact_ = true;
};

} // namespace hocket::transformation

// SPDX-License-Identifier: Apache-2.0
//
// Declarations that any statement behind them can compute for itself: `int xx =
// x + s - pad;` is a function of the iterators around it. So such a variable is
// in nobody's way when loops change places (rematerialization: Briggs, Cooper
// and Torczon 1992).
#pragma once

#include "dataflow/ProgramIndex.h"

#include <map>
#include <vector>

namespace hocket::transformation {

class Repeatable {
public:
  /// \param root of the nest; no other statement there may change anything that
  /// the declarations read.
  Repeatable(const polyhedral::ProgramIndex &index, ir::NodeId root)
      : index_(index), program_(index.program()), root_(root) {}

  /// How many of the block's children from `at` on are one declaration of
  /// variables that are functions of iterators, of what `known` declares, and
  /// of what stays the same; 0: none.
  std::size_t countAt(const std::vector<ir::NodeId> &children, std::size_t at,
                      const std::vector<ir::NodeId> &around,
                      const std::vector<ir::NodeId> &known) const;
  /// Of the declarations, those whose variables the nodes or another one of
  /// them name, in order.
  std::vector<ir::NodeId> neededBy(const std::vector<ir::NodeId> &nodes,
                                   const std::vector<ir::NodeId> &known) const;
  /// Each name means one variable if the declarations stand in front of the
  /// nodes.
  bool areClear(const std::vector<ir::NodeId> &declarations,
                const std::vector<ir::NodeId> &nodes) const;

private:
  bool isFunction(ir::NodeId node, const std::vector<ir::NodeId> &around,
                  const std::vector<ir::NodeId> &known) const;
  bool isChanged(ir::ObjectId object, ir::StmtId but) const;
  bool isSteady(const analysis::EffectItem &read) const;
  ir::ObjectId declaredBy(ir::NodeId node) const;

  const polyhedral::ProgramIndex &index_;
  const ir::Program &program_;
  ir::NodeId root_;
};

} // namespace hocket::transformation

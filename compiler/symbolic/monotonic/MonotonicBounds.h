// SPDX-License-Identifier: Apache-2.0
//
// Addresses that follow a monotonic index, a place that a loop moves along by
// data: as a known address plus an unknown that lies within bounds. So that
//     for (b = 0; b < blocks; b++)
//       size[b] = encode(text[b], n, room + b * 2 * n);
// is found to write one part of `room` in each iteration, however far the
// encoder gets in it.
#pragma once

#include "symbolic/Accesses.h"

#include <map>

namespace hocket::polyhedral {

/// The access has no address, or one with an unknown that may be anything.
bool isLoose(AffineModel &model, const MemoryAccess &access);

class MonotonicBounds {
public:
  /// \param loop the model's root.
  MonotonicBounds(AffineModel &model, ir::NodeId loop)
      : model_(model), loop_(loop) {}

  /// Gives addresses to accesses that have none, where they may meet a write.
  /// They hold an Symbol::Bounded.
  void bound(std::vector<MemoryAccess> &accesses);
  bool hasFound() const { return !found_.empty(); }

private:
  bool canWalk() const;
  bool mayMatter(const MemoryAccess &access,
                 const std::vector<MemoryAccess> &all) const;

  AffineModel &model_;
  ir::NodeId loop_;
  using Key = std::pair<ir::StmtId, const analysis::EffectItem *>;
  std::map<Key, Value> found_;
  bool isDone_ = false;
};

} // namespace hocket::polyhedral

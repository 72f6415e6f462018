// SPDX-License-Identifier: Apache-2.0
//
// Into which stages the body of a loop falls.
//
// The nodes of the graph are the items of the body, its edges the dependences
// between iterations. What forms a cycle with what runs in between (a later
// item of one iteration, an earlier one of the next) is one stage that
// iterations pass in order. Where only a later item of later iterations depends
// on an item, one ordered stage at or between the two is enough: whoever enters
// it comes after all who left it. The rest is free. Each iteration runs as a
// whole, so within it nothing has to be ordered. This is the partition of
// "decoupled software pipelining" (Ottoni et al., MICRO 2005) with stages in
// the order of the text, executed as a DOACROSS loop (Cytron, 1986) with a wait
// for each ordered stage.
#pragma once

#include "verdict/LoopVerdict.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hocket::polyhedral {

class StageOrder {
public:
  StageOrder(const ir::Program &program, ir::NodeId loop);

  std::size_t numItems() const { return items_.size(); }
  const std::vector<ir::NodeId> &items() const { return items_; }
  /// Nothing for what is not in the body.
  std::optional<std::size_t> itemOf(ir::NodeId node) const;

  /// A dependence: `to` of a later iteration comes after `from`.
  void order(std::size_t from, std::size_t to, const RemarkNote &why);
  /// In both directions.
  void tie(std::size_t a, std::size_t b, const RemarkNote &why);
  /// Iterations come to them in order.
  bool areTied(std::size_t a, std::size_t b) const;

  /// Of the items those that are worth overlapping.
  using IsHeavy = std::function<bool(ir::NodeId)>;
  /// Chooses what is in order where there is a choice. To be called when all
  /// dependences are known.
  void settle(const IsHeavy &isHeavy);
  /// What is light goes with ordered stages on both sides.
  std::vector<PipelineStage> stages(const IsHeavy &isHeavy) const;
  /// Why there are ordered stages: one reason for each, in order.
  std::vector<RemarkNote> reasons() const;

private:
  void addItems(ir::NodeId block);
  /// Stages by their first and last item.
  std::vector<std::pair<std::size_t, std::size_t>> runs() const;
  bool isOrdered(std::pair<std::size_t, std::size_t> run) const;
  bool isOrderedWithin(std::size_t from, std::size_t to) const;

  /// `to` of a later iteration comes after `from`, which is before it.
  struct Dependence {
    std::size_t from, to;
    RemarkNote why;
  };

  const ir::Program &program_;
  std::vector<ir::NodeId> items_;
  std::map<ir::NodeId, std::size_t> position_;
  std::vector<char> ordered_;  ///< by item
  std::vector<char> withNext_; ///< in one stage with the item behind
  std::vector<std::optional<RemarkNote>> reasons_; ///< by item
  std::vector<Dependence> forward_;
};

} // namespace hocket::polyhedral

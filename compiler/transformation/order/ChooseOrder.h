// SPDX-License-Identifier: Apache-2.0
//
// The order of a nest: what is predicted to gain most among the candidates that
// no dependence forbids.
//
// Which loops are moved is found out first, and costs least. Tiles and jams on
// top of that take most of the time to find out about, so each is asked for by
// itself: where isl gives up, what was found before stands.
#pragma once

#include "transformation/order/Dependences.h"
#include "transformation/order/Traffic.h"
#include "transformation/pins/Pins.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hocket::transformation {

struct ChooserOptions {
  bool isAlways = false;       ///< for tests: also where nothing is gained
  bool mayReassociate = false; ///< floating-point sums
  /// Where fusing is decided by order; null: nobody knows.
  SeenOperations *seen = nullptr;
};

/// The best order found, or why a better one cannot be had.
struct Choice {
  std::optional<Reordered> order;
  AliasTests tests; ///< that it rests on
  std::string why;  ///< nonempty: there would be something to gain
};

/// What a nest gains, candidate by candidate. Uses isl: all throw if the budget
/// is spent, and can be asked again.
class OrderChooser {
public:
  /// \param model outlives the chooser.
  OrderChooser(NestModel &model, const ChooserOptions &options);

  /// Too little work for any order to matter.
  bool isTooSmall() const;
  /// Tiles would gain nothing.
  bool isOutermostParallel();
  /// With loops moved inwards, or the user's order.
  const Choice &sunk();
  /// What that costs (costOf).
  double cost();
  /// The least that the nest would cost with these tables, if the order that
  /// takes is legal. \param tabled the nest with tables
  double costWith(const Nest &tabled);
  /// Nothing writes what the nest's tables are copies of.
  bool mayHaveTables() { return dependences().mayHaveTables; }
  /// The same in tiles, if that gains something.
  std::optional<Choice> tiled();
  /// The same with iterations side by side; no order: with the reason, if there
  /// would be something to gain.
  Choice jammed();

private:
  Reordered now() const;
  std::optional<Reordered> best(const Reordered &now, double cost,
                                std::string &why);
  Choice chosen(Reordered order);
  bool isLongEnough(const Sunk &sunk) const;
  const std::vector<Reordered> &jams();
  const Dependences &dependences();
  bool assumeExtents();
  std::optional<Reordered> hoistedFrom(const Reordered &order);
  bool isParallelAround(const Order &jammed);
  bool isAnyParallel();
  bool isPinned(std::string &why);
  bool hasSumsAround() const;

  NestModel &model_;
  const Nest &nest_;
  const ChooserOptions options_;
  std::vector<Traffic> traffic_;
  std::map<ir::NodeId, int64_t> trips_;
  std::optional<Dependences> known_;
  /// Where subscripts stay within their extents.
  std::optional<Dependences> assuming_;
  bool isAssuming_ = false; ///< the order found rests on them
  std::optional<FoundPins> pins_;
  std::optional<Choice> sunk_;
  std::optional<std::vector<Reordered>> jams_; ///< on top of that
};

} // namespace hocket::transformation

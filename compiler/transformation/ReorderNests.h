// SPDX-License-Identifier: Apache-2.0
//
// Loop nests in a better order, as text that is read again.
//
// Needs: a Program with Effects. Promises: the new text does the same, with the
// same bits; no sum, product or chain of them changes its order. What a nest
// does is known exactly, or it stays as it is.
#pragma once

#include "analysis/Effects.h"
#include "ir/Program.h"
#include "ir/Text.h"
#include "support/Remarks.h"
#include "transformation/nest/FindNest.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace hocket::transformation {

struct ReorderOptions {
  NestOptions bits;
  bool strictAliasing = true;
  bool mayReassociate = false; ///< floating-point sums
  bool isAlways = false;       ///< for tests: also where nothing is gained
  bool mayTile = false;
  /// What nests read may be copied (order/Tables.h).
  bool mayHaveTables = false;
  unsigned long islBudget = 0;
  unsigned long tileBudget = 0; ///< where a nest may be cut into tiles
  /// Units in which a loop cannot declare its iterator, as those that are
  /// written do.
  std::set<ir::UnitId> beforeC99;
  /// Where fusing is ByOrder; null: nobody knows.
  SeenOperations *seen = nullptr;
  std::set<std::string> only = {}; ///< functions of these names; empty: all
};

/// A nest with another order.
struct ReorderedNest {
  ir::NodeId root = ir::NodeId::None;
  ir::Replacement text;
  ir::TextRange place; ///< of that text, in Reorderings::texts
  // What the text tests on entry (AliasTests).
  std::set<std::pair<std::string, std::string>> apart; ///< keys of bases
  std::set<std::string> within;                        ///< polyhedral::keyOf
  bool hasPins = false; ///< sums have other words than the user's
};

struct Reorderings {
  std::vector<std::string> texts; ///< of all units; empty: all stay
  std::vector<ReorderedNest> nests;
  /// Names, which nothing else in any unit has, of the iterators of loops over
  /// tiles: whether their iterations are independent, for cores to divide.
  std::map<std::string, bool> tileLoops;
  std::vector<Remark> remarks;
  std::vector<ir::NodeId> about; ///< by remark: the nest that it is about
};

Reorderings reorderNests(const ir::Program &program,
                         const analysis::Effects &effects,
                         const ReorderOptions &options);

/// Nests keep the user's order after all, with a remark. \param why by root,
/// for people
void keepNests(const ir::Program &program,
               const std::map<ir::NodeId, std::string> &why,
               Reorderings &reorderings);

} // namespace hocket::transformation

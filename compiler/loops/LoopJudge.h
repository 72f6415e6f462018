// SPDX-License-Identifier: Apache-2.0
//
// The verdict on one loop: counted, effects, scalars, then every pair of
// accesses of which one writes.
#pragma once

#include "dependences/Overlap.h"
#include "loops/ClassifyLoops.h"
#include "loops/LoopRemarks.h"
#include "loops/reductions/MemoryReductions.h"
#include "symbolic/AffineModel.h"
#include "symbolic/cursors/CursorBounds.h"
#include "verdict/LoopVerdict.h"

#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>

namespace hocket::polyhedral {

class StageOrder;

class LoopJudge {
public:
  /// \param mayAssumeApart see AffineModel; the tests follow from the pairs.
  LoopJudge(const ProgramIndex &index, isl::ctx ctx, ir::NodeId loop,
            const LoopOptions &options, bool mayAssumeApart = true);

  LoopVerdict judge();
  /// Whether a loop that is not parallel may run as chunks in order; nothing is
  /// assumed or tested on entry. \returns the private copies it takes.
  std::optional<std::vector<PrivateObject>> judgeInOrder();
  /// Whether its iterations may overlap as a pipeline (pipelines/).
  /// \param isHeavy what of the body is worth overlapping.
  std::optional<LoopVerdict>
  judgePipeline(const std::function<bool(ir::NodeId)> &isHeavy);
  /// Could have used assumptions that LoopOptions::mayAssumeRanges allows.
  bool wantsRanges() const { return model_.wantsRanges(); }
  /// LoopOptions::followsPointers would have made a difference.
  bool hasOutsidePointers() const { return model_.hasOutsidePointers(); }
  /// Could have used what LoopOptions::followsCursors finds.
  bool wantsCursors() const { return wantsCursors_; }
  /// Took places in memory for targets of a selection.
  bool selectsPlaces() const { return !selected_.empty(); }

private:
  using EffectItem = analysis::EffectItem;
  using AccessPair = std::pair<const MemoryAccess *, const MemoryAccess *>;

  bool isCounted();
  bool versionsExist();
  void explainCalls();
  bool isSearch() const;
  bool searchIsFree();
  bool searchedAreSafe();
  bool searchedEnd();
  bool staysInObject(const EffectItem &item, ir::StmtId stmt);
  std::optional<EntryCondition> readableAhead(const EffectItem &item,
                                              const Value &address,
                                              ir::StmtId stmt,
                                              std::string &name);
  std::optional<Poly> sizeBehind(const Root &root);
  bool isReadAtOnce(const Root &root);
  bool searchedScalarsAreFree();
  bool effectsAreKnown();
  bool effectsCommute();
  /// How the body uses one hidden object: state of the library, or the order of
  /// effects.
  struct HiddenUse {
    bool isWritten = false, isRead = false, allCommute = true;
    const EffectItem *item = nullptr; ///< one use, a write if there is one
    std::set<ir::StmtId> stmts;
  };
  std::map<ir::ObjectId, HiddenUse> hiddenUses() const;
  bool hiddenEffectsCommute();
  void findLocals();
  bool scalarsAreFree();
  void findSelections();
  bool judgeIterator();
  bool judgeCounters();
  bool judgeInduction(ir::ObjectId object);
  bool judgeWrapAround(ir::ObjectId object);
  bool isWarmUp(const MemoryAccess &access) const;
  bool warmUpIsFree();
  bool refuseWarmUp(const MemoryAccess &write);
  bool isSetByInit(ir::ObjectId object) const;
  bool judgeScalar(ir::ObjectId object);
  std::set<ir::ObjectId> writtenScalars() const;
  bool handOn(ir::ObjectId object);
  bool orderHidden(StageOrder &order);
  bool isHiddenInside(ir::ObjectId object) const;
  bool orderScalars(StageOrder &order);
  bool orderPairs(StageOrder &order);
  void orderPair(const MemoryAccess &a, const MemoryAccess &b,
                 StageOrder &order);
  bool isStartOf(ir::ObjectId object) const;
  bool canKeepLast(ir::ObjectId object) const;
  bool isTouchedOtherwise(ir::ObjectId object);
  bool addressEscapes(ir::ObjectId object) const;
  bool totalsAreFree();
  bool accessesAreFree();
  bool areFreeWith(std::vector<MemoryReduction> memory);
  bool addFailed(const std::vector<MemoryReduction> &found,
                 std::vector<MemoryReduction> &memory) const;
  bool mayHoldOwnOrHidden(const analysis::ObjectSet &objects) const;
  void collect();
  int reductionOf(const MemoryAccess &access) const;
  void standForReduction(MemoryAccess &access);
  bool apart(const MemoryAccess &a, const MemoryAccess &b);
  bool testApart(const MemoryAccess &a, const MemoryAccess &b);
  bool inOrderOnly(const MemoryAccess &access);
  void keepMemoryReductions();
  bool isSelected(const MemoryReduction &reduction) const;
  bool holdsSelected(const Root &root) const;
  bool pairsAreFree();
  bool isReadAgain(const MemoryAccess &access);
  bool pairIsFree(const MemoryAccess &a, const MemoryAccess &b);
  bool sameRootIsFree(const MemoryAccess &a, const MemoryAccess &b);
  bool carried(const MemoryAccess &from, const MemoryAccess &to);
  bool hasBounds(const MemoryAccess &access) const;
  bool isNamedByCallees(ir::ObjectId object) const;
  bool privatizeArray(ir::ObjectId object);
  bool privatizeBuffer(const Root &root);
  bool wantRowsApart(const MemoryAccess &a, const MemoryAccess &b);
  bool emitRowTests();
  bool emitChecks();
  bool emitRangeTests();
  bool wantAssumptions();
  void require(EntryCondition condition);
  bool requireWithin(const WithinExtent &need, std::string meaning);
  isl::set inOrder();
  Distance distance(const isl::set &conflict);
  bool refuse(Remark remark);

  const ProgramIndex &index_;
  const ir::Program &program_;
  const LoopOptions &options_;
  ir::NodeId loop_;
  AffineModel model_;
  CursorBounds cursors_;
  bool wantsCursors_ = false;
  const LoopShape *shape_ = nullptr;
  /// What chunks run: the statements of the loop; of a search without those
  /// that end it.
  std::vector<ir::StmtId> stmts_;
  LoopVerdict verdict_;
  /// Objects that each chunk or iteration has for itself.
  std::set<ir::ObjectId> own_;
  std::set<std::string> ownRoots_; ///< keys of roots: what they lead to, too
  std::deque<analysis::EffectItem> items_;
  std::vector<MemoryAccess> accesses_;
  /// Places that selections assign, then reductions with targets in memory.
  std::vector<MemoryReduction> memory_;
  std::vector<MemoryReduction> selected_; ///< the former
  /// The pair found against the loop.
  std::vector<std::pair<ir::StmtId, analysis::EffectItem>> failed_;
  std::unique_ptr<Overlap> overlap_;
  /// Pairs of roots whose ranges must be compared at run time, by key, with a
  /// pair of accesses that asks for it.
  std::map<std::pair<std::string, std::string>, AccessPair> wanted_;
  /// Likewise where one is a row, by family (Rows.h).
  std::map<std::pair<std::string, std::string>, AccessPair> wantedRows_;
  std::set<std::string> apartRows_; ///< families of rows that have to be apart
};

} // namespace hocket::polyhedral

// SPDX-License-Identifier: Apache-2.0
//
// Which bytes a call of a function touches, as ranges that its arguments say.
//
// For each base - a pointer parameter or a declared object - the range has one
// of a few forms, as in [p, p + size * n) or [p + size * low, p + size * (high
// + 1)) with integer parameters n, low, high. That a form holds is proved by
// induction over the depth of calls: what the function touches itself is within
// it, wherever its walk (Footprints.h) says that may be, and so are the ranges
// of the calls that it makes of itself, from their arguments.
#pragma once

#include "forkjoin/Footprints.h"

#include <memory>

namespace hocket::polyhedral {

/// From scale * low to scale * (high + more), from a base.
struct RangeForm {
  ir::ObjectId low = ir::ObjectId::None; ///< None: 0
  ir::ObjectId high = ir::ObjectId::None;
  int64_t scale = 1, more = 0;
};

/// Ends of a base's range for the arguments of a call, in its caller.
struct CallExtent {
  ir::ObjectId base = ir::ObjectId::None; ///< None: nothing is known
  Linear low, high;
};

class CallRanges {
public:
  /// \param index that sees through calls
  CallRanges(const ProgramIndex &index, ir::FunctionId function,
             unsigned long islBudget);
  ~CallRanges();

  /// Why nothing can be said; empty if it can.
  const std::string &problem() const { return problem_; }

  /// Two calls with the arguments that they have where the statement of the
  /// first is about to run: none writes what the other one touches. Nothing if
  /// that was not found out within the isl budget.
  std::optional<bool> areDisjoint(std::pair<ir::StmtId, uint32_t> a,
                                  std::pair<ir::StmtId, uint32_t> b);

  /// A call may write there.
  bool mayWrite(const analysis::ObjectSet &objects) const;

private:
  struct Base {
    ir::ObjectId object = ir::ObjectId::None;
    bool isWritten = false;
    std::optional<RangeForm> form; ///< None: anywhere it leads to; only read
  };

  void prove(unsigned long islBudget);
  void findBases();
  std::vector<RangeForm> formsOf(const Base &base) const;
  bool isInside(const Footprint &footprint, const RangeForm &form) const;
  bool areCallsInside() const;
  bool tryForms(std::size_t at,
                const std::vector<std::vector<RangeForm>> &forms);
  bool readsAreDisjoint() const;

  CallExtent extentOf(const Base &base, const SelfCall &call) const;
  std::optional<Linear> end(const RangeForm &form, bool isHigh,
                            const SelfCall *call) const;

  const ProgramIndex &index_;
  const ir::Program &program_;
  const ir::Function &function_;
  IslContext ctx_;
  std::unique_ptr<LinearStates> states_;
  std::unique_ptr<Footprints> footprints_;
  std::vector<Base> bases_;
  std::string problem_;
  unsigned long budget_;
  mutable unsigned tries_ = 0;
};

} // namespace hocket::polyhedral

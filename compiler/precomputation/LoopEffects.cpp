// SPDX-License-Identifier: Apache-2.0
#include "precomputation/LoopEffects.h"

#include "ir/Tree.h"

#include <algorithm>
#include <string>

namespace hocket::precomputation {

using namespace ir;
using analysis::EffectItem;

namespace {

/// Statements of a loop and all that it calls: more are not looked at.
constexpr std::size_t mostStmts = 5000;

class Collector {
public:
  Collector(const Program &program, const analysis::Effects &effects,
            CallTree &tree, FunctionId function)
      : program_(program), effects_(effects), tree_(tree), function_(function) {
  }

  void addAll(const std::vector<StmtId> &stmts) {
    for (StmtId stmt : stmts)
      if (++count_ > mostStmts)
        result.isKnown = false;
      else
        add(stmt);
  }

  LoopEffects result;

private:
  /// Calls of others that come to the function are what their bodies do.
  void add(StmtId stmt) {
    const analysis::StmtEffects &done = effects_.stmts[index(stmt)];
    std::vector<const CallSite *> open;
    std::size_t first = result.calls.size();
    result.isKnown &= !done.isUnknown;
    for (const CallSite &site : program_[stmt].calls) {
      if (site.callee == function_) {
        result.calls.push_back({stmt, &site, {}});
        result.readsClock |= done.readsClock;
      } else if (isValid(site.callee) && isValid(program_[site.callee].body) &&
                 tree_.reaches(site.callee, function_))
        open.push_back(&site);
    }
    for (const EffectItem &item : done.items) {
      auto isBy = [&](const CallSite &site) {
        return program_[site.callee].name == item.via &&
               site.text.unit == item.text.unit &&
               site.text.begin == item.text.begin;
      };
      auto call = std::find_if(
          result.calls.begin() + std::ptrdiff_t(first), result.calls.end(),
          [&](const LoopEffects::Call &one) { return isBy(*one.site); });
      if (call != result.calls.end())
        call->items.push_back(&item);
      else if (std::none_of(open.begin(), open.end(),
                            [&](const CallSite *one) { return isBy(*one); }))
        addOther(item);
    }
    for (const CallSite *site : open)
      if (seen_.insert(site->callee).second)
        addAll(allStmts(program_, program_[site->callee].body));
  }

  void addOther(const EffectItem &item) {
    if (item.kind != AccessKind::Write)
      return;
    result.isKnown &= !item.objects.unknown;
    for (ObjectId object : item.objects.ids)
      result.written.insert(object);
  }

  const Program &program_;
  const analysis::Effects &effects_;
  CallTree &tree_;
  const FunctionId function_;
  std::set<FunctionId> seen_;
  std::size_t count_ = 0;
};

} // namespace

LoopEffects effectsBesides(const Program &program,
                           const analysis::Effects &effects, CallTree &tree,
                           NodeId loop, FunctionId function) {
  Collector collector(program, effects, tree, function);
  collector.result.loop = loop;
  collector.addAll(allStmts(program, loop));
  return std::move(collector.result);
}

} // namespace hocket::precomputation

// SPDX-License-Identifier: Apache-2.0
#include "precomputation/PrecomputedCalls.h"

#include "precomputation/Places.h"
#include "speculation/CalledFunctions.h"
#include "speculation/LoopFacts.h"

#include "ir/FunctionClones.h"
#include "ir/Identifiers.h"
#include "ir/Tree.h"

#include <algorithm>

namespace hocket::precomputation {

using namespace ir;

namespace {

/// Questions of a loop and a function that are answered for one program.
constexpr unsigned mostQuestions = 2000;

/// Accesses of a call; less is not worth handing on.
constexpr double leastWork = 1000;

/// Places of one loop and those of another; nothing if they do not agree.
std::optional<std::vector<Place>> united(const std::vector<Place> &a,
                                         const std::vector<Place> &b) {
  std::vector<Place> result = a;
  for (const Place &place : b) {
    auto same = std::find_if(result.begin(), result.end(), [&](const Place &p) {
      return p.param == place.param && p.object == place.object &&
             p.begin < place.end && place.begin < p.end;
    });
    if (same == result.end()) {
      result.push_back(place);
      continue;
    }
    if (same->begin != place.begin || same->end != place.end ||
        same->isSum != place.isSum)
      return std::nullopt;
    same->isKey |= place.isKey;
    same->isAnswer |= place.isAnswer;
  }
  return result;
}

class Finder {
public:
  Finder(const Program &program, const analysis::Effects &effects,
         const std::vector<TextRange> &taken,
         const std::vector<std::string> &unseen,
         const PrecomputationOptions &options)
      : p_(program), effects_(effects), taken_(taken), options_(options),
        tree_(program, effects),
        whole_(program, effects, tree_, options.strictAliasing) {
    for (const std::string &text : unseen)
      for (std::string_view word : identifiersIn(text))
        unseen_.insert(std::string(word));
    for (const Function &function : program.functions)
      if (isValid(function.body))
        for (StmtId stmt : allStmts(program, function.body))
          if (isTaken(program[stmt].text))
            for (const CallSite &call : program[stmt].calls)
              addCalledInTasks(isValid(call.callee) ? call.callee
                                                    : function.id);
  }

  PrecomputedCalls find() {
    for (FunctionId id : speculation::callersFirst(p_, effects_))
      if (!calledInTasks_.count(id) && !covered_.count(id))
        forEachNode(p_, p_[id].body, [&](NodeId node) {
          if (p_[node].as<Loop>())
            consider(node);
        });
    PrecomputedCalls result;
    for (auto &[function, accepted] : accepted_)
      result.functions.push_back({function, std::move(accepted.places)});
    result.loops = std::move(loops_);
    return result;
  }

private:
  bool isTaken(const TextRange &text) const {
    return std::any_of(
        taken_.begin(), taken_.end(),
        [&](const TextRange &other) { return other.contains(text); });
  }

  void addCalledInTasks(FunctionId id) {
    const std::set<FunctionId> &all = tree_.reachedFrom(id);
    calledInTasks_.insert(all.begin(), all.end());
  }

  /// Its body may begin with a test, and its parameters and result can be
  /// members of a structure.
  bool mayAsk(FunctionId id) {
    auto [known, isNew] = mayAsk_.try_emplace(id);
    if (isNew)
      known->second = findMayAsk(id);
    return known->second;
  }

  /// Its calls are where they are written: no pointer leads to it, or to what
  /// calls it.
  bool isCalledByName(FunctionId id) {
    return std::none_of(p_.functions.begin(), p_.functions.end(),
                        [&](const Function &other) {
                          return other.isAddressTaken && isValid(other.body) &&
                                 tree_.reaches(other.id, id);
                        });
  }

  bool findMayAsk(FunctionId id) {
    const Function &f = p_[id];
    if (f.name == "main" || f.isVariadic || !isCalledByName(id) ||
        f.isNoReturn || f.isPure || unseen_.count(f.name) ||
        calledInTasks_.count(id) || isTaken(f.text) ||
        !whyNotCloned(p_, id).empty() || !ownState(p_, id).empty() ||
        !whole_.keepsOwnHeaps(id) ||
        (!options_.always && tree_.workOf(id) < leastWork) ||
        (options_.mayFuse && touchesFloats(id)))
      return false;
    if (!f.returnsVoid &&
        (!f.resultType.isNameable || !f.resultType.needs.empty()))
      return false;
    return std::all_of(f.params.begin(), f.params.end(), [&](ObjectId param) {
      const Object &o = p_[param];
      return o.name != "..." && !o.name.empty() && o.size > 0 &&
             o.type.isNameable && o.type.needs.empty() &&
             !o.isVariablyModified && !o.isVolatile;
    });
  }

  /// Where the text changes, products may be fused into sums in other places
  /// than they were: in the function, and in what it is written out in.
  bool touchesFloats(FunctionId function) {
    return std::any_of(
        p_.functions.begin(), p_.functions.end(), [&](const Function &other) {
          if (!isValid(other.body) || (!tree_.reaches(function, other.id) &&
                                       !tree_.reaches(other.id, function)))
            return false;
          std::vector<StmtId> stmts = allStmts(p_, other.body);
          return std::any_of(stmts.begin(), stmts.end(), [&](StmtId stmt) {
            return p_[stmt].computesFloats;
          });
        });
  }

  bool mayBeWatched(NodeId loop) const {
    const Node &node = p_[loop];
    return !node.hasLabel && !node.hasOuterCase && !node.exits.byGoto &&
           !isTaken(node.text) && !speculation::isPartOfLoop(p_, loop) &&
           (options_.always || !speculation::isShortLoop(p_, loop)) &&
           !runsOnce(p_, loop);
  }

  void consider(NodeId loop) {
    if (!mayBeWatched(loop))
      return;
    PrecomputedLoop result{loop, {}};
    std::set<FunctionId> seen;
    choose(loop, allStmts(p_, loop), seen, result.functions);
    constexpr std::size_t most = 8;
    if (result.functions.empty() || result.functions.size() > most)
      return;
    // What they come to is made ahead as a part of them.
    for (FunctionId function : result.functions) {
      const std::set<FunctionId> &inside = tree_.reachedFrom(function);
      covered_.insert(inside.begin(), inside.end());
    }
    loops_.push_back(std::move(result));
  }

  /// The first on each way down of which it is possible.
  void choose(NodeId loop, const std::vector<StmtId> &stmts,
              std::set<FunctionId> &seen, std::vector<FunctionId> &chosen) {
    for (StmtId stmt : stmts)
      for (const CallSite &call : p_[stmt].calls) {
        FunctionId callee = call.callee;
        if (!isValid(callee) || !isValid(p_[callee].body) ||
            !seen.insert(callee).second)
          continue;
        if (isPossible(loop, callee))
          chosen.push_back(callee);
        else
          choose(loop, allStmts(p_, p_[callee].body), seen, chosen);
      }
  }

  bool isPossible(NodeId loop, FunctionId function) {
    if (!mayAsk(function) || tree_.reaches(function, p_[loop].function) ||
        ++questions_ > mostQuestions)
      return false;
    LoopEffects besides = effectsBesides(p_, effects_, tree_, loop, function);
    if (!besides.isKnown || besides.readsClock)
      return false;
    std::optional<std::vector<Place>> places =
        placesOf(whole_, besides, function, p_[loop].function);
    if (!places)
      return false;
    return accept(function, std::move(*places), std::move(besides.calls));
  }

  /// The places are said once for all loops, and have to be there in each call.
  bool accept(FunctionId function, std::vector<Place> places,
              std::vector<LoopEffects::Call> calls) {
    Accepted next{std::move(places), std::move(calls)};
    auto known = accepted_.find(function);
    if (known != accepted_.end()) {
      std::optional<std::vector<Place>> both =
          united(known->second.places, next.places);
      if (!both)
        return false;
      if (both->size() > mostPlaces)
        return false;
      next.places = std::move(*both);
      next.calls.insert(next.calls.end(), known->second.calls.begin(),
                        known->second.calls.end());
    }
    for (const Place &place : next.places)
      for (const LoopEffects::Call &call : next.calls)
        if (!isThere(p_, place, call))
          return false;
    accepted_[function] = std::move(next);
    return true;
  }

  const Program &p_;
  const analysis::Effects &effects_;
  const std::vector<TextRange> &taken_;
  const PrecomputationOptions options_;
  CallTree tree_;
  WholeUse whole_;
  std::set<std::string> unseen_;
  std::set<FunctionId> calledInTasks_;
  std::set<FunctionId> covered_; ///< by functions that are called ahead
  std::map<FunctionId, bool> mayAsk_;
  struct Accepted {
    std::vector<Place> places;
    std::vector<LoopEffects::Call> calls;
  };
  std::map<FunctionId, Accepted> accepted_;
  std::vector<PrecomputedLoop> loops_;
  unsigned questions_ = 0;
};

} // namespace

PrecomputedCalls findPrecomputedCalls(const Program &program,
                                      const analysis::Effects &effects,
                                      const std::vector<TextRange> &taken,
                                      const std::vector<std::string> &unseen,
                                      const PrecomputationOptions &options) {
  return Finder(program, effects, taken, unseen, options).find();
}

} // namespace hocket::precomputation

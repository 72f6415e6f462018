// SPDX-License-Identifier: Apache-2.0
//
// Which calls are inlined: those in sequential loops, and those that the
// options name, of functions in which, or in whose own calls, loops are
// parallel; or those in counted loops, of
// functions with counted loops.
#include "inlining/InlineCalls.h"

#include "analysis/values/TripGuess.h"
#include "inlining/CallText.h"
#include "inlining/ConditionTasks.h"
#include "ir/FunctionBody.h"
#include "ir/Identifiers.h"
#include "ir/Tree.h"
#include "support/Policy.h"

#include <algorithm>
#include <functional>
#include <iterator>

namespace hocket::inlining {

using namespace ir;

namespace {

constexpr std::size_t maxStmtsOfCall =
    policy.inlining.statementsOfCall; ///< with all calls in it
constexpr std::size_t maxStmts = policy.inlining.statements; ///< of all copies
constexpr unsigned maxDepth = policy.inlining.depth;   ///< of calls in calls
constexpr int64_t fewTrips = policy.inlining.fewTrips; ///< not worth a region

/// What undoes the replacements that are not insertions, in the text that they
/// make of the unit's.
Replacements originalsOf(const Program &program, UnitId unit,
                         Replacements replacements) {
  std::stable_sort(replacements.begin(), replacements.end(),
                   [](const Replacement &a, const Replacement &b) {
                     return a.begin < b.begin;
                   });
  Replacements result;
  uint32_t shift = 0; // modulo 2^32
  for (const Replacement &r : replacements) {
    auto length = static_cast<uint32_t>(r.text.size());
    uint32_t begin = r.begin + shift;
    if (r.begin != r.end)
      result.push_back({begin, begin + length,
                        std::string(program.text({unit, r.begin, r.end}))});
    shift += length - (r.end - r.begin);
  }
  return result;
}

/// What makes a call worth a copy of its function.
struct Worth {
  std::function<bool(NodeId loop)> isLoop; ///< such a loop in the function
  std::function<bool(const CallPoint &)> isPlace; ///< and here a call
};

class Inliner {
public:
  Inliner(const Program &program, const analysis::Effects &effects,
          const InliningOptions &options, Worth worth)
      : program_(program), effects_(effects), mayFuse_(options.mayFuse),
        options_(options), worth_(std::move(worth)),
        facts_(program.functions.size()) {}

  Inlining run() {
    std::map<UnitId, Replacements> byUnit;
    for (const Function &function : program_.functions)
      if (isValid(function.body) && isValid(function.unit) &&
          !declaresOtherThanVariables(program_, function.id))
        rewrite(function, byUnit[function.unit]);
    if (result_.calls.empty() && result_.conditions.empty())
      return {};
    for (const Unit &unit : program_.units) {
      auto id = static_cast<UnitId>(&unit - program_.units.data());
      TextRange all{id, 0, static_cast<uint32_t>(unit.text.size())};
      Replacements replacements = withUnused(id, std::move(byUnit[id]));
      result_.texts.push_back(fillReplaced(
          program_, all, [](ObjectId) { return std::string(); }, replacements));
      result_.originals[id] = originalsOf(program_, id, replacements);
    }
    return std::move(result_);
  }

private:
  struct Facts {
    enum class State : uint8_t { New, Visiting, Done } state = State::New;
    bool isWorthIt = false; ///< may be inlined, and holds such loops
    std::size_t size = 0;   ///< statements, inlined calls included
    unsigned depth = 0;     ///< of inlined calls below
  };

  void rewrite(const Function &function, Replacements &replacements) {
    CallText writer(program_, mayFuse_,
                    [&](const CallPoint &place) { return isChosen(place); });
    inlineIn(function, writer, replacements);
    std::vector<NodeId> branches;
    forEachNode(program_, function.body, [&](NodeId node) {
      if (options_.conditions.count(node) && worth_.isPlace({node}))
        branches.push_back(node);
    });
    // What is inside of a branch is written before it.
    for (auto it = branches.rbegin(); it != branches.rend(); ++it)
      if (!isReplaced(*it, replacements))
        putConditionInFront(*it, writer, replacements);
  }

  void putConditionInFront(NodeId branch, CallText &writer,
                           Replacements &replacements) {
    const TextRange &text = program_[branch].text;
    auto isInside = [&](const Replacement &r) {
      return text.begin <= r.begin && r.end <= text.end;
    };
    Replacements inside;
    std::copy_if(replacements.begin(), replacements.end(),
                 std::back_inserter(inside), isInside);
    std::erase_if(replacements, isInside);
    replacements.push_back(conditionInFront(
        program_, branch, writer.freshName("condition", text.unit),
        std::move(inside)));
    result_.conditions.push_back(branch);
  }

  void inlineIn(const Function &function, CallText &writer,
                Replacements &replacements) {
    Scope scope;
    scope.names = declaredNames(program_, function.id);
    std::vector<CallPoint> places = callsIn(program_, function.body);
    std::erase_if(places, [&](const CallPoint &place) {
      return !worth_.isPlace(place) || !isChosen(place);
    });
    // What stands before and after a loop shall be in its region, too.
    if (std::none_of(places.begin(), places.end(), [&](const CallPoint &place) {
          return !loopsAround(program_, place.node).empty();
        }))
      std::erase_if(places, [&](const CallPoint &place) {
        return options_.levels.count(place.node) == 0;
      });
    for (const CallPoint &place : places)
      if (!isReplaced(place.node, replacements))
        inlineAt(place, scope, writer, replacements);
  }

  void inlineAt(const CallPoint &place, const Scope &scope, CallText &writer,
                Replacements &replacements) {
    const Function &callee = calleeOf(program_, place);
    std::size_t size = facts(callee.id).size;
    if (total_ + size > maxStmts)
      return;
    std::optional<Replacement> text = writer.write(place, scope);
    if (!text)
      return;
    total_ += size;
    replacements.push_back(std::move(*text));
    if (callee.isStatic)
      uncalled_.insert({callee.unit, callee.text.begin});
    const Node &node = program_[place.node];
    result_.calls.push_back(
        {callee.name, program_[node.function].name, node.location, place.node});
  }

  bool isReplaced(NodeId node, const Replacements &replacements) const {
    return std::any_of(replacements.begin(), replacements.end(),
                       [&](const Replacement &r) {
                         return r.begin <= program_[node].text.begin &&
                                program_[node].text.begin < r.end;
                       });
  }

  bool isChosen(const CallPoint &place) {
    FunctionId callee = siteOf(program_, place).callee;
    const Facts &f = facts(callee);
    return f.isWorthIt && f.size <= maxStmtsOfCall && f.depth <= maxDepth &&
           whyNotInPlace(program_, place).empty();
  }

  const Facts &facts(FunctionId id) {
    Facts &f = facts_[index(id)];
    if (f.state != Facts::State::New)
      return f; // or on the way: it calls itself
    f.state = Facts::State::Visiting;
    NodeId body = program_[id].body;
    bool hasLoops = false;
    forEachNode(program_, body, [&](NodeId node) {
      f.size += ownStmts(program_, node).size();
      hasLoops |= program_[node].as<Loop>() && worth_.isLoop(node);
    });
    if (whyNotInlinable(program_, effects_, id).empty()) {
      for (const CallPoint &inner : callsIn(program_, body)) {
        if (!isChosen(inner))
          continue;
        const Facts &below = facts_[index(siteOf(program_, inner).callee)];
        f.size += below.size;
        f.depth = std::max(f.depth, below.depth + 1);
        hasLoops = true;
      }
      f.isWorthIt = hasLoops;
    }
    f.state = Facts::State::Done;
    return f;
  }

  /// Nobody shall be warned of a function that lost its calls.
  Replacements withUnused(UnitId unit, Replacements replacements) const {
    for (const auto &[in, at] : uncalled_)
      if (in == unit)
        replacements.push_back({at, at, "__attribute__((__unused__)) "});
    return replacements;
  }

  const Program &program_;
  const analysis::Effects &effects_;
  const bool mayFuse_;
  const InliningOptions &options_;
  const Worth worth_;
  std::vector<Facts> facts_;
  std::size_t total_ = 0;
  /// Where functions begin that may have lost all their calls.
  std::set<std::pair<UnitId, uint32_t>> uncalled_;
  Inlining result_;
};

/// By function: it may run.
std::vector<char> reached(const Program &program) {
  std::vector<char> result(program.functions.size());
  std::vector<FunctionId> work;
  auto add = [&](FunctionId id) {
    if (isValid(id) && !result[index(id)]) {
      result[index(id)] = true;
      work.push_back(id);
    }
  };
  for (const Function &f : program.functions)
    if (f.name == "main" || f.isAddressTaken ||
        (!f.isStatic && !program.isClosed))
      add(f.id);
  while (!work.empty()) {
    NodeId body = program[work.back()].body;
    work.pop_back();
    if (isValid(body))
      for (StmtId stmt : allStmts(program, body))
        for (const CallSite &site : program[stmt].calls)
          add(site.callee);
  }
  return result;
}

} // namespace

std::set<std::string> wordsOfOriginals(const Inlining &inlining) {
  std::set<std::string> words;
  for (const auto &[unit, originals] : inlining.originals)
    for (const Replacement &one : originals)
      for (std::string_view word : identifiersIn(one.text))
        words.emplace(word);
  return words;
}

std::vector<char> functionsLeftOut(const Program &before,
                                   const Program &after) {
  std::vector<char> ran = reached(before), runs = reached(after);
  std::set<std::pair<UnitId, std::string>> ranByName;
  for (const Function &f : before.functions)
    if (ran[index(f.id)])
      ranByName.insert({f.unit, f.name});
  std::vector<char> result(after.functions.size());
  for (const Function &f : after.functions)
    result[index(f.id)] =
        !runs[index(f.id)] && ranByName.count({f.unit, f.name}) != 0;
  return result;
}

namespace {

/// Sequential loops, and what may be had in them.
class Kinds {
public:
  Kinds(const Program &program,
        const std::vector<polyhedral::LoopVerdict> &verdicts)
      : program_(program) {
    for (const polyhedral::LoopVerdict &verdict : verdicts)
      kinds_[verdict.loop] = verdict.kind();
  }

  /// In no loop that can be cut, and the innermost one, if any, is left at its
  /// end alone.
  bool isInSequentialLoops(NodeId node) const {
    std::vector<NodeId> loops = loopsAround(program_, node);
    return (loops.empty() || !program_[loops.back()].exits.any()) &&
           std::all_of(loops.begin(), loops.end(), [&](NodeId loop) {
             auto it = kinds_.find(loop);
             return it != kinds_.end() &&
                    it->second == polyhedral::LoopKind::Sequential;
           });
  }

  bool isParallelLoop(NodeId node) const {
    auto it = kinds_.find(node);
    if (it == kinds_.end() || it->second == polyhedral::LoopKind::Sequential)
      return false;
    int64_t trips = analysis::constantTrips(program_, node);
    bool hasLoops = false;
    forEachNode(program_, node, [&](NodeId inner) {
      hasLoops |= inner != node && program_[inner].as<Loop>();
    });
    return trips < 0 || trips >= fewTrips || hasLoops;
  }

private:
  const Program &program_;
  std::map<NodeId, polyhedral::LoopKind> kinds_;
};

/// What a nest in another order may be made of (transformation).
bool isCounted(const Program &program, NodeId node) {
  const Loop &loop = *program[node].as<Loop>();
  return loop.form == LoopForm::For && loop.counted && loop.counted->isPlain &&
         !program[node].exits.any() && !program[loop.body].exits.any();
}

} // namespace

Inlining inlineCalls(const Program &program, const analysis::Effects &effects,
                     const std::vector<polyhedral::LoopVerdict> &verdicts,
                     const InliningOptions &options) {
  const Kinds kinds(program, verdicts);
  return Inliner(program, effects, options,
                 {[&](NodeId loop) { return kinds.isParallelLoop(loop); },
                  [&](const CallPoint &place) {
                    return kinds.isInSequentialLoops(place.node);
                  }})
      .run();
}

Inlining
inlineNestCalls(const Program &program, const analysis::Effects &effects,
                const InliningOptions &options,
                const std::function<bool(const CallPoint &)> &isWanted) {
  return Inliner(program, effects, options,
                 {[&](NodeId loop) { return isCounted(program, loop); },
                  [&](const CallPoint &place) {
                    std::vector<NodeId> around =
                        loopsAround(program, place.node);
                    return !around.empty() &&
                           isCounted(program, around.back()) && isWanted(place);
                  }})
      .run();
}

} // namespace hocket::inlining

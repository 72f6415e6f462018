// SPDX-License-Identifier: Apache-2.0
#include "speculation/SpeculativeLoops.h"

#include "speculation/CalledFunctions.h"
#include "speculation/Captures.h"
#include "speculation/CarriedGuess.h"
#include "speculation/Instrumentation.h"
#include "speculation/IterationParts.h"
#include "speculation/LoopFacts.h"
#include "speculation/Nesting.h"
#include "speculation/WholeProgram.h"
#include "speculation/marks/Marks.h"

#include "ir/Tree.h"
#include "support/Policy.h"

#include <algorithm>

namespace hocket::speculation {

using namespace ir;

namespace {

/// What iterations pass on is at their ends, as a guess says.
bool isCut(const IterationParts &parts) {
  return (parts.needsPrologue &&
          !(parts.prologue.empty() && parts.step.empty())) ||
         parts.needsEpilogue;
}

class Finder {
public:
  Finder(const Program &program, const analysis::Effects &effects,
         const std::vector<TakenText> &taken, const SpeculationOptions &options)
      : program_(program), effects_(effects), index_(program, effects),
        taken_(taken), options_(options), called_(program, effects, library_),
        instrumenter_({program, effects, index_, library_, called_, options}) {
    for (const Function &function : program.functions)
      if (isValid(function.body))
        addCalledInTasks(function);
  }

  SpeculativeLoops find() {
    if (!effects_.threadUnsafe.empty())
      return {}; // nothing runs in parallel, which is said elsewhere
    std::vector<FunctionId> functions = callersFirst(program_, effects_);
    if (std::string why =
            whyNoLoop(index_, effects_, library_, options_.hasExcess);
        !why.empty()) {
      for (FunctionId id : functions)
        refuseBelow(program_[id].body, why);
      return std::move(result_);
    }
    // Few iterations are hard to share out: what is inside them comes first.
    for (Turn turn : {Turn::Ordinary, Turn::Short, Turn::Doubtful})
      for (FunctionId id : functions)
        if (!calledInTasks_.count(id))
          forEachNode(program_, program_[id].body, [&](NodeId node) {
            if (result_.loops.size() < policy.speculation.mostLoops &&
                isOfTurn(node, turn))
              consider(node, turn);
          });
    std::stable_sort(result_.loops.begin(), result_.loops.end(),
                     [&](const SpeculativeLoop &a, const SpeculativeLoop &b) {
                       return sizeOf(program_[a.loop].text) >
                              sizeOf(program_[b.loop].text);
                     });
    return std::move(result_);
  }

private:
  /// Outermost loops that would be looked at.
  void refuseBelow(NodeId node, const std::string &why) {
    if (program_[node].as<Loop>() && !isTaken(program_[node].text)) {
      if (called_.heightOf(node) >= policy.speculation.leastHeight &&
          (options_.always || !isTinyNest(program_, node)))
        result_.others.push_back({node, why});
      return;
    }
    for (NodeId child : childrenOf(program_, node))
      refuseBelow(child, why);
  }

  /// Loops are looked at in this order.
  enum class Turn { Ordinary, Short, Doubtful };

  bool isOfTurn(NodeId node, Turn turn) const {
    if (turn == Turn::Doubtful)
      return carried_.count(node) != 0;
    return isShortLoop(program_, node) == (turn == Turn::Short);
  }

  /// What tasks of regions call runs on any core, many times.
  void addCalledInTasks(const Function &function) {
    for (StmtId stmt : allStmts(program_, function.body))
      if (isTaken(program_[stmt].text))
        for (const CallSite &call : program_[stmt].calls) {
          if (isValid(call.callee))
            addWithCallees(call.callee);
          else
            addWithCallees(function.id);
        }
  }

  void addWithCallees(FunctionId id) {
    if (isValid(program_[id].body) && calledInTasks_.insert(id).second)
      for (FunctionId callee : effects_.callees[index(id)])
        addWithCallees(callee);
  }

  bool isTaken(const TextRange &text) const {
    return std::any_of(
        taken_.begin(), taken_.end(),
        [&](const TakenText &other) { return other.text.contains(text); });
  }

  /// Where a function cannot be cloned, a copy ends before.
  bool readsErrno(const std::vector<StmtId> &stmts,
                  const std::vector<FunctionId> &reached) {
    return loadErrno(program_, effects_, library_, stmts) ||
           std::any_of(reached.begin(), reached.end(), [&](FunctionId id) {
             return called_.whyNotCloned(id).empty() &&
                    loadErrno(program_, effects_, library_,
                              allStmts(program_, program_[id].body));
           });
  }

  bool computesFloats(const std::vector<StmtId> &stmts) const {
    return std::any_of(stmts.begin(), stmts.end(), [&](StmtId stmt) {
      return program_[stmt].computesFloats;
    });
  }

  /// \param whole a loop, or the parts of one
  void consider(NodeId whole, Turn turn) {
    const Block *split = program_[whole].as<Block>();
    if (split && !split->isSplitLoop)
      return;
    NodeId node = split ? split->children.front() : whole;
    if (!program_[node].as<Loop>() || isTaken(program_[node].text) ||
        (!split && isPartOfLoop(program_, node)) ||
        called_.heightOf(whole) < policy.speculation.leastHeight)
      return;
    std::vector<StmtId> stmts = allStmts(program_, whole);
    Captures captures;
    std::string why = whyNotSuitable(program_, node);
    if (why.empty())
      why = whyNotMoved(program_, node, stmts);
    IterationParts parts;
    if (why.empty())
      why = cut(node, whole, parts);
    const std::vector<StmtId> all = stmts, last = takeOut(stmts, parts);
    std::vector<FunctionId> reached =
        called_.reachedFrom(stmts, program_[node].function);
    if (why.empty()) {
      why = whyNotMarked(program_, stmts, true);
      why = why.empty() ? "" : "it " + why;
    }
    if (why.empty()) {
      captures = capturesOf(index_, node, whole, parts);
      why = captures.problem;
    }
    if (why.empty())
      why = whyGivesUp(node, parts);
    if (why.empty() && readsErrno(stmts, reached))
      why = "it reads errno by its address";
    if (why.empty() && options_.mayFuse && usesFloats(all, reached))
      why = "its products may be fused into sums, and not everywhere alike";
    if (!options_.always && isTinyNest(program_, whole))
      return;
    if (why.empty() && isLeftToRegions(program_, taken_, node, reached))
      return;
    Carried carried = Carried::Nothing;
    if (why.empty() && turn != Turn::Doubtful && !options_.always &&
        !isCut(parts))
      carried = guessCarried(program_, effects_, node, whole);
    if (why.empty() && turn != Turn::Doubtful && !options_.always &&
        parts.doubtsHeader)
      carried = Carried::Values;
    if (carried == Carried::Values) {
      carried_.insert(whole);
      return;
    }
    if (why.empty() && (isWithinOne(program_, result_.loops, node) ||
                        isAroundOne(program_, result_.loops, node, reached)))
      return;
    if (why.empty() && !options_.always && !isScalarCode(whole, reached))
      why = "its inner loops are such as compilers make vectors of";
    if (why.empty() && isTooMuch(node, reached))
      why = "it reaches too much text";
    if (why.empty()) {
      result_.loops.push_back(instrumenter_.instrumented(
          node, whole, stmts, captures, parts, reached));
      instrumenter_.addEpilogue(result_.loops.back(), last);
      result_.loops.back().isDoubtful = carried_.count(whole) != 0 ||
                                        carried == Carried::States ||
                                        parts.isDoubtful;
    } else
      result_.others.push_back({node, why});
  }

  /// Parts as they are needed; for tests, those of every other loop.
  std::string cut(NodeId loop, NodeId whole, IterationParts &parts) {
    bool isAny = options_.always && index(loop) % 2 != 0;
    std::optional<IterationParts> found;
    if (whole == loop)
      found = iterationParts(program_, effects_, called_, loop, isAny);
    if (!found && !countedHeader(program_, loop))
      return "what its header needs changes in the midst of its iterations";
    parts = found.value_or(IterationParts());
    return "";
  }

  /// Removes the statements of the epilogue, and returns them.
  std::vector<StmtId> takeOut(std::vector<StmtId> &stmts,
                              const IterationParts &parts) const {
    std::vector<StmtId> result;
    auto isOfEpilogue = [&](StmtId stmt) {
      return parts.epilogue.contains(program_[stmt].text);
    };
    std::copy_if(stmts.begin(), stmts.end(), std::back_inserter(result),
                 isOfEpilogue);
    if (parts.needsEpilogue)
      std::erase_if(stmts, isOfEpilogue);
    return result;
  }

  bool isScalarCode(NodeId loop, const std::vector<FunctionId> &reached) const {
    return hasScalarLoop(program_, loop) ||
           std::any_of(reached.begin(), reached.end(), [&](FunctionId id) {
             return effects_.isRecursive[index(id)] ||
                    hasScalarLoop(program_, program_[id].body);
           });
  }

  bool usesFloats(const std::vector<StmtId> &stmts,
                  const std::vector<FunctionId> &reached) const {
    return computesFloats(stmts) ||
           std::any_of(reached.begin(), reached.end(), [&](FunctionId id) {
             return computesFloats(allStmts(program_, program_[id].body));
           });
  }

  bool isTooMuch(NodeId node, const std::vector<FunctionId> &reached) {
    std::size_t bytes = sizeOf(program_[node].text);
    for (FunctionId id : reached)
      if (called_.whyNotCloned(id).empty())
        bytes += sizeOf(program_[id].text);
    if (bytes > policy.speculation.mostText - text_)
      return true;
    text_ += bytes;
    return false;
  }

  static std::size_t sizeOf(const TextRange &text) {
    return text.end - text.begin;
  }

  /// A statement that each iteration makes calls what no copy can.
  std::string whyGivesUp(NodeId loop, const IterationParts &parts) {
    NodeId body = program_[loop].as<Loop>()->body;
    std::vector<NodeId> nodes = {body};
    if (const Block *block = program_[body].as<Block>())
      nodes = block->children;
    std::vector<StmtId> stmts;
    for (NodeId node : nodes)
      if (const Leaf *leaf = program_[node].as<Leaf>();
          leaf && !(parts.needsEpilogue &&
                    parts.epilogue.contains(program_[node].text)))
        stmts.push_back(leaf->stmt);
    const Loop &data = *program_[loop].as<Loop>();
    for (StmtId header : {data.condition, data.step})
      if (isValid(header))
        stmts.push_back(header);
    for (const MarkedCall &call : instrumenter_.callsOf(stmts))
      if (call.kind == CallKind::GiveUp)
        return whyNotCalled(call);
    return "";
  }

  std::string whyNotCalled(const MarkedCall &call) {
    if (isValid(call.callee) && isValid(program_[call.callee].body) &&
        !called_.whyNotCloned(call.callee).empty())
      return called_.whyNotCloned(call.callee);
    return "a copy of the process cannot call '" + call.name + "'";
  }

  const Program &program_;
  const analysis::Effects &effects_;
  const polyhedral::ProgramIndex index_;
  const std::vector<TakenText> &taken_;
  const SpeculationOptions &options_;
  const analysis::LibraryTable library_;
  CalledFunctions called_;
  Instrumenter instrumenter_;
  std::set<FunctionId> calledInTasks_;
  std::set<NodeId> carried_; ///< as a guess says
  std::size_t text_ = 0;
  SpeculativeLoops result_;
};

} // namespace

std::string whyNotBeside(const Program &program,
                         const analysis::Effects &effects, bool hasExcess) {
  if (!effects.threadUnsafe.empty())
    return effects.threadUnsafe;
  return whyNoLoop(polyhedral::ProgramIndex(program, effects), effects,
                   analysis::LibraryTable(), hasExcess);
}

std::map<NodeId, bool> loopsWorthTrying(const Program &program,
                                        const analysis::Effects &effects,
                                        const SpeculationOptions &options) {
  std::map<NodeId, bool> result;
  const std::vector<TakenText> none;
  for (const SpeculativeLoop &loop :
       Finder(program, effects, none, options).find().loops)
    if (!loop.isDoubtful)
      result[loop.loop] =
          loop.parts.needsEpilogue || (loop.isCounted && isCut(loop.parts));
  return result;
}

SpeculativeLoops findSpeculativeLoops(const Program &program,
                                      const analysis::Effects &effects,
                                      const std::vector<TakenText> &taken,
                                      const SpeculationOptions &options) {
  return Finder(program, effects, taken, options).find();
}

} // namespace hocket::speculation

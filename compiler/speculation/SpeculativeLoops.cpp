// SPDX-License-Identifier: Apache-2.0
#include "speculation/SpeculativeLoops.h"

#include "speculation/CalledFunctions.h"
#include "speculation/Captures.h"
#include "speculation/CarriedGuess.h"
#include "speculation/CoveredLoops.h"
#include "speculation/LoopExits.h"
#include "speculation/LoopFacts.h"
#include "speculation/Marks.h"
#include "speculation/Nesting.h"
#include "speculation/SteadyMemory.h"
#include "speculation/WholeProgram.h"

#include "ir/Tree.h"
#include "support/Policy.h"

#include <algorithm>
#include <memory>

namespace hocket::speculation {

using namespace ir;

namespace {

class Finder {
public:
  Finder(const Program &program, const analysis::Effects &effects,
         const std::vector<TakenText> &taken, const SpeculationOptions &options)
      : program_(program), effects_(effects), index_(program, effects),
        taken_(taken), options_(options), called_(program, effects, library_) {
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
    const Block *parts = program_[whole].as<Block>();
    if (parts && !parts->isSplitLoop)
      return;
    NodeId node = parts ? parts->children.front() : whole;
    if (!program_[node].as<Loop>() || isTaken(program_[node].text) ||
        (!parts && isPartOfLoop(program_, node)) ||
        called_.heightOf(whole) < policy.speculation.leastHeight)
      return;
    std::vector<StmtId> stmts = allStmts(program_, whole);
    Captures captures;
    std::vector<FunctionId> reached =
        called_.reachedFrom(stmts, program_[node].function);
    std::string why = whyNotSuitable(program_, node);
    if (why.empty())
      why = whyNotMoved(program_, node, stmts);
    if (why.empty()) {
      why = whyNotMarked(program_, stmts, true);
      why = why.empty() ? "" : "it " + why;
    }
    if (why.empty()) {
      captures = capturesOf(index_, node, whole);
      why = captures.problem;
    }
    if (why.empty())
      why = whyGivesUp(node, whole);
    if (why.empty() && readsErrno(stmts, reached))
      why = "it reads errno by its address";
    if (why.empty() && options_.mayFuse && usesFloats(stmts, reached))
      why = "its products may be fused into sums, and not everywhere alike";
    if (!options_.always && isTinyNest(program_, whole))
      return;
    if (why.empty() && isLeftToRegions(program_, taken_, node, reached))
      return;
    Carried carried = Carried::Nothing;
    if (why.empty() && turn != Turn::Doubtful && !options_.always)
      carried = guessCarried(program_, effects_, node, whole);
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
      result_.loops.push_back(
          instrumented(node, whole, stmts, captures, reached));
      result_.loops.back().isDoubtful |= carried == Carried::States;
    } else
      result_.others.push_back({node, why});
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
  std::string whyGivesUp(NodeId loop, NodeId whole) {
    NodeId body = program_[loop].as<Loop>()->body;
    std::vector<NodeId> nodes = {body};
    if (const Block *block = program_[body].as<Block>())
      nodes = block->children;
    MarkContext context = contextOf(
        {}, SteadyMemory(program_, effects_, whole, options_.strictAliasing));
    for (NodeId node : nodes)
      if (const Leaf *leaf = program_[node].as<Leaf>())
        for (const MarkedCall &call : marksOf(context, {leaf->stmt}).calls)
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

  struct Context {
    const std::set<ObjectId> tracked;
    const SteadyMemory steady;
  };

  MarkContext contextOf(const std::set<ObjectId> &tracked,
                        const SteadyMemory &steady) {
    contexts_.push_back(std::make_unique<Context>(Context{tracked, steady}));
    return {index_,
            program_,
            library_,
            contexts_.back()->steady,
            contexts_.back()->tracked,
            isCloned_,
            !options_.mayFuse};
  }

  SpeculativeLoop instrumented(NodeId node, NodeId whole,
                               const std::vector<StmtId> &stmts,
                               const Captures &captures,
                               const std::vector<FunctionId> &reached) {
    std::set<ObjectId> tracked;
    for (const Capture &capture : captures.variables)
      if (capture.kind == CaptureKind::Tracked ||
          capture.kind == CaptureKind::Address)
        tracked.insert(capture.object);
    MarkContext context =
        contextOf(tracked, SteadyMemory(program_, effects_, whole,
                                        options_.strictAliasing));
    SpeculativeLoop result;
    result.loop = node;
    result.exits = *exitsOf(program_, node);
    result.captures = captures.variables;
    result.isDoubtful = carried_.count(whole) != 0;
    // What its init does is done before.
    const TextRange &init = program_[node].as<Loop>()->initText;
    std::vector<StmtId> repeated;
    std::copy_if(stmts.begin(), stmts.end(), std::back_inserter(repeated),
                 [&](StmtId stmt) {
                   return init.empty() || !init.contains(program_[stmt].text);
                 });
    result.code = marksOf(context, repeated);
    addCovered(result.code, program_[node].as<Loop>()->body);
    // Also where the loop's function is called: its variables are others then.
    MarkContext called = contextOf({}, context.steady);
    for (FunctionId id : reached)
      if (called_.whyNotCloned(id).empty()) {
        result.functions.push_back(
            {id, marksOf(called, allStmts(program_, program_[id].body))});
        addCovered(result.functions.back().code, program_[id].body);
      }
    result.hasIndirectCalls = hasIndirectCall(result.code);
    result.keepsMemory = keepsMemory(result.code);
    for (const InstrumentedFunction &one : result.functions) {
      result.hasIndirectCalls |= hasIndirectCall(one.code);
      result.keepsMemory &= keepsMemory(one.code);
    }
    return result;
  }

  void addCovered(Instrumented &code, NodeId root) const {
    code.covered =
        coveredLoops(index_, effects_, options_.strictAliasing, root, code);
  }

  static bool hasIndirectCall(const Instrumented &code) {
    return std::any_of(
        code.calls.begin(), code.calls.end(),
        [](const MarkedCall &call) { return call.kind == CallKind::Indirect; });
  }

  const Program &program_;
  const analysis::Effects &effects_;
  const polyhedral::ProgramIndex index_;
  const std::vector<TakenText> &taken_;
  const SpeculationOptions &options_;
  const analysis::LibraryTable library_;
  CalledFunctions called_;
  const IsCloned isCloned_ = [this](FunctionId id) {
    return called_.whyNotCloned(id).empty();
  };
  std::vector<std::unique_ptr<Context>> contexts_;
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

std::set<NodeId> loopsWorthTrying(const Program &program,
                                  const analysis::Effects &effects,
                                  const SpeculationOptions &options) {
  std::set<NodeId> result;
  const std::vector<TakenText> none;
  for (const SpeculativeLoop &loop :
       Finder(program, effects, none, options).find().loops)
    if (!loop.isDoubtful)
      result.insert(loop.loop);
  return result;
}

SpeculativeLoops findSpeculativeLoops(const Program &program,
                                      const analysis::Effects &effects,
                                      const std::vector<TakenText> &taken,
                                      const SpeculationOptions &options) {
  return Finder(program, effects, taken, options).find();
}

} // namespace hocket::speculation

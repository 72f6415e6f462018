// SPDX-License-Identifier: Apache-2.0
//
// Which calls are copied: those of small functions whose bodies the IR can
// carry over as they are, and that do not call themselves.
#include "analysis/calls/SeeThroughCalls.h"

#include "analysis/calls/CallCopier.h"

#include "ir/Append.h"
#include "ir/FunctionBody.h"
#include "ir/Tree.h"
#include "support/Policy.h"

#include <algorithm>

namespace hocket::analysis {

using namespace ir;

namespace {

constexpr unsigned maxDepth = policy.analysis.seenDepth; ///< of calls in calls
constexpr std::size_t maxStmtsOfCallee =
    policy.analysis.seenCallee; ///< by itself
constexpr std::size_t maxStmtsOfCall =
    policy.analysis.seenCall; ///< with all calls below
constexpr std::size_t maxCopiedStmts = policy.analysis.seenInAll;

class SeeThrough {
public:
  explicit SeeThrough(Program &program)
      : p_(program), size_(program.functions.size(), 0) {}

  void run() {
    for (const Function &function : p_.functions)
      if (isValid(function.body) && isCopyable(function))
        size_[index(function.id)] = allStmts(p_, function.body).size();
    limit_ =
        p_.stmts.size() + std::min(maxCopiedStmts, 500 + 2 * p_.stmts.size());
    std::vector<NodeId> inLoops, others;
    for (const Function &function : p_.functions)
      if (isValid(function.body))
        collect(function.body, false, inLoops, others);
    for (const std::vector<NodeId> &nodes : {inLoops, others})
      for (NodeId node : nodes)
        copyCallsOf(node, {p_[node].function});
  }

private:
  /// Structured, small, and said in full by its statements.
  bool isCopyable(const Function &function) const {
    return !function.isVariadic && !function.isNoReturn &&
           allStmts(p_, function.body).size() <= maxStmtsOfCallee &&
           whyUnstructured(p_, function.id).empty();
  }

  void collect(NodeId node, bool isInLoop, std::vector<NodeId> &inLoops,
               std::vector<NodeId> &others) const {
    isInLoop |= p_[node].as<Loop>() != nullptr;
    if (hasCandidate(node))
      (isInLoop ? inLoops : others).push_back(node);
    for (NodeId child : childrenOf(p_, node))
      collect(child, isInLoop, inLoops, others);
  }

  bool isCandidate(const CallSite &site) const {
    return isValid(site.callee) && isValid(p_[site.callee].body) &&
           size_[index(site.callee)] != 0;
  }

  bool hasCandidate(NodeId node) const {
    StmtId stmt = callingStmt(p_, node);
    return isValid(stmt) && !p_[stmt].isOpaque &&
           std::any_of(p_[stmt].calls.begin(), p_[stmt].calls.end(),
                       [this](const CallSite &s) { return isCandidate(s); });
  }

  /// Statements of the callee with all that would be copied below it; more than
  /// the limit where it calls itself.
  std::size_t fullSize(FunctionId callee, std::vector<FunctionId> &chain) {
    if (std::find(chain.begin(), chain.end(), callee) != chain.end())
      return maxStmtsOfCall + 1;
    std::size_t total = size_[index(callee)];
    if (chain.size() > maxDepth)
      return total;
    chain.push_back(callee);
    forEachNode(p_, p_[callee].body, [&](NodeId node) {
      if (total <= maxStmtsOfCall && hasCandidate(node))
        for (const CallSite &site : p_[callingStmt(p_, node)].calls)
          if (isCandidate(site))
            total += fullSize(site.callee, chain);
    });
    chain.pop_back();
    return total;
  }

  /// Copies the calls of the node's statement, and those in the copies.
  void copyCallsOf(NodeId node, std::vector<FunctionId> chain) {
    StmtId stmt = callingStmt(p_, node);
    std::size_t count = p_[stmt].calls.size();
    for (uint32_t i = 0; i < count; ++i) {
      CallInstance call = callInstance(p_, {node, stmt, i});
      if (!isCandidate(p_[stmt].calls[i]) || chain.size() > maxDepth)
        continue;
      std::vector<FunctionId> above = chain;
      std::size_t size = fullSize(call.callee, above);
      if (size > maxStmtsOfCall || p_.stmts.size() + size > limit_ ||
          !canCopy(p_, call))
        continue;
      call = copyCall(p_, std::move(call), blockOf(node));
      above.push_back(call.callee);
      std::vector<NodeId> inner;
      forEachNode(p_, call.copy, [&](NodeId id) {
        if (hasCandidate(id))
          inner.push_back(id);
      });
      for (NodeId id : inner)
        copyCallsOf(id, above);
    }
  }

  /// The Block of the node's copies, made for the first of them.
  NodeId blockOf(NodeId node) {
    if (isValid(p_[node].inlined))
      return p_[node].inlined;
    Node block;
    block.parent = node;
    block.function = p_[node].function;
    block.inlinedFrom = isValid(p_[node].inlinedFrom) ? p_[node].inlinedFrom
                                                      : p_[node].function;
    block.text = p_[node].text;
    block.location = p_[node].location;
    block.data = Block{};
    NodeId id = append(p_, std::move(block));
    p_.nodes[index(node)].inlined = id;
    return id;
  }

  Program &p_;
  std::vector<std::size_t> size_; ///< by function; 0: not copied
  std::size_t limit_ = 0;
};

} // namespace

void seeThroughCalls(Program &program) { SeeThrough(program).run(); }

} // namespace hocket::analysis

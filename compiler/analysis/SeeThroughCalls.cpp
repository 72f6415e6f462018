// SPDX-License-Identifier: Apache-2.0
//
// Which calls are copied: those of small functions whose bodies the IR can
// carry over as they are, and that do not call themselves.
#include "analysis/SeeThroughCalls.h"

#include "analysis/CallCopier.h"

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
        expand(node, {p_[node].function});
  }

private:
  /// Structured, and said in full by its statements.
  bool isCopyable(const Function &function) const {
    if (function.isVariadic || function.isNoReturn)
      return false;
    bool isFine = true;
    std::size_t count = 0;
    forEachNode(p_, function.body, [&](NodeId id) {
      const Node &node = p_[id];
      const auto *jump = node.as<Jump>();
      isFine &= !jump || jump->kind != JumpKind::Goto;
      // Labels but those of a switch.
      isFine &= !node.hasLabel || node.as<Opaque>() || isInSwitch(id);
      for (StmtId stmt : ownStmts(p_, id)) {
        ++count;
        isFine &= !p_[stmt].isOpaque;
      }
    });
    return isFine && count <= maxStmtsOfCallee;
  }

  bool isInSwitch(NodeId node) const {
    for (; isValid(node); node = p_[node].parent)
      if (p_[node].as<Opaque>())
        return true;
    return false;
  }

  void collect(NodeId node, bool isInLoop, std::vector<NodeId> &inLoops,
               std::vector<NodeId> &others) const {
    isInLoop |= p_[node].as<Loop>() != nullptr;
    if (hasCandidate(node))
      (isInLoop ? inLoops : others).push_back(node);
    for (NodeId child : childrenOf(p_, node))
      collect(child, isInLoop, inLoops, others);
  }

  StmtId stmtOf(NodeId node) const {
    if (const auto *leaf = p_[node].as<Leaf>())
      return leaf->stmt;
    const auto *branch = p_[node].as<Branch>();
    return branch ? branch->condition : StmtId::None;
  }

  bool isCandidate(const CallSite &site) const {
    return isValid(site.callee) && isValid(p_[site.callee].body) &&
           size_[index(site.callee)] != 0;
  }

  bool hasCandidate(NodeId node) const {
    StmtId stmt = stmtOf(node);
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
        for (const CallSite &site : p_[stmtOf(node)].calls)
          if (isCandidate(site))
            total += fullSize(site.callee, chain);
    });
    chain.pop_back();
    return total;
  }

  /// Copies the calls of the node's statement, and those in the copies.
  void expand(NodeId node, std::vector<FunctionId> chain) {
    StmtId stmt = stmtOf(node);
    std::size_t count = p_[stmt].calls.size();
    for (unsigned i = 0; i < count; ++i) {
      CallSite site = p_[stmt].calls[i];
      if (!isCandidate(site) || chain.size() > maxDepth)
        continue;
      std::vector<FunctionId> above = chain;
      std::size_t size = fullSize(site.callee, above);
      if (size > maxStmtsOfCall || p_.stmts.size() + size > limit_)
        continue;
      CallCopier copier(p_, node, i);
      if (!copier.canBind())
        continue;
      NodeId copy = copier.copy(blockOf(node));
      p_.nodes[index(p_[node].inlined)].as<Block>()->children.push_back(copy);
      above.push_back(site.callee);
      std::vector<NodeId> inner;
      forEachNode(p_, copy, [&](NodeId id) {
        if (hasCandidate(id))
          inner.push_back(id);
      });
      for (NodeId id : inner)
        expand(id, above);
    }
  }

  /// The Block of the node's copies, made for the first of them.
  NodeId blockOf(NodeId node) {
    if (isValid(p_[node].inlined))
      return p_[node].inlined;
    Node block;
    block.id = NodeId(p_.nodes.size());
    block.parent = node;
    block.function = p_[node].function;
    block.inlinedFrom = isValid(p_[node].inlinedFrom) ? p_[node].inlinedFrom
                                                      : p_[node].function;
    block.text = p_[node].text;
    block.location = p_[node].location;
    block.data = Block{};
    p_.nodes.push_back(std::move(block));
    p_.nodes[index(node)].inlined = NodeId(p_.nodes.size() - 1);
    return p_[node].inlined;
  }

  Program &p_;
  std::vector<std::size_t> size_; ///< by function; 0: not copied
  std::size_t limit_ = 0;
};

} // namespace

void seeThroughCalls(Program &program) { SeeThrough(program).run(); }

} // namespace hocket::analysis

// SPDX-License-Identifier: Apache-2.0
#include "analysis/calls/CallGraph.h"

#include "ir/Tree.h"

#include <algorithm>

namespace hocket::analysis {

using namespace ir;

namespace {

void sortUnique(std::vector<uint32_t> &list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

/// Tarjan's algorithm with a stack of its own: call chains may be long.
class Components {
public:
  explicit Components(const std::vector<std::vector<uint32_t>> &successors)
      : successors_(successors), number_(successors.size(), 0),
        low_(successors.size(), 0), onStack_(successors.size(), 0) {}

  std::vector<std::vector<uint32_t>> run() {
    for (uint32_t root = 0; root < successors_.size(); ++root)
      if (number_[root] == 0)
        visit(root);
    return std::move(found_);
  }

private:
  struct Frame {
    uint32_t node;
    std::size_t next;
  };

  void enter(uint32_t node) {
    number_[node] = low_[node] = ++counter_;
    stack_.push_back(node);
    onStack_[node] = 1;
    frames_.push_back({node, 0});
  }

  void visit(uint32_t root) {
    enter(root);
    while (!frames_.empty()) {
      auto [node, next] = frames_.back();
      if (next < successors_[node].size()) {
        ++frames_.back().next;
        uint32_t successor = successors_[node][next];
        if (number_[successor] == 0)
          enter(successor);
        else if (onStack_[successor])
          low_[node] = std::min(low_[node], number_[successor]);
        continue;
      }
      frames_.pop_back();
      if (!frames_.empty()) {
        uint32_t parent = frames_.back().node;
        low_[parent] = std::min(low_[parent], low_[node]);
      }
      if (low_[node] == number_[node])
        close(node);
    }
  }

  void close(uint32_t node) {
    std::vector<uint32_t> component;
    uint32_t member;
    do {
      member = stack_.back();
      stack_.pop_back();
      onStack_[member] = 0;
      component.push_back(member);
    } while (member != node);
    std::sort(component.begin(), component.end());
    found_.push_back(std::move(component));
  }

  const std::vector<std::vector<uint32_t>> &successors_;
  std::vector<uint32_t> number_, low_;
  std::vector<char> onStack_;
  std::vector<uint32_t> stack_;
  std::vector<Frame> frames_;
  std::vector<std::vector<uint32_t>> found_;
  uint32_t counter_ = 0;
};

} // namespace

CallGraph::CallGraph(const Program &program, const PointsTo &pointsTo,
                     const LibraryTable &library)
    : calls_(program.stmts.size()), callees_(program.functions.size() + 1) {
  for (FunctionId id : pointsTo.calledFromOutside())
    if (isValid(program[id].body))
      callees_.back().push_back(static_cast<uint32_t>(index(id)));
  for (const Function &function : program.functions) {
    if (!isValid(function.body))
      continue;
    std::vector<uint32_t> &callees = callees_[index(function.id)];
    for (StmtId stmt : stmtsSeenThrough(program, function.body)) {
      for (const CallSite &site : program[stmt].calls) {
        ResolvedCall call = resolve(program, pointsTo, library, stmt, site);
        for (FunctionId callee : call.defined)
          callees.push_back(static_cast<uint32_t>(index(callee)));
        for (const ResolvedCall::Callback &callback : call.callbacks)
          callees.push_back(static_cast<uint32_t>(index(callback.function)));
        for (const ResolvedCall::Library &known : call.library)
          call.outside |= known.effects->isUnknown;
        if (call.outside)
          callees.push_back(outside());
        calls_[index(stmt)].push_back(std::move(call));
      }
      if (program[stmt].isOpaque)
        callees.push_back(outside());
    }
    sortUnique(callees);
  }
  findComponents();
}

ResolvedCall CallGraph::resolve(const Program &program,
                                const PointsTo &pointsTo,
                                const LibraryTable &library, StmtId stmt,
                                const CallSite &site) const {
  ResolvedCall call;
  CallTargets targets = pointsTo.targets(stmt, site);
  if (targets.outside) {
    call.outside = true;
    call.outsideName = "a function pointer";
  }
  for (FunctionId id : targets.functions) {
    const Function &function = program[id];
    if (isValid(function.body)) {
      call.defined.push_back(id);
      continue;
    }
    const LibraryFunction *known = library.find(program, function);
    if (known) {
      call.library.push_back({id, known});
      if (known->isUnknown)
        call.outsideName = function.name;
    } else if (function.isPure) {
      call.pure.push_back(id);
    } else {
      call.outside = true;
      call.outsideName = function.name;
    }
  }
  for (const ResolvedCall::Library &known : call.library) {
    for (const LibraryCallback &callback : known.effects->callbacks) {
      if (callback.function >= site.args.size())
        continue;
      CallTargets called =
          pointsTo.functionsAt(stmt, site.args[callback.function]);
      if (called.outside || called.functions.empty()) {
        call.outside = true;
        call.outsideName = program[known.function].name;
      }
      std::vector<ExprId> args;
      for (unsigned position : callback.args)
        args.push_back(position < site.args.size() ? site.args[position]
                                                   : ExprId::None);
      for (FunctionId id : called.functions) {
        if (isValid(program[id].body)) {
          call.callbacks.push_back({id, args});
          continue;
        }
        call.outside = true;
        call.outsideName = program[id].name;
      }
    }
  }
  return call;
}

void CallGraph::findComponents() {
  components_ = Components(callees_).run();
  component_.assign(callees_.size(), 0);
  for (uint32_t i = 0; i < components_.size(); ++i)
    for (uint32_t member : components_[i])
      component_[member] = i;
}

bool CallGraph::isRecursive(uint32_t function) const {
  const std::vector<uint32_t> &callees = callees_[function];
  return components_[component_[function]].size() > 1 ||
         std::binary_search(callees.begin(), callees.end(), function);
}

} // namespace hocket::analysis

// SPDX-License-Identifier: Apache-2.0
#include "planning/CallReach.h"

#include "ir/Tree.h"

#include <algorithm>

namespace hocket::planning {

namespace {

/// Functions, each with the work that it brings done once.
class Reached {
public:
  void add(ir::FunctionId function) {
    if (isValid(function) && all_.insert(function).second)
      work_.push_back(function);
  }
  /// Calls `visit` for each function, those that it adds included.
  template <typename Visit> void forEach(Visit visit) {
    while (!work_.empty()) {
      ir::FunctionId function = work_.back();
      work_.pop_back();
      visit(function);
    }
  }
  std::set<ir::FunctionId> take() { return std::move(all_); }

private:
  std::set<ir::FunctionId> all_;
  std::vector<ir::FunctionId> work_;
};

void addCalls(const ir::Program &program, ir::NodeId node, Reached &reached) {
  for (ir::StmtId stmt : ir::allStmts(program, node))
    for (const ir::CallSite &call : program[stmt].calls)
      reached.add(call.callee);
}

} // namespace

std::set<ir::FunctionId>
functionsCalledInLoops(const ir::Program &program,
                       const analysis::Effects &effects) {
  Reached reached;
  for (const ir::Node &node : program.nodes)
    if (node.as<ir::Loop>())
      addCalls(program, node.id, reached);
  for (const ir::Function &f : program.functions)
    if (f.isAddressTaken || effects.isRecursive[index(f.id)] ||
        (!program.isClosed && !f.isStatic && f.name != "main"))
      reached.add(f.id);
  reached.forEach([&](ir::FunctionId function) {
    if (isValid(program[function].body))
      addCalls(program, program[function].body, reached);
  });
  return reached.take();
}

std::set<ir::FunctionId>
functionsRunOutside(const ir::Program &program,
                    const std::vector<ir::TextRange> &regions) {
  auto isInRegion = [&](const ir::TextRange &text) {
    return std::any_of(
        regions.begin(), regions.end(),
        [&](const ir::TextRange &region) { return region.contains(text); });
  };
  Reached reached;
  for (const ir::Function &f : program.functions)
    if (f.name == "main" || f.isAddressTaken ||
        (!program.isClosed && !f.isStatic))
      reached.add(f.id);
  reached.forEach([&](ir::FunctionId function) {
    if (!isValid(program[function].body))
      return;
    for (ir::StmtId stmt : ir::allStmts(program, program[function].body))
      if (!isInRegion(program[stmt].text))
        for (const ir::CallSite &call : program[stmt].calls)
          reached.add(call.callee);
  });
  return reached.take();
}

} // namespace hocket::planning

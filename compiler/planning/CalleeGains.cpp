// SPDX-License-Identifier: Apache-2.0
#include "planning/CalleeGains.h"

#include "ir/Tree.h"

namespace hocket::planning {

CalleeGains::CalleeGains(const Context &context,
                         const std::vector<PlannedRegion> &regions)
    : context_(context) {
  for (const PlannedRegion &r : regions)
    if (profitability::pays(r.work, policy.profit))
      own_[r.graph.region.function] += r.plan.sequentialNs - r.plan.parallelNs;
}

double CalleeGains::below(ir::NodeId node, unsigned depth) {
  const ir::Program &program = context_.program;
  double total = 0;
  for (ir::StmtId stmt : ir::ownStmts(program, node))
    for (const ir::CallSite &call : program[stmt].calls)
      if (isValid(call.callee) && depth < policy.profit.calledDepth)
        total += of(call.callee, depth + 1);
  for (ir::NodeId child : ir::childrenOf(program, node))
    total += below(child, depth);
  return program[node].as<ir::Loop>() ? total * context_.facts.trips(node)
                                      : total;
}

double CalleeGains::of(ir::FunctionId function, unsigned depth) {
  auto [it, isNew] = all_.try_emplace({function, depth}, 0);
  if (!isNew)
    return it->second;
  double total = 0;
  if (auto own = own_.find(function); own != own_.end())
    total = own->second;
  const ir::Function &f = context_.program[function];
  if (total == 0 && isValid(f.body))
    total = below(f.body, depth);
  return all_[{function, depth}] = total;
}

} // namespace hocket::planning

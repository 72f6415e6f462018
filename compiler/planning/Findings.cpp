// SPDX-License-Identifier: Apache-2.0
#include "planning/Findings.h"

namespace hocket::planning {

namespace {

bool note(bool isNew, Findings &findings) {
  findings.isChanged |= isNew;
  return isNew;
}

} // namespace

bool leaveSequential(ir::NodeId node, const TooLittle &why,
                     Findings &findings) {
  findings.refusals.tooSmall[node] = why;
  return note(findings.request.tooSmall.insert(node).second, findings);
}

bool leaveUnguarded(ir::NodeId loop, Findings &findings) {
  return note(findings.request.tooSmall.insert(loop).second, findings);
}

bool leaveUnoverlapped(ir::NodeId loop, const TooLittle &why,
                       Findings &findings) {
  findings.refusals.tooSmall[loop] = why;
  return note(findings.request.noPipelines.insert(loop).second, findings);
}

bool leaveToTrials(ir::NodeId loop, Findings &findings) {
  return note(findings.request.tried.insert(loop).second, findings);
}

bool keepOutside(const ir::Program &program, const taskgraph::Region &region,
                 ir::NodeId node, Findings &findings) {
  bool isNew = false;
  for (; isValid(node) && node != region.block; node = program[node].parent)
    isNew |= findings.request.apart.insert(node).second;
  return note(isNew, findings);
}

bool noRegionAgain(const ir::Program &program, const taskgraph::Region &region,
                   Findings &findings) {
  const std::vector<ir::NodeId> &children =
      program[region.block].as<ir::Block>()->children;
  return note(findings.request.notAsRegion
                  .insert({children[region.first], children[region.last]})
                  .second,
              findings);
}

} // namespace hocket::planning

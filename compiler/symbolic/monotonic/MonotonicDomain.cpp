// SPDX-License-Identifier: Apache-2.0
#include "symbolic/monotonic/MonotonicDomain.h"

#include "ir/Tree.h"

namespace hocket::polyhedral {

using ir::NodeId;
using ir::StmtId;

namespace {

bool returnsInside(const ir::Program &program, NodeId node) {
  bool found = false;
  ir::forEachNode(program, node, [&](NodeId inner) {
    const ir::Jump *jump = program[inner].as<ir::Jump>();
    found |= jump && jump->kind == ir::JumpKind::Return;
  });
  return found;
}

} // namespace

std::optional<isl::set> MonotonicDomain::stateAt(StmtId stmt) const {
  auto it = seen_.find(stmt);
  return it == seen_.end() ? std::nullopt : std::optional(it->second);
}

void MonotonicDomain::note(StmtId stmt, const isl::set &state) {
  if (!isNoting_ || !variables_.isWanted(stmt))
    return;
  auto [it, isNew] = seen_.try_emplace(stmt, state);
  if (!isNew)
    it->second = join(it->second, state);
}

isl::set MonotonicDomain::execute(StmtId stmt, const isl::set &state) {
  note(stmt, state);
  return states_.execute(state, stmt);
}

std::pair<isl::set, isl::set> MonotonicDomain::decide(StmtId condition,
                                                      const isl::set &state) {
  note(condition, state);
  auto after = [&](bool truth) {
    return states_.execute(
        states_.assume(state, program_[condition].value, condition, truth),
        condition);
  };
  return {after(true), after(false)};
}

/// Where a `return` leaves its copy for the next one, nothing is known of what
/// the copies write: nothing of their caller's but results.
isl::set MonotonicDomain::leaveCall(NodeId copy, const isl::set &before,
                                    const isl::set &after,
                                    const isl::set &) const {
  if (!returnsInside(program_, copy))
    return after;
  return states_.forget(before, variables_.writtenIn(program_[copy].parent));
}

} // namespace hocket::polyhedral

// SPDX-License-Identifier: Apache-2.0
//
// Clones of called functions for the chunks of one loop: definitions in which
// the chunk's own copies and totals stand for variables that the function
// names, brought by more parameters (ir/FunctionClones.h).
//
//   static __inline__ void hk_main_1_loop30_0_v1_add(int x, void **hk_at_total,
//                                                    long *hk_sum_total)
//   { (*(*hk_at_total = (void *)&(total), hk_sum_total)) += x; }
#pragma once

#include "codegen/copies/Partials.h"

#include "ir/FunctionClones.h"
#include "ir/Text.h"

#include <map>
#include <string>
#include <vector>

namespace hocket::codegen {

class CalleeClones {
public:
  /// \param nameOf what the chunk calls its copy of an object
  CalleeClones(const RegionContext &c, taskgraph::TaskId task,
               const ir::Filler &nameOf);

  /// Makes the calls in the task's text calls of clones. To be called last:
  /// what stands around a call has to come before it.
  void redirect(ir::Insertions &insertions) const;
  /// In order: before the task's own function.
  const std::string &definitions() const { return definitions_; }

private:
  void addRenamed(const ir::Filler &nameOf);
  void addPartials(taskgraph::TaskId task);
  std::string define(const ir::CallPoint &call, const std::string &name,
                     const ir::Insertions &insertions) const;
  void redirectCall(const ir::CallPoint &call, const std::string &name,
                    bool isInClone, ir::Insertions &insertions) const;

  const RegionContext &c_;
  const ir::Program &program_;
  ir::CloneNeeds needs_;
  std::map<ir::ObjectId, std::string> renamed_; ///< in clones
  std::vector<Carrier> carriers_;
  std::vector<const Partial *> partials_;
  std::vector<std::pair<ir::CallPoint, std::string>> ownCalls_;
  std::string definitions_;
};

/// Statements whose text is the loop's, and not a called function's.
std::set<ir::StmtId> ownStmtsOf(const ir::Program &program, ir::NodeId node);

} // namespace hocket::codegen

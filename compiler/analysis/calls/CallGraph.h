// SPDX-License-Identifier: Apache-2.0
//
// Who may call whom, and the order in which calls are summarised.
#pragma once

#include "analysis/pointsto/PointsTo.h"

namespace hocket::analysis {

/// What one call site may run.
struct ResolvedCall {
  struct Library {
    ir::FunctionId function;
    const LibraryFunction *effects;
  };
  std::vector<ir::FunctionId> defined; ///< by the call itself
  std::vector<Library> library;
  /// Functions of the program that the library calls back, with the values it
  /// passes: expressions of the call's statement that point into the same
  /// objects.
  struct Callback {
    ir::FunctionId function;
    std::vector<ir::ExprId> args;
  };
  std::vector<Callback> callbacks;
  std::vector<ir::FunctionId> pure; ///< unknown, declared to have no effect
  bool outside = false;             ///< code that nobody knows
  std::string outsideName;          ///< its name, or how it is called
};

class CallGraph {
public:
  CallGraph(const ir::Program &program, const PointsTo &pointsTo,
            const LibraryTable &library);

  const ResolvedCall &call(ir::StmtId stmt, unsigned position) const {
    return calls_[ir::index(stmt)][position];
  }
  /// Functions with a body that `function` may call, in order of id. The number
  /// `outside()` stands for all code that we do not see.
  const std::vector<uint32_t> &callees(uint32_t function) const {
    return callees_[function];
  }
  uint32_t outside() const {
    return static_cast<uint32_t>(callees_.size() - 1);
  }
  /// Strongly connected components, callees first (Tarjan 1972); `outside()` is
  /// a member of one.
  const std::vector<std::vector<uint32_t>> &components() const {
    return components_;
  }
  uint32_t componentOf(uint32_t function) const { return component_[function]; }
  bool isRecursive(uint32_t function) const;

private:
  ResolvedCall resolve(const ir::Program &program, const PointsTo &pointsTo,
                       const LibraryTable &library, ir::StmtId stmt,
                       const ir::CallSite &site) const;
  void findComponents();

  std::vector<std::vector<ResolvedCall>> calls_; ///< by StmtId
  std::vector<std::vector<uint32_t>> callees_;
  std::vector<std::vector<uint32_t>> components_;
  std::vector<uint32_t> component_;
};

} // namespace hocket::analysis

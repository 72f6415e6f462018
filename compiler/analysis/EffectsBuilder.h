// SPDX-License-Identifier: Apache-2.0
//
// Private to computeEffects. ComputeEffects.cpp has the order of work and a
// statement's own accesses, CallEffects.cpp what its calls add,
// LibraryEffects.cpp those of the library, Summaries.cpp what a function does
// for its caller.
#pragma once

#include "analysis/Effects.h"
#include "analysis/calls/CallGraph.h"

#include <set>

namespace hocket::analysis {

/// An effect, and a value in the statement's expressions that points into the
/// object it falls into (None: not known).
struct WorkItem {
  EffectItem effect;
  ir::ExprId base = ir::ExprId::None;
  bool isSeenThrough = false; ///< said by the copy of the callee, too
};

/// An effect of a function as its callers see it.
struct SummaryItem {
  EffectItem effect;    ///< `address` only if it has the same value everywhere
  int param = -1;       ///< falls into the object this parameter points to, ...
  bool isExact = false; ///< ... at parameter + effect.offset
};

struct Summary {
  std::vector<SummaryItem> items; ///< sorted, no two alike
  bool mayNotReturn = false, needsCallingThread = false, isUnknown = false;
  std::string unknownWhy;
};

class EffectsBuilder {
public:
  EffectsBuilder(const ir::Program &program, const EffectOptions &options);
  Effects run();

private:
  struct StmtWork {
    std::vector<WorkItem> items;
    StmtEffects flags; ///< without items
  };

  // ComputeEffects.cpp
  void findFacts();
  void findThreadUnsafe(Effects &effects) const;
  void findThreadUnsafeCalls(ir::FunctionId function, const char *why,
                             Effects &effects) const;
  bool namesThreadLocal(const ir::Stmt &stmt) const;
  StmtWork stmtWork(ir::StmtId stmt, uint32_t function);
  void addAccess(ir::StmtId stmt, const ir::Access &access, StmtWork &work);
  void finish(ir::StmtId stmt, StmtWork work, Effects &effects) const;
  void dropDead(ir::NodeId node, EffectItem &item) const;
  bool update(uint32_t member);
  void updateLarge(const std::vector<uint32_t> &component);

  // CallEffects.cpp
  struct CallContext {
    ir::StmtId stmt;
    const ir::CallSite &site;
    uint32_t caller; ///< function that holds the call
    StmtWork &work;
  };
  void addCall(CallContext &call, unsigned position);
  /// Whether the callee's parameters are the call's arguments.
  enum class Arguments : uint8_t {
    Bound,
    Unknown, ///< a callback's, or those of code outside
  };
  void addSummary(CallContext &call, uint32_t callee, const std::string &via,
                  Arguments arguments, bool isMust);
  void addUnknown(CallContext &call, const std::string &why);
  void addPure(CallContext &call, ir::FunctionId callee);
  WorkItem makeItem(const CallContext &call, ir::AccessKind kind,
                    ObjectSet objects, const std::string &via) const;
  void addMayNotReturn(CallContext &call, const std::string &via);
  bool dropsLocal(ir::ObjectId object, uint32_t caller, uint32_t callee) const;

  // LibraryEffects.cpp
  void addLibrary(CallContext &call, const ResolvedCall::Library &known);
  void addLibraryAccess(CallContext &call, const LibraryAccess &access,
                        unsigned arg, const std::string &via);
  uint32_t longestString(const CallContext &call,
                         const LibraryAccess &access) const;
  void addLibraryState(CallContext &call, const LibraryFunction &f,
                       const std::string &via);
  void addFormat(CallContext &call, const LibraryFormat &format,
                 const std::string &via);
  void addErrno(CallContext &call, const std::string &via);
  bool isNull(ir::ExprId value) const;

  // Summaries.cpp
  bool updateSummary(uint32_t function);
  bool updateOutside();
  Summary uniteSummaries(const std::vector<uint32_t> &functions) const;
  SummaryItem summarize(const WorkItem &item, const ir::Function &function,
                        bool isMust) const;
  bool isConstantParam(ir::ObjectId param) const;
  void findMustStmts(uint32_t function);
  bool walkMust(ir::NodeId node);
  bool mayLeave(ir::NodeId node) const;
  bool isEndless(ir::NodeId node) const;

  const ir::Program &p_;
  EffectOptions options_;
  LibraryTable library_;
  PointsTo pointsTo_;
  CallGraph graph_;
  bool errnoIsRead_ = false, hasExitHandlers_ = false;
  ObjectSet streamObjects_,
      libraryObjects_;             ///< the hidden state and what it holds
  std::vector<char> isReassigned_; ///< by ObjectId: written by some statement
  std::vector<char> namesThreadLocal_; ///< by ExprId
  std::vector<char> isMustStmt_; ///< by StmtId: runs whenever its function does
  std::vector<StmtWork> work_;   ///< by StmtId
  mutable ObjectIdsPool pool_;   ///< of the items' lists
  std::vector<ir::NodeId> copyNode_; ///< by StmtId: its node, if it is a copy
  bool hasCopies_ = false;
  std::vector<Summary> summaries_; ///< by function; the last: code outside
};

} // namespace hocket::analysis

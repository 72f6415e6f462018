// SPDX-License-Identifier: Apache-2.0
//
// The constraints of a program: private to PointsTo. PointsToValues.cpp has the
// values of expressions, PointsToCalls.cpp calls and the library,
// PointsToHolders.cpp who holds an address, PointsToBuilder.cpp the rest; the
// queries are in PointsTo.cpp.
#pragma once

#include "analysis/library/LibraryTable.h"
#include "analysis/objects/AddressTerms.h"
#include "analysis/objects/ObjectPlace.h"
#include "analysis/objects/ObjectSet.h"
#include "analysis/pointsto/CallTargets.h"
#include "analysis/pointsto/PointsToSolver.h"
#include "ir/CallInstance.h"

#include <map>
#include <unordered_map>

namespace hocket::analysis {

class PointsToBuilder {
public:
  using Node = PointsToSolver::Node;
  using LocationId = PointsToSolver::LocationId;
  static constexpr Node noNode = PointsToSolver::noNode;

  PointsToBuilder(const ir::Program &program, const LibraryTable &library);
  void build();
  /// In place of build().
  void giveUp();

  /// The node of an expression that was evaluated; noNode if none was.
  Node nodeOf(ir::StmtId stmt, ir::ExprId expr) const;
  /// The object, if the address is that of one by name and index; else None.
  ir::ObjectId namedObject(ir::ExprId address) const;
  ObjectSet toObjects(const LocationSet &set) const;
  /// Of a node's set, once it is built: each set is translated once.
  const ObjectSet &objectsOf(Node node) const;
  std::vector<ObjectPlace> toPlaces(const LocationSet &set) const;
  bool areStarts(const LocationSet &set) const;
  CallTargets toTargets(const LocationSet &set) const;
  ObjectSet contents(const ObjectSet &objects) const;
  const LocationSet &set(Node node) const { return solver_.set(node); }
  std::map<ir::ObjectId, std::vector<ir::ObjectId>> heldByScalars() const;
  std::map<ir::ObjectId, std::vector<ir::ObjectId>> heapHolders() const;

  ObjectSet exposed, outside, everything;
  std::vector<ir::FunctionId> calledFromOutside;
  bool gaveUp = false;

private:
  // PointsToBuilder.cpp
  void findExposed();
  void addHidden();
  void addStatics();
  void addOutside();
  void escapeUnanalysed(const ir::Function &function);
  void addStmt(ir::StmtId stmt, ir::FunctionId function);
  void addWrite(ir::StmtId stmt, const ir::Access &access);
  void escapeNamed(const ir::Stmt &stmt);
  void onOutside(LocationId location);
  Node variableArguments(ir::FunctionId function) const;
  void finish();
  bool mayHoldPointers(const ir::Object &object) const;

  // PointsToHolders.cpp
  LocationSet heldInMemory() const;

  // PointsToValues.cpp
  /// The node of a value, made on first sight; noNode: holds no pointer.
  Node eval(ir::StmtId stmt, ir::ExprId expr);
  Node evalNew(ir::StmtId stmt, const ir::Expr &expr);
  Node evalSum(ir::StmtId stmt, ir::ExprId expr);
  void addMoved(Node base, Node sum, ir::ExprId expr,
                const AddressTerms &terms);
  Node evalMixed(ir::StmtId stmt, const ir::Expr &expr);
  Node evalUnknown(ir::StmtId stmt, const ir::Expr &expr);
  bool isWide(const ir::Expr &e) const;
  void noteInteger(const ir::Expr &e, Node node);
  void markExposed(ir::ExprId value);
  Node unite(ir::StmtId stmt, const std::vector<ir::ExprId> &parts,
             uint64_t stride);
  Node addressNode(uint32_t object);
  void findCallResults();
  bool sameValue(ir::ExprId a, ir::ExprId b) const;
  /// `p = p + c`, whose offsets are the multiples of c; 0 if it is not that.
  uint64_t selfStep(const ir::Access &access) const;

  // PointsToCalls.cpp
  struct Call {
    ir::StmtId stmt;
    const ir::CallSite *site;
    Node result;
    std::vector<Node> args;
  };
  void addCall(ir::StmtId stmt, unsigned position);
  void callFunction(const Call &call, ir::FunctionId callee);
  void callOutside(const Call &call);
  void callLibrary(const Call &call, const LibraryFunction &function);
  void addFormat(const Call &call, const LibraryFormat &format);
  void addReturn(const Call &call, const LibraryReturn &result);
  void addFlow(const Call &call, const LibraryFlow &flow);
  void copyContents(const Call &call, const LibraryFlow &flow, Node target,
                    Node source);
  void addCallback(const Call &call, const LibraryCallback &callback);
  void passArgument(const Call &call, const ir::Function &callee,
                    const ir::BoundArgument &argument, Node value);
  Node argument(const Call &call, unsigned position) const;
  /// Renames the heap objects of a callee to those of one call of it.
  uint32_t renamingOf(const ir::CallSite &site);
  void findReturnedPlaces();
  bool copyStruct(ir::StmtId stmt, ir::ExprId value, Node to, uint64_t size);
  Node resultNode(ir::FunctionId function) const {
    return results_[ir::index(function)];
  }

  uint32_t idx(ir::ObjectId id) const {
    return static_cast<uint32_t>(ir::index(id));
  }
  Node storedAnywhere(uint32_t o) {
    return solver_.stored(solver_.anywhere(o));
  }
  Node loadedAnywhere(uint32_t o) {
    return solver_.loaded(solver_.anywhere(o));
  }
  Node variable(ir::ObjectId id) {
    return solver_.loaded(solver_.locate(idx(id), 0, 0));
  }

  const ir::Program &p_;
  const LibraryTable &library_;
  mutable ObjectIdsPool pool_; ///< of results
  mutable std::unordered_map<const LocationSet *, ObjectSet> objectsOfSets_;
  PointsToSolver solver_;
  uint32_t anything_;          ///< a location that is every exposed object
  Node outside_ = noNode;      ///< what code outside holds
  Node unknownValue_ = noNode; ///< a value of which nothing is known
  /// What integers as wide as a pointer hold; and an integer of which nothing
  /// is known, which holds anything if they hold something.
  Node integers_ = noNode, unknownInteger_ = noNode;
  unsigned pointerBytes_;
  std::vector<char> isExposed_; ///< by ObjectId
  std::vector<Node> results_;   ///< by FunctionId: what it returns
  /// Of functions with va_start: what their va_arg may give.
  std::map<ir::FunctionId, Node> variableArguments_;
  /// By FunctionId: where the structs stand that it returns; noNode: it returns
  /// none, or one that does not stand anywhere.
  std::vector<Node> returnedPlaces_;
  std::vector<char> hasCallResult_; ///< by ExprId
  std::vector<Node> exprNodes_;     ///< by ExprId, without call results
  std::vector<char> isEvaluated_;   ///< by ExprId
  std::map<std::pair<ir::StmtId, ir::ExprId>, Node> stmtNodes_;
  std::map<std::pair<ir::StmtId, unsigned>, Node> callNodes_;
  std::unordered_map<uint32_t, Node> addressNodes_;
};

} // namespace hocket::analysis

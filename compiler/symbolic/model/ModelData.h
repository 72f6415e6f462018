// SPDX-License-Identifier: Apache-2.0
//
// What the parts of a model share, and the questions that they ask each other:
// the value of a variable depends on when statements run, and that on the
// values in conditions. A question in progress may meet itself; then the answer
// is no. Each other file here answers one kind of question and uses only those
// below it; these four, which close the circles, are answered in
// model/AffineModel.cpp and remembered there.
#pragma once

#include "symbolic/AffineModel.h"
#include "symbolic/Exchanges.h"

#include <map>
#include <set>

namespace hocket::polyhedral {

struct WriteRef {
  ir::StmtId stmt;
  const analysis::EffectItem *item;
};

/// Answers so far. What is found while a question is in progress is
/// provisional: forgotten when the outermost one is answered.
struct Memos {
  template <typename T> struct Memo {
    T value;
    bool isProvisional = false;
  };

  std::map<ir::NodeId, Memo<std::optional<LoopShape>>> shapes;
  std::map<ir::NodeId, Memo<Domain>> domains;
  std::map<std::pair<ir::ExprId, ir::StmtId>, Memo<std::optional<Value>>>
      values;
  std::map<ir::ObjectId, Memo<bool>> written;
  unsigned pending = 0; ///< questions in progress that may meet themselves
  unsigned depth = 0;   ///< of values in values
  std::set<ir::ObjectId> pendingWrites;
  std::set<ir::ExprId> pendingLoads;
  std::set<ir::NodeId> pendingShapes;

  void forgetProvisional() {
    auto drop = [](auto &map) {
      std::erase_if(
          map, [](const auto &entry) { return entry.second.isProvisional; });
    };
    drop(shapes);
    drop(domains);
    drop(values);
    drop(written);
  }
};

/// A question is in progress while this lives.
class Pending {
public:
  explicit Pending(Memos &memos) : memos_(memos) { ++memos_.pending; }
  ~Pending() {
    if (--memos_.pending == 0)
      memos_.forgetProvisional();
  }
  Pending(const Pending &) = delete;
  Pending &operator=(const Pending &) = delete;

private:
  Memos &memos_;
};

struct ModelData {
  ModelData(const ProgramIndex &index, SymbolTable &symbols, ModelScope scope)
      : index(index), symbols(symbols), scope(std::move(scope)) {}

  const ProgramIndex &index;
  SymbolTable &symbols;
  ModelScope scope;
  std::vector<ir::StmtId> stmts; ///< of the root
  std::vector<WriteRef> writes;  ///< of those
  Exchanges exchanges{symbols};
  std::vector<DisjointAssumption> disjoint; ///< what values rest on
  std::vector<RangeAssumption> ranges;
  bool wantsRanges = false;        ///< one of them would have helped
  bool hasOutsidePointers = false; ///< see AffineModel
  /// Pointers, and what they were given before the root; see OutsideValues.h.
  std::map<ir::ObjectId, ir::ExprId> outside;
  Memos memos;

  const ir::Program &program() const { return index.program(); }
};

std::optional<Value> value(ModelData &m, ir::ExprId expr, Point point);
Domain domain(ModelData &m, ir::NodeId node);
const LoopShape *loopShape(ModelData &m, ir::NodeId loop);
bool mayBeWritten(ModelData &m, ir::ObjectId object);

/// What counts the loop, or null.
inline const ir::Counted *countOf(const ModelData &m, ir::NodeId loop) {
  return m.program()[loop].as<ir::Loop>()->header();
}
/// The place of the statement.
inline Point pointOf(const ModelData &m, ir::StmtId stmt) {
  return {m.index.nodeOf(stmt), stmt};
}

} // namespace hocket::polyhedral

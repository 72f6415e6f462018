// SPDX-License-Identifier: Apache-2.0
#include "nestcheck/Versions.h"

#include "ir/Tree.h"

#include <algorithm>

namespace hocket::nestcheck {

using analysis::EffectItem;
using ir::NodeId;
using ir::ObjectId;
using ir::StmtId;
using polyhedral::Value;

namespace {

/// What the statement, a declaration, gives its variable.
const ir::Access *givenBy(const ir::Program &program, StmtId stmt,
                          ObjectId object) {
  for (const ir::Access &access : program[stmt].accesses)
    if (access.kind == ir::AccessKind::Write && isValid(access.address) &&
        program[access.address].kind == ir::ExprKind::AddrOf &&
        program[access.address].object == object && isValid(access.value))
      return &access;
  return nullptr;
}

class Finder {
public:
  explicit Finder(Version &before)
      : before_(before), program_(before.program()), index_(before.index()) {}

  UsersVariables run() {
    for (NodeId header : before_.runs.headers)
      if (const ir::Loop *loop = program_[header].as<ir::Loop>())
        result_.iterators.insert(loop->counted->iterator);
    for (const Run &run : before_.runs.all)
      for (StmtId stmt : index_.stmtsOf(run.node))
        for (const EffectItem &item : index_.itemsOf(stmt))
          if (item.kind == ir::AccessKind::Write)
            addWritten(index_.namedObject(item), stmt);
    for (const auto &[object, writers] : writers_)
      if (writers.size() == 1)
        addComputed(object, writers.front());
    return std::move(result_);
  }

private:
  void addWritten(ObjectId object, StmtId stmt) {
    if (!isValid(object) || !program_[object].isScalar ||
        !index_.isNamedOnly(object) || result_.iterators.count(object))
      return;
    result_.written.insert(object);
    std::vector<StmtId> &writers = writers_[object];
    if (writers.empty() || writers.back() != stmt)
      writers.push_back(stmt);
  }

  void addComputed(ObjectId object, StmtId writer) {
    NodeId node = index_.nodeOf(writer);
    bool isRun = std::any_of(before_.runs.all.begin(), before_.runs.all.end(),
                             [&](const Run &run) { return run.node == node; });
    const ir::Access *given = givenBy(program_, writer, object);
    if (isRun && program_[writer].declares == object && given &&
        program_[writer].calls.empty() &&
        before_.model.value(given->value, {node, writer}))
      result_.computed[object] = node;
  }

  Version &before_;
  const ir::Program &program_;
  const polyhedral::ProgramIndex &index_;
  std::map<ObjectId, std::vector<StmtId>> writers_;
  UsersVariables result_;
};

} // namespace

UsersVariables usersVariables(Version &before) { return Finder(before).run(); }

bool isExact(polyhedral::AffineModel &model, const Value &value,
             const ir::Object &variable, NodeId node) {
  if (value.base || !model.isLinear(value.polynomial))
    return false;
  if (value.wrapBits == 0)
    return true;
  if (value.wrapBits < variable.bits)
    return false;
  isl::ctx ctx = model.ctx();
  isl::val high =
      isl_ext::powerOfTwo(ctx, variable.bits - (variable.isSigned ? 1 : 0));
  isl::val low = variable.isSigned ? high.neg() : isl::val(ctx, 0L);
  isl::pw_aff self = model.toIsl(value.polynomial);
  isl::set outside =
      self.lt_set(model.universe().pw_aff_on_domain(low))
          .unite(self.ge_set(model.universe().pw_aff_on_domain(high)));
  return model.proves(
      model.domain(node).set.intersect(model.definitions(value.polynomial)),
      outside);
}

std::vector<StmtId> textStmts(const ir::Program &program, const Run &run) {
  return ir::allStmts(program, run.node);
}

std::optional<Value> valueIn(Version &version, ObjectId object,
                             const Run &run) {
  const ir::Program &program = version.program();
  const ir::Leaf *leaf = program[run.node].as<ir::Leaf>();
  if (auto known = version.values.find(object); known != version.values.end())
    return version.model.value(known->second,
                               {run.node, leaf ? leaf->stmt : StmtId::None});
  // Nobody reads it: as it was declared.
  for (StmtId stmt : version.index().namedWriters(object))
    if (const ir::Access *given = givenBy(program, stmt, object);
        given && program[stmt].declares == object)
      return version.model.value(given->value,
                                 {version.index().nodeOf(stmt), stmt});
  return std::nullopt;
}

} // namespace hocket::nestcheck

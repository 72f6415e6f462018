// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/Replication.h"

#include <algorithm>

namespace hocket::taskgraph {

using ir::AccessKind;
using ir::ObjectId;
using ir::StmtId;

ObjectId plainScalar(const ir::Program &program,
                     const analysis::EffectItem &item) {
  if (!isValid(item.address) || item.objects.unknown ||
      item.objects.ids.size() != 1)
    return ObjectId::None;
  const ir::Expr &address = program[item.address];
  if (address.kind != ir::ExprKind::AddrOf)
    return ObjectId::None;
  const ir::Object &object = program[address.object];
  bool isVariable = object.kind == ir::ObjectKind::Local ||
                    object.kind == ir::ObjectKind::Param;
  bool isPlain = object.isScalar && !object.isAddressTaken &&
                 !object.isVolatile && !object.isConst &&
                 object.type.needs.empty();
  return isVariable && isPlain ? object.id : ObjectId::None;
}

namespace {

/// The statement's calls are the library's, whose result follows from what the
/// statement reads, and which leave nothing behind: `sqrt(residual)`.
bool callsAreValues(const ir::Program &program,
                    const analysis::Effects &effects, StmtId stmt) {
  const std::vector<ir::CallSite> &calls = program[stmt].calls;
  auto isHidden = [&](ObjectId object) {
    return program[object].kind == ir::ObjectKind::Hidden;
  };
  return calls.empty() ||
         (std::all_of(calls.begin(), calls.end(),
                      [&](const ir::CallSite &call) {
                        return isValid(call.callee) &&
                               !isValid(program[call.callee].unit);
                      }) &&
          std::none_of(effects.stmts[index(stmt)].items.begin(),
                       effects.stmts[index(stmt)].items.end(),
                       [&](const analysis::EffectItem &item) {
                         return item.objects.unknown ||
                                std::any_of(item.objects.ids.begin(),
                                            item.objects.ids.end(), isHidden);
                       }));
}

} // namespace

bool isReplicable(const ir::Program &program, const analysis::Effects &effects,
                  StmtId stmt) {
  const ir::Stmt &s = program[stmt];
  const analysis::StmtEffects &e = effects.stmts[index(stmt)];
  if (s.isOpaque || e.isUnknown || e.mayNotReturn || e.needsCallingThread ||
      !callsAreValues(program, effects, stmt))
    return false;
  for (const analysis::EffectItem &item : e.items) {
    if (item.isVolatile)
      return false;
    if (item.kind == AccessKind::Write && !isValid(plainScalar(program, item)))
      return false;
  }
  bool isDeclaration = s.kind == ir::StmtKind::Declaration;
  const std::vector<ir::Hole> &holes = program[s.text.unit].holes;
  auto hole = std::lower_bound(
      holes.begin(), holes.end(), s.text.begin,
      [](const ir::Hole &h, uint32_t offset) { return h.begin < offset; });
  for (; hole != holes.end() && hole->end <= s.text.end; ++hole) {
    // Variables of a statement expression would be declared twice.
    if (hole->isDeclarator && !isDeclaration)
      return false;
    // The per-core programs know no sizes of arrays of variable length.
    if (isValid(hole->object) && !program[hole->object].type.needs.empty())
      return false;
  }
  // A declaration can be replicated only as the assignment it amounts to.
  if (s.kind == ir::StmtKind::Declaration && isValid(s.declares)) {
    const ir::Object &object = program[s.declares];
    if (!object.isScalar || object.isAddressTaken || object.isVolatile ||
        object.isConst || object.kind != ir::ObjectKind::Local)
      return false;
  }
  return true;
}

std::vector<ObjectId> writtenBy(const analysis::Effects &effects, StmtId stmt) {
  std::vector<ObjectId> result;
  for (const analysis::EffectItem &item : effects.stmts[index(stmt)].items)
    if (item.kind == AccessKind::Write)
      result.insert(result.end(), item.objects.ids.begin(),
                    item.objects.ids.end());
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

bool writesOnly(const analysis::Effects &effects, StmtId stmt,
                const std::set<ObjectId> &objects) {
  const std::vector<analysis::EffectItem> &items =
      effects.stmts[index(stmt)].items;
  return std::all_of(
      items.begin(), items.end(), [&](const analysis::EffectItem &item) {
        return item.kind != AccessKind::Write ||
               std::all_of(item.objects.ids.begin(), item.objects.ids.end(),
                           [&](ObjectId id) { return objects.count(id) != 0; });
      });
}

std::set<ObjectId> replicatedScalars(const ir::Program &program,
                                     const analysis::Effects &effects,
                                     const std::vector<StmtId> &candidates,
                                     analysis::ObjectUnion otherWrites) {
  std::set<ObjectId> result;
  std::vector<StmtId> replicable;
  for (StmtId stmt : candidates) {
    bool isFine = isReplicable(program, effects, stmt);
    if (isFine)
      replicable.push_back(stmt);
    for (const analysis::EffectItem &item : effects.stmts[index(stmt)].items) {
      if (item.kind != AccessKind::Write)
        continue;
      if (isFine)
        result.insert(item.objects.ids.begin(), item.objects.ids.end());
      else
        otherWrites.add(item.objects.ids);
    }
  }
  std::erase_if(result, [&](ObjectId o) { return otherWrites.contains(o); });

  // A statement that writes anything outside the set is ordinary work, so what
  // it writes is not replicated either.
  for (bool changed = true; changed;) {
    changed = false;
    for (StmtId stmt : replicable)
      if (!writesOnly(effects, stmt, result))
        for (ObjectId object : writtenBy(effects, stmt))
          changed |= result.erase(object) != 0;
  }
  return result;
}

} // namespace hocket::taskgraph

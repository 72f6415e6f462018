// SPDX-License-Identifier: Apache-2.0
//
// Wording of the arguments and notes; the sentences are in remarks.def.

#include "polyhedral/LoopRemarks.h"

#include "ir/Tree.h"

namespace hocket::polyhedral {

using ir::NodeId;

Remark remarkFor(const ir::Program &program, NodeId loop, RemarkId id) {
  Remark remark{};
  remark.id = id;
  remark.location = program[loop].location;
  if (isValid(program[loop].function))
    remark.function = program[program[loop].function].name;
  return remark;
}

Remark notCounted(const ProgramIndex &index, NodeId loop) {
  const ir::Program &program = index.program();
  const ir::Node &node = program[loop];
  const ir::Loop &data = *node.as<ir::Loop>();
  const ir::Exits &exits = program[data.body].exits;
  const char *jump = exits.byBreak    ? "a 'break'"
                     : exits.byReturn ? "a 'return'"
                     : exits.byGoto   ? "a 'goto'"
                                      : nullptr;
  if (jump) {
    Remark remark = remarkFor(program, loop, RemarkId::IrregularControl);
    remark.args = {jump};
    return remark;
  }
  Remark remark = remarkFor(program, loop, RemarkId::UncountedLoop);
  std::string why = data.notCounted;
  if (why.empty())
    why = data.counted ? "its iterator or bound may change, or wrap around"
                       : "it is not a counting loop";
  remark.args = {why};
  return remark;
}

namespace {

std::string verbOf(const MemoryAccess &access) {
  return access.isWrite() ? "writes" : "reads";
}

RemarkNote noteOn(const ir::Program &program, const MemoryAccess &access) {
  std::string text =
      verbOf(access) + " '" + textOf(program, *access.item) + "'";
  if (!access.item->via.empty())
    text += " in the call of '" + access.item->via + "'";
  return {access.item->location, text};
}

} // namespace

Remark carriedDependence(const ir::Program &program, NodeId loop,
                         const MemoryAccess &from, const MemoryAccess &to,
                         std::optional<int64_t> distance) {
  Remark remark = remarkFor(program, loop, RemarkId::CarriedDependence);
  std::string when = "an earlier iteration";
  if (distance && *distance == 1)
    when = "the iteration before";
  else if (distance)
    when = std::to_string(*distance) + " iterations before";
  remark.args = {to.isWrite() ? "the write of" : "the read of",
                 textOf(program, *to.item), textOf(program, *from.item), when};
  remark.notes = {noteOn(program, from), noteOn(program, to)};
  return remark;
}

Remark mayAliasRemark(const ir::Program &program, NodeId loop,
                      const MemoryAccess &a, const MemoryAccess &b) {
  Remark remark = remarkFor(program, loop, RemarkId::MayAlias);
  remark.args = {textOf(program, *a.item), textOf(program, *b.item)};
  remark.notes = {noteOn(program, a), noteOn(program, b)};
  return remark;
}

Remark nonAffine(const ir::Program &program, NodeId loop,
                 const MemoryAccess &access, const MemoryAccess &other) {
  Remark remark = remarkFor(program, loop, RemarkId::NonAffineAccess);
  remark.args = {textOf(program, *access.item)};
  remark.notes = {noteOn(program, access)};
  if (other.item != access.item)
    remark.notes.push_back(noteOn(program, other));
  return remark;
}

Remark sharedRows(const ir::Program &program, NodeId loop,
                  const MemoryAccess &a, const MemoryAccess &b) {
  Remark remark = remarkFor(program, loop, RemarkId::SharedRows);
  remark.args = {textOf(program, *a.item)};
  remark.notes = {noteOn(program, a)};
  if (b.item != a.item)
    remark.notes.push_back(noteOn(program, b));
  return remark;
}

Remark scalarCarried(const ProgramIndex &index, NodeId loop, RemarkId id,
                     ir::ObjectId object) {
  const ir::Program &program = index.program();
  Remark remark = remarkFor(program, loop, id);
  remark.args = {program[object].name};
  for (ir::StmtId stmt : index.repeatedStmts(loop))
    for (const analysis::EffectItem &item : index.itemsOf(stmt))
      if (item.kind == ir::AccessKind::Write && remark.notes.empty() &&
          index.mayTouch(item, object))
        remark.notes.push_back(
            {item.location, "writes '" + program[object].name + "'"});
  return remark;
}

namespace {

std::string opName(ir::UpdateOp op) {
  switch (op) {
  case ir::UpdateOp::Add:
    return "+";
  case ir::UpdateOp::Mul:
    return "*";
  case ir::UpdateOp::And:
    return "&";
  case ir::UpdateOp::Or:
    return "|";
  case ir::UpdateOp::Xor:
    return "^";
  case ir::UpdateOp::Min:
    return "min";
  case ir::UpdateOp::Max:
    return "max";
  case ir::UpdateOp::LogicalAnd:
    return "&&";
  case ir::UpdateOp::LogicalOr:
    return "||";
  }
  return "?";
}

std::string conditionText(const LoopVerdict &verdict) {
  std::string text;
  for (const RangeCheck &check : verdict.checks) {
    text += text.empty() ? " if " : " and ";
    text += "'" + check.first.base + "' and '" + check.second.base + "'";
  }
  if (!text.empty())
    text += " do not overlap";
  for (const EntryCondition &condition : verdict.conditions)
    text += (text.empty() ? " if " : " and ") + condition.meaning;
  return text;
}

} // namespace

Remark parallel(const ir::Program &program, const LoopVerdict &verdict) {
  bool isReduction = verdict.kind == LoopKind::Reduction;
  Remark remark =
      remarkFor(program, verdict.loop,
                isReduction ? RemarkId::LoopReduction : RemarkId::LoopDoall);
  std::string what;
  for (const ReductionObject &reduction : verdict.reductions)
    what += (what.empty() ? "'" : ", '") + reduction.name + "' (" +
            opName(reduction.op) + ")";
  remark.args = {what + conditionText(verdict)};
  return remark;
}

} // namespace hocket::polyhedral

// SPDX-License-Identifier: Apache-2.0
//
// Wording of the arguments and notes; the sentences are in remarks.def.

#include "loops/context/LoopRemarks.h"

#include "symbolic/Alias.h"

#include "ir/SourceLines.h"
#include "ir/Tree.h"

#include <set>

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

namespace {

/// The jump that leaves the loop: a break of an inner loop or switch leaves
/// only that.
const ir::Node *jumpOut(const ir::Program &program, NodeId node,
                        ir::JumpKind kind) {
  const ir::Node &n = program[node];
  if (const ir::Jump *jump = n.as<ir::Jump>())
    return jump->kind == kind ? &n : nullptr;
  const ir::Exits &exits = n.exits;
  bool leaves = kind == ir::JumpKind::Break    ? exits.byBreak
                : kind == ir::JumpKind::Return ? exits.byReturn
                                               : exits.byGoto;
  if (leaves)
    for (NodeId child : ir::childrenOf(program, node))
      if (const ir::Node *found = jumpOut(program, child, kind))
        return found;
  return nullptr;
}

/// The text of a condition, cut if it is long.
std::string shortText(const ir::Program &program, ir::StmtId stmt) {
  constexpr std::size_t longest = 60;
  std::string text;
  for (char c : program.text(program[stmt].text))
    if (c != '\n' && c != '\t')
      text += c;
  return text.size() > longest ? text.substr(0, longest - 3) + "..." : text;
}

/// A write in the loop to something else than its iterator that the condition
/// reads; null if there is none.
const analysis::EffectItem *changeOfCondition(const ProgramIndex &index,
                                              NodeId loop) {
  const ir::Loop &data = *index.program()[loop].as<ir::Loop>();
  if (!isValid(data.condition))
    return nullptr;
  for (const analysis::EffectItem &read : index.itemsOf(data.condition)) {
    if (read.kind != ir::AccessKind::Read ||
        index.namedObject(read) == data.counted->iterator)
      continue;
    for (ir::StmtId stmt : repeatedStmts(index, loop))
      for (const analysis::EffectItem &item : index.itemsOf(stmt))
        if (item.kind == ir::AccessKind::Write &&
            objectsMayOverlap(index, read, item))
          return &item;
  }
  return nullptr;
}

} // namespace

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
    ir::JumpKind kind = exits.byBreak    ? ir::JumpKind::Break
                        : exits.byReturn ? ir::JumpKind::Return
                                         : ir::JumpKind::Goto;
    if (const ir::Node *from = jumpOut(program, data.body, kind))
      remark.notes = {{from->location, "leaves the loop here"}};
    return remark;
  }
  Remark remark = remarkFor(program, loop, RemarkId::UncountedLoop);
  std::string why = data.notCounted;
  const analysis::EffectItem *change =
      data.counted ? changeOfCondition(index, loop) : nullptr;
  if (why.empty())
    why = change         ? "what its condition reads may change"
          : data.counted ? "its iterator may wrap around"
                         : "it is not a counting loop";
  remark.args = {why};
  if (isValid(data.condition))
    remark.notes.push_back(
        {program[data.condition].location,
         "goes on while '" + shortText(program, data.condition) + "'"});
  if (change)
    remark.notes.push_back(
        {change->location,
         "may change what '" + shortText(program, data.condition) + "' reads"});
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

Remark earlyExit(const ir::Program &program, NodeId loop,
                 const SourceLocation &where, const std::string &what) {
  Remark remark = remarkFor(program, loop, RemarkId::EarlyExit);
  remark.args = {what};
  remark.notes = {{where, "done here"}};
  return remark;
}

Remark carriedDependence(const ir::Program &program, NodeId loop,
                         const MemoryAccess &from, const MemoryAccess &to,
                         const Distance &distance) {
  Remark remark = remarkFor(program, loop, RemarkId::CarriedDependence);
  std::string when = "an earlier iteration";
  std::string least = std::to_string(distance.least);
  if (distance.least == 1)
    when = distance.isAlways ? "the iteration before" : "the iterations before";
  else if (distance.least > 1)
    when = least + (distance.isAlways ? "" : " or more") + " iterations before";
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
  remark.notes.back().text += ", maybe the same memory in another iteration";
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
  // The last write of an iteration, and the first read of the next.
  const analysis::EffectItem *write = nullptr, *read = nullptr;
  for (ir::StmtId stmt : repeatedStmts(index, loop))
    for (const analysis::EffectItem &item : index.itemsOf(stmt)) {
      if (!index.mayTouch(item, object))
        continue;
      if (item.kind == ir::AccessKind::Write)
        write = &item;
      else if (!read)
        read = &item;
    }
  const std::string &name = program[object].name;
  if (write)
    remark.notes.push_back({write->location, "writes '" + name + "'"});
  if (read)
    remark.notes.push_back(
        {read->location, "reads '" + name + "' in the next iteration"});
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

std::string conditionText(const ir::Program &program,
                          const LoopVerdict &verdict) {
  std::string text;
  for (const AliasCheck &check : verdict.checks) {
    text += text.empty() ? " if " : " and ";
    text += "'" + baseName(program, check.first.base) + "' and '" +
            baseName(program, check.second.base) + "'";
  }
  if (!text.empty())
    text += " do not overlap";
  std::set<std::string> told;
  for (const EntryCondition &condition : verdict.conditions)
    if (told.insert(condition.meaning).second)
      text += (text.empty() ? " if " : " and ") + condition.meaning;
  return text;
}

} // namespace

Remark parallel(const ir::Program &program, const LoopVerdict &verdict) {
  bool isReduction =
      verdict.kind() == LoopKind::Reduction || verdict.kind() == LoopKind::Scan;
  RemarkId id = verdict.kind() == LoopKind::Search ? RemarkId::LoopSearch
                : isReduction                      ? RemarkId::LoopReduction
                                                   : RemarkId::LoopDoall;
  Remark remark = remarkFor(program, verdict.loop, id);
  std::string what;
  for (const ReductionObject &reduction : verdict.reductions())
    what += (what.empty() ? "'" : ", '") + reduction.name + "' (" +
            opName(reduction.op) + ")";
  for (const ReductionObject &total : verdict.totals())
    what += (what.empty() ? "'" : ", '") + total.name + "' (" +
            opName(total.op) + ", running)";
  for (const SelectionObject &object : verdict.selections()) {
    std::string names;
    for (std::size_t i = 0; i < object.selection.targets.size(); ++i)
      names += (names.empty() ? "'" : ", '") + object.nameOf(program, i) + "'";
    what += (what.empty() ? "" : ", ") + names + " (" +
            opName(object.selection.op) + ")";
  }
  remark.args = {what + conditionText(program, verdict)};
  return remark;
}

Remark pipeline(const ir::Program &program, const LoopVerdict &verdict) {
  Remark remark = remarkFor(program, verdict.loop, RemarkId::LoopPipeline);
  std::vector<NodeId> ordered, rest;
  for (const PipelineStage &stage : verdict.stages()) {
    std::vector<NodeId> &items = stage.isOrdered ? ordered : rest;
    items.insert(items.end(), stage.items.begin(), stage.items.end());
  }
  remark.args = {ir::linesOf(program, ordered), ir::linesOf(program, rest)};
  if (!verdict.ordered().empty()) {
    std::string names;
    for (const ReductionObject &object : verdict.ordered())
      names += (names.empty() ? "the updates of '" : ", '") + object.name + "'";
    remark.args = {names, "what they add up"};
  }
  return remark;
}

} // namespace hocket::polyhedral

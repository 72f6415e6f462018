// SPDX-License-Identifier: Apache-2.0
#include "loops/legality/Effects.h"

#include "loops/context/LoopRemarks.h"
#include "symbolic/Accesses.h"

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::ObjectId;
using ir::StmtId;

namespace {

/// A remark on what a statement calls. \param more what follows its name
Remark callRemark(const LoopContext &context, RemarkId id, StmtId stmt,
                  const std::string &via, std::vector<std::string> more = {}) {
  Remark remark = remarkFor(context.program, context.loop, id);
  remark.args = {via.empty() ? "code" : via};
  remark.args.insert(remark.args.end(), more.begin(), more.end());
  remark.notes = {{context.program[stmt].location, "called here"}};
  return remark;
}

Refused refuseStatement(const LoopContext &context, StmtId stmt) {
  const ProgramIndex &index = context.index;
  const analysis::StmtEffects &effects = index.effects().stmts[ir::index(stmt)];
  std::string via = effects.unknownWhy;
  for (const EffectItem &item : index.itemsOf(stmt))
    if (via.empty())
      via = item.via;
  if (effects.isUnknown || context.program[stmt].isOpaque)
    return callRemark(context, RemarkId::UnknownCall, stmt, via);
  if (effects.needsCallingThread)
    return callRemark(context, RemarkId::OrderedCall, stmt, via,
                      {"it belongs to its own thread"});
  if (effects.mayNotReturn)
    return callRemark(context, RemarkId::OrderedCall, stmt, via,
                      {"it may not return"});
  if (effects.readsClock)
    return callRemark(context, RemarkId::OrderedCall, stmt, via,
                      {"it takes the time"});
  for (const EffectItem &item : index.itemsOf(stmt))
    if (item.isVolatile) {
      Remark remark =
          remarkFor(context.program, context.loop, RemarkId::VolatileAccess);
      remark.args = {textOf(context.program, item)};
      remark.notes = {{item.location, "accessed here"}};
      return remark;
    }
  return std::nullopt;
}

std::string hiddenReason(const ir::HiddenObjects &hidden, ObjectId object) {
  if (object == hidden.io)
    return "input or output";
  if (object == hidden.errnoValue)
    return "it sets errno";
  if (object == hidden.random)
    return "it draws from one random sequence";
  if (object == hidden.allocator)
    return "it changes the allocator";
  if (object == hidden.control)
    return "it may end the program";
  return "state of the C library";
}

} // namespace

Refused refuseUnknownEffects(const LoopContext &context) {
  for (StmtId stmt : context.stmts)
    if (Refused refused = refuseStatement(context, stmt))
      return refused;
  return std::nullopt;
}

std::map<ObjectId, HiddenUse> hiddenUses(const LoopContext &context) {
  std::map<ObjectId, HiddenUse> uses;
  for (StmtId stmt : context.stmts)
    for (const EffectItem &item : context.index.itemsOf(stmt))
      for (ObjectId object : context.index.hiddenObjects()) {
        if (!item.objects.contains(object))
          continue;
        HiddenUse &use = uses[object];
        bool isWrite = item.kind == ir::AccessKind::Write;
        if (!use.item || (isWrite && !use.isWritten))
          use.item = &item;
        use.isWritten |= isWrite;
        use.isRead |= !isWrite || item.via.empty();
        use.allCommute &= item.isCommutative;
        use.stmts.insert(stmt);
      }
  return uses;
}

Result<EffectEvidence> classifyEffects(const LoopContext &context) {
  if (Refused refused = refuseUnknownEffects(context))
    return *refused;
  const ir::Program &program = context.program;
  EffectEvidence evidence;
  for (const auto &[object, use] : hiddenUses(context)) {
    if (!use.isOrdered())
      continue;
    // Each chunk starts without an error and leaves its last one; who reads
    // errno has to be on the calling thread, which was refused before.
    if (object == program.hidden.errnoValue && !use.isRead) {
      evidence.writesErrno = true;
      continue;
    }
    Remark remark = remarkFor(program, context.loop, RemarkId::OrderedCall);
    remark.args = {use.item->via.empty() ? textOf(program, *use.item)
                                         : use.item->via,
                   hiddenReason(program.hidden, object)};
    remark.notes = {{use.item->location, "called here"}};
    return remark;
  }
  return evidence;
}

} // namespace hocket::polyhedral

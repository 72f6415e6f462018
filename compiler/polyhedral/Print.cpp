// SPDX-License-Identifier: Apache-2.0
//
// Printing verdicts and dependences.

#include "polyhedral/Print.h"

#include "polyhedral/pipelines/StageOrder.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace hocket::polyhedral {

namespace {

const char *nameOf(LoopKind kind) {
  switch (kind) {
  case LoopKind::Sequential:
    return "sequential";
  case LoopKind::Doall:
    return "doall";
  case LoopKind::Reduction:
    return "reduction";
  case LoopKind::Scan:
    return "scan";
  case LoopKind::Search:
    return "search";
  case LoopKind::Pipeline:
    return "pipeline";
  }
  return "?";
}

const char *nameOf(ir::UpdateOp op) {
  switch (op) {
  case ir::UpdateOp::Add:
    return "add";
  case ir::UpdateOp::Mul:
    return "mul";
  case ir::UpdateOp::And:
    return "and";
  case ir::UpdateOp::Or:
    return "or";
  case ir::UpdateOp::Xor:
    return "xor";
  case ir::UpdateOp::Min:
    return "min";
  case ir::UpdateOp::Max:
    return "max";
  case ir::UpdateOp::LogicalAnd:
    return "logical-and";
  case ir::UpdateOp::LogicalOr:
    return "logical-or";
  }
  return "?";
}

const char *nameOf(const MacroTask &task) {
  return task.is<Whole>()     ? "whole"
         : task.is<Chunks>()  ? "chunks"
         : task.is<Combine>() ? "combine"
                              : "replicated";
}

const char *nameOf(DependenceKind kind) {
  switch (kind) {
  case DependenceKind::Flow:
    return "flow";
  case DependenceKind::Anti:
    return "anti";
  case DependenceKind::Output:
    return "output";
  }
  return "?";
}

void printSide(const RangeCheck::Side &side, llvm::raw_ostream &out) {
  if (side.guard != "1")
    out << side.guard << " && ";
  out << side.base << " + [" << side.lo << ", " << side.hi << ")";
}

} // namespace

void print(const ir::Program &program, const std::vector<LoopVerdict> &verdicts,
           llvm::raw_ostream &out) {
  for (const LoopVerdict &verdict : verdicts) {
    const SourceLocation &at = verdict.remark.location;
    out << at.file << ":" << at.line << ":" << at.column << " "
        << verdict.remark.function << ": " << nameOf(verdict.kind) << "  ["
        << info(verdict.remark.id).name << "] " << verdict.remark.message()
        << "\n";
    for (const RemarkNote &note : verdict.remark.notes)
      out << "  note " << note.location.line << ":" << note.location.column
          << " " << note.text << "\n";
    for (const PrivateObject &object : verdict.privates)
      out << "  private '" << (object.isPointee ? "*" : "")
          << program[object.object].name << "'"
          << (object.isLocalToBody ? " local" : "")
          << (object.needsLastValue ? " last-value" : "")
          << (object.isConditional ? " if-assigned" : "")
          << (object.isOnHeap() ? " allocated" : "") << "\n";
    for (const InductionObject &object : verdict.inductions) {
      if (object.isRecomputed) {
        out << "  recomputed '" << program[object.object].name << "', "
            << verdict.warmUpDepth << " before"
            << (object.needsLastValue ? " last-value" : "") << "\n";
        continue;
      }
      out << "  induction '" << program[object.object].name << "' "
          << (object.step < 0 ? "-= " : "+= ") << std::abs(object.step)
          << (isValid(object.by) ? " * '" + program[object.by].name + "'"
                                 : std::string())
          << (object.needsLastValue ? " last-value" : "") << "\n";
    }
    for (const ReductionObject &object : verdict.reductions)
      out << "  reduction " << nameOf(object.op) << " '" << object.name << "' "
          << object.type
          << (object.isOnHeap() ? std::string(" copy allocated")
              : object.isArray()
                  ? " copy of " + std::to_string(object.elements)
                  : std::string(object.isMemory() ? " place" : ""))
          << "\n";
    for (const ReductionObject &total : verdict.totals)
      out << "  running " << nameOf(total.op) << " '" << total.name << "' "
          << total.type << ", first pass of " << verdict.firstPass.size()
          << "\n";
    for (const SelectionObject &object : verdict.selections) {
      out << "  selection " << nameOf(object.selection.op)
          << (object.selection.keepsFirst ? " first" : " last");
      for (std::size_t i = 0; i < object.selection.targets.size(); ++i)
        out << " '" << object.nameOf(program, i) << "'"
            << (object.selection.targets[i].isMemory() ? " place" : "");
      out << "\n";
    }
    for (const PipelineStage &stage : verdict.stages)
      out << "  stage " << (stage.isOrdered ? "in order" : "free") << ", "
          << linesOf(program, stage.items) << "\n";
    for (const RangeCheck &check : verdict.checks) {
      out << "  check ";
      printSide(check.first, out);
      out << " apart from ";
      printSide(check.second, out);
      out << "\n";
    }
    for (const EntryCondition &condition : verdict.conditions)
      out << "  condition " << condition.text << "\n";
  }
}

void print(const ir::Program &program, const RegionShape &region,
           const std::vector<TaskDependence> &dependences,
           llvm::raw_ostream &out) {
  for (std::size_t i = 0; i < region.tasks.size(); ++i)
    out << "leaf " << i << " " << nameOf(region.tasks[i]) << " line "
        << program[region.tasks[i].node].location.line << "\n";
  for (const TaskDependence &d : dependences) {
    out << d.from << " -> " << d.to << " " << nameOf(d.kind);
    if (isValid(d.object))
      out << " '" << program[d.object].name << "'";
    if (d.sameIteration)
      out << " same";
    if (d.carriedMask)
      out << " carried " << llvm::format_hex(d.carriedMask, 1);
    if (d.bytes)
      out << " " << d.bytes << " bytes";
    if (!d.chunkPairs.empty()) {
      out << " chunks ";
      std::size_t columns = region.tasks[d.to].chunkCount();
      for (std::size_t i = 0; i < d.chunkPairs.size(); ++i)
        out << (i && i % columns == 0 ? "|" : "")
            << (d.chunkPairs[i] ? '1' : '0');
    }
    out << "\n";
  }
}

} // namespace hocket::polyhedral

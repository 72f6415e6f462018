// SPDX-License-Identifier: Apache-2.0

#include "verdict/Print.h"

#include "ir/SourceLines.h"

#include "llvm/Support/raw_ostream.h"

namespace hocket::polyhedral {

namespace {

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

/// "guard && a + [0LL, 8LL)".
std::string text(const AliasCheck::Side &side, const CheckWriter &write) {
  std::string range =
      write(side.base) + " + [" + write(side.lo) + ", " + write(side.hi) + ")";
  return side.guard.is(CheckKind::True) ? range
                                        : write(side.guard) + " && " + range;
}

std::string_view manner(AliasCheck::Test test) {
  switch (test) {
  case AliasCheck::Test::Ranges:
    return " apart from ";
  case AliasCheck::Test::Starts:
    return " other than ";
  case AliasCheck::Test::Either:
    return " other than or apart from ";
  }
  return "?";
}

/// Where pointers stand that lead to copies: " links 8 16".
std::string linksOf(const PrivateObject &object) {
  std::string text = object.links.empty() ? "" : " links";
  for (const PrivateLink &link : object.links)
    text += " " + std::to_string(link.at);
  return text;
}

} // namespace

void print(const ir::Program &program, const std::vector<LoopVerdict> &verdicts,
           const CheckWriter &write, llvm::raw_ostream &out) {
  for (const LoopVerdict &verdict : verdicts) {
    const SourceLocation &at = verdict.remark.location;
    out << at.file << ":" << at.line << ":" << at.column << " "
        << verdict.remark.function << ": " << verdict.traits().name << "  ["
        << info(verdict.remark.id).name << "] " << verdict.remark.message()
        << "\n";
    for (const RemarkNote &note : verdict.remark.notes)
      out << "  note " << note.location.line << ":" << note.location.column
          << " " << note.text << "\n";
    for (const PrivateObject &object : verdict.privates)
      out << "  private '" << (object.isPointee ? "*" : "")
          << program[object.object].name << "'"
          << (object.isLocalToBody ? " local" : "")
          << (object.isLastprivate ? " lastprivate" : "")
          << (object.isConditional ? " if-assigned" : "")
          << (object.isOnHeap() ? " allocated" : "")
          << (object.isCopiedIn() ? " copied" : "") << linksOf(object) << "\n";
    for (const InductionObject &object : verdict.inductions) {
      if (object.isRecomputed) {
        out << "  recomputed '" << program[object.object].name << "', "
            << verdict.warmUpDepth << " before"
            << (object.isLastprivate ? " lastprivate" : "") << "\n";
        continue;
      }
      out << "  induction '" << program[object.object].name << "' "
          << (object.step < 0 ? "-= " : "+= ") << std::abs(object.step)
          << (isValid(object.by) ? " * '" + program[object.by].name + "'"
                                 : std::string())
          << (object.isLastprivate ? " lastprivate" : "") << "\n";
    }
    for (const ReductionObject &object : verdict.reductions())
      out << "  reduction " << nameOf(object.op) << " '" << object.name << "' "
          << object.type
          << (object.isOnHeap() ? std::string(" copy allocated")
              : object.isArray()
                  ? " copy of " + std::to_string(object.elements)
                  : std::string(object.isMemory() ? " place" : ""))
          << "\n";
    for (const ReductionObject &total : verdict.totals())
      out << "  running " << nameOf(total.op) << " '" << total.name << "' "
          << total.type << ", first pass of " << verdict.firstPass().size()
          << "\n";
    for (const SelectionObject &object : verdict.selections()) {
      out << "  selection " << nameOf(object.selection.op)
          << (object.selection.keepsFirst ? " first" : " last");
      for (std::size_t i = 0; i < object.selection.targets.size(); ++i)
        out << " '" << object.nameOf(program, i) << "'"
            << (object.selection.targets[i].isMemory() ? " place" : "");
      if (!object.selection.member.empty())
        out << " by '" << object.selection.member << "'";
      if (object.selection.hasAlternative())
        out << " or the first";
      out << "\n";
    }
    for (const PipelineStage &stage : verdict.stages())
      out << "  stage " << (stage.isOrdered ? "in order" : "free") << ", "
          << ir::linesOf(program, stage.items) << "\n";
    for (const ReductionObject &object : verdict.ordered())
      out << "  in order " << nameOf(object.op) << " '" << object.name << "' "
          << object.type
          << (object.logged.empty() ? std::string(", by blocks")
                                    : ", each " + object.logged)
          << (object.isMemory() ? " place" : "") << "\n";
    for (const AliasCheck &check : verdict.checks)
      out << "  check " << text(check.first, write) << manner(check.test)
          << text(check.second, write) << "\n";
    for (const EntryCondition &condition : verdict.conditions)
      out << "  condition " << write(condition.test) << "\n";
    for (const KeptLoad &kept : verdict.keptLoads) {
      out << "  loads once " << kept.type << " " << write(kept.load);
      for (const CheckExpr &way : kept.ways)
        out << (&way == &kept.ways.front() ? " if " : " or ") << write(way);
      out << "\n";
    }
  }
}

} // namespace hocket::polyhedral

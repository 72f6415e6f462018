// SPDX-License-Identifier: Apache-2.0
#include "analysis/Print.h"

#include "ir/Print.h"
#include "ir/Tree.h"

#include <llvm/Support/raw_ostream.h>

#include <cctype>

namespace hocket::analysis {

using namespace ir;

namespace {

/// The text in one line: line markers left out, white space squeezed.
std::string oneLine(std::string_view text) {
  std::string line;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '#' && (i == 0 || text[i - 1] == '\n')) {
      while (i < text.size() && text[i] != '\n')
        ++i;
      c = ' ';
    }
    if (!std::isspace(static_cast<unsigned char>(c)))
      line += c;
    else if (!line.empty() && line.back() != ' ')
      line += ' ';
  }
  return line;
}

std::string nameOf(const Program &program, ObjectId id) {
  const Object &object = program[id];
  std::string name = object.name.empty() ? "?" : object.name;
  switch (object.kind) {
  case ObjectKind::Local:
  case ObjectKind::Param:
  case ObjectKind::Static:
    if (isValid(object.function))
      return program[object.function].name + "." + name;
    return name;
  case ObjectKind::Hidden:
    return "<" + name + ">";
  case ObjectKind::Heap:
  case ObjectKind::String:
    return (object.kind == ObjectKind::Heap ? "heap" : "string") +
           std::to_string(index(id)) +
           (object.location.isValid()
                ? "@" + std::to_string(object.location.line)
                : "");
  default:
    return name;
  }
}

void printItem(const Program &program, const EffectItem &item,
               llvm::raw_ostream &out) {
  out << "    " << (item.kind == AccessKind::Write ? "W" : "R")
      << (item.must ? "!" : "") << (item.isCommutative ? "~" : "") << " {";
  const char *separator = "";
  for (ObjectId id : item.objects.ids) {
    out << separator << nameOf(program, id);
    separator = ", ";
  }
  out << "}";
  if (item.objects.unknown)
    out << " unknown";
  if (item.size)
    out << " size " << item.size;
  if (isValid(item.address))
    out << " at " << toString(program, item.address);
  if (item.offset)
    out << (item.offset > 0 ? " + " : " - ")
        << (item.offset > 0 ? item.offset : -item.offset);
  if (!item.type.empty())
    out << " : " << item.type;
  if (item.isVolatile)
    out << " volatile";
  if (!item.via.empty())
    out << " by '" << item.via << "'";
  out << "\n";
}

void printStmt(const Program &program, const StmtEffects &effects,
               const Stmt &stmt, llvm::raw_ostream &out) {
  out << "  stmt " << index(stmt.id);
  if (isValid(stmt.text.unit))
    out << " '" << oneLine(program.text(stmt.text)) << "'";
  if (effects.mayNotReturn)
    out << " may-not-return";
  if (effects.needsCallingThread)
    out << " calling-thread";
  if (effects.readsClock)
    out << " reads-clock";
  if (effects.isUnknown)
    out << " unknown (" << effects.unknownWhy << ")";
  out << "\n";
  for (const EffectItem &item : effects.items)
    printItem(program, item, out);
}

} // namespace

void print(const Program &program, const Effects &effects,
           llvm::raw_ostream &out) {
  if (!effects.threadUnsafe.empty())
    out << "thread-unsafe: " << effects.threadUnsafe << "\n";
  for (const Object &object : program.objects)
    if (effects.isHeldOnce[index(object.id)])
      out << "held once: " << nameOf(program, object.id) << "\n";
  for (const Object &object : program.objects)
    if (effects.holdsStart[index(object.id)])
      out << "holds starts: " << nameOf(program, object.id) << "\n";
  for (const auto &[object, holders] : effects.heldByScalars) {
    const Object &o = program[object];
    if (o.isScalar && !o.isAddressTaken)
      continue; // nobody asks
    out << "held by scalars: " << program[o.function].name << "." << o.name;
    for (ObjectId holder : holders)
      out << ' ' << program[holder].name;
    out << "\n";
  }
  for (const auto &[heap, holders] : effects.heapHolders) {
    out << "heap: " << nameOf(program, heap) << " held by";
    for (ObjectId holder : holders)
      out << ' ' << nameOf(program, holder);
    out << "\n";
  }
  for (const Function &function : program.functions) {
    if (!isValid(function.body))
      continue;
    out << "function " << function.name;
    if (effects.isRecursive[index(function.id)])
      out << " recursive";
    const char *separator = " calls ";
    for (FunctionId callee : effects.callees[index(function.id)]) {
      out << separator << program[callee].name;
      separator = ", ";
    }
    out << "\n";
    for (StmtId stmt : allStmts(program, function.body))
      printStmt(program, effects.stmts[index(stmt)], program[stmt], out);
  }
}

} // namespace hocket::analysis

// SPDX-License-Identifier: Apache-2.0
#include "speculation/WholeProgram.h"

#include "speculation/CalledFunctions.h"

#include "ir/Tree.h"

#include <algorithm>
#include <string_view>

namespace hocket::speculation {

using namespace ir;

namespace {

/// What the program calls anywhere that a second process would get in the way
/// of, or that nobody knows; empty: nothing.
std::string callsProcesses(const Program &program,
                           const analysis::LibraryTable &library) {
  static constexpr std::string_view names[] = {"system", "popen", "pclose",
                                               "getpid", "getppid"};
  auto isIn = [](std::string_view name) {
    return std::find(std::begin(names), std::end(names), name) !=
           std::end(names);
  };
  for (const Stmt &stmt : program.stmts)
    for (const CallSite &call : stmt.calls) {
      if (!isValid(call.callee) || isValid(program[call.callee].body))
        continue;
      const analysis::LibraryFunction *known =
          library.find(program, program[call.callee]);
      if (!known || known->isUnknown || known->isAsync ||
          isIn(program[call.callee].name))
        return program[call.callee].name;
    }
  return "";
}

/// A function of the program that has a name of the C library's, and so comes
/// in the place of one that the runtime wants; empty: none.
std::string definesLibraryName(const Program &program,
                               const analysis::LibraryTable &library) {
  static constexpr std::string_view others[] = {"fork",
                                                "_Fork",
                                                "mmap",
                                                "munmap",
                                                "mremap",
                                                "madvise",
                                                "mincore",
                                                "waitpid",
                                                "process_vm_readv",
                                                "prctl",
                                                "syscall",
                                                "memfd_create",
                                                "sched_setaffinity",
                                                "sched_getaffinity"};
  auto found =
      std::find_if(program.functions.begin(), program.functions.end(),
                   [&](const Function &function) {
                     return isValid(function.unit) && !function.isStatic &&
                            (library.find(function.name) ||
                             std::find(std::begin(others), std::end(others),
                                       function.name) != std::end(others));
                   });
  return found == program.functions.end() ? "" : found->name;
}

/// The locale is the C library's, and what a child asks of it may have changed
/// meanwhile: it may be set where a program begins, and nowhere else.
bool changesLocale(const polyhedral::ProgramIndex &index) {
  const Program &program = index.program();
  for (const Stmt &stmt : program.stmts)
    for (const CallSite &call : stmt.calls) {
      if (!isValid(call.callee) || program[call.callee].name != "setlocale")
        continue;
      NodeId node = index.nodeOf(stmt.id);
      if (!isValid(node) || !loopsAround(program, node).empty() ||
          program[program[node].function].name != "main")
        return true;
    }
  return false;
}

/// What may do anything, and so ask which process it is in; empty: nothing.
/// Functions that nothing calls any more do not count: what their parameters
/// point to is unknown.
std::string touchesAnything(const Program &program,
                            const analysis::Effects &effects) {
  for (FunctionId function : callersFirst(program, effects))
    for (StmtId stmt : allStmts(program, program[function].body))
      if (const analysis::StmtEffects &all = effects.stmts[index(stmt)];
          all.isUnknown)
        return "'" + all.unknownWhy + "' may touch anything";
  return "";
}

} // namespace

namespace {

/// What is tried stands elsewhere in the unit, where such a pragma may not
/// hold.
bool laysRecordsOut(const Program &program) {
  return std::any_of(
      program.units.begin(), program.units.end(), [](const Unit &unit) {
        return unit.text.find("pragma pack") != std::string::npos ||
               unit.text.find("scalar_storage_order") != std::string::npos;
      });
}

} // namespace

std::string whyNoLoop(const polyhedral::ProgramIndex &index,
                      const analysis::Effects &effects,
                      const analysis::LibraryTable &library, bool hasExcess) {
  const Program &program = index.program();
  if (!program.isClosed)
    return "there is more of the program than what is compiled here";
  if (laysRecordsOut(program))
    return "a '#pragma' says how records lie in memory";
  if (hasExcess)
    return "floating-point values have more bits than their types here";
  if (std::string name = callsProcesses(program, library); !name.empty())
    return "the program calls '" + name + "'";
  if (std::string name = definesLibraryName(program, library); !name.empty())
    return "the program has a '" + name + "' of its own";
  if (changesLocale(index))
    return "the program sets the locale later than where it begins";
  return touchesAnything(program, effects);
}

} // namespace hocket::speculation

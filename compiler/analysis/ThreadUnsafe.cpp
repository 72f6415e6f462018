// SPDX-License-Identifier: Apache-2.0
#include "analysis/ThreadUnsafe.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace hocket::analysis {

using namespace ir;

namespace {

/// If the program may call the function.
void findThreadUnsafeCalls(const Program &program, FunctionId function,
                           const char *why, Effects &effects) {
  for (const Stmt &stmt : program.stmts)
    for (const CallSite &site : stmt.calls)
      if (site.callee == function) {
        effects.threadUnsafe = why + ("'" + program[function].name + "'");
        effects.threadUnsafeAt = site.location;
        return;
      }
  if (!program[function].isAddressTaken)
    return;
  effects.threadUnsafe = why + ("'" + program[function].name + "'");
  effects.threadUnsafeAt = program[function].location;
}

/// The program's own allocator takes the library's place. Threads and what
/// makes them would call it too, at the same time.
bool replacesAllocator(const Function &function) {
  static constexpr std::string_view names[] = {
      "malloc",         "calloc",   "realloc", "free",   "aligned_alloc",
      "posix_memalign", "memalign", "valloc",  "pvalloc"};
  return isValid(function.unit) && !function.isStatic &&
         std::find(std::begin(names), std::end(names), function.name) !=
             std::end(names);
}

} // namespace

void findThreadUnsafe(const Program &program, const LibraryTable &library,
                      Effects &effects) {
  for (const Function &function : program.functions) {
    if (!effects.threadUnsafe.empty())
      return;
    if (replacesAllocator(function)) {
      effects.threadUnsafe =
          "replaces the library's allocator by its own '" + function.name + "'";
      effects.threadUnsafeAt = function.location;
    }
    if (isValid(function.unit))
      continue;
    const LibraryFunction *known = library.find(program, function);
    if (known && known->changesFloatEnvironment)
      findThreadUnsafeCalls(program, function.id,
                            "uses the floating-point environment by ", effects);
    else if (known && known->isAsync)
      findThreadUnsafeCalls(program, function.id, "handles signals by ",
                            effects);
    else if (function.name == "vfork" || function.name == "clone")
      findThreadUnsafeCalls(program, function.id,
                            "shares its memory with a process by ", effects);
  }
}

} // namespace hocket::analysis

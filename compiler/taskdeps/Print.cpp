// SPDX-License-Identifier: Apache-2.0

#include "taskdeps/Print.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace hocket::polyhedral {

namespace {

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

} // namespace

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

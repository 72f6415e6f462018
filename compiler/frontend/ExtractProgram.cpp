// SPDX-License-Identifier: Apache-2.0
//
// All units into one program. Units are read one after the other; what they
// share is joined by name as it comes.

#include "frontend/ExtractProgram.h"

#include "frontend/ReadUnit.h"
#include "frontend/unit/ProgramBuilder.h"
#include "frontend/unit/UnitReader.h"

#include <algorithm>

namespace hocket {

using namespace ir;
using namespace frontend;

static bool hasFlag(const SourceInput &input, const char *flag) {
  return std::find(input.flags.begin(), input.flags.end(), flag) !=
         input.flags.end();
}

/// Functions with a body make their own allocations: what they return is the
/// Heap object of the call inside them, not one of the call of them.
static void dropHeapOfDefined(Program &program) {
  for (Stmt &stmt : program.stmts)
    for (CallSite &call : stmt.calls)
      if (isValid(call.callee) && isValid(program[call.callee].unit))
        call.heap = ObjectId::None;
}

Program extractProgram(const std::vector<SourceInput> &inputs,
                       bool hasForeignCode, RemarkSink &remarks,
                       const ReachedFunctions &reached, UnitTrees &trees) {
  ProgramBuilder builder;
  bool allParsed = true, hasAssembly = false;
  for (const SourceInput &input : inputs) {
    auto id = static_cast<UnitId>(builder.program.units.size());
    Unit unit;
    unit.path = input.path;
    unit.text = input.text;
    builder.program.units.push_back(std::move(unit));
    bool strictAliasing = !hasFlag(input, "-fno-strict-aliasing");
    // Generated code nests deeply, and both Clang and the readers recurse: the
    // caller's stack is deep, and guarded.
    std::string problem = trees.visit(input, [&](clang::ASTContext &ast) {
      UnitReader reader(ast, builder, id, strictAliasing);
      readUnit(reader, reached);
      hasAssembly |= reader.hasAssembly;
    });
    Unit &read = builder.program.units.back();
    read.parsed = problem.empty();
    read.problem = problem;
    if (read.parsed)
      continue;
    allParsed = false;
    Remark remark{};
    remark.id = RemarkId::UnitNotParsed;
    remark.location.file = input.path;
    remark.location.line = remark.location.column = 1;
    remark.args.push_back(input.path);
    remark.args.push_back(problem);
    remarks.add(std::move(remark));
  }
  Program program = std::move(builder.program);
  dropHeapOfDefined(program);
  bool hasMain = std::any_of(
      program.functions.begin(), program.functions.end(),
      [](const Function &f) { return f.name == "main" && isValid(f.unit); });
  program.isClosed = hasMain && allParsed && !hasForeignCode && !hasAssembly;
  return program;
}

Program extractProgram(const std::vector<SourceInput> &inputs,
                       bool hasForeignCode, RemarkSink &remarks,
                       const ReachedFunctions &reached) {
  UnitTrees trees(0);
  return extractProgram(inputs, hasForeignCode, remarks, reached, trees);
}

} // namespace hocket

// SPDX-License-Identifier: Apache-2.0
#include "analysis/EffectFacts.h"

#include "analysis/FailedAllocations.h"
#include "analysis/library/FormatString.h"
#include "ir/Holes.h"

#include <algorithm>
#include <utility>

namespace hocket::analysis {

using namespace ir;

/// By "%m".
static bool printsErrno(const Program &program, const LibraryTable &library,
                        const CallSite &site) {
  const LibraryFunction *known =
      isValid(site.callee) ? library.find(program, program[site.callee])
                           : nullptr;
  return known && std::any_of(known->formats.begin(), known->formats.end(),
                              [&](const LibraryFormat &format) {
                                std::optional<std::string> text =
                                    literalArgument(program, site, format.arg);
                                return text && !format.isScan &&
                                       formatTraits(*text).readsErrno;
                              });
}

EffectFacts::EffectFacts(const Program &program, const EffectOptions &options,
                         PointersAre pointers)
    : program(program), options(options), pointsTo(program, library, pointers),
      graph(program, pointsTo, library),
      afterFailure(findFailedAllocations(program, library)),
      hasExitHandlers(analysis::hasExitHandlers(program)) {
  // A program that is not whole may be called by one that reads errno.
  errnoIsRead = !program.isClosed;
  for (const Function &function : program.functions) {
    const LibraryFunction *known = library.find(program, function);
    errnoIsRead |= known && known->readsErrno;
  }
  for (const Stmt &stmt : program.stmts)
    for (const CallSite &site : stmt.calls)
      errnoIsRead |= !errnoIsRead && printsErrno(program, library, site);
  for (auto [set, id] : {std::pair(&streamObjects, program.hidden.io),
                         std::pair(&libraryObjects, program.hidden.library)}) {
    set->ids.edit().push_back(id);
    unite(*set, pointsTo.contents(*set));
  }
  findReassigned();
  findThreadLocal();
}

void EffectFacts::findReassigned() {
  isReassigned.assign(program.objects.size(), 0);
  for (const Object &object : program.objects)
    isReassigned[index(object.id)] = object.isAddressTaken;
  for (const Stmt &stmt : program.stmts) {
    for (const Access &access : stmt.accesses)
      if (access.kind == AccessKind::Write &&
          program[access.address].kind == ExprKind::AddrOf)
        isReassigned[index(program[access.address].object)] = 1;
    if (!stmt.isOpaque || !isValid(stmt.text.unit))
      continue;
    for (const Hole &hole : holesIn(program, stmt.text))
      if (isValid(hole.object))
        isReassigned[index(hole.object)] = 1;
  }
}

void EffectFacts::findThreadLocal() {
  namesThreadLocal_.assign(program.exprs.size(), 0);
  for (std::size_t i = 0; i < program.exprs.size(); ++i) {
    const Expr &e = program.exprs[i];
    bool isNamed = isValid(e.object) && program[e.object].isThreadLocal;
    for (ExprId operand : e.operands)
      isNamed |= namesThreadLocal_[index(operand)] != 0;
    namesThreadLocal_[i] = isNamed;
  }
}

bool EffectFacts::isConstantParam(ObjectId param) const {
  return program[param].kind == ObjectKind::Param &&
         !isReassigned[index(param)];
}

bool EffectFacts::namesThreadLocal(const Stmt &stmt) const {
  auto names = [this](ExprId expr) {
    return isValid(expr) && namesThreadLocal_[index(expr)];
  };
  bool found = names(stmt.value);
  for (const Access &access : stmt.accesses)
    found |= names(access.address) || names(access.value);
  for (const CallSite &site : stmt.calls) {
    found |= names(site.pointer);
    found |= std::any_of(site.args.begin(), site.args.end(), names);
  }
  return found;
}

} // namespace hocket::analysis

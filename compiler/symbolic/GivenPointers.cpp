// SPDX-License-Identifier: Apache-2.0
#include "symbolic/GivenPointers.h"

#include "dataflow/ScalarFlow.h"

#include "ir/Tree.h"

namespace hocket::polyhedral {

using ir::ExprKind;
using ir::ObjectId;
using ir::StmtId;

std::optional<GivenPointer> givenTo(const ProgramIndex &index, ir::NodeId loop,
                                    ObjectId pointer) {
  const ir::Program &program = index.program();
  if (!index.isNamedOnly(pointer) || program[pointer].isVolatile ||
      program[pointer].isThreadLocal)
    return std::nullopt;
  std::optional<GivenPointer> found;
  for (StmtId writer : index.namedWriters(pointer)) {
    if (!ir::isWithin(program, index.nodeOf(writer), loop))
      continue;
    for (const ir::Access &access : program[writer].accesses) {
      if (access.kind != ir::AccessKind::Write || !isValid(access.address) ||
          program[access.address].kind != ExprKind::AddrOf ||
          program[access.address].object != pointer)
        continue;
      if (found || !access.must || !isValid(access.value) ||
          !program[access.value].isPointer)
        return std::nullopt;
      found = GivenPointer{access.value, writer};
    }
  }
  if (!found || ScalarFlow(index, pointer).isExposed(loop))
    return std::nullopt;
  return found;
}

} // namespace hocket::polyhedral

// SPDX-License-Identifier: Apache-2.0
#include "loops/context/LoopContext.h"

#include "loops/context/LoopRemarks.h"

namespace hocket::polyhedral {

using ir::NodeId;

LoopModel::LoopModel(const ProgramIndex &index, isl::ctx ctx, NodeId loop,
                     const LoopOptions &options, bool mayAssumeDisjoint)
    : values(index, ctx,
             {loop,
              /*ownInit=*/false,
              {},
              options.strictAliasing,
              mayAssumeDisjoint,
              options.mayAssumeRanges,
              options.followsPointers}),
      monotonic(values, loop) {}

void require(std::vector<EntryCondition> &conditions,
             EntryCondition condition) {
  for (EntryCondition &known : conditions)
    if (known.test == condition.test) {
      known.extent.insert(known.extent.end(), condition.extent.begin(),
                          condition.extent.end());
      return;
    }
  conditions.push_back(std::move(condition));
}

bool isSearch(const ir::Program &program, NodeId loop) {
  const ir::Loop &data = *program[loop].as<ir::Loop>();
  return data.search.has_value() && !data.part;
}

Result<LoopContext> contextOf(const ProgramIndex &index,
                              const LoopOptions &options, NodeId loop,
                              LoopModel &model) {
  const ir::Program &program = index.program();
  const ir::Exits &exits = program[program[loop].as<ir::Loop>()->body].exits;
  const LoopShape *shape = nullptr;
  if (isSearch(program, loop) ||
      (!exits.byBreak && !exits.byReturn && !exits.byGoto))
    shape = model.values.loopShape(loop);
  if (!shape)
    return notCounted(index, loop);
  if (model.values.startMayChange(loop)) {
    Remark remark = remarkFor(program, loop, RemarkId::UncountedLoop);
    remark.args = {"it may change what it started from"};
    return remark;
  }
  return LoopContext{
      index,        program,         options, loop,
      model.values, model.monotonic, shape,   model.values.stmts()};
}

} // namespace hocket::polyhedral

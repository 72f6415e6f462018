// SPDX-License-Identifier: Apache-2.0
#include "loops/accesses/IterationHeaps.h"

#include "analysis/IterationObjects.h"

#include <utility>

namespace hocket::polyhedral {

using ir::ObjectId;

std::set<ObjectId> heapsOfIterations(const LoopContext &context,
                                     const ScalarEvidence &scalars) {
  std::set<ObjectId> setFirst;
  for (const PrivateObject &object : scalars.privates)
    if (context.index.isNamedOnly(object.object))
      setFirst.insert(object.object);
  return analysis::IterationObjects(context.program, context.index.effects(),
                                    context.loop, std::move(setFirst))
      .heaps();
}

} // namespace hocket::polyhedral

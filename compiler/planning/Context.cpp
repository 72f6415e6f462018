// SPDX-License-Identifier: Apache-2.0
#include "planning/Context.h"

#include "planning/CallReach.h"

namespace hocket::planning {

Context::Context(const Understood &u, const codegen::Naming &naming,
                 const soc::SocSpec &soc, const PlanOptions &options)
    : program(u.program), effects(u.effects), verdicts(u.verdicts),
      measured(u.measured), mayBeTried(u.mayBeTried),
      accelerated(u.accelerated), naming(naming), soc(soc), options(options),
      cores(soc.usableCores(options.cores)),
      index(u.program, u.effects, /*seesThrough=*/true),
      facts(u.program, u.effects, u.verdicts, &u.measured), values(u.program),
      calledInLoops(functionsCalledInLoops(u.program, u.effects)) {}

} // namespace hocket::planning

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scheduling/files/GraphFile.h"
#include "soc/SocSpec.h"

namespace hocket::driver {

/// A task graph on the usable cores of a chip, at most so many (0: all). A task
/// costs on a type of core what the graph says, else its cost divided by the
/// type's capacity.
scheduling::Problem graphOnChip(const scheduling::GraphFile &graph,
                                const soc::SocSpec &soc, unsigned cores);

/// On equal cores that exchange data in no time.
scheduling::Problem graphOnEqualCores(const scheduling::GraphFile &graph,
                                      unsigned cores);

} // namespace hocket::driver

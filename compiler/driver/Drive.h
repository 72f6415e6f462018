// SPDX-License-Identifier: Apache-2.0
//
// One run of hocketcc: preprocess, pipeline, back end; and what happens when
// one of them cannot.
#pragma once

#include "driver/command/Options.h"

namespace hocket::driver {

/// \returns the exit status. Throws UserError.
int drive(const Options &options);

} // namespace hocket::driver

// SPDX-License-Identifier: Apache-2.0
//
// The C of a region at file scope: the frame's struct, and the region's record.
#pragma once

#include "codegen/frame/BodyNames.h"

#include <string>

namespace hocket::codegen {

/// The frame's struct and the declaration of the region's run function, to
/// stand before the user's function.
std::string emitFrame(const RegionContext &c);

/// The region's record and its run function, to stand after the programs.
std::string emitRun(const RegionContext &c);

/// Where the region begins in the user's source.
SourceLocation regionStart(const RegionContext &c);

/// "file.c:40 function", for messages.
std::string regionLabel(const RegionContext &c);

} // namespace hocket::codegen

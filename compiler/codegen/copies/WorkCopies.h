// SPDX-License-Identifier: Apache-2.0
//
// The C of private copies that are too large for a stack or whose size is known
// at run time alone: work buffers behind pointers, variable length arrays, big
// arrays.
//
// The entry allocates them for all chunks at once, so that a want of memory is
// found before anything ran; then the sequential version runs. The last chunk
// needs none: it works on the original, where the last iteration's values
// belong.
#pragma once

#include "codegen/frame/Frame.h"
#include "codegen/plan/BodyPlan.h"
#include "codegen/text/CWriter.h"

#include <string>

namespace hocket::codegen {

/// The frame's members, a line each.
std::string frameMember(const WorkCopies &copies);

/// Statements that allocate, and the condition that says it did.
void allocate(const ir::Program &program, const WorkCopies &copies,
              unsigned cores, const std::string &frame,
              const std::string &prefix, CWriter &out);
std::string isAllocated(const WorkCopies &copies, const std::string &frame);
Assignment release(const WorkCopies &copies, const std::string &frame,
                   const std::string &prefix);

/// The address of the chunk's copy; null if `original` is.
std::string ownAddress(const WorkCopies &copies, const std::string &original,
                       const std::string &prefix);

/// The address that stands for `original` in chunk `<prefix>c`; in chunk `last`
/// it is the original itself.
std::string address(const WorkCopies &copies, const std::string &original,
                    const std::string &last, const std::string &prefix);

} // namespace hocket::codegen

// SPDX-License-Identifier: Apache-2.0
//
// Statements that an accelerator may run, as they stand in the text that the
// analyses read. `#pragma hocket accelerator(fft, 1000, in(x), out(y))` in
// front of a statement makes it
//
//   { (void)__hocket_task(0, 1, 1);
//     (void)__hocket_given(&(x), 0, sizeof(x));
//     statement
//     (void)__hocket_taken(&(y), 0, sizeof(y)); }
//
// where 0 is the number of the mark; then, how many calls there are of the
// other two. No transformation moves them. The calls do nothing when the
// program runs (compilers take them out); to the analyses they read and write
// what the accelerator is given and gives back.
#pragma once

#include "ir/Program.h"

#include <optional>
#include <string>
#include <vector>

namespace hocket::ir {

/// What the user says of a marked statement. Its mark has the number of its
/// position in a list of these.
struct AcceleratorTask {
  std::string accelerator; ///< as the SoC spec calls it
  double cycles = 0;       ///< of the accelerator
  std::string name;        ///< what the accelerator is to run
  SourceLocation location; ///< of the pragma
  std::string function;    ///< that it stands in
};

/// A block as above.
struct AcceleratorMark {
  uint32_t number = 0;
  /// The calls that name what is given and taken, in order of text.
  std::vector<NodeId> given, taken;
  std::vector<NodeId> work; ///< the marked statement
};

/// Nothing if the node is no such block, or not all of it is there.
std::optional<AcceleratorMark> acceleratorMark(const Program &program,
                                               NodeId node);

/// The statement is one of these calls, or has one.
bool isMarkCall(const Program &program, StmtId stmt);

/// How many bytes a call for what is given or taken names; nothing if that is
/// no constant.
std::optional<uint64_t> namedBytes(const Program &program, NodeId call);

} // namespace hocket::ir

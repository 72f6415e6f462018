// SPDX-License-Identifier: Apache-2.0
//
// A speculative loop and the names that its text gives to things: the same in
// the user's function and in the clone.
#pragma once

#include "ir/Program.h"
#include "speculation/loop/SpeculativeLoop.h"

#include <functional>
#include <string>

namespace hocket::codegen {

/// What it refers to has to outlive it.
struct SpeculativeNames {
  SpeculativeNames(const ir::Program &program,
                   const speculation::SpeculativeLoop &loop, std::string prefix,
                   std::size_t number);

  /// The frame's member for a captured variable.
  std::string member(ir::ObjectId id) const;
  /// The frame's member for what the iterator was when the loop began.
  std::string first() const { return p + "spec_first"; }
  /// The iterator's value in an iteration.
  std::string valueAt(const std::string &start, const std::string &at) const;
  /// Of a loop that no header counts: what each iteration begins with, the step
  /// of the one before and the condition, which it is the value of.
  /// \param text of a part of the header
  std::string
  begins(const std::function<std::string(const ir::TextRange &)> &text) const;
  /// The frame's member for how a clone left the loop: 0, by the condition of a
  /// header that counts, which is asked once more; or one of these.
  std::string exit() const { return p + "spec_exit"; }
  static constexpr const char *byBreak = "1", *byReturn = "2",
                              *byCondition = "3";
  bool hasExit() const { return !counted || !loop.exits.empty(); }
  /// What is handed on to epilogues: the struct, and a variable of it.
  std::string handedStruct() const { return "struct " + base + "_handed"; }
  std::string handed() const { return p + "spec_handed"; }
  bool hasEpilogue() const { return !loop.parts.epilogue.empty(); }
  /// A `return` in the loop has a value.
  bool hasResult() const;
  /// A declaration of the function's result.
  std::string result(const std::string &name) const;

  const ir::Program &program;
  const speculation::SpeculativeLoop &loop;
  const ir::Node &node;
  const ir::Loop &source;     ///< the loop as the user wrote it
  const ir::Counted *counted; ///< null: no header counts
  const ir::Object *iterator; ///< if it does
  std::string p;              ///< prefix of all names that are ours
  std::string base;           ///< of what belongs to this loop
};

} // namespace hocket::codegen

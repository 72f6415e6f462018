// SPDX-License-Identifier: Apache-2.0
//
// Twins of called functions: second definitions with the same text, for the
// calls in what stands in the unit once more.
//
// A task has a loop's text once more, beside the sequential version, and with
// it each call in it; so has what tries a loop, or makes calls ahead. But
// compilers go by how often a function is called: one that is called once is
// inlined however large it is, versions for constant arguments are made where
// all calls have them. So with a second call the user's sequential code became
// slower, and the task as well. If tasks call twins, and twins call twins, each
// text has as many calls as the user's had (function cloning: Cooper, Hall,
// Kennedy, A methodology for procedure cloning, Computer Languages 1993).
#pragma once

#include "codegen/frame/TwinOptions.h"

#include "ir/Text.h"

#include <map>
#include <string>

namespace hocket::codegen {

class CalleeTwins {
public:
  /// \param base what names of twins begin with
  CalleeTwins(const ir::Program &program, std::string base,
              const TwinOptions &options)
      : program_(program), base_(std::move(base)), options_(options) {}

  /// Makes calls in the statements of this node calls of twins, but those that
  /// are calls of clones. After all else that is put in.
  void redirect(ir::NodeId node, ir::Insertions &insertions);

  /// The same as replacements of nothing.
  ir::Replacements redirections(ir::NodeId node);

  bool mayHaveTwin(ir::FunctionId function) const;

  /// Of twins that are called in these nodes.
  const std::string &declarations() const { return declarations_; }

  /// Of all twins that are called, a called one before its callers.
  const std::string &definitions() const { return definitions_; }

private:
  /// Empty: it has none.
  const std::string &twinOf(ir::FunctionId function);
  void redirectCalls(ir::NodeId node, ir::Insertions &insertions,
                     std::set<ir::FunctionId> &called);
  std::string header(ir::FunctionId function, const std::string &name) const;

  const ir::Program &program_;
  const std::string base_;
  const TwinOptions &options_;
  std::map<ir::FunctionId, std::string> twins_;
  std::set<ir::FunctionId> declared_;
  std::string declarations_, definitions_;
};

} // namespace hocket::codegen

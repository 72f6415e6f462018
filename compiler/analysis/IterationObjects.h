// SPDX-License-Identifier: Apache-2.0
//
// What each iteration of a loop has for itself: objects to which nothing leads
// when it begins.
//
//   for (i = 0; i < n; i++) {
//     struct buffer b = {0};           /* holds pointers to blocks ... */
//     append(&b, names[i]);            /* ... that realloc gives in here */
//     out[i] = hash(b.data, b.length);
//     free(b.data);
//   }
//
// The idea. A variable of the loop's body, or of a function that it calls, is
// new in each iteration. Where pointers to a block of the heap stand only in
// such variables, and in blocks of that kind, the former hold nothing when an
// iteration begins, and so nothing leads to the latter: blocks that it reaches
// are its own (a region that is not live in, as in Tofte and Talpin,
// "Region-based memory management", 1997). Lists, trees and tables that an
// iteration builds and drops are its own, however they are linked.
#pragma once

#include "analysis/Effects.h"
#include "ir/Program.h"

#include <set>
#include <vector>

namespace hocket::analysis {

class IterationObjects {
public:
  /// \param loop a loop, or the Block of a split one's parts
  /// \param setFirst variables of the loop's function, known by their names
  /// alone, that each iteration gives a value before it reads them
  IterationObjects(const ir::Program &program, const Effects &effects,
                   ir::NodeId loop, std::set<ir::ObjectId> setFirst = {});

  /// Variables, and Heap objects by the names that the statement which reaches
  /// them has for them.
  bool isOwn(ir::ObjectId object) const;

  const std::set<ir::ObjectId> &heaps() const { return heaps_; }

private:
  void findAround(ir::FunctionId function);
  bool isNewVariable(ir::ObjectId object) const;
  bool isInBody(ir::ObjectId object) const;
  bool isHeldByOwn(ir::ObjectId heap) const;

  const ir::Program &program_;
  const Effects &effects_;
  const std::set<ir::ObjectId> setFirst_;
  std::vector<ir::NodeId> bodies_;
  /// By FunctionId: its activations may be there when the loop begins.
  std::vector<char> isAround_;
  std::set<ir::ObjectId> heaps_;
};

} // namespace hocket::analysis

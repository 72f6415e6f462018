// SPDX-License-Identifier: Apache-2.0
//
// A piece of the program as its instrumented clone has it: marks around the
// accesses, calls of clones and wrappers.
//
//   a[i] = s->x;   (*({ __auto_type p = &(a[i]); __typeof__(*p) v = ((*({ ...
//                    hk_spec_read(q, sizeof *q); q; }))); hk_spec_write(p,
//                    sizeof *p); *p = v; p; }));
#pragma once

#include "codegen/speculation/DeferredText.h"

#include "ir/Text.h"
#include "speculation/loop/SpeculativeLoop.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace hocket::codegen {

class MarkedText {
public:
  /// How functions are called.
  struct Callees {
    std::map<ir::FunctionId, std::string> clones; ///< their names
    std::string target; ///< function from addresses to those of clones
  };

  MarkedText(const ir::Program &program, const speculation::Instrumented &code,
             const Callees &callees, ir::Filler filler,
             const std::string &prefix, ApplyFunctions &applies);

  /// A jump out of the text: what stands around its value, if it has one, or
  /// `before` alone in its place. To be said before `cover`.
  void leave(const ir::TextRange &jump, const ir::TextRange &value,
             const std::string &before, const std::string &after);

  /// Puts questions before loops that may need no marks, and a copy of them,
  /// in which jumps leave as said so far. Without it they have their marks.
  void cover(const std::vector<speculation::CoveredLoop> &loops);

  std::string text(const ir::TextRange &range) const;

private:
  /// Where text is put in or replaced. At one place: what ends there from the
  /// inner to the outer, then what begins from the outer to the inner.
  struct Item {
    ir::Replacement replacement;
    bool isBegin = false;
    uint32_t length = 0; ///< of what begins or ends there
    unsigned mark = 0;   ///< number of the mark that it is of; 0: of none
  };

  void sort();
  void add(uint32_t at, const std::string &text, bool isBegin, uint32_t length);
  void replace(uint32_t begin, uint32_t end, const std::string &text,
               bool isBegin, uint32_t length);
  void addMark(const speculation::MemoryMark &mark, ApplyFunctions &applies);
  void addAssign(const speculation::MemoryMark &mark);
  void addDefer(const speculation::MemoryMark &mark, ApplyFunctions &applies);
  std::string bound(const speculation::MemoryMark &mark, const std::string &at,
                    const std::string &value, bool isLeft) const;
  std::string touched(const std::string &at) const;
  std::string read(const std::string &at) const;
  void addBound(const speculation::MemoryMark &mark);
  void addCall(const speculation::MarkedCall &call, const Callees &callees);
  ir::Replacements inside(const ir::TextRange &range,
                          const std::set<unsigned> &dropped) const;
  void addIndirect(const speculation::MarkedCall &call, const Callees &callees);

  const ir::Program &program_;
  const ir::Filler filler_;
  const std::string p_;
  unsigned number_ = 0;               ///< of the mark that is added; 0: none
  std::vector<ir::TextRange> marked_; ///< targets of marks, from number 1 on
  std::vector<Item> items_;
};

} // namespace hocket::codegen

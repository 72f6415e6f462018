// SPDX-License-Identifier: Apache-2.0
#include "speculation/marks/RepeatedMarks.h"

#include "speculation/marks/TouchedDomain.h"

#include "ir/Tree.h"

#include <algorithm>

namespace hocket::speculation {

using namespace ir;
using polyhedral::AbstractWalk;
using polyhedral::ProgramIndex;

namespace {

class RepeatedMarks {
public:
  RepeatedMarks(const ProgramIndex &index, const SpeculativeLoop &loop)
      : index_(index), program_(index.program()), loop_(loop),
        names_(program_, index.effects()), domain_(index, names_, calls_) {
    for (const InstrumentedFunction &one : loop.functions)
      calls_.add(one.function, program_[one.function].isAddressTaken);
  }

  RepeatedTexts find() {
    settle();
    RepeatedTexts result;
    walkAll(result);
    return result;
  }

private:
  /// The greatest fixed point, from above.
  void settle() {
    constexpr unsigned mostRounds = 40;
    for (unsigned round = 0; round < mostRounds; ++round) {
      RepeatedTexts ignored;
      calls_.beginRound();
      walkAll(ignored);
      if (calls_.isSettled())
        return;
    }
    calls_.forgetAll();
  }

  void walkAll(RepeatedTexts &repeated) {
    walkLoop(repeated);
    for (const InstrumentedFunction &one : loop_.functions)
      if (const TouchedState &entry = calls_.entry(one.function);
          entry.isReachable())
        walkFunction(one, entry, repeated);
  }

  /// An iteration. A segment may begin with each of its parts.
  void walkLoop(RepeatedTexts &repeated) {
    domain_.begin(loop_.code, loop_.parts.epilogue, repeated);
    const Loop &data = *program_[loop_.loop].as<Loop>();
    for (StmtId header : {data.condition, data.step})
      if (isValid(header))
        domain_.execute(header, {});
    walk(data.body, {});
  }

  void walkFunction(const InstrumentedFunction &one, const TouchedState &entry,
                    RepeatedTexts &repeated) {
    domain_.begin(one.code, {}, repeated);
    calls_.foundExit(
        one.function,
        walk(program_[one.function].body, entry).ofStatics(names_));
  }

  /// Where the node is left, at its end or by a return.
  TouchedState walk(NodeId node, const TouchedState &before) {
    if (!isInOrder(node)) {
      for (StmtId stmt : allStmts(program_, node))
        domain_.execute(stmt, {});
      return {};
    }
    AbstractWalk<TouchedDomain> walk(index_, domain_);
    TouchedState behind = walk.visit(node, before);
    return domain_.join(behind, walk.returned());
  }

  /// Statements run in the order of the tree. Parts of a split loop do in the
  /// program, but not in what copies of the process have for it.
  bool isInOrder(NodeId node) const {
    bool isSplit = false;
    forEachNode(program_, node, [&](NodeId id) {
      const Block *block = program_[id].as<Block>();
      isSplit |= block && block->isSplitLoop;
    });
    return !isSplit && !index_.hasGoto(program_[node].function);
  }

  const ProgramIndex &index_;
  const Program &program_;
  const SpeculativeLoop &loop_;
  PlaceNames names_;
  CallStates calls_;
  TouchedDomain domain_;
};

void drop(Instrumented &code, const RepeatedTexts &repeated) {
  std::erase_if(code.marks, [&](const MemoryMark &mark) {
    return repeated.has(keyOf(mark.target));
  });
}

} // namespace

void dropRepeatedMarks(const ProgramIndex &index, NodeId whole,
                       SpeculativeLoop &loop) {
  if (whole != loop.loop || !index.effects().callsAreNested)
    return;
  const RepeatedTexts repeated = RepeatedMarks(index, loop).find();
  drop(loop.code, repeated);
  for (InstrumentedFunction &one : loop.functions)
    drop(one.code, repeated);
}

} // namespace hocket::speculation

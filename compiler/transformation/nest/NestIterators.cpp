// SPDX-License-Identifier: Apache-2.0
#include "transformation/nest/NestIterators.h"

#include "dataflow/ScalarFlow.h"
#include "ir/Holes.h"
#include "ir/Tree.h"

#include <algorithm>
#include <set>

namespace hocket::transformation {

using ir::NodeId;
using ir::ObjectId;

bool isNestLoop(const ir::Program &program, NodeId node) {
  const ir::Loop *loop = program[node].as<ir::Loop>();
  return loop && loop->form == ir::LoopForm::For && loop->counted &&
         loop->counted->isPlain && isValid(loop->init) && isValid(loop->step) &&
         !program[node].hasLabel && !program[node].hasOuterCase &&
         !program[node].exits.any() && !program[loop->body].exits.any();
}

namespace {

bool declaresIterator(const ir::Program &program, NodeId block, NodeId node) {
  const ir::Leaf *leaf = program[node].as<ir::Leaf>();
  if (!leaf || program[node].hasLabel || program[node].hasOuterCase)
    return false;
  const ir::Stmt &stmt = program[leaf->stmt];
  if (!isValid(stmt.declares) || !stmt.initText.empty() ||
      !stmt.accesses.empty() || !stmt.calls.empty())
    return false;
  bool result = false;
  ir::forEachNode(program, block, [&](NodeId loop) {
    result |= isNestLoop(program, loop) &&
              program[loop].as<ir::Loop>()->counted->iterator == stmt.declares;
  });
  return result;
}

} // namespace

std::size_t countIteratorsAt(const ir::Program &program, NodeId block,
                             std::size_t at) {
  const std::vector<NodeId> &children =
      program[block].as<ir::Block>()->children;
  const uint32_t begin = program[children[at]].text.begin;
  std::size_t end = at;
  for (; end < children.size() && program[children[end]].text.begin == begin;
       ++end)
    if (!declaresIterator(program, block, children[end]))
      return 0;
  return end - at;
}

std::string checkIterators(const polyhedral::ProgramIndex &index,
                           const Nest &nest) {
  const ir::Program &program = index.program();
  std::string why;
  auto refuse = [&](const std::string &reason) {
    if (why.empty())
      why = reason;
  };
  auto iteratorOf = [&](NodeId loop) {
    return program[loop].as<ir::Loop>()->counted->iterator;
  };

  std::set<ObjectId> iterators;
  std::set<std::string> names;
  for (NodeId loop : nest.loops) {
    ObjectId iterator = iteratorOf(loop);
    iterators.insert(iterator);
    names.insert(program[iterator].name);
    if (!index.isNamedOnly(iterator))
      refuse("the address of an iterator is taken");
    else if (!program[loop].as<ir::Loop>()->counted->declaresIterator &&
             polyhedral::ScalarFlow(index, iterator).isLiveAfter(nest.root))
      refuse("'" + program[iterator].name + "' may be read afterwards");
  }
  for (const ir::Hole &hole : ir::holesIn(program, program[nest.root].text))
    if (names.count(program[hole.object].name) && !iterators.count(hole.object))
      refuse("two variables have the name '" + program[hole.object].name + "'");
  for (const Unit &unit : nest.units) {
    std::set<std::string> around;
    for (NodeId loop : unit.loops)
      if (!around.insert(program[iteratorOf(loop)].name).second)
        refuse("two loops around a statement have iterators of one name");
  }
  for (const Unit &unit : nest.units)
    for (NodeId node : unit.nodes)
      for (const ir::Hole &hole : ir::holesIn(program, program[node].text))
        if (iterators.count(hole.object) &&
            std::none_of(
                unit.loops.begin(), unit.loops.end(),
                [&](NodeId loop) { return iteratorOf(loop) == hole.object; }))
          refuse("'" + program[hole.object].name +
                 "' is used outside of its loop");
  return why;
}

} // namespace hocket::transformation

// SPDX-License-Identifier: Apache-2.0
#include "transformation/nest/NestVariables.h"

#include "dataflow/ScalarFlow.h"
#include "ir/Holes.h"
#include "ir/Tree.h"

#include <algorithm>
#include <map>
#include <set>

namespace hocket::transformation {

using analysis::EffectItem;
using ir::NodeId;
using ir::ObjectId;
using ir::StmtId;
using polyhedral::ProgramIndex;

namespace {

class Placer {
public:
  Placer(const ProgramIndex &index, Nest &nest)
      : index_(index), program_(index.program()), nest_(nest) {}

  /// Where variables that the nest writes live: in a unit's run, in an
  /// iteration of a loop, or outside.
  std::string run() {
    std::map<ObjectId, std::set<std::size_t>> usedBy;
    std::set<ObjectId> written, declared;
    for (std::size_t u = 0; u < nest_.units.size(); ++u)
      for (NodeId node : nest_.units[u].nodes) {
        for (const ir::Hole &hole : ir::holesIn(program_, program_[node].text))
          usedBy[hole.object].insert(u);
        for (StmtId stmt : index_.stmtsOf(node)) {
          for (const EffectItem &item : index_.itemsOf(stmt)) {
            ObjectId object = index_.namedObject(item);
            if (isValid(object) && item.kind == ir::AccessKind::Write)
              written.insert(object);
            if (isValid(object))
              usedBy[object].insert(u);
            // Results of calls that are seen through are declared nowhere.
            if (isValid(object) && ir::isDeclaredIn(program_, object, node))
              declared.insert(object);
          }
          if (ObjectId object = program_[stmt].declares; isValid(object))
            declared.insert(object);
        }
      }
    for (NodeId loop : nest_.loops) {
      written.erase(iteratorOf(loop));
      declared.erase(iteratorOf(loop));
    }
    for (ObjectId object : declared)
      placeDeclared(object, usedBy[object]);
    checkSharedDeclarations();
    for (ObjectId object : written)
      if (!declared.count(object) && canHaveElements(object))
        placeOutside(object, usedBy[object]);
    return std::move(why_);
  }

private:
  void refuse(const std::string &why) {
    if (why_.empty())
      why_ = why;
  }

  ObjectId iteratorOf(NodeId loop) const {
    return program_[loop].as<ir::Loop>()->counted->iterator;
  }

  /// `double s = 0, t;` is taken apart as a whole or not at all.
  void checkSharedDeclarations() {
    auto isScalar = [&](NodeId node) {
      const ir::Leaf *leaf = program_[node].as<ir::Leaf>();
      ObjectId object = leaf ? program_[leaf->stmt].declares : ObjectId::None;
      return isValid(object) &&
             std::any_of(
                 nest_.scalars.begin(), nest_.scalars.end(),
                 [&](const OwnScalar &own) { return own.object == object; });
    };
    for (const Unit &unit : nest_.units)
      for (std::size_t k = 1; k < unit.nodes.size(); ++k)
        if (program_[unit.nodes[k]].text.begin ==
                program_[unit.nodes[k - 1]].text.begin &&
            isScalar(unit.nodes[k]) != isScalar(unit.nodes[k - 1]))
          refuse("a declaration keeps its place");
  }

  bool canHaveElements(ObjectId object) const {
    const std::string &type = index_.typeOf(object);
    return program_[object].isScalar && index_.isNamedOnly(object) &&
           !type.empty() && type.find('(') == std::string::npos &&
           !isNamedInHeader(object);
  }

  bool isNamedInHeader(ObjectId object) const {
    return std::any_of(
        nest_.loops.begin(), nest_.loops.end(), [&](NodeId node) {
          const ir::Loop &loop = *program_[node].as<ir::Loop>();
          for (StmtId id : {loop.init, loop.condition, loop.step})
            for (const EffectItem &item : index_.itemsOf(id))
              if (index_.mayTouch(item, object))
                return true;
          return false;
        });
  }

  void placeDeclared(ObjectId object, const std::set<std::size_t> &units) {
    if (units.size() < 2) {
      nest_.ofUnits.push_back(object);
      return;
    }
    // Its block may be the body of a loop, or stand in one.
    NodeId home = NodeId::None;
    for (NodeId loop : nest_.loops)
      if (ir::isDeclaredIn(program_, object, loop))
        home = loop;
    if (!isValid(home) || !canHaveElements(object))
      return refuse("'" + program_[object].name + "' is declared in a loop");
    nest_.scalars.push_back({object,
                             home,
                             {units.begin(), units.end()},
                             program_[object].isPointer});
  }

  /// Declared before the nest, and yet of no meaning outside of an iteration.
  void placeOutside(ObjectId object, const std::set<std::size_t> &units) {
    polyhedral::ScalarFlow flow(index_, object);
    if (flow.isLiveAfter(nest_.root))
      return;
    NodeId home = NodeId::None;
    for (NodeId loop : nest_.loops)
      if (std::all_of(units.begin(), units.end(),
                      [&](std::size_t unit) {
                        const std::vector<NodeId> &loops =
                            nest_.units[unit].loops;
                        return std::find(loops.begin(), loops.end(), loop) !=
                               loops.end();
                      }) &&
          !flow.isExposed(loop))
        home = loop;
    if (!isValid(home))
      return;
    if (units.size() == 1 && nest_.units[*units.begin()].loops.back() == home)
      nest_.ofUnits.push_back(object);
    else if (units.size() > 1)
      nest_.scalars.push_back({object,
                               home,
                               {units.begin(), units.end()},
                               program_[object].isPointer});
  }

  const ProgramIndex &index_;
  const ir::Program &program_;
  Nest &nest_;
  std::string why_;
};

} // namespace

std::string placeVariables(const ProgramIndex &index, Nest &nest) {
  return Placer(index, nest).run();
}

} // namespace hocket::transformation
